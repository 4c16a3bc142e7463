"""Trial rules of the 3rd edition, while moving: who may be declared on, keep-out, difficult terrain, friends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.referee import declaration_violations, judge
from planner.world import Scenario, Unit
from tests.builders import LU, Inches, pillar, rules_of, wall
from tests.rules.sequential import ORIGIN, Turns, around, broken, field, judged, placed, plan_of, squad
from tests.rules.verdicts import barred

X_5 = squad("x", "B", [(5, 0)])
A_1 = squad("a", "A", [(0, 0)])


@pytest.mark.rule("not_while_engaged")
@pytest.mark.parametrize(("units", "expected"), [(4, {"not_while_engaged"}), (5, set[str]())])
def test_contact_at_the_start_bars_the_charge(units: int, expected: set[str]) -> None:
    """A gap of 0 to 4 lattice units is contact, 5 units are none."""
    foe = squad("n", "B", [(0, 1 + units * LU)])
    assert barred(field(A_1, X_5, foe, targets=["x"]), ["x"], 6) == expected


@pytest.mark.rule("fixed_distance")
@pytest.mark.rule("distance_states")
def test_the_distance_is_the_plans_to_say() -> None:
    """A move of 9" in a plan of 9" is judged at 9": what the unit's own distance is was asked before."""
    far = field(squad("a", "A", [(0, 0)], assault_range_in=9), squad("x", "B", [(10, 0)]), targets=["x"], reach=9)
    assert broken(far, [("a1", [(9, 0)])]) == set()
    text = judged(far, [("a1", [(0, 1), (9, 0)])]).violations[0].text
    assert "the distance of 9" in text


@pytest.mark.rule("fixed_distance")
def test_no_target_and_strangers_are_refused_by_a_key_of_the_ruleset() -> None:
    """There is no range of declaration to cite here; the violation names a key that the ruleset has."""
    scenario = field(A_1, X_5, targets=[])
    for targets in ([], ["nobody"], ["a"]):
        assert barred(scenario, targets, 6) == {"fixed_distance"}


@pytest.mark.rule("primary_target")
def test_the_primary_is_one_of_the_targets_and_is_named() -> None:
    """Named outside the targets; not named among two; of one target it goes without saying."""
    units = [squad("a", "A", [(0, 0), (0, 2)]), squad("x", "B", [(4, 0)]), squad("y", "B", [(4, 2)])]
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(3, 2)])]
    both = field(*units, targets=["x", "y"])
    unnamed = replace(both, charge=replace(both.charge, primary=None))
    other = replace(both, charge=replace(both.charge, primary="z"))
    assert broken(both, turns) == set()
    assert broken(unnamed, turns) == {"primary_target"}
    assert broken(other, turns) == {"primary_target"}
    assert declaration_violations(unnamed, rules_of(unnamed), ["x", "y"], None) == ()
    assert [v.rule for v in declaration_violations(both, rules_of(both), ["y"], None)] == ["primary_target"]
    one = field(A_1, X_5, targets=["x"])
    assert broken(replace(one, charge=replace(one.charge, primary=None)), [("a1", [(4, 0)])]) == set()


@pytest.mark.rule("primary_target")
def test_the_plans_primary_counts_before_the_scenarios() -> None:
    """The answer names which primary it took."""
    units = [squad("a", "A", [(0, 0), (0, 2)]), squad("x", "B", [(4, 0)]), squad("y", "B", [(4, 2)])]
    scenario = field(*units, targets=["x", "y"])
    made = replace(plan_of(scenario, [("a2", [(3, 2)]), ("a1", [(3, 0)])]), primary="y")
    assert judge(scenario, rules_of(scenario), made).legal
    assert not judge(scenario, rules_of(scenario), replace(made, primary="x")).legal
    unnamed = replace(plan_of(scenario, [("a1", [(3, 0)]), ("a2", [(3, 2)])]), primary=None)
    assert judge(scenario, rules_of(scenario), unnamed).legal, "the scenario's own is x"


@pytest.mark.rule("shot_is_primary")
def test_several_units_shot_at_any_may_be_primary() -> None:
    """Of U and V shot at, either does; a third that was not, does not, though all three are charged."""
    scenario = field(
        squad("a", "A", [(0, 0)], shot_at=["u", "v"]),
        *(squad(name, "B", [(4, 3 * n)]) for n, name in enumerate("uvw")),
        targets=["u", "v", "w"],
    )
    rules = rules_of(scenario)
    for primary, expected in (("u", []), ("v", []), ("w", ["shot_is_primary"]), (None, [])):
        found = declaration_violations(scenario, rules, ["u", "v", "w"], None, primary)
        assert [v.rule for v in found] == expected


