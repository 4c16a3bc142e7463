"""How often each total comes up, and which dice there can be."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given

from planner.dice import THREE_D6_DROP_LOWEST, TWO_D6, Dice, distribution
from planner.errors import InputError
from tests.dice.rolling import every_roll, some_dice, some_modifiers


def test_two_dice() -> None:
    """1, 2, ... 6, ... 2, 1 of 36; counting each pair of faces once, and not in both orders, gives others."""
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert distribution() == {total: Fraction(n, 36) for total, n in zip(range(2, 13), ways, strict=True)}


def test_three_dice_drop_the_lowest() -> None:
    """2 needs three ones (1 of 216), 12 two sixes or three (15 + 1); dropping the highest would swap the two."""
    made = distribution(THREE_D6_DROP_LOWEST)
    assert list(made) == list(range(2, 13))
    assert made[2] == Fraction(1, 216)
    assert made[12] == Fraction(16, 216)


def test_two_dice_keep_the_higher() -> None:
    """The higher of two dice is a six in 11 of 36 rolls, a one in 1."""
    made = distribution(Dice(keep=1))
    assert [made[face] * 36 for face in range(1, 7)] == [1, 3, 5, 7, 9, 11]


def test_what_would_be_below_nothing_is_counted_there() -> None:
    """At -4 the rolls 2, 3 and 4 make 0, 1 + 2 + 3 of 36; no total is lost and none is negative."""
    made = distribution(modifier=-4)
    assert list(made) == list(range(9))
    assert made[0] == Fraction(6, 36)


@given(some_dice(), some_modifiers)
def test_the_whole_distribution(dice: Dice, modifier: int) -> None:
    """Adds up to exactly 1, and every total comes up as often as in the list of all rolls."""
    made = distribution(dice, modifier)
    counted = Counter(max(0, sum(sorted(r)[::-1][: dice.keep]) + modifier) for r in every_roll(dice.count, dice.sides))
    assert sum(made.values()) == 1
    assert made == {total: Fraction(n, dice.sides**dice.count) for total, n in counted.items()}


@given(some_dice())
def test_every_total_comes_up(dice: Dice) -> None:
    """`totals` promises what can be rolled: one too many or too few would be asked, or never asked."""
    assert list(dice.totals()) == list(distribution(dice))


def test_dice_are_written_as_players_do() -> None:
    """The kept dice are named only where some are not."""
    assert str(TWO_D6) == "2D6"
    assert str(THREE_D6_DROP_LOWEST) == "3D6, the highest 2 kept"


def test_dice_that_cannot_be_are_refused_at_once() -> None:
    """All faults of one, not only the first; keeping none or more than are rolled would count something else."""
    with pytest.raises(InputError) as refused:
        Dice(count=0, sides=0, keep=0)
    assert [fault.where for fault in refused.value.faults] == ["dice.count", "dice.sides", "dice.keep"]
    for keep in (0, 3):
        with pytest.raises(InputError, match=r"dice\.keep"):
            Dice(keep=keep)


def test_odds_know_no_table() -> None:
    """Of this package only the errors are loaded with the odds; a fresh interpreter tells."""
    code = "import sys, planner.dice; print(*sorted(n for n in sys.modules if n.startswith('planner.')))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert [name for name in loaded if not name.startswith("planner.dice")] == ["planner.errors"]
