"""Whether an outline is a polygon one can work with."""

from __future__ import annotations

import shapely

from planner.shapes import Point


def polygon_faults(corners: tuple[Point, ...]) -> tuple[str, ...]:
    """Say what is wrong with an outline; nothing: ``()``.

    It must be simple (no crossing, no touching itself), with at least three corners and an area. Corners may come in
    either sense; the first is not repeated at the end; corners on a straight side are allowed.
    """
    if len(corners) < 3:
        return (f"{len(corners)} corners; a polygon has at least 3",)
    repeated = [p for i, p in enumerate(corners) if p == corners[i - 1]]
    if repeated:
        return tuple(f"corner {p} comes twice in a row" for p in repeated)
    (ax, ay), (bx, by) = corners[0], corners[1]
    if all((bx - ax) * (y - ay) == (by - ay) * (x - ax) for x, y in corners):
        return ("no area: all corners are on one line",)
    reason = shapely.is_valid_reason(shapely.Polygon(corners))
    return () if reason == "Valid Geometry" else (str(reason),)
