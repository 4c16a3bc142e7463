"""Grounds in a line of code, in inches or units, and boards drawn from a seed."""

from __future__ import annotations

import math
import random

import numpy as np

from planner.pathing import Disc, Ground, Wall, build_roadmap, may_stand, reach, trace
from planner.shapes import Point

U = 127_000
"""Units in an inch."""
R32 = 80_000
"""The radius of a 32 mm base."""
R_INCH = 63_500
"""The radius of a base of one inch: on a lattice of half inches everything touches it."""


def at(x: float, y: float) -> Point:
    """Give a place in inches as lattice units."""
    return round(x * U), round(y * U)


def wall(*corners: tuple[float, float]) -> Wall:
    """Give a wall with corners in inches."""
    return Wall(tuple(at(x, y) for x, y in corners))


def box(left: int, bottom: int, right: int, top: int) -> Wall:
    """Give a rectangular wall in units."""
    return Wall(((left, bottom), (right, bottom), (right, top), (left, top)))


def board(*things: Disc | Wall, width: float = 60, height: float = 44) -> Ground:
    """Give a ground, its size in inches."""
    discs = tuple(t for t in things if isinstance(t, Disc))
    return Ground(round(width * U), round(height * U), discs, tuple(t for t in things if isinstance(t, Wall)))


def lengths(ground: Ground, start: Point, end: Point, radius: int = R32, budget: int = 60 * U) -> tuple[float, float]:
    """Give the lower and the upper length from start to end, in inches."""
    found = reach(build_roadmap(ground, radius, (start,), budget), start, budget, np.array([end]))
    return float(found.lower[0]) / U, float(found.upper[0]) / U


def way(ground: Ground, start: Point, end: Point, radius: int = R32, budget: int = 60 * U) -> tuple[Point, ...] | None:
    """Give the traced path from start to end."""
    return trace(build_roadmap(ground, radius, (start,), budget), start, end, budget).path


def slab(middle: Point, near: int, far: int, length: int) -> Wall:
    """Give a wall along the direction (4, 3): from `near` to `far` fifths to the left, `length` fifths each way.

    Its sides run at exactly 5 * near and 5 * far units from the line through the middle, since (4, 3) is 5 long.
    """
    x, y = middle
    outline = ((near, -length), (near, length), (far, length), (far, -length))
    return Wall(tuple((x + 4 * along - 3 * off, y + 3 * along + 4 * off) for off, along in outline))


def wild(seed: int, width: float = 24, height: float = 24, walls: int = 6, discs: int = 5) -> Ground:
    """Give a table with slanted boxes, L-shaped ruins and bases, some of which overlap; a thousandth-inch lattice."""
    rng = random.Random(seed)
    things: list[Disc | Wall] = []
    for _ in range(walls):
        x, y, turn = rng.uniform(3, width - 3), rng.uniform(3, height - 3), rng.uniform(0, 2 * math.pi)
        a, b = rng.uniform(1, 5), rng.uniform(1, 4)
        outline = [(0, 0), (a, 0), (a, b), (0, b)]
        if rng.random() < 0.4:
            outline = [(0, 0), (a, 0), (a, 0.5), (0.5, 0.5), (0.5, b), (0, b)]
            outline = outline if a > 0.6 and b > 0.6 else [(0, 0), (a, 0), (0, b)]
        corners = [
            (x + p * math.cos(turn) - q * math.sin(turn), y + p * math.sin(turn) + q * math.cos(turn))
            for p, q in outline
        ]
        things.append(Wall(tuple((round(p * 1000) * 127, round(q * 1000) * 127) for p, q in corners)))
    for _ in range(discs):
        centre = (round(rng.uniform(1, width - 1) * 1000) * 127, round(rng.uniform(1, height - 1) * 1000) * 127)
        things.append(Disc(centre, rng.choice([62_500, 80_000, 100_000, 150_000])))
    return board(*things, width=width, height=height)


def tight(seed: int, width: int = 20, height: int = 20, walls: int = 9, discs: int = 6) -> Ground:
    """Give a table on a half-inch lattice: boxes and one-inch discs that touch, overlap and share edges."""
    rng = random.Random(seed)
    half = U // 2
    things: list[Disc | Wall] = []
    for _ in range(walls):
        x, y = rng.randrange(2 * width), rng.randrange(2 * height)
        things.append(box(x * half, y * half, (x + rng.randint(1, 6)) * half, (y + rng.randint(1, 6)) * half))
    for _ in range(discs):
        things.append(
            Disc((rng.randrange(2 * width) * half, rng.randrange(2 * height) * half), rng.choice([1, 2]) * half)
        )
    return board(*things, width=width, height=height)


def free_places(ground: Ground, radius: int, count: int, seed: int, step: int = 127) -> list[Point]:
    """Give places where a base may stand, drawn from a seed, on multiples of `step` units."""
    rng = random.Random(seed)
    drawn = np.array(
        [(rng.randrange(ground.width // step) * step, rng.randrange(ground.height // step) * step) for _ in range(4000)]
    )
    chosen = drawn[may_stand(ground, radius, drawn)][:count]
    assert len(chosen) == count
    return [(int(x), int(y)) for x, y in chosen]
