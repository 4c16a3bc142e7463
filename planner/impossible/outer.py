"""Proof by outer relaxation: cells that cover the table, split only where the relaxed plan stands.

One loop, three ends. The relaxed charge over the cells is asked of CP-SAT. Refuted, it is refuted again by CaDiCaL from
the same clauses, and the charge is impossible. Otherwise the relaxed plan's cells are a hint where a real plan may be
(the caller pushes it into legality), and the cells it used are split. Work is counted, not timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from planner.candidates import NO_SPAN, Ints, Question
from planner.clauses import Charge, negated, one_group_clauses, state_charge
from planner.cpsat import BooleanModel
from planner.errors import RefereeDisagreement
from planner.impossible.cells import (
    FIRST_SIDE,
    MOST_CELLS,
    SMALLEST,
    Cover,
    Held,
    Square,
    middle_gaps,
    places_of,
    squares,
)
from planner.impossible.chain import coarse_ends, may_be_joined
from planner.impossible.refutation import Refutation, Relaxation
from planner.sat import ask_cadical
from planner.units import in_text, to_inches
from planner.world import Proof, Reason

STATING = 0.1
"""What stating the formula over a thousand cells counts as work, besides what CP-SAT counts."""
CADICAL_LIMIT_S = 60.0
PLANS = 8
"""How many relaxed plans are split at once."""
OTHERS_WORK = 0.02
"""CP-SAT's work for each but the first."""
GROUPS = (
    "end_clear", "keepout", "engage_every_target", "engage_any_target", "engage_no_other", "coherency",
    "coherency_connected", "coherency_span", "ends_closer", "max_distance",
)  # fmt: skip
"""The rules that the cells and clauses of a proof stand on."""


@dataclass(frozen=True, slots=True)
class OuterLimits:
    """How much work a proof may cost: CP-SAT's deterministic work in all and for one call, and rounds."""

    work: float = 2.0
    work_each: float = 1.0
    rounds: int = 24
    deadline: float | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """What stood when the work ran out: cells, the half side of the smallest (units), the squares that were split."""

    cells: int
    smallest: int
    rounds: int
    split: tuple[Square, ...] = ()


def refute_by_cells(
    question: Question,
    limits: OuterLimits,
    try_plan: Callable[[Ints], bool],
    splits: Sequence[Square] = (),
    held: Held | None = None,
) -> Refutation | Open | None:
    """Give a proof, or what stood when the work ran out; None when `try_plan` made a plan of a relaxed one.

    `try_plan` gets the middles (n, 2) of the cells of a relaxed plan and says whether it found a real one there.
    `splits`: squares that are split from the start (those of a proof: then it is made again in one round). `held`:
    models whose ends are known to lie in a disc.
    """
    cover = Cover(question, held or {})
    cells = cover.split_as(splits)
    split = list(splits)
    work = 0.0
    for round_number in range(limits.rounds):
        if len(cells) > MOST_CELLS or work >= limits.work or _is_over(limits):
            return Open(len(cells), int(cells.half.min(initial=FIRST_SIDE)), round_number, tuple(split))
        places = places_of(question, cells)
        if question.is_one_group and question.neighbours:
            cells = cells.take(np.flatnonzero(may_be_joined(places)))
            places = places_of(question, cells)
            coarse = coarse_ends(places, middle_gaps(cells), question.coherency)
            coarse = coarse[cells.half[coarse] > SMALLEST]
            if len(coarse):
                split += squares(cells, coarse)
                cells = cover.split(cells, coarse)
                continue
        nobody = np.flatnonzero(~cells.able.any(axis=1))
        charge = state_charge(places, by_blocks=True)
        work += STATING * (len(cells) / 1000.0) ** 2
        share = max(0.01, min(limits.work_each, limits.work - work))
        model = BooleanModel()
        model.add(charge.formula)
        chosen, spent, status = _relaxed_plan(question, charge, model, share, limits)
        work += spent
        if status == "infeasible":
            return _proved(question, limits, Relaxation(cells, charge), nobody, round_number, split)
        if chosen is None:
            return Open(len(cells), int(cells.half.min()), round_number, tuple(split))
        if try_plan(cells.at[chosen]):
            return None
        used = np.unique(np.concatenate([chosen, *_others(charge, model, chosen, limits)]))
        used = used[cells.half[used] > SMALLEST]
        if not len(used):
            return Open(len(cells), int(cells.half.min()), round_number, tuple(split))
        split += squares(cells, used)
        cells = cover.split(cells, used)
    return Open(len(cells), int(cells.half.min(initial=FIRST_SIDE)), limits.rounds, tuple(split))


