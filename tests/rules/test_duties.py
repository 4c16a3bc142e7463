"""The duties "if able" (11.04), read jointly (A1): shown by a better move, never by guessing."""

from __future__ import annotations

import pytest

from planner.referee import judge
from planner.world import Scenario, Unit, Witness
from tests.builders import D32, LU, Inches, Place, charge, plan, rules_of, table, unit, wall
from tests.rules.verdicts import broken, judged


def approach(gap: Inches = 5, roll: Inches = 7, ring: int = 1, *more: Unit) -> Scenario:
    """One charger at (10, 10), one target at this gap to its right."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(10 + D32 + gap, 10)]), *more]
    return table(units=units, charge=charge("a", ["b"], roll, close_ring_in=ring))


@pytest.mark.rule("close_ring")
@pytest.mark.parametrize(("ring", "expected"), [(1, {"close_ring"}), (2, set[str]())])
def test_11_27_a_model_that_could_end_at_09_and_ends_at_15(ring: int, expected: set[str]) -> None:
    """The printed ring of 1" refuses it; the ring of 2" of the retelling is met by 1.5" already."""
    scenario = approach(ring=ring)
    assert broken(scenario, {"a1": [(13.5, 10)]}, better={"a1": [(14.1, 10)]}) == expected


@pytest.mark.rule("close_ring")
def test_11_27_the_ring_includes_its_boundary() -> None:
    """A better end at exactly 1" shows the breach, one at one unit more shows nothing; ending at 1" is enough."""
    scenario = approach()
    assert broken(scenario, {"a1": [(13.5, 10)]}, better={"a1": [(14, 10)]}) == {"close_ring"}
    assert broken(scenario, {"a1": [(13.5, 10)]}, better={"a1": [(14 - LU, 10)]}) == set()
    assert broken(scenario, {"a1": [(14, 10)]}, better={"a1": [(15, 10)]}) == set()


@pytest.mark.rule("close_ring")
def test_11_27_a_breach_carries_its_witness() -> None:
    """The violation names the model, its gap, the ring and the better way; without a witness nothing is claimed."""
    scenario = approach()
    found = judged(scenario, {"a1": [(13.5, 10)]}, better={"a1": [(14.5, 10)]})
    (breach,) = found.violations
    assert (breach.rule, breach.models, found.duties) == ("close_ring", ("a1",), "breached")
    assert breach.measured == pytest.approx(1.5 * 127_000)
    assert breach.allowed == 127_000
    assert breach.witness is not None
    assert breach.witness.path[-1] == (14.5 * 127_000, 1_270_000)
    unshown = judged(scenario, {"a1": [(13.5, 10)]})
    assert (unshown.legal, unshown.duties) == (True, "none found")


def pair(roll: Inches = 9) -> Scenario:
    """Two chargers one above the other, two target models 7" to their right."""
    ours = unit("a", "A", [(10, 10), (10, 12)])
    theirs = unit("b", "B", [(17 + D32, 10), (17 + D32, 12)])
    return table(units=[ours, theirs], charge=charge("a", ["b"], roll))


@pytest.mark.rule("engage_if_able")
def test_11_28_a_model_that_can_end_engaged_must() -> None:
    """The second model ends 2.5" off and could end at 2": a breach; at one unit more it is not engaged either."""
    ways: dict[str, list[Place]] = {"a1": [(17, 10)], "a2": [(14.5, 12)]}
    assert broken(pair(), ways) == set()
    assert broken(pair(), ways, better={"a2": [(15, 12)]}) == {"engage_if_able"}
    assert broken(pair(), ways, better={"a2": [(15 - LU, 12)]}) == set()


@pytest.mark.rule("engage_if_able")
def test_11_28_a_model_that_can_end_within_one_inch_breaches_both_duties() -> None:
    """From neither ring into the innermost: both duties were open to it."""
    ways: dict[str, list[Place]] = {"a1": [(17, 10)], "a2": [(14.5, 12)]}
    assert broken(pair(), ways, better={"a2": [(16.5, 12)]}) == {"close_ring", "engage_if_able"}


