"""The other readings of the trial rules of the 3rd edition, one switch each; their numbers are those of the notes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.referee import judge
from planner.rulesets import load_ruleset
from planner.rulesets.vocabulary import Setting
from planner.units import from_inches
from planner.world import Scenario, Terrain
from tests.builders import LU, Inches, Place, area, pillar, wall
from tests.rules.sequential import ORIGIN, Turns, around, broken, field, judged, placed, plan_of, squad

WOOD = wall("w", ORIGIN + 1, 0, ORIGIN + 2, 44, "difficult")
"""A wood across every way, from x = 1 to 2."""


def k13(**options: object) -> Scenario:
    """X, the primary, at a gap of 2.5" and Y at 4"."""
    units = [squad("a", "A", [(0, 0), (0, 1.5)]), squad("x", "B", [(3.5, 0)]), squad("y", "B", [(5, 1.5)])]
    return field(*units, targets=["x", "y"], terrain=[WOOD], **options)


K13_BOTH: Turns = [("a1", [(2.5, 0)]), ("a2", [(4, 1.5)])]
K13_X_ALONE: Turns = [("a1", [(2.5, 0)]), ("a2", [(2.5, 1.5)])]


@pytest.mark.rule("targets_may_fall_short")
@pytest.mark.parametrize(("may", "expected"), [(True, set[str]()), (False, {"engage_every_target"})])
def test_a7_k13_no_roll_lets_a_target_go(may: bool, expected: set[str]) -> None:
    """A roll of 3 is short of Y: it is let go or the charge is illegal. A roll of 4 reaches both in either reading."""
    scenario = k13(targets_may_fall_short=may)
    assert broken(scenario, K13_X_ALONE, terrain_roll=3, declaration=K13_BOTH) == expected
    assert broken(scenario, K13_BOTH, terrain_roll=3, declaration=K13_BOTH) == {"difficult_terrain"}
    assert broken(scenario, K13_BOTH, terrain_roll=4) == set()


@pytest.mark.rule("difficult_binds")
@pytest.mark.parametrize(
    ("roll", "of_the_unit", "of_the_model"),
    [(4, set[str](), set[str]()), (2, {"a1"}, set[str]()), (2 - LU, {"a1", "a2"}, {"a2"})],
)
def test_a8_the_roll_caps_who_is_in_the_wood(roll: Inches, of_the_unit: set[str], of_the_model: set[str]) -> None:
    """A1 moves 4" in the open, A2 2" through a pond: a roll of 2 is enough for A2, a lattice unit less is not."""
    units = [squad("a", "A", [(0, 0), (0, 1.5)]), squad("x", "B", [(5, 0)])]
    pond = pillar("w", placed((1, 2.6 - LU)), 0.6, "difficult")
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(2, 1.5)])]
    for binds, expected in (("unit", of_the_unit), ("model", of_the_model)):
        scenario = field(*units, targets=["x"], terrain=[pond], difficult_binds=binds)
        found = judged(scenario, turns, terrain_roll=roll).violations
        assert {(v.rule, *v.models) for v in found} == {("difficult_terrain", m) for m in expected}


@pytest.mark.rule("difficult_binds")
def test_a8_a_better_end_in_the_open_has_the_whole_distance() -> None:
    """A3 stays in a pond, the roll is 3: the 3.7" of A2 onto X are its duty if the roll binds A3 alone.

    With another pond in that way they are not, for then the roll binds A2 there; of a roll of 4 they are.
    """
    units = [squad("a", "A", [(0, 0), (0, 1.5), (-0.5, -1)]), squad("x", "B", [(4, 0)])]
    under_a3 = pillar("v", placed((-0.5, -2)), 0.8, "difficult")
    in_the_way = pillar("w", placed((2.5, 2)), 0.5, "difficult")
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(1, 1)])]
    onto_x: Turns = [("a2", [around((4, 0), 110)])]
    breach = {"contact_hierarchy"}
    for binds, in_the_open, in_the_pond in (("unit", set[str](), set[str]()), ("model", breach, set[str]())):
        dry = field(*units, targets=["x"], terrain=[under_a3], difficult_binds=binds)
        wet = field(*units, targets=["x"], terrain=[under_a3, in_the_way], difficult_binds=binds)
        assert broken(dry, turns, onto_x, terrain_roll=3) == in_the_open
        assert broken(wet, turns, onto_x, terrain_roll=3) == in_the_pond
        assert broken(wet, turns, onto_x, terrain_roll=4) == breach


@pytest.mark.rule("difficult_binds")
def test_a8_the_way_of_the_plan_binds_and_not_that_of_the_declaration() -> None:
    """A2 was to touch the pond's inside and keeps clear of it after the roll: that roll still binds the unit."""
    units = [squad("a", "A", [(0, 0), (0, 1.5)]), squad("x", "B", [(4.5, 0)])]
    pond = pillar("w", placed((2, 2.3)), 0.5, "difficult")
    planned: Turns = [("a1", [(3.5, 0)]), ("a2", [(2, 1.5)])]
    after: Turns = [("a1", [(3.5, 0)]), ("a2", [(2, 1.2)])]
    for binds, expected in (("unit", {"difficult_terrain"}), ("model", set[str]())):
        scenario = field(*units, targets=["x"], terrain=[pond], difficult_binds=binds)
        assert broken(scenario, after, terrain_roll=2, declaration=planned) == expected


