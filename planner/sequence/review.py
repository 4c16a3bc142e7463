"""Look over somebody's plan of order for better ends at each turn and nearer first movers; the referee judges them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from planner.sequence.first import first_choices, first_movers, least_into_contact, names_first_mover
from planner.sequence.jointly import better_jointly
from planner.sequence.setting import Setting, Standing, standing_at_start
from planner.sequence.turn import best_ends, look_over
from planner.shapes import Point

Path = tuple[Point, ...]


def better_moves(setting: Setting, order: Sequence[int], paths: Sequence[Path]) -> Iterator[tuple[int, Path]]:
    """Give moves, by model, that may be better at their turn than those of a plan (`paths` in the order of moving)."""
    standing = standing_at_start(setting)
    yield from _first_moves(standing)
    if setting.has_duty_at_end:
        for i, path in zip(order, paths):
            standing = standing.moved_along(i, path)
        yield from ((better.model, better.path) for better in better_jointly(standing))
        return
    for place, (i, path) in enumerate(zip(order, paths)):
        _, _, tier = look_over(standing, i, np.array([path[-1]], dtype=np.int64))
        for looked in (standing, standing.lured):
            if looked is not None and setting.has_duty_at_turn and place > 0:
                ends = best_ends(looked, i)
                if len(ends) and int(ends.tier[0]) < int(tier[0]):
                    yield from _shortest(looked, i, ends.at[np.argsort(ends.length, kind="stable")])
        standing = standing.moved_along(i, path)


def _first_moves(standing: Standing) -> Iterator[tuple[int, Path]]:
    """Give a shortest first move for each pair that may be the nearest."""
    if not names_first_mover(standing.setting.question.rules):
        return
    for i, foe in first_movers(standing.setting):
        ends = first_choices(standing, i, foe)
        yield from _shortest(standing, i, ends.at[np.argsort(ends.length, kind="stable")], shortest=True)


def _shortest(standing: Standing, i: int, ends: np.ndarray, *, shortest: bool = False) -> Iterator[tuple[int, Path]]:
    """Give the first way that can be traced to one of these ends."""
    for end in ends:
        path = standing.path_to(i, end, shortest=shortest)
        if path is not None:
            yield i, path
            return


def least_ways(setting: Setting) -> dict[tuple[str, str], int]:
    """Give lengths (units) below which no first move of a model comes into contact with an enemy of the primary.

    A way longer than the budget counts as one a unit longer than it.
    """
    question, standing = setting.question, standing_at_start(setting)
    found = {}
    for i, name in enumerate(question.names):
        for m in np.flatnonzero(setting.of_primary):
            lower = least_into_contact(standing, i, int(m))
            found[name, question.foe_names[m]] = setting.budget + 1 if lower == math.inf else math.floor(lower)
    return found
