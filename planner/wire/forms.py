"""What the files look like: pydantic models of ``charge-scenario/1`` and ``charge-answer/1``.

They say which fields there are, of which type and size; `planner.wire.published` makes JSON Schemas from them. What
takes more than one field to decide (ids, overlaps, the ruleset's words) is in `planner.wire.scenario`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

GREATEST_IN = 1000
"""No length in a file is greater (inches): a table of 25 metres is a slip of the pen."""

Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Length = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=GREATEST_IN)]
Size = Annotated[float, Field(strict=True, allow_inf_nan=False, gt=0, le=GREATEST_IN)]
Coordinate = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-GREATEST_IN, le=GREATEST_IN)]
Whole = Annotated[int, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Text = Annotated[str, Field(strict=True)]
Name = Annotated[str, Field(strict=True, min_length=1)]
Position = Annotated[list[Coordinate], Field(min_length=2, max_length=2, description="[x, y] in inches")]
PathPoint = Annotated[
    list[Coordinate], Field(min_length=2, max_length=3, description="[x, y] in inches or [x, y, facing_deg]")
]


class Form(BaseModel):
    """Unknown fields are faults everywhere. Built on first use, for a quick start."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class RoundBaseForm(Form):
    shape: Literal["round"]
    diameter_mm: Size


class OvalBaseForm(Form):
    """Full axes, the length along the facing."""

    shape: Literal["oval"]
    length_mm: Size
    width_mm: Size


class RectBaseForm(Form):
    """The length along the facing."""

    shape: Literal["rect"]
    length_mm: Size
    width_mm: Size


class HullBaseForm(Form):
    """A polygon around the model's centre, at facing 0."""

    shape: Literal["hull"]
    outline_mm: Annotated[list[Position], Field(min_length=3)]


BaseForm = Annotated[RoundBaseForm | OvalBaseForm | RectBaseForm | HullBaseForm, Field(discriminator="shape")]


class ModelForm(Form):
    """A position is the centre of the base; it may be absent only where the unit is off the board."""

    id: Name
    at: Position | None = None
    base: BaseForm | None = Field(None, description="overrides the unit's base; one of both must be there")
    facing_deg: Number = Field(0.0, description="counter-clockwise, 0 = facing +x")


class StateForm(Form):
    """What happened to the unit this turn."""

    advanced: Flag = False
    fell_back: Flag = False
    fleeing: Flag = False
    off_board: Flag = False
    declared: Flag = False
    started_action: Flag = False
    disembarked: Flag = False
    set_up_oversized: Flag = False
    stationary_fire: Flag = False
    locked: Flag = False
    may_not_charge: Flag = False
    shot_at: list[Name] = Field([], description="ids of the units it shot at")
    assault_range_in: Length | None = None
    move_in: Length | None = None


class UnitForm(Form):
    id: Name
    side: Name
    keywords: list[Name] = []
    base: BaseForm | None = None
    models: list[ModelForm] = Field([], description="may be absent only where the unit is off the board")
    state: StateForm = StateForm.model_construct()


class DiscForm(Form):
    at: Position
    radius_in: Size


class TerrainForm(Form):
    """A piece of terrain has either a polygon or a circle."""

    id: Name
    kind: Literal["impassable", "difficult", "dense", "light", "exposed", "obstacle"]
    polygon: Annotated[list[Position], Field(min_length=3)] | None = None
    circle: DiscForm | None = None
    height_in: Length | None = Field(None, description="absent: without end")


class BoardForm(Form):
    width_in: Size
    height_in: Size


class ChargeForm(Form):
    """The question. Each ruleset says which of the further fields it reads."""

    unit: Name
    targets: Annotated[list[Name], Field(min_length=1)] | None = Field(None, description="absent: every set is asked")
    roll_in: Length | None = Field(None, description="the distance after all modifiers; absent: the least that works")
    kind: Literal["charge", "counter"] = "charge"
    primary: Name | None = None
    terrain_roll: Length | None = None
    against: Name | None = None
    added_targets: list[Name] = []
    options: dict[str, Any] = Field({}, description="ruleset switches by name")


class ScenarioForm(Form):
    """A table and a question about one charge on it (charge-scenario/1)."""

    format: Literal["charge-scenario/1"]
    ruleset: Name
    description: Text = ""
    board: BoardForm
    terrain: list[TerrainForm] = []
    units: Annotated[list[UnitForm], Field(min_length=1)]
    charge: ChargeForm


class MoveForm(Form):
    """One model's move; of a move written by hand only the model and the path must be there."""

    model: Name
    path: Annotated[list[PathPoint], Field(min_length=1)]
    order: Annotated[int, Field(strict=True, ge=1)] | None = Field(None, description="absent: as listed")
    length_in: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0)] | None = None
    facing_deg: Number | None = None
    engages: list[Name] = []
    contacts: list[Name] = []


class GoalForm(Form):
    name: Name
    value: Number
    bound: Number | None = None


class WitnessForm(Form):
    """A better move that shows an "if able" breach."""

    model: Name
    path: Annotated[list[PathPoint], Field(min_length=1)]


class ViolationForm(Form):
    rule: Name
    text: Text = ""
    models: list[Name] = []
    units: list[Name] = []
    measured_in: Number | None = None
    allowed_in: Number | None = None
    witness: WitnessForm | None = None


class JudgementForm(Form):
    legal: Flag
    violations: list[ViolationForm] = []
    warnings: list[Text] = []
    duties: Text = "none found"


class ReasonForm(Form):
    rule: Name
    text: Text = ""
    units: list[Name] = []
    models: list[Name] = []
    terrain: list[Name] = []
    numbers: dict[str, Number] = {}


class ProofForm(BaseModel):
    """How an "impossible" was proved: its kind, and what that kind needs to be run again.

    `split`, of a proof over cells: the squares that were split, as middle (x, y), half side and base radius in
    fifths of a micrometre (1/127000 inch).
    """

    model_config = ConfigDict(extra="allow", defer_build=True)

    kind: Name
    split: list[tuple[int, int, int, int]] = []


class AnswerForm(Form):
    """The answer to one question (charge-answer/1); by hand: format, unit and moves.

    What is absent of targets and roll is the scenario's.
    """

    format: Literal["charge-answer/1"]
    unit: Name
    targets: list[Name] = Field([], description="absent: the scenario's")
    roll_in: Length | None = Field(None, description="absent: the scenario's")
    moves: list[MoveForm] = []
    locked: list[Name] = Field(
        [], description="targets in contact after the move; the charging unit is locked with them"
    )
    not_contacted: list[Name] = Field([], description="targets that were declared and not reached")
    declaration: list[MoveForm] = Field([], description="moves that reach every target, as they stood at declaration")
    ruleset: Text | None = None
    options: dict[str, Any] = {}
    primary: Name | None = None
    terrain_roll: Length | None = None
    verdict: Literal["legal", "impossible", "undecided", "ineligible"] = "legal"
    goals: list[GoalForm] = []
    judgement: JudgementForm | None = None
    reasons: list[ReasonForm] = []
    proof: ProofForm | None = None
    seed: Whole = 0
    elapsed_s: Number = 0.0
