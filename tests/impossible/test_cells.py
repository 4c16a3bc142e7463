"""Proof by cells: never against a plan that exists, decisive where arithmetic alone is not, and refuted twice."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import planner
from planner.candidates import Question, Roadmaps, make_question
from planner.clauses import Formula, negated
from planner.cpsat import BooleanModel
from planner.errors import RefereeDisagreement
from planner.impossible import OuterLimits, Refutation, outer, refute, refute_by_cells, refute_room
from planner.impossible.cells import Cells, Cover
from planner.kernels.ends import look
from planner.pathing import may_stand, reach
from planner.rulesets import load_ruleset
from planner.sat import ask_cadical, to_cnf
from planner.world import Scenario
from tests.builders import charge, table, unit, wall
from tests.strategies import GENERATORS

SMALL = OuterLimits(work=0.5, work_each=0.5, rounds=8)


def asked(scenario: Scenario) -> Question:
    """Read the question of a scenario that names its targets and roll."""
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    assert scenario.charge.targets is not None
    assert scenario.charge.roll is not None
    return make_question(scenario, rules, scenario.charge.targets, scenario.charge.roll)


def seeded(kind: str, count: int, first: int = 0) -> list[Scenario]:
    """Give `count` random tables with targets and a roll, from this seed on."""
    found: list[Scenario] = []
    seed = first
    while len(found) < count:
        scenario = GENERATORS[kind](seed)
        seed += 1
        if scenario is not None and scenario.charge.targets and scenario.charge.roll:
            found.append(scenario)
    return found


@pytest.mark.parametrize("kind", ["small", "lattice", "real"])
def test_no_plan_is_ever_refuted(kind: str) -> None:
    """A relation dropped between cells though some pair of points allows it would refute a table that has a plan."""
    legal = 0
    for k, found in enumerate(seeded(kind, 14, first=700)):
        own = {**found.charge.options, "coherency_connected": True} if k % 2 else found.charge.options
        scenario = replace(found, charge=replace(found.charge, options=own))
        try:
            answer = planner.plan_charge(scenario)
        except planner.UnsupportedRule:
            continue
        if answer.verdict == "legal":
            legal += 1
            assert not isinstance(refute_by_cells(asked(scenario), SMALL, lambda _: False), Refutation)
    assert legal >= 3


def covers(cells: Cells, model: int, radius: int, point: np.ndarray) -> bool:
    """Whether some cell that the model may use holds the point."""
    inside = (np.abs(cells.at - point) <= cells.half[:, None]).all(axis=1)
    return bool((inside & cells.able[model] & (cells.radius == radius)).any())


def test_cells_cover_every_end() -> None:
    """Random points that are legal ends by themselves lie in a cell their model may use, also after splits."""
    dice = np.random.default_rng(5)
    checked = 0
    for scenario in seeded("real", 6, first=40):
        question = asked(scenario)
        cover, maps = Cover(question), Roadmaps(question)
        cells = cover.first()
        if len(cells):
            cells = cover.split(cells, np.unique(dice.integers(0, len(cells), 20)))
        for i in range(min(3, question.size)):
            radius = int(question.radius[i])
            points = question.start[i] + dice.integers(-question.roll, question.roll, (400, 2))
            seen = look(
                points, radius, question.foe_at, question.foe_radius, question.foe_unit,
                len(question.targets), question.engagement, question.close,
            )  # fmt: skip
            points = points[seen[0] & (seen[4] < question.start_gap[i]).any(axis=1)]
            points = points[may_stand(question.footing, radius, points)]
            if len(points):
                within = reach(maps.of(i), question.starts()[i], question.roll, points).upper <= question.roll
                for point in points[within]:
                    assert covers(cells, i, radius, point)
                    checked += 1
    assert checked > 200


def test_what_arithmetic_leaves_open_is_proved() -> None:
    """A lone model and three targets round it: each pair can be engaged at once, all three cannot.

    Centres on a circle of radius 3.4: a base of 32 mm engages one from up to 2 + 1.2598 = 3.2598 away, so the only
    place for all three is nearer than that to every centre, and the middle is 3.4 from each.
    """
    places = [(15 + 3.4 * np.cos(a), 12 + 3.4 * np.sin(a)) for a in (0.5, 0.5 + 2.0944, 0.5 + 4.18879)]
    enemies = [unit(name, "B", [(round(x, 4), round(y, 4))]) for name, (x, y) in zip("abc", places)]
    lone = table(30, 24, units=[unit("us", "A", [(12, 5.2)]), *enemies], charge=charge("us", ["a", "b", "c"], 12))
    question = asked(lone)
    assert refute(question, Roadmaps(question)) is None
    proof = refute_by_cells(question, OuterLimits(), lambda _: False)
    assert isinstance(proof, Refutation)
    assert proof.proof.facts["solvers"] == ["CP-SAT", "CaDiCaL"]
    assert refute_room(question) is not None


def test_a_wall_all_round_is_proved_by_cells_alone() -> None:
    """A closed ring of walls about the target: no cell engages it, so the first relaxed charge has no plan."""
    walls = [wall("n", 13, 15, 19, 15.5), wall("s", 13, 8.5, 19, 9)]
    walls += [wall("w", 12.5, 8.5, 13, 15.5), wall("e", 19, 8.5, 19.5, 15.5)]
    units = [unit("us", "A", [(9, 12), (9, 13.5)]), unit("t", "B", [(16, 12)])]
    question = asked(table(30, 24, units=units, terrain=walls, charge=charge("us", ["t"], 8)))
    found = refute_by_cells(question, OuterLimits(), lambda _: False)
    assert isinstance(found, Refutation)
    assert found.proof.facts["rounds"] == 1


def test_solvers_that_disagree_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """CP-SAT's "infeasible" is worth nothing when CaDiCaL finds a model of the same clauses."""
    monkeypatch.setattr(outer, "ask_cadical", lambda formula, limit: "satisfiable")
    walls = [wall("n", 8, 14.5, 24, 15), wall("s", 8, 9, 24, 9.5), wall("w", 11, 9.5, 11.5, 14.5)]
    units = [unit("us", "A", [(9.5, 12)]), unit("t", "B", [(16, 12)])]
    question = asked(table(30, 24, units=units, terrain=walls, charge=charge("us", ["t"], 7)))
    with pytest.raises(RefereeDisagreement, match="CaDiCaL"):
        refute_by_cells(question, OuterLimits(), lambda _: False)