BY_THE_POND: Turns = [("a1", [(3, 0)]), ("a2", [(1, 1)])]
LONG_WAY = ("a3", [(-1, -3), (2, -2.5)])
"""4.84", round about."""
THROUGH_THE_POND: Turns = [("a2", [(4, 1)])]
"""Onto X by 3.6" along and 1.5" down: 3.9"."""


def pond_between(**options: object) -> Scenario:
    """A2 reaches X through a pond, and nobody else is in it."""
    units = [squad("a", "A", [(0, 0), (0.4, 2.5), (0, -1.5)]), squad("x", "B", [(4, 0)])]
    pond = pillar("w", placed((2.2, 2.6)), 0.5, "difficult")
    return field(*units, targets=["x"], terrain=[pond], **options)


@pytest.mark.rule("duty_forces_terrain")
@pytest.mark.parametrize("binds", ["unit", "model"])
@pytest.mark.parametrize(
    ("forces", "roll", "expected"),
    [
        (False, 6, set[str]()),
        (True, 6, {"contact_hierarchy"}),
        (True, None, {"contact_hierarchy"}),
        (True, 3.9, {"contact_hierarchy"}),
        (True, 3.9 - LU, set[str]()),
    ],
)
def test_a9_a_duty_takes_a_model_into_the_pond(
    forces: bool, roll: Inches | None, binds: str, expected: set[str]
) -> None:
    """A2 could touch X through the pond by 3.9": its duty with the switch, if the roll leaves that much."""
    scenario = pond_between(duty_forces_terrain=forces, difficult_binds=binds)
    assert broken(scenario, [*BY_THE_POND, LONG_WAY], THROUGH_THE_POND, terrain_roll=roll) == expected


@pytest.mark.rule("duty_forces_terrain")
@pytest.mark.parametrize(("binds", "expected"), [("unit", set[str]()), ("model", {"contact_hierarchy"})])
def test_a9_what_was_moved_before_is_slowed_as_well(binds: str, expected: set[str]) -> None:
    """A3 has gone 4.84" before A2: with a roll of 4 the pond is shut to A2, unless the roll binds A2 alone."""
    scenario = pond_between(duty_forces_terrain=True, difficult_binds=binds)
    first, second = BY_THE_POND
    assert broken(scenario, [first, LONG_WAY, second], THROUGH_THE_POND, terrain_roll=4) == expected
    assert broken(scenario, [first, LONG_WAY, second], THROUGH_THE_POND, terrain_roll=5) == {"contact_hierarchy"}
    assert broken(scenario, [first, second, LONG_WAY], THROUGH_THE_POND, terrain_roll=4) == {"contact_hierarchy"}


@pytest.mark.rule("duty_forces_terrain")
def test_a9_the_scenarios_roll_counts_where_the_plan_has_none() -> None:
    """A roll of 3 in the scenario is short of the 3.9" to X, one of 4 is not; the plan's own comes first."""
    scenario = pond_between(duty_forces_terrain=True)
    turns: Turns = [*BY_THE_POND, LONG_WAY]
    for roll, expected in ((3, set[str]()), (4, {"contact_hierarchy"})):
        asked = replace(scenario, charge=replace(scenario.charge, terrain_roll=from_inches(roll)))
        assert broken(asked, turns, THROUGH_THE_POND) == expected
        assert broken(asked, turns, THROUGH_THE_POND, terrain_roll=3) == set()


