"""Ruling cases of the 10th edition that a flat table with round bases can show; their numbers are the case list's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from planner.errors import UnsupportedRule
from planner.world import Scenario, Unit
from tests.builders import D32, LU, Inches, Place, charge, table, unit
from tests.rules.verdicts import barred, broken

Ways = dict[str, list[Place]]


def tenth(*units: Unit, targets: Sequence[str] = ("b",), roll: Inches = 7) -> Scenario:
    return table(units=units, charge=charge(units[0].id, targets, roll), ruleset="wh40k-10e")


def duel(gap: Inches, roll: Inches = 7, *more: Unit) -> Scenario:
    """One charger at (10, 10), one target at this gap to its right."""
    return tenth(unit("a", "A", [(10, 10)]), unit("b", "B", [(10 + D32 + gap, 10)]), *more, roll=roll)


@pytest.mark.rule("target_within_roll")
def test_r1_a_target_farther_than_the_roll_is_a_target() -> None:
    """Gap 8.5 on a 7: declared before the dice, and 7" end 1.5" short; an 8 would do."""
    assert barred(duel(8.5), ["b"], 7) == set()
    assert broken(duel(8.5), {"a1": [(17, 10)]}) == {"engage_every_target"}
    assert broken(duel(8.5, 8), {"a1": [(17.5, 10)]}) == set()


@pytest.mark.rule("declare_range")
def test_10_6_targets_are_within_12() -> None:
    """At 12" yes, one lattice unit farther no, whatever the roll."""
    assert barred(duel(12), ["b"], 2) == set()
    assert barred(duel(12 + LU), ["b"], 12) == {"declare_range"}


@pytest.mark.rule("close_ring")
def test_r3_gap_exactly_7_on_a_7_has_to_touch() -> None:
    """Exactly 7" reach base contact, so stopping 1" off is a breach."""
    assert broken(duel(7), {"a1": [(17, 10)]}) == set()
    assert broken(duel(7), {"a1": [(16, 10)]}, better={"a1": [(17, 10)]}) == {"close_ring"}


@pytest.mark.rule("close_ring")
def test_r3_contact_is_a_gap_of_up_to_four_units() -> None:
    """4 lattice units off is contact and no breach; 5 are none, and show none either."""
    touching, short = {"a1": [(17 - 4 * LU, 10)]}, {"a1": [(17 - 5 * LU, 10)]}
    assert broken(duel(7), touching, better={"a1": [(17, 10)]}) == set()
    assert broken(duel(7), short, better={"a1": [(17, 10)]}) == {"close_ring"}
    assert broken(duel(7), {"a1": [(16, 10)]}, better=short) == set()


@pytest.mark.rule("engagement")
def test_r4_15_is_not_engaged() -> None:
    """Gap 5, stops 1.5" off: not within 1"; exactly 1" is."""
    assert broken(duel(5), {"a1": [(13.5, 10)]}) == {"engage_every_target"}
    assert broken(duel(5), {"a1": [(14, 10)]}) == set()
    assert broken(duel(5), {"a1": [(14 - LU, 10)]}) == {"engage_every_target"}


@pytest.mark.rule("close_ring")
def test_r5_06_off_could_touch() -> None:
    """Legal in the 11th edition, a breach here."""
    assert broken(duel(5), {"a1": [(14.4, 10)]}, better={"a1": [(15, 10)]}) == {"close_ring"}


@pytest.mark.rule("engage_if_able")
def test_being_within_1_is_no_duty_of_each_model() -> None:
    """A2 ends 3" off and could end at 0.5": only contact is asked of a model."""
    scenario = tenth(unit("a", "A", [(10, 10), (10, 12)]), unit("b", "B", [(15 + D32, 10)]))
    ways: Ways = {"a1": [(15, 10)], "a2": [(13, 12)]}
    assert broken(scenario, ways, better={"a2": [(14.5, 11.5)]}) == set()


