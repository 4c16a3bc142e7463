"""The rows a person reads, and how a chance is written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.dice import Chance, Dice, Manner, needs, percent, table
from planner.errors import InputError


def test_four_manners_of_one_need() -> None:
    """A need of 9: 10/36 plain, 1 - (26/36)^2 with a full re-roll, 113/216 with one die or a third die."""
    assert table(needs(9)) == (
        Chance("plain", 0, Fraction(10, 36)),
        Chance("full_reroll", 0, 1 - Fraction(26, 36) ** 2),
        Chance("one_die", 0, Fraction(113, 216)),
        Chance("drop_lowest", 0, Fraction(113, 216)),
    )


def test_modifiers_come_as_they_are_given() -> None:
    """A need of 9 at +1 is one of 8 (15/36), at -1 one of 10 (6/36); the sign the wrong way round swaps them."""
    rows = [row for row in table(needs(9), modifiers=(1, 0, -1)) if row.manner == "plain"]
    assert [(row.modifier, row.chance) for row in rows] == [
        (m, Fraction(n, 36)) for m, n in ((1, 15), (0, 10), (-1, 6))
    ]
    assert len(table(needs(9), modifiers=(1, 0, -1))) == 12


def test_manners_of_another_game() -> None:
    """The higher of two dice, four or more needed: 1 - (3/6)^2."""
    rows = table(needs(4), manners=[Manner("keep_one", "2D6, the higher counts", dice=Dice(keep=1))])
    assert rows == (Chance("keep_one", 0, Fraction(3, 4)),)


def test_each_total_is_asked_once_for_each_kind_of_dice() -> None:
    """2D6 and 3D6 drop lowest, at 0 and +1: totals 2 to 13, twice; a question per row would be asked 88 times."""
    asked: list[int] = []

    def works(total: int) -> bool:
        asked.append(total)
        return total % 2 == 0

    table(works, modifiers=(0, 1))
    assert asked == [*range(2, 14), *range(2, 14)]


@pytest.mark.parametrize(
    ("chance", "digits", "written"),
    [
        (Fraction(10, 36), 1, "27.8%"),
        (Fraction(10, 36), 0, "28%"),
        (Fraction(10, 36), 3, "27.778%"),
        (Fraction(1, 8), 0, "13%"),
        (Fraction(1, 400), 1, "0.3%"),
        (Fraction(3, 100), 2, "3.00%"),
        (Fraction(0), 1, "0.0%"),
        (Fraction(1), 1, "100.0%"),
        (Fraction(0), 0, "0%"),
        (Fraction(1), 0, "100%"),
        (Fraction(1, 3000), 1, "<0.1%"),
        (Fraction(2999, 3000), 1, ">99.9%"),
        (Fraction(1295, 1296), 0, ">99%"),
        (Fraction(1, 1296), 0, "<1%"),
        (Fraction(1295, 1296), 1, "99.9%"),
    ],
)
def test_percent(chance: Fraction, digits: int, written: str) -> None:
    """Halves go up (12.5 to 13, where a float's own rounding gives 12); what is possible is never written as never."""
    assert percent(chance, digits) == written


@given(st.fractions(0, 1), st.integers(0, 4))
def test_what_is_written_is_near(chance: Fraction, digits: int) -> None:
    """Read back, a percentage is within half of its last digit, or on the side that its sign says."""
    written = percent(chance, digits)
    value = Fraction(written.strip("<>%")) / 100
    if written.startswith("<"):
        assert 0 < chance < value
    elif written.startswith(">"):
        assert value < chance < 1
    else:
        assert abs(value - chance) <= Fraction(1, 200 * 10**digits)
        assert (value in (0, 1)) == (chance in (0, 1))


@pytest.mark.parametrize(("chance", "digits"), [(Fraction(-1, 36), 1), (Fraction(37, 36), 1), (Fraction(1, 2), -1)])
def test_what_is_no_chance_is_refused(chance: Fraction, digits: int) -> None:
    """A chance above 1 is a miscount somewhere and must not be printed."""
    with pytest.raises(InputError, match="from 0 to 1"):
        percent(chance, digits)
