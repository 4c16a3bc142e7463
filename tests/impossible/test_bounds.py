"""Bounds on goals: no plan is better than its bound, and where a sum says what is best, plan and bound meet there."""

from __future__ import annotations

from fractions import Fraction

import pytest

import planner
from planner.candidates import Roadmaps, make_question
from planner.impossible import goal_bounds
from planner.rulesets import load_ruleset
from planner.units import UNITS_PER_INCH
from tests.builders import charge, table, unit
from tests.strategies import tables


@pytest.mark.parametrize("goal", ["engage", "tight", "spread", "hold"])
def test_no_plan_is_better_than_its_bound(goal: str) -> None:
    legal = 0
    for name, scenario in [*tables("real", 40, 8), *tables("small", 40, 12), *tables("planted", 40, 6)]:
        try:
            answer = planner.plan_charge(scenario, goal=goal)
        except planner.UnsupportedRule:
            continue
        for one in answer.goals:
            assert one.bound is not None, name
            if one.name == "movement_in":
                assert one.value >= one.bound - 1e-6, name
            else:
                assert one.value <= one.bound, name
        legal += answer.verdict == "legal"
    assert legal >= 8


D32 = Fraction(32) / Fraction("25.4")


def test_one_model_straight_ahead() -> None:
    """32 mm bases 6 apart: 4 to the edge of the range, 5 to the close ring, one base against one."""
    scenario = table(units=[unit("a", "A", [(10, 20)]), unit("b", "B", [(16 + D32, 20)])], charge=charge("a", ["b"], 8))
    for goal, bound in (("hold", 4), ("engage", 5)):
        goals = {one.name: one for one in planner.plan_charge(scenario, goal=goal).goals}
        assert goals["movement_in"].bound == pytest.approx(bound, abs=1e-4)
        assert goals["movement_in"].value >= 5
    assert goals["base_contacts"].value == goals["base_contacts"].bound == 1
    assert goals["models_within_close_ring"].value == goals["models_within_close_ring"].bound == 1


def test_two_targets_that_nobody_joins_take_two_ways() -> None:
    """Targets 6 to the left and 6 to the right of a pair, too far apart for one base: each way is 4."""
    own = [(30, 20), (31 + D32, 20)]
    foes = [unit("b", "B", [(24 - D32, 20)]), unit("c", "B", [(37 + 2 * D32, 20)])]
    scenario = table(units=[unit("a", "A", own), *foes], charge=charge("a", ["b", "c"], 8))
    question = make_question(scenario, load_ruleset(scenario.ruleset), ("b", "c"), 8 * UNITS_PER_INCH)
    bounds = goal_bounds(question, Roadmaps(question), {})
    assert bounds["movement_in"] == pytest.approx(8, abs=1e-4)
    assert bounds["base_contacts"] == 2
    every = goal_bounds(question, Roadmaps(question), {"models_within_close_ring": 2})
    assert every["movement_in"] == pytest.approx(10, abs=1e-4)