@pytest.mark.rule("duty_forces_terrain")
@pytest.mark.parametrize(("dx", "dy", "expected"), [(4.8, 2, {"contact_hierarchy"}), (6, 2.5, set[str]())])
def test_a9_a_six_where_nobody_has_rolled(dx: float, dy: float, expected: set[str]) -> None:
    """An assault of 9": through the wood by 5.2" is a duty, by 6.5" it is none, though the distance is enough."""
    units = [squad("a", "A", [(1, 0), (7 - dx, 1 + dy)]), squad("x", "B", [(7, 0)])]
    wood = wall("w", ORIGIN + 4, ORIGIN + 1, ORIGIN + 5, ORIGIN + 4, "difficult")
    scenario = field(*units, targets=["x"], reach=9, terrain=[wood], duty_forces_terrain=True)
    assert broken(scenario, [("a1", [(6, 0)]), ("a2", [(3.2, 0.2)])], [("a2", [(7, 1)])]) == expected


@pytest.mark.rule("duty_forces_terrain")
def test_a9_the_first_mover_is_no_duty_of_the_hierarchy() -> None:
    """A2 is nearer by a line through the pond: it does not have to begin and slow the unit, with or without."""
    units = [squad("a", "A", [(0, 0), (1, 2)]), squad("x", "B", [(5, 0)])]
    pond = pillar("w", placed((2.8, 2)), 0.5, "difficult")
    for forces in (False, True):
        scenario = field(*units, targets=["x"], terrain=[pond], duty_forces_terrain=forces)
        assert broken(scenario, [("a1", [(4, 0)]), ("a2", [(2, 0.5)])], terrain_roll=6) == set()
    dry = field(*units, targets=["x"])
    assert broken(dry, [("a1", [(4, 0)]), ("a2", [(2, 0.5)])]) == {"first_mover"}


def k10(*friends: Place, **options: object) -> Scenario:
    """E1 in reach of both; E2, in reach of A2 alone, is more than 2" from where A1 touches E1."""
    units = [squad("a", "A", [(0, 0), (0, 1.2)]), squad("e", "B", [(4, 0), (4, 5)])]
    others = [squad("f", "A", friends)] if friends else []
    return field(*units, *others, targets=["e"], **options)


ONTO_E1, ONTO_E2 = ("a2", [(2, 2.5), around((4, 0), 110)]), ("a2", [(3, 5)])
IDLE = ("a2", [(2, 1)])
A1_ONTO_E1 = ("a1", [(3, 0)])


@pytest.mark.rule("coherency_before_contact")
def test_a6_k10_contact_wins() -> None:
    """A2 has to touch E2, free as that is, though it leaves A1 by that; by default it has to stay and touch E1."""
    default, contact_first = k10(), k10(coherency_before_contact=False)
    apart = [A1_ONTO_E1, ONTO_E2]
    assert broken(contact_first, apart, [ONTO_E1]) == set()
    assert broken(default, apart, [ONTO_E1]) >= {"join_moved", "coherency", "coherency_connected"}
    for other in (ONTO_E1, IDLE):
        assert broken(contact_first, [A1_ONTO_E1, other], [ONTO_E2]) == {"contact_hierarchy"}
        assert broken(default, [A1_ONTO_E1, other], [ONTO_E2]) == set()


@pytest.mark.rule("coherency_before_contact")
def test_a6_any_contact_is_better_than_support() -> None:
    """F has engaged E2: to touch it out of coherency is still better than to support A1, and worse than a free E1."""
    default, contact_first = k10((5, 5)), k10((5, 5), coherency_before_contact=False)
    assert broken(contact_first, [A1_ONTO_E1, IDLE], [ONTO_E2]) == {"contact_hierarchy"}
    assert broken(default, [A1_ONTO_E1, IDLE], [ONTO_E2]) == set()
    assert broken(contact_first, [A1_ONTO_E1, ONTO_E1], [ONTO_E2]) == set()


@pytest.mark.rule("coherency_before_contact")
def test_a6_coherency_if_possible() -> None:
    """E2 and E3 are free and touched alike: at E3 A2 is with A1, at E2 it is not, so it goes to E3."""
    units = [squad("a", "A", [(0, 0), (0, 1.2)]), squad("e", "B", [(4, 0), (4, 5), (4, 2.5)])]
    scenario = field(*units, targets=["e"], coherency_before_contact=False)
    onto_e3 = ("a2", [(3, 2.5)])
    assert broken(scenario, [A1_ONTO_E1, onto_e3], [ONTO_E2]) == set()
    assert broken(scenario, [A1_ONTO_E1, ONTO_E2], [ONTO_E2]) == set()
    found = judged(scenario, [A1_ONTO_E1, ONTO_E2], [onto_e3]).violations
    assert [(v.rule, v.models) for v in found] == [("contact_hierarchy", ("a2",))]
    assert found[0].text.count("out of coherency") == 1
    default = broken(field(*units, targets=["e"]), [A1_ONTO_E1, ONTO_E2], [onto_e3])
    assert default == {"join_moved", "coherency", "coherency_connected"}


