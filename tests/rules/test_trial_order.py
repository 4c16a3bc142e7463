"""Trial rules of the 3rd edition: who moves first and onto whom, who joins whom, and the hierarchy of ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from planner.referee import judge
from planner.rulesets import Ruleset, load_ruleset
from planner.world import Scenario, Witness
from tests.builders import LU, Inches, Place, wall
from tests.rules.sequential import ORIGIN, Turns, around, broken, field, judged, path_of, plan_of, squad


def two(*second: Inches, **options: object) -> Scenario:
    """A1 at the origin, 4" from X, and a second model where it is told."""
    return field(squad("a", "A", [(0, 0), (second[0], second[1])]), squad("x", "B", [(5, 0)]), targets=["x"], **options)


@pytest.mark.rule("first_mover")
@pytest.mark.parametrize("reading", ["shortest_path", "straight_line"])
def test_the_nearest_model_moves_first(reading: str) -> None:
    """In the open both readings agree: A2, where it is nearer, has to begin; the straight line shows it can."""
    a2_onto_x = ("a2", [around((5, 0), 150)])
    farther, nearer = two(0, 2, first_mover=reading), two(1, 2, first_mover=reading)
    assert broken(farther, [("a1", [(4, 0)]), ("a2", [(3, 1)])]) == set()
    refused = judged(nearer, [("a1", [(4, 0)]), ("a2", [(3, 1)])]).violations
    assert [(v.rule, v.models) for v in refused] == [("first_mover", ("a1", "a2"))]
    assert broken(nearer, [a2_onto_x, ("a1", [(3, 0)])]) == set()


@pytest.mark.rule("first_mover")
@pytest.mark.parametrize("reading", ["shortest_path", "straight_line"])
def test_ties_are_the_players_choice(reading: str) -> None:
    """Two models as far from X as each other: either may begin."""
    units = [squad("a", "A", [(0, 1), (0, -1)]), squad("x", "B", [(5, 0)])]
    scenario = field(*units, targets=["x"], first_mover=reading)
    up, down = ("a1", [around((5, 0), 160)]), ("a2", [around((5, 0), 230)])
    assert broken(scenario, [up, down]) == set()
    assert broken(scenario, [down, up]) == set()


@pytest.mark.rule("first_mover")
def test_a_hair_nearer_is_nearer_by_the_straight_line() -> None:
    """One lattice unit: the straight line tells, while two ways into contact may differ by more than that."""
    for reading, expected in (("straight_line", {"first_mover"}), ("shortest_path", set[str]())):
        units = [squad("a", "A", [(0, 0), (LU, 2)]), squad("x", "B", [(5, 0), (5, 2)])]
        scenario = field(*units, targets=["x"], first_mover=reading)
        assert broken(scenario, [("a1", [(4, 0)]), ("a2", [(4, 2)])]) == expected


@pytest.mark.rule("first_mover")
def test_the_first_mover_contacts_the_primary() -> None:
    """Stopping short; staying; touching another target: none of these begins a charge."""
    units = [squad("a", "A", [(0, 0), (0, 2)]), squad("x", "B", [(5, 0)]), squad("y", "B", [(4, 2)])]
    scenario = field(*units, targets=["x", "y"])
    a1, a2 = ("a1", [(4, 0)]), ("a2", [(3, 2)])
    assert broken(scenario, [a1, a2]) == set()
    assert broken(scenario, [a2, a1]) == {"first_mover"}
    assert broken(scenario, [("a1", [(4 - 5 * LU, 0)]), a2]) == {"first_mover", "engage_every_target"}
    assert broken(scenario, [("a1", [(4 - 4 * LU, 0)]), a2]) == set()


@pytest.mark.rule("first_mover")
def test_onto_the_nearest_enemy_model() -> None:
    """X2 is touched while X1 is nearer and free to be touched."""
    units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(4, 0), (5, 2)])]
    scenario = field(*units, targets=["x"])
    assert broken(scenario, [("a1", [(3, 0)])]) == set()
    found = judged(scenario, [("a1", [(3, 2), (4, 2)])]).violations
    assert [(v.rule, v.witness and v.witness.model) for v in found] == [("first_mover", "a1")]


