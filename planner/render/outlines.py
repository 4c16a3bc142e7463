"""Outlines to draw: of bases, of what lies within a distance of them, and of unions of discs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from planner.render.canvas import Spot, number
from planner.shapes import Base, HullBase, OvalBase, Point, RectBase, RoundBase

_STEPS = 96
Disc = tuple[float, float, float]
"""Centre x, y and radius, all in pixels."""


def base_outline(base: Base, at: Point, facing_deg: float, grown: float = 0.0) -> list[Point]:
    """Give points round a base, or round all within `grown` of its convex hull, in lattice units.

    Good for drawing only: curves are cut into chords.
    """
    turn = math.radians(facing_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    local = _corners(base) if grown == 0 and not isinstance(base, RoundBase | OvalBase) else _rounded(base, grown)
    return [(round(at[0] + cos * x - sin * y), round(at[1] + sin * x + cos * y)) for x, y in local]


def _corners(base: Base) -> list[tuple[float, float]]:
    match base:
        case RectBase(length, width):
            a, b = length / 2, width / 2
            return [(a, b), (-a, b), (-a, -b), (a, -b)]
        case HullBase(outline):
            return [(float(x), float(y)) for x, y in outline]
        case _:
            return [(0.0, 0.0)]


def _rounded(base: Base, grown: float) -> list[tuple[float, float]]:
    """Walk once round the base: in each direction the furthest point, moved out by `grown`."""
    return [_furthest(base, 2 * math.pi * k / _STEPS, grown) for k in range(_STEPS)]


def _furthest(base: Base, angle: float, grown: float) -> tuple[float, float]:
    cos, sin = math.cos(angle), math.sin(angle)
    match base:
        case RoundBase(radius):
            x, y = radius * cos, radius * sin
        case OvalBase(length, width):
            a, b = length / 2, width / 2
            size = math.hypot(a * cos, b * sin)
            x, y = a * a * cos / size, b * b * sin / size
        case _:
            x, y = max(_corners(base), key=lambda corner: corner[0] * cos + corner[1] * sin)
    return x + grown * cos, y + grown * sin


def clipped(corners: Iterable[Point], box: tuple[int, int, int, int]) -> list[tuple[float, float]]:
    """Give the corners of the part of a polygon that lies in a box (left, bottom, right, top); empty where none does.

    Sutherland and Hodgman's way, one side after the other. Of a polygon that is not convex, parts may hang together
    by a line along the box, in drawing only.
    """
    part = [(float(x), float(y)) for x, y in corners]
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        kept: list[tuple[float, float]] = []
        for a, b in zip(part, [*part[1:], *part[:1]]):
            over_a, over_b = sign * (a[axis] - limit), sign * (b[axis] - limit)
            if over_a >= 0:
                kept.append(a)
            if over_a * over_b < 0:
                t = over_a / (over_a - over_b)
                kept.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
        part = kept
    return part


def union_path(discs: Sequence[Disc]) -> str:
    """Give the path data of the outline of a union of discs: of each circle the arcs that no other disc covers."""
    parts = []
    for index, (x, y, r) in enumerate(discs):
        covered = _covered(index, discs)
        if covered is None:
            continue
        parts += [_arc(x, y, r, start, end) for start, end in _gaps(covered)]
    return "".join(parts)


def _covered(index: int, discs: Sequence[Disc]) -> list[tuple[float, float]] | None:
    """Give the intervals of a circle's angle that other discs cover; None when one covers it all."""
    x, y, r = discs[index]
    out = []
    for other, (ox, oy, o_r) in enumerate(discs):
        if other == index:
            continue
        apart = math.hypot(ox - x, oy - y)
        if apart + r <= o_r and (apart > 0 or r < o_r or other < index):
            return None
        if apart >= r + o_r or apart + o_r <= r:
            continue
        middle = math.atan2(oy - y, ox - x)
        half = math.acos(max(-1.0, min(1.0, (r * r + apart * apart - o_r * o_r) / (2 * r * apart))))
        out.append((middle - half, middle + half))
    return out


def _gaps(covered: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Give what is left of a full turn; one gap of a whole turn when nothing is covered."""
    turn = 2 * math.pi
    cut: list[tuple[float, float]] = []
    for start, end in covered:
        first = start % turn
        last = first + (end - start)
        cut += [(first, min(last, turn))] + ([(0.0, last - turn)] if last > turn else [])
    out, reached = [], 0.0
    for start, end in sorted(cut):
        if start > reached:
            out.append((reached, start))
        reached = max(reached, end)
    if reached < turn:
        out.append((reached, turn))
    return out


def _arc(x: float, y: float, r: float, start: float, end: float) -> str:
    """Write an arc, in pieces of at most a third of a turn, which every renderer reads alike."""
    pieces = max(1, math.ceil((end - start) / (2 * math.pi / 3)))
    angles = [start + (end - start) * k / pieces for k in range(pieces + 1)]
    spots: list[Spot] = [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]
    size = f"{number(r)} {number(r)} 0 0 1"
    return f"M{number(spots[0][0])} {number(spots[0][1])}" + "".join(
        f"A{size} {number(sx)} {number(sy)}" for sx, sy in spots[1:]
    )