def _is_over(limits: OuterLimits) -> bool:
    return limits.deadline is not None and time.monotonic() > limits.deadline


def _others(charge: Charge, model: BooleanModel, chosen: Ints, limits: OuterLimits) -> Iterator[Ints]:
    """Give a few more relaxed plans that share no cell with one another: to state the charge costs more than to ask."""
    for _ in range(PLANS - 1):
        for p in np.unique(chosen).tolist():
            model.clause([negated(charge.occ + p)])
        outcome = model.solve("feasible", OTHERS_WORK, limits.deadline)
        if not outcome.values:
            return
        chosen = charge.chosen(outcome.values)
        yield chosen


def _relaxed_plan(
    question: Question, charge: Charge, model: BooleanModel, work: float, limits: OuterLimits
) -> tuple[Ints | None, float, str]:
    """Give an assignment of cells (None: none known), the work it cost, and CP-SAT's word."""
    connected = question.rules.flag("coherency_connected")
    spent = 0.0
    while True:
        outcome = model.solve("feasible", max(0.01, work - spent), limits.deadline)
        spent += outcome.work
        if not outcome.values:
            return None, spent, outcome.status
        chosen = charge.chosen(outcome.values)
        cuts = one_group_clauses(charge, chosen) if connected else []
        if not cuts:
            return chosen, spent, outcome.status
        for clause in cuts:
            model.clause(clause)
            charge.formula.clause(clause)
        if spent >= work:
            return None, spent, "unknown"


def _proved(
    question: Question, limits: OuterLimits, relaxation: Relaxation, nobody: Ints, rounds: int, split: list[Square]
) -> Refutation | Open:
    """Have CaDiCaL refute the same clauses; only then it is a proof. Raises when the two disagree."""
    cells, charge = relaxation.cells, relaxation.charge
    left = CADICAL_LIMIT_S if limits.deadline is None else limits.deadline - time.monotonic()
    word = ask_cadical(charge.formula, max(0.0, min(left, CADICAL_LIMIT_S)))
    if word == "satisfiable":
        raise RefereeDisagreement("CP-SAT refutes a relaxed charge that CaDiCaL satisfies", _case(question))
    if word == "unknown":
        return Open(len(cells), int(cells.half.min(initial=FIRST_SIDE)), rounds)
    unit, targets = question.scenario.charge.unit, " and ".join(question.targets)
    names = tuple(question.names[i] for i in nobody)
    if question.is_one_group and len(nobody) and question.size > 1 and question.coherency < NO_SPAN:
        who = f"every model of {unit}" if len(nobody) == question.size else names[0]
        text = (
            f"No chain of {question.size} bases, each within {in_text(question.coherency)} of the next, joins "
            f"{targets} and {who} on {in_text(question.roll)}"
        )
        models = names
    elif len(nobody):
        text = f"{names[0]} has no place to end a charge at {targets} on {in_text(question.roll)}"
        models = names
    else:
        coherency = "coherency, " if question.coherency < NO_SPAN else ""
        text = (
            f"{unit} cannot engage {targets} on {in_text(question.roll)} with every model placed: {coherency}bases, "
            "ranges of other enemies, terrain and reach leave no arrangement"
        )
        models = question.names
    numbers = {"roll_in": to_inches(question.roll), "cells": float(len(cells))}
    side = 2 * int(cells.half.min(initial=FIRST_SIDE))
    facts = {
        "cells": len(cells),
        "smallest_side_in": to_inches(side),
        "rounds": rounds + 1,
        "solvers": ["CP-SAT", "CaDiCaL"],
        "groups": [key for key in GROUPS if question.rules.has(key) and question.rules[key]],
        "targets": list(question.targets),
        "roll_in": to_inches(question.roll),
        "split": [list(square) for square in split],
    }
    reason = Reason("engage_every_target", f"{text}.", units=question.targets, models=models, numbers=numbers)
    return Refutation(reason, Proof("cells", facts), relaxation)


def squares_of(proof: Proof) -> list[Square]:
    """Give the squares that a proof over cells split, for making it again; none where it names none."""
    return [(int(x), int(y), int(half), int(radius)) for x, y, half, radius in proof.facts.get("split", ())]


def _case(question: Question) -> str:
    charge = question.scenario.charge
    return f"unit {charge.unit}, targets {question.targets}, roll {in_text(question.roll)}, ruleset {question.rules.id}"