WALLED = wall("w", ORIGIN + 2.5, ORIGIN + 0.6, ORIGIN + 2.6, ORIGIN + 9)
"""A wall in the straight way of a model at (1, 2) to (5, 0)."""


@pytest.mark.rule("first_mover")
def test_a_nearer_model_that_nobody_shows_a_way_for() -> None:
    """A2 is nearer by the straight line, and a wall is in its way: refused only once a way round it is shown.

    By way, its 4.27" round the wall are more than the straight 4" of A1, so A1 is the nearest.
    """
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(2, 0)])]
    round_it: Turns = [("a2", [(1.9, 0.1), (3.2, 0.1), around((5, 0), 180)])]
    by_line = two(1, 2, terrain=[WALLED], first_mover="straight_line")
    assert broken(by_line, turns) == set()
    assert broken(by_line, turns, round_it) == {"first_mover"}
    by_way = two(1, 2, terrain=[WALLED])
    assert broken(by_way, turns, round_it) == set()


@pytest.mark.rule("first_mover")
def test_a_way_that_is_no_legal_first_move_shows_nothing() -> None:
    """Through the wall; through the mate that has not moved yet; longer than the distance."""
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(2, 0)])]
    by_line = two(1, 2, terrain=[WALLED], first_mover="straight_line")
    for way in ([around((5, 0), 150)], [(0.5, 0.3), around((5, 0), 190)], [(1, -1), (2, -3), around((5, 0), 210)]):
        assert broken(by_line, turns, [("a2", way)]) == set()


@pytest.mark.rule("first_mover")
def test_the_plans_own_moves_show_a_way_too() -> None:
    """A2, second, goes round the wall onto X itself: it could have done so first, and it is the nearer."""
    by_line = two(1, 2, terrain=[WALLED], first_mover="straight_line")
    beside: Turns = [("a1", [(3, -1.2), around((5, 0), 250)])]
    assert broken(by_line, [*beside, ("a2", [(2, 0), (3, -0.5)])]) == set()
    assert broken(by_line, [*beside, ("a2", [(1.9, 0.1), (3.2, 0.1), (4, 0)])]) == {"first_mover"}


@pytest.mark.rule("first_mover")
def test_least_ways_that_are_told_make_a_first_mover_farther() -> None:
    """A1 is 4" off in a straight line and 4.79" by any way; the 4.64" of A2 are less only when that is told."""
    ledge = wall("w", ORIGIN + 2, ORIGIN - 0.9, ORIGIN + 2.1, ORIGIN + 9)
    scenario = two(0, -2.6, terrain=[ledge])
    turns: Turns = [("a1", [(1.7, -1.41), (2.4, -1.41), around((5, 0), 205)]), ("a2", [(2.5, -2)])]
    assert broken(scenario, turns) == set()
    assert broken(scenario, turns, least_ways={("a1", "x1"): 4.6}) == set()
    assert broken(scenario, turns, least_ways={("a1", "x1"): 4.7}) == {"first_mover"}
    assert broken(scenario, turns, least_ways={("a2", "x1"): 4.7}) == set()


@pytest.mark.rule("first_contact")
def test_the_shortest_route_is_asked_only_if_chosen() -> None:
    """Beside the nearest point, by a way 0.1" longer: free by default, refused with the switch and in the 4th."""
    beside: Turns = [("a1", [around((5, 0), 150)])]
    units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(5, 0)])]
    assert broken(field(*units, targets=["x"]), beside) == set()
    assert broken(field(*units, targets=["x"], first_contact="shortest_route"), beside) == {"first_contact"}
    fourth = field(*units, targets=["x"], ruleset="wh40k-4e")
    assert broken(fourth, beside) == {"first_contact"}
    assert broken(fourth, [("a1", [(4, 0)])]) == set()
    assert broken(fourth, [("a1", [(4 - 4 * LU, 0)])]) == set()


@pytest.mark.rule("first_contact")
def test_the_shortest_route_is_the_one_to_the_nearest_it_touches() -> None:
    """A1 touches X1 and X2 at once: straight on for X2, and beside the nearest point of X1, which is nearer."""
    end = around((5, 0), 120)
    units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(5, 0), around(end, 10.89)])]
    assert broken(field(*units, targets=["x"]), [("a1", [end])]) == set()
    assert broken(field(*units, targets=["x"], ruleset="wh40k-4e"), [("a1", [end])]) == {"first_contact"}


