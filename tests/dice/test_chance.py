"""Chances against brute force over all rolls, against the published figures, and by their laws."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from planner.dice import THREE_D6_DROP_LOWEST, TWO_D6, Dice, Reroll, chance, needs, percent
from planner.errors import InputError
from tests.dice.rolling import by_brute_force, some_dice, some_modifiers, some_works

REROLLS: tuple[Reroll, ...] = ("none", "full", "one_die")

PLAIN = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1}
"""Of the 36 rolls of 2D6, how many are at least this: 1 for 12, 2 more for 11, 3 more for 10, ..."""
ONE_DIE = {2: 216, 3: 215, 4: 212, 5: 205, 6: 193, 7: 174, 8: 147, 9: 113, 10: 77, 11: 43, 12: 16}
"""Of the 216 rolls of 2D6 and a third die in place of the lower: for 12, 6 x 1 (double six) + 10 x 1 (a single six)."""


@pytest.mark.parametrize("least", range(2, 13))
def test_a_plain_roll(least: int) -> None:
    """A table read from the wrong end, or "more than" for "at least", differs in every row."""
    assert chance(needs(least)) == Fraction(PLAIN[least], 36)


@pytest.mark.parametrize("least", range(2, 13))
def test_a_full_reroll(least: int) -> None:
    """Two tries, each independent: 1 - (1 - p)^2. Re-rolling what works already, or one die only, gives less."""
    p = Fraction(PLAIN[least], 36)
    assert chance(needs(least), reroll="full") == 1 - (1 - p) ** 2


@pytest.mark.parametrize("least", range(2, 13))
def test_one_die_over_all_216(least: int) -> None:
    """The whole table of the best single die, as fractions, against 36 first rolls x every die x 6 faces."""
    made = chance(needs(least), reroll="one_die")
    assert made == Fraction(ONE_DIE[least], 216)
    assert made == by_brute_force(range(least, 13), TWO_D6, 0, "one_die")


@pytest.mark.parametrize(("least", "figure"), [(8, "68.1%"), (9, "52.3%"), (10, "35.6%"), (12, "7.4%")])
def test_published_figures_of_the_best_single_die(least: int, figure: str) -> None:
    """The figures as players quote them; picking up the higher die would give less."""
    assert percent(chance(needs(least), reroll="one_die")) == figure


@pytest.mark.parametrize(("least", "figure"), [(7, "82.6%"), (8, "66.0%"), (9, "47.8%"), (10, "30.6%")])
def test_published_figures_of_the_full_reroll(least: int, figure: str) -> None:
    """9 is the charge out of deep strike: 27.8% becomes 47.8%."""
    assert percent(chance(needs(least), reroll="full")) == figure


def test_the_higher_die_is_picked_up_where_that_is_better() -> None:
    """Only a 2 works: of (1, 6) the six must go. 1/36 at once, 10 rolls with a single one mend by 1/6: 16/216."""
    assert chance([2], reroll="one_die") == Fraction(16, 216)


def test_a_set_with_a_gap() -> None:
    """2 and 12 work: 2/36 at once; 18 of the rest show a 1 or a 6 and mend by 1/6; 4x4 rolls are beyond help."""
    assert chance({2, 12}, reroll="one_die") == Fraction(2, 36) + Fraction(18, 36 * 6)
    assert chance({2, 12}, reroll="full") == 1 - Fraction(34, 36) ** 2


def test_a_dropped_die_may_be_picked_up() -> None:
    """3D6 drop lowest, exactly 12 needed, one die again: of 6, x, y any lower die, so 16/216 + 75/216 x 1/6."""
    # two sixes or more: 15 + 1 rolls; exactly one six: 3 x 25 rolls
    made = chance([12], THREE_D6_DROP_LOWEST, reroll="one_die")
    assert made == Fraction(16, 216) + Fraction(75, 216 * 6)


@pytest.mark.parametrize("least", range(2, 13))
def test_a_third_die_is_worth_one_die_again(least: int) -> None:
    """For "at least", the best two of three are the better of the first two and the higher one with the third."""
    assert chance(needs(least), THREE_D6_DROP_LOWEST) == chance(needs(least), reroll="one_die")


def test_a_modifier_moves_the_need() -> None:
    """A roll of 2 with +1 makes 3, enough for a gap of 2.9: every roll is. Without it only the 2 falls short: 35/36."""
    gap = needs(Fraction("2.9"))
    assert chance(gap, modifier=1) == 1
    assert chance(gap) == Fraction(35, 36)


def test_flying_over_costs_two() -> None:
    """At -2, a gap of 7.0 wants a 9 (10 of 36) and a gap of 7.5 a 10 (6 of 36)."""
    assert chance(needs(7), modifier=-2) == Fraction(10, 36)
    assert chance(needs(Fraction("7.5")), modifier=-2) == Fraction(6, 36)


def test_set_up_just_outside_eight_needs_nine() -> None:
    """A gap of 8.05 is out of reach of an 8; a float in between must not round it in."""
    assert chance(needs(Fraction("8.05"))) == Fraction(10, 36)


def test_below_nothing_is_nothing() -> None:
    """At -3 the rolls 2 and 3 both make 0, so 0 works three times in 36, and -1 never comes up."""
    assert chance([0], modifier=-3) == Fraction(3, 36)
    assert chance([-1], modifier=-3) == 0


@pytest.mark.parametrize("reroll", REROLLS)
def test_never_and_always(reroll: Reroll) -> None:
    """Nothing works: no re-roll helps. All works: none is needed; a re-roll of good dice would show in neither."""
    assert chance((), reroll=reroll) == 0
    assert chance(range(2, 13), reroll=reroll) == 1


@given(some_works, some_dice(), some_modifiers)
def test_brute_force_agrees(works: frozenset[int], dice: Dice, modifier: int) -> None:
    """Any set, dice and modifier: all rolls in order, all second rolls, the best choice for each; as fractions."""
    for reroll in REROLLS:
        assert chance(works, dice, modifier, reroll) == by_brute_force(works, dice, modifier, reroll)


@given(some_works, some_works, some_dice(), some_modifiers)
def test_more_totals_never_make_it_less(a: frozenset[int], b: frozenset[int], dice: Dice, modifier: int) -> None:
    """What works for a alone works for a and b; a choice that is tuned to the wrong set would fall behind."""
    for reroll in REROLLS:
        assert chance(a, dice, modifier, reroll) <= chance(a | b, dice, modifier, reroll)


@given(some_works, some_dice(), some_modifiers)
def test_a_reroll_never_hurts(works: frozenset[int], dice: Dice, modifier: int) -> None:
    """The player may always let the dice lie; and no chance leaves 0 to 1."""
    plain = chance(works, dice, modifier)
    assert 0 <= plain <= chance(works, dice, modifier, "full") <= 1
    assert plain <= chance(works, dice, modifier, "one_die") <= 1


@given(some_works, some_dice(), some_modifiers)
def test_works_or_does_not(works: frozenset[int], dice: Dice, modifier: int) -> None:
    """The chances of a set, given as a list, and of all else, given as a question, add up to 1."""
    assert chance(works, dice, modifier) + chance(lambda total: total not in works, dice, modifier) == 1


def test_a_question_is_asked_once_per_total() -> None:
    """A question may be costly (a charge planned): 11 totals of 2D6, lowest first, re-roll or not."""
    asked: list[int] = []

    def works(total: int) -> bool:
        asked.append(total)
        return total >= 7

    chance(works, reroll="one_die")
    assert asked == list(range(2, 13))


def test_an_unknown_reroll_is_refused() -> None:
    """A misspelt re-roll must not be counted as none."""
    with pytest.raises(InputError, match=r"reroll: found 'all'; allowed: none or full or one_die"):
        chance(needs(7), reroll="all")  # type: ignore[arg-type]
