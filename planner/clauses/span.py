"""No two used places too far apart, stated over blocks of places: thousands of clauses in place of a million.

Places that lie together are far from much the same others. Two blocks of which every pair is far need one clause over
"some place of the block is used"; what blocks leave goes down to single places, so the clauses say exactly what the
pairs would.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.clauses.formula import Formula, negated
from planner.kernels.blocks import cover_by_blocks, halved


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
    order = halved(at)
    rows = cover_by_blocks(far[np.ix_(order, order)])
    runs, which = np.unique(rows.reshape(-1, 2), axis=0, return_inverse=True)
    literals = first + order[runs[:, 0]]
    for k in np.flatnonzero(runs[:, 1] - runs[:, 0] > 1).tolist():
        # "some place of this run is used": each place implies it; nothing follows from it alone
        literals[k] = formula.booleans(1)
        for p in (first + order[runs[k, 0] : runs[k, 1]]).tolist():
            formula.clause([negated(p), int(literals[k])])
    used, others = literals[which.reshape(-1, 2)].T
    by_used = np.argsort(used, kind="stable")
    used, against = used[by_used], -others[by_used] - 1
    starts = np.flatnonzero(np.diff(used, prepend=-1))
    for literal, consequences in zip(used[starts].tolist(), np.split(against, starts[1:])):
        formula.implies_all(literal, consequences.tolist())
