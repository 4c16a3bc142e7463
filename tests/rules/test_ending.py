"""After moving: where bases stand, coherency, engagement, closer (clauses 03.01, 03.03, 03.04, 11.04)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from planner.errors import UnsupportedRule
from planner.referee import judge
from planner.shapes import OvalBase
from planner.units import from_mm
from planner.world import Move, Plan, Scenario, Terrain, Unit
from tests.builders import D32, LU, R32, Inches, Place, charge, lattice, pillar, plan, rules_of, table, unit, wall
from tests.rules.verdicts import broken, judged


def meet(
    *more: Unit, terrain: tuple[Terrain, ...] = (), keywords: tuple[str, ...] = (), targets: tuple[str, ...] = ("b",)
) -> Scenario:
    """A charger at (10, 10), a target whose centre is at (20, 10), roll 12: in contact at x = 20 - D32."""
    units = [unit("a", "A", [(10, 10)], 32, keywords), unit("b", "B", [(20, 10)]), *more]
    return table(units=units, terrain=terrain, charge=charge("a", targets, 12))


@pytest.mark.rule("end_clear")
def test_11_17_bases_end_touching_and_not_overlapping() -> None:
    """Base contact with the target is legal, one unit into it is not (nor is the last bit of the way)."""
    assert broken(meet(), {"a1": [(20 - D32, 10)]}) == set()
    assert broken(meet(), {"a1": [(20 - D32 + LU, 10)]}) == {"end_clear", "enemies_block"}


@pytest.mark.rule("end_clear")
def test_11_17_friends_are_not_ended_on() -> None:
    """A friend may be passed and touched; one unit into its base is an overlap."""
    for shift, expected in ((0, set[str]()), (LU, {"end_clear"})):
        friend = unit("m", "A", [(18, 10 + D32 - shift)])
        assert broken(meet(friend), {"a1": [(18, 10)]}) == expected


@pytest.mark.rule("end_clear")
def test_11_17_mates_do_not_end_on_each_other() -> None:
    """Two chargers end side by side in contact, or one unit nearer; the fault names both once."""
    scenario = _pair((10, 10), (10, 14))
    for shift, expected in ((0, 0), (LU, 1)):
        found = judged(scenario, {"a1": [(18, 10)], "a2": [(18, 10 + D32 - shift)]})
        assert len(found.violations) == expected
        assert all((v.rule, v.models, v.measured) == ("end_clear", ("a1", "a2"), -1) for v in found.violations)


@pytest.mark.rule("end_clear")
@pytest.mark.parametrize("kind", ["impassable", "dense"])
def test_11_42_nobody_ends_in_solid_or_dense_terrain(kind: str) -> None:
    """Foot may pass the ruin and still not end in it; behind it, touching, is legal."""
    for shift, expected in ((0, set[str]()), (LU, {"end_clear"})):
        piece = wall("r", 18 - R32 - 1, 0, 18 - R32 + shift, 20, "dense") if kind == "dense" else None
        piece = piece or wall("r", 18 + R32 - shift, 5, 18.7, 15)
        found = broken(meet(terrain=(piece,), keywords=("INFANTRY",)), {"a1": [(18, 10)]})
        assert found - {"solid_terrain"} == expected


@pytest.mark.rule("end_clear")
def test_11_42_a_base_wholly_inside_a_ruin_overlaps_it() -> None:
    """All edges of the ruin are far from the base: it is inside all the same."""
    ruin = wall("r", 14, 5, 19.5, 15, "dense")
    assert broken(meet(terrain=(ruin,), keywords=("INFANTRY",)), {"a1": [(17, 10)]}) == {"end_clear"}


@pytest.mark.rule("end_clear")
def test_11_42_a_round_wood_is_measured_as_a_disc() -> None:
    """A wood of radius 2: centre to centre 2" and the base's radius is touching, one unit less is inside."""
    for shift, expected in ((0, set[str]()), (LU, {"end_clear"})):
        wood = pillar("w", (18, 10 + R32 + 2 - shift), 2, "dense")
        assert broken(meet(terrain=(wood,), keywords=("INFANTRY",)), {"a1": [(18, 10)]}) == expected


