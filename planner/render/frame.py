"""The crop of the table that is drawn, and where a point of the table lies on the sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from planner.render.canvas import Spot
from planner.shapes import Point
from planner.units import UNITS_PER_INCH
from planner.world import Board

_WIDEST_PX = 860.0
_TALLEST_PX = 760.0
_LEAST_SCALE, _GREATEST_SCALE = 11.0, 62.0
_LEAST_INCHES = 12


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the table in whole lattice units."""

    left: int
    bottom: int
    right: int
    top: int

    @classmethod
    def around(cls, discs: Iterable[tuple[Point, int]]) -> Box:
        """Give the least box around discs of a centre and a radius; there must be one."""
        sides = [(x - r, y - r, x + r, y + r) for (x, y), r in discs]
        lefts, bottoms, rights, tops = zip(*sides)
        return cls(min(lefts), min(bottoms), max(rights), max(tops))

    def meets(self, at: Point, radius: int) -> bool:
        """Whether the square around a disc overlaps the box."""
        return self.left - radius <= at[0] <= self.right + radius and self.bottom - radius <= at[1] <= self.top + radius

    def grown(self, by: int) -> Box:
        return Box(self.left - by, self.bottom - by, self.right + by, self.top + by)


@dataclass(frozen=True, slots=True)
class Frame:
    """What part of the table is shown, where on the sheet, and how large: pixels per lattice unit."""

    box: Box
    scale: float
    x: float
    y: float

    @property
    def width(self) -> float:
        return (self.box.right - self.box.left) * self.scale

    @property
    def height(self) -> float:
        return (self.box.top - self.box.bottom) * self.scale

    def spot(self, point: Point) -> Spot:
        """Give the place on the sheet of a point of the table (whose y runs up)."""
        return (
            self.x + (point[0] - self.box.left) * self.scale,
            self.y + (self.box.top - point[1]) * self.scale,
        )

    def length(self, units: float) -> float:
        return units * self.scale


def frame_around(box: Box, board: Board, x: float, y: float) -> Frame:
    """Frame a box of the table: whole inches, at least 12 across, no more than an inch beyond the board."""
    left, right = _inches(box.left, box.right, board.width)
    bottom, top = _inches(box.bottom, box.top, board.height)
    per_inch = min(_WIDEST_PX / (right - left), _TALLEST_PX / (top - bottom))
    per_inch = max(_LEAST_SCALE, min(_GREATEST_SCALE, per_inch))
    crop = Box(*(side * UNITS_PER_INCH for side in (left, bottom, right, top)))
    return Frame(crop, per_inch / UNITS_PER_INCH, x, y)


def _inches(low: int, high: int, board: int) -> tuple[int, int]:
    """Widen an interval to whole inches, at least twelve, and cut what lies more than an inch off the board."""
    first, last = low // UNITS_PER_INCH, -(-high // UNITS_PER_INCH)
    while last - first < _LEAST_INCHES:
        first, last = first - 1, last + 1
    edge = -(-board // UNITS_PER_INCH)
    return max(first, -1), max(min(last, edge + 1), max(first, -1) + 1)
