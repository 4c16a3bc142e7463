"""Ruling cases of charges whose models move one after another, through `plan_charge` and `check`.

Coordinates are those of the notes, shifted by 20; bases are an inch wide; the arithmetic is in each case.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

import planner
from planner.wire import parse_answer
from planner.world import Answer, Scenario, Terrain, Unit
from tests.builders import charge, table, unit, wall

INCH = 127_000
TRIAL, FOURTH, MELEE = "wh40k-3e-trial", "wh40k-4e", "melee-engine"


def at(unit_id: str, side: str, *places: tuple[float, float], state: Mapping[str, object] | None = None) -> Unit:
    return unit(unit_id, side, [(x + 20, y + 20) for x, y in places], mm=25.4, state=state)


def asked(
    units: Sequence[Unit],
    names: Sequence[str] | None,
    ruleset: str = TRIAL,
    terrain: Sequence[Terrain] = (),
    **asked: object,
) -> Scenario:
    scenario = table(units=list(units), charge=charge("a", list(names or ["?"]), 6), terrain=list(terrain))
    own: dict[str, object] = {"targets": None if names is None else tuple(names), "roll": None, **asked}
    question = replace(scenario.charge, **own)  # type: ignore[arg-type]
    return replace(scenario, ruleset=ruleset, charge=question)


def planned(scenario: Scenario) -> Answer:
    """Give the answer; a plan must pass `check` when it is read back."""
    answer = planner.plan_charge(scenario)
    if answer.verdict != "undecided":
        assert planner.check(scenario, parse_answer(answer.to_json())).legal
    return answer


def order(answer: Answer) -> list[str]:
    return [move.model for move in answer.moves]


A1 = (0, 0)


@pytest.mark.parametrize(
    ("units", "options", "verdict"),
    [
        ([at("a", "A", A1), at("x", "B", (7, 0))], {}, "legal"),
        ([at("a", "A", A1), at("x", "B", (7.01, 0))], {}, "ineligible"),
        # a corridor of 3 between others: exactly an inch on either side
        ([at("a", "A", A1), at("x", "B", (6, 0)), at("n", "B", (3, 2), (3, -2))], {}, "legal"),
        # friends 1.00 and 0.98 apart
        ([at("a", "A", A1), at("x", "B", (6, 0)), at("n", "A", (3, 1), (3, -1))], {}, "legal"),
        ([at("a", "A", A1), at("x", "B", (6, 0)), at("n", "A", (3, 0.99), (3, -0.99))], {}, "impossible"),
    ],
    ids=["K1", "K2", "K4a", "K4c", "K4c-narrow"],
)
def test_reach_and_gaps(units: list[Unit], options: dict[str, object], verdict: str) -> None:
    assert planned(asked(units, ["x"], options=options)).verdict == verdict


def test_a_closed_keepout_forbids_the_exact_inch() -> None:
    units = [at("a", "A", A1), at("x", "B", (6, 0)), at("n", "B", (3, 2), (3, -2))]
    answer = planner.plan_charge(asked(units, ["x"], options={"keepout_closed": True}))
    assert answer.verdict in ("impossible", "undecided")  # one unit is all there is between


FIVE = [at("a", "A", A1, (0, 3)), at("x", "B", (4, 0)), at("y", "B", (4, 5))]


def test_where_the_first_model_touches_decides_the_second_target() -> None:
    """K5: anywhere on x leaves a2 a place at y; at the end of the shortest route none is within 3.099."""
    answer = planned(asked(FIVE, ["x", "y"], primary="x"))
    assert answer.verdict == "legal"
    assert set(answer.locked) == {"x", "y"}
    assert planned(asked(FIVE, ["x", "y"], FOURTH, primary="x")).verdict == "impossible"
    assert planned(asked(FIVE, ["x", "y"], primary="x", options={"first_contact": "shortest_route"})).verdict == (
        "impossible"
    )


def test_two_models_do_not_bridge_more_than_four() -> None:
    """K5b: y 0.01 farther off."""
    assert planned(asked([*FIVE[:2], at("y", "B", (4, 5.01))], ["x", "y"])).verdict == "impossible"


def test_one_order_alone_is_legal() -> None:
    """K6b: a3 can touch nobody coherently, so it may bridge; a2 could touch x, so it may not, until a3 stands."""
    units = [at("a", "A", A1, (0, 3), (0, 6)), at("x", "B", (3, -1)), at("y", "B", (3, 7))]
    scenario = asked(units, ["x", "y"], primary="x")
    answer = planned(scenario)
    assert order(answer) == ["a1", "a3", "a2"]
    swapped = [replace(move, order={1: 1, 2: 3, 3: 2}[move.order]) for move in answer.moves]
    judged = planner.check(scenario, replace(answer, moves=tuple(sorted(swapped, key=lambda move: move.order))))
    assert not judged.legal


def test_unengaged_before_engaged() -> None:
    """K7 and K8: s may be the third model's, but not p2 a second time while p3 or s is free."""
    units = [at("a", "A", A1, (0, 2), (0, 4)), at("p", "B", (4, 0), (4, 2), (4, 4)), at("s", "B", (4, 5.5))]
    scenario = asked(units, ["p", "s"], primary="p")
    answer = planned(scenario)
    assert answer.verdict == "legal"
    assert answer.goals[0].value == 2


