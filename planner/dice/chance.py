"""The chance that a roll works, where the player sees the dice and then re-rolls if that helps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from typing import Literal, get_args

from planner.dice.dice import TWO_D6, Dice, Faces, modified, rolls
from planner.errors import Fault, InputError

Works = Collection[int] | Callable[[int], bool]
"""Which final totals work: all of them listed, or a question about one (asked once per total, lowest first)."""

Reroll = Literal["none", "full", "one_die"]
"""Nothing again; all dice together, once; one die of the player's choice, once."""


def needs(least: int | Fraction) -> Callable[[int], bool]:
    """Give the question whether a total is at least `least`, which need not be a whole number (a gap in inches)."""
    return lambda total: total >= least


def chance(works: Works, dice: Dice = TWO_D6, modifier: int = 0, reroll: Reroll = "none") -> Fraction:
    """Give the chance that the final total, after modifiers, is one that works.

    The player re-rolls when the first roll does not work and never otherwise, knows the modifier when choosing, and
    with ``one_die`` takes the die that is most likely to mend the roll; a die that would have been dropped may be
    re-rolled too. What works may be any set, gaps in it included: chances are counted over all dice, not read off a
    least total. No die is rolled a third time.

    Rule: ``wh40k-11e`` 01.05.02 and 15.02 re-roll a charge roll in full, before modifiers; one die alone is for
    abilities that say so. An unmodified 2 needs no word here: what is within 2" is already engaged.
    """
    if reroll not in get_args(Reroll):
        raise InputError([Fault("reroll", repr(reroll), " or ".join(get_args(Reroll)))])
    finals = working_totals(works, dice, (modifier,))
    working = frozenset(total for total in dice.totals() if modified(total, modifier) in finals)
    first = _first_roll(working, dice)
    if reroll == "full":
        return first + (1 - first) * first
    if reroll == "one_die":
        return first + _mended(working, dice)
    return first


def working_totals(works: Works, dice: Dice, modifiers: Collection[int]) -> frozenset[int]:
    """Give those final totals, of all that these dice can have under these modifiers, that work."""
    possible = sorted({modified(total, modifier) for total in dice.totals() for modifier in modifiers})
    if callable(works):
        return frozenset(total for total in possible if works(total))
    return frozenset(total for total in possible if total in works)


def _first_roll(working: frozenset[int], dice: Dice) -> Fraction:
    """The chance that the dice, unmodified, show a total of this set."""
    good = sum(ways for faces, ways in rolls(dice) if dice.total(faces) in working)
    return Fraction(good, dice.sides**dice.count)


def _mended(working: frozenset[int], dice: Dice) -> Fraction:
    """The chance that the first roll is not of this set, and is after re-rolling the die that is best to re-roll."""
    good = 0
    for faces, ways in rolls(dice):
        if dice.total(faces) not in working:
            good += ways * max(_mending_faces(kept, working, dice) for kept in _without_one(faces))
    return Fraction(good, dice.sides ** (dice.count + 1))


def _without_one(faces: Faces) -> Iterator[Faces]:
    """What stays on the table, for every die that may be picked up."""
    return (faces[:index] + faces[index + 1 :] for index in range(len(faces)))


def _mending_faces(kept: Faces, working: frozenset[int], dice: Dice) -> int:
    """How many faces of the die in hand give a total of this set, beside the dice on the table."""
    return sum(dice.total((*kept, face)) in working for face in range(1, dice.sides + 1))
