"""Duels over random tables: what the planner says against a judge and a searcher that share nothing with it.

The samples are seeded and small enough for every run; longer ones only take other seeds.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

import planner
from planner.errors import UnsupportedRule
from planner.units import from_inches
from planner.wire import parse_scenario, scenario_to_dict
from planner.world import Answer, Move, Scenario
from tests.duels.judge_by_shapely import (
    TOL,
    better_end,
    broken,
    declaration,
    judge_answer,
    measure,
    paths_of,
    read_table,
)
from tests.duels.plan_by_sampling import any_plan
from tests.strategies import tables

SAMPLE = [*tables("small", 0, 120), *tables("lattice", 0, 40), *tables("real", 0, 24)]
DUTIES = {"close_ring", "engage_if_able"}


@cache
def answered() -> tuple[tuple[str, Scenario, Answer], ...]:
    """Give every table of the sample with its answer; those that bear on a rule that is not modelled are left out."""
    found = []
    for name, scenario in SAMPLE:
        try:
            found.append((name, scenario, planner.plan_charge(scenario)))
        except UnsupportedRule:
            continue
    return tuple(found)


def test_the_sample_has_every_kind_of_verdict() -> None:
    """Duels over tables of one verdict would show little: all four must come up, and most tables be answered."""
    counts = Counter(answer.verdict for _, _, answer in answered())
    assert len(answered()) >= 180
    assert counts["legal"] >= 100
    assert counts["impossible"] >= 20
    assert counts["ineligible"] >= 10


def test_no_plan_is_illegal_or_leaves_a_duty_open() -> None:
    """Every plan is measured again from the rule text, and better ends are looked for on a fine lattice."""
    faults = {name: judge_answer(s, a) for name, s, a in answered() if a.verdict == "legal"}
    assert {name: fault for name, fault in faults.items() if fault} == {}


def test_ineligible_says_what_the_straight_gaps_say() -> None:
    """A charge is barred exactly where a gap is; a hair's breadth either way is left to the exact referee."""
    for name, scenario, answer in answered():
        excess = declaration(read_table(scenario))
        if all(value < -TOL for value in excess.values()):
            assert answer.verdict != "ineligible", (name, excess)
        if broken(excess):
            assert answer.verdict == "ineligible", (name, excess)


def test_nothing_is_called_impossible_that_a_plain_search_finds() -> None:
    """Random ends and circle crossings, put together at random: one plan of that kind refutes a proof."""
    for name, scenario, answer in answered():
        if answer.verdict == "impossible":
            assert any_plan(read_table(scenario), seed=1) is None, name


def test_the_search_finds_plans_where_there_are_some() -> None:
    """The plain search must be no strawman: it finds a plan on most small tables whose verdict is legal."""
    legal = [s for _, s, a in answered() if a.verdict == "legal" and len(s.charger.models) <= 3]
    found = sum(any_plan(read_table(s), seed=1) is not None for s in legal[:30])
    assert found >= 27


def mirrored(scenario: Scenario) -> Scenario:
    """Give the table with right and left exchanged."""
    raw = scenario_to_dict(scenario)
    width = raw["board"]["width_in"]

    def across(place: list[float]) -> list[float]:
        return [round(width - place[0], 6), place[1]]

    for unit in raw["units"]:
        for model in unit["models"]:
            model["at"] = across(model["at"])
    for piece in raw["terrain"]:
        if "polygon" in piece:
            piece["polygon"] = [across(corner) for corner in piece["polygon"]]
        else:
            piece["circle"]["at"] = across(piece["circle"]["at"])
    return parse_scenario(raw)


def test_a_mirrored_table_has_no_contrary_verdict() -> None:
    """Legal here and impossible there would make one of the two false."""
    sides = {"legal", "impossible"}
    for name, scenario, answer in answered()[:40]:
        other = planner.plan_charge(mirrored(scenario)).verdict
        assert {answer.verdict, other} != sides, name