def moved_to(answer: Answer, model: str, *places: tuple[float, float]) -> Answer:
    """Give the answer with one model's path put in place of its own: from its start along these places."""
    moves = tuple(
        replace(
            m, path=(m.path[0], *((round((x + 20) * INCH), round((y + 20) * INCH)) for x, y in places)), contacts=()
        )
        if m.model == model
        else m
        for m in answer.moves
    )
    return replace(answer, moves=moves)


def broken(scenario: Scenario, answer: Answer) -> set[str]:
    return {violation.rule for violation in planner.check(scenario, answer).violations}


def test_a_second_model_on_an_engaged_enemy() -> None:
    """K8: the last ends on p2 alone, which is touched already, while p3 is free; no base touches two (gaps of 1.2)."""
    units = [at("a", "A", A1, (0, 2.2), (0, 4.4)), at("p", "B", (4, 0), (4, 2.2), (4, 4.4))]
    scenario = asked(units, ["p"])
    answer = planned(scenario)
    assert {move.contacts for move in answer.moves} == {("p1",), ("p2",), ("p3",)}
    assert broken(scenario, moved_to(answer, order(answer)[-1], (4, 3.20001))) >= {"contact_hierarchy"}


def test_coherency_limits_what_can_be_contacted() -> None:
    """K10: e2 is out of coherency for a2, so it touches e1 too; standing off is no choice, nor is e2."""
    units = [at("a", "A", A1, (0, 1.2)), at("e", "B", (4, 0), (4, 5))]
    scenario = asked(units, ["e"])
    answer = planned(scenario)
    assert [move.contacts for move in answer.moves] == [("e1",), ("e1",)]
    assert broken(scenario, moved_to(answer, "a2", (2, 1.2))) == {"contact_hierarchy"}
    assert broken(scenario, moved_to(answer, "a2", (3.4, 4.19999))) >= {"join_moved"}


def test_nobody_passes_through_a_mate() -> None:
    """K19: a2 goes through a1, which has moved."""
    units = [at("a", "A", A1, (-1.5, 0)), at("x", "B", (5, 0), (5, 1.5))]
    scenario = asked(units, ["x"])
    answer = planned(scenario)
    assert order(answer) == ["a1", "a2"]
    (x, y), ahead = (answer.moves[0].end[0] / INCH - 20, answer.moves[0].end[1] / INCH - 20), answer.moves[1].end
    through = moved_to(answer, "a2", (x - 0.4, y), (ahead[0] / INCH - 20, ahead[1] / INCH - 20))
    assert "pass_friends" in broken(scenario, through)


def test_targets_need_not_be_near_each_other() -> None:
    """K20: two units 2.5 apart, both reached in coherency."""
    units = [at("a", "A", A1, (0, 2)), at("x", "B", (4, 0)), at("y", "B", (4, 3.5))]
    answer = planned(asked(units, ["x", "y"]))
    assert (answer.verdict, answer.locked) == ("legal", ("x", "y"))


def test_nothing_in_reach_moves_nobody() -> None:
    """G7: a failed charge, and no move of it would be legal."""
    units = [at("a", "A", A1), at("x", "B", (25, 0))]
    scenario = asked(units, ["x"], MELEE)
    answer = planned(scenario)
    assert (answer.verdict, answer.moves) == ("impossible", ())
    legal = planned(asked([units[0], at("x", "B", (5, 0))], ["x"], MELEE))
    assert "engage_any_target" in broken(scenario, legal)


def test_difficult_terrain_caps_the_move() -> None:
    """K12: gap 5 through a wood: 4 keeps everybody where he is, 5 is enough, and that is what the answer says."""
    units = [at("a", "A", A1), at("x", "B", (6, 0))]
    wood = [wall("w", 22, 5, 23, 40, kind="difficult")]
    assert planned(asked(units, ["x"], terrain=wood, terrain_roll=4 * INCH)).verdict == "impossible"
    assert planned(asked(units, ["x"], terrain=wood, terrain_roll=5 * INCH)).verdict == "legal"
    answer = planned(asked(units, ["x"], terrain=wood))
    (reason,) = answer.reasons
    assert reason.numbers["terrain_roll_in"] == 5
    assert reason.numbers["chance"] == pytest.approx(20 / 36)


