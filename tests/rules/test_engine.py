"""The modular engine (charge and counter-charge), and its ruling cases; their numbers are the case list's."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil

import pytest

from planner.errors import UnsupportedRule
from planner.units import from_inches
from planner.world import Charge, Scenario
from tests.builders import LU, Inches, Place, table, wall
from tests.rules.sequential import ORIGIN, Turns, around, broken, field, squad
from tests.rules.verdicts import barred

ENGINE = "melee-engine"


def counter(reactor: list[Place], chargers: list[Place], reach: Inches = 6, **options: object) -> Scenario:
    """Give a counter-charge: R reacts to C."""
    asked = Charge("r", (), from_inches(reach), kind="counter", against="c", options=options)
    return table(60, 44, units=[squad("r", "A", reactor), squad("c", "B", chargers)], charge=asked, ruleset=ENGINE)


@pytest.mark.rule("counter_charge")
@pytest.mark.parametrize(
    ("x", "expected"), [(6, set[str]()), (6 - LU, {"counter_charge"}), (5.9, {"counter_charge"}), (8, set[str]())]
)
def test_g1_no_nearer_than_half_the_gap(x: Inches, expected: set[str]) -> None:
    """A gap of 10: at 5 the reactor may stop, at 4.9 not, nor a lattice unit nearer than 5."""
    assert broken(counter([(11, 0)], [(0, 0)]), [("r1", [(x, 0)])]) == expected


@pytest.mark.rule("counter_charge")
def test_g1_half_of_a_gap_that_is_no_whole_number() -> None:
    """C at (0, 0), R at (3, 3): a gap of 18^0.5 - 1 = 3.2426, half of it 1.6213, on a diagonal of lattice points."""
    # 2 (x 2^0.5 - 1) >= 18^0.5 - 1 asks for x >= (18^0.5 + 1) / 2 / 2^0.5 = 1.85355...: the next lattice unit above.
    x = Fraction(ceil((18**0.5 + 1) / 2 / 2**0.5 * 127_000), 127_000)
    scenario = counter([(3, 3)], [(0, 0)])
    assert broken(scenario, [("r1", [(x, x)])]) == set()
    assert broken(scenario, [("r1", [(x - LU, x - LU)])]) == {"counter_charge"}


@pytest.mark.rule("max_distance")
def test_g2_it_moves_at_most_what_it_is_granted() -> None:
    """With 3" it comes to (8, 0), gap 7, and no further."""
    assert broken(counter([(11, 0)], [(0, 0)], 3), [("r1", [(8, 0)])]) == set()
    assert broken(counter([(11, 0)], [(0, 0)], 3), [("r1", [(8 - LU, 0)])]) == {"max_distance"}


@pytest.mark.rule("counter_charge")
def test_g4_the_gap_may_not_grow() -> None:
    """To (11, 3) the gap is 10.40; staying, or going round at the same distance, is no growth."""
    scenario = counter([(11, 0)], [(0, 0)])
    assert broken(scenario, [("r1", [(11, 3)])]) == {"counter_charge"}
    assert broken(scenario, []) == set()
    assert broken(scenario, [("r1", [(11, 0.5), (11 - LU, 0)])]) == set()


@pytest.mark.rule("counter_charge")
def test_g4_only_the_closest_pair_counts() -> None:
    """R2 goes back while R1 keeps the gap; R2 takes over as the closest; both back is growth."""
    scenario = counter([(11, 0), (11, 1.5)], [(0, 0), (0, 1.5)])
    assert broken(scenario, [("r2", [(12, 1.5)])]) == set()
    assert broken(scenario, [("r1", [(12, 0)]), ("r2", [(8, 1.5)])]) == set()
    assert broken(scenario, [("r1", [(12, 0)]), ("r2", [(12, 1.5)])]) == {"counter_charge"}
    assert broken(scenario, [("r2", [(6 - LU, 1.5)])]) == {"counter_charge"}


@pytest.mark.rule("counter_charge")
def test_a_counter_charge_moves_as_others_do() -> None:
    """Not through walls, not through mates, not out of coherency if there is one; and it need not engage."""
    walled = counter([(11, 0)], [(0, 0)])
    walled = replace(walled, terrain=(wall("w", ORIGIN + 8, ORIGIN - 2, ORIGIN + 8.5, ORIGIN + 2),))
    assert broken(walled, [("r1", [(6, 0)])]) == {"solid_terrain"}
    two = counter([(11, 0), (9.5, 0)], [(0, 0)], coherency_in=2)
    assert broken(two, [("r1", [(7, 0)])]) == {"pass_friends"}
    assert broken(two, [("r2", [(7, 0)])]) == {"coherency", "coherency_connected"}
    assert broken(two, [("r2", [(7, 0)]), ("r1", [(8, 0)])]) == set()


