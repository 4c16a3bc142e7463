"""Ruling cases of the 11th edition that a flat table with round bases can show; their numbers are the case list's."""

from __future__ import annotations

import pytest

from planner.shapes import RoundBase
from planner.units import from_mm
from planner.world import Model, Scenario
from tests.builders import D32, LU, R32, Inches, Place, charge, lattice, table, unit, wall
from tests.rules.verdicts import barred, broken

Ways = dict[str, list[Place]]


def duel(gap: Inches, roll: Inches = 7) -> Scenario:
    """One charger at (10, 10), one target at this gap to its right."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(10 + D32 + gap, 10)])]
    return table(units=units, charge=charge("a", ["b"], roll))


@pytest.mark.rule("target_within_roll")
def test_r1_gap_85_on_a_7_is_no_target() -> None:
    """Not selectable, although 6.5" of way would engage; an 8.5 would do, a unit less would not."""
    assert barred(duel(8.5), ["b"], 7) == {"target_within_roll"}
    assert barred(duel(8.5), ["b"], 8.5 - LU) == {"target_within_roll"}
    assert barred(duel(8.5), ["b"], 8.5) == set()


@pytest.mark.rule("close_ring")
def test_r3_gap_exactly_7_on_a_7() -> None:
    """Selectable; it must end within 1", which a way of 6" just does."""
    assert broken(duel(7), {"a1": [(17, 10)]}) == set()
    assert broken(duel(7), {"a1": [(16, 10)]}) == set()
    assert broken(duel(7), {"a1": [(16 - LU, 10)]}, better={"a1": [(16, 10)]}) == {"close_ring"}


@pytest.mark.rule("close_ring")
def test_r4_stopping_at_15_is_refused() -> None:
    """Gap 5, roll 7, stops 1.5" off: it could be within 1"."""
    assert broken(duel(5), {"a1": [(13.5, 10)]}, better={"a1": [(14, 10)]}) == {"close_ring"}


@pytest.mark.rule("close_ring")
def test_r5_stopping_at_06_is_legal() -> None:
    """No duty to touch: even shown the touching end, it is no breach."""
    assert broken(duel(5), {"a1": [(14.4, 10)]}, better={"a1": [(15, 10)]}) == set()


@pytest.mark.rule("target_within_roll")
def test_r7_a_roll_of_2_with_a_bonus_works() -> None:
    """Gap 2.9: the modified roll 3 reaches, the bare 2 cannot choose it."""
    assert broken(duel(2.9, 3), {"a1": [(12.9, 10)]}) == set()
    assert broken(duel(2.9, 2), {"a1": [(12, 10)]}) == {"target_within_roll"}


@pytest.mark.rule("dense_terrain")
def test_r9_selectable_behind_containers_and_no_way() -> None:
    """Gap 6 on a 7, containers 5" high between: the declaration stands, straight on is shut, round is too long."""
    containers = [wall("c1", 12, 4, 13, 10, "dense", 5), wall("c2", 12, 10, 13, 16, "dense", 5)]
    scenario = table(units=duel(6).units, terrain=containers, charge=charge("a", ["b"], 7))
    assert barred(scenario, ["b"], 7) == set()
    assert broken(scenario, {"a1": [(15.5, 10)]}) == {"dense_terrain"}
    assert broken(scenario, {"a1": [(10, 16.7), (14.5, 16.7), (15.5, 10)]}) == {"max_distance"}


@pytest.mark.rule("engage_every_target")
def test_r10_two_targets_in_reach_of_one_model() -> None:
    """Both within 7": one model between them ends engaged with both."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(16, 8.2)]), unit("c", "B", [(16, 11.8)])]
    scenario = table(units=units, charge=charge("a", ["b", "c"], 7))
    assert broken(scenario, {"a1": [(16, 10)]}) == set()


@pytest.mark.rule("target_within_roll")
def test_r11_the_far_target_cannot_be_added() -> None:
    """Gaps 4 and 9 on a 7: the near one alone is a legal charge, both together are not, and the far one is named."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(14 + D32, 10)]), unit("c", "B", [(19 + D32, 10)])]
    near = table(units=units, charge=charge("a", ["b"], 7))
    assert broken(near, {"a1": [(14, 10)]}) == set()
    assert barred(near, ["b", "c"], 7) == {"target_within_roll"}


def screened() -> Scenario:
    """The screen at (5, 0), the target at (9.5, 0) seen from the charger, all 32 mm; roll 9."""
    units = [unit("a", "A", [(10, 20)]), unit("s", "B", [(15, 20)]), unit("t", "B", [(19.5, 20)])]
    return table(units=units, charge=charge("a", ["t"], 9))


@pytest.mark.rule("engage_no_other")
def test_r13_round_a_screen_to_the_target_behind() -> None:
    """About 8.04" round the screen to an end within 1" of the target and just over 2" off the screen."""
    assert barred(screened(), ["t"], 8) == {"target_within_roll"}
    way: list[Place] = [(14.776, 21.246), (17.864, 21.5585)]
    assert broken(screened(), {"a1": way}) == set()
    short = table(units=screened().units, charge=charge("a", ["t"], 8.24 + 0.001))
    assert broken(short, {"a1": way}) == set()
    assert broken(screened(), {"a1": [(14.776, 21.246), (17.85, 21.5585)]}) == {"engage_no_other"}