@pytest.mark.rule("first_contact")
def test_a_shortest_route_round_a_corner_is_shown_by_a_witness() -> None:
    """With the straight way shut nothing is claimed, until a way 0.3" shorter is handed over."""
    corner = wall("w", ORIGIN + 2, ORIGIN - 9, ORIGIN + 2.1, ORIGIN)
    units = [squad("a", "A", [(0, 0)]), squad("x", "B", [(5, 0)])]
    scenario = field(*units, targets=["x"], ruleset="wh40k-4e", terrain=[corner])
    long_way: Turns = [("a1", [(2, 1), (3, 1), around((5, 0), 160)])]
    shorter: Turns = [("a1", [(1.8, 0.52), (2.3, 0.52), around((5, 0), 170)])]
    assert broken(scenario, long_way) == set()
    assert broken(scenario, long_way, shorter) == {"first_contact"}
    assert broken(scenario, shorter, long_way) == set()


@pytest.mark.rule("join_moved")
def test_each_model_joins_one_that_has_moved() -> None:
    """A2 ends in reach of A3, which has not moved yet, and 2.5" from A1: after A3, or a unit nearer, it is fine."""
    units = [squad("a", "A", [(0, 0), (0, 3.5), (0, 2)]), squad("x", "B", [(4, 0)])]
    scenario = field(*units, targets=["x"])
    a1, a2, a3 = ("a1", [(3, 0)]), ("a2", [(2, 3.4)]), ("a3", [(2, 1.8)])
    found = judged(scenario, [a1, a2, a3]).violations
    assert [(v.rule, v.models) for v in found] == [("join_moved", ("a2",))]
    assert broken(scenario, [a1, a3, a2]) == set()


@pytest.mark.rule("join_moved")
@pytest.mark.parametrize(
    ("y", "expected"), [(3, set[str]()), (3 + LU, {"join_moved", "coherency", "coherency_connected"})]
)
def test_a_model_that_stays_joins_as_well(y: Inches, expected: set[str]) -> None:
    """A2 does not move: exactly 2" from where A1 ends is coherent, one unit more is not."""
    units = [squad("a", "A", [(1, 0), (3, y)]), squad("x", "B", [(4, 0)])]
    assert broken(field(*units, targets=["x"]), [("a1", [(3, 0)])]) == expected


@pytest.mark.rule("contact_hierarchy")
def test_the_hierarchy_may_be_switched_off() -> None:
    """A2 stays behind though it could touch X: legal where contact is no duty."""
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(3, 2)])]
    onto_x: Turns = [("a2", [around((5, 0), 110)])]
    assert broken(two(0, 2), turns, onto_x) == {"contact_hierarchy"}
    assert broken(two(0, 2, contact_hierarchy=False), turns, onto_x) == set()


@pytest.mark.rule("contact_hierarchy")
def test_a_breach_says_both_tiers_and_carries_its_witness() -> None:
    """One violation for a model, however many ways show it."""
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(3, 2)])]
    found = judged(two(0, 2), turns, [("a2", [around((5, 0), 110)]), ("a2", [around((5, 0), 115)])])
    (breach,) = found.violations
    assert (found.duties, breach.models) == ("breached", ("a2",))
    assert "in support of an engaged model" in breach.text
    assert "in contact with an enemy that is engaged already" in breach.text
    assert breach.witness is not None


@pytest.mark.rule("duties_judged")
def test_only_what_stood_there_at_its_turn_counts() -> None:
    """A2 could touch X2 before A3 does and not after: the same ends, two orders, one breach."""
    units = [squad("a", "A", [(0, 0), (0, 2), (0, 3.5)]), squad("x", "B", [(4, 0), (4, 2)])]
    scenario = field(*units, targets=["x"])
    a1, a2, a3 = ("a1", [(3, 0)]), ("a2", [(1.5, 1.5)]), ("a3", [(1.5, 3), (3, 2)])
    onto_x2: Turns = [("a2", [(3, 2)])]
    assert broken(scenario, [a1, a2, a3], onto_x2) == {"contact_hierarchy"}
    assert broken(scenario, [a1, a3, a2], onto_x2) == set()


