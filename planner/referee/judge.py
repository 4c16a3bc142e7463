"""The judgement: every clause on a plan, and the "if able" duties by the witnesses that are handed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from planner.errors import UnsupportedRule
from planner.referee import endings, motion
from planner.referee.bases import is_any_within, shown_gap
from planner.referee.case import Case, lay_out, structure_faults
from planner.referee.declaration import declaration_violations
from planner.referee.sentences import told_apart
from planner.rulesets import Ruleset
from planner.units import UNITS_PER_INCH, in_text
from planner.world import Judgement, Plan, Scenario, Violation, Witness

Clause = Callable[[Case], Iterator[Violation]]

CLAUSES: tuple[tuple[str, Clause], ...] = (
    ("max_distance", motion.max_distance),
    ("stay_on_board", motion.stay_on_board),
    ("enemies_block", motion.enemies_block),
    ("solid_terrain", motion.solid_terrain),
    ("dense_terrain", motion.dense_terrain),
    ("end_clear", endings.end_clear),
    ("coherency", endings.coherency),
    ("coherency_neighbours", endings.coherency_neighbours),
    ("coherency_span", endings.coherency_span),
    ("coherency_connected", endings.coherency_connected),
    ("engage_every_target", endings.engage_every_target),
    ("engage_no_other", endings.engage_no_other),
    ("ends_closer", endings.ends_closer),
)
"""Ruleset key and the clause it switches on. A flag that is false, or a key that is absent, switches it off."""

READ_BY_CLAUSES = frozenset(
    {
        *("declare_range", "target_within_roll", "not_while_engaged", "barred_states", "barred_keywords"),
        *("aircraft_need_fly", "pass_friends", "pass_aircraft", "engagement", "stationary_must_close"),
        *("close_ring", "engage_if_able", "free_terrain", "dense_pass_keywords", "dense_low", "dense_climb"),
        *("hull_keywords", "greatest_roll"),
    }
)
"""Keys that clauses, duties and the declaration read (`greatest_roll` bounds a search and forbids nothing)."""

NOT_MODELLED = frozenset({"take_to_the_skies", "friendly_hulls_block"})
"""Flags that are known here only when they are off."""

LENGTH_SLACK = UNITS_PER_INCH // 10_000
"""A reported length may be this far (units; 0.0001 inch) from the measured one."""


def judge(scenario: Scenario, rules: Ruleset, plan: Plan, witnesses: Sequence[Witness] = ()) -> Judgement:
    """Judge a plan: every violation of every clause, each with its ruleset key, a sentence and numbers.

    `rules` has the scenario's options applied. The duties (`close_ring`, `engage_if_able`) are judged jointly (A1)
    and only by witnesses: a better move of one model, all others held, after which every other clause still holds.
    A witness that does not hold is passed over. Raises `UnsupportedRule` where a base that is not round would
    have to be measured, or a rule that is not modelled bears on the verdict.
    """
    require_modelled(rules)
    violations = [*broken_clauses(scenario, rules, plan)]
    breaches = [*_breached_duties(scenario, rules, plan, witnesses)]
    return Judgement(
        legal=not violations and not breaches,
        violations=(*violations, *breaches),
        warnings=tuple(_warnings(plan)),
        duties="breached" if breaches else "none found",
    )


def require_modelled(rules: Ruleset) -> None:
    """Raise `UnsupportedRule` for a key that this referee does not read: it must not be passed over in silence."""
    judged = READ_BY_CLAUSES | {key for key, _ in CLAUSES}
    for key in sorted(rules.settings):
        if key in NOT_MODELLED and not rules.flag(key):
            continue
        if key not in judged:
            raise UnsupportedRule(key, f"the referee does not judge this rule of {rules.id} ({rules.source(key)})")


def broken_clauses(scenario: Scenario, rules: Ruleset, plan: Plan) -> Iterator[Violation]:
    """Give every violation but those of the duties."""
    yield from declaration_violations(scenario, rules, plan.targets, plan.roll)
    yield from structure_faults(scenario, plan)
    if scenario.charger.is_off_board or not scenario.charger.models:
        return
    case = lay_out(scenario, rules, plan)
    for key, clause in CLAUSES:
        if _is_on(rules, key):
            yield from clause(case)
    if rules.has("pass_friends") and not rules.flag("pass_friends"):
        yield from motion.friends_block(case)


def _is_on(rules: Ruleset, key: str) -> bool:
    return rules.has(key) and rules[key] is not False


def _breached_duties(
    scenario: Scenario, rules: Ruleset, plan: Plan, witnesses: Sequence[Witness]
) -> Iterator[Violation]:
    """Give a violation for each model and duty that a witness shows to be breached."""
    if not witnesses:
        return
    case = lay_out(scenario, rules, plan)
    shown: set[tuple[str, str]] = set()
    for witness in witnesses:
        better = _with_move(plan, witness)
        if better is None:
            continue
        unmet = _duties_unmet(case, lay_out(scenario, rules, better), witness)
        found = [v for v in unmet if (v.rule, witness.model) not in shown]
        if found and not any(broken_clauses(scenario, rules, better)):
            shown.update((v.rule, witness.model) for v in found)
            yield from found


def _with_move(plan: Plan, witness: Witness) -> Plan | None:
    """Give the plan with this one model moved as the witness says; None if the plan has no such model."""
    if not witness.path or all(move.model != witness.model for move in plan.moves):
        return None
    moves = tuple(replace(m, path=witness.path) if m.model == witness.model else m for m in plan.moves)
    return replace(plan, moves=moves)


def _duties_unmet(case: Case, better: Case, witness: Witness) -> Iterator[Violation]:
    """Give the duties that the model meets in the better plan and not in this one (not yet: whether that is legal)."""
    for rule, key, what in (
        ("close_ring", "close_ring", "within"),
        ("engage_if_able", "engagement", "engaged, within"),
    ):
        if not _is_on(case.rules, rule):
            continue
        reach = case.rules.length(key)
        if _reaches(better, witness.model, reach) and not _reaches(case, witness.model, reach):
            measured = _gap_to_targets(case, witness.model)
            text = (
                f"{witness.model} ends {in_text(measured)} from the nearest target, and can end {what} {in_text(reach)}"
            )
            units = (case.unit.id, *case.targets)
            yield Violation(rule, text, (witness.model,), units, measured, reach, witness)


def _reaches(case: Case, model: str, reach: int) -> bool:
    """Whether the model ends within `reach` of some target."""
    ends = [m.end for m in case.movers if m.model == model]
    return any(is_any_within(ends, case.enemies[target], reach) for target in case.targets)


def _gap_to_targets(case: Case, model: str) -> float:
    """Give the model's gap to the nearest target at its end, for display only."""
    ends = [m.end for m in case.movers if m.model == model]
    return min(shown_gap(ends, case.enemies[target]) for target in case.targets)


def _warnings(plan: Plan) -> Iterator[str]:
    """Lengths that are reported wrongly: no violation, for the referee measures the paths itself."""
    for move in plan.moves:
        measured = motion.shown_length(move.path)
        if not abs(move.length - measured) <= LENGTH_SLACK:
            reported, true = told_apart(move.length, measured)
            yield f"{move.model}: the length is reported as {reported}, the path measures {true}"