@pytest.mark.rule("coherency_before_contact")
@pytest.mark.parametrize(("y", "joins"), [(3, True), (3 + LU, False)])
def test_a6_who_contacts_nobody_joins(y: Inches, joins: bool) -> None:
    """A2 ends straight above A1, 2" off or a lattice unit more, and touches nobody: it is asked as ever."""
    turns: Turns = [A1_ONTO_E1, ("a2", [(3, y)])]
    assert broken(k10(coherency_before_contact=False), turns) == (set() if joins else {"join_moved"})
    assert broken(k10(), turns) == (set() if joins else {"join_moved", "coherency", "coherency_connected"})


@pytest.mark.rule("coherency_before_contact")
@pytest.mark.parametrize("contact_first", [True, False])
def test_a6_support_out_of_coherency_is_no_duty(contact_first: bool) -> None:
    """A3 could support F, of another unit, 2" from A2 and with it; from a lattice unit farther it could not."""
    units = [squad("a", "A", [(0, 0), (0, 1.2), (0, 2.6)]), squad("x", "B", [(4, 0)]), squad("y", "B", [(1, 8)])]
    scenario = field(
        *units,
        squad("f", "A", [(1, 7)]),
        targets=["x"],
        support_by="any_friend",
        coherency_before_contact=not contact_first,
    )
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(0.5, 1.5)]), ("a3", [(-0.5, 3)])]
    assert broken(scenario, turns, [("a3", [(0.5, 4.5)])]) == {"contact_hierarchy"}
    assert broken(scenario, turns, [("a3", [(0.5, 4.5 + LU)])]) == set()


@pytest.mark.rule("coherency_before_contact")
def test_a6_who_joins_a_model_that_left_is_with_it() -> None:
    """A2 touches E2 on its own and A3 joins it there: two groups, and each model did as it is asked."""
    units = [squad("a", "A", [(0, 0), (0, 1.2), (-1.2, 1.2)]), squad("e", "B", [(4, 0), (4, 5)])]
    turns: Turns = [A1_ONTO_E1, ONTO_E2, ("a3", [(2, 4)])]
    assert broken(field(*units, targets=["e"], coherency_before_contact=False), turns) == set()
    assert broken(field(*units, targets=["e"]), turns) == {"join_moved", "coherency", "coherency_connected"}


def block(left: Inches, bottom: Inches, right: Inches, top: Inches, kind: str = "impassable") -> Terrain:
    """Give a wall among the places of a ruling case."""
    return wall(f"w{left}{bottom}", ORIGIN + left, ORIGIN + bottom, ORIGIN + right, ORIGIN + top, kind)


def shape(*corners: Place) -> Terrain:
    """Give impassable terrain of these corners, counter-clockwise."""
    return area("s", [placed(c) for c in corners])


def passing(*things: Place | Terrain, start: Place = (0, 0), x: Place = (6, 0), closed: bool = True) -> Scenario:
    """A1 and X, 5" apart, and what stands between them; places are those of friends."""
    friends = [squad("f", "A", places)] if (places := [t for t in things if not isinstance(t, Terrain)]) else []
    terrain = [t for t in things if isinstance(t, Terrain)]
    units = [squad("a", "A", [start]), squad("x", "B", [x]), *friends]
    return field(*units, targets=["x"], terrain=terrain, narrow_gap_closed=closed)


STRAIGHT_ON: Turns = [("a1", [(5, 0)])]
ABOVE = block(2, 0.5, 4, 2)
"""A wall that the base brushes on its way along y = 0."""


@pytest.mark.rule("narrow_gap_closed")
@pytest.mark.parametrize(
    "sides",
    [
        ((3, 1), (3, -1)),
        ((3, -1), (3, 1)),
        ((3, 1), block(3, -2, 5, -0.5)),
        ((3, -1), block(2, 0.5, 3, 2)),
        (ABOVE, (3, -1)),
        (ABOVE, block(3, -2, 5, -0.5)),
        (ABOVE, block(4, -2, 5, -0.5)),
        (ABOVE, block(1, -2, 2, -0.5)),
        (ABOVE, pillar("p", placed((3, -2)), 1.5)),
        ((3, 1), shape((2, -0.5), (2, -2), (4, -2), (4, -0.5))),
        (pillar("p", placed((3, 1)), 0.5), pillar("q", placed((3, -2)), 1.5)),
        (shape((2, -2), (5, -2), (5, -0.5), (3, -0.5), (3, -1.5), (2, -1.5)), ABOVE),
        (shape((2, -2), (3, -0.5), (4, -2)), shape((3, 0.5), (4, 2), (2, 2))),
    ],
)
def test_a12_a_gap_exactly_as_wide_as_the_base(sides: tuple[Place | Terrain, ...]) -> None:
    """Between bases, walls, corners, pillars: open by default, closed with the switch."""
    assert broken(passing(*sides, closed=False), STRAIGHT_ON) == set()
    assert broken(passing(*sides), STRAIGHT_ON) == {"narrow_gap_closed"}