@pytest.mark.rule("engage_every_target")
def test_r11_a_list_too_long_fails_whole() -> None:
    """Gaps 4 and 9 on a 7, both declared: A alone is not enough."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(14 + D32, 10)]), unit("c", "B", [(10, 19 + D32)])]
    assert broken(tenth(*units, targets=["b", "c"]), {"a1": [(14, 10)]}) == {"engage_every_target"}
    assert broken(tenth(*units, targets=["b"]), {"a1": [(14, 10)]}) == set()


@pytest.mark.rule("keepout")
def test_r13_a_screen_is_kept_off_by_more_than_1() -> None:
    """S at (5, 0), T at (9.5, 0): past S at 1.5" on the way to T; a way 0.9" past it is refused."""
    units = [unit("a", "A", [(10, 10)]), unit("s", "B", [(15, 10)]), unit("t", "B", [(19.5, 10)])]
    scenario = tenth(*units, targets=["t"], roll=12)
    wide: Ways = {"a1": [(13.2, 12.8), (17, 12.8), (19.5, 10 + D32)]}
    tight: Ways = {"a1": [(13.2, 12), (17, 12.2), (19.5, 10 + D32)]}
    assert broken(scenario, wide) == set()
    assert broken(scenario, tight) == {"keepout"}


@pytest.mark.rule("keepout_closed")
@pytest.mark.parametrize(("more", "expected"), [(0, {"keepout"}), (LU, set[str]())])
def test_r16_exactly_1_is_within_range(more: Inches, expected: set[str]) -> None:
    """N beside the way at exactly 1"; the end is far from it."""
    screen = unit("n", "B", [(13, 10 + D32 + 1 + more)])
    assert broken(duel(6, 7, screen), {"a1": [(16, 10)]}) == expected


@pytest.mark.rule("keepout")
def test_r16_the_end_counts_as_part_of_the_way_and_of_the_end() -> None:
    """Within 1" of N at the end: refused as a way and as an end."""
    screen = unit("n", "B", [(16, 10 + D32 + 1)])
    assert broken(duel(6, 7, screen), {"a1": [(16, 10)]}) == {"keepout", "engage_no_other"}


@pytest.mark.rule("pass_aircraft")
def test_10_13_aircraft_are_passed_and_not_ended_near() -> None:
    """The way runs through its base: legal; an end within 1" of it is not."""
    over = unit("n", "B", [(13, 10)], 32, ["AIRCRAFT"])
    assert broken(duel(6, 7, over), {"a1": [(16, 10)]}) == set()
    beside = unit("n", "B", [(16, 10 + D32 + 0.5)], 32, ["AIRCRAFT"])
    assert broken(duel(6, 7, beside), {"a1": [(16, 10)]}) == {"engage_no_other"}


@pytest.mark.rule("coherency_connected")
def test_r17_two_models_bridge_by_a_chain() -> None:
    """n = 2 at 32 mm: 2 + 2 bases + 2 = 6.5196" between the targets; one lattice unit more is too far."""
    for more, expected in ((0, set[str]()), (LU, {"coherency", "coherency_connected"})):
        left, right = unit("b", "B", [(10, 20)]), unit("c", "B", [(10 + 3 * D32 + 4 + more, 20)])
        ours = unit("a", "A", [(10 + D32 + 1, 16), (10 + 2 * D32 + 3 + more, 16)])
        scenario = tenth(ours, left, right, targets=["b", "c"])
        ways: Ways = {"a1": [(10 + D32 + 1, 20)], "a2": [(10 + 2 * D32 + 3 + more, 20)]}
        assert broken(scenario, ways) == expected


@pytest.mark.rule("close_ring")
def test_r18_contact_that_would_break_the_bridge_is_no_duty() -> None:
    """Each of the two could touch its target; the other target or coherency would be lost."""
    left, right = unit("b", "B", [(10, 20)]), unit("c", "B", [(10 + 3 * D32 + 4, 20)])
    ours = unit("a", "A", [(10 + D32 + 1, 16), (10 + 2 * D32 + 3, 16)])
    scenario = tenth(ours, left, right, targets=["b", "c"])
    ways: Ways = {"a1": [(10 + D32 + 1, 20)], "a2": [(10 + 2 * D32 + 3, 20)]}
    assert broken(scenario, ways, better={"a1": [(10 + D32, 20)]}) == set()


@pytest.mark.rule("ends_closer")
def test_r21_each_model_ends_closer() -> None:
    """A2 stays where it is, boxed in or not."""
    scenario = tenth(unit("a", "A", [(10, 10), (10, 12)]), unit("b", "B", [(12 + D32, 10)]))
    assert broken(scenario, {"a1": [(12, 10)]}) == {"ends_closer"}
    assert broken(scenario, {"a1": [(12, 10)], "a2": [(10.5, 12)]}) == set()


@pytest.mark.rule("pass_friends")
def test_r24_through_a_friendly_squad() -> None:
    """The way is legal, an end on a friend is not."""
    squad = unit("f", "A", [(12, 10)])
    assert broken(duel(5, 7, squad), {"a1": [(15, 10)]}) == set()
    assert broken(duel(5, 7, unit("f", "A", [(15, 10 + D32 - LU)])), {"a1": [(15, 10)]}) == {"end_clear"}


