"""What is known and not modelled is refused where it could change the verdict, and only there.

All bases that charge are 1" wide (25.4 mm), so radii are half inches.
"""

from __future__ import annotations

import pytest

from planner.errors import UnsupportedRule
from planner.shapes import OvalBase, RectBase
from planner.units import from_inches
from planner.wire import refuse_unmodelled
from planner.world import Scenario, Unit
from tests.builders import Inches, charge, pillar, rules_of, table, unit, wall

INCH_MM = 25.4
OVAL = OvalBase(from_inches(4), from_inches(2))


def asked(scenario: Scenario, roll_in: Inches | None = None) -> None:
    """Ask `refuse_unmodelled` for the scenario's roll, or another one."""
    refuse_unmodelled(scenario, rules_of(scenario), scenario.charge.roll if roll_in is None else from_inches(roll_in))


def two_sides(*others: Unit, keywords: tuple[str, ...] = (), roll_in: Inches | None = 7) -> Scenario:
    """Give unit a at (10, 10) that charges b at (16, 10), and others."""
    a = unit("a", "A", [(10, 10)], INCH_MM, keywords)
    b = unit("b", "B", [(16, 10)], INCH_MM)
    return table(units=[a, b, *others], charge=charge("a", ["b"], roll_in))


def test_round_bases_pass() -> None:
    """A plain table is not refused, with or without a roll."""
    asked(two_sides())
    asked(two_sides(roll_in=None))


def test_charger_with_an_oval() -> None:
    """The charger's own base always matters."""
    scenario = table(
        units=[unit("a", "A", [(10, 10)], base=OVAL), unit("b", "B", [(16, 10)])], charge=charge("a", ["b"], 7)
    )
    with pytest.raises(UnsupportedRule, match=r"base_shape: model 'a1' of unit 'a' has a base of shape oval"):
        asked(scenario)


def test_target_with_a_rectangle() -> None:
    """A target's base is measured to, however far away it is."""
    rect = RectBase(from_inches(2), from_inches(1))
    scenario = table(
        units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(40, 10)], base=rect)], charge=charge("a", ["b"], 7)
    )
    with pytest.raises(UnsupportedRule, match=r"base_shape.*rect"):
        asked(scenario)


@pytest.mark.parametrize(("side", "reach_in"), [("A", 9.5), ("B", 11.5)])
def test_bystander_with_an_oval(side: str, reach_in: float) -> None:
    """Roll 7 + radius 0.5 + half axis 2 = 9.5 to run into it; an enemy may also be engaged, within 2 more: 11.5."""
    near = two_sides(unit("c", side, [(10, 10 + reach_in)], base=OVAL))
    with pytest.raises(UnsupportedRule, match="base_shape"):
        asked(near)
    asked(two_sides(unit("c", side, [(10, 10 + reach_in + 0.01)], base=OVAL)))


def test_bystander_counts_from_any_model() -> None:
    """The charging model nearest to the oval decides, not the first one."""
    a = unit("a", "A", [(10, 10), (10, 12)], INCH_MM)
    b = unit("b", "B", [(16, 10)], INCH_MM)
    c = unit("c", "A", [(10, 21.4)], base=OVAL)  # 9.4 from the second, 11.4 from the first; the reach is 9.5
    with pytest.raises(UnsupportedRule, match="'c1'"):
        asked(table(units=[a, b, c], charge=charge("a", ["b"], 7)))


def test_no_roll_means_the_greatest() -> None:
    """Without a roll the dice may give 12: 12 + 0.5 + 2 = 14.5 for a friend."""
    with pytest.raises(UnsupportedRule):
        asked(two_sides(unit("c", "A", [(10, 24.5)], base=OVAL), roll_in=None))
    asked(two_sides(unit("c", "A", [(10, 24.51)], base=OVAL), roll_in=None))


