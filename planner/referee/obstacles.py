"""What stands in a moving base's way, and whether a path enters it.

A base of radius r stays clear of an obstacle exactly if its centre stays at least r + `margin` away from the
obstacle's core: the centre point of a disc, or a polygon with its inside. Exactly that far away is touching, and legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from planner.referee.bases import Disc
from planner.referee.plane import Squared, is_less, point_to_segment, segment_to_polygon
from planner.shapes import Circle, Point
from planner.units import INPUT_OVERLAP_MAX
from planner.world import Terrain

Box = tuple[int, int, int, int]
"""``(left, bottom, right, top)``."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A base or a piece of terrain. `core`: one point, or the corners of a polygon. `box` holds all of it."""

    source: Disc | Terrain
    core: tuple[Point, ...]
    margin: int
    box: Box

    def squared_to(self, p: Point, q: Point) -> Squared:
        """Squared distance from the segment p-q to the core."""
        if len(self.core) == 1:
            return point_to_segment(self.core[0], p, q)
        return segment_to_polygon(p, q, self.core)


def box_of(points: Sequence[Point], grown: int = 0) -> Box:
    """Give the box around some points, grown on every side."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - grown, min(ys) - grown, max(xs) + grown, max(ys) + grown


def do_boxes_overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share more than a boundary."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def base_obstacle(disc: Disc, keepout: int = 0) -> Obstacle:
    """Give a base as an obstacle, together with the zone of this width around it."""
    margin = disc.radius + keepout
    return Obstacle(disc, (disc.at,), margin, box_of([disc.at], margin))


def terrain_obstacle(piece: Terrain) -> Obstacle:
    """Give the footprint of a piece of terrain as an obstacle."""
    if isinstance(piece.outline, Circle):
        centre, radius = piece.outline.centre, piece.outline.radius
        return Obstacle(piece, (centre,), radius, box_of([centre], radius))
    return Obstacle(piece, piece.outline.corners, 0, box_of(piece.outline.corners))


def entered(base: Disc, path: Sequence[Point], obstacles: Sequence[Obstacle]) -> Iterator[tuple[Obstacle, float]]:
    """Give every obstacle that the base, moved along `path`, enters, and the clearance there (negative, for display).

    `base` is where the model stood. If it already overlapped the obstacle by as little as an input may hold,
    the path may go as deep as that and no deeper.
    """
    box = box_of(path, base.radius)
    for obstacle in obstacles:
        if not do_boxes_overlap(box, obstacle.box):
            continue
        reach = base.radius + obstacle.margin
        closest = closest_approach(base.radius, path, obstacle)
        if closest is not None and is_less(closest, _least_allowed(base, obstacle, reach)):
            yield obstacle, sqrt(closest[0] / closest[1]) - reach


def closest_approach(radius: int, path: Sequence[Point], obstacle: Obstacle) -> Squared | None:
    """Give the least squared distance of the path to the core; None if no segment comes nearer than touching."""
    best: Squared | None = None
    for p, q in zip(path, path[1:] or path):
        if do_boxes_overlap(box_of((p, q), radius), obstacle.box):
            here = obstacle.squared_to(p, q)
            if best is None or is_less(here, best):
                best = here
    return best


def _least_allowed(base: Disc, obstacle: Obstacle, reach: int) -> Squared:
    """Give the least squared distance to the core that the path may come to."""
    if isinstance(obstacle.source, Disc) and not obstacle.source.is_round:
        return reach * reach, 1
    start = obstacle.squared_to(base.at, base.at)
    forgiven = max(reach - INPUT_OVERLAP_MAX, 0) ** 2
    is_touching_by_input = not is_less(start, (forgiven, 1)) and is_less(start, (reach * reach, 1))
    return start if is_touching_by_input else (reach * reach, 1)


def overlap_at(base: Disc, obstacle: Obstacle, forgiven: bool = False) -> float | None:
    """Give the clearance (negative, for display) if the base overlaps the obstacle where it stands, else None.

    `forgiven`: an overlap that an input may hold for touching is none.
    """
    if not do_boxes_overlap(box_of([base.at], base.radius), obstacle.box):
        return None
    reach = base.radius + obstacle.margin
    limit = max(reach - INPUT_OVERLAP_MAX, 0) if forgiven else reach
    here = obstacle.squared_to(base.at, base.at)
    return sqrt(here[0] / here[1]) - reach if is_less(here, (limit * limit, 1)) else None
