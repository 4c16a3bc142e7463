"""The chances of one need in every manner of rolling for it, as rows for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.dice.chance import Reroll, Works, chance, working_totals
from planner.dice.dice import THREE_D6_DROP_LOWEST, TWO_D6, Dice
from planner.errors import Fault, InputError


@dataclass(frozen=True, slots=True)
class Manner:
    """A manner of rolling: its name in files, what a person reads, the dice and the re-roll."""

    name: str
    words: str
    dice: Dice = TWO_D6
    reroll: Reroll = "none"


MANNERS = (
    Manner("plain", "2D6"),
    Manner("full_reroll", "2D6, both dice may be re-rolled", reroll="full"),
    Manner("one_die", "2D6, one die may be re-rolled", reroll="one_die"),
    Manner("drop_lowest", "3D6, the lowest dropped", dice=THREE_D6_DROP_LOWEST),
)


@dataclass(frozen=True, slots=True)
class Chance:
    """A row: the name of the manner, the modifier, and the exact chance."""

    manner: str
    modifier: int
    chance: Fraction


def table(works: Works, modifiers: Sequence[int] = (0,), manners: Sequence[Manner] = MANNERS) -> tuple[Chance, ...]:
    """Give the chance of every modifier, as they are given, in every manner.

    A question `works` is asked once per final total for each kind of dice, not once per row.
    """
    kinds = dict.fromkeys(manner.dice for manner in manners)
    finals = {dice: working_totals(works, dice, modifiers) for dice in kinds}
    return tuple(
        Chance(manner.name, modifier, chance(finals[manner.dice], manner.dice, modifier, manner.reroll))
        for modifier in modifiers
        for manner in manners
    )


def percent(fraction: Fraction, digits: int = 1) -> str:
    """Write a chance in percent, halves rounded up; the rounding is exact.

    Only what never happens is written as 0 and only what always happens as 100, so that nobody reads a small chance as
    none: 1/3000 is ``<0.1%``, 2999/3000 is ``>99.9%``.
    """
    if not 0 <= fraction <= 1 or digits < 0:
        raise InputError([Fault("chance", f"{fraction} to {digits} digits", "from 0 to 1, to 0 or more digits")])
    scale = 10**digits
    steps = (fraction * 100 * scale * 2 + 1) // 2
    if steps == 0 and fraction > 0:
        return f"<{_decimal(1, digits)}%"
    if steps == 100 * scale and fraction < 1:
        return f">{_decimal(steps - 1, digits)}%"
    return f"{_decimal(steps, digits)}%"


def _decimal(steps: int, digits: int) -> str:
    """Write `steps` of the last digit as a decimal number."""
    whole, rest = divmod(steps, 10**digits)
    return f"{whole}.{rest:0{digits}d}" if digits else str(whole)
