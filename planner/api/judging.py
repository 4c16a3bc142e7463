"""Judge a plan of order with all that the search can show against it."""

from __future__ import annotations

from planner.referee import judge
from planner.rulesets import Ruleset
from planner.world import Judgement, Plan, Scenario, Witness


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