@pytest.mark.rule("end_clear")
def test_what_has_not_moved_may_overlap_as_an_input_may() -> None:
    """Two mates 127 units into each other: left alone they pass, at 128 they do not; moved together they do not."""
    for overlap, expected in ((127, set[str]()), (128, {"end_clear"})):
        places: list[Place] = [(10, 10), (10, 14), (10, 14 + D32 - overlap * LU)]
        units = [unit("a", "A", places), unit("b", "B", [(15, 10)])]
        scenario = table(units=units, charge=charge("a", ["b"], 12, stationary_must_close=False))
        assert broken(scenario, {"a1": [(12, 11)]}) - {"coherency"} == expected
    ways: dict[str, list[Place]] = {"a1": [(12, 11)], "a2": [(11, 14)], "a3": [(11, 14 + D32 - 127 * LU)]}
    assert "end_clear" in broken(scenario, ways)
    for model, y in (("a2", 14 - LU), ("a3", 14 + D32 - 126 * LU)):
        assert "end_clear" in broken(scenario, {"a1": [(12, 11)], model: [(10, y)]})


@pytest.mark.rule("end_clear")
@pytest.mark.parametrize("kind", ["impassable", "dense"])
def test_a_model_that_stays_in_terrain_is_told_once(kind: str) -> None:
    """It stands deep in the piece and stays: it ends there, and it crosses nothing."""
    units = [unit("a", "A", [(10, 10), (10, 12)]), unit("b", "B", [(15, 10)])]
    asked = charge("a", ["b"], 12, stationary_must_close=False)
    scenario = table(units=units, terrain=[wall("w", 5, 11.9, 10, 20, kind)], charge=asked)
    found = judged(scenario, {"a1": [(12, 11)]}).violations
    assert [(v.rule, v.models) for v in found] == [("end_clear", ("a2",))]


@pytest.mark.rule("end_clear")
def test_a_model_that_stays_may_overlap_terrain_as_an_input_may() -> None:
    """127 units inside a wall it touches by the file's leave; 128 it stands in it, and the number says so."""
    for deep, expected in ((127, []), (128, [-128])):
        units = [unit("a", "A", [(10, 10), (10, 12)]), unit("b", "B", [(15, 10)])]
        post = wall("w", 5, 12 + R32 - deep * LU, 15, 20)
        asked = charge("a", ["b"], 12, stationary_must_close=False)
        found = judged(table(units=units, terrain=[post], charge=asked), {"a1": [(12, 11)]}).violations
        assert [v.measured for v in found] == expected
        assert {v.rule for v in found} <= {"end_clear"}


@pytest.mark.rule("end_clear")
def test_a_friend_whose_base_is_not_round_is_refused_only_where_it_matters() -> None:
    """An oval friend under the end cannot be measured; one across the table is no concern."""
    oval = OvalBase(from_mm(60), from_mm(35))
    assert broken(meet(unit("m", "A", [(40, 40)], base=oval)), {"a1": [(18, 10)]}) == set()
    with pytest.raises(UnsupportedRule, match="m1"):
        broken(meet(unit("m", "A", [(18, 11)], base=oval)), {"a1": [(18, 10)]})


def _pair(first: Place, second: Place, roll: Inches = 12, **options: object) -> Scenario:
    """Two chargers, a target at (20, 10) and a second model of it at (20, 14)."""
    units = [unit("a", "A", [first, second]), unit("b", "B", [(20, 10), (20, 14)])]
    return table(units=units, charge=charge("a", ["b"], roll, **options))


@pytest.mark.rule("coherency")
def test_11_11_each_model_ends_within_two_inches_of_another() -> None:
    """Edge to edge 2" is coherent, one unit more is not; both models of the pair are named."""
    scenario = _pair((10, 10), (10, 14))
    apart = D32 + 2
    assert broken(scenario, {"a1": [(18, 10)], "a2": [(18, 10 + apart)]}) == set()
    found = judged(scenario, {"a1": [(18, 10)], "a2": [(18, 10 + apart + LU)]})
    assert [(v.rule, v.models) for v in found.violations] == [("coherency", ("a1",)), ("coherency", ("a2",))]


