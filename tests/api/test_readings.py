"""The other values of open readings (A4, A6 to A9, A12), through `plan_charge` and `check`."""

from __future__ import annotations

from dataclasses import replace

import planner
from planner.world import Answer, Scenario
from tests.api.test_order import A1, INCH, asked, at, order, planned
from tests.builders import wall

WOOD = wall("w", 15, 15, 30, 30, kind="difficult")


def with_options(scenario: Scenario, **options: object) -> Scenario:
    return replace(scenario, charge=replace(scenario.charge, options=options))


def ends(answer: Answer) -> dict[str, tuple[float, float]]:
    """Give where each model ends, in the coordinates of the cases."""
    return {move.model: (move.end[0] / INCH - 20, move.end[1] / INCH - 20) for move in answer.moves}


def touched(answer: Answer) -> dict[str, tuple[str, ...]]:
    return {move.model: move.contacts for move in answer.moves}


def test_a7_no_roll_lets_a_target_go() -> None:
    """K13: y is 3.42 away, the roll 3."""
    units = [at("a", "A", A1, (0, 1.2)), at("x", "B", (3.5, 0)), at("y", "B", (3.5, 3.9))]
    scenario = asked(units, ["x", "y"], terrain=[WOOD], terrain_roll=3 * INCH, primary="x")
    lax = planned(scenario)
    assert (lax.verdict, lax.not_contacted) == ("legal", ("y",))
    assert planned(with_options(scenario, targets_may_fall_short=False)).verdict == "impossible"
    strict = with_options(scenario, targets_may_fall_short=False)
    assert not planner.check(strict, replace(lax, options={})).legal


def test_a8_the_roll_binds_only_who_goes_through() -> None:
    """A1 has 4 to go to x in the open; A2 starts in the wood and needs about 1.8 to stay within 2 of a1."""
    units = [at("a", "A", (0, 0), (0, 3)), at("x", "B", (5, 0))]
    wood = [wall("w", 15, 22, 20.6, 30, kind="difficult")]
    scenario = asked(units, ["x"], terrain=wood, terrain_roll=2 * INCH)
    assert planned(with_options(scenario, difficult_binds="unit")).verdict == "impossible"
    answer = planned(with_options(scenario, difficult_binds="model"))
    assert {move.model: move.length > 2 * INCH for move in answer.moves} == {"a1": True, "a2": False}
    less = replace(scenario, charge=replace(scenario.charge, terrain_roll=INCH))
    assert planned(with_options(less, difficult_binds="model")).verdict != "legal"
    assert not planner.check(with_options(less, difficult_binds="model"), replace(answer, terrain_roll=None)).legal


def test_a9_a_duty_takes_the_unit_into_the_wood() -> None:
    """X2, which nobody engages, is in reach of a2 through the wood alone: by default it may stay out and touch x1."""
    units = [at("a", "A", (0, 0), (0, -1.5)), at("x", "B", (3, 0), (3, -3))]
    wood = wall("w", 21, 15.5, 22, 18.9, kind="difficult")
    walls = [wall("n", 22.2, 18.6, 22.5, 19.0), wall("s", 20, 15, 24, 15.2), wall("e", 24.4, 15, 25, 19.4)]
    scenario = asked(units, ["x"], terrain=[wood, *walls], options={})
    free = planned(scenario)
    bound = planned(with_options(scenario, duty_forces_terrain=True))
    assert free.verdict == bound.verdict == "legal"
    assert touched(free)["a2"] == ("x1",)
    # no bound of the way round the wood alone: through it two are engaged
    assert {goal.name: goal.bound for goal in free.goals}["enemies_engaged"] == 2
    assert touched(bound)["a2"] == ("x2",)
    judged = planner.check(with_options(scenario, duty_forces_terrain=True), free)
    assert {violation.rule for violation in judged.violations} == {"contact_hierarchy"}


def test_a6_contact_before_coherency() -> None:
    """K10: a1 touches e1; a2 can touch e2 only out of coherency, so by default it touches e1 too."""
    units = [at("a", "A", (0, 0), (0, 1.2)), at("e", "B", (4, 0), (4, 5))]
    scenario = asked(units, ["e"])
    assert touched(planned(scenario)) == {"a1": ("e1",), "a2": ("e1",)}
    soft = planned(with_options(scenario, coherency_before_contact=False))
    assert touched(soft) == {"a1": ("e1",), "a2": ("e2",)}
    assert not planner.check(scenario, replace(soft, options={})).legal


def test_a4_duties_of_the_final_layout() -> None:
    """K6b: in order a2 may not stand idle as a bridge while it can touch x; in the end, a3 needs the bridge."""
    units = [at("a", "A", A1, (0, 3), (0, 6)), at("x", "B", (3, -1)), at("y", "B", (3, 7))]
    scenario = asked(units, ["x", "y"], primary="x")
    globally = with_options(scenario, duties_judged="globally")
    answer = planned(globally)
    assert answer.verdict == "legal"
    found = planned(scenario)
    assert order(found) == ["a1", "a3", "a2"]
    by_name = {move.model: move.path[-1] for move in found.moves}
    # a2 to where a3 stood, and a3 to y: second and third in the unit's own order
    bridge, last = by_name["a3"], by_name["a2"]
    moves = (
        found.moves[0],
        replace(found.moves[1], model="a2", order=2, path=((20 * INCH, 23 * INCH), bridge), contacts=()),
        replace(found.moves[2], model="a3", order=3, path=((20 * INCH, 26 * INCH), last)),
    )
    for asked_so, is_legal in ((scenario, False), (globally, True)):
        assert planner.check(asked_so, replace(found, moves=moves, options={})).legal == is_legal


def test_a12_a_gap_as_wide_as_the_base() -> None:
    """K4c: friends 1.00 apart let the base through, unless such gaps are closed; a hair more does."""
    narrow = asked([at("a", "A", A1), at("x", "B", (6, 0)), at("n", "A", (3, 1), (3, -1))], ["x"])
    open_ = planned(narrow)
    assert open_.verdict == "legal"
    closed = with_options(narrow, narrow_gap_closed=True)
    assert planned(closed).verdict == "impossible"
    judged = planner.check(closed, replace(open_, options={}))
    assert [violation.rule for violation in judged.violations] == ["narrow_gap_closed"]
    wider = [at("a", "A", A1), at("x", "B", (6, 0)), at("n", "A", (3, 1.00001), (3, -1))]
    assert planned(asked(wider, ["x"], options={"narrow_gap_closed": True})).verdict == "legal"