@pytest.mark.rule("contact_hierarchy")
def test_a_better_end_has_to_be_legal_at_that_turn() -> None:
    """Too long a way; onto a mate; within 1" of others; out of coherency with those that moved: no breach."""
    units = [squad("a", "A", [(0, 0), (0, 2)]), squad("x", "B", [(5, 0)]), squad("n", "B", [(5, -2.2)])]
    scenario = field(*units, targets=["x"])
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(3, 2)])]
    for way in (
        [(0, 3), (5, 3), (5, 1)],
        [(0, -1.5), (5, -1)],
        [(4, 0)],
        [(3, 1), (4, 0.5)],
    ):
        assert broken(scenario, turns, [("a2", way)]) == set(), way
    assert broken(scenario, turns, [("a2", [around((5, 0), 100)])]) == {"contact_hierarchy"}


@pytest.mark.rule("contact_hierarchy")
def test_an_enemy_engaged_before_the_charge_is_engaged() -> None:
    """Another friendly unit touches X2 already: it is no better than X1, which A1 has taken."""
    units = [squad("a", "A", [(0, 0), (0, 2)]), squad("x", "B", [(4, 0), (4, 2.2)])]
    turns: Turns = [("a1", [(3, 0)]), ("a2", [(1, 1.5), around((4, 0), 110)])]
    onto_x2: Turns = [("a2", [(3, 2.2)])]
    assert broken(field(*units, targets=["x"]), turns, onto_x2) == {"contact_hierarchy"}
    assert broken(field(*units, squad("f", "A", [(5, 2.2)]), targets=["x"]), turns, onto_x2) == set()


@pytest.mark.rule("contact_hierarchy")
def test_the_first_mover_has_its_own_rules() -> None:
    """X1 is engaged by F and the nearest: the first mover goes there, though X2 is free and in reach."""
    ours = squad("a", "A", [(0, 0), (0.2, 2.4)])
    scenario = field(ours, squad("x", "B", [(3, 0), (4, 2)]), squad("f", "A", [(4, 0)]), targets=["x"])
    turns: Turns = [("a1", [(2, 0)]), ("a2", [(3, 2)])]
    shown = Witness("a1", path_of(scenario, "a1", [around((4, 2), 170)]))
    for rules in (trial_rules(), trial_rules(join_moved=False)):
        assert judge(scenario, rules, plan_of(scenario, turns), [shown]).legal


def trial_rules(*gone: str, **other: bool) -> Ruleset:
    """The trial rules without some keys, and with other flags."""
    rules = load_ruleset("wh40k-3e-trial")
    settings = {key: replace(s, value=other.get(key, s.value)) for key, s in rules.settings.items() if key not in gone}
    return replace(rules, settings=settings)


@pytest.mark.rule("contact_hierarchy")
@pytest.mark.parametrize(
    ("rules", "at", "in_the_way"),
    [
        (trial_rules("keepout", "keepout_closed"), around((5, 0), 100), around(around((5, 0), 100), 60)),
        (trial_rules(pass_friends=True), around((5, 0), 150), (0, 9)),
    ],
)
def test_a_better_end_is_an_end_that_others_allow(rules: Ruleset, at: Place, in_the_way: Place) -> None:
    """Without a keep-out, in contact with N besides X; where friends are passed through, upon A1: neither is one."""
    units = [squad("a", "A", [(0, 0), (0, 2)]), squad("x", "B", [(5, 0)]), squad("n", "B", [in_the_way])]
    crowded, free = field(*units, targets=["x"]), field(*units[:2], targets=["x"])
    turns: Turns = [("a1", [(4, 0)]), ("a2", [(3, 2)])]
    for scenario, end, is_legal in ((crowded, at, True), (free, around((5, 0), 100), False)):
        shown = Witness("a2", path_of(scenario, "a2", [end]))
        assert judge(scenario, rules, plan_of(scenario, turns), [shown]).legal == is_legal


