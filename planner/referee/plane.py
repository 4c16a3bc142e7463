"""Distances in the plane as exact squares: a ratio of two integers, compared by cross multiplication.

Every function takes lattice points. A segment may be a single point (both ends equal).
"""

from __future__ import annotations

from collections.abc import Sequence

from planner.shapes import Point

Squared = tuple[int, int]
"""``(n, d)``, d > 0: the squared distance n / d in square units."""


def is_less(a: Squared, b: Squared) -> bool:
    """Whether the first squared distance is strictly the smaller."""
    return a[0] * b[1] < b[0] * a[1]


def cross(o: Point, a: Point, b: Point) -> int:
    """Twice the area of the triangle o, a, b: positive if b lies to the left of the way from o to a."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def point_to_segment(point: Point, a: Point, b: Point) -> Squared:
    """Squared distance from a point to the segment a-b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    along = px * dx + py * dy
    if along <= 0:
        return px * px + py * py, 1
    length = dx * dx + dy * dy
    if along >= length:
        return (point[0] - b[0]) ** 2 + (point[1] - b[1]) ** 2, 1
    return (dx * py - dy * px) ** 2, length


def segment_to_segment(p: Point, q: Point, a: Point, b: Point) -> Squared:
    """Squared distance between two segments; 0 if they cross or touch.

    Two segments that do not cross are nearest at an end of one of them.
    """
    if _do_cross(p, q, a, b):
        return 0, 1
    best = point_to_segment(p, a, b)
    for other in (point_to_segment(q, a, b), point_to_segment(a, p, q), point_to_segment(b, p, q)):
        if is_less(other, best):
            best = other
    return best


def _do_cross(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether the inner points of the segments cross; a mere touch is left to the distances of the ends."""
    left_p, left_q = cross(a, b, p), cross(a, b, q)
    if not (left_p < 0 < left_q or left_q < 0 < left_p):
        return False
    left_a, left_b = cross(p, q, a), cross(p, q, b)
    return left_a < 0 < left_b or left_b < 0 < left_a


def is_inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether the point is inside a simple polygon; on its boundary either answer may come.

    Counts the edges that a ray to the right meets; an edge owns its lower end and not its upper one.
    """
    inside = False
    before = corners[-1]
    for corner in corners:
        if (before[1] > point[1]) != (corner[1] > point[1]):
            low, high = (before, corner) if before[1] < corner[1] else (corner, before)
            inside ^= cross(low, high, point) > 0
        before = corner
    return inside


def segment_to_polygon(p: Point, q: Point, corners: Sequence[Point]) -> Squared:
    """Squared distance from a segment to a polygon with its inside; 0 if they touch.

    If no edge is touched, the segment is wholly inside or wholly outside, and one of its points tells which.
    """
    if is_inside(p, corners):
        return 0, 1
    best: Squared | None = None
    before = corners[-1]
    for corner in corners:
        here = segment_to_segment(p, q, before, corner)
        if best is None or is_less(here, best):
            best = here
            if best[0] == 0:
                break
        before = corner
    assert best is not None, "a polygon has corners"
    return best
