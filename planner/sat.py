"""The one door to python-sat: a formula refuted a second time, by CaDiCaL, in a process that can be killed.

CaDiCaL cannot be interrupted from Python, so it runs in a child process: the clauses go in as bytes, one word comes
back. The process is kept for the next formula; it is killed when it overruns.
"""

from __future__ import annotations

import selectors
import struct
import subprocess
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from planner.clauses import Formula
from planner.errors import PlannerError

Word = Literal["satisfiable", "unsatisfiable", "unknown"]
PAIRWISE = 5
"""At-most-one over this many literals or fewer is stated pair by pair; over more, with a ladder of helpers."""

_WORKER = """
import struct, sys
from array import array
from pysat.solvers import Cadical195
read, write = sys.stdin.buffer, sys.stdout.buffer
while True:
    head = read.read(8)
    if len(head) < 8:
        break
    (size,) = struct.unpack("<q", head)
    numbers = array("i")
    numbers.frombytes(read.read(size))
    with Cadical195() as solver:
        clause = []
        for number in numbers:
            if number:
                clause.append(number)
            else:
                solver.add_clause(clause)
                clause = []
        write.write(b"S" if solver.solve() else b"U")
        write.flush()
"""


def to_cnf(formula: Formula) -> list[list[int]]:
    """Give the formula as clauses over variables from 1 (DIMACS), helpers after the formula's own."""
    clauses = [[_dimacs(v) for v in clause] for clause in formula.clauses]
    for literal, consequences in formula.implications:
        against = -_dimacs(literal)
        # there are many of these: the numbering stands here once more, without a call for each
        clauses += [[against, v + 1 if v >= 0 else v] for v in consequences]
    top = formula.size
    for literals in formula.exactly_ones:
        clauses.append([_dimacs(v) for v in literals])
    for literals in (*formula.exactly_ones, *formula.at_most_ones):
        top = _at_most_one([_dimacs(v) for v in literals], clauses, top)
    for variables, count, unless in formula.at_leasts:
        excuse = [] if unless is None else [_dimacs(unless)]
        literals = [_dimacs(v) for v in variables]
        if count == 1 or count > len(literals):
            clauses.append([*excuse, *(literals if count == 1 else [])])
        elif count > 1:
            top = _at_least(literals, count, excuse, clauses, top)
    return clauses


def _at_least(literals: list[int], count: int, excuse: list[int], clauses: list[list[int]], top: int) -> int:
    """Add clauses that at least `count` of these hold, or the excuse; give the number of the last variable in use.

    Helper (i, j): j of the first i literals hold. It implies that j of the first i - 1 do, or literal i and j - 1 of
    those before it (a sequential counter, Sinz 2005, in the one direction that is needed).
    """

    def helper(i: int, j: int) -> int:
        return top + (i - 1) * count + j

    for i, literal in enumerate(literals, start=1):
        for j in range(1, min(i, count) + 1):
            fewer = [helper(i - 1, j)] if i > j else []
            clauses.append([-helper(i, j), *fewer, literal])
            if j > 1:
                clauses.append([-helper(i, j), *fewer, helper(i - 1, j - 1)])
    clauses.append([*excuse, helper(len(literals), count)])
    return top + len(literals) * count


def _dimacs(literal: int) -> int:
    # the negation of v is -v - 1 here, and -(v + 1) there: the same number
    return literal + 1 if literal >= 0 else literal


def _at_most_one(literals: list[int], clauses: list[list[int]], top: int) -> int:
    """Add clauses that at most one of these holds; give the number of the last variable in use."""
    if len(literals) <= PAIRWISE:
        clauses += [[-a, -b] for k, a in enumerate(literals) for b in literals[:k]]
        return top
    # helper k: one of the literals up to k holds
    for k, literal in enumerate(literals):
        if k < len(literals) - 1:
            clauses.append([-literal, top + k + 1])
        if k > 0:
            clauses.append([-(top + k), -literal])
            if k < len(literals) - 1:
                clauses.append([-(top + k), top + k + 1])
    return top + len(literals) - 1


@dataclass(eq=False)
class Refuter:
    """A child process that decides formulas; made on first use."""

    process: subprocess.Popen[bytes] | None = None

    def ask(self, formula: Formula, limit_s: float) -> Word:
        """Say whether the formula is satisfiable; "unknown" when the child overruns and is killed."""
        numbers = array("i")
        for clause in to_cnf(formula):
            numbers.extend(clause)
            numbers.append(0)
        payload = numbers.tobytes()
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(struct.pack("<q", len(payload)) + payload)
        process.stdin.flush()
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            if not waiting.select(limit_s):
                self.stop()
                return "unknown"
        word = process.stdout.read(1)
        if word not in (b"S", b"U"):
            raise PlannerError("the process that runs CaDiCaL ended without an answer")
        return "satisfiable" if word == b"S" else "unsatisfiable"

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        return self.process

    def stop(self) -> None:
        """End the child."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()
            self.process = None


_refuter = Refuter()
_one_at_a_time = Lock()


def ask_cadical(formula: Formula, limit_s: float) -> Word:
    """Say whether the formula is satisfiable, by this process's CaDiCaL child."""
    with _one_at_a_time:
        return _refuter.ask(formula, limit_s)


class AssumedFormula:
    """A formula that is asked again and again under changing assumptions, by Glucose in this process.

    What it says is advice (which sets are worth a proof), never a proof. Conflicts are counted, not timed.
    """

    def __init__(self, formula: Formula) -> None:
        from pysat.solvers import Glucose4

        self._solver = Glucose4(bootstrap_with=to_cnf(formula))
        self._size = formula.size

    def ask(self, assumptions: Sequence[int], conflicts: int) -> Word:
        """Say whether the formula is satisfiable with these literals; "unknown" after so many conflicts."""
        self._solver.conf_budget(conflicts)
        found = self._solver.solve_limited(assumptions=[_dimacs(v) for v in assumptions])
        if found is None:
            return "unknown"
        return "satisfiable" if found else "unsatisfiable"

    def clause(self, literals: Sequence[int]) -> None:
        """Add that at least one of these holds."""
        self._solver.add_clause([_dimacs(v) for v in literals])

    def values(self) -> tuple[int, ...]:
        """Give the values (0, 1 per variable) of the solution that was found last."""
        return tuple(int(v > 0) for v in self._solver.get_model()[: self._size])

    def close(self) -> None:
        self._solver.delete()
