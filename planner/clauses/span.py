"""No two used places too far apart, stated over blocks of places: thousands of clauses in place of a million.

Places that lie together are far from much the same others. Two blocks of which every pair is far need one clause over
"some place of the block is used"; what blocks leave goes down to single places, so the clauses say exactly what the
pairs would.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.clauses.formula import Formula, negated
from planner.kernels.blocks import cover_by_blocks


def forbid_far(formula: Formula, first: int, at: Any, far: Any) -> None:
    """Forbid every pair of used places that is far.

    Parameters
    ----------
    first
        The variable "place 0 is used"; those of the others follow.
    at : int64 (p, 2)
        Where the places are.
    far : bool (p, p)
        Symmetric, false on the diagonal.
    """
    order = np.array(_runs(at, np.arange(len(at))), dtype=np.int64)
    runs: dict[tuple[int, int], int] = {}

    def literal(low: int, high: int) -> int:
        """Give the variable "some place of this run is used" (each implies it; nothing follows from it alone)."""
        if high - low == 1:
            return first + int(order[low])
        if (low, high) not in runs:
            runs[low, high] = formula.booleans(1)
            for p in order[low:high].tolist():
                formula.clause([negated(first + p), runs[low, high]])
        return runs[low, high]

    apart: dict[int, list[int]] = {}
    for a, b, c, d in cover_by_blocks(far[np.ix_(order, order)]).tolist():
        apart.setdefault(literal(a, b), []).append(negated(literal(c, d)))
    for used, others in apart.items():
        formula.implies_all(used, others)


def _runs(at: Any, chosen: Any) -> list[int]:
    """Order places so that each half of each run lies together: by halves along the wider side."""
    if len(chosen) <= 1:
        return [int(p) for p in chosen]
    own = at[chosen]
    axis = int(np.argmax(own.max(axis=0) - own.min(axis=0)))
    along = chosen[np.argsort(own[:, axis], kind="stable")]
    middle = len(along) // 2
    return _runs(at, along[:middle]) + _runs(at, along[middle:])
