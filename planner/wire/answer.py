"""Answer files in, `Answer` out: the planner's own, or anyone's written by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from planner.errors import Fault, InputError
from planner.shapes import Point
from planner.units import UNITS_PER_INCH, from_inches
from planner.wire.forms import (
    AnswerForm,
    JudgementForm,
    MoveForm,
    ProofForm,
    ReasonForm,
    ViolationForm,
    WitnessForm,
)
from planner.wire.reading import Part, found_text, plain, read_json, read_source, source_name
from planner.wire.structure import structural_faults
from planner.world import Answer, Goal, Judgement, Move, Proof, Reason, Violation, Witness


def load_answer(source: str | Path) -> Answer:
    """Read an answer file; ``"-"`` is standard input. `InputError` with every fault of it."""
    return parse_answer(read_source(source), source_name(source))


def parse_answer(text: str | Mapping[str, Any], source: str = "") -> Answer:
    """Read an answer from JSON text or from its values; `source` names it in messages.

    What a hand-written answer leaves out: the verdict is then ``legal``, the ruleset empty, targets and roll are the
    scenario's, moves are made in the order in which they stand, lengths are measured along the path.
    """
    raw, faults = read_json(text, source) if isinstance(text, str) else plain(text, source)
    structural, bad = structural_faults(AnswerForm, raw)
    faults += structural
    top = Part(raw, bad)
    _check_moves(top, faults)
    _check_claim(top, faults)
    if faults:
        raise InputError(faults, source)
    return _answer(AnswerForm.model_validate(raw))


def _check_moves(top: Part, faults: list[Fault]) -> None:
    """No model moves twice, and no two moves are made at once."""
    models: dict[str, str] = {}
    orders: dict[int, str] = {}
    for i, part in enumerate(top.parts("moves")):
        model, order = part.get("model"), part.get("order")
        if model is not None:
            _note(models, model, part.at("model"), faults)
        if order is not None or not part.has("order"):
            _note(orders, order or i + 1, part.at("order"), faults)


def _check_claim(top: Part, faults: list[Fault]) -> None:
    """Targets are named once each, and a legal charge has targets and moves."""
    targets = top.get("targets")
    seen: dict[str, str] = {}
    for i, target in enumerate(targets or ()):
        _note(seen, target, top.at("targets", i), faults)
    if (top.get("verdict") or "legal") != "legal" or top.raw.get("format") != "charge-answer/1":
        return
    if targets == []:
        faults.append(Fault("targets", "a list of 0", "at least one target, where the verdict is legal"))
    if top.raw.get("moves", []) == []:
        faults.append(Fault("moves", "no move", "a move for every model, where the verdict is legal"))


def _note(seen: dict[Any, str], value: Any, where: str, faults: list[Fault]) -> None:
    if value in seen:
        faults.append(Fault(where, f"{found_text(value)} a second time", f"each once (first at {seen[value]})"))
    seen.setdefault(value, where)


def _answer(form: AnswerForm) -> Answer:
    moves, declared = (
        tuple(sorted((_move(move, i) for i, move in enumerate(made, start=1)), key=lambda move: move.order))
        for made in (form.moves, form.declaration)
    )
    return Answer(
        ruleset=form.ruleset or "",
        unit=form.unit,
        targets=tuple(form.targets),
        roll=_units(form.roll_in),
        verdict=form.verdict,
        moves=moves,
        goals=tuple(Goal(g.name, g.value, g.bound) for g in form.goals),
        judgement=None if form.judgement is None else _judgement(form.judgement),
        reasons=tuple(_reason(reason) for reason in form.reasons),
        proof=None if form.proof is None else _proof(form.proof),
        seed=form.seed,
        elapsed_s=form.elapsed_s,
        options=dict(form.options),
        primary=form.primary,
        terrain_roll=_units(form.terrain_roll),
        locked=tuple(form.locked),
        not_contacted=tuple(form.not_contacted),
        declaration=declared,
    )


def _units(inches: float | None) -> int | None:
    return None if inches is None else from_inches(inches)


def _path(points: list[list[float]]) -> tuple[Point, ...]:
    return tuple((from_inches(point[0]), from_inches(point[1])) for point in points)


def _move(form: MoveForm, place: int) -> Move:
    path = _path(form.path)
    last = form.path[-1]
    end_facing = last[2] if len(last) == 3 else 0.0
    length = sum(math.dist(a, b) for a, b in pairwise(path))
    return Move(
        model=form.model,
        order=form.order or place,
        path=path,
        length=length if form.length_in is None else form.length_in * UNITS_PER_INCH,
        facing_deg=end_facing if form.facing_deg is None else form.facing_deg,
        engages=tuple(form.engages),
        contacts=tuple(form.contacts),
    )


def _judgement(form: JudgementForm) -> Judgement:
    violations = tuple(_violation(violation) for violation in form.violations)
    return Judgement(form.legal, violations, tuple(form.warnings), form.duties)


def _violation(form: ViolationForm) -> Violation:
    return Violation(
        rule=form.rule,
        text=form.text,
        models=tuple(form.models),
        units=tuple(form.units),
        measured=None if form.measured_in is None else form.measured_in * UNITS_PER_INCH,
        allowed=None if form.allowed_in is None else form.allowed_in * UNITS_PER_INCH,
        witness=None if form.witness is None else _witness(form.witness),
    )


def _witness(form: WitnessForm) -> Witness:
    return Witness(form.model, _path(form.path))


def _proof(form: ProofForm) -> Proof:
    return Proof(form.kind, form.model_dump(exclude={"kind"}, exclude_unset=True))


def _reason(form: ReasonForm) -> Reason:
    who = (tuple(form.units), tuple(form.models), tuple(form.terrain))
    return Reason(form.rule, form.text, *who, numbers=dict(form.numbers))
