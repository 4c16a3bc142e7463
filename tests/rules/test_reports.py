"""What players of other programs were bitten by, as small cases with the right answer of the 11th edition."""

from __future__ import annotations

from math import sqrt

import pytest

from planner.world import Scenario
from tests.builders import D32, LU, R32, Inches, Place, charge, table, unit, wall
from tests.rules.verdicts import barred, broken, declared, judged

Ways = dict[str, list[Place]]


def duel(gap: Inches, roll: Inches = 7) -> Scenario:
    """One charger at (10, 10), one target at this gap to its right."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(10 + D32 + gap, 10)])]
    return table(units=units, charge=charge("a", ["b"], roll))


@pytest.mark.rule("target_within_roll")
@pytest.mark.parametrize(("gap", "least"), [(9.6, 10), (8, 8), (9, 9), (9.001, 10), (8.05, 9)])
def test_reports_1_3_5_the_least_whole_roll_is_the_gap_rounded_up(gap: float, least: int) -> None:
    """Not the gap less the engagement distance, nor plus it."""
    assert barred(duel(gap), ["b"], least) == set()
    assert barred(duel(gap), ["b"], least - 1) == {"target_within_roll"}


@pytest.mark.rule("end_clear")
def test_report_7_centres_an_inch_apart_are_an_overlap() -> None:
    """32 mm bases 1" centre to centre overlap by 0.26"; the fault says so."""
    far = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10)])], charge=charge("a", ["b"], 11))
    found = judged(far, {"a1": [(19, 10)]})
    (overlap,) = [v for v in found.violations if v.rule == "end_clear"]
    assert overlap.measured == pytest.approx(127_000 - 160_000)
    assert '0.2598"' in overlap.text


@pytest.mark.rule("declare_range")
def test_report_9_the_range_is_12_whatever_the_move() -> None:
    """An enemy at 11" may be chosen."""
    assert barred(duel(11), ["b"], 12) == set()


@pytest.mark.rule("target_within_roll")
def test_report_11_every_target_is_measured_and_named() -> None:
    """Gaps 3 and 11 on a 6: only the near one may be chosen; the fault names the far one."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(13 + D32, 10)]), unit("c", "B", [(10, 21 + D32)])]
    faults = declared(table(units=units), ["b", "c"], 6)
    assert [(v.rule, v.units) for v in faults] == [("target_within_roll", ("a", "c"))]
    assert 'c is 11" from a' in faults[0].text


@pytest.mark.rule("declare_range")
def test_report_15_the_nearest_model_counts() -> None:
    """The nearest model is 11.1" off, the middle of the unit 18.75": in range."""
    line: list[Place] = [(5, 10), (12.6, 10), (20.3, 10)]
    scenario = table(units=[unit("a", "A", line), unit("b", "B", [(20.3 + float(D32) + 11.1, 10)])])
    assert barred(scenario, ["b"], 12) == set()


@pytest.mark.rule("dense_terrain")
def test_report_19_a_ruin_past_the_stopping_point_costs_nothing() -> None:
    """Gap 2.5, the ruin begins beyond the end of the way: possible."""
    ruin = wall("r", 12.4 + R32, 5, 20, 9.3, "dense")
    scenario = table(units=duel(2.5).units, terrain=[ruin], charge=charge("a", ["b"], 6))
    assert broken(scenario, {"a1": [(12.4, 10)]}) == set()


@pytest.mark.rule("max_distance")
def test_report_25_the_way_counts_and_not_the_straight_line() -> None:
    """Roll 8, a wall between: 6" straight is through it, the way round is 9.2" and refused; 8" of way is not."""
    barrier = wall("w", 12.5, 0, 13, 12)
    scenario = table(
        units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(16 + D32, 10)])],
        terrain=[barrier],
        charge=charge("a", ["b"], 8),
    )
    assert broken(scenario, {"a1": [(16, 10)]}) == {"solid_terrain"}
    assert broken(scenario, {"a1": [(12, 13), (13.5, 13), (16, 10)]}) == {"max_distance"}
    assert broken(scenario, {"a1": [(11.8, 12.7), (13.2, 12.7), (15.2, 11)]}) == set()


@pytest.mark.rule("enemies_block")
def test_report_27_no_way_between_bases_024_apart() -> None:
    """A screen of five at a pitch of 1.5": between two of them there is 0.24" for a base of 1.26"."""
    screen = unit("s", "B", [(14.9, 20 + 1.5 * n) for n in range(5)])
    units = [unit("a", "A", [(10, 23.75)]), unit("t", "B", [(18, 23.75)]), screen]
    scenario = table(units=units, charge=charge("a", ["t", "s"], 9))
    found = judged(scenario, {"a1": [(16.7, 23.75)]})
    assert {v.rule for v in found.violations} == {"enemies_block"}
    assert {v.models[1] for v in found.violations} == {"s3", "s4"}


