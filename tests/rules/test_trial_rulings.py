"""Ruling cases of the trial rules of the 3rd edition, and of the 4th; their numbers are the case list's."""

from __future__ import annotations

import pytest

from planner.world import Scenario, Terrain
from tests.builders import LU, Inches, wall
from tests.rules.sequential import Turns, around, broken, field, placed, squad
from tests.rules.verdicts import barred


def duel(distance: Inches, **options: object) -> Scenario:
    """A at the origin, X on its right at this distance of the centres."""
    return field(squad("a", "A", [(0, 0)]), squad("x", "B", [(distance, 0)]), targets=["x"], **options)


@pytest.mark.rule("max_distance")
def test_k1_gap_6_is_reached_by_a_move_of_6() -> None:
    """The range is closed; a detour of one unit is too long."""
    assert broken(duel(7), [("a1", [(6, 0)])]) == set()
    assert broken(duel(7), [("a1", [(3, 0.01), (6, 0)])]) == {"max_distance"}


@pytest.mark.rule("target_within_roll")
def test_k2_gap_601_may_not_be_declared() -> None:
    """Straight gaps settle it: at 6 exactly yes, one unit more is out of assault range."""
    assert barred(duel(7.01), ["x"], 6) == {"target_within_roll"}
    assert barred(duel(7 + LU), ["x"], 6) == {"target_within_roll"}
    assert barred(duel(7), ["x"], 6) == set()


@pytest.mark.rule("keepout_closed")
def test_k4a_a_corridor_of_3_between_others() -> None:
    """The clearance is exactly 1" on both sides: enough, unless the boundary counts as too near."""
    for is_closed, expected in ((False, set[str]()), (True, {"keepout"})):
        units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(6, 0)]), squad("n", "B", [(3, 2), (3, -2)])]
        scenario = field(*units, targets=["x"], keepout_closed=is_closed)
        assert broken(scenario, [("a1", [(5, 0)])]) == expected


@pytest.mark.rule("keepout")
def test_k4a_a_corridor_narrower_by_a_unit() -> None:
    """One of the two stands a lattice unit nearer."""
    units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(6, 0)]), squad("n", "B", [(3, 2), (3, -2 + LU)])]
    assert broken(field(*units, targets=["x"]), [("a1", [(5, 0)])]) == {"keepout"}


@pytest.mark.rule("narrow_gap_closed")
@pytest.mark.parametrize(("y", "expected"), [(1, set[str]()), (0.99, {"pass_friends"})])
def test_k4c_a_gap_between_friends_as_wide_as_the_base(y: Inches, expected: set[str]) -> None:
    """Friends leave a gap of 1.00: the base passes; of 0.98: it does not."""
    units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(6, 0)]), squad("f", "A", [(3, y), (3, -y)])]
    assert broken(field(*units, targets=["x"]), [("a1", [(5, 0)])]) == expected


K5_TURNS: Turns = [("a1", [(3, 1.1), (4, 1)]), ("a2", [(3, 3.9), (4, 4)])]
"""A1 onto the far side of X, A2 onto the near side of Y; gap of the two exactly 2"."""


def k5(y: Inches, ruleset: str) -> Scenario:
    units = [squad("a", "A", [(0, 0), (0, 3)]), squad("x", "B", [(4, 0)]), squad("y", "B", [(4, y)])]
    return field(*units, targets=["x", "y"], ruleset=ruleset)


@pytest.mark.rule("first_contact")
def test_k5_a_bridge_that_the_shortest_route_forbids() -> None:
    """Legal where the first mover may touch anywhere; in the 4th edition it has to stop at (3, 0)."""
    assert broken(k5(5, "wh40k-3e-trial"), K5_TURNS) == set()
    assert broken(k5(5, "wh40k-4e"), K5_TURNS) == {"first_contact"}


@pytest.mark.rule("first_contact")
def test_k5_from_the_shortest_route_the_other_target_is_lost() -> None:
    """From (3, 0), whoever touches Y at the nearest place, in line with A1, is 3.099" off: no longer coherent."""
    dx, dy = -1 / 26**0.5, -5 / 26**0.5
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(3, 3.5), (4 + dx * 1.00001, 5 + dy * 1.00001)])]
    assert broken(k5(5, "wh40k-4e"), turns) == {"join_moved", "coherency", "coherency_connected"}