@pytest.mark.rule("narrow_gap_closed")
@pytest.mark.parametrize(
    "sides",
    [
        ((3, 1), (3, -1 - LU)),
        ((3 - LU, 1), (3, -1)),
        ((3, 1), block(3 + LU, -2, 5, -0.5)),
        ((3, 1), block(1, -2, 3 - LU, -0.5)),
        ((3, 1), block(2, -2, 5, -0.5 - LU)),
        ((3, -1), block(3 + LU, 0.5, 4, 2)),
        (ABOVE, block(2, -2, 4, -0.5 - LU)),
        (ABOVE, block(4 + LU, -2, 5, -0.5)),
        (ABOVE, block(1, -2, 2 - LU, -0.5)),
        (ABOVE, pillar("p", placed((3, -2)), 1.5 - LU)),
        (ABOVE, block(2, -2, 4, -0.5, "light")),
        (ABOVE, block(2, -2, 4, -0.5, "difficult")),
        (ABOVE, shape((5, -0.5), (3, -1.5), (5, -1.5))),
        ((3, 1), (3.5, 5)),
        (ABOVE, block(4, 0.5, 5, 2)),
    ],
)
def test_a12_a_lattice_unit_wider_is_open(sides: tuple[Place | Terrain, ...]) -> None:
    """Or the two sides are not opposite each other by a unit; or one of them may be crossed; or both are above."""
    assert broken(passing(*sides), STRAIGHT_ON) == set()


@pytest.mark.rule("narrow_gap_closed")
def test_a12_k4c_narrower_is_no_gap_at_all() -> None:
    """Friends that leave 0.98: the base does not pass between them, in either reading."""
    for closed in (False, True):
        assert broken(passing((3, 0.99), (3, -0.99), closed=closed), STRAIGHT_ON) == {"pass_friends"}


UPPER = shape((2.9, 0.7), (3.7, 0.1), (4.3, 0.9), (3.5, 1.5))
"""A square of 1" a side, askew; its lower left edge runs along the way, 0.5" off, around where it is at (3, 0)."""


@pytest.mark.rule("narrow_gap_closed")
@pytest.mark.parametrize(
    ("sides", "wider"),
    [
        (((3.6, 0.8), (2.4, -0.8)), ((3.6, 0.8), (2.4, -0.8 - LU))),
        ((UPPER, (2.4, -0.8)), (UPPER, (2.4, -0.8 - LU))),
        (
            (UPPER, shape((3.1, -0.7), (2.3, -0.1), (1.7, -0.9), (2.5, -1.5))),
            (UPPER, shape((3.1, -0.7 - LU), (2.3, -0.1 - LU), (1.7, -0.9), (2.5, -1.5))),
        ),
    ],
)
def test_a12_gaps_askew_are_exact(sides: tuple[Place | Terrain, ...], wider: tuple[Place | Terrain, ...]) -> None:
    """By 3, 4 and 5, A1 goes 3.2" along and 2.4" down through (3, 0): the same for what is not upright, to the unit."""
    turns: Turns = [("a1", [(4.6, -1.2)])]
    ways: tuple[Place, Place] = ((1.4, 1.2), (5.4, -1.8))
    for things, closed, expected in ((sides, True, {"narrow_gap_closed"}), (sides, False, set()), (wider, True, set())):
        assert broken(passing(*things, start=ways[0], x=ways[1], closed=closed), turns) == expected


@pytest.mark.rule("narrow_gap_closed")
def test_a12_a_slot_in_one_wall_is_a_gap_too() -> None:
    """A block of one piece with a slot 1" wide from the left, or a lattice unit wider; the base goes in and back."""
    for y, expected in ((0.5, {"narrow_gap_closed"}), (0.5 + LU, set[str]())):
        slot = shape((1, -2), (4, -2), (4, 2), (1, 2), (1, y), (3, y), (3, -0.5), (1, -0.5))
        units = [squad("a", "A", [(0, 0), (-1.2, 0)]), squad("x", "B", [(-1, 2)])]
        scenario = field(*units, targets=["x"], terrain=[slot], narrow_gap_closed=True)
        onto_x = ("a2", [around((-1, 2), 225)])
        assert broken(scenario, [onto_x, ("a1", [(1.5, 0), (0, 0)])]) == expected
        assert broken(scenario, [onto_x, ("a1", [(0.9, 0), (0, 0)])]) == set()


