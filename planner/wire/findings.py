"""What ``charge-odds/1`` and ``charge-why/1`` look like: pydantic models of what the planner finds and nobody sends in.

They are written by `planner.world.Odds.to_dict` and `planner.world.Why.to_dict`, whose every field is here: a field
that may be absent has a default, any other is always written.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from planner.wire.forms import (
    AnswerForm,
    Flag,
    Form,
    JudgementForm,
    Length,
    Name,
    ReasonForm,
    Text,
    Whole,
    WitnessForm,
)

Seconds = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0)]
Fraction = Annotated[str, Field(strict=True, pattern="^[0-9]+(/[0-9]+)?$", description="exact, as 5/6, or 0 or 1")]
Percent = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=100)]
Targets = Annotated[list[Name], Field(min_length=1)]


class LikelihoodForm(Form):
    """A chance under one manner of rolling and one modifier; `low` is below `high` where some roll is undecided."""

    manner: Literal["plain", "full_reroll", "one_die", "drop_lowest", "terrain"] = Field(
        description="2D6; 2D6 with both, or one, rolled again; 3D6 without the lowest; the higher of 2D6 for terrain"
    )
    modifier: Whole = Field(description="added to the dice, inches")
    low: Fraction
    high: Fraction
    low_percent: Percent
    high_percent: Percent


class TargetSetForm(Form):
    """One set of targets."""

    targets: Targets
    word: Literal["possible", "never", "open"] = Field(description="open: at some rolls neither a plan nor a proof")
    least_roll_in: Length | None = Field(description="the least roll at which there is a plan; null: at none")
    open_rolls_in: list[Whole] = Field(description="lower rolls at which neither a plan nor a proof was found")
    rolls_in: list[Whole] = Field(
        description="rolls with a plan, where it is not every one from the least on; else empty"
    )
    below: list[ReasonForm] = Field(description="why the roll below fails; of a set that never works, why")
    chances: list[LikelihoodForm] = Field(description="that this set can be charged")
    or_more: list[LikelihoodForm] = Field(description="that this set, or a larger one with it in, can be charged")
    answer: AnswerForm | None = Field(description="the plan at the least roll")


class BestForm(Form):
    """The best legal set at one roll."""

    roll_in: Whole
    targets: list[Name] = Field(description="empty: no set")


class OddsForm(Form):
    """The least roll and the chance of every set of targets (charge-odds/1)."""

    format: Literal["charge-odds/1"]
    ruleset: Name
    unit: Name
    sets: list[TargetSetForm] = Field(description="most targets first, those that never work last")
    best_by_roll: list[BestForm]
    left_out: list[Name] = Field(description="enemy units that were not asked about, being too many")
    elapsed_s: Seconds


class BlameForm(Form):
    """One set of things that alone forbids the charge; of an answer, one thing that it breaks."""

    rules: Annotated[list[Name], Field(min_length=1)]
    units: list[Name]
    terrain: list[Name]
    models: list[Name] = Field(description="those of the charging unit that are the trouble, where it is not all")
    text: Text
    proof: Name | None = Field(description="the kind of the proof")
    minimal: Flag = Field(description="for each thing in the set there is a plan without it")
    witness: WitnessForm | None


class ChangeForm(Form):
    """One change after which the charge is legal; which of the other fields it has depends on the change."""

    change: Literal[
        "roll", "terrain_roll", "fewer_targets", "without_unit", "without_terrain", "without_model", "better_move"
    ]
    text: Text
    roll_in: Length | None = None
    target: Name | None = None
    unit: Name | None = None
    terrain: Name | None = None
    model: Name | None = None
    targets: list[Name] = Field([], description="the targets that are left")


class WhyForm(Form):
    """What is to blame for a verdict, and what would make the charge legal (charge-why/1)."""

    format: Literal["charge-why/1"]
    ruleset: Name
    unit: Name
    targets: list[Name]
    roll_in: Length | None
    options: dict[str, Any]
    verdict: Literal["legal", "impossible", "undecided", "ineligible", "refused"] = Field(
        description="refused: the answer that was handed in does not stand"
    )
    text: Text
    reasons: list[ReasonForm]
    blame: list[BlameForm] = Field(description="the smallest sets first; each forbids the charge by itself")
    complete: Flag = Field(description="whether these are all the smallest sets, as far as the proofs reach")
    nearest: list[ChangeForm]
    judgement: JudgementForm | None = Field(description="the referee's, of an answer that was handed in")
    seed: Whole
    elapsed_s: Seconds