@pytest.mark.rule("join_moved")
def test_k5b_targets_a_hair_too_far_apart_for_two() -> None:
    """With Y at 5.01 the two that touch them are 2.01" apart."""
    turns: Turns = [K5_TURNS[0], ("a2", [(3, 3.91), (4, 4.01)])]
    assert broken(k5(5.01, "wh40k-3e-trial"), turns) == {"join_moved", "coherency", "coherency_connected"}


def k6b() -> Scenario:
    units = [squad("a", "A", [(0, 0), (0, 3), (0, 6)]), squad("x", "B", [(3, -1)]), squad("y", "B", [(3, 7)])]
    return field(*units, targets=["x", "y"])


@pytest.mark.rule("contact_hierarchy")
def test_k6b_legal_in_one_order_alone() -> None:
    """The same ends: A3 may bridge, for it can touch nobody coherently; A2, second, could touch X and may not."""
    onto_x, onto_y = ("a2", [around((3, -1), 150)]), ("a3", [(3, 6)])
    right: Turns = [("a1", [(3, 0)]), ("a3", [(3, 3)]), ("a2", [(3, 6)])]
    wrong: Turns = [("a1", [(3, 0)]), ("a2", [(3, 3)]), ("a3", [(3, 6)])]
    better: Turns = [onto_x, onto_y]
    assert broken(k6b(), right, better) == set()
    assert broken(k6b(), wrong) == set(), "nothing is claimed without a witness"
    assert broken(k6b(), wrong, better) == {"contact_hierarchy"}


def k7(*targets: str, **options: object) -> Scenario:
    ours = squad("a", "A", [(0, 0), (0, 2), (0, 4)])
    theirs = squad("p", "B", [(4, 0), (4, 2), (4, 4)])
    return field(ours, theirs, squad("s", "B", [(4, 5.5)]), targets=targets, **options)


K7_FIRST_TWO: Turns = [("a1", [(3, 0)]), ("a2", [around((4, 2), 135)])]


@pytest.mark.rule("contact_primary_first")
def test_k7_an_unengaged_enemy_of_any_target() -> None:
    """A3 takes S while P3 of the primary is free: legal in the trial rules, not where the primary comes first."""
    turns: Turns = [*K7_FIRST_TWO, ("a3", [(3, 5.5)])]
    onto_p3: Turns = [("a3", [(3, 4)])]
    assert broken(k7("p", "s"), turns, onto_p3) == set()
    assert broken(k7("p", "s", contact_primary_first=True), turns, onto_p3) == {"contact_primary_first"}


@pytest.mark.rule("contact_hierarchy")
def test_k8_an_engaged_enemy_while_another_is_free() -> None:
    """A3 touches only P2, which A2 has engaged, although P3 is in reach; if it touches P3 too, nothing is amiss."""
    units = [squad("a", "A", [(0, 0), (0, 2), (0, 4)]), squad("p", "B", [(4, 0), (4, 2), (4, 4)])]
    scenario = field(*units, targets=["p"])
    turns: Turns = [*K7_FIRST_TWO, ("a3", [(2, 1.3), around((4, 2), 225)])]
    assert broken(scenario, turns) == set()
    assert broken(scenario, turns, [("a3", [(3, 4)])]) == {"contact_hierarchy"}
    assert broken(scenario, [*K7_FIRST_TWO, ("a3", [(3, 4)])], [("a3", [(3, 4)])]) == set()


@pytest.mark.rule("coherency_before_contact")
def test_k10_the_free_enemy_is_out_of_coherency() -> None:
    """A2 cannot touch E2 and stay with A1, so it has to touch E1, engaged as that is."""
    units = [squad("a", "A", [(0, 0), (0, 1.2)]), squad("e", "B", [(4, 0), (4, 5)])]
    scenario = field(*units, targets=["e"])
    onto_e2, onto_e1 = ("a2", [(3, 5)]), ("a2", [(2, 2.5), around((4, 0), 110)])
    idle: Turns = [("a1", [(3, 0)]), ("a2", [(2, 1)])]
    assert broken(scenario, [("a1", [(3, 0)]), onto_e1], [onto_e2]) == set()
    assert broken(scenario, idle, [onto_e2]) == set()
    assert broken(scenario, idle, [onto_e1]) == {"contact_hierarchy"}