@pytest.mark.rule("shot_is_primary")
def test_of_two_targets_the_one_shot_at_is_primary_without_a_name() -> None:
    """Only it may be: so the first mover has to contact it."""
    units = [squad("a", "A", [(0, 0), (0, 2)], shot_at=["y"]), squad("x", "B", [(4, 0)]), squad("y", "B", [(4, 2)])]
    scenario = field(*units, targets=["x", "y"])
    unnamed = replace(scenario, charge=replace(scenario.charge, primary=None))
    assert broken(unnamed, [("a2", [(3, 2)]), ("a1", [(3, 0)])]) == set()
    assert broken(unnamed, [("a1", [(3, 0)]), ("a2", [(3, 2)])]) == {"first_mover"}


def passing(other: Unit, **options: object) -> Scenario:
    """A charges X straight along y = 0, past another enemy unit."""
    return field(A_1, X_5, other, targets=["x"], **options)


@pytest.mark.rule("keepout")
@pytest.mark.parametrize("at", [(2.5, 2), (4, 2), (0, 2)])
def test_the_whole_path_keeps_off_and_so_does_its_end(at: tuple[Inches, Inches]) -> None:
    """Exactly 1" beside the way, beside the end and beside the start; a unit nearer only the start forgives."""
    x, y = at
    assert broken(passing(squad("n", "B", [(x, y)])), [("a1", [(4, 0)])]) == set()
    nearer = passing(squad("n", "B", [(x, y - LU)]))
    assert broken(nearer, [("a1", [(4, 0)])]) == (set() if x == 0 else {"keepout"})
    closed = passing(squad("n", "B", [(x, y)]), keepout_closed=True)
    assert broken(closed, [("a1", [(4, 0)])]) == (set() if x == 0 else {"keepout"})


@pytest.mark.rule("keepout")
def test_who_starts_too_near_may_leave_and_come_no_nearer() -> None:
    """0.5" from N at the start: away is fine, along it at first nearer is not."""
    scenario = passing(squad("n", "B", [(0.5, 2**0.5)]))
    found = judged(scenario, [("a1", [(4, 0)])])
    assert [v.rule for v in found.violations] == ["keepout"]
    assert 'within 0.4142" of n1' in found.violations[0].text
    assert broken(scenario, [("a1", [(0, -0.2), (2.5, -1.5), (4, 0)])]) == set()


@pytest.mark.rule("keepout")
def test_all_targets_may_be_approached() -> None:
    """The same unit as a second target does not keep anybody off; it has to be contacted then."""
    units = [A_1, X_5, squad("n", "B", [(4, 1.2)])]
    assert broken(field(*units, targets=["x"]), [("a1", [(4, 0)])]) == {"keepout"}
    assert broken(field(*units, targets=["x", "n"]), [("a1", [(4, 0)])]) == {"engage_every_target"}


@pytest.mark.rule("pass_friends")
def test_other_units_block_where_they_stand() -> None:
    """A friend in the lane: through its base no, brushing past it yes."""
    for y, expected in ((1, set[str]()), (1 - LU, {"pass_friends"})):
        scenario = field(A_1, X_5, squad("f", "A", [(2.5, y)]), targets=["x"])
        assert broken(scenario, [("a1", [(4, 0)])]) == expected


@pytest.mark.rule("pass_friends")
def test_a_mate_that_has_not_moved_still_blocks() -> None:
    """A2 stands in the way of A1, whoever moves first; once A2 has moved off, its place is free."""
    units = [squad("a", "A", [(0, 0), (1.5, 0)]), squad("x", "B", [(5, 0)])]
    scenario = field(*units, targets=["x"])
    behind: Turns = [("a2", [(4, 0)]), ("a1", [(3, 0)])]
    assert broken(scenario, behind) == set()
    assert broken(scenario, [*reversed(behind)]) >= {"pass_friends"}


WOOD = wall("w", ORIGIN + 2, 0, ORIGIN + 3, ORIGIN + 1, "difficult")
"""Across the way at y = 0, from x = 2 to 3, up to y = 1."""


@pytest.mark.rule("difficult_terrain")
def test_touching_the_edge_of_a_wood_is_outside() -> None:
    """Round the wood with the base on its edge: no roll; a lattice unit lower it is entered, and 4" are too few."""
    scenario = field(A_1, X_5, targets=["x"], terrain=[WOOD])
    over: Turns = [("a1", [(1.5, 1.5), (3.5, 1.5), around((5, 0), 150)])]
    through: Turns = [("a1", [(1.5, 1.5 - LU), (3.5, 1.5 - LU), around((5, 0), 150)])]
    assert broken(scenario, over, terrain_roll=4) == set()
    assert broken(scenario, through, terrain_roll=4) == {"difficult_terrain"}
    assert broken(scenario, through, terrain_roll=6) == set()


