"""Round bases as discs, and what is asked of two of them: do they overlap, how near are they, which is nearer.

The gap of two discs is the root of a squared distance minus two radii; everything here decides in integers.
A base that is not round stands for the disc around it: good enough to say "too far away to matter", and where it
could matter `UnsupportedRule` is raised.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from planner.errors import UnsupportedRule
from planner.referee.roots import sign_of_root_sum
from planner.rulesets import Ruleset
from planner.shapes import HullBase, Point, RoundBase, circumradius
from planner.units import CONTACT_MAX, INPUT_OVERLAP_MAX, UNITS_PER_INCH
from planner.world import Model, Unit

HULL_REACH = 12 * UNITS_PER_INCH
"""No model reaches further from its centre than this; stands in where the whole model counts and is not given."""


@dataclass(frozen=True, slots=True)
class Disc:
    """One base at one place. `is_round` False: the base lies somewhere inside this disc."""

    model: str
    unit: str
    at: Point
    radius: int
    is_round: bool = True

    def moved_to(self, at: Point) -> Disc:
        return Disc(self.model, self.unit, at, self.radius, self.is_round)


Gap = tuple[int, int]
"""``(n, r)``: the gap sqrt(n) - r, n the squared distance of two centres and r the sum of the radii."""


def disc_of(model: Model, unit: Unit, rules: Ruleset) -> Disc:
    """Give the model's base, or a disc that surely holds all of it."""
    is_hull = rules.has("hull_keywords") and bool(unit.keywords & rules.words("hull_keywords"))
    if is_hull and not isinstance(model.base, HullBase):
        return Disc(model.id, unit.id, model.at, HULL_REACH, is_round=False)
    is_round = isinstance(model.base, RoundBase) and not is_hull
    return Disc(model.id, unit.id, model.at, circumradius(model.base), is_round)


def discs_of(unit: Unit, rules: Ruleset) -> tuple[Disc, ...]:
    """Give the unit's bases, the round ones first: what they settle needs no look at the others."""
    return tuple(sorted((disc_of(m, unit, rules) for m in unit.models), key=lambda d: not d.is_round))


def require_round(*discs: Disc) -> None:
    """Raise `UnsupportedRule` if one of the bases, which has to be measured now, is not round."""
    for disc in discs:
        if not disc.is_round:
            text = f"{disc.model} of {disc.unit} is near enough to matter and is not measured by a round base"
            raise UnsupportedRule("base_shape", text)


def gap_of(a: Disc, b: Disc) -> Gap:
    """Give the gap of two discs; negative when they overlap."""
    return (a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2, a.radius + b.radius


def shown(gap: Gap) -> float:
    """Give the gap in units as a float, for display only."""
    return sqrt(gap[0]) - gap[1]


def is_smaller(a: Gap, b: Gap) -> bool:
    """Whether the first gap is strictly the smaller."""
    if a[1] == b[1]:
        return a[0] < b[0]
    return sign_of_root_sum([(1, a[0]), (-1, b[0])], b[1] - a[1]) < 0


def reach_of(rules: Ruleset, key: str) -> int:
    """Give a distance between bases that a ruleset asks for; one of 0 means that they touch."""
    return max(rules.length(key), CONTACT_MAX)


def is_within(a: Disc, b: Disc, distance: int) -> bool:
    """Whether the gap is at most `distance` (the boundary counts)."""
    reach = a.radius + b.radius + distance
    dx, dy = a.at[0] - b.at[0], a.at[1] - b.at[1]
    if dx > reach or dx < -reach or dx * dx + dy * dy > reach * reach:
        return False
    require_round(a, b)
    return True


def is_any_within(some: Iterable[Disc], others: Iterable[Disc], distance: int) -> bool:
    """Whether any gap between the two groups is at most `distance`; `others` settle it in their order."""
    some = tuple(some)
    return any(is_within(a, b, distance) for b in others for a in some)


def is_overlapping(a: Disc, b: Disc, forgiven: bool = False) -> bool:
    """Whether the gap is negative; `forgiven`: by more than what a file may hold for bases that touch."""
    reach = max(a.radius + b.radius - (INPUT_OVERLAP_MAX if forgiven else 0), 0)
    dx, dy = a.at[0] - b.at[0], a.at[1] - b.at[1]
    if dx >= reach or dx <= -reach or dx * dx + dy * dy >= reach * reach:
        return False
    require_round(a, b)
    return True


def nearest(disc: Disc, others: Iterable[Disc]) -> Gap:
    """Give the smallest gap between a disc and some others; there must be one."""
    best: Gap | None = None
    for other in others:
        require_round(disc, other)
        gap = gap_of(disc, other)
        if best is None or is_smaller(gap, best):
            best = gap
    assert best is not None, "nearest to nobody"
    return best


def shown_gap(some: Iterable[Disc], others: Iterable[Disc]) -> float:
    """Give the smallest gap between two groups in units, for display only (of a base not round: a lower bound)."""
    others = tuple(others)
    return min(shown(gap_of(a, b)) for a in some for b in others)
