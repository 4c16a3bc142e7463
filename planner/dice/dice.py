"""Dice that are rolled together, the highest of which count, and how often each total comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

from planner.errors import Fault, InputError

Faces = tuple[int, ...]
"""What the dice show, lowest first."""


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice of `sides` sides, of which the `keep` highest are added up."""

    count: int = 2
    sides: int = 6
    keep: int = 2

    def __post_init__(self) -> None:
        faults = []
        if self.count < 1:
            faults.append(Fault("dice.count", str(self.count), "a whole number from 1"))
        if self.sides < 1:
            faults.append(Fault("dice.sides", str(self.sides), "a whole number from 1"))
        if not 1 <= self.keep <= max(self.count, 1):
            faults.append(Fault("dice.keep", str(self.keep), "from 1 to the number of dice"))
        if faults:
            raise InputError(faults)

    def __str__(self) -> str:
        thrown = f"{self.count}D{self.sides}"
        return thrown if self.keep == self.count else f"{thrown}, the highest {self.keep} kept"

    def total(self, faces: Sequence[int]) -> int:
        """Give the sum of the dice that are kept, before modifiers."""
        return sum(sorted(faces)[-self.keep :])

    def totals(self) -> range:
        """Give every total there can be, before modifiers: all the kept dice ones, to all of them at their highest."""
        return range(self.keep, self.keep * self.sides + 1)


TWO_D6 = Dice()
THREE_D6_DROP_LOWEST = Dice(count=3)


def modified(total: int, modifier: int) -> int:
    """Give the total after modifiers; a modified roll is never below 0."""
    return max(0, total + modifier)


@cache
def rolls(dice: Dice) -> tuple[tuple[Faces, int], ...]:
    """Give everything the dice can show, each with the number of ways it comes up, out of ``sides ** count``.

    Dice that show the same faces in another order are one entry: 21 instead of 36 for two six-sided dice.
    """
    every = combinations_with_replacement(range(1, dice.sides + 1), dice.count)
    return tuple((faces, _orders(faces)) for faces in every)


def _orders(faces: Faces) -> int:
    ways = factorial(len(faces))
    for times in Counter(faces).values():
        ways //= factorial(times)
    return ways


def distribution(dice: Dice = TWO_D6, modifier: int = 0) -> dict[int, Fraction]:
    """Give the chance of every total after modifiers, lowest total first; the chances add up to exactly 1.

    Totals that a negative modifier takes below 0 are counted at 0.
    """
    ways: Counter[int] = Counter()
    for faces, times in rolls(dice):
        ways[modified(dice.total(faces), modifier)] += times
    return {total: Fraction(ways[total], dice.sides**dice.count) for total in sorted(ways)}