@pytest.mark.rule("coherency")
def test_11_11_a_unit_of_one_is_coherent() -> None:
    """No other model, no clause."""
    assert broken(meet(), {"a1": [(18, 10)]}) == set()


@pytest.mark.rule("coherency_span")
def test_11_11_each_model_ends_within_nine_inches_of_every_other() -> None:
    """Five in a row, the outermost 9" apart edge to edge, or one unit more."""
    sides: tuple[tuple[Fraction, set[str]], ...] = ((0 * LU, set()), (LU, {"coherency_span"}))
    for more, expected in sides:
        pitch = (9 + D32) / 4
        ends: list[Place] = [(18, 10), (18, 10 + pitch), (18, 10 + 2 * pitch), (18, 10 + 3 * pitch)]
        ends.append((18, 10 + 9 + D32 + more))
        assert broken(_row(), {f"a{n + 1}": [end] for n, end in enumerate(ends)}) == expected


def _row() -> Scenario:
    """Five chargers in a column at x = 12, targets in a column at x = 20."""
    ours = unit("a", "A", [(12, 10 + 2.5 * n) for n in range(5)])
    theirs = unit("b", "B", [(20, 10 + 2.5 * n) for n in range(5)])
    return table(units=[ours, theirs], charge=charge("a", ["b"], 12))


@pytest.mark.rule("coherency_neighbours")
def test_10_3_a_ruleset_may_ask_for_two_neighbours() -> None:
    """In a column the two outermost have one neighbour: fine for one, a fault for each of them where two are asked."""
    scenario = _row()
    ways: dict[str, list[Place]] = {f"a{n + 1}": [(18, 10 + 2.5 * n)] for n in range(5)}
    assert broken(scenario, ways) - {"coherency_span"} == set()
    rules = rules_of(scenario)
    two = replace(rules.settings["coherency_neighbours"], value=2)
    strict = replace(rules, settings={**rules.settings, "coherency_neighbours": two})
    found = judge(scenario, strict, plan(scenario, ways)).violations
    assert [v.models for v in found if v.rule == "coherency_neighbours"] == [("a1",), ("a5",)]


@pytest.mark.rule("coherency_connected")
def test_11_12_two_groups_are_coherent_as_printed() -> None:
    """Two pairs 6" apart, all within 9": legal as printed, refused by the reading A6 that may be switched on."""
    ways: dict[str, list[Place]] = {f"a{n}": [(18, y)] for n, y in enumerate((10, 11.3, 17.6, 18.9), start=1)}
    for connected, expected in ((False, set[str]()), (True, {"coherency_connected"})):
        ours = unit("a", "A", [(12, 10), (12, 12), (12, 16), (12, 18)])
        theirs = unit("b", "B", [(20, 10), (20, 18)])
        scenario = table(units=[ours, theirs], charge=charge("a", ["b"], 12, coherency_connected=connected))
        assert broken(scenario, ways) == expected


@pytest.mark.rule("coherency_connected")
def test_11_12_the_link_of_one_group_is_two_inches() -> None:
    """With the switch on, two pairs exactly 2" apart are one group, one unit further they are two."""
    sides: tuple[tuple[Fraction, set[str]], ...] = ((0 * LU, set()), (LU, {"coherency_connected"}))
    for more, expected in sides:
        ys = (Fraction(10), 10 + D32, 10 + 2 * D32 + 2 + more, 10 + 3 * D32 + 2 + more)
        ours = unit("a", "A", [(12, 10), (12, 12), (12, 14), (12, 16)])
        theirs = unit("b", "B", [(20, 10), (20, 15)])
        scenario = table(units=[ours, theirs], charge=charge("a", ["b"], 12, coherency_connected=True))
        assert broken(scenario, {f"a{n}": [(18, y)] for n, y in enumerate(ys, start=1)}) == expected


