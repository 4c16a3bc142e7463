"""What a base at each of many points meets at its turn: enemies, mates, and those it must join; exact in integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit


@jit
def look_round(
    points: Any, radius: int, foe_at: Any, foe_radius: Any, is_barred: Any, engagement: int,
    mate_at: Any, mate_radius: Any, join_at: Any, join_radius: Any, coherency: int,
) -> Any:  # fmt: skip
    """Give, per point: whether a base may end there as far as bases go, and whom it engages.

    Parameters
    ----------
    points : int64 (k, 2)
        Centres of a base of `radius`.
    foe_at, foe_radius, is_barred : int64 (m, 2), (m,), bool (m,)
        Enemy bases, none of which may be overlapped, and which of them may not be engaged.
    mate_at, mate_radius : int64 (n, 2), (n,)
        Bases of the unit that may not be overlapped.
    join_at, join_radius : int64 (j, 2), (j,)
        Bases of which one must be within `coherency`; none given: nothing is asked.

    Returns
    -------
    fits : bool (k,)
    engages : bool (k, m)
        Enemies that are not barred, within `engagement`; of points that fit only.
    """
    count = points.shape[0]
    fits = np.ones(count, dtype=np.bool_)
    engages = np.zeros((count, foe_at.shape[0]), dtype=np.bool_)
    for k in range(count):
        px = points[k, 0]
        py = points[k, 1]
        joined = len(join_at) == 0
        for j in range(len(join_at)):
            dx = px - join_at[j, 0]
            dy = py - join_at[j, 1]
            both = radius + join_radius[j] + coherency
            if dx * dx + dy * dy <= both * both:
                joined = True
                break
        if not joined:
            fits[k] = False
            continue
        for j in range(len(mate_at)):
            dx = px - mate_at[j, 0]
            dy = py - mate_at[j, 1]
            both = radius + mate_radius[j]
            if dx * dx + dy * dy < both * both:
                fits[k] = False
                break
        if not fits[k]:
            continue
        for m in range(foe_at.shape[0]):
            dx = px - foe_at[m, 0]
            dy = py - foe_at[m, 1]
            both = radius + foe_radius[m]
            d2 = dx * dx + dy * dy
            far = both + engagement
            if d2 < both * both or (is_barred[m] and d2 <= far * far):
                fits[k] = False
                break
            if d2 <= far * far:
                engages[k, m] = True
    return fits, engages
