"""The ways one model has at its turn: clear of difficult terrain for the whole distance, or through it for less."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from planner.candidates import Floats, Ints
from planner.pathing import Ground, Roadmap, build_roadmap, path_length, reach, reach_ring, trace
from planner.shapes import Point


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """What blocks a way of some manner, and how long it may be (units)."""

    ground: Ground
    budget: int


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

    def path_to(self, goal: Point) -> tuple[Point, ...] | None:
        """Give the shortest path found to a place; None where none is short enough."""
        paths = [trace(roadmap, self.start, goal, budget).path for roadmap, budget in self.roadmaps]
        return min((path for path in paths if path is not None), key=path_length, default=None)


def walks_of(courses: tuple[Course, ...], radius: int, start: Point) -> Walks:
    """Give the ways of a base of this radius by all of these courses."""
    roadmaps = tuple((build_roadmap(c.ground, radius, (start,), c.budget), c.budget) for c in courses)
    return Walks(start, roadmaps)