@pytest.mark.rule("narrow_gap_closed")
def test_a12_who_starts_in_a_gap_leaves_it() -> None:
    """Off at once, even after a point that is its start again; back into it no, nor on between walls."""
    between_friends = passing((3, 1), (3, -1), start=(3, 0))
    assert broken(between_friends, [("a1", [(5, 0)])]) == set()
    assert broken(between_friends, [("a1", [(3, 0), (5, 0)])]) == set()
    assert broken(between_friends, [("a1", [(4, 0), (3, 0), (5, 0)])]) == {"narrow_gap_closed"}
    assert broken(between_friends, [("a1", [(2, 0), (5, 0)])]) == {"narrow_gap_closed"}
    for mouth, expected in ((3, set[str]()), (3 + LU, {"narrow_gap_closed"})):
        between_walls = passing(block(1, 0.5, mouth, 2), block(1, -2, mouth, -0.5), start=(3, 0))
        assert broken(between_walls, [("a1", [(5, 0)])]) == expected
    within = passing(block(1, 0.5, 9, 1), block(1, -2, 9, -0.5), start=(2, 0), x=(5, 0))
    assert broken(within, [("a1", [(4, 0)])]) == {"narrow_gap_closed"}


@pytest.mark.rule("narrow_gap_closed")
def test_a12_what_a_base_runs_through_is_no_side() -> None:
    """Through a wall that is 1" thick, lengthwise; out of a lane through the wall beside it: each breaks one rule."""
    assert broken(passing(block(2, -0.5, 4, 0.5)), STRAIGHT_ON) == {"solid_terrain"}
    within = passing(block(1, 0.5, 9, 1), block(1, -2, 9, -0.5), start=(2, 0), x=(4, 3))
    assert broken(within, [("a1", [(3, 3)])]) == {"solid_terrain"}


@pytest.mark.rule("narrow_gap_closed")
@pytest.mark.parametrize(("x", "expected"), [(3, {"narrow_gap_closed"}), (3 - LU, set[str]())])
def test_a12_mates_are_sides_where_they_stand_at_that_turn(x: Inches, expected: set[str]) -> None:
    """A1 has gone to (3, 1), above F: A2 may stop a unit short of the place between them, and not on it."""
    units = [squad("a", "A", [(0, 1), (0, 0)]), squad("y", "B", [(4, 1)]), squad("f", "A", [(3, -1)])]
    scenario = field(*units, targets=["y"], narrow_gap_closed=True)
    assert broken(scenario, [("a1", [(3, 1)]), ("a2", [(x, 0)])]) == expected
    assert broken(scenario, [("a1", [around((4, 1), 150)]), ("a2", [(x, 0)])]) == set()


@pytest.mark.rule("narrow_gap_closed")
def test_a12_enemies_are_sides_too() -> None:
    """A2 passes between X2 and X3, 1" apart; if X3 stands a lattice unit lower the gap is open."""
    for closed, y, expected in ((True, -1, {"narrow_gap_closed"}), (True, -1 - LU, set[str]()), (False, -1, set())):
        units = [squad("a", "A", [(0, 1), (0, 0)]), squad("x", "B", [(5.4, 0), (3, 1), (3, y)])]
        scenario = field(*units, targets=["x"], narrow_gap_closed=closed)
        found = judged(scenario, [("a1", [(2, 1)]), ("a2", [(4.4, 0)])]).violations
        assert {v.rule for v in found} == expected
        assert [v.models for v in found] == ([("a2", "x2", "x3")] if expected else [])


@pytest.mark.rule("narrow_gap_closed")
def test_a12_nobody_has_to_pass_a_closed_gap() -> None:
    """A2 could touch X through the gap of F1 and F2: a duty where it is open, by the switch or by a unit."""
    through: Turns = [("a2", [(4.5, -2), around((5, 0), 260)])]
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(2.2, -1.9)])]
    for closed, y, expected in (
        (True, -3, set()),
        (True, -3 - LU, {"contact_hierarchy"}),
        (False, -3, {"contact_hierarchy"}),
    ):
        units = [squad("a", "A", [(0, 0), (0, -2)]), squad("x", "B", [(5, 0)]), squad("f", "A", [(3, -1), (3, y)])]
        assert broken(field(*units, targets=["x"], narrow_gap_closed=closed), turns, through) == expected


