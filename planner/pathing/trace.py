"""The path to a chosen end, as a polyline on the lattice that is itself legal, exactly.

The taut path bends on arcs; a polyline outside each arc stands for it, coarse where the budget leaves room, finer
where it does not. Its ideal vertices are reals: a small search over the lattice points near each, with exact
tests, picks those that make every segment legal and the whole shortest. Where a straight part must lie exactly on
one line (in a slot as wide as the base), the lattice points of that line are tried too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from planner.kernels.paths_exact import clear_points, segment_clear
from planner.kernels.paths_graph import blocker
from planner.kernels.paths_search import best_way
from planner.kernels.paths_trace import link
from planner.pathing.faults import is_within, leg_faults, path_faults, path_length
from planner.pathing.reach import reach
from planner.pathing.roadmap import Roadmap
from planner.shapes import Point

Array = Any

STEPS = (1.8, 0.9, 0.45, 0.22, 0.11, 0.055, 0.027, 0.013, 1 / 150, 1 / 256)
"""Radians of an arc per vertex, tried in this order."""
LONGEST_SPACING = 20_000
"""Lattice points of an exact line are of use if they are not further apart than this (0.16 inch)."""

ALONG = 100
"""Units along a leg that are searched for lattice points very near to it, where nothing else gives a path."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A way to one end.

    `path`: the polyline, None if none within the budget was found. `length`: of the path, or of the shortest legal
    polyline that was tried (inf: none). `lower`: no path at all is shorter.
    """

    path: tuple[Point, ...] | None
    length: float
    lower: float


@dataclass(frozen=True, slots=True)
class Bend:
    """A circle that a path bends on, at its true size; sense +1 counter-clockwise. Start and end have need 0."""

    x: int
    y: int
    need: int
    sense: int


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight part between two bends: unit normal to the right of travel, and where it touches both circles.

    `line`: integers a, b, c with ``a x + b y = c`` all along it and a, b coprime, if there are such.
    """

    nx: float
    ny: float
    tail: tuple[float, float]
    head: tuple[float, float]
    line: tuple[int, int, int] | None = None


def trace(roadmap: Roadmap, start: Point, end: Point, budget: int) -> Trace:
    """Give a legal polyline from `start` to `end` no longer than `budget`, if there is one on the lattice."""
    start, end = (int(start[0]), int(start[1])), (int(end[0]), int(end[1]))
    own = roadmap.of(start)
    if start == end:
        return Trace((start,), 0.0, 0.0)
    lower = float(reach(own, start, budget, np.array([end], dtype=np.int64)).lower[0])
    if lower == math.inf:
        return Trace(None, math.inf, math.inf)
    if segment_clear(*start, *end, own.dots, own.edges) and _is_legal(own, (start, end)):
        return Trace((start, end) if is_within((start, end), budget) else None, math.dist(start, end), lower)
    bends, legs = _settle(own, [_point(start), *_taut(own, start, end, budget), _point(end)])
    bends, legs = _part_at_pinches(own, bends, legs)
    best = math.inf
    for along in (0, ALONG):
        for step in STEPS:
            path = _on_lattice(own, start, end, legs, _outside(bends, legs, step), along)
            if path is None:
                continue
            best = min(best, path_length(path))
            if is_within(path, budget):
                return Trace(path, path_length(path), lower)
        if best < math.inf:
            break
    return Trace(None, best, lower)


def _is_legal(roadmap: Roadmap, path: tuple[Point, ...]) -> bool:
    """Whether a path of clear segments also passes where the start's own depth is the measure (a root)."""
    return roadmap.needs.is_plain or not path_faults(roadmap.ground, roadmap.radius, path)


def _point(place: Point) -> Bend:
    return Bend(place[0], place[1], 0, 1)


