"""How far it is to many ends: a lower and an upper length for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from planner.kernels.paths_exact import clear_points
from planner.kernels.paths_search import lengths_to
from planner.pathing.roadmap import DELTA, GIVE, Roadmap
from planner.shapes import Point

Array = Any

ROUNDING = 1e-6
"""Subtracted from every bent length before it is called a lower bound: more than the floats can have lost."""
BEND_SLACK = 0.2
"""Radians added to what a path turns at deflated radii: at the true ones it also bends round what it just grazed."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Lengths from one start to many ends, in units: float64 (k,), inf where there is no way within the budget.

    ``lower <= true shortest length <= upper``; both are the true length where the straight way is clear.
    """

    lower: Array
    upper: Array


def reach(roadmap: Roadmap, start: Point, budget: int, ends: Array) -> Reach:
    """Give the length of the shortest path from `start` to each of `ends`.

    ends : int64 (k, 2). An end whose lower length exceeds the budget, or on which the base's centre cannot be, is inf
    in both. `upper` may exceed the budget by a hair where `lower` does not: then floats cannot tell, and
    `trace` decides.
    """
    return reach_many(roadmap, (start,), budget, ends)[0]


def reach_many(roadmap: Roadmap, starts: tuple[Point, ...], budget: int, ends: Array) -> tuple[Reach, ...]:
    """Give `reach` for several starts and the same ends; what is the same for all is done once."""
    places = np.ascontiguousarray(ends, dtype=np.int64).reshape(-1, 2)
    standing: Array | None = None
    found = []
    for start in starts:
        own = roadmap.of(start)
        if own is not roadmap:
            found.append(_reach(own, start, budget, places, _clear(own, places)))
            continue
        if standing is None:
            standing = _clear(roadmap, places)
        found.append(_reach(roadmap, start, budget, places, standing))
    return tuple(found)


def _clear(roadmap: Roadmap, places: Array) -> Array:
    free: Array = clear_points(places, roadmap.dots, roadmap.edges, roadmap.box)
    return free


def _reach(roadmap: Roadmap, start: Point, budget: int, places: Array, standing: Array) -> Reach:
    tree = roadmap.tree(start, budget)
    length, angle = lengths_to(
        places, start[0], start[1], float(budget), standing, roadmap.dots, roadmap.edges, DELTA + 2.0 * GIVE,
        tree.order, tree.least, roadmap.turns, roadmap.cones, roadmap.arcs, roadmap.first, roadmap.limits,
        roadmap.bars, roadmap.groups, roadmap.group_first, roadmap.places, tree.entry, tree.label, tree.turned,
    )  # fmt: skip
    # where the start overlaps something its needs are roots, rounded down by up to a unit: no straight way is exact
    exact = (angle < 0.0) & roadmap.needs.is_plain
    deflated = DELTA + 4.0 * GIVE + (0.0 if roadmap.needs.is_plain else 1.0)
    lower = np.where(exact, length, length - ROUNDING)
    upper = np.where(exact, length, length + deflated * (np.maximum(angle, 0.0) + BEND_SLACK))
    beyond = lower > budget
    lower[beyond] = np.inf
    upper[beyond] = np.inf
    return Reach(lower, upper)