@pytest.mark.rule("engage_if_able")
def test_r13_merely_engaged_is_not_enough() -> None:
    """An end engaged with the target at more than 1" is a breach: the way above shows the better end."""
    short: list[Place] = [(14.776, 21.246), (17.43, 21.2 + 1.0)]
    better: list[Place] = [(14.776, 21.246), (17.864, 21.5585)]
    assert broken(screened(), {"a1": short}) == set()
    assert broken(screened(), {"a1": short}, better={"a1": better}) == {"close_ring"}


@pytest.mark.rule("engage_no_other")
def test_r14_a_target_wrapped_by_its_screen() -> None:
    """The screen touches the target on all open sides: the target alone cannot be charged, both can, the screen can.

    The charger in contact with the screen's front model is 1.26" off the target behind it.
    """
    ring: list[Place] = [(20 - D32, 20), (20, 20 + D32), (20, 20 - D32), (20 + D32, 20)]
    units = [unit("a", "A", [(10, 20)]), unit("s", "B", ring), unit("t", "B", [(20, 20)])]
    verdicts = {("t",): {"engage_no_other"}, ("s",): {"engage_no_other"}, ("s", "t"): set[str]()}
    for targets, expected in verdicts.items():
        scenario = table(units=units, charge=charge("a", targets, 12))
        assert broken(scenario, {"a1": [(20 - 2 * D32, 20)]}) == expected
    apart = table(units=units, charge=charge("a", ["s"], 12))
    assert broken(apart, {"a1": [(20 - 2 * D32 - 2 + D32 - LU, 20)]}) == set()


@pytest.mark.rule("engage_no_other")
def test_r16_passing_within_half_an_inch_of_a_non_target() -> None:
    """The way passes 0.5" from it, the end is more than 2" off: legal."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10)]), unit("n", "B", [(14, 10 + D32 + 0.5)])]
    assert broken(table(units=units, charge=charge("a", ["b"], 12)), {"a1": [(18, 10)]}) == set()


def bridge(n: int, between: Inches, connected: bool = False) -> tuple[Scenario, Inches]:
    """Targets left and right of a lane, `between` apart edge to edge; n chargers stand 8" below; x of the left edge."""
    left = 10 + R32
    units = [
        unit("a", "A", [(left + R32 + 2 + 1.5 * i, 12) for i in range(n)]),
        unit("west", "B", [(10, 20)]),
        unit("east", "B", [(left + between + R32, 20)]),
    ]
    return table(units=units, charge=charge("a", ["west", "east"], 12, coherency_connected=connected)), left


@pytest.mark.rule("coherency")
@pytest.mark.parametrize(("n", "widest"), [(2, 6 + 2 * D32), (3, 8 + 3 * D32), (4, 10 + 4 * D32)])
def test_r17_a_chain_bridges_two_targets(n: int, widest: Inches) -> None:
    """4 + n d + 2 (n - 1): every link 2", both ends engaged at 2". One unit wider, a link or an end fails."""
    assert float(widest) == pytest.approx({2: 8.519685, 3: 11.779528, 4: 15.03937}[n], abs=1e-6)
    for more, expected in ((0, set[str]()), (LU, {"engage_every_target"})):
        scenario, left = bridge(n, widest + more, connected=True)
        ways: Ways = {f"a{i + 1}": [(left + 2 + R32 + i * (D32 + 2), 20)] for i in range(n)}
        assert broken(scenario, ways) == expected


@pytest.mark.rule("coherency_span")
def test_r17_two_pairs_reach_the_cap_of_the_span() -> None:
    """4 + 2 d + 9 with two pairs 9" across: legal as printed, not in one group; one unit more breaks the span."""
    cap = 13 + 2 * D32
    assert float(cap) == pytest.approx(15.519685, abs=1e-6)
    for connected, more, expected in (
        (False, 0, set[str]()),
        (True, 0, {"coherency_connected"}),
        (False, LU, {"coherency_span"}),
    ):
        scenario, left = bridge(4, cap + more, connected)
        west, east = left + 2 + R32, left + cap + more - 2 - R32
        ends: list[Place] = [(west, 20), (west + D32, 20), (east - D32, 20), (east, 20)]
        assert broken(scenario, {f"a{i + 1}": [end] for i, end in enumerate(ends)}) == expected


@pytest.mark.rule("close_ring")
def test_r18_a_bridge_owes_no_step_that_would_break_it() -> None:
    """G = 8.5: each could alone step to within 1", and then the link of the two is more than 2": legal."""
    scenario, left = bridge(2, 8.5)
    west, east = left + 2 + R32, left + 8.5 - 2 - R32
    ways: Ways = {"a1": [(west, 20)], "a2": [(east, 20)]}
    assert broken(scenario, ways) == set()
    assert broken(scenario, ways, better={"a1": [(west - 1, 20)], "a2": [(east + 1, 20)]}) == set()


