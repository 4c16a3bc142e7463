"""The judgement: every clause on a plan, and the "if able" duties by the witnesses that are handed over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planner.referee import motion
from planner.referee.case import lay_out
from planner.referee.clauses import broken_clauses, require_modelled
from planner.referee.duties import breached_globally, breached_in_order, breached_jointly
from planner.referee.first import LeastWays
from planner.referee.sentences import told_apart
from planner.referee.turns import is_judged_globally
from planner.rulesets import Ruleset
from planner.units import UNITS_PER_INCH
from planner.world import Judgement, Plan, Scenario, Violation, Witness

LENGTH_SLACK = UNITS_PER_INCH // 10_000
"""A reported length may be this far (units; 0.0001 inch) from the measured one."""


def judge(
    scenario: Scenario,
    rules: Ruleset,
    plan: Plan,
    witnesses: Sequence[Witness] = (),
    least_ways: LeastWays | None = None,
) -> Judgement:
    """Judge a plan: every violation of every clause, each with its ruleset key, a sentence and numbers.

    `rules` has the scenario's options applied. The duties are judged by witnesses alone, each a better move of one
    model: `close_ring` and `engage_if_able` jointly (A1), all others held, after which every other clause still
    holds; `contact_hierarchy` at the model's turn (A29) or, if so chosen, jointly too (A4). A way of any model into
    contact with the primary target, made before all others, also shows who is nearest and has to move first, or that
    the first mover has a shorter way.
    A witness that does not hold is passed over. `least_ways` tells lower bounds, (own model, enemy model) -> units,
    below which no way into contact is known to exist; they are believed, and only ever make a first mover farther.
    Raises `UnsupportedRule` where a base that is not round would have to be measured, or a rule that is not
    modelled bears on the verdict.
    """
    require_modelled(scenario, rules)
    violations = [*broken_clauses(scenario, rules, plan, witnesses, least_ways)]
    breaches = [*_breached_duties(scenario, rules, plan, witnesses)]
    return Judgement(
        legal=not violations and not breaches,
        violations=(*violations, *breaches),
        warnings=tuple(_warnings(plan)),
        duties="breached" if breaches else "none found",
    )


def _breached_duties(
    scenario: Scenario, rules: Ruleset, plan: Plan, witnesses: Sequence[Witness]
) -> Iterator[Violation]:
    """Give a violation for each model and duty that a witness shows to be breached."""
    if not witnesses or not scenario.charger.models or scenario.charge.kind == "counter":
        return
    yield from breached_jointly(scenario, rules, plan, witnesses)
    if rules.flag("contact_hierarchy") and is_judged_globally(rules):
        yield from breached_globally(scenario, rules, plan, witnesses)
    elif rules.flag("contact_hierarchy"):
        yield from breached_in_order(lay_out(scenario, rules, plan), witnesses)


def _warnings(plan: Plan) -> Iterator[str]:
    """Lengths that are reported wrongly: no violation, for the referee measures the paths itself."""
    for move in plan.moves:
        measured = motion.shown_length(move.path)
        if not abs(move.length - measured) <= LENGTH_SLACK:
            reported, true = told_apart(move.length, measured)
            yield f"{move.model}: the length is reported as {reported}, the path measures {true}"
