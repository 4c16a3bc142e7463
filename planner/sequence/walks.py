"""The ways one model has at its turn: clear of difficult terrain for the whole distance, or through it for less."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from planner.candidates import Floats, Ints
from planner.pathing import Ground, Roadmap, build_roadmap, path_faults, path_length, reach, reach_ring, trace
from planner.shapes import Point

CLOSE = 2.0
"""Units by which a path may be longer than the shortest there is, where that is wanted."""


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """What blocks a way of some manner, how long it may be (units), and pieces in which nobody starts that goes so."""

    ground: Ground
    budget: int
    closed: Ground | None = None

    def is_open_to(self, radius: int, start: Point) -> bool:
        """Whether a base that starts there may go so; what it overlaps by a hair only, it touches."""
        return self.closed is None or not path_faults(self.closed, radius, (start, start))


@dataclass(frozen=True, eq=False)
class Walks:
    """The ways of one base from where it stands; each roadmap with the length its ways may have."""

    start: Point
    roadmaps: tuple[tuple[Roadmap, int], ...]

    def lengths(self, points: Ints) -> Floats:
        """Give the length of a way to each point; inf where there is none that is short enough (k,)."""
        best = np.full(len(points), math.inf)
        for roadmap, budget in self.roadmaps:
            upper = reach(roadmap, self.start, budget, points).upper
            best = np.minimum(best, np.where(upper <= budget, upper, math.inf))
        return best

    def least_to(self, centre: Point, full: int) -> float:
        """Give a length below which no way comes within `full` of a place; inf: none that is short enough does."""
        least = math.inf
        for roadmap, budget in self.roadmaps:
            lower = reach_ring(roadmap, self.start, budget, centre, full).lower
            least = min(least, lower if lower <= budget else math.inf)
        return least

    def arrivals(self, centre: Point, full: int) -> list[Point]:
        """Give where the shortest ways come within `full` of a place."""
        return [
            (int(x), int(y))
            for roadmap, budget in self.roadmaps
            for x, y in reach_ring(roadmap, self.start, budget, centre, full).points
        ]

    def path_to(self, goal: Point, *, shortest: bool = False) -> tuple[Point, ...] | None:
        """Give a path to a place; None where none is short enough.

        Usually one of few corners; `shortest`: within a few units of the shortest there is, if the lattice has that.
        """
        paths = [self._path(roadmap, budget, goal, shortest=shortest) for roadmap, budget in self.roadmaps]
        return min((path for path in paths if path is not None), key=path_length, default=None)

    def _path(self, roadmap: Roadmap, budget: int, goal: Point, *, shortest: bool) -> tuple[Point, ...] | None:
        if shortest:
            upper = float(reach(roadmap, self.start, budget, np.array([goal], dtype=np.int64)).upper[0])
            for slack in (CLOSE, 8 * CLOSE):
                if upper + slack < budget:
                    path = trace(roadmap, self.start, goal, math.ceil(upper + slack)).path
                    if path is not None:
                        return path
        return trace(roadmap, self.start, goal, budget).path


def walks_of(courses: tuple[Course, ...], radius: int, start: Point) -> Walks:
    """Give the ways of a base of this radius by all of these courses."""
    roadmaps = tuple((build_roadmap(c.ground, radius, (start,), c.budget), c.budget) for c in courses)
    return Walks(start, roadmaps)
