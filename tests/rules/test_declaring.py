"""Who may declare a charge, at whom (clauses 11.02, 11.04, 23.04): flags and straight gaps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.errors import InputError, UnsupportedRule
from planner.rulesets import load_ruleset
from planner.shapes import HullBase, OvalBase, RoundBase
from planner.units import from_inches, from_mm
from planner.world import Scenario
from tests.builders import D32, LU, Inches, charge, lattice, pillar, rules_of, table, unit, wall
from tests.rules.verdicts import barred, broken, declared


def duel(gap: Inches, keywords: tuple[str, ...] = (), state: dict[str, object] | None = None) -> Scenario:
    """One charger at (10, 10), one enemy to its right at this gap, edge to edge."""
    return table(units=[unit("a", "A", [(10, 10)], 32, keywords, state), unit("b", "B", [(10 + D32 + gap, 10)])])


@pytest.mark.rule("declare_range")
def test_11_1_gaps_run_from_edge_to_edge() -> None:
    """Centres 13.26" apart are 12" of gap: measuring centres would refuse it."""
    assert barred(duel(12), ["b"], 12) == set()


@pytest.mark.rule("hull_keywords")
def test_11_2_frame_models_are_measured_from_the_whole_model_which_is_not_modelled() -> None:
    """A FRAME model near by is refused by name instead of being measured from its base; far away it does not matter."""
    near = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(18, 10)], 60, ["FRAME"])])
    with pytest.raises(UnsupportedRule, match="not measured by a round base"):
        barred(near, ["b"], 12)
    tank = unit("c", "B", [(55, 10)], 60, ["FRAME"])
    far = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(18, 10)]), tank])
    assert barred(far, ["b"], 12) == set()


@pytest.mark.rule("hull_keywords")
def test_11_2_a_frame_model_reaches_as_far_as_its_outline_or_else_a_foot() -> None:
    """Its centre is 20" off: with an outline of 5" it is too far, without one it may reach 12" and is refused."""
    outline = HullBase(tuple(lattice(c) for c in ((-3, -4), (3, -4), (3, 4), (-3, 4))))
    known = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(30, 10)], 60, ["FRAME"], base=outline)])
    assert barred(known, ["b"]) == {"declare_range"}
    unknown = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(30, 10)], 60, ["FRAME"])])
    with pytest.raises(UnsupportedRule):
        barred(unknown, ["b"], 12)


@pytest.mark.rule("declare_range")
def test_round_bases_settle_it_before_others_have_to_be_measured() -> None:
    """An oval at 5" is no reason to refuse where a round base of the same unit, or another enemy, is near enough."""
    oval = OvalBase(from_mm(60), from_mm(35))
    mixed = unit("b", "B", [(16, 10), (17, 12)])
    mixed = replace(mixed, models=(replace(mixed.models[0], base=oval), mixed.models[1]))
    assert barred(table(units=[unit("a", "A", [(10, 10)]), mixed]), ["b"], 7) == set()
    bystander = unit("c", "B", [(16, 14)], base=oval)
    scenario = table(units=[unit("a", "A", [(10, 10)]), bystander, unit("b", "B", [(16, 10)])])
    assert barred(scenario, ["b"], 7) == set()


@pytest.mark.rule("declare_range")
@pytest.mark.parametrize("base", [OvalBase(from_mm(60), from_mm(35)), HullBase(((0, 0), (9, 0), (0, 9)))])
def test_a_base_that_is_not_round_is_refused_where_it_matters(base: OvalBase | HullBase) -> None:
    """An oval inside charge range has to be measured and cannot be; across the board it is left alone."""
    near = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(18, 10)], base=base)])
    with pytest.raises(UnsupportedRule):
        barred(near, ["b"], 12)
    bystander = unit("c", "B", [(50, 40)], base=base)
    far = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(18, 10)]), bystander])
    assert barred(far, ["b"], 12) == set()