@pytest.mark.rule("coherency")
def test_11_13_a_model_left_behind_voids_the_move() -> None:
    """One of two comes closer by an inch only and is out of coherency: the plan is refused."""
    assert broken(_pair((10, 10), (10, 14)), {"a1": [(18, 10)], "a2": [(11, 14)]}) == {"coherency"}


@pytest.mark.rule("engage_every_target")
@pytest.mark.rule("engagement")
def test_11_8_engaged_is_two_inches_edge_to_edge() -> None:
    """A gap of 2" is engaged with the target, one unit more is not."""
    assert broken(meet(), {"a1": [(20 - D32 - 2, 10)]}) == set()
    assert broken(meet(), {"a1": [(20 - D32 - 2 - LU, 10)]}) == {"engage_every_target"}


@pytest.mark.rule("engage_every_target")
def test_11_9_one_engaged_model_engages_its_unit() -> None:
    """Of two chargers one ends within 2" of the target: enough for the unit."""
    assert broken(_pair((10, 10), (10, 12)), {"a1": [(18, 10)], "a2": [(16, 11.5)]}) == set()


@pytest.mark.rule("engage_every_target")
def test_11_10_walls_do_not_interrupt_engagement() -> None:
    """A wall stands between the end and the target 1.5" away: engaged all the same."""
    barrier = wall("w", 20 - R32 - 1, 5, 20 - R32 - 0.5, 15)
    assert broken(meet(terrain=(barrier,)), {"a1": [(20 - D32 - 1.5, 10)]}) == set()


@pytest.mark.rule("engage_every_target")
def test_11_29_every_target_is_engaged() -> None:
    """A second target 2" from the end is engaged, at one unit more it is missed, and named."""
    for more, expected in ((0, []), (LU, ["c"])):
        second = unit("c", "B", [(18, 10 + D32 + 2 + more)])
        found = judged(meet(second, targets=("b", "c")), {"a1": [(18, 10)]})
        assert [v.units[1] for v in found.violations] == expected
        assert all(v.rule == "engage_every_target" for v in found.violations)


@pytest.mark.rule("engage_no_other")
@pytest.mark.parametrize("keywords", [(), ("AIRCRAFT",)])
def test_11_29_no_other_enemy_is_engaged(keywords: tuple[str, ...]) -> None:
    """A non-target exactly 2" off is engaged (A9), one unit more it is not; AIRCRAFT are no exception (A15)."""
    for more, expected in ((0, {"engage_no_other"}), (LU, set[str]())):
        other = unit("n", "B", [(18, 10 + D32 + 2 + more)], 32, keywords)
        assert broken(meet(other), {"a1": [(18, 10)]}) == expected


@pytest.mark.rule("engage_no_other")
def test_units_in_reserve_are_engaged_with_nobody() -> None:
    """A unit off the board keeps no place, whatever its models say."""
    late = unit("n", "B", [(18, 12)], state={"off_board": True})
    assert broken(meet(late), {"a1": [(18, 10)]}) == set()


@pytest.mark.rule("ends_closer")
def test_11_26_each_model_ends_closer_to_a_target() -> None:
    """The second model goes round to a place as far from its target as before, then one unit nearer.

    It starts 5" left of the target's centre and ends 4 left and 3 up of it: 5" again.
    """
    for nearer, expected in ((0, {"ends_closer"}), (LU, set[str]())):
        units = [unit("a", "A", [(15, 12), (15, 10)]), unit("b", "B", [(20, 10)])]
        scenario = table(units=units, charge=charge("a", ["b"], 12))
        ways: dict[str, list[Place]] = {"a1": [(18, 11.5)], "a2": [(16, 13 - nearer)]}
        assert broken(scenario, ways) == expected


