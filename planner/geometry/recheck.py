"""A second look at a chosen path, by other means than those that found it."""

from __future__ import annotations

import shapely

from planner.shapes import Point

ROUNDING = 1e-3
"""Units that are forgiven: shapely measures in floats."""


def recheck_path(
    board: tuple[int, int],
    discs: tuple[tuple[Point, int], ...],
    walls: tuple[tuple[Point, ...], ...],
    radius: int,
    path: tuple[Point, ...],
) -> tuple[str, ...]:
    """Say what a base of this radius overlaps on its way along a polyline; nothing: ``()``.

    Parameters
    ----------
    board : width and height
    discs : centre and true radius of each
    walls : corners of each

    Errs
    ----
    Lets overlaps of up to 0.001 units pass, since these are floats; `planner.pathing.path_faults` is exact. Knows
    nothing of a start that overlaps by what a file may: such a path is reported.
    """
    way = shapely.LineString(path if len(path) > 1 else (path[0], path[0]))
    width, height = board
    faults = []
    left, low, right, high = way.bounds
    if min(left, low, width - right, height - high) < radius:
        faults.append("over the edge of the board")
    faults += [
        f"overlaps the disc at {centre}"
        for centre, other in discs
        if shapely.dwithin(way, shapely.Point(centre), other + radius - ROUNDING)
    ]
    if walls:
        shapes = shapely.polygons([shapely.linearrings(corners) for corners in walls])
        # the tree is the broad phase: only walls whose boxes come near are measured
        hits = shapely.STRtree(shapes).query(way, predicate="dwithin", distance=radius - ROUNDING)
        faults += [f"overlaps the wall at {walls[i][0]}" for i in sorted(hits.tolist())]
    return tuple(faults)