def test_more_distance_never_makes_a_charge_impossible() -> None:
    """Every plan at a roll is, up to its duties, a plan at a greater one."""
    for name, scenario, answer in answered()[:40]:
        if answer.verdict == "legal":
            assert answer.roll is not None
            more = replace(scenario, charge=replace(scenario.charge, roll=answer.roll + from_inches(1)))
            assert planner.plan_charge(more).verdict in ("legal", "undecided"), name


def changed(answer: Answer, dice: Random) -> Answer:
    """Give the plan with one model's way changed: its end moved, a turn put in, more added, or cut short."""
    moves = list(answer.moves)
    k = dice.randrange(len(moves))
    path = list(moves[k].path)
    away = from_inches(dice.choice(["0.01", "0.05", "0.3", "1.5"]))
    turn = dice.uniform(0, 2 * math.pi)
    step = round(away * math.cos(turn)), round(away * math.sin(turn))
    place = path[-1][0] + step[0], path[-1][1] + step[1]
    match dice.choice(["end", "end", "more", "straight", "stay"]):
        case "end" if len(path) > 1:
            path[-1] = place
        case "straight":
            path = [path[0], path[-1]]
        case "stay":
            path = path[:1]
        case _:
            path.append(place)
    moves[k] = Move(moves[k].model, moves[k].order, tuple(path))
    return replace(answer, moves=tuple(moves), judgement=None)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_check_agrees_about_changed_plans(seed: int) -> None:
    """A plan with one end or way moved: what is broken for certain is named, what holds for certain is not.

    A duty that the judge finds open is found by `check` too, and a witness of `check` keeps every clause.
    """
    dice = Random(seed)
    seen: Counter[str] = Counter()
    for name, scenario, answer in answered():
        if answer.verdict != "legal":
            continue
        changed_answer = changed(answer, dice)
        table = read_table(scenario, answer.targets, answer.roll)
        paths = paths_of(table, changed_answer)
        excess = measure(table, paths)
        judgement = planner.check(scenario, changed_answer)
        named = {v.rule for v in judgement.violations}
        certain = set(broken(excess)) - {"start"}
        assert certain <= named, (name, certain, named)
        for rule in named - DUTIES:
            assert excess[rule] > -TOL, (name, rule, excess[rule])
        seen["broken" if certain else "held"] += 1
        if not certain and not named - DUTIES:
            ends = np.array([p[-1] for p in paths])
            better = [b for i in range(table.size) if (b := better_end(table, ends, i)) is not None]
            assert bool(better) <= bool(named & DUTIES), (name, better)
            seen["open"] += bool(better)
        for violation in judgement.violations:
            if violation.witness is not None:
                i = table.names.index(violation.witness.model)
                shown = [*paths[:i], np.array(violation.witness.path) / 127_000, *paths[i + 1 :]]
                assert broken(measure(table, shown)) == {}, name
    assert seen["broken"] >= 10
    assert seen["held"] >= 10
    assert seen["open"] >= 1


def test_a_plan_that_fits_exactly_is_never_called_impossible() -> None:
    """Links of exactly 2, ways as long as the roll, walls that touch: limits are inclusive, so a plan is there."""
    exact = tables("planted", 0, 40)
    verdicts = Counter(planner.plan_charge(scenario).verdict for _, scenario in exact)
    assert sum(verdicts.values()) == 40
    assert set(verdicts) <= {"legal", "undecided"}
    assert verdicts["legal"] >= 15


def test_the_planted_plan_keeps_every_clause() -> None:
    """The generator promises a plan: the ends in a row, straight ways; floats are exact on these round numbers."""
    for name, scenario in tables("planted", 0, 40):
        table = read_table(scenario)
        ends = [np.array([10.0 + 3 * k, 15.0]) for k in range(table.size)]
        excess = measure(table, [np.array([start, end]) for start, end in zip(table.starts, ends)])
        assert max(excess.values()) < 1e-9, (name, excess)
