"""What `planner.api.odds` gives: for every set of targets the least roll that works, and the chance of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from planner.units import to_inches
from planner.world.answer import Answer, Reason, reason_dict

Word = Literal["possible", "never", "open"]


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A chance under one manner of rolling and one modifier; `low` below `high` where some roll is undecided."""

    manner: str
    modifier: int
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class TargetSet:
    """One set of targets.

    `least` (units): the least roll at which there is a plan, `answer`; None if there is none up to the greatest.
    `open_rolls` (inches): lower rolls at which neither plan nor proof was found. `below`: why the roll below fails, or
    why none works. `rolls` (inches): those with a plan, where it is not every one from
    the least on. `chances`: that exactly this set can be charged; `or_more`: this set or a larger one with it in.
    """

    targets: tuple[str, ...]
    word: Word
    least: int | None
    open_rolls: tuple[int, ...]
    below: tuple[Reason, ...]
    answer: Answer | None
    chances: tuple[Likelihood, ...]
    or_more: tuple[Likelihood, ...]
    rolls: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a unit's charge: a row per set, most targets first, and the best legal set for each roll (inches)."""

    ruleset: str
    unit: str
    rows: tuple[TargetSet, ...]
    best_by_roll: tuple[tuple[int, tuple[str, ...]], ...]
    left_out: tuple[str, ...] = ()
    elapsed_s: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Give the odds as plain JSON values (``charge-odds/1``); chances as exact fractions and percent."""
        return {
            "format": "charge-odds/1",
            "ruleset": self.ruleset,
            "unit": self.unit,
            "sets": [_row(row) for row in self.rows],
            "best_by_roll": [{"roll_in": roll, "targets": list(targets)} for roll, targets in self.best_by_roll],
            "left_out": list(self.left_out),
            "elapsed_s": self.elapsed_s,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Give the odds as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)


def _row(row: TargetSet) -> dict[str, Any]:
    return {
        "targets": list(row.targets),
        "word": row.word,
        "least_roll_in": None if row.least is None else to_inches(row.least),
        "open_rolls_in": list(row.open_rolls),
        "rolls_in": list(row.rolls),
        "below": [reason_dict(reason) for reason in row.below],
        "chances": [_likelihood(one) for one in row.chances],
        "or_more": [_likelihood(one) for one in row.or_more],
        "answer": None if row.answer is None else row.answer.to_dict(),
    }


def _likelihood(one: Likelihood) -> dict[str, Any]:
    return {
        "manner": one.manner,
        "modifier": one.modifier,
        "low": str(one.low),
        "high": str(one.high),
        "low_percent": round(float(100 * one.low), 4),
        "high_percent": round(float(100 * one.high), 4),
    }