def _taut(roadmap: Roadmap, start: Point, end: Point, budget: int) -> list[Bend]:
    """Give the bends of the shortest path at deflated radii; none if the straight way is clear there."""
    sx, sy, ex, ey = float(start[0]), float(start[1]), float(end[0]), float(end[1])
    if blocker(sx, sy, ex, ey, roadmap.limits, roadmap.bars, 0.0, -1) < 0:
        return []
    tree = roadmap.tree(start, budget)
    ways = np.empty((len(tree.order) + 1, 6))
    row = best_way(
        ex, ey, 0.0, budget + 1e-5, tree.order, tree.least, roadmap.turns, roadmap.cones, roadmap.arcs, roadmap.first,
        roadmap.limits, roadmap.bars, roadmap.groups, roadmap.group_first, roadmap.places, tree.entry, tree.label,
        ways,
    )  # fmt: skip
    groups = [int(ways[row, 1])]
    node = int(ways[row, 4])
    while node >= 0:
        if roadmap.owner[node] != groups[-1]:
            groups.append(int(roadmap.owner[node]))
        node = int(tree.came[node])
    return [_bend(roadmap, int(roadmap.groups[g, 5]), 1 if g % 2 == 0 else -1) for g in reversed(groups)]


def _bend(roadmap: Roadmap, turn: int, sense: int) -> Bend:
    x, y, need = (int(v) for v in roadmap.outer_dots[roadmap.turn_dots[turn]])
    return Bend(x, y, need, sense)


def _settle(roadmap: Roadmap, bends: list[Bend]) -> tuple[list[Bend], list[Leg]]:
    """Pull the path tight at the true radii: bend on what it would now graze, let go of what it has left."""
    for _ in range(12):
        legs = [_leg(a, b) for a, b in pairwise(bends)]
        loose = [i for i in range(1, len(bends) - 1) if turning(bends[i], legs[i - 1], legs[i]) < -1e-9]
        if loose:
            del bends[loose[0]]
            continue
        grazed = [(i, bend) for i, leg in enumerate(legs) for bend in _grazed(roadmap, bends[i], bends[i + 1], leg)]
        if not grazed:
            break
        for i, bend in reversed(grazed):
            bends.insert(i + 1, bend)
    return bends, [_leg(a, b) for a, b in pairwise(bends)]


def _leg(a: Bend, b: Bend) -> Leg:
    dx, dy = b.x - a.x, b.y - a.y
    square, w = dx * dx + dy * dy, a.need * a.sense - b.need * b.sense
    h2 = max(0, square - w * w)
    h = math.sqrt(h2)
    nx, ny = (w * dx + h * dy) / square, (w * dy - h * dx) / square
    whole = math.isqrt(h2)
    return Leg(
        nx,
        ny,
        (a.x + a.need * a.sense * nx, a.y + a.need * a.sense * ny),
        (b.x + b.need * b.sense * nx, b.y + b.need * b.sense * ny),
        _line(a, w * dx + whole * dy, w * dy - whole * dx) if whole * whole == h2 else None,
    )


def _line(bend: Bend, nx: int, ny: int) -> tuple[int, int, int] | None:
    """Give the tangent of a bend whose normal is along the integers nx, ny, as integers, if it can be."""
    common = math.gcd(nx, ny)
    nx, ny = nx // common, ny // common
    spacing = math.isqrt(nx * nx + ny * ny)
    if spacing * spacing != nx * nx + ny * ny:
        return None
    return nx, ny, nx * bend.x + ny * bend.y + bend.need * bend.sense * spacing


def turning(bend: Bend, before: Leg, after: Leg) -> float:
    """Give the angle turned at a bend, in its own sense; a taut path turns less than a circle less half a radian."""
    cross = before.nx * after.ny - before.ny * after.nx
    angle = bend.sense * math.atan2(cross, before.nx * after.nx + before.ny * after.ny)
    return angle + 2 * math.pi if angle < -0.5 else angle


def _grazed(roadmap: Roadmap, a: Bend, b: Bend, leg: Leg) -> list[Bend]:
    """Give the circles that a leg cuts (by less than the deflation), in the order in which it meets them."""
    dots = roadmap.outer_dots[roadmap.turn_dots].astype(np.float64)
    ux, uy = -leg.ny, leg.nx
    ex, ey = dots[:, 0] - leg.tail[0], dots[:, 1] - leg.tail[1]
    along, across = ux * ex + uy * ey, ux * ey - uy * ex
    length = math.dist(leg.tail, leg.head)
    cut = (along > 0.0) & (along < length) & (np.abs(across) < dots[:, 2] - 1e-7)
    own = {(a.x, a.y, a.need), (b.x, b.y, b.need)}
    met = sorted((float(along[k]), int(k)) for k in np.flatnonzero(cut))
    bends = [_bend(roadmap, k, 1 if across[k] > 0 else -1) for _, k in met]
    return [bend for bend in bends if (bend.x, bend.y, bend.need) not in own]


