"""The hierarchy of ends asked of a final layout, all others held (A4), instead of each model at its turn.

A model has a better end if, with it moved there in the same order of moves and everybody else's path as it was, the
plan is still legal, and the end stands higher in the hierarchy as seen with all others at their ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from planner.pathing import path_faults
from planner.sequence.setting import Standing, standing_at_start, within
from planner.sequence.turn import Ends, all_ends, look_over
from planner.shapes import Point

MOST_TRIED = 12
"""Better ends of one model that are tried, best and nearest first."""
MOST_ROUNDS = 4
"""Better ends that are taken up per model of the unit, before a layout is given up: two models may take turns."""


@dataclass(frozen=True, eq=False)
class Better:
    """A model's better move, and how the unit stands when it is made instead."""

    model: int
    path: tuple[Point, ...]
    standing: Standing


def settle(standing: Standing) -> Standing | None:
    """Take up better ends until nobody has one; None where that does not end."""
    for _ in range(MOST_ROUNDS * standing.setting.size):
        better = next(better_jointly(standing), None)
        if better is None:
            return standing
        if better.standing.setting is not standing.setting:
            return None  # a duty that takes the unit into terrain which this plan keeps clear of (A9)
        standing = better.standing
    return None


def better_jointly(standing: Standing) -> Iterator[Better]:
    """Give better moves of models in a complete standing; one of each model that has any."""
    before = standing_at_start(standing.setting)
    for place, (i, path) in enumerate(zip(standing.moved, standing.paths)):
        if place > 0:
            for looked in (before, _lured(standing, before)):
                better = None if looked is None else _better_at(standing, looked, place)
                if better is not None:
                    yield better
                    break
        before = before.moved_along(i, path)


def _lured(standing: Standing, before: Standing) -> Standing | None:
    """Give the standing with ways through difficult terrain, if every move of the plan is short enough for that."""
    lure = standing.setting.lure
    return None if lure is None or any(length > lure.budget for length in standing.lengths) else before.lured


def _better_at(standing: Standing, before: Standing, place: int) -> Better | None:
    """Give a better move of the model whose turn is this one; `before`: how the unit stands when it comes."""
    i = standing.moved[place]
    others = without(standing, i)
    ends = _seen_with(others, i, all_ends(before, i, before.walks(i)))
    own = look_over(others, i, standing.at[i : i + 1])[2][0]
    ends = ends.take(ends.tier < own)
    for k in np.lexsort((ends.length, ends.tier))[:MOST_TRIED]:
        path = before.path_to(i, ends.at[k])
        whole = None if path is None else _played_on(before.moved_along(i, path), standing, place + 1)
        if path is not None and whole is not None:
            return Better(i, path, whole)
    return None


def without(standing: Standing, i: int) -> Standing:
    """Give the standing as seen by model i when all others have moved."""
    kept = [k for k, j in enumerate(standing.moved) if j != i]
    assert standing.engages is not None
    engages = standing.engages.copy()
    engages[i] = False
    return replace(
        standing,
        moved=tuple(standing.moved[k] for k in kept),
        paths=tuple(standing.paths[k] for k in kept),
        lengths=tuple(standing.lengths[k] for k in kept),
        engages=engages,
        _walks={},
    )


def _seen_with(others: Standing, i: int, ends: Ends) -> Ends:
    """Keep the ends that the others leave room for, with their tiers as seen when all others have moved."""
    fits, _, tier = look_over(others, i, ends.at)
    return replace(ends, tier=tier).take(fits)


def _played_on(standing: Standing, plan: Standing, place: int) -> Standing | None:
    """Give the standing after the rest of a plan's moves; None where one of them is not legal any more."""
    setting = standing.setting
    question = setting.question
    for k in range(place, setting.size):
        i, path = plan.moved[k], plan.paths[k]
        radius = int(question.radius[i])
        end = np.array([path[-1]], dtype=np.int64)
        done = np.array(standing.moved, dtype=np.int64)
        joined = within(end, question.radius[i : i + 1], standing.at[done], question.radius[done], question.coherency)
        fits, engages, _ = look_over(standing, i, end)
        is_free = bool(fits[0]) and (joined.any() or (setting.is_contact_first and bool(engages[0].any())))
        if not is_free or path_faults(standing.ground(i), radius, path):
            return None
        standing = standing.moved_along(i, path)
    return standing if setting.is_enough(standing.contacted) else None
