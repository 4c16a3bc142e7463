"""CP-SAT alone: no walk, no hint. What the model states must be the whole legality over the sites."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import planner
from planner.candidates import Question, Roadmaps, Sites, first_sites, survey
from planner.referee import judge
from planner.solve.alone import solve_alone
from planner.solve.goals import GOALS, score
from planner.solve.search import breached_duties, is_legal_over_sites
from planner.world import Plan
from tests.builders import D32, Place, charge, lattice, rules_of, table, unit
from tests.candidates.questions import ask, walk

FIXTURES = Path(__file__).parents[2] / "fixtures"
INDEX = tomllib.loads((FIXTURES / "index.toml").read_text(encoding="utf-8"))
WITHOUT_ROLL = {"tables/no_roll.json", "tables/no_roll_wall.json"}
WITHOUT_TARGETS = {"tables/no_targets.json"}
OTHER_RULES = ("tables/trial_", "tables/fourth_", "tables/melee_", "tables/tenth_")
"""Tables where the order of moves is part of the plan, which this model has no word for; and where contact is a duty,
for which CP-SAT alone takes too long."""
LEGAL = sorted(
    name
    for name, entry in INDEX.items()
    if entry["verdict"] == "legal" and name not in WITHOUT_ROLL | WITHOUT_TARGETS and not name.startswith(OTHER_RULES)
)
MOST = 200
"""Enough sites for every fixture, twenty models and the bridges included; more of them only cost time."""


def test_most_fixtures_are_solved_here() -> None:
    """A change of the index that leaves nothing to solve would pass unseen: 20 tables and all four real ones."""
    assert len(LEGAL) >= 24
    assert sum(name.startswith("real/") for name in LEGAL) == 4


@pytest.mark.parametrize("name", LEGAL)
def test_alone_finds_a_plan_that_the_referee_passes(name: str) -> None:
    """A clause that the model lacks shows as a plan refused, one too many as no plan; a quick search could hide both.

    An end whose path comes out too long after all is taken from its model, and CP-SAT asked anew.
    """
    scenario = planner.load_scenario(FIXTURES / name)
    question, maps = ask(scenario)
    sites = first_sites(question, maps, MOST)
    made = _alone(question, maps, sites)
    judgement = judge(scenario, rules_of(scenario), made)
    assert judgement.legal, judgement.violations


def _alone(question: Question, maps: Roadmaps, sites: Sites) -> Plan:
    for _ in range(5):
        chosen = solve_alone(question, sites)
        assert chosen is not None, "the sites hold a plan"
        assert is_legal_over_sites(question, sites, chosen)
        assert breached_duties(question, sites, chosen) == []
        made = walk(question, maps, sites.at[chosen])
        if isinstance(made, Plan):
            return made
        for i in made:
            sites = sites.without(i, int(chosen[i]))
    raise AssertionError("five times an end had no path")


@pytest.mark.parametrize("goal", sorted(GOALS))
def test_alone_reaches_the_best_of_each_goal(goal: str) -> None:
    """Against all pairs of sites: a weight too small, a sign turned or a duty left out gives another optimum.

    Two models, a pair of enemies 5" to the right and a big one above: every measure has several values.
    """
    ours = unit("a", "A", [(10, 10), (10, 12)])
    theirs = [unit("b", "B", [(15 + D32, 10), (15 + D32, 12)]), unit("c", "B", [(14, 15.5)], mm=60)]
    scenario = table(units=[ours, *theirs], charge=charge("a", ["b", "c"], 6))
    question, maps = ask(scenario)
    sites = first_sites(question, maps, 60)
    legal = [
        np.array(pair)
        for pair in product(range(len(sites)), repeat=2)
        if pair[0] != pair[1] and is_legal_over_sites(question, sites, np.array(pair))
    ]
    dutiful = [chosen for chosen in legal if not breached_duties(question, sites, chosen)]
    assert len(legal) > len(dutiful) > 1
    orders = {score(question, sites, chosen, goal).order for chosen in dutiful}
    assert len(orders) > 1
    chosen = solve_alone(question, sites, goal)
    assert chosen is not None
    assert score(question, sites, chosen, goal).order == min(orders)


@pytest.mark.parametrize(("goal", "ends"), [("tight", "PS"), ("engage", "QR"), ("spread", "QR")])
def test_first_things_outweigh_all_later_ones(goal: str, ends: str) -> None:
    """P touches two bases and leaves the second model out (S); Q touches one and lets it into the ring (R).

    Contacts, in the ring, engaged: P, S have 2, 1, 1 and Q, R have 1, 2, 2: more in sum, but `tight` asks for
    contacts first. Bases of an inch; P is 0.866 beside the two, S is 2.04 off, P and R overlap.
    """
    at: dict[str, Place] = {
        "P": (16 - Fraction(109_986, 127_000), 10.5),
        "Q": (15, 10),
        "R": (14.9, 11.2),
        "S": (13, 11.5),
    }
    ours, theirs = unit("a", "A", [(10, 10), (10, 12)], 25.4), unit("b", "B", [(16, 10), (16, 11)], 25.4)
    question, maps = ask(table(units=[ours, theirs], charge=charge("a", ["b"], 9)))
    points = {name: lattice(place) for name, place in at.items()}
    sites = survey(question, maps, question.radii()[0], np.array(list(points.values()), dtype=np.int64))
    name_of = {s: name for s, where in enumerate(sites.at) for name, point in points.items() if tuple(where) == point}
    for s, name in name_of.items():
        sites = sites.without(0 if name in "RS" else 1, s)
    assert sorted(name_of.values()) == ["P", "Q", "R", "S"]
    chosen = solve_alone(question, sites, goal)
    assert chosen is not None
    assert "".join(name_of[int(s)] for s in chosen) == ends


def test_alone_says_none_where_the_sites_hold_no_plan() -> None:
    """The table is playable, but with sites taken away: one model left without any, or nobody who engages."""
    scenario = planner.load_scenario(FIXTURES / "tables" / "two_targets.json")
    question, maps = ask(scenario)
    sites = first_sites(question, maps, MOST)
    assert solve_alone(question, sites) is not None
    outside = sites.take(np.flatnonzero(sites.mask != 1))
    assert (outside.mask == 2).any()
    assert solve_alone(question, outside.take(np.flatnonzero(outside.mask == 2))) is None
    stuck = sites
    for s in range(len(sites)):
        stuck = stuck.without(0, s)
    assert solve_alone(question, stuck) is None