@pytest.mark.rule("ends_closer")
def test_r21_the_fifth_model_must_come_closer() -> None:
    """Four engaged; the fifth slides to the same distance, stays, or comes one unit nearer: only the last is legal."""
    ours = unit("a", "A", [(12, 17), (12, 19), (12, 21), (12, 23), (16, 17)])
    theirs = unit("b", "B", [(20, 20)])
    scenario = table(units=[ours, theirs], charge=charge("a", ["b"], 12))
    ends: Ways = {"a1": [(18, 18)], "a2": [(18, 19.3)], "a3": [(18, 20.7)], "a4": [(18, 22)]}
    assert broken(scenario, {**ends, "a5": [(16, 20.1), (16, 23)]}) == {"ends_closer"}
    assert broken(scenario, ends) == {"ends_closer"}
    assert broken(scenario, {**ends, "a5": [(16, 20.1), (16, 23 - LU)]}) == set()


@pytest.mark.rule("engage_every_target")
def test_r22_one_model_reaches_and_nine_come_closer() -> None:
    """Ten models, one of them engaged, the others 5" nearer and coherent: legal."""
    places: list[Place] = [(10 - 1.5 * (i // 2), 10 + 1.5 * (i % 2)) for i in range(10)]
    scenario = table(units=[unit("a", "A", places), unit("b", "B", [(17 + D32, 10)])], charge=charge("a", ["b"], 7))
    ways: Ways = {f"a{i + 1}": [(x + 5, y)] for i, (x, y) in enumerate(places)}
    ways["a1"] = [(16.5, 10)]
    assert broken(scenario, ways) == set()


@pytest.mark.rule("pass_friends")
@pytest.mark.parametrize("keyword", ["INFANTRY", "MONSTER", "VEHICLE"])
def test_r24_through_a_friendly_squad(keyword: str) -> None:
    """Straight through friends with a clear end, whoever they are; an end that overlaps one is refused."""
    friends = unit("m", "A", [(13, 10), (14, 11), (14, 9), (17, 12)], 32, ["VEHICLE"])
    units = [unit("a", "A", [(10, 10)], 32, [keyword]), unit("b", "B", [(20, 10)]), friends]
    scenario = table(units=units, charge=charge("a", ["b"], 12))
    assert broken(scenario, {"a1": [(18, 10)]}) == set()
    assert broken(scenario, {"a1": [(18, 11.5)]}) == {"end_clear"}


@pytest.mark.rule("end_clear")
def test_r32_foot_does_not_end_half_inside_a_ruin_wall() -> None:
    """INFANTRY may pass the wall; an end with half the base in it is refused, one that touches it is not."""
    units = [unit("a", "A", [(10, 10)], 32, ["INFANTRY"]), unit("b", "B", [(20, 10)])]
    ruin = wall("r", 16, 5, 16.5, 15, "dense", 6)
    scenario = table(units=units, terrain=[ruin], charge=charge("a", ["b"], 12))
    assert broken(scenario, {"a1": [(16.5, 10)]}) - {"engage_every_target"} == {"end_clear"}
    assert broken(scenario, {"a1": [(16.5 + R32, 10)]}) == set()


@pytest.mark.rule("target_within_roll")
def test_r36_set_up_805_away_needs_a_9() -> None:
    """Gap 8.05: an 8 does not select it, a 9 does and gets there."""
    assert barred(duel(8.05), ["b"], 8) == {"target_within_roll"}
    assert broken(duel(8.05, 9), {"a1": [(18, 10)]}) == set()


@pytest.mark.rule("engage_every_target")
def test_r41_only_the_attached_leader_reaches() -> None:
    """A 40 mm leader is one model of the unit: its 2" engage the whole unit."""
    squad = unit("a", "A", [(10, 10), (10, 12)])
    leader = Model("leader", lattice((11, 14)), RoundBase(from_mm(20)))
    led = squad.__class__("a", "A", squad.keywords, (*squad.models, leader))
    scenario = table(units=[led, unit("b", "B", [(20, 14)])], charge=charge("a", ["b"], 12))
    at = 20 - R32 - from_mm(20) * LU - 2
    ways: Ways = {"a1": [(13.5, 12.5)], "a2": [(14.5, 13.9)]}
    assert broken(scenario, {**ways, "leader": [(at, 14)]}) == set()
    assert broken(scenario, {**ways, "leader": [(at - LU, 14)]}) == {"engage_every_target"}


@pytest.mark.rule("engagement")
def test_r42_a_barricade_changes_nothing() -> None:
    """0.8" of Light terrain, the enemy touching it: across it the ordinary 2" holds, and it may be walked through."""
    barricade = wall("w", 20 - R32 - 0.8, 5, 20 - R32, 15, "light", 1)
    scenario = table(
        units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10)])],
        terrain=[barricade],
        charge=charge("a", ["b"], 12),
    )
    assert broken(scenario, {"a1": [(20 - D32 - 0.8, 10)]}) == set()
    assert broken(scenario, {"a1": [(20 - D32, 10)]}) == set()
    assert broken(scenario, {"a1": [(20 - D32 - 2 - LU, 10)]}) == {"engage_every_target"}