@pytest.mark.rule("stay_on_board")
def test_a_better_end_by_a_way_over_the_edge_is_none() -> None:
    """The base leaves the board by 0.1" on its way onto X; along the edge it may."""
    units = [squad("a", "A", [(-18, 0), (-19.5, 2)]), squad("x", "B", [(-14, 0)])]
    scenario = field(*units, targets=["x"])
    turns: Turns = [("a1", [(-15, 0)]), ("a2", [(-17, 1.2)])]
    onto_x = around((-14, 0), 110)
    assert broken(scenario, turns, [("a2", [(-19.6, 1.9), onto_x])]) == set()
    assert broken(scenario, turns, [("a2", [(-19.5, 1.9), onto_x])]) == {"contact_hierarchy"}


@pytest.mark.rule("support")
def test_who_cannot_contact_ends_in_support() -> None:
    """A3 ends 2" from A1, which touches X: that is support. One lattice unit more is not, and 2" are in reach."""
    units = [squad("a", "A", [(1, 0), (-1, 0), (-2.2, 0)]), squad("x", "B", [(6, 0)])]
    scenario = field(*units, targets=["x"])
    # 1.8, 2.4 and 3 are a right triangle: the gap of A1 at (5, 0) to (3.2, 2.4) is 2.
    at_2: Turns = [("a3", [(3.2, 2.4)])]
    for x, expected in ((3.2, set[str]()), (3.2 - LU, {"contact_hierarchy"})):
        turns: Turns = [("a1", [(5, 0)]), ("a2", [(2, 0)]), ("a3", [(x, 2.4)])]
        assert broken(scenario, turns) == set()
        assert broken(scenario, turns, at_2) == expected


@pytest.mark.rule("support_by")
@pytest.mark.parametrize(("whose", "expected"), [("own_unit", set[str]()), ("any_friend", {"contact_hierarchy"})])
def test_whose_engaged_models_give_support(whose: str, expected: set[str]) -> None:
    """A3 can end near F, which touches an enemy, and near no engaged mate: only friends of any unit support there."""
    units = [
        squad("a", "A", [(0, 0), (-2, 0), (-4, 0)]),
        squad("x", "B", [(6, 0)]),
        squad("f", "A", [(0, 4.5)]),
        squad("n", "B", [(0, 5.5)]),
    ]
    scenario = field(*units, targets=["x"], support_by=whose)
    turns: Turns = [("a1", [(5, 0)]), ("a2", [(2, 0)]), ("a3", [(0, 0)])]
    assert broken(scenario, turns, [("a3", [(0, 1.9)])]) == expected


@pytest.mark.rule("engaged_by_support")
def test_a_supporter_gives_no_support_in_the_4th_edition() -> None:
    """It is engaged when blows are struck; the tier of support asks for a model in contact."""
    units = [squad("a", "A", [(1, 0), (-1, 0), (-2.2, 0)]), squad("x", "B", [(6, 0)])]
    scenario = field(*units, targets=["x"], ruleset="wh40k-4e")
    turns: Turns = [("a1", [(5, 0)]), ("a2", [(2, 0)]), ("a3", [(1, 0)])]
    assert broken(scenario, turns, [("a3", [(3.2, 2.4)])]) == {"contact_hierarchy"}


@pytest.mark.rule("toward")
@pytest.mark.parametrize(("asked", "expected"), [("coherency", set[str]()), ("no_farther", {"toward"})])
def test_what_the_last_tier_asks(asked: str, expected: set[str]) -> None:
    """A3 neither touches nor supports and steps back by a lattice unit; staying where it is is fine."""
    units = [squad("a", "A", [(0, 0), (-1, 0), (0, 2)]), squad("x", "B", [(6, 0)])]
    scenario = field(*units, targets=["x"], toward=asked)
    first: Turns = [("a1", [(5, 0)]), ("a2", [(2, 0)])]
    assert broken(scenario, first) == set()
    assert broken(scenario, [*first, ("a3", [(-LU, 2)])]) == expected


@pytest.mark.rule("toward")
def test_who_supports_may_step_back() -> None:
    """A2 ends in support of A1, farther from X than it started: the last tier is not its own."""
    units = [squad("a", "A", [(3, 0), (3, 1.2)]), squad("x", "B", [(5, 0)])]
    scenario = field(*units, targets=["x"], toward="no_farther")
    assert broken(scenario, [("a1", [(4, 0)]), ("a2", [(3, 2)])]) == set()