@pytest.mark.rule("counter_charge")
def test_a_counter_charge_is_made_against_somebody() -> None:
    """A name that is no enemy on the table; and a ruleset without counter-charges says so."""
    scenario = counter([(11, 0)], [(0, 0)])
    nobody = replace(scenario, charge=replace(scenario.charge, against="r"))
    assert broken(nobody, []) == {"counter_charge"}
    trial = replace(scenario, ruleset="wh40k-3e-trial")
    with pytest.raises(UnsupportedRule, match="counter_charge"):
        broken(trial, [])


def with_added(scenario: Scenario, *names: str) -> Scenario:
    return replace(scenario, charge=replace(scenario.charge, added_targets=names))


@pytest.mark.rule("added_targets")
def test_g6_an_added_target_makes_the_charge() -> None:
    """X is out of reach; V stands in: without having been added it is no target, and may not be touched."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(12, 0)]), squad("v", "B", [(5, 0)])]
    scenario = field(*units, targets=["x"], ruleset=ENGINE)
    assert broken(with_added(scenario, "v"), [("c1", [(4, 0)])]) == set()
    assert broken(scenario, [("c1", [(4, 0)])]) == {"engage_any_target", "nontarget_engagement"}
    assert broken(with_added(scenario, "v"), [("c1", [(3, 0)])]) == {"engage_any_target"}


@pytest.mark.rule("added_targets")
def test_added_targets_are_enemies_on_the_table() -> None:
    """A stranger and a friend are refused by name; one without a meaning in a ruleset is no target there."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(5, 0)]), squad("f", "A", [(0, 3)])]
    scenario = field(*units, targets=["x"], ruleset=ENGINE)
    for name in ("nobody", "f"):
        assert broken(with_added(scenario, name), [("c1", [(4, 0)])]) == {"fixed_distance"}
    near = [squad("c", "A", [(0, 0)]), squad("x", "B", [(5, 0)]), squad("v", "B", [(2, 1.7)])]
    assert broken(with_added(field(*near, targets=["x"], ruleset=ENGINE), "v"), [("c1", [(4, 0)])]) == set()
    assert broken(with_added(field(*near, targets=["x"]), "v"), [("c1", [(4, 0)])]) == {"keepout"}


@pytest.mark.rule("engage_any_target")
def test_g7_nothing_in_reach_is_no_charge() -> None:
    """Whatever it does, the unit that touches nobody has not charged; one target of two is enough."""
    far = field(squad("c", "A", [(0, 0)]), squad("x", "B", [(12, 0)]), targets=["x"], ruleset=ENGINE)
    assert broken(far, [("c1", [(6, 0)])]) == {"engage_any_target"}
    assert broken(far, []) == {"engage_any_target"}
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(5, 0)]), squad("y", "B", [(5, 9)])]
    assert broken(field(*units, targets=["y", "x"], ruleset=ENGINE), [("c1", [(4, 0)])]) == set()


@pytest.mark.rule("end_clear")
@pytest.mark.parametrize(("angles", "fits"), [((36, 108, 180, 252, 324), False), ((60, 120, 180, 240, 300), True)])
def test_g9_joining_where_the_target_is_ringed(angles: tuple[int, ...], fits: bool) -> None:
    """Five friends every 72 degrees leave no slot; with 120 degrees between two of them a sixth fits exactly."""
    friends = [around((0, 0), angle) for angle in angles]
    units = [squad("c", "A", [(6, 0)]), squad("x", "B", [(0, 0)]), squad("f", "A", friends)]
    scenario = field(*units, targets=["x"], ruleset=ENGINE)
    onto_x: Turns = [("c1", [around((0, 0), 0)])]
    assert broken(scenario, onto_x) == (set() if fits else {"pass_friends", "end_clear"})
    assert broken(scenario, [("c1", [(2.2, 0)])]) == {"engage_any_target"}


@pytest.mark.rule("added_targets")
def test_g10_a_target_that_died_drops_out() -> None:
    """X is gone when the charge resolves: legal against the added V; with nobody left it is refused."""
    gone = squad("x", "B", [], off_board=True)
    scenario = field(squad("c", "A", [(0, 0)]), gone, squad("v", "B", [(5, 0)]), targets=["x"], ruleset=ENGINE)
    assert broken(with_added(scenario, "v"), [("c1", [(4, 0)])]) == set()
    assert broken(scenario, [("c1", [(3.5, 0)])]) == {"fixed_distance"}