def random_formula(dice: random.Random) -> Formula:
    """Give a small formula of every kind of constraint."""
    formula = Formula()
    size = dice.randint(3, 14)
    formula.booleans(size)

    def literal() -> int:
        variable = dice.randrange(size)
        return variable if dice.random() < 0.5 else negated(variable)

    for _ in range(dice.randint(0, 2 * size)):
        formula.clause([literal() for _ in range(dice.randint(1, 3))])
    for add in (formula.exactly_one, formula.at_most_one):
        for _ in range(dice.randint(0, 2)):
            add(dice.sample(range(size), dice.randint(1, min(size, 9))))
    formula.implies_all(literal(), [literal(), literal()])
    formula.at_least(dice.sample(range(size), 3), dice.randint(1, 3), unless=literal())
    return formula


def test_two_solvers_agree_on_three_hundred_formulas() -> None:
    """The two ways of stating the same clauses mean the same; many of each word, so that neither is idle."""
    dice = random.Random(11)
    words = {"satisfiable": 0, "unsatisfiable": 0}
    for _ in range(300):
        formula = random_formula(dice)
        model = BooleanModel()
        model.add(formula)
        word = ask_cadical(formula, 20.0)
        assert (word == "unsatisfiable") == (model.solve("feasible", 10.0).status == "infeasible")
        words[word] += 1
    assert min(words.values()) > 60


def test_an_empty_clause_is_a_contradiction() -> None:
    """A model with no place left makes an empty list: unsatisfiable for both, no crash."""
    formula = Formula()
    formula.booleans(2)
    formula.exactly_one([])
    assert [] in to_cnf(formula)
    assert ask_cadical(formula, 10.0) == "unsatisfiable"
    model = BooleanModel()
    model.add(formula)
    assert model.solve("feasible", 1.0).status == "infeasible"
