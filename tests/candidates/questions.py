"""From a scenario to the searcher's question, and from chosen ends back to a plan for the referee."""

from __future__ import annotations

from planner.candidates import Ints, Question, Roadmaps, make_question
from planner.pathing import trace
from planner.world import Move, Plan, Scenario
from tests.builders import rules_of


def ask(scenario: Scenario) -> tuple[Question, Roadmaps]:
    """Give the question of a scenario that names its targets and its roll."""
    targets, roll = scenario.charge.targets, scenario.charge.roll
    assert targets is not None, "a question has targets"
    assert roll is not None, "a question has a roll"
    question = make_question(scenario, rules_of(scenario), targets, roll)
    return question, Roadmaps(question)


def walk(question: Question, maps: Roadmaps, ends: Ints) -> Plan | list[int]:
    """Give the plan that leads every model to its end (n, 2), or the models for which no path is short enough."""
    paths = [
        trace(maps.of(i), start, (int(ends[i, 0]), int(ends[i, 1])), question.roll).path
        for i, start in enumerate(question.starts())
    ]
    lost = [i for i, path in enumerate(paths) if path is None]
    if lost:
        return lost
    moves = tuple(Move(name, i + 1, path) for i, (name, path) in enumerate(zip(question.names, paths)) if path)
    return Plan(question.scenario.charge.unit, question.targets, question.roll, moves)
