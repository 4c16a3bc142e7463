"""The odds where the distance is fixed: what difficult terrain asks of the dice, for every set of targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from planner.api.asking import Asked
from planner.api.ordering import Ordered, plan_in_order, plan_with_roll
from planner.api.places import OF_ORDER
from planner.api.planning import answer_at, answer_of, as_reason
from planner.api.rolls import ROLLS, rolls_that_do
from planner.dice import Dice, chance
from planner.impossible import Refutation
from planner.referee import declaration_violations
from planner.sequence import has_difficult
from planner.units import UNITS_PER_INCH
from planner.world import Answer, Likelihood, Reason, TargetSet
from planner.world.chances import Word

MANNER = "terrain"
"""The name of the roll in files: so many D6 for difficult terrain, the highest counts."""


@dataclass(frozen=True, slots=True)
class _Set:
    """One set: the terrain rolls that work (inches; with 0, none is needed), those left open, why the rest do not."""

    targets: tuple[str, ...]
    working: frozenset[int]
    open_rolls: tuple[int, ...]
    below: tuple[Reason, ...]
    answer: Answer | None

    def works(self, roll: int, *, hopeful: bool) -> bool:
        return bool(self.working & {0, roll}) or (hopeful and roll in self.open_rolls)


def rows_in_order(
    asked: Asked, units: Sequence[str], roll: int
) -> tuple[list[TargetSet], list[tuple[int, tuple[str, ...]]]]:
    """Give a row for every set of these units, and the best set for each terrain roll."""
    sets = [
        _asked(asked, chosen, roll) for size in range(len(units), 0, -1) for chosen in combinations(sorted(units), size)
    ]
    rows = [_row(asked, one, sets) for one in sets]
    return rows, [(cap, _best(sets, cap)) for cap in ROLLS]


def _asked(asked: Asked, targets: tuple[str, ...], roll: int) -> _Set:
    refused = declaration_violations(asked.scenario, asked.rules, targets, roll, asked.scenario.charge.primary)
    nothing: frozenset[int] = frozenset()
    if refused:
        return _Set(targets, nothing, (), tuple(as_reason(violation) for violation in refused), None)
    found = plan_in_order(asked, targets, roll)
    is_rolled = has_difficult(asked.scenario, asked.rules)
    if isinstance(found, Ordered):
        if not found.rolls:
            return _Set(targets, frozenset({0}), (), (), answer_of(asked, targets, roll, found))
    elif isinstance(found, Refutation) and (found.proof.kind not in OF_ORDER or not is_rolled):
        return _Set(targets, nothing, (), (found.reason,), None)
    elif not is_rolled:
        return _Set(targets, nothing, tuple(ROLLS), (), None)
    return _roll_by_roll(asked, targets, roll, found)


def _roll_by_roll(asked: Asked, targets: tuple[str, ...], roll: int, at_most: Ordered | Refutation | Reason) -> _Set:
    """Ask for each roll by itself; `at_most`: what was found for a 6."""
    working = set(at_most.rolls if isinstance(at_most, Ordered) else rolls_that_do(asked, targets, roll))
    open_rolls: list[int] = []
    below: tuple[Reason, ...] = ()
    # from above: what is refuted over places is so for every lower roll
    for cap in sorted(set(ROLLS) - working, reverse=True):
        other = at_most if cap == ROLLS[-1] else plan_with_roll(asked, targets, roll, cap * UNITS_PER_INCH)
        if isinstance(other, Ordered):
            working.add(cap)
        elif isinstance(other, Reason):
            open_rolls.append(cap)
        else:
            below = below or (other.reason,)
            if other.proof.kind not in OF_ORDER:
                break
    if not working:
        return _Set(targets, frozenset(), tuple(sorted(open_rolls)), below, None)
    least = replace(asked.scenario.charge, terrain_roll=min(working) * UNITS_PER_INCH)
    answer = answer_at(replace(asked, scenario=replace(asked.scenario, charge=least)), targets, roll)
    return _Set(targets, frozenset(working), tuple(sorted(open_rolls)), below, answer)


def _row(asked: Asked, one: _Set, every: Sequence[_Set]) -> TargetSet:
    larger = [other for other in every if set(one.targets) <= set(other.targets)]
    word: Word = "possible" if one.working else "open" if one.open_rolls else "never"
    return TargetSet(
        one.targets,
        word,
        min(one.working) * UNITS_PER_INCH if one.working else None,
        one.open_rolls,
        one.below,
        one.answer,
        (_likelihood(asked, [one]),),
        (_likelihood(asked, larger),),
        () if not one.working or one.working >= set(range(max(1, min(one.working)), 7)) else tuple(sorted(one.working)),
    )


def _likelihood(asked: Asked, sets: Sequence[_Set]) -> Likelihood:
    """Give the chance that one of these sets works; sure where one needs no roll."""
    if any(0 in one.working for one in sets):
        return Likelihood(MANNER, 0, Fraction(1), Fraction(1))
    count = int(asked.rules["difficult_dice"]) if asked.rules.has("difficult_dice") else 1
    dice = Dice(count=count, keep=1)
    sure, hoped = (
        {cap for cap in ROLLS if any(one.works(cap, hopeful=hopeful) for one in sets)} for hopeful in (False, True)
    )
    return Likelihood(MANNER, 0, chance(sure, dice), chance(hoped, dice))


def _best(sets: Sequence[_Set], roll: int) -> tuple[str, ...]:
    """Give the best set at this terrain roll: most targets, then ids."""
    working = [one for one in sets if one.works(roll, hopeful=False)]
    return min(working, key=lambda one: (-len(one.targets), one.targets)).targets if working else ()