@pytest.mark.rule("narrow_gap_closed")
def test_a12_only_what_may_not_be_crossed_is_a_side() -> None:
    """In the rules of the 11th, with the switch: friends are passed through, and high ruins by infantry alone."""
    ruin, friend = replace(ABOVE, kind="dense"), (3, -1)
    rules = load_ruleset("wh40k-11e")
    rules = replace(rules, settings={**rules.settings, "narrow_gap_closed": Setting(True, "A12")})
    sides: tuple[tuple[Place | Terrain, ...], ...] = ((ruin, block(2, -2, 4, -0.5)), (ABOVE, friend))
    for things, keyword, expected in (
        (sides[0], "MOUNTED", {"narrow_gap_closed"}),
        (sides[0], "INFANTRY", set()),
        (sides[1], "MOUNTED", set()),
    ):
        scenario = passing(*things)
        ours, *others = scenario.units
        asked = replace(scenario, units=(replace(ours, keywords=frozenset({keyword})), *others), ruleset=rules.id)
        assert {v.rule for v in judge(asked, rules, plan_of(asked, STRAIGHT_ON)).violations} == expected


READINGS_OF_DUTIES = ("in_order", "globally")


@pytest.mark.rule("duties_judged")
@pytest.mark.parametrize(("judged_so", "expected"), [("in_order", {"contact_hierarchy"}), ("globally", set[str]())])
def test_a4_k6b_a_bridge_that_others_need(judged_so: str, expected: set[str]) -> None:
    """A2 bridges where it could touch X at its turn; but held to that, A3 on Y would be left alone."""
    units = [squad("a", "A", [(0, 0), (0, 3), (0, 6)]), squad("x", "B", [(3, -1)]), squad("y", "B", [(3, 7)])]
    scenario = field(*units, targets=["x", "y"], duties_judged=judged_so)
    onto_x: Turns = [("a2", [around((3, -1), 150)])]
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(3, 3)]), ("a3", [(3, 6)])]
    assert broken(scenario, turns, onto_x) == expected


@pytest.mark.rule("duties_judged")
def test_a4_the_place_is_taken_in_the_end() -> None:
    """A2 could touch X2 before A3 does: in order that is a breach, on the final layout A3 stands there."""
    units = [squad("a", "A", [(0, 0), (0, 2), (0, 3.5)]), squad("x", "B", [(4, 0), (4, 2)])]
    a1, a2, a3 = ("a1", [(3, 0)]), ("a2", [(1.5, 1.5)]), ("a3", [(1.5, 3), (3, 2)])
    onto_x2, below_a1 = ("a2", [(3, 2)]), ("a2", [(1.9, -1.2), around((4, 0), 250)])
    globally = field(*units, targets=["x"], duties_judged="globally")
    assert broken(field(*units, targets=["x"]), [a1, a2, a3], [onto_x2]) == {"contact_hierarchy"}
    for order in ([a1, a2, a3], [a1, a3, a2]):
        assert broken(globally, order, [onto_x2]) == set()
        found = judged(globally, order, [onto_x2, below_a1, below_a1]).violations
        assert [(v.rule, v.models) for v in found] == [("contact_hierarchy", ("a2",))]
        assert "with all others where they end it could end in contact with an enemy that is engaged" in found[0].text


@pytest.mark.rule("duties_judged")
@pytest.mark.parametrize("judged_so", READINGS_OF_DUTIES)
def test_a4_an_enemy_is_engaged_by_whoever_ends_there(judged_so: str) -> None:
    """A2 touched X2 when it was free, and A3 came after it: A2 could have X3 to itself. Without A3 nothing is amiss."""
    units = [squad("a", "A", [(0, 0), (0, 2), (0, 3.5)]), squad("x", "B", [(4, 0), (4, 2), (4, -2)])]
    scenario = field(*units, targets=["x"], duties_judged=judged_so)
    a1, a2, a3 = ("a1", [(3, 0)]), ("a2", [around((4, 2), 185)]), ("a3", [around((4, 2), 120)])
    onto_x3: Turns = [("a2", [(3, -2)])]
    expected = set() if judged_so == "in_order" else {"contact_hierarchy"}
    assert broken(scenario, [a1, a2, a3], onto_x3) == expected
    assert broken(scenario, [a1, a2, ("a3", [(1.5, 3)])], onto_x3) == set()


@pytest.mark.rule("duties_judged")
def test_a4_a_friend_that_stands_there_engages_as_well() -> None:
    """X2 is touched by F: it is no better than X1, which A1 has taken."""
    units = [squad("a", "A", [(0, 0), (0, 2)]), squad("x", "B", [(4, 0), (4, 2.2)])]
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(1, 1.5), around((4, 0), 110)])]
    onto_x2: Turns = [("a2", [(3, 2.2)])]
    alone = field(*units, targets=["x"], duties_judged="globally")
    with_f = field(*units, squad("f", "A", [(5, 2.2)]), targets=["x"], duties_judged="globally")
    assert broken(alone, turns, onto_x2) == {"contact_hierarchy"}
    assert broken(with_f, turns, onto_x2) == set()


