"""Gaps exactly as wide as a base, where the rules close those too (`narrow_gap_closed`, A12).

The planner's ground lets a base through a gap of its own width: it touches on both sides. Where that is not wanted, the
places at which it would touch on opposite sides are plugged. Proofs need none of it: a ground with the gaps open only
allows more.
"""

from __future__ import annotations

from itertools import combinations
from math import hypot

from planner.pathing import Disc, Ground
from planner.pathing.ground import outline
from planner.shapes import Point

Place = tuple[float, float]
Squeeze = tuple[Place, Place]
"""A straight stretch of places (units) at which a base touches on opposite sides; often a single place, twice."""

BLUR = 1.0
"""Units by which a gap may miss the width of a base and still count as equal to it."""
PLUG = 3
"""Units from a squeeze that a base's centre keeps."""


def squeezes(ground: Ground, radius: int) -> tuple[Squeeze, ...]:
    """Give where a base of this radius stands in a gap of its own width: between discs, walls, or one of each.

    The range about an enemy that others keep out of is no thing that makes a gap.
    """
    discs = [disc for disc in ground.discs if not disc.may_hold_starts]
    sides = [side for wall in ground.polygons for side in _sides(outline(wall))]
    found: list[Squeeze] = []
    for one, other in combinations(discs, 2):
        away = hypot(other.centre[0] - one.centre[0], other.centre[1] - one.centre[1])
        if abs(away - one.radius - other.radius - 2 * radius) <= BLUR:
            place = _between(one.centre, other.centre, one.radius + radius)
            found.append((place, place))
    for disc in discs:
        for side in sides:
            near = _nearest(side, disc.centre)
            if near is None:
                continue
            away = hypot(near[0] - disc.centre[0], near[1] - disc.centre[1])
            if abs(away - disc.radius - 2 * radius) <= BLUR:
                place = _between(disc.centre, near, disc.radius + radius)
                found.append((place, place))
    for one_side, other_side in combinations(sides, 2):
        ends = [*_facing(one_side, other_side, radius), *_facing(other_side, one_side, radius)]
        if ends:
            found.append((min(ends), max(ends)))
    return tuple(found)


def plugs(found: tuple[Squeeze, ...], radius: int) -> tuple[Disc, ...]:
    """Give discs, smaller than nothing, that keep the centre of a base of this radius from the ends of squeezes."""
    places = {(round(x), round(y)) for squeeze in found for x, y in squeeze}
    return tuple(Disc(place, PLUG - radius, "a gap no wider than the base") for place in sorted(places))


def is_squeezed(path: tuple[Point, ...], found: tuple[Squeeze, ...]) -> bool:
    """Whether a way stops or turns in a gap no wider than the base. What passes through one meets its plugs."""
    return any(_is_near(squeeze, place) for place in path[1:] for squeeze in found)


def _is_near(squeeze: Squeeze, place: Point) -> bool:
    near = _nearest(squeeze, place) or squeeze[0]
    return hypot(near[0] - place[0], near[1] - place[1]) < PLUG - BLUR


def _sides(corners: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _between(start: Place, goal: Place, along: float) -> Place:
    away = hypot(goal[0] - start[0], goal[1] - start[1])
    share = along / away if away else 0.0
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def _nearest(side: tuple[Place, Place], place: Place) -> Place | None:
    """Give the point of a side that is nearest to a place; None for a side of no length."""
    (ax, ay), (bx, by) = side
    square = (bx - ax) ** 2 + (by - ay) ** 2
    if not square:
        return None
    share = min(1.0, max(0.0, ((place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)) / square))
    return ax + share * (bx - ax), ay + share * (by - ay)


def _facing(side: tuple[Point, Point], other: tuple[Point, Point], radius: int) -> list[Place]:
    """Give the middles of gaps of a base's width between the corners of one side and another side."""
    middles = []
    for corner in other:
        near = _nearest(side, corner)
        if near is not None and abs(hypot(near[0] - corner[0], near[1] - corner[1]) - 2 * radius) <= BLUR:
            middles.append(((near[0] + corner[0]) / 2, (near[1] + corner[1]) / 2))
    return middles
