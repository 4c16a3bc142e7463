"""The one door to numba: `jit` compiles a kernel once and caches it; without numba it is the plain function.

A kernel takes and gives plain arrays and numbers, knows no rules, and must give the same result either way,
so `fastmath` is never used. ``CHARGE_PLANNER_NO_JIT=1`` turns compilation off.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_WANTED = os.environ.get("CHARGE_PLANNER_NO_JIT", "") in ("", "0")

numba: Any = None
if _WANTED:
    # without numba the kernels run as plain Python: same verdicts, slower
    with contextlib.suppress(ImportError):
        numba = import_module("numba")

IS_COMPILED = numba is not None
"""Whether kernels run compiled in this process."""

_said = False


def _say_once() -> None:
    """Tell a person, once, that the first run compiles."""
    global _said
    if _said or not IS_COMPILED:
        return
    _said = True
    cached = any(Path(__file__).parent.glob("__pycache__/*.nbi"))
    if not cached and not os.environ.get("NUMBA_CACHE_DIR"):
        print("charge-planner: compiling its kernels, once; later runs use the cache", file=sys.stderr)


def jit(function: F) -> F:
    """Compile `function` with numba (cached on disk, IEEE semantics), or give it back unchanged."""
    if numba is None:
        return function
    _say_once()
    compiled: F = numba.njit(cache=True)(function)
    return compiled