@pytest.mark.rule("barred_states")
def test_a_unit_that_may_not_charge() -> None:
    """The one state that the engine knows."""
    units = [squad("c", "A", [(0, 0)], may_not_charge=True), squad("x", "B", [(5, 0)])]
    assert barred(field(*units, targets=["x"], ruleset=ENGINE), ["x"], 6) == {"barred_states"}


@pytest.mark.rule("engagement")
def test_engagement_is_contact_or_the_distance_of_the_option() -> None:
    """A gap of 4 units touches, 5 do not; with an engagement of 1" exactly 1" engages."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(5, 0)])]
    contact = field(*units, targets=["x"], ruleset=ENGINE)
    assert broken(contact, [("c1", [(4 - 4 * LU, 0)])]) == set()
    assert broken(contact, [("c1", [(4 - 5 * LU, 0)])]) == {"engage_any_target"}
    inch = field(*units, targets=["x"], ruleset=ENGINE, engagement_in=1)
    assert broken(inch, [("c1", [(3, 0)])]) == set()
    assert broken(inch, [("c1", [(3 - LU, 0)])]) == {"engage_any_target"}


@pytest.mark.rule("nontarget_engagement")
@pytest.mark.parametrize(("may", "expected"), [(False, {"nontarget_engagement"}), (True, set[str]())])
def test_whether_others_may_be_engaged(may: bool, expected: set[str]) -> None:
    """C ends in contact with X and N: the option says whether that is legal."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(5, 0)]), squad("n", "B", [around((4, 0), 90)])]
    scenario = field(*units, targets=["x"], ruleset=ENGINE, nontarget_engagement=may)
    assert broken(scenario, [("c1", [(4, 0)])]) == expected


@pytest.mark.rule("keepout")
def test_a_keepout_is_an_option() -> None:
    """None by default: brushing past N is legal; with 1" it is not, and the target never keeps anybody off."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(5, 0)]), squad("n", "B", [(2, 1)])]
    assert broken(field(*units, targets=["x"], ruleset=ENGINE), [("c1", [(4, 0)])]) == set()
    assert broken(field(*units, targets=["x"], ruleset=ENGINE, keepout_in=1), [("c1", [(4, 0)])]) == {"keepout"}
    touching = field(*units, targets=["x"], ruleset=ENGINE, keepout_closed=True)
    assert broken(touching, [("c1", [(4, 0)])]) == {"keepout"}


@pytest.mark.rule("pass_friends")
def test_passing_friends_is_an_option() -> None:
    """F stands in the way."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(5, 0)]), squad("f", "A", [(2, 0)])]
    assert broken(field(*units, targets=["x"], ruleset=ENGINE), [("c1", [(4, 0)])]) == {"pass_friends"}
    assert broken(field(*units, targets=["x"], ruleset=ENGINE, pass_friends=True), [("c1", [(4, 0)])]) == set()


@pytest.mark.rule("coherency")
def test_there_is_no_coherency_but_by_option() -> None:
    """C2 stays 4" behind: fine without one; at 2" it is out; at 0 mates have to touch."""
    units = [squad("c", "A", [(0, 0), (-1, 0)]), squad("x", "B", [(5, 0)])]
    turns: Turns = [("c1", [(4, 0)])]
    assert broken(field(*units, targets=["x"], ruleset=ENGINE), turns) == set()
    assert broken(field(*units, targets=["x"], ruleset=ENGINE, coherency_in=2), turns) == {
        "coherency",
        "coherency_connected",
    }
    touching = field(*units, targets=["x"], ruleset=ENGINE, coherency_in=0)
    assert broken(touching, [*turns, ("c2", [(3, 0)])]) == set()


@pytest.mark.rule("distance_modifier")
def test_a_distance_with_its_modifier_is_in_the_plan() -> None:
    """The plan's distance is the sum already; the modifier is not added again."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(8, 0)])]
    scenario = field(*units, targets=["x"], reach=7, ruleset=ENGINE, modifiers_in=1)
    assert broken(scenario, [("c1", [(7, 0)])]) == set()
    assert broken(scenario, [("c1", [(0, 0.1), (7, 0)])]) == {"max_distance"}


@pytest.mark.rule("free_terrain")
@pytest.mark.parametrize("kind", ["light", "exposed", "dense", "difficult", "obstacle"])
def test_only_impassable_terrain_stops_anybody(kind: str) -> None:
    """All other kinds are crossed without a roll."""
    units = [squad("c", "A", [(0, 0)]), squad("x", "B", [(7, 0)])]
    scenario = field(*units, targets=["x"], ruleset=ENGINE, terrain=[wall("w", ORIGIN + 2, 0, ORIGIN + 3, 44, kind)])
    assert broken(scenario, [("c1", [(6, 0)])], terrain_roll=1) == set()
