"""The odds: for every set of targets the least roll that works, and its chance under the ruleset's dice.

What works at a roll works at every greater one (the same plan stands; read jointly, the duties never forbid a charge),
and a set that nobody reaches at the greatest roll is never reached. So each set is asked at the roll of its
widest gap first, below which it may not even be chosen, then at the greatest, then upwards between the two.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations

from planner.api.asking import Asked, fixed_distance, overridden, refuse_numbers
from planner.api.planning import answer_at, as_reason, decide, goal_key, may_be_a_target
from planner.dice import table
from planner.errors import Fault, InputError
from planner.referee import declaration_violations
from planner.rulesets import load_ruleset
from planner.units import UNITS_PER_INCH
from planner.wire import refuse_unmodelled
from planner.world import Answer, Likelihood, Odds, Reason, Scenario, TargetSet
from planner.world.chances import Word

MOST_UNITS = 6
"""Most enemy units of which every set is asked (63 sets); of more, the nearest."""
ORDER = {"possible": 0, "open": 1, "never": 2}


def odds(
    scenario: Scenario,
    *,
    targets: Sequence[str] | None = None,
    modifiers: Sequence[int] = (0,),
    goal: str = "engage",
    seed: int = 0,
) -> Odds:
    """Give the odds of every set of targets the unit could choose at any roll.

    Parameters
    ----------
    targets
        Only sets of these units; None: of all that the greatest roll lets it choose.
    modifiers
        Added to the dice; each is a column of its own.

    Raises
    ------
    InputError, UnsupportedRule, RefereeDisagreement
        As `planner.plan_charge`.
    """
    began = time.perf_counter()
    refuse_numbers(seed, None)
    _refuse_modifiers(modifiers)
    scenario = overridden(scenario, targets, None, None, None)
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    every = replace(scenario, charge=replace(scenario.charge, targets=None))
    # the plans here are for show and for ties: the walks' best, not CP-SAT's
    asked = Asked(every, rules, goal, seed, None, None, began, thorough=False)
    wanted = targets if targets is not None else scenario.charge.targets
    fixed = fixed_distance(scenario, rules)
    if fixed is not None:
        return _at_fixed_distance(asked, wanted, fixed)
    greatest = rules.length("greatest_roll") // UNITS_PER_INCH + max(0, *modifiers, 0)
    units, left_out = _choosable(asked, wanted, greatest)
    found = [_Set(asked, chosen, greatest) for size in range(len(units), 0, -1) for chosen in combinations(units, size)]
    rows = [_row(one, found, modifiers) for one in found]
    rows.sort(key=lambda row: (ORDER[row.word], -len(row.targets), row.least or 0, row.targets))
    best = tuple((roll, _best(found, roll)) for roll in range(2, greatest + 1))
    spent = round(time.perf_counter() - began, 6)
    return Odds(rules.id, scenario.charge.unit, tuple(rows), best, left_out, spent)


def _at_fixed_distance(asked: Asked, wanted: Sequence[str] | None, distance: int) -> Odds:
    """Give the odds where nothing but difficult terrain is rolled for."""
    from planner.api.odds_in_order import rows_in_order

    scenario = asked.scenario
    if scenario.charge.kind == "counter":
        raise InputError([Fault("charge.kind", "'counter'", "a charge: a counter-charge hangs on no dice")])
    scenario = replace(scenario, charge=replace(scenario.charge, roll=distance, terrain_roll=None))
    asked = replace(asked, scenario=scenario)
    refuse_unmodelled(scenario, asked.rules, distance)
    names = [enemy.id for enemy in scenario.enemies] if wanted is None else list(wanted)
    free = [name for name in names if may_be_a_target(asked, name, distance)]
    rows, best = rows_in_order(asked, free[:MOST_UNITS], distance)
    rows.sort(key=lambda row: (ORDER[row.word], -len(row.targets), row.least or 0, row.targets))
    spent = round(time.perf_counter() - asked.began, 6)
    return Odds(asked.rules.id, scenario.charge.unit, tuple(rows), tuple(best), tuple(free[MOST_UNITS:]), spent)


def _refuse_modifiers(modifiers: Sequence[int]) -> None:
    wrong = [m for m in modifiers if isinstance(m, bool) or not isinstance(m, int) or not -12 <= m <= 12]
    if wrong or not modifiers:
        raise InputError([Fault("modifiers", repr(list(modifiers)), "whole numbers from -12 to 12, at least one")])


def _choosable(asked: Asked, wanted: Sequence[str] | None, greatest: int) -> tuple[list[str], tuple[str, ...]]:
    """Give the units that may be chosen at the greatest roll, sorted by id, and those left out as too many."""
    names = [enemy.id for enemy in asked.scenario.enemies] if wanted is None else list(wanted)
    roll = greatest * UNITS_PER_INCH
    free = [n for n in names if not declaration_violations(asked.scenario, asked.rules, (n,), roll)]
    free.sort(key=lambda name: (_least_choosable(asked, (name,), greatest), name))
    return sorted(free[:MOST_UNITS]), tuple(sorted(free[MOST_UNITS:]))


def _least_choosable(asked: Asked, targets: tuple[str, ...], greatest: int) -> int:
    """Give the least whole roll (inches) at which every straight gap lets these targets be chosen."""
    for inches in range(greatest + 1):
        if not declaration_violations(asked.scenario, asked.rules, targets, inches * UNITS_PER_INCH):
            return inches
    return greatest + 1


class _Set:
    """One set of targets, and what is known of it at each roll; nothing is asked twice."""

    def __init__(self, asked: Asked, targets: tuple[str, ...], greatest: int) -> None:
        self.asked = asked
        self.targets = targets
        self.greatest = greatest
        self.first = _least_choosable(asked, targets, greatest)
        self.at = cache(self._at)

    def _at(self, inches: int) -> str | tuple[Reason, ...]:
        """Give "legal", "undecided", or the reasons why not at this roll."""
        from planner.candidates import Roadmaps, make_question
        from planner.impossible import Refutation

        roll = inches * UNITS_PER_INCH
        refused = declaration_violations(self.asked.scenario, self.asked.rules, self.targets, roll)
        if refused:
            return tuple(as_reason(violation) for violation in refused)
        refuse_unmodelled(self.asked.scenario, self.asked.rules, roll)
        question = make_question(self.asked.scenario, self.asked.rules, self.targets, roll)
        found = decide(self.asked, question, Roadmaps(question), only_whether=True)
        if isinstance(found, Refutation):
            return (found.reason,)
        return "undecided" if isinstance(found, Reason) else "legal"

    @cached_property
    def least(self) -> int | None:
        """The least roll (inches) with a plan; None if there is none up to the greatest."""
        if self.first > self.greatest:
            return None
        if self.at(self.first) == "legal":
            return self.first
        if self.at(self.greatest) not in ("legal", "undecided"):
            return None
        return next((r for r in range(self.first + 1, self.greatest + 1) if self.at(r) == "legal"), None)

    @cached_property
    def open_rolls(self) -> tuple[int, ...]:
        """Rolls (inches) below the least, or of all, at which neither plan nor proof was found."""
        if self.first > self.greatest:
            return ()
        if self.least is None and self.at(self.greatest) != "undecided":
            return ()  # the proof at the greatest roll holds at every lower one
        below = self.greatest if self.least is None else self.least - 1
        open_from = below + 1
        while open_from > self.first and self.at(open_from - 1) == "undecided":
            open_from -= 1
        return tuple(range(open_from, below + 1))

    @cached_property
    def below(self) -> tuple[Reason, ...]:
        """Why the roll below the least (or below the open ones) fails; of a set that never works, why."""
        top = self.greatest if self.least is None else self.least - 1
        if self.open_rolls:
            top = self.open_rolls[0] - 1
        said = self.at(max(0, top))
        return () if isinstance(said, str) else said

    @cached_property
    def answer(self) -> Answer | None:
        """The judged plan at the least roll."""
        if self.least is None:
            return None
        return answer_at(self.asked, self.targets, self.least * UNITS_PER_INCH)

    def works(self, total: int, *, hopeful: bool) -> bool:
        """Whether the set can be charged on this total; `hopeful` counts undecided rolls as working."""
        if hopeful and self.open_rolls and total >= self.open_rolls[0]:
            return True
        return self.least is not None and total >= self.least


def _row(one: _Set, every: Iterable[_Set], modifiers: Sequence[int]) -> TargetSet:
    larger = [other for other in every if set(one.targets) <= set(other.targets)]
    word: Word = "possible" if one.least is not None else "open" if one.open_rolls else "never"
    least = None if one.least is None else one.least * UNITS_PER_INCH
    return TargetSet(
        one.targets,
        word,
        least,
        one.open_rolls,
        one.below,
        one.answer,
        _chances([one], modifiers),
        _chances(larger, modifiers),
    )


def _chances(sets: Sequence[_Set], modifiers: Sequence[int]) -> tuple[Likelihood, ...]:
    """Give the chances that one of these sets works, by manner and modifier."""
    sure = table(lambda total: any(one.works(total, hopeful=False) for one in sets), modifiers)
    hoped = table(lambda total: any(one.works(total, hopeful=True) for one in sets), modifiers)
    return tuple(Likelihood(low.manner, low.modifier, low.chance, high.chance) for low, high in zip(sure, hoped))


def _best(sets: Sequence[_Set], roll: int) -> tuple[str, ...]:
    """Give the best set at this roll: most targets, then the goals of its plan at its least roll, then ids."""
    working = [one for one in sets if one.works(roll, hopeful=False)]
    if not working:
        return ()
    most = max(len(one.targets) for one in working)
    return min((one for one in working if len(one.targets) == most), key=_rank).targets


def _rank(one: _Set) -> tuple[tuple[float, ...], tuple[str, ...]]:
    return () if one.answer is None else goal_key(one.answer), one.targets