@pytest.mark.rule("friendly_hulls_block")
@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [
        (["MONSTER"], ["VEHICLE"], {"friendly_hulls_block"}),
        (["VEHICLE"], ["MONSTER"], {"friendly_hulls_block"}),
        (["MONSTER"], ["INFANTRY"], set[str]()),
        (["INFANTRY"], ["VEHICLE"], set[str]()),
    ],
)
def test_r24_a_monster_through_a_friendly_vehicle(own: list[str], others: list[str], expected: set[str]) -> None:
    """Only the big are in each other's way."""
    units = [unit("a", "A", [(10, 10)], 32, own), unit("b", "B", [(15 + D32, 10)])]
    scenario = tenth(*units, unit("f", "A", [(12.5, 10)], 32, others))
    assert broken(scenario, {"a1": [(15, 10)]}) == expected


@pytest.mark.rule("friendly_hulls_block")
def test_r24_monsters_of_one_unit_block_each_other_where_they_are_by_then() -> None:
    """A1 moves first: through A2, which still stands in front of it, it may not; from in front of A2 it may."""
    for xs, expected in (((10, 12), {"friendly_hulls_block"}), ((12, 10), set[str]())):
        scenario = tenth(unit("a", "A", [(x, 10) for x in xs], 32, ["MONSTER"]), unit("b", "B", [(15 + D32, 10)]))
        assert broken(scenario, {"a1": [(15, 10)], "a2": [(13, 10)]}) == expected


@pytest.mark.rule("coherency_many_from")
@pytest.mark.rule("coherency_many_neighbours")
@pytest.mark.parametrize(("count", "expected"), [(6, set[str]()), (7, {"coherency_many_neighbours"})])
def test_10_3_two_neighbours_from_seven_models_on(count: int, expected: set[str]) -> None:
    """A file of models 2" apart: the two at its ends have one neighbour each, enough up to six models.

    No span binds it: six of them take up 17.6".
    """
    step = D32 + 2
    ours = unit("a", "A", [(10, 5 + n * step) for n in range(count)])
    scenario = tenth(ours, unit("b", "B", [(14 + D32, 5)]))
    ways: Ways = {f"a{n + 1}": [(14, 5 + n * step)] for n in range(count)}
    assert broken(scenario, ways) == expected


@pytest.mark.rule("fly_over")
def test_10_12_who_can_fly_is_not_modelled() -> None:
    """Said for a unit with FLY, and for nobody else."""
    flying = tenth(unit("a", "A", [(10, 10)], 32, ["FLY"]), unit("b", "B", [(12 + D32, 10)]))
    with pytest.raises(UnsupportedRule, match="fly_over"):
        broken(flying, {"a1": [(12, 10)]})
    target = tenth(unit("a", "A", [(10, 10)]), unit("b", "B", [(12 + D32, 10)], 32, ["FLY"]))
    assert broken(target, {"a1": [(12, 10)]}) == set()


@pytest.mark.rule("pivot_costs")
@pytest.mark.parametrize(
    ("mm", "keyword", "is_known"), [(32, "VEHICLE", True), (40, "VEHICLE", False), (40, "MONSTER", True)]
)
def test_10_4_a_vehicle_on_a_large_base_pays_for_its_turn(mm: float, keyword: str, is_known: bool) -> None:
    """A VEHICLE on a round base over 32 mm is not modelled; others turn freely."""
    radius = mm / 25.4 / 2
    scenario = tenth(unit("a", "A", [(10, 10)], mm, [keyword]), unit("b", "B", [(15, 10)], mm))
    ways: Ways = {"a1": [(15 - 2 * radius - 0.00001, 10)]}
    if is_known:
        assert broken(scenario, ways) == set()
    else:
        with pytest.raises(UnsupportedRule, match="pivot_costs"):
            broken(scenario, ways)


@pytest.mark.rule("close_ring")
def test_r37_room_for_two_in_contact() -> None:
    """A3 cannot touch B in the slot that A1 and A2 have filled; anywhere coherent and closer will do."""
    ours = unit("a", "A", [(10, 8.5), (10, 11.5), (10, 10)])
    walls = [unit("w", "A", [(16, 10 + 1.2 * D32), (16, 10 - 1.2 * D32), (16 + D32, 10)])]
    scenario = tenth(ours, unit("b", "B", [(16, 10)]), *walls)
    ways: Ways = {f"a{n}": [(16 - D32 * 0.8603, 10 + up * D32 * 0.51)] for n, up in ((1, -1), (2, 1))}
    ways["a3"] = [(13.2, 10)]
    assert broken(scenario, ways, better={"a3": [(16 - D32, 10)]}) == set()


@pytest.mark.rule("close_ring")
def test_r39_contact_that_engages_others_is_no_duty() -> None:
    """Touching B at its left would be within 1" of N; one lattice unit more and the duty is there."""
    for more, expected in ((0, set[str]()), (LU, {"close_ring"})):
        other = unit("n", "B", [(15, 10 + D32 + 1 + more)])
        assert broken(duel(5, 7, other), {"a1": [(14.3, 9.5)]}, better={"a1": [(15, 10)]}) == expected
