"""Gaps exactly as wide as a base, where the rules close those too (`narrow_gap_closed`, A12).

The planner's ground lets a base through a gap of its own width: it touches on both sides. Where that is not wanted, the
places at which it would touch on opposite sides are plugged. Which gaps are meant is decided in integers; a gap that is
wider by a lattice unit is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import hypot

from planner.pathing import Disc, Ground, outline
from planner.shapes import Point

Place = tuple[float, float]
Squeeze = tuple[Place, Place]
"""A straight stretch of places (units) at which a base touches on opposite sides; often a single place, twice."""

PLUG = 1
"""Units from the ends of a squeeze that a base's centre keeps: of lattice points, only the nearest is too near."""


@dataclass(frozen=True, slots=True)
class _Round:
    """A disc, or a corner with no radius."""

    at: Point
    radius: int


def squeezes(ground: Ground, radius: int) -> tuple[Squeeze, ...]:
    """Give where a base of this radius stands in a gap of its own width: between discs, walls, or one of each.

    The range about an enemy that others keep out of is no thing that makes a gap, nor is the board's edge.
    """
    width = 2 * radius
    walls = [outline(wall) for wall in ground.polygons]
    rounds = [_Round(disc.centre, disc.radius) for disc in ground.discs if not disc.may_hold_starts]
    rounds += [_Round(corner, 0) for corners in walls for corner in corners]
    sides = [side for corners in walls for side in zip(corners, corners[1:] + corners[:1], strict=True)]
    found: list[Squeeze] = []
    for one, other in combinations(rounds, 2):
        both = one.radius + other.radius + width
        if both * both == (other.at[0] - one.at[0]) ** 2 + (other.at[1] - one.at[1]) ** 2:
            place = _along(one.at, other.at, one.radius + radius)
            found.append((place, place))
    for one in rounds:
        for side in sides:
            foot = _foot(side, one.at, one.radius + width)
            if foot is not None:
                place = _along(one.at, foot, one.radius + radius)
                found.append((place, place))
    for a, b in combinations(sides, 2):
        ends = [
            _along(corner, foot, radius)
            for side, corners in ((a, b), (b, a))
            for corner in corners
            if (foot := _foot(side, corner, width)) is not None
        ]
        if len(ends) > 1 and _is_parallel(a, b):
            found.append((min(ends), max(ends)))
    return tuple(found)


def plugs(found: tuple[Squeeze, ...], radius: int, starts: tuple[Point, ...]) -> tuple[Disc, ...]:
    """Give discs, smaller than nothing, that keep the centre of a base of this radius from the ends of squeezes.

    Not from where one starts: who stands in a gap may leave it.
    """
    places = {(round(x), round(y)) for squeeze in found for x, y in squeeze} - set(starts)
    return tuple(Disc(place, PLUG - radius, "a gap no wider than the base") for place in sorted(places))


def is_squeezed(path: tuple[Point, ...], found: tuple[Squeeze, ...]) -> bool:
    """Whether a way stops or turns in a gap no wider than the base. What passes through one meets its plugs."""
    return any(_is_on(squeeze, place) for place in path[1:] for squeeze in found)


def _is_on(squeeze: Squeeze, place: Point) -> bool:
    (ax, ay), (bx, by) = squeeze
    square = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)) / square if square else 0.0
    share = min(1.0, max(0.0, share))
    return hypot(ax + share * (bx - ax) - place[0], ay + share * (by - ay) - place[1]) < PLUG


def _foot(side: tuple[Point, Point], place: Point, away: int) -> Place | None:
    """Give where the perpendicular from a place meets a side, within it or at an end, if it is exactly so long."""
    (ax, ay), (bx, by) = side
    dx, dy, px, py = bx - ax, by - ay, place[0] - ax, place[1] - ay
    square, along, across = dx * dx + dy * dy, px * dx + py * dy, dx * py - dy * px
    if not square or not 0 <= along <= square or across * across != away * away * square:
        return None
    return ax + along / square * dx, ay + along / square * dy


def _is_parallel(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    return (bx - ax) * (dy - cy) == (by - ay) * (dx - cx)


def _along(start: Place, goal: Place, length: float) -> Place:
    """Give the place so far from `start` towards `goal`."""
    away = hypot(goal[0] - start[0], goal[1] - start[1])
    share = length / away if away else 0.0
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share