def test_the_place_in_the_file_is_named() -> None:
    """Whoever reads "not modelled" looks for the line to change: third unit, second model; second piece of terrain."""
    c = unit("c", "A", [(40, 40), (10, 12)], base=OVAL)
    scenario = two_sides(c)
    with pytest.raises(UnsupportedRule, match=r"^units\[2\]\.models\[1\]\.base: base_shape: ") as raised:
        asked(scenario)
    assert raised.value.where == "units[2].models[1].base"
    pieces = [wall("far", 30, 9, 32, 11, "dense", 3), wall("near", 11.5, 9, 13.5, 11, "dense", 3)]
    with pytest.raises(UnsupportedRule, match=r"^terrain\[1\]\.height_in: dense_climb: "):
        asked(table(units=two_sides().units, terrain=pieces, charge=charge("a", ["b"], 7)))
    with pytest.raises(UnsupportedRule, match=r"^charge\.options\.take_to_the_skies: take_to_the_skies: "):
        rules_of(table(units=two_sides().units, charge=charge("a", ["b"], 7, take_to_the_skies=True)))


def test_unit_off_the_board_does_not_matter() -> None:
    """Whatever its base, a unit in reserve stands nowhere."""
    asked(two_sides(unit("c", "B", [(12, 10)], base=OVAL, state={"off_board": True})))


def test_frame_is_measured_from_the_whole_model() -> None:
    """A FRAME target is refused though its base is round; near by, its hull may hang over by 5": 7+0.5+0.5+2+5 = 15."""
    frame = unit("b", "B", [(16, 10)], INCH_MM, ["VEHICLE", "FRAME"])
    with pytest.raises(UnsupportedRule, match=r"hull_keywords.*FRAME.*17\.02"):
        asked(table(units=[unit("a", "A", [(10, 10)]), frame], charge=charge("a", ["b"], 7)))
    with pytest.raises(UnsupportedRule, match="hull_keywords"):
        asked(two_sides(unit("c", "B", [(10, 25)], INCH_MM, ["FRAME"])))
    asked(two_sides(unit("c", "B", [(10, 25.01)], INCH_MM, ["FRAME"])))


def climbing(
    height_in: Inches | None, keywords: tuple[str, ...] = (), left: Inches = 11.5, kind: str = "dense"
) -> None:
    """Ask with a block from x = `left` on: the base reaches x = 10.5, so the gap is `left` - 10.5; roll 7."""
    scenario = two_sides(keywords=keywords)
    block = wall("block", left, 9, left + 2, 11, kind, height_in)
    asked(table(units=scenario.units, terrain=[block], charge=scenario.charge))


def test_climbing_within_the_roll() -> None:
    """Gap 1 + 2 x 3 up and down = 7, which is the roll; 0.01 higher or further, and nobody climbs it."""
    with pytest.raises(UnsupportedRule, match=r"dense_climb.*'block'.*13\.06"):
        climbing(3)
    climbing(3.01)
    climbing(3, left=11.52)


def test_low_dense_terrain_is_crossed() -> None:
    """At most 2" high anybody walks over it: modelled, so not refused."""
    climbing(2)
    with pytest.raises(UnsupportedRule):
        climbing(2.001)


def test_endless_dense_terrain_is_not_climbed() -> None:
    """Without a height it is without end."""
    climbing(None)


def test_who_passes_need_not_climb() -> None:
    """INFANTRY walks through dense terrain; terrain of another kind is not climbed at all."""
    climbing(3, keywords=("INFANTRY",))
    climbing(3, kind="impassable")


def test_climbing_a_round_piece() -> None:
    """A disc of radius 2 at (14, 10) begins at x = 12: gap 1.5, so 2.75 up and down make 7."""
    scenario = two_sides()
    for height_in, is_refused in ((2.75, True), (2.76, False)):
        piece = pillar("tower", (14, 10), 2, "dense", height_in)
        question = table(units=scenario.units, terrain=[piece], charge=scenario.charge)
        if is_refused:
            with pytest.raises(UnsupportedRule, match="dense_climb"):
                asked(question)
        else:
            asked(question)


def test_standing_in_dense_terrain() -> None:
    """A model amid the outline of what it may not cross is refused at any height: how it got there is not modelled."""
    for height in (3.5, 3.51, None):
        with pytest.raises(UnsupportedRule, match="stands in terrain"):
            climbing(height, left=9)
