"""While moving: distance, edge, bases and terrain on the way (clauses 03.01, 13.06, 17.01, 23.02)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.errors import UnsupportedRule
from planner.referee import judge
from planner.rulesets import Ruleset
from planner.units import from_inches
from planner.world import Scenario, Terrain, Unit
from tests.builders import D32, LU, R32, Inches, Place, area, charge, pillar, plan, rules_of, table, unit, wall
from tests.rules.verdicts import broken

AT_GAP_9 = 10 + D32 + 9
"""x of an enemy whose gap to a charger at x = 10 on the same line is 9"."""


def lane(
    *more: Unit,
    terrain: tuple[Terrain, ...] = (),
    keywords: tuple[str, ...] = (),
    roll: Inches = 12,
    targets: tuple[str, ...] = ("b",),
) -> Scenario:
    """A charger at (10, 10), a target 9" to its right, and what else is given; roll 12."""
    units = [unit("a", "A", [(10, 10)], 32, keywords), unit("b", "B", [(AT_GAP_9, 10)]), *more]
    return table(units=units, terrain=terrain, charge=charge("a", targets, roll))


@pytest.mark.rule("max_distance")
def test_11_14_segments_add_up_to_at_most_the_roll() -> None:
    """3 up, 4 right, 1 down are 8 on an 8; one lattice unit more on the last piece is too much."""
    scenario = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(15 + D32, 11)])], charge=charge("a", ["b"], 8))
    assert broken(scenario, {"a1": [(10, 13), (14, 13), (14, 12)]}) == set()
    assert broken(scenario, {"a1": [(10, 13), (14, 13), (14, 12 - LU)]}) == {"max_distance"}


@pytest.mark.rule("max_distance")
def test_11_14_slanted_pieces_are_summed_without_rounding() -> None:
    """Two 3-4-5 pieces make 10 exactly; a third point off the line by one unit makes it longer, and illegal."""
    far = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(16 + D32, 18)])], charge=charge("a", ["b"], 10))
    assert broken(far, {"a1": [(13, 14), (16, 18)]}) == set()
    assert broken(far, {"a1": [(13, 14 + LU), (16, 18)]}) == {"max_distance"}


@pytest.mark.rule("max_distance")
def test_11_15_rotation_is_free() -> None:
    """A move of exactly the roll with a turn at its end costs nothing more."""
    scenario = lane(roll=9)
    turned = plan(scenario, {"a1": [(19, 10)]})
    turned = replace(turned, moves=tuple(replace(m, facing_deg=180.0) for m in turned.moves))
    assert judge(scenario, rules_of(scenario), turned).legal


@pytest.mark.rule("pass_friends")
def test_11_16_friends_may_be_passed_through() -> None:
    """Straight through another unit and through a mate of one's own, with a clear end."""
    mates = unit("m", "A", [(12, 10), (13, 11)])
    assert broken(lane(mates), {"a1": [(19, 10)]}) == set()
    own = table(
        units=[unit("a", "A", [(10, 10), (12, 10)]), unit("b", "B", [(AT_GAP_9, 10)])], charge=charge("a", ["b"], 12)
    )
    assert broken(own, {"a1": [(15, 10)], "a2": [(17, 10)]}) == set()


@pytest.mark.rule("pass_friends")
def test_pass_friends_off_blocks_mates_where_they_are_by_then() -> None:
    """A ruleset without that permission: the front model goes first and clears the way, or stands in it."""
    scenario = table(
        units=[unit("a", "A", [(10, 10), (12, 10)]), unit("b", "B", [(AT_GAP_9, 10)])], charge=charge("a", ["b"], 12)
    )
    strict = _with(rules_of(scenario), "pass_friends", False)
    ways: dict[str, list[Place]] = {"a1": [(19, 10)], "a2": [(17.5, 11.5)]}
    usual = plan(scenario, ways)
    assert {v.rule for v in judge(scenario, strict, usual).violations} == {"pass_friends"}
    order = {"a1": 2, "a2": 1}
    front_first = replace(usual, moves=tuple(replace(m, order=order[m.model]) for m in usual.moves))
    assert judge(scenario, strict, front_first).legal


def _with(rules: Ruleset, key: str, value: object) -> Ruleset:
    return replace(rules, settings={**rules.settings, key: replace(rules.settings[key], value=value)})