@pytest.mark.rule("difficult_terrain")
@pytest.mark.parametrize(("higher_die", "expected"), [(4, {"difficult_terrain"}), (5, set[str]())])
def test_k12_a_wood_across_every_way(higher_die: int, expected: set[str]) -> None:
    """Gap 5: dice of 2 and 4 are not enough, 5 and 1 are."""
    wood = wall("w", ORIGIN_X + 2, 0, ORIGIN_X + 3, 44, "difficult")
    assert broken(duel(6, terrain=[wood]), [("a1", [(5, 0)])], terrain_roll=higher_die) == expected


ORIGIN_X = placed((0, 0))[0]


def k13(*terrain: Terrain) -> Scenario:
    units = [squad("a", "A", [(0, 0), (0, 1.5)]), squad("x", "B", [(3.5, 0)]), squad("y", "B", [(5, 1.5)])]
    return field(*units, targets=["x", "y"], terrain=terrain)


K13_WOOD = wall("w", ORIGIN_X + 1, 0, ORIGIN_X + 2, 44, "difficult")
K13_BOTH: Turns = [("a1", [(2.5, 0)]), ("a2", [(4, 1.5)])]
K13_X_ALONE: Turns = [("a1", [(2.5, 0)]), ("a2", [(2.5, 1.5)])]


@pytest.mark.rule("targets_may_fall_short")
def test_k13_the_farther_target_is_let_go() -> None:
    """X at 2.5 and Y at 4, a terrain roll of 3: X is fought, and the moves of the declaration excuse Y."""
    assert broken(k13(K13_WOOD), K13_BOTH, terrain_roll=4) == set()
    assert broken(k13(K13_WOOD), K13_BOTH, terrain_roll=3) == {"difficult_terrain"}
    assert broken(k13(K13_WOOD), K13_X_ALONE, terrain_roll=3, declaration=K13_BOTH) == set()
    assert broken(k13(K13_WOOD), K13_X_ALONE, terrain_roll=3) == {"engage_every_target"}


@pytest.mark.rule("targets_may_fall_short")
def test_k13_only_a_roll_lets_a_target_go() -> None:
    """Without the wood nobody rolled, and a roll of 6 caps nothing."""
    assert broken(k13(), K13_X_ALONE, terrain_roll=3, declaration=K13_BOTH) == {"engage_every_target"}
    assert broken(k13(K13_WOOD), K13_X_ALONE, terrain_roll=6, declaration=K13_BOTH) == {"engage_every_target"}


@pytest.mark.rule("reach_all_at_declaration")
def test_k13_the_moves_of_the_declaration_have_to_be_legal() -> None:
    """They miss Y as well; or they go too far; or one of the models is not in them twice over."""
    missing: Turns = [("a1", [(2.5, 0)]), ("a2", [(3.9, 1.5)])]
    too_far: Turns = [("a1", [(2.5, 0)]), ("a2", [(0, 3), (4, 3), (4, 2.5)])]
    for shown in (missing, too_far):
        found = broken(k13(K13_WOOD), K13_X_ALONE, terrain_roll=3, declaration=shown)
        assert found == {"reach_all_at_declaration"}


@pytest.mark.rule("reach_all_at_declaration")
def test_k13_no_terrain_slows_the_moves_of_the_declaration() -> None:
    """An assault range of 9": Y at 7 could be declared, though not even a 6 on the dice will reach it."""
    units = [squad("a", "A", [(0, 0), (0, 1.5)]), squad("x", "B", [(6.5, 0)]), squad("y", "B", [(8, 1.5)])]
    scenario = field(*units, targets=["x", "y"], reach=9, terrain=[K13_WOOD])
    both: Turns = [("a1", [(5.5, 0)]), ("a2", [(7, 1.5)])]
    x_alone: Turns = [("a1", [(5.5, 0)]), ("a2", [(5.4, 1.5)])]
    assert broken(scenario, x_alone, terrain_roll=6, declaration=both) == set()
    assert broken(scenario, both, terrain_roll=6) == {"difficult_terrain"}