def _outside(bends: list[Bend], legs: list[Leg], step: float) -> list[tuple[float, float, int, int]]:
    """Give the vertices of a polyline outside all arcs: x, y, and the legs (or -1) on whose lines each lies."""
    vertices = []
    for i, bend in enumerate(bends[1:-1], start=1):
        before, after = legs[i - 1], legs[i]
        angle = turning(bend, before, after)
        if angle < 1e-9:
            continue
        count = max(1, math.ceil(angle / step))
        radius = bend.need / math.cos(angle / (2 * count))
        low = math.atan2(bend.sense * before.ny, bend.sense * before.nx)
        for k in range(count):
            at = low + bend.sense * angle * (k + 0.5) / count
            on_before, on_after = i - 1 if k == 0 else -1, i if k == count - 1 else -1
            vertices.append((bend.x + radius * math.cos(at), bend.y + radius * math.sin(at), on_before, on_after))
    return vertices


def _on_lattice(
    roadmap: Roadmap,
    start: Point,
    end: Point,
    legs: list[Leg],
    ideal: list[tuple[float, float, int, int]],
    along: int,
) -> tuple[Point, ...] | None:
    """Pick a lattice point near each ideal vertex such that all segments are clear and the path is shortest.

    `along`: so many units to both sides of a vertex, the lattice points that are nearest to its leg are tried as well:
    in a gap that is wider than the base by less than a unit, few lattice points will do.
    """
    width = 2 if len(ideal) < 40 else 1
    layers = [np.array([start], dtype=np.int64)]
    for x, y, on_before, on_after in ideal:
        near = {
            (round(x) + i, round(y) + j) for i in range(-width, width + 1) for j in range(-width, width + 1)
        }  # fmt: skip
        for leg in {on_before, on_after} - {-1}:
            line = legs[leg].line
            if line is not None:
                near.update(_points_on_line(line, x, y))
            if along:
                near.update(_points_beside(legs[leg], x, y, along))
        layer = np.array(sorted(near), dtype=np.int64)
        layers.append(layer[clear_points(layer, roadmap.dots, roadmap.edges, roadmap.box)])
    layers.append(np.array([end], dtype=np.int64))
    cost, links = np.zeros(1), []
    for here, there in pairwise(layers):
        cost, came = _link(roadmap, start, here, cost, there)
        links.append(came)
        if not np.isfinite(cost).any():
            return None
    at, path = 0, []
    for layer, came in zip(reversed(layers), reversed(links)):
        path.append((int(layer[at, 0]), int(layer[at, 1])))
        at = int(came[at])
    path.append(start)
    return tuple(reversed(path))


def _link(roadmap: Roadmap, start: Point, here: Array, cost: Array, there: Array) -> tuple[Array, Array]:
    """Join two layers. Where the start overlaps something, how deep a path may go is a root, not an integer.

    Then only the first segment is asked in rationals; the others keep to the next integer, a unit further out.
    """
    dots, edges = roadmap.outer_dots, roadmap.outer_edges
    if not roadmap.needs.is_plain:
        if len(here) == 1 and tuple(here[0].tolist()) == start:
            lengths = [_from_start(roadmap, start, (x, y)) for x, y in there.tolist()]
            return np.array(lengths), np.zeros(len(there), dtype=np.int64)
        cost = np.where(clear_points(here, dots, edges, roadmap.box), cost, np.inf)
        there_is_clear = clear_points(there, dots, edges, roadmap.box)
        best, came = link(here, cost, there, dots, edges)
        return np.where(there_is_clear, best, np.inf), came
    best, came = link(here, cost, there, dots, edges)
    return best, came


def _from_start(roadmap: Roadmap, start: Point, place: Point) -> float:
    faults = leg_faults(roadmap.ground, roadmap.radius, start, (start, place))
    return math.inf if faults else math.dist(start, place)