@pytest.mark.rule("enemies_block")
@pytest.mark.parametrize("shift", [0, 0.25, 0.1])
def test_report_31_a_brush_is_the_same_wherever_samples_would_fall(shift: float) -> None:
    """The way passes 1.24" below an enemy's centre: 0.0198" of overlap, wherever it starts."""
    units = [unit("a", "A", [(0.75 + shift, 10)]), unit("e", "B", [(6, 11.24)]), unit("t", "B", [(12.1, 10)])]
    scenario = table(units=units, charge=charge("a", ["t"], 12))
    found = judged(scenario, {"a1": [(10.75, 10)]})
    (brush,) = [v for v in found.violations if v.rule == "enemies_block"]
    assert brush.measured == pytest.approx(1.24 * 127_000 - 160_000)


@pytest.mark.rule("max_distance")
def test_report_33_the_limit_is_per_model() -> None:
    """Roll 7 and the first model moves 8: refused for it alone, however little the others move."""
    units = [unit("a", "A", [(9, 10), (10, 12)]), unit("b", "B", [(16 + D32, 10)])]
    scenario = table(units=units, charge=charge("a", ["b"], 7))
    assert broken(scenario, {"a1": [(16, 10)], "a2": [(15, 12)]}) == set()
    found = judged(scenario, {"a1": [(9, 11), (16, 11)], "a2": [(15, 12)]})
    assert [(v.rule, v.models) for v in found.violations] == [("max_distance", ("a1",))]


@pytest.mark.rule("solid_terrain")
def test_reports_41_43_a_corridor_as_wide_as_the_base() -> None:
    """Two walls exactly 32 mm apart let a 32 mm base through, both ways; its edge counts, not its centre."""
    for narrower, expected in ((0, set[str]()), (LU, {"solid_terrain"})):
        walls = [wall("u", 12, 10 + R32, 16, 20), wall("d", 12, 0, 16, 10 - R32 + narrower)]
        for start, end, enemy in ((10, 18, 20), (18, 10, 8)):
            units = [unit("a", "A", [(start, 10)]), unit("b", "B", [(enemy, 10)])]
            scenario = table(units=units, terrain=walls, charge=charge("a", ["b"], 12))
            assert broken(scenario, {"a1": [(end, 10)]}) == expected


@pytest.mark.rule("max_distance")
def test_report_49_less_than_the_roll_may_be_moved() -> None:
    """3" of way on a 7."""
    assert broken(duel(3), {"a1": [(13, 10)]}) == set()


@pytest.mark.rule("close_ring")
def test_report_51_no_duty_to_a_place_on_a_wall() -> None:
    """The spot within 1" lies on a wall: shown as a witness it is none. Beside the wall it is one."""
    barrier = wall("w", 13.9, 9.5, 14.2, 10.5)
    scenario = table(units=duel(5).units, terrain=[barrier], charge=charge("a", ["b"], 8))
    ways: Ways = {"a1": [(13.2, 10)]}
    assert broken(scenario, ways, better={"a1": [(14.1, 10)]}) == set()
    beside: list[Place] = [(13.2, 11.6), (14.9, 11.3)]
    assert broken(scenario, ways, better={"a1": beside}) == {"close_ring"}


@pytest.mark.rule("close_ring")
def test_report_53_the_inner_duty_is_1_inch() -> None:
    """Can end at 0.5" and ends at 1.6": refused."""
    assert broken(duel(6, 9), {"a1": [(14.4, 10)]}, better={"a1": [(15.5, 10)]}) == {"close_ring"}


@pytest.mark.rule("close_ring")
def test_report_55_a_blocked_band_is_no_breach() -> None:
    """Gap 6, roll 9, a wall closes the 1" band: ending engaged at 1.6" is accepted, whatever witness runs into it."""
    band = wall("w", 16 - 0.9, 0, 16, 44)
    scenario = table(units=duel(6).units, terrain=[band], charge=charge("a", ["b"], 9))
    ways: Ways = {"a1": [(14.4, 10)]}
    assert broken(scenario, ways) == set()
    assert broken(scenario, ways, better={"a1": [(15.1, 10)]}) == set()


