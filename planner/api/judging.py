"""Judge a plan of order with all that the search can show against it."""

from __future__ import annotations

from collections.abc import Iterator

from planner.referee import judge
from planner.rulesets import Ruleset
from planner.shapes import RoundBase
from planner.units import CONTACT_MAX
from planner.world import Answer, Judgement, Plan, Scenario, Witness


def judged_in_order(scenario: Scenario, rules: Ruleset, plan: Plan) -> Judgement:
    """Judge a plan of order again, with better moves that the search shows and the pathfinder's lower bounds."""
    from planner.api.ordering import setting_of_plan
    from planner.sequence import better_moves, least_ways

    if not plan.targets or scenario.charge.kind == "counter":
        return judge(scenario, rules, plan)
    setting = setting_of_plan(scenario, rules, plan)
    number = {name: i for i, name in enumerate(setting.question.names)}
    moves = sorted(plan.moves, key=lambda move: move.order)
    shown = better_moves(setting, [number[move.model] for move in moves], [move.path for move in moves])
    witnesses = [Witness(setting.question.names[i], path) for i, path in shown]
    by_path = rules.has("first_mover") and rules.choice("first_mover") == "shortest_path"
    bounds = least_ways(setting_of_plan(scenario, rules, plan, relaxed=True)) if by_path else {}
    return judge(scenario, rules, plan, witnesses, bounds)


def contact_warnings(scenario: Scenario, rules: Ruleset, answer: Answer, plan: Plan) -> Iterator[str]:
    """Say where `locked` or `not_contacted` of an answer do not fit its moves: no violation, for the moves count."""
    reach = rules.length("engagement") or CONTACT_MAX
    radius = {m.id: m.base.radius for m in scenario.charger.models if isinstance(m.base, RoundBase)}

    def is_met(name: str) -> bool:
        theirs = [(m.at, m.base.radius) for m in scenario.unit(name).models if isinstance(m.base, RoundBase)]
        return any(
            (move.end[0] - x) ** 2 + (move.end[1] - y) ** 2 <= (radius[move.model] + own + reach) ** 2
            for move in plan.moves
            for (x, y), own in theirs
        )

    known = {unit.id for unit in scenario.enemies}
    for name in answer.locked:
        if name not in known or not is_met(name):
            yield f"locked: {name} is said to be contacted, and no model ends so"
    for name in answer.not_contacted:
        if name in known and is_met(name):
            yield f"not_contacted: {name} is said to be missed, and a model ends in contact"