@pytest.mark.rule("enemies_block")
def test_11_16_enemy_bases_may_not_be_passed_through() -> None:
    """Brushing past at exactly touching distance is legal, one unit nearer is not."""
    for shift, expected in ((0, set[str]()), (LU, {"enemies_block"})):
        screen = unit("s", "B", [(14.5, 10 - D32 + shift)])
        assert broken(lane(screen), {"a1": [(19, 10)]}) == expected


@pytest.mark.rule("enemies_block")
def test_a11_the_target_blocks_like_any_enemy() -> None:
    """Through the target to its far side: it may not be passed either."""
    assert broken(lane(), {"a1": [(AT_GAP_9 + D32, 10)]}) == {"enemies_block"}


@pytest.mark.rule("stay_on_board")
def test_11_16_no_base_crosses_the_edge() -> None:
    """A way along the lower edge with the base touching it, and one unit lower; the end is clear in both."""
    for y, expected in ((R32, set[str]()), (R32 - LU, {"stay_on_board"})):
        low = table(units=[unit("a", "A", [(10, 2)]), unit("b", "B", [(16, 2)])], charge=charge("a", ["b"], 12))
        assert broken(low, {"a1": [(11, y), (12, y), (14, 2)]}) == expected


@pytest.mark.rule("enemies_block")
def test_11_16_a_gap_as_wide_as_the_base_is_passed() -> None:
    """Two enemy bases leave a slot of exactly 32 mm, or one unit less than that."""
    for narrower, expected in ((0, set[str]()), (LU, {"enemies_block"})):
        posts = unit("s", "B", [(14.5, 10 + D32), (14.5, 10 - D32 + narrower)])
        assert broken(lane(posts), {"a1": [(19, 10)]}) == expected


@pytest.mark.rule("engage_no_other")
def test_11_18_passing_near_others_is_fine() -> None:
    """The way touches a non-target's base; only the end must be more than 2" off."""
    near = unit("n", "B", [(14.5, 10 + D32)])
    assert broken(lane(near), {"a1": [(19, 10)]}) == set()
    close = unit("n", "B", [(19, 10 + D32 + 2 + LU)])
    assert broken(lane(close), {"a1": [(19, 10)]}) == set()
    assert broken(lane(close), {"a1": [(19, 10 + LU)]}) == {"engage_no_other"}


@pytest.mark.rule("enemies_block")
@pytest.mark.parametrize("keyword", ["MONSTER", "VEHICLE"])
def test_11_19_monsters_do_not_push_through_on_a_charge(keyword: str) -> None:
    """The permission of 17.01 is for normal and advance moves; here the small enemy still blocks."""
    screen = unit("s", "B", [(14.5, 10)], 25)
    assert broken(lane(screen, keywords=(keyword,)), {"a1": [(19, 10)]}) == {"enemies_block"}


@pytest.mark.rule("pass_aircraft")
def test_11_20_aircraft_may_be_passed_through_and_not_ended_on() -> None:
    """A jet on the way is no obstacle; the same jet under the end is."""
    scenario = lane(unit("j", "B", [(14.5, 10)], 32, ["AIRCRAFT"]))
    assert broken(scenario, {"a1": [(19, 10)]}) == set()
    assert "end_clear" in broken(scenario, {"a1": [(14.5, 10)]})
    strict = _with(rules_of(scenario), "pass_aircraft", False)
    found = judge(scenario, strict, plan(scenario, {"a1": [(19, 10)]}))
    assert {v.rule for v in found.violations} == {"enemies_block"}


@pytest.mark.rule("max_distance")
def test_11_23_every_model_has_the_same_limit() -> None:
    """Two models, one 7" and one 7" and a unit on a 7: the second alone is at fault."""
    scenario = table(
        units=[unit("a", "A", [(10, 10), (10, 12)]), unit("b", "B", [(17 + D32, 10), (17 + D32, 12)])],
        charge=charge("a", ["b"], 7),
    )
    assert broken(scenario, {"a1": [(17, 10)], "a2": [(17, 12)]}) == set()
    found = judge(scenario, rules_of(scenario), plan(scenario, {"a1": [(17, 10)], "a2": [(16.5, 11.5), (17, 12)]}))
    assert [(v.rule, v.models) for v in found.violations] == [("max_distance", ("a2",))]