@pytest.mark.rule("primary_target")
def test_k13_the_primary_is_never_let_go() -> None:
    """A roll of 2 is short of X, and nobody moves: a plan that stops short of it is no charge."""
    short: Turns = [("a1", [(2, 0)]), ("a2", [(2, 1.5)])]
    found = broken(k13(K13_WOOD), short, terrain_roll=2, declaration=K13_BOTH)
    assert found == {"engage_every_target", "first_mover"}


@pytest.mark.rule("shot_is_primary")
def test_k14_the_unit_that_was_shot_at() -> None:
    """Having shot U: not V alone, not V first, but U first or U alone."""
    units = [
        squad("a", "A", [(0, 0), (0, 2)], shot_at=["u"]),
        squad("u", "B", [(4, 0)]),
        squad("v", "B", [(4, 2)]),
    ]
    both: Turns = [("a1", [(3, 0)]), ("a2", [(3, 2)])]
    v_first: Turns = [("a2", [(3, 2)]), ("a1", [(3, 0)])]
    beside: Turns = [("a1", [(3, 0)]), ("a2", [(1, 1)])]
    assert broken(field(*units, targets=["v"]), v_first) >= {"shot_is_primary"}
    assert broken(field(*units, targets=["v", "u"]), v_first) == {"shot_is_primary"}
    assert broken(field(*units, targets=["u", "v"]), both) == set()
    assert broken(field(*units, targets=["u"]), beside) == set()


@pytest.mark.rule("barred_states")
@pytest.mark.parametrize("state", ["stationary_fire", "locked"])
def test_k15_who_may_not_charge_at_all(state: str) -> None:
    """Stood still to fire heavy weapons; or is locked in combat."""
    units = [squad("a", "A", [(0, 0)], **{state: True}), squad("x", "B", [(4, 0)])]
    assert barred(field(*units, targets=["x"]), ["x"], 6) == {"barred_states"}


@pytest.mark.rule("pass_friends")
def test_k17_a_choke_as_wide_as_a_base() -> None:
    """A1 takes the one contact point of X; A2 stops behind it, and a unit further it is in A1's base."""
    walls = [
        wall("w1", ORIGIN_X + 1, ORIGIN_X + 0.5, ORIGIN_X + 8, ORIGIN_X + 3),
        wall("w2", ORIGIN_X + 1, ORIGIN_X - 3, ORIGIN_X + 8, ORIGIN_X - 0.5),
    ]
    units = [squad("a", "A", [(0, 0), (-1.5, 0)]), squad("x", "B", [(5.5, 0)])]
    scenario = field(*units, targets=["x"], terrain=walls)
    assert broken(scenario, [("a1", [(4.5, 0)]), ("a2", [(3.5, 0)])]) == set()
    assert broken(scenario, [("a1", [(4.5, 0)]), ("a2", [(3.5 + LU, 0)])]) == {"pass_friends", "end_clear"}
    assert broken(scenario, [("a1", [(4.5, 0)]), ("a2", [(3.5, LU)])]) == {"solid_terrain", "end_clear"}


@pytest.mark.rule("pass_friends")
def test_k19_no_way_through_a_mate_that_has_moved() -> None:
    """A2 goes through where A1 stands by now, to a clear place on the other side; round it is fine."""
    units = [squad("a", "A", [(0, 0), (-2, 0)]), squad("x", "B", [(3, 0)])]
    scenario = field(*units, targets=["x"])
    through, above = ("a2", [(2, 0), around((3, 0), 90)]), ("a2", [(0, 1.2), around((3, 0), 90)])
    assert broken(scenario, [("a1", [(2, 0)]), through]) == {"pass_friends", "enemies_block"}
    assert broken(scenario, [("a1", [(2, 0)]), above]) == set()


@pytest.mark.rule("engage_every_target")
def test_k20_targets_need_not_be_near_each_other() -> None:
    """X and Y are 2.5" apart, and both are reached coherently: legal in this version."""
    units = [squad("a", "A", [(0, 0), (0, 3.5)]), squad("x", "B", [(4, 0)]), squad("y", "B", [(4, 3.5)])]
    scenario = field(*units, targets=["x", "y"])
    assert broken(scenario, [("a1", [(3, 0)]), ("a2", [(3, 3), around((4, 3.5), 225)])]) == set()
    assert broken(scenario, [("a1", [(3, 0)]), ("a2", [(2.5, 2.5)])]) == {"engage_every_target"}
