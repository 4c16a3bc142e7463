"""What answers of order say besides the verdict, and claims of others about them that `check` has to see through."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

import planner
from planner.errors import InputError
from planner.rulesets import load_ruleset
from planner.sequence import setting_of, ways_of
from planner.units import to_inches
from planner.wire import parse_answer, parse_scenario, scenario_to_json
from planner.world import Scenario
from tests.api.test_order import A1, FOURTH, INCH, MELEE, asked, at, planned
from tests.builders import wall

BUGS = Path(__file__).parents[2] / "fixtures" / "bugs"


def test_the_shortest_route_is_as_short_as_it_can_be() -> None:
    """Tangent 1.786, arc 0.840, tangent 0.786: 3.4123."""
    answer = planned(planner.load_scenario(BUGS / "order_nearer_round_a_corner.json"))
    assert to_inches(round(answer.moves[0].length)) == pytest.approx(3.4123, abs=2e-4)


def test_who_is_nearer_round_a_corner_moves_first() -> None:
    """A1 is 3.4123 from x by way, a2 3.4399: a2 first is refused, however a1 goes later."""
    scenario = planner.load_scenario(BUGS / "order_nearer_round_a_corner.json")
    second = at("a", "A", (-10, 0), (-8.22, 3.845)).models
    units = tuple(replace(u, models=second) if u.id == "a" else u for u in scenario.units)
    scenario = replace(scenario, ruleset="wh40k-3e-trial", units=units)
    answer = planned(scenario)
    assert [move.model for move in answer.moves] == ["a1", "a2"]
    swapped = tuple(replace(move, order=3 - move.order) for move in reversed(answer.moves))
    judged = planner.check(scenario, replace(answer, moves=swapped))
    assert {violation.rule for violation in judged.violations} == {"first_mover"}


def test_touching_two_is_no_excuse_for_a_detour() -> None:
    """In the 4th edition: x1 is 3 away; to touch x2 as well, beside it, takes 3.5, and x2 itself is behind a wall."""
    units = [at("a", "A", A1), at("x", "B", (4, 0), (3.3, 1.8))]
    scenario = asked(units, ["x"], FOURTH, terrain=[wall("w", 20.5, 21.25, 22.75, 21.35)])
    answer = planned(scenario)
    assert answer.moves[0].contacts == ("x1",)
    both = next(
        (x, y)
        for x in range(23 * INCH + 51_000, 23 * INCH + 53_000)
        for y in [20 * INCH + round(math.sqrt((INCH + 2) ** 2 - (24 * INCH - x) ** 2))]
        if INCH <= math.dist((x, y), (23.3 * INCH, 21.8 * INCH)) <= INCH + 4
    )
    detour = replace(answer.moves[0], path=((20 * INCH, 20 * INCH), both), contacts=())
    assert not planner.check(scenario, replace(answer, moves=(detour,))).legal


def test_an_enemy_that_a_friend_overlaps_by_a_hair_is_engaged() -> None:
    for x in (4, 3.9995):
        units = [at("a", "A", A1, (0, 2.3)), at("e", "B", (3, 0), (3, 2.3)), at("f", "A", (x, 2.3))]
        scenario = asked(units, ["e"], roll=6 * INCH)
        rules = load_ruleset(scenario.ruleset)
        setting = setting_of(scenario, rules, ("e",), ways_of(scenario, rules, 6 * INCH, None)[0], "e")
        assert setting.engaged_before.tolist() == [False, True]


def test_one_target_of_two_is_told_as_one() -> None:
    answer = planned(planner.load_scenario(BUGS / "order_friends_passed.json"))
    assert (answer.locked, answer.not_contacted) == (("x",), ("y",))
    assert answer.moves[0].engages == ("x",)


def test_what_is_said_of_contacts_is_measured() -> None:
    """A warning and no violation: the moves count."""
    units = [at("a", "A", A1), at("x", "B", (3, 0)), at("y", "B", (3, 3))]
    scenario = asked(units, ["x", "y"], MELEE)
    answer = planned(scenario)
    assert planner.check(scenario, answer).warnings == ()
    told = replace(answer, locked=("x", "y"), not_contacted=("x",))
    assert len(planner.check(scenario, told).warnings) == 2


def test_a_target_let_go_without_a_declaration_is_told_so() -> None:
    units = [at("a", "A", A1, (0, 1.2)), at("x", "B", (3.5, 0)), at("y", "B", (3.5, 3.9))]
    wood = [wall("w", 15, 15, 30, 30, kind="difficult")]
    scenario = asked(units, ["x", "y"], terrain=wood, terrain_roll=3 * INCH, primary="x")
    answer = planned(scenario)
    (fault,) = planner.check(scenario, replace(answer, declaration=())).violations
    assert "declaration" in fault.text


def test_a_counter_charge_is_never_impossible() -> None:
    units = [at("a", "A", (11, 0), state={"move_in": 6}), at("c", "B", (0, 0))]
    scenario = asked(units, None, MELEE, kind="counter", against="c")
    answer = planned(scenario)
    lie = replace(answer, verdict="impossible", moves=(), goals=())
    assert not planner.check(scenario, parse_answer(lie.to_json())).legal
    assert planner.why(scenario).verdict == "legal"


def no_bridge(roll: int | None) -> Scenario:
    """All in a wood: on a 3 a2 may bridge, on a 6 it has to touch x, and nobody else can."""
    units = [at("a", "A", A1, (0, 2.9), (0.5, 4.6)), at("x", "B", (3, 0)), at("y", "B", (3, 7.2))]
    wood = [wall("w", 10, 10, 40, 40, kind="difficult")]
    rolled = None if roll is None else roll * INCH
    return asked(units, ["x", "y"], terrain=wood, primary="x", terrain_roll=rolled)


def test_what_a_six_forbids_and_a_lower_roll_allows_is_told() -> None:
    answer = planner.plan_charge(no_bridge(None))
    assert answer.verdict == "impossible"
    assert planner.plan_charge(no_bridge(3)).verdict == "legal"
    assert any(reason.rule == "difficult_terrain" and "3" in reason.text for reason in answer.reasons)
    (row,) = (row for row in planner.odds(no_bridge(None)).rows if row.targets == ("x", "y"))
    assert row.least == 3 * INCH
    assert 0 < row.chances[0].low < 1


@pytest.mark.parametrize(("field", "value"), [("against", "x"), ("added_targets", ["x"])])
def test_fields_of_the_other_kind_of_charge_are_refused(field: str, value: object) -> None:
    units = [at("a", "A", A1), at("x", "B", (3, 0)), at("y", "B", (3, 3))]
    counter = field == "added_targets"
    scenario = asked(
        units, None if counter else ["x"], MELEE, **({"kind": "counter", "against": "y"} if counter else {})
    )
    raw = json.loads(scenario_to_json(scenario))
    raw["charge"][field] = value
    with pytest.raises(InputError, match=field):
        parse_scenario(json.dumps(raw))