@pytest.mark.rule("solid_terrain")
def test_solid_terrain_is_crossed_by_nobody() -> None:
    """Touching a wall's corner on the way is legal, one unit into it is not; the keyword does not help."""
    for shift, expected in ((0, set[str]()), (LU, {"solid_terrain"})):
        post = wall("w", 12, 5, 13, 10 - R32 + shift)
        assert broken(lane(terrain=(post,), keywords=("INFANTRY",)), {"a1": [(19, 10)]}) == expected


@pytest.mark.rule("solid_terrain")
def test_solid_terrain_may_be_round() -> None:
    """A pillar of radius 1: its centre stays 1" and the base's radius from the way, or one unit less."""
    for shift, expected in ((0, set[str]()), (LU, {"solid_terrain"})):
        post = pillar("p", (12, 10 - R32 - 1 + shift), 1)
        assert broken(lane(terrain=(post,)), {"a1": [(19, 10)]}) == expected


@pytest.mark.rule("solid_terrain")
def test_a_wall_thinner_than_a_step_is_not_jumped() -> None:
    """0.01" of wall between start and end: neither lies in it, the way does."""
    assert broken(lane(terrain=(wall("w", 12.5, 0, 12.51, 44),)), {"a1": [(19, 10)]}) == {"solid_terrain"}


@pytest.mark.rule("free_terrain")
@pytest.mark.parametrize("kind", ["light", "exposed"])
def test_11_37_light_and_exposed_terrain_is_free(kind: str) -> None:
    """Any model crosses it at no cost and may stand in it: 9" of way on a 9."""
    crater = wall("c", 11, 5, 20, 15, kind, height_in=1)
    assert broken(lane(terrain=(crater,), keywords=("VEHICLE",), roll=9), {"a1": [(19, 10)]}) == set()


@pytest.mark.rule("free_terrain")
def test_a_kind_that_the_ruleset_does_not_know_is_refused() -> None:
    """`obstacle` means nothing here: said, not ignored."""
    with pytest.raises(UnsupportedRule, match="obstacle"):
        broken(lane(terrain=(wall("o", 30, 30, 31, 31, "obstacle"),)), {"a1": [(19, 10)]})


@pytest.mark.rule("dense_pass_keywords")
@pytest.mark.parametrize("keyword", ["INFANTRY", "BEASTS", "SWARM", "MOBILE"])
def test_11_38_foot_passes_dense_terrain(keyword: str) -> None:
    """Right through a ruin 5" high at no cost."""
    ruin = wall("r", 12, 5, 13, 15, "dense", height_in=5)
    assert broken(lane(terrain=(ruin,), keywords=(keyword,), roll=9), {"a1": [(19, 10)]}) == set()


@pytest.mark.rule("dense_terrain")
def test_11_39_others_do_not_pass_dense_terrain() -> None:
    """A ruin without a height stops whoever has none of the keywords; touching it on the way is legal."""
    for shift, expected in ((0, set[str]()), (LU, {"dense_terrain"})):
        ruin = wall("r", 12, 5, 13, 10 - R32 + shift, "dense")
        assert broken(lane(terrain=(ruin,), keywords=("VEHICLE",)), {"a1": [(19, 10)]}) == expected


@pytest.mark.rule("dense_low")
def test_11_39_low_dense_terrain_is_passed_by_everybody() -> None:
    """2" high is low; one unit more is not, and on a 9 there is nothing left for climbing 4"."""
    low = wall("r", 12, 5, 13, 15, "dense", height_in=2)
    assert broken(lane(terrain=(low,), roll=9), {"a1": [(19, 10)]}) == set()
    high = wall("r", 12, 5, 13, 15, "dense", height_in=2 + LU)
    assert broken(lane(terrain=(high,), roll=9), {"a1": [(19, 10)]}) == {"dense_terrain"}


@pytest.mark.rule("dense_climb")
def test_11_40_a_climb_that_the_roll_would_allow_is_not_modelled() -> None:
    """9" of way and 2 x 3" of climbing need 15: on a 15 this is said, on less the way is simply shut."""
    ruin = wall("r", 12, 5, 13, 15, "dense", height_in=3)
    with pytest.raises(UnsupportedRule, match="climb"):
        broken(lane(terrain=(ruin,), roll=15), {"a1": [(19, 10)]})
    assert broken(lane(terrain=(ruin,), roll=15 - LU), {"a1": [(19, 10)]}) == {"dense_terrain"}
    scenario = lane(terrain=(ruin,), roll=15)
    no_climbing = _with(rules_of(scenario), "dense_climb", False)
    found = judge(scenario, no_climbing, plan(scenario, {"a1": [(19, 10)]}))
    assert {v.rule for v in found.violations} == {"dense_terrain"}