@pytest.mark.rule("end_clear")
@pytest.mark.parametrize(
    ("line_mm", "charger_mm", "thickest_mm"), [(32, 25, 5.3), (32, 28, 2.0), (40, 25, 7.2), (40, 28, 3.9)]
)
def test_report_67_squeezed_between_a_wall_and_a_tight_line(line_mm: int, charger_mm: int, thickest_mm: float) -> None:
    """Bases touch in a line 1" above the wall's lower face; a charger nests between two of them.

    Its back reaches sqrt((R + r)^2 - R^2) + r - R from the line's fronts: 20.085 mm for 32 and 25. With walls in
    tenths of a millimetre it fits up to the thickness given, and one tenth more is too thick.
    """
    line_r, own_r = line_mm / 2, charger_mm / 2
    back = sqrt((line_r + own_r) ** 2 - line_r**2) + own_r - line_r
    for thickness, fits in ((thickest_mm, True), (round(thickest_mm + 0.1, 1), False)):
        assert fits == (back <= 25.4 - thickness)
        found = _squeeze(line_mm, charger_mm, thickness)
        assert ("end_clear" in found) != fits


def _squeeze(line_mm: int, charger_mm: int, thickness_mm: float) -> set[str]:
    """The charger against the wall, as deep in the notch of the line as it goes; which rules its end breaks."""
    line_y, pitch = 20.0, line_mm / 25.4
    front = line_y - pitch / 2
    face = front - (25.4 - thickness_mm) / 25.4
    line = unit("b", "B", [(30 + pitch * n, line_y) for n in range(-2, 4)], line_mm)
    x, y = 30 + pitch / 2, face + charger_mm / 25.4 / 2 + 1e-5
    units = [unit("a", "A", [(x, 10)], charger_mm), line]
    bar = wall("w", 20, face - thickness_mm / 25.4, 45, face)
    scenario = table(units=units, terrain=[bar], charge=charge("a", ["b"], 12))
    return broken(scenario, {"a1": [(x, y)]})


@pytest.mark.rule("coherency")
def test_report_73_all_models_are_tested_not_only_those_that_moved() -> None:
    """Four move on, the fifth stays behind 6" off: out of coherency though it never moved."""
    ours = unit("a", "A", [(10, 10), (10, 12), (10, 14), (10, 16), (8, 13)])
    theirs = unit("b", "B", [(18, 10), (18, 16)])
    scenario = table(units=[ours, theirs], charge=charge("a", ["b"], 12, stationary_must_close=False))
    ways: Ways = {f"a{n + 1}": [(16, 10 + 2 * n)] for n in range(4)}
    found = judged(scenario, ways)
    assert [(v.rule, v.models) for v in found.violations] == [("coherency", ("a5",))]


@pytest.mark.rule("coherency_span")
def test_report_75_seven_models_in_a_line_of_12_inches() -> None:
    """Every neighbour is within 2", the ends are 12" apart: refused."""
    ours = unit("a", "A", [(10, 10 + 1.8 * n) for n in range(7)])
    theirs = unit("b", "B", [(18, 10 + 1.8 * n) for n in range(7)])
    scenario = table(units=[ours, theirs], charge=charge("a", ["b"], 12))
    pitch = (12 + float(D32)) / 6
    ways: Ways = {f"a{n + 1}": [(16, 9 + pitch * n)] for n in range(7)}
    assert broken(scenario, ways) == {"coherency_span"}


@pytest.mark.rule("coherency_connected")
@pytest.mark.parametrize("connected", [False, True])
def test_report_77_three_and_two(connected: bool) -> None:
    """3 and 2 models in groups 5" apart, all within 9": legal as printed, refused by the chain reading."""
    ours = unit("a", "A", [(12, 10), (12, 12), (12, 14), (12, 16), (12, 18)])
    theirs = unit("b", "B", [(18, 10), (18, 12), (18, 19)])
    scenario = table(units=[ours, theirs], charge=charge("a", ["b"], 12, coherency_connected=connected))
    ways: Ways = {"a1": [(16, 10)], "a2": [(16, 11.3)], "a3": [(16, 12.6)], "a4": [(16, 18.8)], "a5": [(16, 20.2)]}
    assert broken(scenario, ways) == ({"coherency_connected"} if connected else set())


@pytest.mark.rule("engagement")
def test_report_79_15_off_is_engaged() -> None:
    """Edge to edge 1.5" is engaged in this edition (that it could end nearer is another duty)."""
    assert broken(duel(5), {"a1": [(13.5, 10)]}) == set()


@pytest.mark.rule("ends_closer")
def test_report_83_friend_and_foe_follow_the_charger() -> None:
    """The charger is on the second side named: the first side's unit is the enemy, its own may be passed."""
    units = [unit("b", "X", [(20, 10)]), unit("a", "Y", [(10, 10)]), unit("m", "Y", [(14, 10)])]
    scenario = table(units=units, charge=charge("a", ["b"], 12))
    assert broken(scenario, {"a1": [(18, 10)]}) == set()
    assert barred(scenario, ["m"], 12) == {"declare_range"}
