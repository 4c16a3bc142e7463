"""A Boolean formula that no solver owns: variables by number, a handful of kinds of constraint.

A literal is a variable's index, its negation ``-index - 1``. CP-SAT and CaDiCaL are both fed from this, so that what
one of them refutes the other can refute again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


def negated(literal: int) -> int:
    """Give the opposite literal."""
    return -literal - 1


@dataclass(eq=False)
class Formula:
    """Constraints as they were stated, in order.

    `clauses`: at least one holds. `exactly_one`, `at_most_one`: lists of literals. `implications`: (literal, all of
    these). `at_least`: (variables, count, literal that excuses or None).
    """

    size: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    exactly_ones: list[list[int]] = field(default_factory=list)
    at_most_ones: list[list[int]] = field(default_factory=list)
    implications: list[tuple[int, list[int]]] = field(default_factory=list)
    at_leasts: list[tuple[list[int], int, int | None]] = field(default_factory=list)

    def booleans(self, count: int) -> int:
        """Add `count` variables; give the index of the first."""
        first = self.size
        self.size += count
        return first

    def clause(self, literals: Sequence[int]) -> None:
        """At least one of these."""
        self.clauses.append(list(literals))

    def exactly_one(self, literals: Sequence[int]) -> None:
        self.exactly_ones.append(list(literals))

    def at_most_one(self, literals: Sequence[int]) -> None:
        self.at_most_ones.append(list(literals))

    def implies_all(self, literal: int, consequences: Sequence[int]) -> None:
        """If `literal`, then every one of `consequences`."""
        self.implications.append((literal, list(consequences)))

    def at_least(self, variables: Sequence[int], count: int, unless: int | None = None) -> None:
        """At least `count` of these variables hold (not literals), if the literal `unless` is false."""
        self.at_leasts.append((list(variables), count, unless))