def bridge_in_a_wood(roll: int | None, place: tuple[float, float] = (0, 7.5)) -> Scenario:
    """X and y are 7 apart, so one bridges: a2 after 4, which can touch x after 4.66, or a3 after 5.41 from (0, 7.5)."""
    units = [at("a", "A", A1, (-1, 3), place), at("x", "B", (3, -1)), at("y", "B", (3, 7))]
    wood = [wall("w", 10, 10, 35, 35, kind="difficult")]
    rolled = None if roll is None else roll * INCH
    options = {"targets_may_fall_short": False}
    return asked(units, ["x", "y"], terrain=wood, terrain_roll=rolled, primary="x", options=options)


@pytest.mark.parametrize(
    ("roll", "verdict", "moves"),
    [(3, "impossible", []), (4, "legal", ["a1", "a2", "a3"]), (5, "impossible", []), (6, "legal", ["a1", "a3", "a2"])],
)
def test_a_longer_roll_may_bring_a_duty_that_forbids(roll: int, verdict: str, moves: list[str]) -> None:
    """On a 5, a2 can touch x and so has to, and nobody else bridges: a3 is 5.08 from coherency with a1."""
    answer = planned(bridge_in_a_wood(roll))
    assert (answer.verdict, order(answer)) == (verdict, moves)
    if roll == 5:
        assert answer.proof is not None
        assert answer.proof.kind == "duties"


def test_a_duty_that_another_can_do_without_forbids_nothing() -> None:
    """As on a 5, but a3 starts 0.6 nearer, so that it can bridge before a2's turn comes."""
    answer = planned(bridge_in_a_wood(5, (0.6, 7.2)))
    assert (answer.verdict, order(answer)) == ("legal", ["a1", "a3", "a2"])


def test_the_rolls_that_do_are_told_one_by_one() -> None:
    """4 and 6: 7 and 11 of 36."""
    (reason,) = planned(bridge_in_a_wood(None)).reasons
    assert "a roll of 4 or 6" in reason.text
    assert reason.numbers["chance"] == pytest.approx(0.5)
    (row,) = (row for row in planner.odds(bridge_in_a_wood(None)).rows if row.targets == ("x", "y"))
    assert (row.least, str(row.chances[0].low), str(row.chances[0].high)) == (4 * INCH, "1/2", "1/2")


def test_a_way_clear_of_the_terrain_needs_no_roll() -> None:
    units = [at("a", "A", A1), at("x", "B", (5, 0))]
    answer = planned(asked(units, ["x"], terrain=[wall("w", 22, 21, 24, 40, kind="difficult")], terrain_roll=1 * INCH))
    assert answer.verdict == "legal"


def test_a_secondary_out_of_reach_is_let_go() -> None:
    """K13: x 2.5 away, y 3.42; a roll of 3 reaches x alone, and the moves that reach both are shown."""
    units = [at("a", "A", A1, (0, 1.2)), at("x", "B", (3.5, 0)), at("y", "B", (3.5, 3.9))]
    wood = [wall("w", 15, 15, 30, 30, kind="difficult")]
    scenario = asked(units, ["x", "y"], terrain=wood, terrain_roll=3 * INCH, primary="x")
    answer = planned(scenario)
    assert (answer.locked, answer.not_contacted) == (("x",), ("y",))
    assert len(answer.declaration) == 2
    assert not planner.check(scenario, replace(answer, declaration=())).legal


def test_shooting_binds_the_primary() -> None:
    """K14 and K15."""
    shot = at("a", "A", A1, (0, 1.5), state={"shot_at": ("u",)})
    foes = [at("u", "B", (4, 0)), at("v", "B", (4, 3.5))]
    assert planned(asked([shot, *foes], ["v"])).verdict == "ineligible"
    assert planned(asked([shot, *foes], ["u", "v"], primary="v")).verdict == "ineligible"
    assert planned(asked([shot, *foes], ["u", "v"], primary="u")).verdict == "legal"
    assert planned(asked([shot, *foes], ["u", "v"])).primary == "u"
    assert planned(asked([shot, *foes], ["u"])).verdict == "legal"
    still = at("a", "A", A1, state={"stationary_fire": True})
    assert planned(asked([still, *foes], ["u"])).verdict == "ineligible"


def test_a_choke() -> None:
    """K17: one base wide, so the second model stays behind the first and supports it."""
    units = [at("a", "A", A1, (-1.5, 0)), at("x", "B", (5.5, 0))]
    walls = [wall("n", 21, 20.5, 28, 21), wall("s", 21, 19, 28, 19.5)]
    answer = planned(asked(units, ["x"], terrain=walls))
    assert answer.verdict == "legal"
    assert order(answer) == ["a1", "a2"]
    assert {goal.name: goal.value for goal in answer.goals}["models_supporting"] == 1


