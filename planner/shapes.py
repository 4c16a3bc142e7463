"""Points, outlines and bases: data only, all lengths in lattice units (see `planner.units`)."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[int, int]
"""A place on the table, ``(x, y)`` in lattice units, origin at the lower left corner, y up."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc: centre and radius."""

    centre: Point
    radius: int


@dataclass(frozen=True, slots=True)
class Polygon:
    """A simple polygon, its corners once each, counter-clockwise, no two neighbours equal."""

    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class RoundBase:
    """A round base."""

    radius: int


@dataclass(frozen=True, slots=True)
class OvalBase:
    """An elliptic base: full axes, `length` along the facing."""

    length: int
    width: int


@dataclass(frozen=True, slots=True)
class RectBase:
    """A rectangular base: `length` along the facing."""

    length: int
    width: int


@dataclass(frozen=True, slots=True)
class HullBase:
    """An outline around the model's centre, at facing 0."""

    outline: tuple[Point, ...]


Base = RoundBase | OvalBase | RectBase | HullBase


def circumradius(base: Base) -> int:
    """Give the radius of a disc around the centre that covers the base (rounded up)."""
    match base:
        case RoundBase(radius):
            return radius
        case OvalBase(length, width):
            return (max(length, width) + 1) // 2
        case RectBase(length, width):
            return int(((length / 2) ** 2 + (width / 2) ** 2) ** 0.5) + 1
        case HullBase(outline):
            return int(max((x * x + y * y) ** 0.5 for x, y in outline)) + 1
