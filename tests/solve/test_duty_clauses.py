"""The duties "if able" as exact clauses, against the plain loop over every better site (11.04, reading A1).

On tiny sets of sites all assignments are listed twice: by brute force with the loop, and by CP-SAT with every
duty stated at once. Bases of an inch on a half-inch lattice: the gap is the distance of the centres less one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from planner.candidates import Question, Sites, no_sites, survey
from planner.shapes import Point
from planner.solve.alone import every_assignment
from planner.solve.search import breached_duties, is_legal_over_sites
from planner.world import Scenario
from tests.builders import Inches, Place, charge, lattice, table, unit
from tests.candidates.questions import ask

SEEDS = (0, 1, 2, 3, 4, 5, 8, 10, 11, 12, 14, 16, 20, 22, 23, 24, 27, 28)
"""Those of the first thirty on which some but not all legal assignments meet the duties."""


def both(question: Question, sites: Sites) -> tuple[set[tuple[Point, ...]], set[tuple[Point, ...]]]:
    """Give the ends of the legal assignments, and of those that meet the duties; both readings must agree."""
    able = [np.flatnonzero(np.isfinite(row)) for row in sites.length]
    legal = [tuple(int(s) for s in c) for c in product(*able) if is_legal_over_sites(question, sites, np.array(c))]
    dutiful = {c for c in legal if not breached_duties(question, sites, np.array(c))}
    assert every_assignment(question, sites) == dutiful
    legal_ends, dutiful_ends = ({_ends(sites, c) for c in some} for some in (legal, dutiful))
    return legal_ends, dutiful_ends


def _ends(sites: Sites, chosen: tuple[int, ...]) -> tuple[Point, ...]:
    return tuple((int(x), int(y)) for x, y in sites.at[list(chosen)])


def count(question: Question, sites: Sites) -> tuple[int, int]:
    """Give how many assignments are legal, and how many of them meet the duties."""
    legal, dutiful = both(question, sites)
    return len(legal), len(dutiful)


def sites_at(scenario: Scenario, places: Sequence[Place], neighbours: int = 1) -> tuple[Question, Sites]:
    """Give the question and these places as sites, for every base size of the unit."""
    question, maps = ask(scenario)
    rules = question.rules
    settings = dict(rules.settings)
    settings["coherency_neighbours"] = replace(settings["coherency_neighbours"], value=neighbours)
    question = replace(question, rules=replace(rules, settings=settings))
    points = np.array([lattice(place) for place in places], dtype=np.int64)
    sites = no_sites(question)
    for radius in question.radii():
        sites = sites.join(survey(question, maps, radius, points))
    return question, sites


def grid(left: Inches, right: Inches, low: Inches, high: Inches, step: float = 1.0) -> list[Place]:
    xs = np.arange(float(left), float(right) + 0.01, step)
    ys = np.arange(float(low), float(high) + 0.01, step)
    return [(float(x), float(y)) for x in xs for y in ys]


def test_one_model_takes_the_best_ring_it_reaches() -> None:
    """Target 6" to the right, centres at 16: ends at 13, 13.5, 14.5 are 2, 1.5 and 0.5 off: only the last will do."""
    scenario = table(units=[unit("a", "A", [(9, 10)], 25.4), unit("b", "B", [(16, 10)], 25.4)])
    scenario = replace(scenario, charge=charge("a", ["b"], 6))
    question, sites = sites_at(scenario, [(13, 10), (13.5, 10), (14.5, 10)])
    assert len(sites) == 3
    assert count(question, sites) == (3, 1)
    question, sites = sites_at(scenario, [(13, 10), (13.5, 10)])
    assert count(question, sites) == (2, 2)


def pair(roll: Inches = 7) -> Scenario:
    """Two models at x 9, one above the other, and a target at (16, 10)."""
    ours = unit("a", "A", [(9, 10), (9, 11)], 25.4)
    return table(units=[ours, unit("b", "B", [(16, 10)], 25.4)], charge=charge("a", ["b"], roll))


def test_a_mate_in_the_place_excuses() -> None:
    """One place in the inner ring, two behind it: of six ordered pairs, the two that leave it empty are no plans.

    With the third place outside both rings (12: 3" off), its holder could have the second: two more go.
    """
    question, sites = sites_at(pair(), [(14.5, 10), (13.5, 9.5), (13.5, 10.5)])
    assert count(question, sites) == (6, 4)
    question, sites = sites_at(pair(), [(14.5, 10), (13, 10), (12, 10)])
    assert count(question, sites) == (6, 2)


def test_coherency_excuses_who_would_be_cut_off_and_who_would_cut_off() -> None:
    """The inner place is 3.5" from the far one: who stands alone with a mate there must not leave him."""
    question, sites = sites_at(pair(), grid(11, 14.5, 10, 10, 0.5))
    legal, dutiful = count(question, sites)
    assert 0 < dutiful < legal


