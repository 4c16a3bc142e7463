"""The first mover: who it is, whom it contacts, by which way (step 2 of the trial rules; A1, A2, 40-8).

The nearest model moves first, into contact with the nearest enemy model of the primary target. How near a model is
cannot always be told without looking for ways, and the referee looks for none. It refuses a first mover where
straight gaps and a way that somebody shows settle it: another pair of models is nearer, and the shown way is a
legal first move. Ways are shown by witnesses, by the plan's own moves, and straight lines are tried here.
Ties are the charging player's to choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt

from planner.referee.bases import Disc, Gap, gap_of, is_smaller, reach_of, shown
from planner.referee.case import Case, Mover
from planner.referee.motion import shown_length
from planner.referee.roots import Term, sign_of_root_sum
from planner.referee.sentences import listed, told_apart
from planner.referee.turns import contacts, may_take, turn_of
from planner.shapes import Point
from planner.units import CONTACT_MAX
from planner.world import Violation, Witness

LeastWays = Mapping[tuple[str, str], int]
"""Lower bounds: (own model, enemy model) -> no way of the one into contact with the other is shorter (units)."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A legal first move that ends in contact with an enemy model of the charged unit."""

    mover: Mover
    enemy: Disc

    @property
    def gap(self) -> Gap:
        return gap_of(self.mover.start, self.enemy)


def first_mover(case: Case, witnesses: Sequence[Witness], least_ways: LeastWays) -> Iterator[Violation]:
    """The first to move ends in contact with the primary target, and no nearer pair of models is shown."""
    first = _first(case)
    if first is None:
        return
    touched = contacts(case, first.end, _charged(case))
    if not touched:
        text = f"{first.model} moves first and does not end in contact with {listed(_charged(case))}"
        yield Violation("first_mover", text, (first.model,), (case.unit.id, *_charged(case)))
        return
    for way in _shown_ways(case, first, touched, witnesses, least_ways):
        if all(_is_nearer(case, way, first.start, enemy, least_ways) for enemy in touched):
            yield _not_the_nearest(case, first, touched, way)
            return


def first_contact(case: Case, witnesses: Sequence[Witness]) -> Iterator[Violation]:
    """The first mover takes a shortest way to the nearest enemy model it contacts, if so chosen (A2)."""
    first = _first(case)
    if first is None or case.rules.choice("first_contact") != "shortest_route":
        return
    touched = contacts(case, first.end, _charged(case))
    by_path = case.rules.has("first_mover") and case.rules.choice("first_mover") == "shortest_path"
    near = [d for d in touched if not any(is_smaller(gap_of(first.start, o), gap_of(first.start, d)) for o in touched)]
    # By path, the nearest it touches is no farther than any way that is shown to one of them.
    near = list(touched) if by_path else near
    ways = [w for w in _shown_ways(case, first, (), witnesses, {}) if w.mover.model == first.model]
    shorter = [_shortest([w for w in ways if w.enemy == d and _is_shorter(w.mover, first)]) for d in near]
    found = [way for way in shorter if way is not None]
    if near and (len(found) == len(near) or (by_path and found)):
        measured, allowed = shown_length(first.path), shown_length(found[0].mover.path)
        far, least = told_apart(measured, allowed)
        text = f"{first.model} moves first by a way of {far} to {found[0].enemy.model}, where {least} is enough"
        witness = Witness(first.model, found[0].mover.path)
        yield Violation("first_contact", text, (first.model,), (case.unit.id,), measured, allowed, witness)


def _first(case: Case) -> Mover | None:
    """Give the model that moves first; None if nothing was charged that it could be near to."""
    if not any(t in case.enemies for t in _charged(case)):
        return None
    return min(case.movers, key=lambda m: m.order)


def _charged(case: Case) -> tuple[str, ...]:
    """Give the unit that the first mover has to contact; all targets where none comes first."""
    return case.targets if case.primary is None else tuple(t for t in case.targets if t == case.primary)