@pytest.mark.rule("ends_closer")
def test_11_26_the_target_may_differ_per_model() -> None:
    """The second model leaves the near target behind and comes closer to the far one: it only ends alone."""
    units = [unit("a", "A", [(10, 12), (10, 10)]), unit("b", "B", [(14, 12)]), unit("c", "B", [(20, 10)])]
    two = table(units=units, charge=charge("a", ["b", "c"], 12))
    assert broken(two, {"a1": [(12.7, 12)], "a2": [(10, 9), (14, 9), (18.2, 10)]}) == {"coherency"}


@pytest.mark.rule("ends_closer")
def test_a4_closer_is_to_the_closest_model_of_a_target() -> None:
    """Nearer to the target's far model, further from its near one: not closer to the unit."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(13, 10), (10, 18)])]
    scenario = table(units=units, charge=charge("a", ["b"], 12))
    assert "ends_closer" in broken(scenario, {"a1": [(9, 11)]})


@pytest.mark.rule("ends_closer")
def test_a4_gaps_of_different_bases_are_compared_edge_to_edge() -> None:
    """A 60 mm model counts 14 mm nearer than a 32 mm one: centres alone would pick the wrong closest model.

    At the start the nearest is the 32 mm at 5" (gap 3.740"); at the end the 60 mm, centre 5.4" off, has gap 3.589".
    """
    small = unit("b", "B", [(10, 15)])
    big = unit("x", "B", [(16, 10)], 60).models[0]
    both = replace(small, models=(*small.models, replace(big, id="b2")))
    scenario = table(units=[unit("a", "A", [(10, 10)]), both], charge=charge("a", ["b"], 12))
    start_gap, end_gap = 5 - float(D32), 5.4 - float(R32) - 30 / 25.4
    assert end_gap < start_gap < 6 - float(R32) - 30 / 25.4
    assert broken(scenario, {"a1": [(10.6, 10)]}) == {"engage_every_target"}


@pytest.mark.rule("stationary_must_close")
def test_a3_models_that_stay_must_close_too_unless_switched_off() -> None:
    """A mate that stays is a fault by default; with the switch off it is none, also by a way back to its start."""
    ways: dict[str, list[Place]] = {"a1": [(18, 10)]}
    round_trip: dict[str, list[Place]] = {**ways, "a2": [(16.5, 13), (16.5, 12)]}
    for must, expected in ((True, {"ends_closer"}), (False, set[str]())):
        scenario = _pair((10, 10), (16.5, 12), stationary_must_close=must)
        assert broken(scenario, ways) == expected
        assert broken(scenario, round_trip) == expected


@pytest.mark.rule("stationary_must_close")
def test_a3_a_model_that_moves_must_close_whatever_the_switch() -> None:
    """Moved a little away from the target: refused with the switch off too."""
    scenario = _pair((10, 10), (16.5, 12), stationary_must_close=False)
    assert broken(scenario, {"a1": [(18, 10)], "a2": [(16.4, 12)]}) == {"ends_closer"}


def test_a_plan_names_each_model_once_in_order_from_where_it_stands() -> None:
    """Missing, doubled and foreign models, a bad order, an empty path, a false start: each is told, none crashes."""
    scenario = _pair((10, 10), (10, 12))
    path = (lattice((10, 10)), lattice((18, 10)))
    cases = {
        "no move": (Move("a1", 1, path),),
        "2 moves": (Move("a1", 1, path), Move("a1", 2, path), Move("a2", 3, (lattice((10, 12)),))),
        "is no model": (Move("a1", 1, path), Move("a2", 2, (lattice((10, 12)),)), Move("b1", 3, path)),
        "order": (Move("a1", 1, path), Move("a2", 1, (lattice((10, 12)),))),
        "without any point": (Move("a1", 1, path), Move("a2", 2, ())),
        "does not start": (Move("a1", 1, path), Move("a2", 2, path)),
    }
    for text, moves in cases.items():
        found = judge(scenario, rules_of(scenario), Plan("a", ("b",), 1_524_000, moves)).violations
        assert any(v.rule == "moves" and text in v.text for v in found), text
    stranger = judge(scenario, rules_of(scenario), Plan("b", ("b",), 1_524_000, cases["no move"])).violations
    assert any("moves b" in v.text for v in stranger)
