"""Proofs over cells looked at a third time, and that this look would see what is wrong with one."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import planner
from planner.candidates import Question, make_question
from planner.clauses import Charge, state_charge
from planner.impossible import OuterLimits, Refutation, Relaxation, refute_by_cells
from planner.impossible.cells import Cells, Cover, places_of
from planner.rulesets import load_ruleset
from planner.world import Scenario
from tests.duels.recheck_proof import ends_outside, forbids, wrong_relations
from tests.strategies import tables

KINDS = ("small", "lattice", "clutter", "real")
QUICK = OuterLimits(work=0.3, work_each=0.3, rounds=5)


def asked(scenario: Scenario) -> Question:
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    assert scenario.charge.targets is not None
    assert scenario.charge.roll is not None
    return make_question(scenario, rules, scenario.charge.targets, scenario.charge.roll)


def shorter(scenario: Scenario, inches: float) -> Scenario:
    """Give the table with a shorter roll, so that more of them are impossible."""
    assert scenario.charge.roll is not None
    return replace(scenario, charge=replace(scenario.charge, roll=max(0, scenario.charge.roll - int(inches * 127_000))))


@cache
def proofs() -> tuple[tuple[str, Scenario, Question, Relaxation], ...]:
    """Give proofs over cells of random tables."""
    found = []
    for kind in KINDS:
        for name, scenario in tables(kind, 300, 26):
            for inches in (0.0, 1.0):
                table = shorter(scenario, inches)
                if not table.charge.targets:
                    continue
                question = asked(table)
                refutation = refute_by_cells(question, QUICK, lambda _: False)
                if isinstance(refutation, Refutation) and refutation.relaxation is not None:
                    found.append((name, table, question, refutation.relaxation))
    return tuple(found)


def test_there_are_proofs_of_every_kind_of_table() -> None:
    assert len(proofs()) >= 20
    assert len({name.split()[0] for name, *_ in proofs()}) >= 3


def test_no_end_is_outside_the_cells() -> None:
    looked = 0
    for name, scenario, question, relaxation in proofs():
        if not question.is_one_group:
            looked += 1
            assert not list(ends_outside(scenario, relaxation.cells, looked, count=200)), name
    assert looked >= 5


def test_no_end_is_outside_the_first_cells_of_a_small_unit() -> None:
    """Before what one group cannot join is dropped, the cells cover every end of every unit."""
    for number, (name, scenario, question, _) in enumerate(proofs()):
        if question.is_one_group:
            assert not list(ends_outside(scenario, Cover(question).first(), number, count=150)), name


def test_what_is_said_of_two_cells_holds_for_all_their_points() -> None:
    for name, scenario, question, relaxation in proofs():
        assert not list(wrong_relations(scenario, question.targets, relaxation)), name


def over_cells(question: Question, dice: random.Random) -> tuple[Cells, Charge]:
    """State a charge over cells of which some, at random, are split."""
    cover = Cover(question)
    cells = cover.first()
    for _ in range(3):
        some = np.array(sorted(dice.sample(range(len(cells)), min(len(cells), 25))), dtype=np.int64)
        cells = cover.split(cells, some)
    return cells, state_charge(places_of(question, cells), by_blocks=True)


@pytest.mark.parametrize("kind", KINDS)
def test_the_cells_of_a_plan_satisfy_the_formula(kind: str) -> None:
    legal = 0
    for name, scenario in tables(kind, 500, 12):
        try:
            answer = planner.plan_charge(scenario)
        except planner.UnsupportedRule:
            continue
        if answer.verdict != "legal" or answer.roll is None:
            continue
        legal += 1
        question = make_question(
            scenario, load_ruleset(scenario.ruleset).with_options(scenario.charge.options), answer.targets, answer.roll
        )
        by_model = {move.model: move.end for move in answer.moves}
        ends = np.array([by_model[model] for model in question.names], dtype=np.int64)
        cells, charge = over_cells(question, random.Random(legal))
        assert not forbids(charge, cells, ends), name
    assert legal >= 3


def first_proof() -> tuple[Scenario, Question, Relaxation]:
    return next(
        (scenario, question, relaxation)
        for _, scenario, question, relaxation in proofs()
        if len(relaxation.cells) > 40 and not question.is_one_group
    )


def test_a_cover_with_a_hole_is_seen() -> None:
    scenario, question, _ = first_proof()
    cells = Cover(question).first()
    every = np.arange(len(cells))
    assert list(ends_outside(scenario, cells.take(every[every % 3 > 0]), 1))
    narrow = replace(cells, half=cells.half * 3 // 4)
    assert list(ends_outside(scenario, narrow, 1))


@pytest.mark.parametrize("relation", ["overlap", "near", "far", "mask"])
def test_a_wrong_relation_is_seen(relation: str) -> None:
    scenario, question, relaxation = first_proof()
    places = relaxation.charge.places
    wrong = np.zeros_like(places.mask) if relation == "mask" else ~getattr(places, relation)
    broken = Relaxation(relaxation.cells, Charge(replace(places, **{relation: wrong})))
    assert list(wrong_relations(scenario, question.targets, broken))


def test_a_clause_too_many_is_seen() -> None:
    """Cells that are called far apart though they are not make a formula that forbids plans."""
    _, scenario = next((n, s) for n, s in tables("real", 500, 12) if planner.plan_charge(s).verdict == "legal")
    answer = planner.plan_charge(scenario)
    question = asked(scenario)
    by_model = {move.model: move.end for move in answer.moves}
    ends = np.array([by_model[model] for model in question.names], dtype=np.int64)
    cells = Cover(question).first()
    places = places_of(question, cells)
    charge = state_charge(replace(places, far=~np.eye(len(cells), dtype=np.bool_)), by_blocks=True)
    assert forbids(charge, cells, ends)
