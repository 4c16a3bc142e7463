"""What is said in return: `Answer`, with moves, judgement, goals, reasons. Lengths in lattice units.

`Answer.to_dict` is the one writer of ``charge-answer/1``; `planner.wire` reads it back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from planner.shapes import Point
from planner.units import to_inches

Verdict = Literal["legal", "impossible", "undecided", "ineligible"]


@dataclass(frozen=True, slots=True)
class Move:
    """One model's move: its path starts where the model stands; one point means it stays.

    `order` from 1. `length` is the length as reported (units, may be fractional); the referee measures
    the path itself. `engages`: target units in engagement range at the end; `contacts`: enemy models touched.
    """

    model: str
    order: int
    path: tuple[Point, ...]
    length: float = 0.0
    facing_deg: float = 0.0
    engages: tuple[str, ...] = ()
    contacts: tuple[str, ...] = ()

    @property
    def end(self) -> Point:
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Plan:
    """A move for every model of the charging unit.

    Where rules have a primary target, `primary` names it. `terrain_roll` (units): the cap that the roll for difficult
    terrain set; None: nobody has rolled. `declaration`: moves that contacted every target when the charge was declared,
    where these do not.
    """

    unit: str
    targets: tuple[str, ...]
    roll: int
    moves: tuple[Move, ...]
    primary: str | None = None
    terrain_roll: int | None = None
    declaration: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal's value in this plan, and a bound on it over the whole table, or None."""

    name: str
    value: float
    bound: float | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """A better move that shows an "if able" breach: that model, by this path, all others as they are."""

    model: str
    path: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. `rule` is the ruleset key; `measured` and `allowed` in units where they are lengths."""

    rule: str
    text: str
    models: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    measured: float | None = None
    allowed: float | None = None
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the referee says of a plan.

    `warnings` are no violations (a length that was reported wrongly). `duties` says how far the "if able"
    duties were looked into: ``"none found"`` when no witness was found or handed over, ``"breached"`` when one was
    judged to hold, ``"none asked"`` for a claim without moves.
    """

    legal: bool
    violations: tuple[Violation, ...] = ()
    warnings: tuple[str, ...] = ()
    duties: str = "none found"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: the rule key, a sentence for a player, and who is concerned. `numbers` are in inches or counts."""

    rule: str
    text: str
    units: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    numbers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """How an ``impossible`` was proved: its kind and what is needed to run it again."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question (``charge-answer/1``)."""

    ruleset: str
    unit: str
    targets: tuple[str, ...]
    roll: int | None
    verdict: Verdict
    moves: tuple[Move, ...] = ()
    goals: tuple[Goal, ...] = ()
    judgement: Judgement | None = None
    reasons: tuple[Reason, ...] = ()
    proof: Proof | None = None
    seed: int = 0
    elapsed_s: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)
    primary: str | None = None
    terrain_roll: int | None = None
    locked: tuple[str, ...] = ()
    not_contacted: tuple[str, ...] = ()
    declaration: tuple[Move, ...] = ()

    @property
    def plan(self) -> Plan | None:
        """The moves as a plan for the referee; None where there are none or no roll is known."""
        if not self.moves or self.roll is None:
            return None
        return Plan(self.unit, self.targets, self.roll, self.moves, self.primary, self.terrain_roll, self.declaration)

    def to_dict(self) -> dict[str, Any]:
        """Give the answer as plain JSON values, lengths in inches."""
        return {
            "format": "charge-answer/1",
            "ruleset": self.ruleset,
            "unit": self.unit,
            "targets": list(self.targets),
            "roll_in": None if self.roll is None else to_inches(self.roll),
            "options": dict(self.options),
            "primary": self.primary,
            "terrain_roll": None if self.terrain_roll is None else to_inches(self.terrain_roll),
            "verdict": self.verdict,
            "moves": [_move(m) for m in self.moves],
            "locked": list(self.locked),
            "not_contacted": list(self.not_contacted),
            "declaration": [_move(m) for m in self.declaration],
            "goals": [{"name": g.name, "value": g.value, "bound": g.bound} for g in self.goals],
            "judgement": None if self.judgement is None else judgement_dict(self.judgement),
            "reasons": [reason_dict(r) for r in self.reasons],
            "proof": None if self.proof is None else {"kind": self.proof.kind, **self.proof.facts},
            "seed": self.seed,
            "elapsed_s": self.elapsed_s,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Give the answer as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)


def _path(path: tuple[Point, ...]) -> list[list[float]]:
    return [[to_inches(x), to_inches(y)] for x, y in path]


def _move(move: Move) -> dict[str, Any]:
    return {
        "model": move.model,
        "order": move.order,
        "path": _path(move.path),
        "length_in": to_inches(move.length),
        "facing_deg": move.facing_deg,
        "engages": list(move.engages),
        "contacts": list(move.contacts),
    }


def judgement_dict(judgement: Judgement) -> dict[str, Any]:
    """Give a judgement as plain JSON values."""
    return {
        "legal": judgement.legal,
        "violations": [_violation(v) for v in judgement.violations],
        "warnings": list(judgement.warnings),
        "duties": judgement.duties,
    }


def _violation(violation: Violation) -> dict[str, Any]:
    witness = violation.witness
    return {
        "rule": violation.rule,
        "text": violation.text,
        "models": list(violation.models),
        "units": list(violation.units),
        "measured_in": None if violation.measured is None else to_inches(violation.measured),
        "allowed_in": None if violation.allowed is None else to_inches(violation.allowed),
        "witness": None if witness is None else witness_dict(witness),
    }


def witness_dict(witness: Witness) -> dict[str, Any]:
    """Give a better move as plain JSON values."""
    return {"model": witness.model, "path": _path(witness.path)}


def reason_dict(reason: Reason) -> dict[str, Any]:
    """Give a reason as plain JSON values."""
    return {
        "rule": reason.rule,
        "text": reason.text,
        "units": list(reason.units),
        "models": list(reason.models),
        "terrain": list(reason.terrain),
        "numbers": dict(reason.numbers),
    }
