"""What `planner.api.why` gives: the smallest sets to blame, and the nearest changes that make the charge legal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from planner.units import to_inches
from planner.world.answer import Judgement, Reason, Verdict, Witness, judgement_dict, reason_dict, witness_dict

ChangeKind = Literal[
    "roll", "terrain_roll", "fewer_targets", "without_unit", "without_terrain", "without_model", "better_move"
]


@dataclass(frozen=True, slots=True)
class Blame:
    """One set that alone forbids the charge, whatever becomes of everything else on the table.

    `rules`: ruleset keys. `units`: targets, other enemies and friends in the set. `models`: those of the charging unit
    that are the trouble, where it is not all of them. `proof`: the kind of proof. `is_minimal`: for each thing in the
    set a plan was found without it (the rest of the set kept); else it may be that a smaller set would do.
    """

    rules: tuple[str, ...]
    text: str
    units: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    proof: str | None = None
    is_minimal: bool = False
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One change after which the charge is legal; shown by a plan that the referee passed.

    `targets` are those that are left, where the change is one of targets; `roll` in units.
    """

    change: ChangeKind
    text: str
    roll: int | None = None
    target: str | None = None
    unit: str | None = None
    terrain: str | None = None
    model: str | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """Why a charge is what it is (``charge-why/1``).

    `verdict`: that of the question; of an answer that was handed in and does not stand, ``refused``. `is_complete`:
    every smallest set was found, as far as the proofs reach.
    """

    ruleset: str
    unit: str
    targets: tuple[str, ...]
    roll: int | None
    verdict: Verdict | Literal["refused"]
    text: str
    reasons: tuple[Reason, ...] = ()
    blame: tuple[Blame, ...] = ()
    nearest: tuple[Change, ...] = ()
    is_complete: bool = True
    judgement: Judgement | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    elapsed_s: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain JSON values, lengths in inches."""
        return {
            "format": "charge-why/1",
            "ruleset": self.ruleset,
            "unit": self.unit,
            "targets": list(self.targets),
            "roll_in": None if self.roll is None else to_inches(self.roll),
            "options": dict(self.options),
            "verdict": self.verdict,
            "text": self.text,
            "reasons": [reason_dict(reason) for reason in self.reasons],
            "blame": [_blame(blame) for blame in self.blame],
            "complete": self.is_complete,
            "nearest": [_change(change) for change in self.nearest],
            "judgement": None if self.judgement is None else judgement_dict(self.judgement),
            "seed": self.seed,
            "elapsed_s": self.elapsed_s,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Give it as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)


def _blame(blame: Blame) -> dict[str, Any]:
    return {
        "rules": list(blame.rules),
        "units": list(blame.units),
        "terrain": list(blame.terrain),
        "models": list(blame.models),
        "text": blame.text,
        "proof": blame.proof,
        "minimal": blame.is_minimal,
        "witness": None if blame.witness is None else witness_dict(blame.witness),
    }


def _change(change: Change) -> dict[str, Any]:
    """Give only the fields that the change has."""
    said = {"target": change.target, "unit": change.unit, "terrain": change.terrain, "model": change.model}
    roll = {} if change.roll is None else {"roll_in": to_inches(change.roll)}
    given = {name: value for name, value in said.items() if value is not None}
    left = {"targets": list(change.targets)} if change.targets else {}
    return {"change": change.change, "text": change.text, **roll, **given, **left}
