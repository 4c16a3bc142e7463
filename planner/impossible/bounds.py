"""Bounds on what any plan can reach, over the whole table: a goal that meets its bound is the best there is.

Counts only: a model that by no path comes within a ring cannot end in it, an enemy that nobody comes near cannot be
engaged. What models take from each other is not counted, so a bound may be higher than the truth, never lower.
"""

from __future__ import annotations

import numpy as np

from planner.candidates import Question, Roadmaps
from planner.pathing import reach_ring


def goal_bounds(question: Question, maps: Roadmaps) -> dict[str, float]:
    """Give the most models within the close ring, most engaged, and most enemy models engaged, in any plan."""
    targets = np.flatnonzero(question.foe_unit >= 0)
    engaged_by = np.zeros((question.size, len(targets)), dtype=np.bool_)
    close = 0
    for i in range(question.size):
        away = question.foe_at[targets] - question.start[i]
        straight = np.hypot(away[:, 0], away[:, 1]) - question.foe_radius[targets] - question.radius[i]
        order = np.argsort(straight, kind="stable")
        close += any(_comes_near(question, maps, i, int(targets[k]), question.close) for k in order)
        engaged_by[i] = [_comes_near(question, maps, i, int(m), question.engagement) for m in targets]
    return {
        "models_within_close_ring": float(close),
        "models_engaged": float(engaged_by.any(axis=1).sum()),
        "enemies_engaged": float(engaged_by.any(axis=0).sum()),
    }


def _comes_near(question: Question, maps: Roadmaps, i: int, foe: int, width: int) -> bool:
    start = question.starts()[i]
    centre = (int(question.foe_at[foe, 0]), int(question.foe_at[foe, 1]))
    full = int(question.radius[i] + question.foe_radius[foe] + width)
    if (start[0] - centre[0]) ** 2 + (start[1] - centre[1]) ** 2 > (question.roll + full) ** 2:
        return False
    return reach_ring(maps.of(i), start, question.roll, centre, full).lower <= question.roll