@pytest.mark.rule("declare_range")
def test_11_3_within_includes_the_boundary_and_one_model_is_enough() -> None:
    """12" exactly is within 12", one lattice unit more is not; the second model of the enemy counts for its unit."""
    assert barred(duel(12), ["b"], 13) == set()
    assert barred(duel(12 + LU), ["b"], 13) == {"declare_range"}
    two = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(40, 10), (10 + D32 + 12, 10)])])
    assert barred(two, ["b"], 13) == set()


@pytest.mark.rule("declare_range")
def test_11_7_an_attached_leader_is_part_of_the_unit() -> None:
    """Only the leader on its 40 mm base is within 12": radii 20 + 16 mm and 12" make 13.4173" between centres."""
    apart = 12 + (from_mm(36) * LU)
    leader = RoundBase(from_mm(20))
    squad = unit("a", "A", [(8, 10), (10, 10)])
    own = squad.models[1].__class__("leader", lattice((10, 12)), leader)
    led = squad.__class__("a", "A", squad.keywords, (squad.models[0], own))
    assert barred(table(units=[led, unit("b", "B", [(10 + apart, 12)])]), ["b"], 12) == set()
    assert barred(table(units=[led, unit("b", "B", [(10 + apart + LU, 12)])]), ["b"], 13) == {"declare_range"}


@pytest.mark.rule("not_while_engaged")
def test_11_21_an_engaged_unit_may_not_charge() -> None:
    """A gap of exactly 2" is engaged, one unit more is not; any enemy unit counts, not only the target."""
    assert barred(duel(2), ["b"], 7) == {"not_while_engaged"}
    assert barred(duel(2 + LU), ["b"], 7) == set()
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(17, 10)]), unit("c", "B", [(10, 10 + D32 + 2)])]
    assert barred(table(units=units), ["b"], 7) == {"not_while_engaged"}


@pytest.mark.rule("declare_range")
def test_11_21_some_enemy_must_be_within_range() -> None:
    """Nobody within 12": the unit itself is barred, and the target is too far: two separate faults."""
    faults = declared(duel(15), ["b"])
    assert [v.units for v in faults] == [("a",), ("a", "b")]
    assert {v.rule for v in faults} == {"declare_range"}


@pytest.mark.rule("barred_states")
@pytest.mark.parametrize("state", ["advanced", "fell_back", "declared", "started_action", "disembarked"])
def test_11_21_what_a_unit_did_may_bar_it(state: str) -> None:
    """Each such state bars; the same state set to false does not."""
    assert barred(duel(5, state={state: True}), ["b"], 7) == {"barred_states"}
    assert barred(duel(5, state={state: False}), ["b"], 7) == set()


@pytest.mark.rule("barred_keywords")
def test_11_34_aircraft_cannot_charge() -> None:
    """AIRCRAFT is barred even when it can FLY; FLY alone is not."""
    assert barred(duel(5, ("AIRCRAFT", "FLY")), ["b"], 7) == {"barred_keywords"}
    assert barred(duel(5, ("FLY",)), ["b"], 7) == set()


@pytest.mark.rule("aircraft_need_fly")
def test_11_34_only_fly_may_choose_aircraft() -> None:
    """The same jet is a target for a unit with FLY and none for one without."""
    for keywords, expected in ((("FLY",), set[str]()), ((), {"aircraft_need_fly"})):
        jet = unit("b", "B", [(17, 10)], 32, ["AIRCRAFT"])
        assert barred(table(units=[unit("a", "A", [(10, 10)], 32, keywords), jet]), ["b"], 7) == expected


@pytest.mark.rule("target_within_roll")
def test_11_24_each_target_is_within_the_roll_too() -> None:
    """Gap 7 on a 7 may be chosen, gap 7 and one unit may not; before the roll it may."""
    assert barred(duel(7), ["b"], 7) == set()
    assert barred(duel(7 + LU), ["b"], 7) == {"target_within_roll"}
    assert barred(duel(7 + LU), ["b"], None) == set()


