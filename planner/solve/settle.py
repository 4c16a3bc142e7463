"""Settles a plan between the sites: model by model, the best end there is while everybody else stays put.

The sites are a sample; the best end of one model is a crossing of rims or a square arrival, which the finder of duties
lists anyway. A pass costs a few milliseconds per model and mostly shortens paths and closes contacts.
"""

from __future__ import annotations

import numpy as np

from planner.candidates import Floats, Ints, Question, Roadmaps, look_at
from planner.pathing import path_length, reach, trace
from planner.shapes import Point
from planner.solve.duties import fits, region_points, rings_of
from planner.solve.goals import GOALS, groups
from planner.units import UNITS_PER_INCH

WORTH_MOVING = UNITS_PER_INCH // 100
"""A shorter path by less than a hundredth of an inch is left alone."""


def settle(question: Question, maps: Roadmaps, goal: str, ends: Ints, paths: list[tuple[Point, ...]]) -> None:
    """Improve `ends` (n, 2) and `paths` in place, model by model; conditions and rings are kept."""
    if goal == "spread":
        return  # which enemies are engaged is a matter of all models together
    # where movement is all that counts, a shorter path often makes room for another
    for _ in range(3 if goal == "hold" else 1):
        for i in range(question.size):
            _settle_one(question, maps, goal, ends, paths, i)


def _settle_one(
    question: Question,
    maps: Roadmaps,
    goal: str,
    ends: Ints,
    paths: list[tuple[Point, ...]],
    i: int,
) -> None:
    ring = int(rings_of(question, ends)[i])
    if ring == 0:
        return
    width = question.close if ring == 2 else question.engagement
    points = region_points(question, maps, ends, i, width)
    points = points[((points - question.start[i]) ** 2).sum(axis=1) <= question.roll**2]
    points = points[fits(question, ends, i, points, ring)]
    if not len(points):
        return
    start = question.starts()[i]
    upper = reach(maps.of(i), start, question.roll, points).upper
    points, upper = points[upper <= question.roll], upper[upper <= question.roll]
    keys = _keys(question, goal, i, points, upper)
    length = np.array([path_length(paths[i])])
    now = _keys(question, goal, i, ends[i : i + 1], length - WORTH_MOVING)[0]
    before = groups(question, ends)
    for k in np.lexsort(keys.T[::-1]):
        if tuple(keys[k]) >= tuple(now):
            return
        end = (int(points[k, 0]), int(points[k, 1]))
        moved = ends.copy()
        moved[i] = end
        if groups(question, moved) > before:
            continue
        found = trace(maps.of(i), start, end, question.roll)
        if found.path is not None:
            ends[i], paths[i] = end, found.path
            return


def _keys(question: Question, goal: str, i: int, points: Ints, lengths: Floats) -> Floats:
    """Give what the goal asks of one model's end, smaller is better, compared left to right: (k, measures)."""
    _, ring, _, contacts, _ = look_at(question, int(question.radius[i]), points)
    columns = {
        "models_within_close_ring": -(ring == 2).astype(np.float64),
        "models_engaged": -(ring >= 1).astype(np.float64),
        "base_contacts": -contacts.astype(np.float64),
        "movement_in": lengths,
    }
    return np.column_stack([columns[name] for name in GOALS[goal]])
