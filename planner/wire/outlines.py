"""Is this a simple polygon? Decided on integer corners, exactly.

Standard Python and not shapely: a judge's run (``check``) reads the same files, should start at once, and
stands on nothing but the standard library.
"""

from __future__ import annotations

from planner.shapes import Point
from planner.units import in_text


def doubled_area(corners: tuple[Point, ...]) -> int:
    """Give twice the signed area: above 0 where the corners go counter-clockwise."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, (*corners[1:], *corners[:1])))


def turn(a: Point, b: Point, c: Point) -> int:
    """Give twice the area of the triangle abc: above 0 where c is left of the way from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def opened(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """Drop a last corner that only closes the ring."""
    return corners[:-1] if len(corners) > 1 and corners[0] == corners[-1] else corners


def counter_clockwise(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """Give the same simple polygon counter-clockwise, beginning at the same corner."""
    return corners if doubled_area(corners) > 0 else (corners[0], *reversed(corners[1:]))


def outline_fault(corners: tuple[Point, ...]) -> tuple[str, str] | None:
    """Say what keeps opened corners from being a simple polygon, as (found, allowed); None if they are one.

    A corner on a straight edge is fine; an edge that touches another one away from their common corner is not.
    """
    if len(corners) < 3:
        return f"{len(corners)} different corners", "at least 3 corners"
    repeated = _repeated(corners)
    if repeated is not None:
        i, j = repeated
        return f"corners {i} and {j} at the same place", "each corner once (places nearer than 0.00001 inch are one)"
    if all(turn(corners[0], corners[1], c) == 0 for c in corners[2:]):
        return "all corners on one line, no area", "a polygon with an area"
    crossing = _crossing(corners)
    if crossing is not None:
        (i, j), n = crossing, len(corners)
        found = f"edges {i}-{(i + 1) % n} and {j}-{(j + 1) % n} that cross or touch near {_near(corners, i)}"
        return found, "a simple polygon: edges meet only at their common corner"
    return None


def _near(corners: tuple[Point, ...], i: int) -> str:
    x, y = corners[i]
    return f"({in_text(x)}, {in_text(y)})"


def _repeated(corners: tuple[Point, ...]) -> tuple[int, int] | None:
    seen: dict[Point, int] = {}
    for j, corner in enumerate(corners):
        if corner in seen:
            return seen[corner], j
        seen[corner] = j
    return None


def _crossing(corners: tuple[Point, ...]) -> tuple[int, int] | None:
    """Give two edges that meet where they should not, by their first corners; None if there are none."""
    n = len(corners)
    edges = [(corners[i], corners[(i + 1) % n]) for i in range(n)]
    # swept from left to right, so that long outlines do not cost every pair
    order = sorted(range(n), key=lambda i: min(edges[i][0][0], edges[i][1][0]))
    active: list[int] = []
    for i in order:
        left = min(edges[i][0][0], edges[i][1][0])
        active = [j for j in active if max(edges[j][0][0], edges[j][1][0]) >= left]
        for j in active:
            first, second = sorted((i, j))
            if _meet_wrongly(edges, first, second, n):
                return first, second
        active.append(i)
    return None


def _meet_wrongly(edges: list[tuple[Point, Point]], i: int, j: int, n: int) -> bool:
    (a, b), (c, d) = edges[i], edges[j]
    if j == i + 1:
        return _folds_back(a, b, d)
    if i == 0 and j == n - 1:
        return _folds_back(c, d, b)
    return segments_meet(a, b, c, d)


def _folds_back(a: Point, b: Point, c: Point) -> bool:
    """Whether the way a-b-c runs back over itself."""
    ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return turn(a, b, c) == 0 and ahead < 0


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two closed segments have a point in common."""
    abc, abd, cda, cdb = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if (abc > 0 > abd or abc < 0 < abd) and (cda > 0 > cdb or cda < 0 < cdb):
        return True
    on_line = ((abc, a, b, c), (abd, a, b, d), (cda, c, d, a), (cdb, c, d, b))
    return any(side == 0 and _in_box(p, q, r) for side, p, q, r in on_line)


def _in_box(p: Point, q: Point, r: Point) -> bool:
    return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