@pytest.mark.rule("duties_judged")
def test_a4_the_first_mover_has_its_own_rules() -> None:
    """X1, which F engages, and X2 are as near: the first mover may choose, and no duty sends it to X2."""
    units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(4, 0), (0, 4)]), squad("f", "A", [(5, 0)])]
    scenario = field(*units, targets=["x"], duties_judged="globally")
    onto_x1, onto_x2 = ("a1", [(3, 0)]), ("a1", [(0, 3)])
    assert broken(scenario, [onto_x1], [onto_x2]) == set()
    assert broken(scenario, [onto_x2], [onto_x1]) == set()


@pytest.mark.rule("duties_judged")
@pytest.mark.parametrize(
    ("forces", "binds", "roll", "expected"),
    [
        (False, "unit", 6, set[str]()),
        (True, "unit", 5, {"contact_hierarchy"}),
        (True, "unit", 4, set[str]()),
        (True, "model", 4, {"contact_hierarchy"}),
        (True, "model", 3, set[str]()),
    ],
)
def test_a4_a9_all_other_moves_are_slowed_too(forces: bool, binds: str, roll: Inches, expected: set[str]) -> None:
    """A2 through the pond by 3.9" slows A3 as well, which goes 4.84" after it; the plan or the table has the roll."""
    scenario = pond_between(duty_forces_terrain=forces, difficult_binds=binds, duties_judged="globally")
    turns: Turns = [*BY_THE_POND, LONG_WAY]
    asked = replace(scenario, charge=replace(scenario.charge, terrain_roll=from_inches(roll)))
    assert broken(scenario, turns, THROUGH_THE_POND, terrain_roll=roll) == expected
    assert broken(asked, turns, THROUGH_THE_POND) == expected


@pytest.mark.rule("duties_judged")
@pytest.mark.parametrize("judged_so", READINGS_OF_DUTIES)
def test_a4_a9_a_unit_that_is_slowed_already(judged_so: str) -> None:
    """A2 goes into the pond and not through it onto X: nobody else is slowed by that, so it is a breach as ever."""
    scenario = pond_between(duties_judged=judged_so)
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(1.5, 1.9), (1, 1)]), ("a3", [(2, -2.5)])]
    assert broken(scenario, turns, THROUGH_THE_POND, terrain_roll=4) == {"contact_hierarchy"}
    assert broken(scenario, turns, THROUGH_THE_POND, terrain_roll=3) == set()


@pytest.mark.rule("duties_judged")
@pytest.mark.parametrize(("judged_so", "expected"), [("in_order", {"contact_hierarchy"}), ("globally", set[str]())])
def test_a4_a6_coherency_with_whoever_ends_there(judged_so: str, expected: set[str]) -> None:
    """A2 leaves A1 for E2, though it could be with A1 at E3; on the final layout it is with A3, which followed it."""
    units = [squad("a", "A", [(0, 0), (0, 1.2), (-1.2, 1.2)]), squad("e", "B", [(4, 0), (4, 5), (4, 2.5)])]
    scenario = field(*units, targets=["e"], coherency_before_contact=False, duties_judged=judged_so)
    assert broken(scenario, [A1_ONTO_E1, ONTO_E2, ("a3", [(2, 4)])], [("a2", [(3, 2.5)])]) == expected


@pytest.mark.rule("duties_judged")
@pytest.mark.parametrize(("judged_so", "expected"), [("in_order", {"toward"}), ("globally", set[str]())])
def test_a4_who_is_in_support_in_the_end_may_step_back(judged_so: str, expected: set[str]) -> None:
    """A3 steps back by a lattice unit before A4, 2" from there, touches Y: at its turn it supports nobody."""
    ours = squad("a", "A", [(0, 0), (-1, 0), (0, 2), (0, 3.5)])
    theirs = [squad("x", "B", [(6, 0)]), squad("y", "B", [(1.5, 5)])]
    scenario = field(ours, *theirs, targets=["x", "y"], toward="no_farther", duties_judged=judged_so)
    first: Turns = [("a1", [(5, 0)]), ("a2", [(2, 0)])]
    onto_y = ("a4", [around((1.5, 5), 225)])
    assert broken(scenario, [*first, ("a3", [(-LU, 2)]), onto_y]) == expected
    assert broken(scenario, [*first, ("a3", [(0, 2)]), onto_y]) == set()