@pytest.mark.rule("dense_terrain")
def test_dense_terrain_at_a_slant_is_measured_exactly() -> None:
    """A ruin's edge along the line through (12, 10) and (16, 13), slope 3 in 4: 5 r / 4 below it is touching.

    The base goes along the line y = x * 3 / 4 + c, so its centre keeps one distance d = 4 / 5 of the vertical
    offset. r = 80000 units asks for an offset of 100000.
    """
    for nearer, expected in ((0, set[str]()), (LU, {"dense_terrain"})):
        offset = 100_000 * LU - nearer
        scenario = table(
            units=[unit("a", "A", [(12, 8.5)]), unit("b", "B", [(17.3, 13 - offset)])],
            terrain=[area("r", [(8, 7), (20, 16), (8, 16)], "dense")],
            charge=charge("a", ["b"], 12),
        )
        assert broken(scenario, {"a1": [(12, 10 - offset), (16, 13 - offset)]}) - {"end_clear"} == expected


@pytest.mark.rule("enemies_block")
def test_an_input_overlap_counts_as_touching_and_gets_no_deeper() -> None:
    """A file may hold 0.001" of overlap: the base may slide off at that depth, and not one unit deeper."""
    rest = 127 * LU
    screen = unit("s", "B", [(10, 10 + D32 - rest)], state={})
    others = [unit("b", "B", [(16, 10)]), screen]
    scenario = table(units=[unit("a", "A", [(10, 10)]), *others], charge=charge("a", ["b", "s"], 8))
    away = broken(scenario, {"a1": [(14, 10)]})
    deeper = broken(scenario, {"a1": [(10, 10 + LU), (14, 10)]})
    assert away == {"not_while_engaged", "engage_every_target"}
    assert deeper == away | {"enemies_block"}


@pytest.mark.rule("solid_terrain")
def test_an_input_overlap_with_a_wall_counts_as_touching() -> None:
    """100 units into the wall at the start: sliding along it is legal, going one unit further in is not.

    The way ends off the wall; an end as deep as the start would not be clean.
    """
    barrier = wall("w", 5, 10 - R32 - 2, 30, 10 - R32 + 100 * LU)
    scenario = lane(terrain=(barrier,))
    assert broken(scenario, {"a1": [(17, 10), (19, 10.5)]}) == set()
    assert broken(scenario, {"a1": [(17, 10 - LU), (19, 10.5)]}) == {"solid_terrain"}
    assert broken(scenario, {"a1": [(19, 10)]}) == {"end_clear"}


@pytest.mark.rule("stay_on_board")
def test_an_input_overlap_with_the_edge_counts_as_touching() -> None:
    """127 units over the edge at the start: along it is legal, further out is not, ending out is not; 128 are not."""
    far_out = R32 - 128 * LU
    scenario = table(units=[unit("a", "A", [(10, far_out)]), unit("b", "B", [(16, 1)])], charge=charge("a", ["b"], 8))
    assert broken(scenario, {"a1": [(13, far_out), (14, 1)]}) == {"stay_on_board"}
    y = R32 - 127 * LU
    scenario = table(units=[unit("a", "A", [(10, y)]), unit("b", "B", [(16, 1)])], charge=charge("a", ["b"], 8))
    assert broken(scenario, {"a1": [(13, y), (14, 1)]}) == set()
    assert broken(scenario, {"a1": [(13, y - LU), (14, 1)]}) == {"stay_on_board"}
    assert broken(scenario, {"a1": [(14, y)]}) == {"stay_on_board"}


@pytest.mark.rule("max_distance")
def test_a_wrongly_reported_length_is_a_warning() -> None:
    """9" of way reported as 8.9" does not make the plan illegal; 0.0001" is let pass."""
    scenario = lane()
    right = plan(scenario, {"a1": [(19, 10)]})
    for reported, warned in ((from_inches(8.9), 1), (from_inches(9) + 12, 0), (from_inches(9) + 13, 1)):
        moves = tuple(replace(m, length=reported) for m in right.moves)
        found = judge(scenario, rules_of(scenario), replace(right, moves=moves))
        assert (found.legal, len(found.warnings)) == (True, warned)
