"""Lengths as integers: one lattice unit is 1/127000 inch (0.2 micrometre).

1 mm is 5000 units and 0.001 inch is 127 units, so millimetre bases and inch boards are both exact.
A board of 60 inches is 7,620,000 units: its squares fit 64 bits, and squared distances are exact even
as doubles (below 2**53).
"""

from __future__ import annotations

import math
from fractions import Fraction

UNITS_PER_INCH = 127_000
UNITS_PER_MM = 5_000
CONTACT_MAX = 4
"""Two bases touch when their gap is from 0 to this many units; below 0 they overlap."""
INPUT_OVERLAP_MAX = 127
"""Overlap (units; 0.001 inch) that counts as touching in a file that comes in."""


def _nearest(value: Fraction) -> int:
    """Round to the nearest integer, halves away from zero (so that mirrored tables stay mirrored)."""
    magnitude = math.floor(abs(value) + Fraction(1, 2))
    return magnitude if value >= 0 else -magnitude


def from_inches(value: int | float | str | Fraction) -> int:
    """Give the lattice length nearest to `value` inches; a float is read as its shortest decimal."""
    exact = value if isinstance(value, Fraction) else Fraction(str(value))
    return _nearest(exact * UNITS_PER_INCH)


def from_mm(value: int | float | str | Fraction) -> int:
    """Give the lattice length nearest to `value` millimetres."""
    exact = value if isinstance(value, Fraction) else Fraction(str(value))
    return _nearest(exact * UNITS_PER_MM)


def radius_from_diameter_mm(diameter_mm: int | float | str | Fraction) -> int:
    """Give the radius, in units, of a round base of this diameter."""
    exact = diameter_mm if isinstance(diameter_mm, Fraction) else Fraction(str(diameter_mm))
    return _nearest(exact * UNITS_PER_MM / 2)


def to_inches(units: float) -> float:
    """Give inches as a float that reads back (`from_inches`) to the same integer, where `units` is one.

    Six decimals are enough: a unit is 7.9e-6 inch, the rounding at most 0.5e-6.
    """
    return round(units / UNITS_PER_INCH, 6)


def to_mm(units: int) -> float:
    """Give millimetres; 1 unit is 0.0002 mm, so four decimals are exact."""
    return round(units / UNITS_PER_MM, 4)


def in_text(units: float) -> str:
    """Write a length for a person: up to four decimals of an inch, with the inch sign."""
    return _shown(units, 4)


def two_texts(one: float, other: float) -> tuple[str, str]:
    """Write two lengths that are compared: with more decimals where four would make them look the same."""
    decimals = 4 if _shown(one, 4) != _shown(other, 4) else 6
    return _shown(one, decimals), _shown(other, decimals)


def _shown(units: float, decimals: int) -> str:
    return f"{units / UNITS_PER_INCH:.{decimals}f}".rstrip("0").rstrip(".") + '"'
