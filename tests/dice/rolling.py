"""The same chances by brute force: every roll in order, and every second roll after it. Shares nothing but `Dice`."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from planner.dice import Dice


def every_roll(count: int, sides: int) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=count))


def is_good(faces: tuple[int, ...], dice: Dice, works: Collection[int], modifier: int) -> bool:
    """Add the highest dice one by one, then the modifier, and look the total up."""
    left = list(faces)
    total = 0
    for _ in range(dice.keep):
        total += max(left)
        left.remove(max(left))
    final = total + modifier
    return (final if final > 0 else 0) in works


def share(good: list[bool]) -> Fraction:
    return Fraction(sum(good), len(good))


def after_first(faces: tuple[int, ...], dice: Dice, works: Collection[int], modifier: int, reroll: str) -> Fraction:
    """The best the player can do once these dice lie there: keep them, or any re-roll there is."""
    choices = [Fraction(is_good(faces, dice, works, modifier))]
    if reroll == "full":
        choices.append(share([is_good(new, dice, works, modifier) for new in every_roll(dice.count, dice.sides)]))
    if reroll == "one_die":
        for index in range(dice.count):
            seconds = [(*faces[:index], new, *faces[index + 1 :]) for new in range(1, dice.sides + 1)]
            choices.append(share([is_good(second, dice, works, modifier) for second in seconds]))
    return max(choices)


def by_brute_force(works: Collection[int], dice: Dice, modifier: int, reroll: str) -> Fraction:
    firsts = every_roll(dice.count, dice.sides)
    return sum((after_first(faces, dice, works, modifier, reroll) for faces in firsts), Fraction(0)) / len(firsts)


@st.composite
def some_dice(draw: st.DrawFn) -> Dice:
    """One to three dice of one to six sides, any number of them kept: at most 216 first rolls."""
    count = draw(st.integers(1, 3))
    return Dice(count=count, sides=draw(st.integers(1, 6)), keep=draw(st.integers(1, count)))


some_works = st.frozensets(st.integers(0, 22), max_size=12)
some_modifiers = st.integers(-8, 4)
