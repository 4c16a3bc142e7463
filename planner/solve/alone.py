"""The charge by CP-SAT alone, without walks or hints: what the model states must be the whole legality.

Used by tests and the census, where the quick search must not be able to hide a gap in the model.
"""

from __future__ import annotations

import numpy as np

from planner.candidates import Ints, Question, Sites
from planner.clauses import negated
from planner.solve.goals import groups
from planner.solve.model import all_duties, assemble, duty, forbid_groups, set_goal
from planner.solve.search import breached_duties


def solve_alone(question: Question, sites: Sites, goal: str | None = None, work_limit: float = 10.0) -> Ints | None:
    """Give an assignment that meets everything over the sites, duties included; None if there is none.

    Duties and (if asked for) connection come in lazily: a broken one is added and the model solved again.
    With a goal it is a best one. Raises `TimeoutError` when the work limit ends it before that is known.
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
        if goal is not None and outcome.status != "optimal":
            raise TimeoutError(f"CP-SAT alone did not prove the best within {work_limit} of work")
        chosen = charge.chosen(outcome)
        if connected and forbid_groups(charge, chosen):
            continue
        breaches = breached_duties(question, sites, chosen)
        if not breaches:
            return chosen
        for better in sorted({site for _, site in breaches}):
            # whoever may use the site may neglect it next: told to all at once, fewer rounds are needed
            for i in np.flatnonzero(np.isfinite(sites.length[:, better])):
                duty(charge, int(i), better)


def every_assignment(question: Question, sites: Sites) -> set[tuple[int, ...]]:
    """Give every assignment that the model allows, all duties stated at once (for tiny tables).

    The excuses for duties are free to hold or not, so solutions are not counted as such: each assignment found is
    forbidden and the model solved again.
    """
    charge = assemble(question, sites)
    all_duties(charge)
    connected = question.rules.flag("coherency_connected")
    found: set[tuple[int, ...]] = set()
    while True:
        outcome = charge.model.solve("feasible", 1e6)
        if outcome.status == "infeasible":
            return found
        chosen = charge.chosen(outcome)
        if not connected or groups(question, sites.at[chosen]) == 1:
            found.add(tuple(int(s) for s in chosen))
        charge.model.clause([negated(int(charge.x[i, s])) for i, s in enumerate(chosen)])