def _points_on_line(line: tuple[int, int, int], x: float, y: float) -> list[Point]:
    """Give the lattice points nearest to (x, y) on a line, if they are not too far apart to be of use."""
    nx, ny, right = line
    square = nx * nx + ny * ny
    if square == 1 or square > LONGEST_SPACING * LONGEST_SPACING:
        return []
    # one solution, then steps of (ny, -nx); both are non-zero, or the square were 1
    px = right * pow(nx, -1, abs(ny)) % abs(ny)
    py = (right - nx * px) // ny
    k = round(((round(x) - px) * ny - (round(y) - py) * nx) / square)
    return [(px + ny * (k + i), py - nx * (k + i)) for i in range(-2, 3)]


def _points_beside(leg: Leg, x: float, y: float, along: int) -> list[Point]:
    """Give the sixteen lattice points nearest to a leg's line within so many units of (x, y)."""
    steps = range(-along, along + 1)
    places = {(round(x - leg.ny * k) + i, round(y + leg.nx * k) + j) for k in steps for i in (0, 1) for j in (0, 1)}
    return sorted(places, key=lambda p: (abs((p[0] - x) * leg.nx + (p[1] - y) * leg.ny), p))[:16]


def _part_at_pinches(roadmap: Roadmap, bends: list[Bend], legs: list[Leg]) -> tuple[list[Bend], list[Leg]]:
    """Part each bend where something else touches its circle from the other side, or all but does.

    There the path has one way through, or hardly more: the two halves are joined by a leg of no length along it.
    """
    parted, joined = [bends[0]], [legs[0]]
    for i, bend in enumerate(bends[1:-1], start=1):
        angle = turning(bend, legs[i - 1], legs[i])
        low = math.atan2(bend.sense * legs[i - 1].ny, bend.sense * legs[i - 1].nx)
        pinches = []
        for dx, dy, is_exact in _touching(roadmap, bend):
            turned = bend.sense * (math.atan2(dy, dx) - low) % (2.0 * math.pi)
            if 1e-6 < turned < angle - 1e-6:
                pinches.append((turned, dx, dy, is_exact))
        for _, dx, dy, is_exact in sorted(pinches):
            d = math.hypot(dx, dy)
            at = (bend.x + bend.need * dx / d, bend.y + bend.need * dy / d)
            line = _line(bend, bend.sense * dx, bend.sense * dy) if is_exact else None
            parted.append(bend)
            joined.append(Leg(bend.sense * dx / d, bend.sense * dy / d, at, at, line))
        parted.append(bend)
        joined.append(legs[i])
    return [*parted, bends[-1]], joined


def _touching(roadmap: Roadmap, bend: Bend) -> list[tuple[int, int, bool]]:
    """Give the directions (integers) in which a gap from this bend's circle just fits the base.

    It fits if it is wide enough, and by less than a unit; whether exactly, is said too.
    """
    dots = roadmap.dots - np.array([bend.x, bend.y, -bend.need])
    found = [
        (dx, dy, dx * dx + dy * dy == need * need)
        for dx, dy, need in dots[np.abs(np.hypot(dots[:, 0], dots[:, 1]) - dots[:, 2]) < 1.0].tolist()
        if dx * dx + dy * dy >= need * need
    ]
    walls = roadmap.bars[: len(roadmap.edges)]
    along = walls[:, 2:] - walls[:, :2]
    gaps = np.abs(along[:, 0] * (bend.y - walls[:, 1]) - along[:, 1] * (bend.x - walls[:, 0]))
    gaps /= np.hypot(along[:, 0], along[:, 1])
    for ax, ay, bx, by, need in roadmap.edges[np.abs(gaps - roadmap.edges[:, 4] - bend.need) < 1.0].tolist():
        ux, uy, ex, ey = bx - ax, by - ay, bend.x - ax, bend.y - ay
        across, length2 = ux * ey - uy * ex, ux * ux + uy * uy
        beyond = across * across - (need + bend.need) ** 2 * length2
        if 0 < ex * ux + ey * uy < length2 and beyond >= 0:
            # walls run counter-clockwise: seen from outside, the wall is on the left of its edge
            found.append((-uy, ux, beyond == 0) if across < 0 else (uy, -ux, beyond == 0))
    return found
