"""Relations between squares that stand for all their points, and a cover of such a relation by rectangles."""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit


@jit
def relate(at: Any, half: Any, radius: Any, deep: Any, near_gap: Any, far_gap: Any) -> Any:
    """Give what holds between bases anywhere in every two squares: (overlap, near, far), bool (c, c), symmetric.

    Overlap and far hold for all pairs of points, near for some pair; false on the diagonal.

    Parameters
    ----------
    at, half, radius : int64 (c, 2), (c,), (c,)
        Middles, half sides and the radius of the bases.
    deep : float
        Bases overlap when their gap is below minus this.
    near_gap, far_gap : float
        Near: some gap is at most this. Far: every gap is above this.
    """
    count = len(at)
    overlap = np.zeros((count, count), dtype=np.bool_)
    near = np.zeros((count, count), dtype=np.bool_)
    far = np.zeros((count, count), dtype=np.bool_)
    for p in range(count):
        for q in range(p):
            sides = float(half[p] + half[q])
            both = float(radius[p] + radius[q])
            x = abs(float(at[p, 0] - at[q, 0]))
            y = abs(float(at[p, 1] - at[q, 1]))
            high = (x + sides) ** 2 + (y + sides) ** 2
            low = max(x - sides, 0.0) ** 2 + max(y - sides, 0.0) ** 2
            overlap[p, q] = overlap[q, p] = high < (both - deep) ** 2
            near[p, q] = near[q, p] = low <= (both + near_gap) ** 2
            far[p, q] = far[q, p] = low > (both + far_gap) ** 2
    return overlap, near, far


@jit
def halved(at: Any) -> Any:
    """Order places so that each half of each run lies together: halves along the wider side, int64 (p,).

    Parameters
    ----------
    at : int64 (p, 2)
    """
    count = len(at)
    order = np.arange(count)
    todo = np.empty((64, 2), dtype=np.int64)
    todo[0] = (0, count)
    waiting = 1
    while waiting:
        waiting -= 1
        low, high = todo[waiting]
        if high - low < 2:
            continue
        own = order[low:high].copy()
        x, y = at[own, 0], at[own, 1]
        wide = x.max() - x.min() >= y.max() - y.min()
        along = x if wide else y
        order[low:high] = own[np.argsort(along, kind="mergesort")]
        middle = low + (high - low) // 2
        todo[waiting] = (low, middle)
        todo[waiting + 1] = (middle, high)
        waiting += 2
    return order


@jit
def cover_by_blocks(relation: Any) -> Any:
    """Give runs that together cover the relation: int64 (k, 4), every place of [a, b) with every one of [c, d).

    Runs are halves of halves of all places; each pair p < q that is related is in exactly one row.

    Parameters
    ----------
    relation : bool (p, p)
        Symmetric, false on the diagonal.
    """
    places = relation.shape[0]
    found = np.empty((64, 4), dtype=np.int64)
    rows = 0
    todo = np.empty((256, 4), dtype=np.int64)
    todo[0] = (0, places, 0, places)
    waiting = 1 if places > 1 else 0
    while waiting:
        waiting -= 1
        a, b, c, d = todo[waiting]
        some = False
        every = True
        for p in range(a, b):
            for q in range(c, d):
                if relation[p, q]:
                    some = True
                else:
                    every = False
            if some and not every:
                break
        if not some:
            continue
        if every:
            if rows == len(found):
                wider = np.empty((2 * rows, 4), dtype=np.int64)
                wider[:rows] = found
                found = wider
            found[rows] = (a, b, c, d)
            rows += 1
            continue
        # a run never splits into more than three pieces, and no deeper than runs can be halved: 256 is ample
        if a == c and b == d:
            middle = (a + b) // 2
            todo[waiting] = (a, middle, a, middle)
            todo[waiting + 1] = (middle, b, middle, b)
            todo[waiting + 2] = (a, middle, middle, b)
            waiting += 3
        elif b - a >= d - c:
            middle = (a + b) // 2
            todo[waiting] = (a, middle, c, d)
            todo[waiting + 1] = (middle, b, c, d)
            waiting += 2
        else:
            middle = (c + d) // 2
            todo[waiting] = (a, b, c, middle)
            todo[waiting + 1] = (a, b, middle, d)
            waiting += 2
    return found[:rows]