@pytest.mark.parametrize("neighbours", [1, 2])
def test_three_models_and_two_targets(neighbours: int) -> None:
    """With two mates wanted, a step may cost a mate his second neighbour, or bring him one: both are in the clauses."""
    ours = unit("a", "A", [(9, 9), (9, 10), (9, 11)], 25.4)
    theirs = [unit("b", "B", [(14, 8)], 25.4), unit("c", "B", [(14, 12.5)], 25.4)]
    scenario = table(units=[ours, *theirs], charge=charge("a", ["b", "c"], 5))
    question, sites = sites_at(scenario, grid(11, 13, 8, 12, 1), neighbours)
    assert question.neighbours == neighbours
    legal, dutiful = count(question, sites)
    assert 0 < dutiful < legal


def test_mixed_bases() -> None:
    """A 2" base among 1" bases: it reaches and overlaps otherwise, its sites are its own."""
    small, big = unit("a", "A", [(9, 9)], 25.4).models[0], unit("big", "A", [(9, 11.5)], 50.8).models[0]
    ours = replace(unit("a", "A", []), models=(small, big))
    theirs = [unit("b", "B", [(15, 8)], 25.4), unit("c", "B", [(15, 13)], 40)]
    scenario = table(units=[ours, *theirs], charge=charge("a", ["b", "c"], 6))
    question, sites = sites_at(scenario, grid(10, 14, 8, 12, 1))
    assert len(question.radii()) == 2
    legal, dutiful = count(question, sites)
    assert 0 < dutiful < legal


@pytest.mark.parametrize("connected", [False, True])
def test_four_models_in_one_group_or_two(connected: bool) -> None:
    """Two pairs are coherent as printed; as one group, a step into the ring that parts the pairs is excused."""
    ours = unit("a", "A", [(9, 10), (9, 11.5), (9, 13), (9, 14.5)], 25.4)
    theirs = [unit("b", "B", [(13, 8)], 25.4), unit("c", "B", [(13, 16.5)], 25.4)]
    scenario = table(
        units=[ours, *theirs], charge=charge("a", ["b", "c"], 4.5, coherency_connected=connected, close_ring_in=1)
    )
    places: list[Place] = [(12, 9.5), (12, 10), (11.5, 11.2), (11.5, 12.4), (12, 13.6), (12, 14.8), (12, 15)]
    question, sites = sites_at(scenario, places)
    legal, dutiful = count(question, sites)
    assert 0 < dutiful < legal


def row(roll: Inches, foe: Place, better: Place, first: Inches, connected: bool) -> bool:
    """Whether a row of four at x 12, y 4, 7, 10 and 13 meets the duties, if the third could step to `better`.

    They start 3" to the left: gaps of 2", so that the row is just one group, 8" from end to end.
    """
    ours = unit("a", "A", [(9, 4), (9, 7), (9, 10), (9, 13)], 25.4)
    asked = charge("a", ["b"], roll, coherency_connected=connected)
    scenario = table(units=[ours, unit("b", "B", [foe], 25.4)], charge=asked)
    places: list[Place] = [(12, first), (12, 7), (12, 10), (12, 13)]
    question, sites = sites_at(scenario, [*places, better])
    assert len(sites) == 5
    stands = tuple(lattice(place) for place in places)
    legal, dutiful = both(question, sites)
    assert stands in legal
    return stands in dutiful


@pytest.mark.parametrize("connected", [False, True])
def test_a_step_that_parts_the_unit_is_excused_only_in_the_reading_that_forbids_it(connected: bool) -> None:
    """From (12, 10) to (14.2, 12.2), 0.13 from the target and 1.34 from the fourth, 4.6 from the second.

    Everybody still has a mate, in two groups. The fourth cannot go there instead: 2.11 from the third, it is alone.
    """
    assert row(6.5, (15, 13), (14.2, 12.2), 4, connected) == connected


def test_a_step_too_far_from_the_first_is_excused() -> None:
    """From (14.1, 14.2), the first at (12, 4) is 10.41 - 1 > 9 off, at (12, 4.6) it is 9.83 - 1 < 9."""
    assert row(7, (14.8, 12.8), (14.1, 14.2), 4, connected=False)
    assert not row(7, (14.8, 12.8), (14.1, 14.2), 4.6, connected=False)


@pytest.mark.parametrize("seed", SEEDS)
def test_seeded_tables(seed: int) -> None:
    """Places and models at random: what nobody thought of by hand. Options and mates wanted change with the seed."""
    dice = np.random.default_rng(seed)
    size = 3 if seed % 3 else 4
    ours = unit("a", "A", [(9, 8 + 1.5 * k) for k in range(size)], 25.4)
    theirs = [unit("b", "B", [(14, 8)], 32), unit("c", "B", [(14, 8 + float(dice.integers(3, 7)))], 25.4)]
    connected = bool(seed // 2 % 2)
    scenario = table(units=[ours, *theirs], charge=charge("a", ["b", "c"], 6, coherency_connected=connected))
    places = [(float(x), float(y)) for x, y in zip(dice.uniform(10, 13, 11), dice.uniform(6, 15, 11))]
    question, sites = sites_at(scenario, places, neighbours=1 + seed % 2)
    legal, dutiful = count(question, sites)
    assert 0 < dutiful < legal
