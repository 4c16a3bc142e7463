"""The exact check of a polyline, in plain integers: the searcher's own, shared with no other check."""

from __future__ import annotations

import math
from fractions import Fraction

from planner.pathing.ground import Ground, outline
from planner.shapes import Point
from planner.units import INPUT_OVERLAP_MAX

Exact = int | Fraction


def path_faults(ground: Ground, radius: int, path: tuple[Point, ...]) -> tuple[str, ...]:
    """Say all that is wrong with a base of this radius moving along a polyline; nothing: ``()``.

    Every segment must stay the radius from every wall and from the board's edge, and both radii from every disc;
    touching is legal. What the first point overlaps by up to 0.001 inch may be overlapped as deeply, no deeper.
    """
    # numpy's integers would overflow without a word
    path = tuple((int(x), int(y)) for x, y in path)
    return leg_faults(ground, radius, path[0], path)


def leg_faults(ground: Ground, radius: int, start: Point, path: tuple[Point, ...]) -> tuple[str, ...]:
    """Say all that is wrong with a part of a path that began at `start`, which says how deep it may go."""
    faults = list(_edge_faults(ground, radius, start, path))
    for disc in ground.discs:
        need = disc.radius + radius
        near = [leg for leg in _legs(path) if _boxes_meet(leg, (disc.centre, disc.centre), need)]
        if not near:
            continue
        has2 = squared_gap(disc.centre, start, start)
        need2 = min(has2, need * need) if disc.may_hold_starts else _lowered(need, has2)
        for p, q in near:
            gap2 = squared_gap(disc.centre, p, q)
            if gap2 < need2:
                faults.append(f"{p}-{q} overlaps {disc.name or 'the disc at ' + str(disc.centre)}{_by(need2, gap2)}")
    for wall in ground.polygons:
        corners = outline(wall)
        name = wall.name or "the wall at " + str(corners[0])
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        extent = ((min(xs), min(ys)), (max(xs), max(ys)))
        near = [leg for leg in _legs(path) if _boxes_meet(leg, extent, radius)]
        if not near:
            continue
        if is_inside(corners, path[0]):
            faults.append(f"{path[0]} is inside {name}")
            continue
        need2 = _lowered(radius, wall_gap2(corners, start, start))
        for p, q in near:
            gap2 = wall_gap2(corners, p, q)
            if gap2 < need2:
                faults.append(f"{p}-{q} overlaps {name}{_by(need2, gap2)}")
    return tuple(faults)


def squared_gap(c: Point, p: Point, q: Point) -> Exact:
    """Give the squared distance from a point to the segment p-q, exactly."""
    dx, dy, ex, ey = q[0] - p[0], q[1] - p[1], c[0] - p[0], c[1] - p[1]
    along, length2 = ex * dx + ey * dy, dx * dx + dy * dy
    if along <= 0:
        return ex * ex + ey * ey
    if along >= length2:
        return (c[0] - q[0]) ** 2 + (c[1] - q[1]) ** 2
    return Fraction((dx * ey - dy * ex) ** 2, length2)


def wall_gap2(corners: tuple[Point, ...], p: Point, q: Point) -> Exact:
    """Give the squared distance from the segment p-q to a polygon's outline, exactly; 0 where they meet."""
    best: Exact | None = None
    for i, b in enumerate(corners):
        a = corners[i - 1]
        if _cross(a, b, p, q):
            return 0
        gap2 = min(squared_gap(b, p, q), squared_gap(p, a, b), squared_gap(q, a, b))
        best = gap2 if best is None or gap2 < best else best
    assert best is not None
    return best


def is_inside(corners: tuple[Point, ...], p: Point) -> bool:
    """Whether a point is inside a polygon (on its outline: either)."""
    inside = False
    for i, b in enumerate(corners):
        a = corners[i - 1]
        if (a[1] > p[1]) != (b[1] > p[1]) and (_side(a, b, p) > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def is_within(path: tuple[Point, ...], budget: int) -> bool:
    """Whether a path's length is at most `budget`, exactly.

    A sum of square roots of integers is an integer only if each is (they are all positive), so more digits decide.
    """
    squares = [(q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 for p, q in _legs(path)]
    roots = [math.isqrt(n) for n in squares]
    if all(root * root == n for root, n in zip(roots, squares, strict=True)):
        return sum(roots) <= budget
    digits = 16
    while True:
        low = sum(math.isqrt(n << 2 * digits) for n in squares)
        if low + len(squares) <= budget << digits:
            return True
        if low > budget << digits:
            return False
        digits *= 2


def path_length(path: tuple[Point, ...]) -> float:
    """Give a path's length as a float."""
    return math.fsum(math.hypot(q[0] - p[0], q[1] - p[1]) for p, q in _legs(path))


def _edge_faults(ground: Ground, radius: int, start: Point, path: tuple[Point, ...]) -> tuple[str, ...]:
    x, y = start
    room = (x, y, ground.width - x, ground.height - y)
    needs = [has if radius - INPUT_OVERLAP_MAX <= has < radius else radius for has in room]
    return tuple(
        f"{(px, py)} is over the edge of the board"
        for px, py in path
        if any(has < need for has, need in zip((px, py, ground.width - px, ground.height - py), needs, strict=True))
    )


def _lowered(need: int, start_gap2: Exact) -> Exact:
    """Give the squared need: what the start has, if it overlaps by no more than a file may."""
    allowed = need - INPUT_OVERLAP_MAX
    return start_gap2 if allowed > 0 and allowed * allowed <= start_gap2 < need * need else need * need


def _legs(path: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """Give a path's segments; a path of one point is one segment without length."""
    return list(zip(path, path[1:] or path, strict=False))


def _boxes_meet(leg: tuple[Point, Point], extent: tuple[Point, Point], need: int) -> bool:
    """Whether a segment's box comes within `need` of an extent, given by its lower left and upper right."""
    (px, py), (qx, qy) = leg
    (left, low), (right, high) = extent
    return (
        max(px, qx) >= left - need
        and min(px, qx) <= right + need
        and max(py, qy) >= low - need
        and min(py, qy) <= high + need
    )


def _side(a: Point, b: Point, p: Point) -> int:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    """Whether two segments cross in their insides."""
    return (_side(a, b, p) > 0) != (_side(a, b, q) > 0) and (_side(p, q, a) > 0) != (_side(p, q, b) > 0)


def _by(need2: Exact, gap2: Exact) -> str:
    return f" by {math.sqrt(need2) - math.sqrt(gap2):.3g} units"
