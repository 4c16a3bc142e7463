"""Exact chances of dice: which totals come up how often, and what a re-roll is worth. It knows no tables.

Whoever asks says which totals work, as a collection or as a question about one total (`needs` asks for "at least").
Chances are fractions throughout; `percent` writes one for a person.

A chance never falls when more totals work. So where it is unknown whether some totals work, the chance without them and
the chance with them hold the truth between them.
"""

from planner.dice.chance import Reroll, Works, chance, needs
from planner.dice.dice import THREE_D6_DROP_LOWEST, TWO_D6, Dice, distribution
from planner.dice.table import MANNERS, Chance, Manner, percent, table

__all__ = [
    "MANNERS",
    "THREE_D6_DROP_LOWEST",
    "TWO_D6",
    "Chance",
    "Dice",
    "Manner",
    "Reroll",
    "Works",
    "chance",
    "distribution",
    "needs",
    "percent",
    "table",
]