def _shown_ways(
    case: Case, first: Mover, touched: Sequence[Disc], witnesses: Sequence[Witness], least_ways: LeastWays
) -> Iterator[_Shown]:
    """Give the legal first moves into contact that can be shown: straight lines, the plan's own, the witnesses'.

    Straight lines are tried for the pairs that may be nearer than any of the first mover and what it touches; with
    nothing in `touched`, for the first mover and each enemy.
    """
    bars = [(gap_of(first.start, d), least_ways.get((first.model, d.model))) for d in touched]
    theirs = [d for u in _charged(case) for d in case.enemies[u] if d.is_round]
    for mover in case.movers:
        for enemy in theirs:
            gap = gap_of(mover.start, enemy)
            may_be_nearer = all(is_smaller(gap, bar) or _is_gap_below(gap, least) for bar, least in bars)
            if may_be_nearer and (touched or mover is first):
                yield from _as_first_move(case, mover, _straight(mover.start, enemy))
    for mover in case.movers:
        if mover is not first:
            yield from _as_first_move(case, mover, mover.path)
    by_name = {m.model: m for m in case.movers}
    for witness in witnesses:
        if witness.model in by_name:
            yield from _as_first_move(case, by_name[witness.model], witness.path)


def _as_first_move(case: Case, mover: Mover, path: tuple[Point, ...]) -> Iterator[_Shown]:
    if not path or not contacts(case, mover.start.moved_to(path[-1]), _charged(case)):
        return
    moved = may_take(turn_of(case, mover, is_first=True), path)
    if moved is not None:
        yield from (_Shown(moved, enemy) for enemy in contacts(case, moved.end, _charged(case)))


def _straight(start: Disc, enemy: Disc) -> tuple[Point, ...]:
    """Give the straight way into contact: to the lattice point next to where the gap is one unit."""
    dx, dy = start.at[0] - enemy.at[0], start.at[1] - enemy.at[1]
    apart, reach = isqrt(dx * dx + dy * dy), start.radius + enemy.radius + 1
    end = tuple(at + _nearest_ratio(d * reach, apart) for at, d in zip(enemy.at, (dx, dy)))
    return (start.at, (end[0], end[1]))


def _nearest_ratio(n: int, d: int) -> int:
    return (2 * n + d) // (2 * d) if d else 0


def _is_nearer(case: Case, way: _Shown, first: Disc, enemy: Disc, least_ways: LeastWays) -> bool:
    """Whether the shown pair is surely nearer than the first mover is to this enemy that it contacts."""
    gap = gap_of(first, enemy)
    if case.rules.choice("first_mover") == "straight_line":
        return is_smaller(way.gap, gap)
    steps = _steps(way.mover.path)
    # A way into contact may stop short of touching by as much as contact allows.
    if sign_of_root_sum([*steps, (-1, gap[0])], gap[1] + reach_of(case.rules, "engagement")) < 0:
        return True
    least = least_ways.get((first.model, enemy.model))
    return least is not None and sign_of_root_sum(steps, -least) < 0


def _is_gap_below(gap: Gap, length: int | None) -> bool:
    return length is not None and gap[0] < (gap[1] + length) ** 2


def _steps(path: Sequence[Point], factor: int = 1) -> list[Term]:
    return [(factor, (bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(path)]


def _is_shorter(one: Mover, other: Mover) -> bool:
    """Whether one way is the shorter by more than two ends in contact can differ."""
    return sign_of_root_sum([*_steps(one.path), *_steps(other.path, -1)], CONTACT_MAX) < 0


def _shortest(ways: Sequence[_Shown]) -> _Shown | None:
    return min(ways, key=lambda w: shown_length(w.mover.path), default=None)


def _not_the_nearest(case: Case, first: Mover, touched: Sequence[Disc], way: _Shown) -> Violation:
    measured = min(shown(gap_of(first.start, d)) for d in touched)
    by_line = case.rules.choice("first_mover") == "straight_line"
    nearer = shown(way.gap) if by_line else shown_length(way.mover.path)
    far, near = told_apart(measured, nearer)
    text = f"{first.model} moves first, at least {far} from {listed(tuple(d.model for d in touched))}"
    text += f"; {way.mover.model} is nearer: {near} from {way.enemy.model}, and can contact it"
    units = tuple(dict.fromkeys((case.unit.id, *(d.unit for d in touched), way.enemy.unit)))
    witness = Witness(way.mover.model, way.mover.path)
    return Violation("first_mover", text, (first.model, way.mover.model), units, measured, nearer, witness)
