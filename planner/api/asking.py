"""What is asked: the scenario's own question with everything that overrides it, checked."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from planner.errors import Fault, InputError
from planner.rulesets import Ruleset
from planner.units import from_inches
from planner.wire import faults_of
from planner.world import Scenario

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with everything that overrides the file already in it."""

    scenario: Scenario
    rules: Ruleset
    goal: str
    seed: int
    deadline: float | None
    progress: Progress | None
    began: float
    thorough: bool = True

    def is_over(self) -> bool:
        """Whether the deadline that was asked for, if any, has passed."""
        return self.deadline is not None and time.monotonic() > self.deadline


def fixed_distance(scenario: Scenario, rules: Ruleset) -> int | None:
    """Give the distance of the move (units) where no dice decide it; None where they do.

    The roll of the question stands for it, then an option, then the unit's state, then the ruleset's own.
    """
    if not rules.has("fixed_distance"):
        return None
    if scenario.charge.roll is not None:
        return scenario.charge.roll
    modifier = int(rules["distance_modifier"]) if rules.has("distance_modifier") else 0
    state = scenario.charger.state
    named = [state[name] for name in sorted(rules.words("distance_states")) if state.get(name) is not None]
    if rules.settings["fixed_distance"].option in scenario.charge.options or not named:
        return max(0, rules.length("fixed_distance") + modifier)
    return max(0, from_inches(float(str(named[0]))) + modifier)


def greatest_distance(scenario: Scenario, rules: Ruleset) -> int:
    """Give the greatest distance there can be (units): the fixed one, or what the dice give at most."""
    fixed = fixed_distance(scenario, rules)
    return rules.length("greatest_roll") if fixed is None else fixed


def overridden(
    scenario: Scenario,
    targets: Sequence[str] | None,
    roll_in: float | str | Fraction | None,
    ruleset: str | None,
    options: Mapping[str, object] | None,
) -> Scenario:
    charge = scenario.charge
    if targets is not None:
        faults = target_faults(scenario, targets)
        if faults:
            raise InputError(faults)
        charge = replace(charge, targets=tuple(targets))
    if roll_in is not None:
        charge = replace(charge, roll=_roll(roll_in))
    if options is not None:
        charge = replace(charge, options={**charge.options, **options})
    scenario = replace(scenario, charge=charge)
    if ruleset is not None and ruleset != scenario.ruleset:
        scenario = replace(scenario, ruleset=ruleset)
        faults = list(faults_of(scenario))
        if faults:
            raise InputError(faults)
    return scenario


def refuse_numbers(seed: object, time_limit_s: object) -> None:
    """Raise `InputError` for a seed or a time limit that is none."""
    faults = []
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
        faults.append(Fault("seed", repr(seed), "a whole number from 0 to below 2**31"))
    limited = time_limit_s is not None
    if limited and (
        isinstance(time_limit_s, bool) or not isinstance(time_limit_s, int | float) or not time_limit_s > 0
    ):
        faults.append(Fault("time_limit_s", repr(time_limit_s), "a number of seconds above 0"))
    if faults:
        raise InputError(faults)


def target_faults(scenario: Scenario, targets: Sequence[str]) -> list[Fault]:
    if isinstance(targets, str):
        return [Fault("targets", repr(targets), "a list of unit ids")]
    side = scenario.charger.side
    foes = {u.id for u in scenario.units if u.side != side}
    allowed = ", ".join(sorted(foes)) or "there is no enemy unit"
    faults = [Fault("targets", repr(t), f"an enemy unit: {allowed}") for t in targets if t not in foes]
    if len(set(targets)) != len(targets):
        faults.append(Fault("targets", f"{list(targets)}", "each unit once"))
    if not targets:
        faults.append(Fault("targets", "an empty list", "at least one enemy unit"))
    return faults


def _roll(roll_in: float | str | Fraction) -> int:
    try:
        exact = roll_in if isinstance(roll_in, Fraction) else Fraction(str(roll_in))
    except (ValueError, ZeroDivisionError):
        exact = Fraction(-1)
    if not 0 <= exact < 1000:
        raise InputError([Fault("roll_in", repr(roll_in), "a number of inches from 0 to below 1000")])
    return from_inches(exact)