def test_assault_range_of_the_unit() -> None:
    swift = at("a", "A", A1, state={"assault_range_in": 12})
    assert planned(asked([swift, at("x", "B", (12.5, 0))], ["x"])).verdict == "legal"
    assert planned(asked([swift, at("x", "B", (13.5, 0))], ["x"])).verdict == "ineligible"


# --- the modular engine ---------------------------------------------------------------------------------------------


def ring(count: int, step: float) -> list[tuple[float, float]]:
    angles = [math.pi + math.radians(step) * (k + 0.5) for k in range(count)]
    return [(5 + 1.00001 * math.cos(a), 1.00001 * math.sin(a)) for a in angles]


def test_a_ringed_target_has_no_slot() -> None:
    """G9: five bases 72 degrees apart leave none; with 120 between two of them one more fits."""
    units = [at("a", "A", A1), at("x", "B", (5, 0)), at("f", "A", *ring(5, 72))]
    assert planned(asked(units, ["x"], MELEE)).verdict == "impossible"
    degrees = (119.98, -119.98, 59.99, -59.99, 0)
    wide = [(5 + 1.0005 * math.cos(math.radians(d)), 1.0005 * math.sin(math.radians(d))) for d in degrees]
    units = [at("a", "A", A1), at("x", "B", (5, 0)), at("f", "A", *wide)]
    assert planned(asked(units, ["x"], MELEE)).verdict == "legal"


def test_one_target_is_enough_and_an_added_one_will_do() -> None:
    """G6 and G10: x is out of reach; y, added later, is not."""
    units = [at("a", "A", A1, (0, 1.5)), at("x", "B", (25, 0)), at("y", "B", (4, 0))]
    assert planned(asked(units, ["x"], MELEE)).verdict == "impossible"
    answer = planned(asked(units, ["x"], MELEE, added_targets=("y",)))
    assert answer.verdict == "legal"
    assert (answer.locked, answer.not_contacted) == (("y",), ("x",))


@pytest.mark.parametrize(("move", "left"), [(6.0, 5.0), (3.0, 7.0)])
def test_a_counter_charge_stops_half_way(move: float, left: float) -> None:
    """G1 and G2: the gap is 10."""
    units = [at("a", "A", (11, 0), state={"move_in": move}), at("c", "B", (0, 0))]
    scenario = asked(units, None, MELEE, kind="counter", against="c")
    answer = planned(scenario)
    assert answer.verdict == "legal"
    assert answer.goals[0].value == pytest.approx(left, abs=1e-3)
    too_near = replace(answer.moves[0], path=((31 * INCH, 20 * INCH), (int(25.9 * INCH), 20 * INCH)))
    away = replace(answer.moves[0], path=((31 * INCH, 20 * INCH), (31 * INCH, 23 * INCH)))
    for move_ in (too_near, away):
        assert not planner.check(scenario, replace(answer, moves=(move_,))).legal


# --- odds and why ---------------------------------------------------------------------------------------------------


def test_odds_are_those_of_the_terrain_roll() -> None:
    units = [at("a", "A", A1, (0, 1.5), (-1.5, 0)), at("x", "B", (5, 0)), at("y", "B", (3, 4))]
    found = planner.odds(asked(units, None, terrain=[wall("w", 22, 5, 23, 40, kind="difficult")]))
    rows = {row.targets: row for row in found.rows}
    assert rows["x",].least == 4 * INCH
    assert str(rows["x",].chances[0].low) == "3/4"
    assert dict(found.best_by_roll)[4] == ("x", "y")
    assert dict(found.best_by_roll)[6] == ("x", "y")


def test_why_names_what_bars_the_way() -> None:
    narrow = [at("a", "A", A1), at("x", "B", (6, 0)), at("n", "A", (3, 0.99), (3, -0.99))]
    walls = [wall("w1", 23, 21.5, 24, 30), wall("w2", 23, 10, 24, 18.5)]
    found = planner.why(asked(narrow, ["x"], terrain=walls))
    assert found.blame[0].units == ("x", "n")
    assert any(change.unit == "n" for change in found.nearest)


def test_why_tells_of_the_terrain_roll() -> None:
    units = [at("a", "A", A1), at("x", "B", (6, 0))]
    wood = [wall("w", 22, 5, 23, 40, kind="difficult")]
    found = planner.why(asked(units, ["x"], terrain=wood, terrain_roll=4 * INCH))
    assert found.verdict == "impossible"
    assert [change.roll for change in found.nearest if change.change == "terrain_roll"] == [5 * INCH]
