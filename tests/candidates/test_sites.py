"""Places where models may end: each is legal by itself, says truly what it meets, and none that decides is lost."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from pathlib import Path

import numpy as np
import pytest

import planner
from planner.candidates import (
    Question,
    Sites,
    blocks_end,
    blocks_path,
    first_sites,
    is_closer,
    make_question,
    near_sites,
    no_sites,
    spread,
    survey,
)
from planner.errors import UnsupportedRule
from planner.referee import judge
from planner.units import from_inches
from planner.world import Plan
from tests.builders import D32, LU, R32, Place, charge, lattice, pillar, rules_of, table, unit, wall
from tests.candidates.questions import ask, walk

FIXTURES = Path(__file__).parents[2] / "fixtures"
U = 127_000


def points(*places: Place) -> np.ndarray:
    return np.array([lattice(place) for place in places], dtype=np.int64)


def test_every_site_is_a_plan_for_one_model() -> None:
    """A lone model on a full table may end at every site that engages its target: the referee passes each but duties.

    A site on a friend, in a wood, engaged with another enemy, out of reach or not closer would be refused.
    """
    units = [
        unit("a", "A", [(10, 10)], keywords=["INFANTRY"]),
        unit("b", "B", [(16, 10), (16, 12)], mm=40),
        unit("n", "B", [(17, 6.5)]),
        unit("f", "A", [(14, 12)]),
    ]
    terrain = [pillar("p", (13, 8), 1), wall("w", 14, 8.5, 15, 9, kind="dense")]
    scenario = table(units=units, terrain=terrain, charge=charge("a", ["b"], 6))
    question, maps = ask(scenario)
    sites = first_sites(question, maps, 150)
    engaged = np.flatnonzero(sites.mask == 1)
    assert len(engaged) > 30
    for s in engaged:
        made = walk(question, maps, sites.at[[s]])
        assert isinstance(made, Plan)
        assert judge(scenario, rules_of(scenario), made).legal, sites.at[s] / U
    outside = np.flatnonzero(sites.mask == 0)
    for s in outside:
        made = walk(question, maps, sites.at[[s]])
        assert isinstance(made, Plan)
        broken = {v.rule for v in judge(scenario, rules_of(scenario), made).violations}
        assert broken == {"engage_every_target"}


def test_a_site_says_what_it_meets() -> None:
    """Base against base: contact 1, ring 2, gap 0; a unit beyond 1" ring 1; a unit beyond 2" nothing."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10)])]
    question, maps = ask(table(units=units, charge=charge("a", ["b"], 12)))
    wanted = [(20 - D32, 10), (20 - D32 - 1, 10), (20 - D32 - 1 - LU, 10), (20 - D32 - 2 - LU, 10)]
    sites = survey(question, maps, question.radii()[0], points(*wanted))
    order = np.argsort(-sites.at[:, 0])
    told = [(int(sites.ring[s]), int(sites.mask[s]), int(sites.contacts[s]), round(sites.gaps[s, 0])) for s in order]
    assert told == [(2, 1, 1, 0), (2, 1, 0, U), (1, 1, 0, U + 1), (0, 0, 0, 2 * U + 1)]
    straight = [float(20 - D32 - gap) - 10 for gap in (0, 1, 1 + LU, 2 + LU)]
    assert sites.length[0, order] / U == pytest.approx(straight, abs=1e-6)


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        # 6" is the roll
        ((16, 10), True),
        ((16 + LU, 10), False),
        # as far from the target as the start, and a unit nearer
        ((10, 10), False),
        ((10 + LU, 10), True),
        # the edge of the board
        ((11, R32), False),
        ((14, R32 + 5), True),
        # on a friend at (14, 12)
        ((14, 12 - D32 + LU), False),
        ((14, 12 - D32), True),
    ],
)
def test_what_is_no_site(place: Place, kept: bool) -> None:
    """Too far by a unit, no closer, on somebody by a unit: out; exactly at the limit: in."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(22, 10)]), unit("f", "A", [(14, 12)])]
    question, maps = ask(table(units=units, charge=charge("a", ["b"], 6)))
    assert len(survey(question, maps, question.radii()[0], points(place))) == int(kept)


def test_a_model_that_may_stay_has_its_start() -> None:
    """Only where the reading lets a model stay that cannot, or will not, get closer."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10)])]
    for must, count in ((True, 0), (False, 1)):
        question, maps = ask(table(units=units, charge=charge("a", ["b"], 12, stationary_must_close=must)))
        assert len(survey(question, maps, question.radii()[0], points((10, 10)))) == count


def test_closer_to_any_target_is_enough() -> None:
    """Between two targets 5" off: nearer to one by a unit and farther from the other is closer; a step up is not."""
    units = [unit("a", "A", [(20, 20)]), unit("b", "B", [(13, 20)]), unit("c", "B", [(27, 20)])]
    question, _ = ask(table(units=units, charge=charge("a", ["b", "c"], 6)))
    start = question.start_gap[0]
    gaps = start + np.array([[1, -1], [-1, 1], [0, 0], [2, 2]])
    assert is_closer(question, 0, gaps).tolist() == [True, True, False, False]


