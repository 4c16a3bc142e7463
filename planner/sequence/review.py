"""Look over somebody's plan of order for better ends at each turn and nearer first movers; the referee judges them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from planner.pathing import path_length, reach_ring, trace
from planner.sequence.first import first_choices, first_movers
from planner.sequence.setting import Setting, Standing, standing_at_start
from planner.sequence.turn import best_ends, look_over
from planner.shapes import Point
from planner.units import CONTACT_MAX

Path = tuple[Point, ...]


def better_moves(setting: Setting, order: Sequence[int], paths: Sequence[Path]) -> Iterator[tuple[int, Path]]:
    """Give moves, by model, that may be better at their turn than those of a plan (`paths` in the order of moving)."""
    standing = standing_at_start(setting)
    yield from _first_moves(standing)
    has_duty = setting.question.rules.flag("contact_hierarchy")
    for place, (i, path) in enumerate(zip(order, paths)):
        end = np.array([path[-1]], dtype=np.int64)
        _, engages, tier = look_over(standing, i, end)
        if has_duty and place > 0:
            ends = best_ends(standing, i)
            if len(ends) and int(ends.tier[0]) < int(tier[0]):
                yield from _shortest(standing, i, ends.at[np.argsort(ends.length, kind="stable")])
        standing = standing.after(i, path, path_length(path), engages[0])


def _first_moves(standing: Standing) -> Iterator[tuple[int, Path]]:
    """Give a shortest first move for each pair that may be the nearest."""
    rules = standing.setting.question.rules
    if not rules.has("first_mover") or rules.choice("first_mover") == "any":
        return
    for i, foe in first_movers(standing.setting):
        ends = first_choices(standing, i, foe)
        yield from _shortest(standing, i, ends.at[np.argsort(ends.length, kind="stable")])


def _shortest(standing: Standing, i: int, ends: np.ndarray) -> Iterator[tuple[int, Path]]:
    """Give the first way that can be traced to one of these ends."""
    start = (int(standing.at[i, 0]), int(standing.at[i, 1]))
    roadmap = standing.roadmap(i)
    for x, y in ends:
        path = trace(roadmap, start, (int(x), int(y)), standing.setting.budget).path
        if path is not None:
            yield i, path
            return


def least_ways(setting: Setting) -> dict[tuple[str, str], int]:
    """Give lengths (units) below which no first move of a model comes into contact with an enemy of the primary.

    A way longer than the budget counts as one a unit longer than it.
    """
    question, standing = setting.question, standing_at_start(setting)
    found = {}
    for i, name in enumerate(question.names):
        start = (int(question.start[i, 0]), int(question.start[i, 1]))
        for m in np.flatnonzero(setting.of_primary):
            centre = (int(question.foe_at[m, 0]), int(question.foe_at[m, 1]))
            full = int(question.radius[i] + question.foe_radius[m] + CONTACT_MAX)
            lower = reach_ring(standing.roadmap(i), start, setting.budget, centre, full).lower
            found[name, question.foe_names[m]] = setting.budget + 1 if lower == math.inf else math.floor(lower)
    return found
