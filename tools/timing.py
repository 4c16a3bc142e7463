"""How the benchmarks time: medians of repeated calls, and one call with its result."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Give what `work` gives, and the seconds it took."""
    begin = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begin


def median_ms(repeats: int, work: Callable[[], object]) -> float:
    """Give the median time of `work` in milliseconds over `repeats` calls."""
    return 1000 * statistics.median(timed(work)[1] for _ in range(repeats))