def full() -> tuple[Question, Sites]:
    question, maps = ask(planner.load_scenario(FIXTURES / "real" / "five.json"))
    return question, first_sites(question, maps, 400)


def test_the_same_sites_every_time() -> None:
    """Nothing hangs on the order of a set or on the clock; no point of a base size comes twice."""
    (_, one), (_, other) = full(), full()
    assert (one.at == other.at).all()
    assert (one.length == other.length).all()
    assert len({(*at, r) for at, r in zip(map(tuple, one.at.tolist()), one.radius.tolist())}) == len(one)


@pytest.mark.parametrize("most", [0, 1, 10, 100])
def test_spread_keeps_the_number_and_every_kind(most: int) -> None:
    """At most that many, ascending; with room for ten, something in base contact is among them."""
    _, sites = full()
    assert (sites.contacts > 0).any()
    kept = spread(sites, most)
    assert len(kept) <= most
    assert (np.diff(kept) > 0).all()
    if most >= 10:
        assert (sites.contacts[kept] > 0).any()
    if most == 100:
        assert set(sites.mask[kept]) == set(sites.mask)
        assert set(sites.ring[kept]) == set(sites.ring)


def test_join_and_take_and_without() -> None:
    """The union has each point once, the earlier kept; a site taken from one model stays with the others."""
    question, sites = full()
    half = sites.take(np.arange(len(sites) // 2))
    assert len(half.join(sites)) == len(sites)
    assert len(no_sites(question).join(sites)) == len(sites)
    able = int(np.flatnonzero(np.isfinite(sites.length[:, 0]))[0])
    less = sites.without(able, 0)
    assert np.isinf(less.length[able, 0])
    assert np.isfinite(sites.length[able, 0])
    assert np.isfinite(less.length).sum() == np.isfinite(sites.length).sum() - 1


def test_near_sites_lie_on_their_little_lattice() -> None:
    """Two steps of a quarter inch each way: 25 points, all legal in the open."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10)])]
    question, maps = ask(table(units=units, charge=charge("a", ["b"], 12)))
    sites = near_sites(question, maps, question.radii()[0], points((14, 10)), U // 4, 2)
    assert len(sites) == 25
    assert {hypot(*(at - lattice((14, 10)))) <= hypot(2, 2) * U / 4 for at in sites.at} == {True}


@pytest.mark.parametrize(
    ("kind", "height", "keywords", "path", "end"),
    [
        ("impassable", None, ["INFANTRY"], True, True),
        ("dense", None, ["INFANTRY"], False, True),
        ("dense", 5, ["BEASTS"], False, True),
        ("dense", None, ["VEHICLE"], True, True),
        ("dense", 2, ["VEHICLE"], False, True),
        ("dense", 2 + LU, ["VEHICLE"], True, True),
        ("light", 5, ["VEHICLE"], False, False),
        ("exposed", None, [], False, False),
    ],
)
def test_what_blocks_whom(kind: str, height: float | None, keywords: list[str], path: bool, end: bool) -> None:
    """Walls everybody, dense terrain those without a keyword where it is over 2" high; ending on it is for nobody."""
    ours = unit("a", "A", [(10, 10)], keywords=keywords)
    scenario = table(units=[ours], terrain=[wall("w", 20, 20, 21, 21, kind=kind, height_in=height)])
    piece = scenario.terrain[0]
    assert blocks_path(piece, ours, rules_of(scenario)) is path
    assert blocks_end(piece, rules_of(scenario)) is end


def test_start_gaps_and_the_neighbours_of_a_lone_model() -> None:
    """The nearest model of each target counts; a unit of one needs nobody near it."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10), (17 + D32, 10)]), unit("c", "B", [(10, 30 + D32)])]
    question, _ = ask(table(units=units, charge=charge("a", ["b", "c"], 12)))
    assert question.start_gap[0] == pytest.approx([7 * U, 20 * U])
    assert question.neighbours == 0
    assert question.foe_unit.tolist() == [0, 0, 1]


def test_rules_that_the_search_would_misread_are_refused() -> None:
    """Where enemies do not block, or terrain is of a kind nobody speaks of: said, not planned as if it did."""
    scenario = table(units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(20, 10)])], charge=charge("a", ["b"], 12))
    rules = rules_of(scenario)
    settings = {**rules.settings, "enemies_block": replace(rules.settings["enemies_block"], value=False)}
    with pytest.raises(UnsupportedRule, match="enemies_block"):
        make_question(scenario, replace(rules, settings=settings), ("b",), from_inches(12))
    swamp = replace(scenario, terrain=(wall("w", 30, 20, 31, 21, kind="difficult"),))
    with pytest.raises(UnsupportedRule, match="difficult"):
        make_question(swamp, rules, ("b",), from_inches(12))
