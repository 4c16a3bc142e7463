"""What a roll for difficult terrain has to be: every roll by itself, since a longer one may bring duties with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planner.api.asking import Asked
from planner.api.judging import judged_in_order
from planner.candidates import Roadmaps
from planner.dice import Dice, chance
from planner.impossible import refute
from planner.sequence import (
    Standing,
    best_plan,
    moves_of,
    plugged,
    primaries,
    question_of,
    usual_breadths,
    ways_of,
)
from planner.units import UNITS_PER_INCH
from planner.world import Plan, Reason

ROLLS = range(1, 7)


def roll_reason(asked: Asked, working: tuple[int, ...]) -> Reason:
    """Say with which rolls (the highest of some D6) a plan that leads through difficult terrain is found."""
    dice = int(asked.rules["difficult_dice"])
    least = min(working)
    share = chance(set(working), Dice(count=dice, keep=1))
    rolls = ", ".join(map(str, working[:-1])) + f" or {working[-1]}" if len(working) > 1 else str(least)
    which = f"of {least} or more" if 1 < len(working) == 7 - least else f"of {rolls}"
    text = (
        f"The way leads through difficult terrain: plans were found for a roll {which}, which the higher of {dice} "
        f"dice is with {float(100 * share):.1f} %."
    )
    numbers = {"terrain_roll_in": float(least), "chance": float(share)}
    return Reason("difficult_terrain", text, numbers=numbers)


def lower_rolls_reason(asked: Asked, targets: tuple[str, ...], roll: int) -> Reason | None:
    """Say of a charge that is refuted for a 6 for which lower rolls there is a plan; None: for none."""
    working = rolls_that_do(asked, targets, roll)
    if not working:
        return None
    rolls = " or ".join(map(str, working))
    text = f"That is so for a roll of 6; for a roll of {rolls} a plan was found, which a longer way forbids."
    share = chance(set(working), Dice(count=int(asked.rules["difficult_dice"]), keep=1))
    return Reason("difficult_terrain", text, numbers={"terrain_roll_in": float(min(working)), "chance": float(share)})


def rolls_that_do(asked: Asked, targets: tuple[str, ...], roll: int, sure: Sequence[int] = ()) -> tuple[int, ...]:
    """Give the rolls (inches) for which a plan through difficult terrain is found; `sure`: there is one already.

    A plan for a lower roll does for a higher one too unless some model then has a better end in reach.
    """
    permitted = primaries(asked.scenario, asked.rules, targets)
    breadths = usual_breadths(len(asked.scenario.charger.models), asked.deadline)[:1]
    working = []
    known: Standing | None = None
    for inches in ROLLS:
        if inches in sure:
            working.append(inches)
            continue
        cap = inches * UNITS_PER_INCH
        (way,) = [way for way in ways_of(asked.scenario, asked.rules, roll, cap) if not way.is_dry]
        if known is None or not _is_good(asked, targets, known, roll, cap):
            question = plugged(question_of(asked.scenario, asked.rules, targets, way, relaxed=True))
            if refute(question, Roadmaps(question)) is not None:
                continue
            found = best_plan(asked.scenario, asked.rules, targets, [way], permitted, breadths)
            known = None if found is None or not _is_good(asked, targets, found[1], roll, cap) else found[1]
        if known is not None:
            working.append(inches)
    return tuple(working)


def _is_good(asked: Asked, targets: tuple[str, ...], known: Standing, roll: int, cap: int) -> bool:
    """Whether a plan, perhaps for a lower roll, is legal with this one."""
    charge = asked.scenario.charge
    scenario = replace(asked.scenario, charge=replace(charge, terrain_roll=cap))
    plan = Plan(charge.unit, targets, roll, moves_of(known), known.setting.primary, cap)
    return judged_in_order(scenario, asked.rules, plan).legal
