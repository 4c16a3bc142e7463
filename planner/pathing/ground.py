"""What blocks a unit's bases on this table, and the exact questions about it: may one stand here, is this path clear?

Everything here is integers. Touching is legal: a base may touch a wall, another base, the edge of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from planner.kernels.paths_exact import stand
from planner.shapes import Point

Array = Any


@dataclass(frozen=True, slots=True)
class Disc:
    """A round thing in the way, with its true radius: an enemy's base, a round piece of terrain.

    `may_hold_starts`: a range to keep out of rather than a thing; who starts in it may leave, and comes no nearer.
    """

    centre: Point
    radius: int
    name: str = ""
    may_hold_starts: bool = False


@dataclass(frozen=True, slots=True)
class Wall:
    """A polygon in the way: a simple outline in either sense, its corners once each."""

    corners: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """The board and what blocks the paths of a unit's bases on it.

    Who blocks whom is the caller's to say (rules). Discs and polygons may overlap, share edges, cross the board's edge.
    """

    width: int
    height: int
    discs: tuple[Disc, ...] = ()
    polygons: tuple[Wall, ...] = ()


@dataclass(frozen=True, slots=True)
class Needs:
    """How far a base's centre stays from each disc, wall and board edge (left, bottom, right, top).

    `is_plain`: radii and nothing else; not so where a start overlaps something a little.
    """

    discs: tuple[int, ...]
    walls: tuple[int, ...]
    sides: tuple[int, int, int, int]
    is_plain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Boundary:
    """A ground as arrays for a base of one radius (see `planner.kernels.paths_exact`).

    turns : int64 (k, 3), dot and the two edges that meet there, for convex corners; (dot, -1, -1) for discs.
    """

    dots: Array
    edges: Array
    rings: Array
    box: Array
    turns: Array


def needs_of(ground: Ground, radius: int) -> Needs:
    """Give what a base of this radius needs everywhere."""
    return Needs(
        tuple(disc.radius + radius for disc in ground.discs),
        (radius,) * len(ground.polygons),
        (radius, radius, radius, radius),
    )


def outline(wall: Wall) -> tuple[Point, ...]:
    """Give a wall's corners counter-clockwise, neighbours that are equal once."""
    corners = [p for i, p in enumerate(wall.corners) if p != wall.corners[i - 1]]
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
    return tuple(corners) if area >= 0 else tuple(reversed(corners))


@lru_cache(maxsize=32)
def boundary_of(ground: Ground, needs: Needs) -> Boundary:
    """Give the ground as arrays."""
    dots: list[tuple[int, int, int]] = []
    edges: list[tuple[int, int, int, int, int]] = []
    rings: list[tuple[int, int]] = []
    turns: list[tuple[int, int, int]] = []
    for wall, need in zip(ground.polygons, needs.walls, strict=True):
        corners = outline(wall)
        first, count = len(edges), len(corners)
        for i, (x, y) in enumerate(corners):
            before, after = corners[i - 1], corners[(i + 1) % count]
            bend = (x - before[0]) * (after[1] - y) - (y - before[1]) * (after[0] - x)
            if bend > 0:
                turns.append((len(dots), first + (i - 1) % count, first + i))
            dots.append((x, y, need))
            edges.append((x, y, after[0], after[1], need))
        rings.append((first, len(edges)))
    for disc, need in zip(ground.discs, needs.discs, strict=True):
        turns.append((len(dots), -1, -1))
        dots.append((disc.centre[0], disc.centre[1], need))
    left, bottom, right, top = needs.sides
    return Boundary(
        np.array(dots, dtype=np.int64).reshape(-1, 3),
        np.array(edges, dtype=np.int64).reshape(-1, 5),
        np.array(rings, dtype=np.int64).reshape(-1, 2),
        np.array([left, bottom, ground.width - right, ground.height - top], dtype=np.int64),
        np.array(turns, dtype=np.int64).reshape(-1, 3),
    )


def may_stand(ground: Ground, radius: int, points: Array) -> Array:
    """Say for every point whether a base may stand there: no overlap, on the board. Exact.

    points : int64 (k, 2). Returns bool (k,). Friends are not looked at.
    """
    edge = boundary_of(ground, needs_of(ground, radius))
    places = np.ascontiguousarray(points, dtype=np.int64).reshape(-1, 2)
    free: Array = stand(places, edge.dots, edge.edges, edge.rings, edge.box)
    return free