@pytest.mark.rule("target_within_roll")
def test_11_24_terrain_between_does_not_lengthen_the_gap() -> None:
    """A wall right across: the gap is straight all the same (p. 37, unit A)."""
    walled = table(units=duel(7).units, terrain=[wall("w", 13, 0, 14, 44), pillar("p", (15, 10), 0.5)])
    assert barred(walled, ["b"], 7) == set()


@pytest.mark.rule("target_within_roll")
def test_11_25_stopping_short_does_not_make_a_target() -> None:
    """Gap 8.5 on a 7: a model could have stopped within 2" of it, and still it is no target (p. 37, unit B)."""
    assert barred(duel(8.5), ["b"], 7) == {"target_within_roll"}


@pytest.mark.rule("target_within_roll")
def test_11_31_a_roll_of_two_never_works_unmodified() -> None:
    """Whatever the gap, either the unit is engaged already or the target is too far for a 2."""
    for gap in (1, 2, 2 + LU, 3):
        assert barred(duel(gap), ["b"], 2) in ({"not_while_engaged"}, {"target_within_roll"})


@pytest.mark.rule("declare_range")
def test_11_24_targets_are_enemies_on_the_table() -> None:
    """No target, an unknown one, a friend, oneself, a unit in reserve: each is its own fault."""
    scenario = table(
        units=[
            unit("a", "A", [(10, 10)]),
            unit("b", "B", [(16, 10)]),
            unit("mates", "A", [(10, 14)]),
            unit("late", "B", [], state={"off_board": True}),
            unit("placed", "B", [(14, 12)], state={"off_board": True}),
        ]
    )
    assert barred(scenario, ["b"], 7) == set()
    assert barred(scenario, [], 7) == {"declare_range"}
    for bad in ("nobody", "mates", "a", "late", "placed"):
        assert [v.units for v in declared(scenario, ["b", bad], 7)] == [(bad,)]


@pytest.mark.rule("declare_range")
def test_11_21_a_unit_in_reserve_cannot_charge() -> None:
    """`off_board` bars the unit, with or without places for its models, and nothing is measured from those.

    A unit without a single model is not on the battlefield either.
    """
    for places, state in (([(14.5, 10)], True), ([], True), ([], False)):
        reserve = unit("a", "A", places, state={"off_board": state})
        scenario = table(units=[reserve, unit("b", "B", [(16, 10)])], charge=charge("a", ["b"], 7))
        assert barred(scenario, ["b"], 7) == {"declare_range"}
        assert broken(scenario, {}) == {"declare_range"}


@pytest.mark.rule("take_to_the_skies")
def test_11_33_taking_to_the_skies_is_known_and_not_modelled() -> None:
    """The switch is refused by name, not treated as off; set to false it changes nothing."""
    with pytest.raises(UnsupportedRule, match="take_to_the_skies"):
        rules_of(table(units=duel(5).units, charge=charge("a", ["b"], 7, take_to_the_skies=True)))
    rules = rules_of(table(units=duel(5).units, charge=charge("a", ["b"], 7, take_to_the_skies=False)))
    assert rules.flag("take_to_the_skies") is False


@pytest.mark.rule("friendly_hulls_block")
def test_a10_blocking_friendly_hulls_is_known_and_not_modelled() -> None:
    """The disputed reading is refused by name."""
    with pytest.raises(UnsupportedRule, match="mv_block_friendly_mv"):
        load_ruleset("wh40k-11e").with_options({"mv_block_friendly_mv": True})


@pytest.mark.rule("greatest_roll")
def test_11_23_a_modified_roll_may_exceed_the_dice() -> None:
    """14 after modifiers is no fault; the dice's greatest value bounds a search, not a charge. Range stays 12"."""
    assert load_ruleset("wh40k-11e").length("greatest_roll") == from_inches(12)
    assert barred(duel(12), ["b"], 14) == set()


def test_options_that_do_not_exist_are_faults() -> None:
    """A misspelt switch must not be passed over."""
    with pytest.raises(InputError, match="ring_duty"):
        load_ruleset("wh40k-11e").with_options({"ring_duty": "naive"})
