"""The charge by CP-SAT alone, without walks or hints: what the model states must be the whole legality.

Used by tests and the census, where the quick search must not be able to hide a gap in the model.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from planner.candidates import Ints, Question, Sites
from planner.solve.model import all_duties, assemble, duty, forbid_groups, set_goal
from planner.solve.search import breached_duties


def solve_alone(question: Question, sites: Sites, goal: str | None = None, work_limit: float = 10.0) -> Ints | None:
    """Give an assignment that meets everything over the sites, duties included; None if there is none.

    Duties and (if asked for) connection come in lazily: a broken one is added and the model solved again.
    Raises `TimeoutError` when the work limit ends it before either is known.
    """
    charge = assemble(question, sites)
    if goal is not None:
        set_goal(charge, goal)
    connected = question.rules.flag("coherency_connected")
    while True:
        outcome = charge.model.solve("feasible" if goal is None else "optimal", work_limit)
        if outcome.status == "infeasible":
            return None
        if not outcome.values:
            raise TimeoutError(f"CP-SAT alone did not decide within {work_limit} of work")
        chosen = charge.chosen(outcome)
        if connected and forbid_groups(charge, chosen):
            continue
        breaches = breached_duties(question, sites, chosen)
        if not breaches:
            return chosen
        for i, better in breaches:
            duty(charge, i, better)


def every_assignment(question: Question, sites: Sites) -> set[tuple[int, ...]]:
    """Give every assignment that the model allows, all duties stated at once (for tiny tables)."""
    charge = assemble(question, sites)
    all_duties(charge)
    found: set[tuple[int, ...]] = set()
    able = charge.x >= 0

    def note(values: tuple[int, ...]) -> None:
        taken = np.where(able, np.array(values, dtype=np.int64)[np.maximum(charge.x, 0)], 0)
        found.add(tuple(int(s) for s in taken.argmax(axis=1)))

    charge.model.enumerate(note)
    if question.rules.flag("coherency_connected"):
        return set(_one_group(question, sites, found))
    return found


def _one_group(question: Question, sites: Sites, found: set[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    from planner.solve.goals import groups

    return (chosen for chosen in found if groups(question, sites.at[list(chosen)]) == 1)
