"""Tables where a sum shows what is to blame: the sets, whether each is needed, and what would help."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path

from planner.api import plan_charge, why
from planner.explain import Case, Words, ask, explain, smallest_sets
from planner.explain.asking import HARD
from planner.explain.guide import Guide
from planner.impossible import Refutation, squares_of
from planner.wire import load_scenario
from planner.world import Blame, Plan, Scenario, Why
from tests.builders import D32, LU, charge, rules_of, table, unit, wall

TABLES = Path(__file__).parents[2] / "fixtures" / "tables"


def asked(scenario: Scenario) -> Why:
    """Give why, and see that it is the verdict of the plan."""
    found = why(scenario)
    assert found.verdict == plan_charge(scenario).verdict
    return found


def things(blame: Blame) -> tuple[set[str], set[str], set[str]]:
    """Give rules, units and terrain of a set."""
    return set(blame.rules), set(blame.units), set(blame.terrain)


def changes(found: Why) -> set[tuple[str, object]]:
    """Give each change with what it is about, rolls in units."""
    return {(c.change, c.roll or c.target or c.unit or c.terrain or c.model) for c in found.nearest}


def test_out_of_roll() -> None:
    """Gap 6.5 on a roll of 5: the clause of the declaration alone, and 7 is the least whole roll."""
    scenario = table(
        units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(16.5 + D32, 10)])], charge=charge("a", ["b"], 5)
    )
    found = asked(scenario)
    assert found.verdict == "ineligible"
    (only,) = found.blame
    assert only.rules == ("target_within_roll",)
    assert '6.5" from a, further than 5"' in only.text
    assert changes(found) == {("roll", 7 * 127_000)}


def far_apart(apart: Fraction) -> Scenario:
    """Four models between targets b and c, whose bases have this gap; each is about 7 from the nearest of the four."""
    left = Fraction(20)
    middle = left + (D32 + apart) / 2
    own = [
        (middle + Fraction(3, 2) * k, 20) for k in (Fraction(-3, 2), Fraction(-1, 2), Fraction(1, 2), Fraction(3, 2))
    ]
    units = [unit("a", "A", own), unit("b", "B", [(left, 20)]), unit("c", "B", [(left + D32 + apart, 20)])]
    return table(units=units, charge=charge("a", ["b", "c"], 7))


def test_the_span() -> None:
    """Two bases (2.5197), 9 between them, 2 of range on both sides: 15.5197; targets 15.53 apart are too far.

    Both targets and coherency are needed, nothing else; either target alone can be charged.
    """
    found = asked(far_apart(2 * D32 + 13 + Fraction(1, 100)))
    (only,) = found.blame
    assert things(only) == ({"coherency_span", "engage_every_target"}, {"b", "c"}, set())
    assert only.is_minimal
    assert '15.5297" apart' in only.text
    assert '15.5197"' in only.text
    assert changes(found) == {("fewer_targets", "b"), ("fewer_targets", "c")}
    assert found.is_complete


def test_the_chain_of_two() -> None:
    """Two models: two bases (2.5197), 2 between them, 2 of range on both sides: 8.5197; 8.53 is too far."""
    apart = 2 * D32 + 6 + Fraction(1, 100)
    middle = 20 + (D32 + apart) / 2
    units = [
        unit("a", "A", [(middle - Fraction(3, 4), 24), (middle + Fraction(3, 4), 24)]),
        unit("b", "B", [(20, 20)]),
        unit("c", "B", [(20 + D32 + apart, 20)]),
    ]
    found = asked(table(units=units, charge=charge("a", ["b", "c"], 7)))
    (only,) = found.blame
    assert things(only) == ({"coherency", "engage_every_target"}, {"b", "c"}, set())
    assert only.is_minimal


def test_a_screen_in_the_way() -> None:
    """Enemies across the whole lane of 6 between two walls: gap 9 to the target, and no base of 1.26 gets by.

    Screen bases at 1.7, 3, 4.3 from the lower wall leave slots of 1.07, 0.04 and 1.07. Around the walls it is far.
    """
    units = [
        unit("a", "A", [(6, 20)]),
        unit("t", "B", [(15 + D32, 20)]),
        unit("s", "B", [(10.4, 18.7), (10.4, 20), (10.4, 21.3)]),
    ]
    terrain = [wall("low", 4, 1, 20, 17), wall("high", 4, 23, 20, 43)]
    found = asked(table(units=units, terrain=terrain, charge=charge("a", ["t"], 9)))
    assert found.verdict == "impossible"
    assert {"t", "s"} <= set(found.blame[0].units)
    assert ("without_unit", "s") in changes(found)


def test_a_wall_too_long() -> None:
    """A wall from the lower edge 14 up, at half way: gap 5.74; over the top is about 2 x 7 and more than 8."""
    units = [unit("a", "A", [(20, 10)]), unit("t", "B", [(27, 10)])]
    found = asked(table(units=units, terrain=[wall("w", 23.25, 0, 23.75, 16)], charge=charge("a", ["t"], 8)))
    (only,) = found.blame
    assert things(only) == ({"engage_every_target", "max_distance", "solid_terrain"}, {"t"}, {"w"})
    assert only.is_minimal
    assert '5.7402" away' in only.text
    assert ("without_terrain", "w") in changes(found)


def test_the_least_roll_round_a_wall() -> None:
    """The gap is 5.74, so 6 may be declared, but the wall's ends are 3 and 6 off the line, and 6 is too short.

    The answer at the roll that is named is legal, and with one inch less it is proved impossible.
    """
    units = [unit("a", "A", [(20, 10)]), unit("t", "B", [(27, 10)])]
    scenario = table(units=units, terrain=[wall("w", 23.25, 4, 23.75, 13)], charge=charge("a", ["t"], 6))
    found = asked(scenario)
    assert found.verdict == "impossible"
    least = next(c.roll for c in found.nearest if c.change == "roll")
    assert least is not None
    assert plan_charge(scenario, roll_in=least // 127_000).verdict == "legal"
    assert plan_charge(scenario, roll_in=least // 127_000 - 1).verdict == "impossible"


def test_a_model_that_cannot_end_closer() -> None:
    """p2 touches a wall that is square to its way, too long to go round; the unit without it can charge."""
    # the fixture of that name, whose sum is told there
    found = why(load_scenario(TABLES / "cannot_end_closer.json"))
    (only,) = found.blame
    assert "ends_closer" in only.rules
    assert (only.terrain, only.models) == (("wall",), ("p2",))
    assert only.is_minimal
    assert changes(found) == {("without_terrain", "wall"), ("without_model", "p2")}


def test_one_of_two_targets_is_walled_in() -> None:
    """c stands in the middle of a closed box, 6 wide, walls 1 thick: outside it nobody comes within 2 of it.

    4 + 0.63 (own radius) - 1.26 = 3.37 between the bases, more than 2. Without c the unit is
    free; without the wall between, the way is open.
    """
    side = Fraction(3)
    x, y = Fraction(20), Fraction(26)
    box = [
        wall("south", x - side, y - side - 1, x + side, y - side),
        wall("north", x - side, y + side, x + side, y + side + 1),
        wall("west", x - side - 1, y - side - 1, x - side, y + side + 1),
        wall("east", x + side, y - side - 1, x + side + 1, y + side + 1),
    ]
    units = [unit("a", "A", [(20, 18), (21.5, 18)]), unit("b", "B", [(25, 20.5)]), unit("c", "B", [(x, y)])]
    found = asked(table(units=units, terrain=box, charge=charge("a", ["b", "c"], 8)))
    assert found.verdict == "impossible"
    boxed = [set(one.terrain) for one in found.blame if one.units == ("c",)]
    # whatever the roll all four walls are needed; on 8 the way round by the north is too long anyway
    assert boxed == [{"south", "north", "west", "east"}, {"south", "west", "east"}]
    assert all("south" in one.terrain for one in found.blame)
    assert {("fewer_targets", "c"), ("without_terrain", "south")} <= changes(found)


def test_somebody_else_too_near_to_the_target() -> None:
    """s touches t on the far side: all within 2 of t is within 2 of s but for the near side, which a wall takes."""
    units = [unit("a", "A", [(10, 20)]), unit("t", "B", [(19, 20)]), unit("s", "B", [(19 + D32 + LU, 20)])]
    scenario = table(units=units, charge=charge("a", ["t"], 9))
    assert plan_charge(scenario).verdict == "legal"
    # three more of s above, below and before it: every place in the ring is in somebody's range
    ring = [(19 + D32 + LU, 20), (19, 20 + D32 + LU), (19, 20 - D32 - LU), (19 - D32 - 2, 20)]
    units[2] = unit("s", "B", ring)
    found = asked(table(units=units, charge=charge("a", ["t"], 12)))
    (only,) = found.blame
    assert set(only.units) == {"t", "s"}
    assert "engage_no_other" in only.rules
    assert ("without_unit", "s") in changes(found)


def screened() -> Scenario:
    """Five models, two targets, and two others before them whose range bars the ways to both: no sum forbids it."""
    units = [
        unit("a", "A", [(20, 20), (20, 21.5), (20, 23), (18.5, 20.7), (18.5, 22.3)]),
        unit("b", "B", [(28, 17)]),
        unit("c", "B", [(28, 26.5)]),
        unit("s", "B", [(25.5, 18.75), (25.5, 24.75)]),
    ]
    return table(units=units, charge=charge("a", ["b", "c"], 8))


def test_a_proof_over_cells_is_explained() -> None:
    """The proof needs cells, its smallest set too; each part of that set has a plan, shown anew."""
    scenario = screened()
    planned = plan_charge(scenario)
    assert planned.verdict == "impossible"
    assert planned.proof is not None
    assert planned.proof.kind == "cells"
    found = asked(scenario)
    first = found.blame[0]
    assert first.proof == "cells"
    assert first.is_minimal
    targets, roll = scenario.charge.targets, scenario.charge.roll
    assert targets is not None
    assert roll is not None
    case = Case(scenario, rules_of(scenario), targets, roll)
    explained = explain(case, Refutation(planned.reasons[0], planned.proof))
    assert explained.blame == found.blame
    words = Words(case, guide=Guide(case, squares_of(planned.proof)), splits=squares_of(planned.proof))
    for groups in smallest_sets(case.groups, words.is_impossible, smaller=words.smaller).sets:
        assert isinstance(ask(case.with_only(groups), effort=HARD), Refutation)
        if words.is_shown_minimal(groups):
            for group in groups:
                assert isinstance(ask(case.with_only(groups - {group})), Plan)


def test_every_set_is_refuted_and_needed() -> None:
    """Targets a hundredth too far apart: each set alone is proved impossible, and each part of it has a plan.

    Shown anew for the sets, not read off the flags.
    """
    scenario = far_apart(2 * D32 + 13 + Fraction(1, 100))
    assert asked(scenario).verdict == "impossible"
    targets, roll = scenario.charge.targets, scenario.charge.roll
    assert targets is not None
    assert roll is not None
    case = Case(scenario, rules_of(scenario), targets, roll)
    words = Words(case)
    sets = smallest_sets(case.groups, words.is_impossible).sets
    assert sets
    for groups in sets:
        assert isinstance(ask(case.with_only(groups)), Refutation)
        assert words.is_shown_minimal(groups)
        for group in groups:
            assert isinstance(ask(case.with_only(groups - {group})), Plan)


def test_the_guide_never_contradicts_a_plan() -> None:
    """Targets an inch too far apart, every set of groups: where the guide says no, no plan is found."""
    scenario = far_apart(2 * D32 + 14)
    assert scenario.charge.targets is not None
    assert scenario.charge.roll is not None
    case = Case(scenario, rules_of(scenario), scenario.charge.targets, scenario.charge.roll)
    guide = Guide(case, [])
    assert guide.looks_impossible(case.groups)
    said = 0
    for size in range(len(case.groups) + 1):
        for some in itertools.combinations(sorted(case.groups), size):
            if guide.looks_impossible(frozenset(some)):
                said += 1
                assert not isinstance(ask(case.with_only(frozenset(some))), Plan)
    assert said > 1
