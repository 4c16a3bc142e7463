"""What a picture shows: who stands where before and after, whose side they are on, and how they stand to each other."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from planner.rulesets import Ruleset
from planner.shapes import Base, Circle, Point, RoundBase, circumradius
from planner.units import CONTACT_MAX
from planner.world import Answer, Blame, Move, Scenario, Terrain, Why, Witness


@dataclass(frozen=True, slots=True)
class Standing:
    """A model on its place. `party`: ``charger``, ``target``, ``enemy`` or ``friend``."""

    id: str
    unit: str
    party: str
    base: Base
    at: Point
    facing_deg: float = 0.0

    @property
    def reach(self) -> int:
        """A radius round the place that covers the base."""
        return circumradius(self.base)


@dataclass(frozen=True, slots=True)
class Pair:
    """A charging model and an enemy model, engaged. `how`: ``touch``, ``close`` or ``engaged``."""

    charger: Standing
    enemy: Standing
    how: str


def is_within(a: Standing, b: Standing, distance: int) -> bool:
    """Whether the gap of two round bases is at most `distance`, exactly; for other shapes, of discs that cover them.

    Errs: never for round bases; a covering disc makes other shapes seem nearer, in drawing only.
    """
    reach = a.reach + b.reach + distance
    return _squared(a, b) <= reach * reach


def _squared(a: Standing, b: Standing) -> int:
    return (a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2


def _touches(a: Standing, b: Standing) -> bool:
    """Whether two round bases touch; of other shapes that is not known here."""
    return is_within(a, b, CONTACT_MAX) and isinstance(a.base, RoundBase) and isinstance(b.base, RoundBase)


def _gap(a: Standing, b: Standing) -> float:
    return math.sqrt(_squared(a, b)) - a.reach - b.reach


@dataclass(frozen=True)
class Subject:
    """A scenario, the rules it was asked under and the answer, seen together; and why, where that was asked."""

    scenario: Scenario
    rules: Ruleset
    answer: Answer
    why: Why | None = None

    @cached_property
    def targets(self) -> frozenset[str]:
        """The targets of the answer, or those that the scenario names."""
        return frozenset(self.answer.targets or self.scenario.charge.targets or ())

    @property
    def is_refused(self) -> bool:
        """Whether the referee has seen the answer and refuses it."""
        return self.answer.judgement is not None and not self.answer.judgement.legal

    @property
    def blame(self) -> tuple[Blame, ...]:
        """The sets that are to blame, smallest first."""
        return () if self.why is None else self.why.blame

    def is_blamed(self, standing: Standing) -> bool:
        """Whether a model, or its unit where no models are named, is in the first set to blame.

        Of the charging unit all models are, where the set names it and none of them.
        """
        if not self.blame:
            return False
        first = self.blame[0]
        if standing.party == "charger" and first.models:
            return standing.id in first.models
        return standing.unit in first.units

    def sets_of(self, kind: str, name: str) -> str:
        """Give the numbers of the sets that name a thing (of `kind` units, terrain or models); empty if one is all."""
        if len(self.blame) < 2:
            return ""
        return ",".join(str(number) for number, one in enumerate(self.blame, 1) if name in getattr(one, kind))

    @cached_property
    def witnesses(self) -> tuple[tuple[Witness, str], ...]:
        """The better moves that show broken rules, each once, with the numbers of the rules."""
        judgement = self.answer.judgement
        found: dict[Witness, list[str]] = {}
        for number, violation in enumerate(judgement.violations if judgement else (), 1):
            if violation.witness is not None:
                found.setdefault(violation.witness, []).append(str(number))
        return tuple((witness, ",".join(numbers)) for witness, numbers in found.items())

    @property
    def barring(self) -> str:
        """The ruleset key of the range about enemies that are no targets: keep-out on the way, else engagement."""
        return "keepout" if self.length("keepout") else "engagement"

    @cached_property
    def starts(self) -> tuple[Standing, ...]:
        """The charging models where they stand now."""
        own = self.scenario.unit(self.answer.unit)
        return tuple(Standing(m.id, own.id, "charger", m.base, m.at, m.facing_deg) for m in own.models)

    @cached_property
    def moves(self) -> dict[str, Move]:
        """The answer's moves by model, of models that are on the table."""
        known = {start.id for start in self.starts}
        return {move.model: move for move in self.answer.moves if move.model in known and move.path}

    @cached_property
    def ends(self) -> tuple[Standing, ...]:
        """The charging models where their moves end; empty when the answer has no moves."""
        return tuple(
            Standing(s.id, s.unit, s.party, s.base, move.end, move.facing_deg)
            for s in self.starts
            if (move := self.moves.get(s.id))
        )

    @cached_property
    def others(self) -> tuple[Standing, ...]:
        """Everybody else on the board."""
        side = self.scenario.unit(self.answer.unit).side
        out = []
        for unit in self.scenario.units:
            if unit.is_off_board or unit.id == self.answer.unit:
                continue
            party = "target" if unit.id in self.targets else "friend" if unit.side == side else "enemy"
            out += [Standing(m.id, unit.id, party, m.base, m.at, m.facing_deg) for m in unit.models]
        return tuple(out)

    def length(self, key: str) -> int | None:
        """Give a length of the ruleset, or None where it has no such rule."""
        return self.rules.length(key) if self.rules.has(key) else None

    def engaged_pairs(self) -> Iterator[Pair]:
        """For every charging model at its end and enemy unit: all that it touches, or else the nearest if engaged."""
        engagement, close = self.length("engagement"), self.length("close_ring")
        if engagement is None:
            return
        for end in self.ends:
            for unit in sorted({other.unit for other in self.others if other.party != "friend"}):
                foes = [other for other in self.others if other.unit == unit]
                touched = [foe for foe in foes if _touches(end, foe)]
                yield from (Pair(end, foe, "touch") for foe in touched)
                foe = min(foes, key=lambda other: (_gap(end, other), other.id))
                if not touched and is_within(end, foe, engagement):
                    near = close is not None and is_within(end, foe, close)
                    yield Pair(end, foe, "close" if near else "engaged")

    def coherency_links(self) -> Iterator[tuple[Standing, Standing]]:
        """Pairs within the coherency distance that have no third model nearer to both (so that no links cross)."""
        distance = self.length("coherency")
        if distance is None:
            return
        for i, a in enumerate(self.ends):
            for b in self.ends[i + 1 :]:
                apart = _gap(a, b)
                between = (c for c in self.ends if c is not a and c is not b)
                if is_within(a, b, distance) and not any(_gap(a, c) < apart and _gap(b, c) < apart for c in between):
                    yield a, b


def terrain_discs(piece: Terrain) -> list[tuple[Point, int]]:
    """Give discs that together have the same bounding box as the piece."""
    if isinstance(piece.outline, Circle):
        return [(piece.outline.centre, piece.outline.radius)]
    return [(corner, 0) for corner in piece.outline.corners]