@pytest.mark.rule("close_ring")
def test_a1_a_better_end_without_a_legal_way_is_no_duty() -> None:
    """Too long by one unit, through a wall, through an enemy, off its start, onto a mate: none of them counts."""
    scenario = pair(7)
    ways: dict[str, list[Place]] = {"a1": [(16.5, 10)], "a2": [(15.5, 12)]}
    assert broken(scenario, ways, better={"a2": [(16.5, 12)]}) == {"close_ring"}
    assert broken(scenario, ways, better={"a2": [(16.5, 12), (16.5, 12.5 + LU)]}) == set()
    assert broken(scenario, ways, better={"a2": [(16.5, 10.5)]}) == set()
    walled = table(units=scenario.units, terrain=[wall("w", 16.2, 11.5, 16.3, 20)], charge=scenario.charge)
    assert broken(walled, ways, better={"a2": [(16.5, 12)]}) == set()
    assert broken(scenario, ways, better={"a2": [(19.5, 12)]}) == set()


@pytest.mark.rule("close_ring")
def test_a1_a_better_end_that_breaks_the_unit_is_no_duty() -> None:
    """The step to 1" would end within 2" of a non-target: the joint reading asks nobody to do that."""
    for more, expected in ((0, set[str]()), (LU, {"close_ring"})):
        other = unit("n", "B", [(14, 10 + D32 + 2 + more)])
        scenario = approach(5, 7, 1, other)
        assert broken(scenario, {"a1": [(13.3, 10)]}, better={"a1": [(14, 10)]}) == expected


@pytest.mark.rule("close_ring")
def test_a1_a_witness_does_not_excuse_a_plan_that_is_broken_elsewhere() -> None:
    """The first model's way is too long: that is told; the second's better move cannot make the whole legal."""
    scenario = pair(7)
    ways: dict[str, list[Place]] = {"a1": [(10, 9), (17, 10)], "a2": [(15.5, 12)]}
    assert broken(scenario, ways, better={"a2": [(16.5, 12)]}) == {"max_distance"}


@pytest.mark.rule("close_ring")
def test_a2_nobody_must_make_room_for_others() -> None:
    """The witness moves the model it names and no other: with a mate in the way the duty is not there."""
    ours = unit("a", "A", [(10, 10), (10, 12)])
    scenario = table(units=[ours, unit("b", "B", [(17 + D32, 10)])], charge=charge("a", ["b"], 7))
    ways: dict[str, list[Place]] = {"a1": [(17, 10)], "a2": [(15.8, 10.4)]}
    assert broken(scenario, ways) == set()
    assert broken(scenario, ways, better={"a2": [(16.5, 10)]}) == set()


@pytest.mark.rule("close_ring")
def test_witnesses_for_strangers_and_empty_ways_are_passed_over() -> None:
    """A witness for a model of another unit says nothing about this one."""
    scenario = approach()
    made = plan(scenario, {"a1": [(13.5, 10)]})
    better = ((1_270_000, 1_270_000), (1_841_500, 1_270_000))
    assert not judge(scenario, rules_of(scenario), made, [Witness("a1", better)]).legal
    for witness in (Witness("b1", better), Witness("nobody", better), Witness("a1", ())):
        found = judge(scenario, rules_of(scenario), made, [witness])
        assert (found.legal, found.duties) == (True, "none found")


@pytest.mark.rule("close_ring")
def test_two_witnesses_for_one_model_make_one_violation() -> None:
    """The same duty of the same model is told once, with the first witness that holds."""
    scenario = approach()
    made = plan(scenario, {"a1": [(13.5, 10)]})
    ways = [((1_270_000, 1_270_000), (x, 1_270_000)) for x in (1_700_000, 1_841_500, 1_905_000)]
    found = judge(scenario, rules_of(scenario), made, [Witness("a1", way) for way in ways]).violations
    assert [v.witness for v in found] == [Witness("a1", ways[1])]
