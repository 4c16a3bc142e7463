"""May this unit declare this charge? Flags and straight gaps only; no path is looked at.

11th edition: 11.02, 11.04, 23.04. Trial rules of the 3rd: step 1. Modular engine: charge eligibility.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from planner.referee.bases import Disc, discs_of, is_any_within, reach_of, shown_gap
from planner.referee.sentences import listed, told_apart
from planner.rulesets import Ruleset
from planner.units import in_text
from planner.world import Scenario, Unit, Violation


@dataclass(frozen=True, slots=True)
class _Declared:
    """A declaration: who charges whom, how far; `chosen` are targets that are enemies on the board.

    `added`: targets that other rules added since, where the ruleset knows such.
    """

    scenario: Scenario
    rules: Ruleset
    unit: Unit
    bases: tuple[Disc, ...]
    targets: tuple[str, ...]
    added: tuple[str, ...]
    chosen: tuple[Unit, ...]
    roll: int | None

    def bases_of(self, unit: Unit) -> tuple[Disc, ...]:
        return discs_of(unit, self.rules)


def declaration_violations(
    scenario: Scenario, rules: Ruleset, targets: Sequence[str], roll: int | None, primary: str | None = None
) -> tuple[Violation, ...]:
    """Give everything that forbids the declaration; empty if it may be made.

    `roll` None: the roll is not known yet, so no target is too far for it. `primary` None: the scenario's own, and
    if it names none, it is enough that some target may be it.
    """
    unit = scenario.charger
    names = tuple(dict.fromkeys(targets))
    added = added_targets(scenario, rules)
    chosen = tuple(u for u in scenario.enemies if u.id in names and u.models)
    declared = _Declared(scenario, rules, unit, discs_of(unit, rules), names, added, chosen, roll)
    found = [
        *_who_may_declare(declared),
        *_who_may_be_chosen(declared),
        *_which_is_primary(declared, primary or scenario.charge.primary),
    ]
    if not unit.is_off_board and unit.models:
        found.extend(_what_is_too_near_or_far(declared))
    return tuple(found)


def added_targets(scenario: Scenario, rules: Ruleset) -> tuple[str, ...]:
    """Give the targets that other rules added, where the ruleset knows such (G-3, G-5)."""
    return tuple(dict.fromkeys(scenario.charge.added_targets)) if rules.flag("added_targets") else ()


def primary_of(scenario: Scenario, rules: Ruleset, targets: Sequence[str], named: str | None) -> str | None:
    """Give the primary target: the one named, or the only one that may be it; None where there is no such thing."""
    if not rules.flag("primary_target"):
        return None
    permitted = [t for t in dict.fromkeys(targets) if t in _may_be_primary(scenario, rules, targets)]
    return named or scenario.charge.primary or (permitted[0] if len(permitted) == 1 else None)


def _may_be_primary(scenario: Scenario, rules: Ruleset, targets: Sequence[str]) -> tuple[str, ...]:
    """Give the targets that may be primary: those the unit shot at, if it fired; any of several (K14)."""
    shot_at = scenario.charger.state.get("shot_at", ())
    if not rules.flag("shot_is_primary") or not isinstance(shot_at, list | tuple) or not shot_at:
        return tuple(targets)
    return tuple(t for t in targets if t in shot_at)


def _basis(rules: Ruleset) -> str:
    """Give the key to cite for what any charge needs: a unit on the table, a target."""
    return "declare_range" if rules.has("declare_range") or not rules.has("fixed_distance") else "fixed_distance"


def _who_may_declare(declared: _Declared) -> Iterator[Violation]:
    unit, rules = declared.unit, declared.rules
    if unit.is_off_board or not unit.models:
        yield Violation(_basis(rules), f"{unit.id} is not on the battlefield", units=(unit.id,))
    for state in sorted(rules.words("barred_states")):
        if unit.state.get(state):
            text = f"{unit.id} may not declare a charge: its state this turn is {state.replace('_', ' ')}"
            yield Violation("barred_states", text, units=(unit.id,))
    for keyword in sorted(rules.words("barred_keywords") & unit.keywords):
        yield Violation("barred_keywords", f"{unit.id} is {keyword} and may not declare a charge", units=(unit.id,))


def _who_may_be_chosen(declared: _Declared) -> Iterator[Violation]:
    unit, units = declared.unit, {u.id: u for u in declared.scenario.units}
    basis = _basis(declared.rules)
    if not declared.targets:
        yield Violation(basis, "no target is chosen; a charge needs at least one", units=(unit.id,))
    for name in (*declared.targets, *(t for t in declared.added if t not in declared.targets)):
        target = units.get(name)
        if target is None:
            yield Violation(basis, f"{name} is no unit on this table", units=(name,))
        elif target.side == unit.side:
            yield Violation(basis, f"{name} is on the same side as {unit.id}", units=(name,))
        elif target.is_off_board or not target.models:
            if not _is_another_left(declared, units):
                yield Violation(basis, f"{name} is not on the battlefield", units=(name,))
        elif declared.rules.flag("aircraft_need_fly") and "AIRCRAFT" in target.keywords and "FLY" not in unit.keywords:
            text = f"{name} is AIRCRAFT and {unit.id} cannot FLY, so it is no target"
            yield Violation("aircraft_need_fly", text, units=(unit.id, name))


def _is_another_left(declared: _Declared, units: Mapping[str, Unit]) -> bool:
    """Whether targets that are gone drop out, for the charge is judged when it resolves and one is left (G-3)."""
    if not declared.rules.flag("added_targets"):
        return False
    left = [units[t] for t in (*declared.targets, *declared.added) if t in units]
    return any(u.models and not u.is_off_board for u in left)


def _which_is_primary(declared: _Declared, primary: str | None) -> Iterator[Violation]:
    """The primary is one of the targets, and one of the units shot at, if the unit fired."""
    unit, targets = declared.unit, declared.targets
    if not declared.rules.flag("primary_target") or not targets:
        return
    if primary is not None and primary not in targets:
        text = f"{primary} is named as the primary target and is none of the targets"
        yield Violation("primary_target", text, units=(unit.id, primary))
        return
    permitted = _may_be_primary(declared.scenario, declared.rules, targets)
    if not permitted:
        text = f"{unit.id} fired this turn and none of its targets is a unit it shot at"
        yield Violation("shot_is_primary", text, units=(unit.id, *targets))
    elif primary is not None and primary not in permitted:
        text = f"{unit.id} fired this turn, so its primary target has to be {listed(permitted)}, not {primary}"
        yield Violation("shot_is_primary", text, units=(unit.id, primary))


def _what_is_too_near_or_far(declared: _Declared) -> Iterator[Violation]:
    rules, enemies = declared.rules, [u for u in declared.scenario.enemies if u.models]
    if declared.rules.flag("not_while_engaged"):
        for enemy in enemies:
            if is_any_within(declared.bases, declared.bases_of(enemy), reach_of(rules, "engagement")):
                yield _engaged_already(declared, enemy)
    if rules.has("declare_range"):
        reach = rules.length("declare_range")
        everybody = sorted((d for u in enemies for d in declared.bases_of(u)), key=lambda d: not d.is_round)
        if not is_any_within(declared.bases, everybody, reach):
            text = f"{declared.unit.id} is not within {in_text(reach)} of any enemy unit"
            yield Violation("declare_range", text, units=(declared.unit.id,), allowed=reach)
        yield from _too_far(declared, "declare_range", reach, "the range of a charge")
    if declared.rules.flag("target_within_roll") and declared.roll is not None:
        meaning = "the distance of the move" if rules.has("fixed_distance") else "the charge roll"
        yield from _too_far(declared, "target_within_roll", declared.roll, meaning)


def _engaged_already(declared: _Declared, enemy: Unit) -> Violation:
    allowed = declared.rules.length("engagement")
    measured = shown_gap(declared.bases, declared.bases_of(enemy))
    text = f"{declared.unit.id} is engaged with {enemy.id} already, {in_text(measured)} away"
    return Violation("not_while_engaged", text, units=(declared.unit.id, enemy.id), measured=measured, allowed=allowed)


def _too_far(declared: _Declared, rule: str, reach: int, meaning: str) -> Iterator[Violation]:
    """Targets further than `reach`, straight between the closest bases, terrain ignored (A5)."""
    for target in declared.chosen:
        bases = declared.bases_of(target)
        if reach >= 0 and is_any_within(declared.bases, bases, reach):
            continue
        measured = shown_gap(declared.bases, bases)
        far, allowed = told_apart(measured, reach)
        text = f"{target.id} is {far} from {declared.unit.id}, further than {allowed}, {meaning}"
        yield Violation(rule, text, units=(declared.unit.id, target.id), measured=measured, allowed=reach)