@pytest.mark.rule("difficult_binds")
def test_one_model_in_the_wood_slows_the_whole_unit() -> None:
    """A1 goes clear of the wood by 4"; with A2 crossing it a roll of 3 caps A1 too."""
    units = [squad("a", "A", [(0, 0), (0, -1.5)]), squad("x", "B", [(5, 0)])]
    pond = pillar("w", placed((1.5, -3)), 1, "difficult")
    scenario = field(*units, targets=["x"], terrain=[pond])
    clear: Turns = [("a1", [(4, 0)]), ("a2", [(2, -1.2)])]
    wet: Turns = [("a1", [(4, 0)]), ("a2", [(2, -1.7)])]
    assert broken(scenario, clear, terrain_roll=3) == set()
    found = judged(scenario, wet, terrain_roll=3)
    assert [(v.rule, v.models) for v in found.violations] == [("difficult_terrain", ("a1",))]
    assert broken(scenario, wet, terrain_roll=4) == set()


@pytest.mark.rule("difficult_terrain")
def test_a_model_that_stays_in_a_wood_slows_its_unit() -> None:
    """Its path of one point starts in difficult terrain."""
    units = [squad("a", "A", [(0, 0), (0, -1.5)]), squad("x", "B", [(3, 0)])]
    pond = pillar("w", placed((0, -3)), 1.1, "difficult")
    scenario = field(*units, targets=["x"], terrain=[pond])
    assert broken(scenario, [("a1", [(2, 0)])], terrain_roll=1) == {"difficult_terrain"}
    assert broken(scenario, [("a1", [(2, 0)])], terrain_roll=2) == set()


@pytest.mark.rule("difficult_dice")
def test_nobody_has_rolled_yet_reads_as_a_six() -> None:
    """A unit of 9" assault through a wood: 6" are judged to be enough, 6.5" are not; in the open 9" are."""
    for gap, expected in ((6, set[str]()), (6.5, {"difficult_terrain"})):
        scenario = field(A_1, squad("x", "B", [(1 + gap, 0)]), targets=["x"], reach=9, terrain=[WOOD])
        assert broken(scenario, [("a1", [(gap, 0)])]) == expected
        assert broken(replace(scenario, terrain=()), [("a1", [(gap, 0)])]) == set()


@pytest.mark.rule("difficult_terrain")
@pytest.mark.parametrize(("kind", "expected"), [("dense", {"difficult_terrain"}), ("obstacle", {"difficult_terrain"}),
                                                ("light", set[str]()), ("exposed", set[str]())])  # fmt: skip
def test_which_terrain_slows(kind: str, expected: set[str]) -> None:
    """Ruins and barricades do as woods do; light and exposed ground is free."""
    piece = wall("w", ORIGIN + 2, 0, ORIGIN + 3, 44, kind)
    assert broken(field(A_1, X_5, targets=["x"], terrain=[piece]), [("a1", [(4, 0)])], terrain_roll=3) == expected


@pytest.mark.rule("difficult_terrain")
def test_moves_planned_at_the_declaration_call_for_the_roll() -> None:
    """They cross the wood, so the unit is slowed though its moves after the roll keep clear of it."""
    units = [squad("a", "A", [(0, 0), (0, 1.5)]), squad("x", "B", [(3.5, 0)]), squad("y", "B", [(5, 1.5)])]
    pond = wall("w", ORIGIN + 3.6, ORIGIN + 1.2, ORIGIN + 3.9, ORIGIN + 1.8, "difficult")
    scenario = field(*units, targets=["x", "y"], terrain=[pond])
    planned: Turns = [("a1", [(2.5, 0)]), ("a2", [(4, 1.5)])]
    after: Turns = [("a1", [(2.5, 0)]), ("a2", [(2.9, 1.5)])]
    assert broken(scenario, after, terrain_roll=3, declaration=planned) == set()
    assert broken(scenario, after, terrain_roll=2, declaration=planned) == {"difficult_terrain"}
    assert broken(scenario, after, terrain_roll=3) == {"engage_every_target"}


@pytest.mark.rule("duty_forces_terrain")
def test_no_model_has_to_enter_a_wood_for_a_duty() -> None:
    """A2 could touch X through the wood only: no breach while nobody is slowed; if the unit is slowed, it is one."""
    units = [squad("a", "A", [(0, 0), (0, 1.5), (0, -1.5)]), squad("x", "B", [(4, 0)])]
    pond = pillar("w", placed((2.5, 2)), 0.5, "difficult")
    scenario = field(*units, targets=["x"], terrain=[pond])
    onto_x: Turns = [("a2", [around((4, 0), 110)])]
    clear: Turns = [("a1", [(3, 0)]), ("a2", [(1, 1)]), ("a3", [(2, -1.5)])]
    assert broken(scenario, clear, onto_x, terrain_roll=6) == set()
    wet: Turns = [("a1", [(3, 0)]), ("a2", [(2, 1.2)]), ("a3", [(2, -1.5)])]
    assert broken(scenario, wet, onto_x, terrain_roll=6) == {"contact_hierarchy"}
    assert broken(scenario, wet, onto_x, terrain_roll=3) == set()
