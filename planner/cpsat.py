"""The one door to OR-Tools: Boolean models over integer literals, solved by CP-SAT with one worker.

A literal is a variable's index, its negation ``-index - 1`` (CP-SAT's own numbering). Constraints go
straight into the proto: at 50,000 clauses that is several times quicker than the modelling calls.

Two named profiles, both with presolve off and one worker: version 9.15 has open reports of wrong
INFEASIBLE and OPTIMAL from presolve and from many workers, and on these models presolve only costs time
(measured: 5.2 s with it, 0.1 s without). The limit is deterministic work, so that the same question gives
the same answer on any machine; a wall limit is only added when a person asked for one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from planner.clauses import Formula, negated
from planner.errors import PlannerError

Profile = Literal["feasible", "optimal"]
Status = Literal["optimal", "feasible", "infeasible", "unknown"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a solve gave: `values` per variable (empty without a solution), and the work done."""

    status: Status
    values: tuple[int, ...]
    work: float


class BooleanModel:
    """A growing Boolean model. Add variables and constraints, then `solve` as often as wanted."""

    def __init__(self) -> None:
        from ortools.sat.python import cp_model

        self._cp: Any = cp_model
        self._model = cp_model.CpModel()
        self._proto: Any = self._model.proto
        self.size = 0

    def booleans(self, count: int) -> int:
        """Add `count` variables; give the index of the first."""
        first = self.size
        add = self._proto.variables.add
        for _ in range(count):
            add().domain.extend((0, 1))
        self.size += count
        return first

    def add(self, formula: Formula) -> None:
        """Take over a whole formula; its variables get the next numbers (the same ones in an empty model)."""
        shift = self.booleans(formula.size)
        if shift:
            raise PlannerError("a formula goes into an empty model, so that its literals stay what they are")
        for clause in formula.clauses:
            self.clause(clause)
        for literals in formula.exactly_ones:
            self.exactly_one(literals)
        for literals in formula.at_most_ones:
            self.at_most_one(literals)
        for literal, consequences in formula.implications:
            self.implies_all(literal, consequences)
        for variables, count, unless in formula.at_leasts:
            self.at_least(variables, count, unless)

    def clause(self, literals: Sequence[int]) -> None:
        """At least one of these."""
        self._proto.constraints.add().bool_or.literals.extend(literals)

    def exactly_one(self, literals: Sequence[int]) -> None:
        self._proto.constraints.add().exactly_one.literals.extend(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        self._proto.constraints.add().at_most_one.literals.extend(literals)

    def implies_all(self, literal: int, consequences: Sequence[int]) -> None:
        """If `literal`, then every one of `consequences`."""
        constraint = self._proto.constraints.add()
        constraint.enforcement_literal.append(literal)
        constraint.bool_and.literals.extend(consequences)

    def at_least(self, variables: Sequence[int], count: int, unless: int | None = None) -> None:
        """At least `count` of these variables hold (not literals), if the literal `unless` is false."""
        constraint = self._proto.constraints.add()
        if unless is not None:
            constraint.enforcement_literal.append(negated(unless))
        constraint.linear.vars.extend(variables)
        constraint.linear.coeffs.extend([1] * len(variables))
        constraint.linear.domain.extend((count, len(variables)))

    def minimise(self, variables: Sequence[int], weights: Sequence[int]) -> None:
        """Set what is minimised: the weighted sum of these variables. Replaces an earlier one."""
        self._proto.clear_objective()
        self._proto.objective.vars.extend(variables)
        self._proto.objective.coeffs.extend(weights)

    def hint(self, variables: Iterable[int], values: Iterable[int]) -> None:
        """Set a solution to start from. Hints help only when complete."""
        self._proto.clear_solution_hint()
        self._proto.solution_hint.vars.extend(list(variables))
        self._proto.solution_hint.values.extend(list(values))

    def solve(self, profile: Profile, work_limit: float, deadline: float | None = None, seed: int = 0) -> Outcome:
        """Solve within `work_limit` (deterministic units, roughly seconds) and an optional wall deadline.

        `deadline` is a `time.monotonic` moment. Raises `PlannerError` if CP-SAT calls the model invalid.
        """
        solver = self._cp.CpSolver()
        self._set(solver.parameters, profile, work_limit, deadline, seed)
        solver.solve(self._model)
        return self._outcome(solver)

    def _set(self, parameters: Any, profile: Profile, work_limit: float, deadline: float | None, seed: int) -> None:
        parameters.num_workers = 1
        parameters.cp_model_presolve = False
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0
        parameters.use_sat_inprocessing = False
        parameters.linearization_level = 2 if profile == "optimal" else 0
        parameters.random_seed = seed
        parameters.max_deterministic_time = work_limit
        if deadline is not None:
            parameters.max_time_in_seconds = max(0.001, deadline - time.monotonic())

    def _outcome(self, solver: Any) -> Outcome:
        response = solver.response_proto
        status = response.status.name.lower()
        if status == "model_invalid":
            raise PlannerError(f"CP-SAT calls the model invalid: {self._model.validate()}")
        values = tuple(response.solution) if status in ("optimal", "feasible") else ()
        return Outcome(
            status=status,
            values=values,
            work=response.deterministic_time,
        )
