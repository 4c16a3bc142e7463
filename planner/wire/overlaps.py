"""How deep two things on the table overlap: what a file may not say.

Two discs are compared exactly, in integers. Everything else is taken as convex pieces of an outline inside it,
in floats, which err by less than a hundredth of a unit; the tolerance is 127 of them.

Errs
    A depth is never overstated, so a sound file is never refused: ovals are 64 points on their edge, and a hull
    that is not convex counts by its deepest pair of triangles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from planner.shapes import Base, Circle, HullBase, OvalBase, Point, Polygon, RectBase, RoundBase, circumradius
from planner.units import INPUT_OVERLAP_MAX
from planner.wire.outlines import counter_clockwise, turn

_Spot = tuple[float, float]
_Piece = tuple[_Spot, ...]
_OVAL_POINTS = 64


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a base covers where it stands: a disc, or convex pieces (counter-clockwise)."""

    at: Point
    reach: int
    radius: int | None
    pieces: tuple[_Piece, ...]


def footprint(base: Base, at: Point, facing_deg: float) -> Footprint:
    """Give what a base covers (a base that is not round: never more than that)."""
    reach = circumradius(base)
    match base:
        case RoundBase(radius):
            return Footprint(at, reach, radius, ())
        case OvalBase(length, width):
            turns = [math.tau * k / _OVAL_POINTS for k in range(_OVAL_POINTS)]
            pieces = [tuple((math.cos(t) * length / 2, math.sin(t) * width / 2) for t in turns)]
        case RectBase(length, width):
            x, y = length / 2, width / 2
            pieces = [((-x, -y), (x, -y), (x, y), (-x, y))]
        case HullBase(outline):
            pieces = list(_convex_pieces(outline))
    angle = math.radians(math.fmod(facing_deg, 360))
    return Footprint(at, reach, None, tuple(_placed(piece, at, angle) for piece in pieces))


def terrain_footprint(outline: Polygon | Circle) -> Footprint:
    """Give what a piece of terrain covers; its reach is from the middle of its box."""
    if isinstance(outline, Circle):
        return Footprint(outline.centre, outline.radius, outline.radius, ())
    xs, ys = [x for x, _ in outline.corners], [y for _, y in outline.corners]
    at = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2)
    reach = math.isqrt((max(xs) - min(xs)) ** 2 + (max(ys) - min(ys)) ** 2) + 2
    return Footprint(at, reach, None, tuple(_convex_pieces(outline.corners)))


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Whether two footprints overlap by more than a file may say."""
    dx, dy = a.at[0] - b.at[0], a.at[1] - b.at[1]
    between, near = dx * dx + dy * dy, a.reach + b.reach - INPUT_OVERLAP_MAX
    if near <= 0 or between >= near * near:
        return False
    if a.radius is not None and b.radius is not None:
        return True  # both reaches are radii: decided exactly above
    return overlap_depth(a, b) > INPUT_OVERLAP_MAX + 0.01


def overlap_depth(a: Footprint, b: Footprint) -> float:
    """Give a depth (units) that two footprints overlap by at least; below 0 where none is found."""
    if a.radius is not None and b.radius is not None:
        return a.radius + b.radius - math.dist(a.at, b.at)
    if a.radius is None and b.radius is None:
        return max(_depth_of_pieces(p, q) for p in a.pieces for q in b.pieces)
    disc, other = (a, b) if a.radius is not None else (b, a)
    assert disc.radius is not None
    return disc.radius - min(_distance(disc.at, piece) for piece in other.pieces)


def off_board_by(base: Footprint, width: int, height: int) -> float:
    """Give how far (units) a base reaches over the edge of the board; exact for a round one; 0 if it does not."""
    if base.radius is not None:
        x, y, r = *base.at, base.radius
        return max(r - x, r - y, x + r - width, y + r - height, 0)
    spots = [spot for piece in base.pieces for spot in piece]
    over = max(max(-x, -y, x - width, y - height) for x, y in spots)
    # a turned corner is known to a hundredth of a unit; no file means so little
    return over if over > 1 else 0


def _placed(piece: _Piece, at: Point, angle: float) -> _Piece:
    cos, sin = math.cos(angle), math.sin(angle)
    return tuple((at[0] + x * cos - y * sin, at[1] + x * sin + y * cos) for x, y in piece)


def _depth_of_pieces(p: _Piece, q: _Piece) -> float:
    """Give the least shift that parts two convex pieces; below 0 where they are apart.

    The least shift is square to an edge of one of them (their Minkowski difference has no other edges).
    """
    return min(_least_depth(p, q), _least_depth(q, p))


def _least_depth(p: _Piece, q: _Piece) -> float:
    depth = math.inf
    for (ax, ay), (bx, by) in zip(p, (*p[1:], p[0])):
        inside = max((bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in q)
        depth = min(depth, inside / math.hypot(bx - ax, by - ay))
    return depth


def _distance(at: Point, piece: _Piece) -> float:
    """Give the distance from a point to a convex piece; at most 0 inside, by how deep."""
    x, y = at
    edges = list(zip(piece, (*piece[1:], piece[0])))
    outside = [_right_of(a, b, (x, y)) for a, b in edges]
    if max(outside) <= 0:
        return max(outside)
    return min(to_segment((x, y), a, b) for a, b in edges)


def _right_of(a: _Spot, b: _Spot, spot: _Spot) -> float:
    """Give how far a spot is to the right of the way from a to b."""
    length = math.dist(a, b)
    return ((spot[0] - a[0]) * (b[1] - a[1]) - (spot[1] - a[1]) * (b[0] - a[0])) / length


def to_segment(spot: _Spot, a: _Spot, b: _Spot) -> float:
    """Give the distance from a spot to the segment ab, whose ends differ."""
    (ax, ay), (bx, by), (x, y) = a, b, spot
    square = (bx - ax) ** 2 + (by - ay) ** 2
    along = min(1.0, max(0.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square))
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))


def _convex_pieces(corners: tuple[Point, ...]) -> tuple[_Piece, ...]:
    """Cut a simple polygon into convex pieces: itself where it is convex, else triangles, ear by ear."""
    ring = list(counter_clockwise(corners))
    n = len(ring)
    if all(turn(ring[i - 1], ring[i], ring[(i + 1) % n]) >= 0 for i in range(n)):
        return (tuple((float(x), float(y)) for x, y in ring),)
    pieces: list[_Piece] = []
    while len(ring) > 3:
        i = next(i for i in range(len(ring)) if _is_ear(ring, i))
        a, b, c = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
        if turn(a, b, c) > 0:
            pieces.append(tuple((float(x), float(y)) for x, y in (a, b, c)))
        del ring[i]
    pieces.append(tuple((float(x), float(y)) for x, y in ring))
    return tuple(pieces)


def _is_ear(ring: list[Point], i: int) -> bool:
    """Whether corner i can be cut off: it turns left or is straight, and no other corner is in its triangle."""
    a, b, c = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
    bend = turn(a, b, c)
    if bend == 0:
        return True
    others = (p for p in ring if p not in (a, b, c))
    return bend > 0 and not any(turn(a, b, p) >= 0 and turn(b, c, p) >= 0 and turn(c, a, p) >= 0 for p in others)
