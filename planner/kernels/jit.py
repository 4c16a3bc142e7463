"""The one door to numba: `jit` compiles a kernel once and caches it; without numba it is the plain function.

A kernel takes and gives plain arrays and numbers, knows no rules, and must give the same result either way,
so `fastmath` is never used. ``CHARGE_PLANNER_NO_JIT=1`` turns compilation off.

Numba's own cache looks only at the file of the compiled function: after a change in a kernel that others call, they
would go on with the old one. So the cache lies in a folder named by a digest of all kernels: any change, a new one.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
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


@cache
def cache_folder() -> Path | None:
    """Give the folder for compiled kernels: beside them, else in the user's cache; None where nothing can be written.

    Says once on standard error, when the folder is new, that the first run compiles.
    """
    digest = sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    name = f"kernels-{digest.hexdigest()[:16]}"
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for parent in (Path(__file__).parent / "__pycache__", user / "charge-planner"):
        folder = parent / name
        if folder.is_dir() and os.access(folder, os.W_OK):
            return folder
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True)
            print("charge-planner: compiling its kernels, once; later runs use the cache", file=sys.stderr)
            return folder
    return None


def jit(function: F) -> F:
    """Compile `function` with numba (cached on disk, IEEE semantics), or give it back unchanged."""
    if numba is None:
        return function
    folder = cache_folder()
    compile_it = numba.njit(cache=folder is not None)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        compiled: F = compile_it(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled
