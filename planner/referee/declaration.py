"""May this unit declare this charge? Flags and straight gaps only (11.02, 11.04, 23.04); no path is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planner.referee.bases import Disc, discs_of, is_any_within, shown_gap
from planner.referee.sentences import told_apart
from planner.rulesets import Ruleset
from planner.units import in_text
from planner.world import Scenario, Unit, Violation


@dataclass(frozen=True, slots=True)
class _Declared:
    """A declaration: who charges whom, how far; `chosen` are targets that are enemies on the board."""

    scenario: Scenario
    rules: Ruleset
    unit: Unit
    bases: tuple[Disc, ...]
    targets: tuple[str, ...]
    chosen: tuple[Unit, ...]
    roll: int | None

    def bases_of(self, unit: Unit) -> tuple[Disc, ...]:
        return discs_of(unit, self.rules)


def declaration_violations(
    scenario: Scenario, rules: Ruleset, targets: Sequence[str], roll: int | None
) -> tuple[Violation, ...]:
    """Give everything that forbids the declaration; empty if it may be made.

    `roll` None: the roll is not known yet, so no target is too far for it.
    """
    unit = scenario.charger
    names = tuple(dict.fromkeys(targets))
    chosen = tuple(u for u in scenario.enemies if u.id in names and u.models)
    declared = _Declared(scenario, rules, unit, discs_of(unit, rules), names, chosen, roll)
    found = [*_who_may_declare(declared), *_who_may_be_chosen(declared)]
    if not unit.is_off_board and unit.models:
        found.extend(_what_is_too_near_or_far(declared))
    return tuple(found)


def _who_may_declare(declared: _Declared) -> Iterator[Violation]:
    unit, rules = declared.unit, declared.rules
    if unit.is_off_board or not unit.models:
        yield Violation("declare_range", f"{unit.id} is not on the battlefield", units=(unit.id,))
    for state in sorted(_words(rules, "barred_states")):
        if unit.state.get(state):
            text = f"{unit.id} may not declare a charge: its state this turn is {state.replace('_', ' ')}"
            yield Violation("barred_states", text, units=(unit.id,))
    for keyword in sorted(_words(rules, "barred_keywords") & unit.keywords):
        yield Violation("barred_keywords", f"{unit.id} is {keyword} and may not declare a charge", units=(unit.id,))


def _who_may_be_chosen(declared: _Declared) -> Iterator[Violation]:
    unit, units = declared.unit, {u.id: u for u in declared.scenario.units}
    if not declared.targets:
        yield Violation("declare_range", "no target is chosen; a charge needs at least one", units=(unit.id,))
    for name in declared.targets:
        target = units.get(name)
        if target is None:
            yield Violation("declare_range", f"{name} is no unit on this table", units=(name,))
        elif target.side == unit.side:
            yield Violation("declare_range", f"{name} is on the same side as {unit.id}", units=(name,))
        elif target.is_off_board or not target.models:
            yield Violation("declare_range", f"{name} is not on the battlefield", units=(name,))
        elif _is_on(declared, "aircraft_need_fly") and "AIRCRAFT" in target.keywords and "FLY" not in unit.keywords:
            text = f"{name} is AIRCRAFT and {unit.id} cannot FLY, so it is no target"
            yield Violation("aircraft_need_fly", text, units=(unit.id, name))


def _what_is_too_near_or_far(declared: _Declared) -> Iterator[Violation]:
    rules, enemies = declared.rules, [u for u in declared.scenario.enemies if u.models]
    if _is_on(declared, "not_while_engaged"):
        for enemy in enemies:
            if is_any_within(declared.bases, declared.bases_of(enemy), rules.length("engagement")):
                yield _engaged_already(declared, enemy)
    if rules.has("declare_range"):
        reach = rules.length("declare_range")
        everybody = sorted((d for u in enemies for d in declared.bases_of(u)), key=lambda d: not d.is_round)
        if not is_any_within(declared.bases, everybody, reach):
            text = f"{declared.unit.id} is not within {in_text(reach)} of any enemy unit"
            yield Violation("declare_range", text, units=(declared.unit.id,), allowed=reach)
        yield from _too_far(declared, "declare_range", reach, "the range of a charge")
    if _is_on(declared, "target_within_roll") and declared.roll is not None:
        yield from _too_far(declared, "target_within_roll", declared.roll, "the charge roll")


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


def _words(rules: Ruleset, key: str) -> frozenset[str]:
    return rules.words(key) if rules.has(key) else frozenset()


def _is_on(declared: _Declared, key: str) -> bool:
    return declared.rules.has(key) and declared.rules.flag(key)
