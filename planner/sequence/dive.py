"""Orders of moves drawn by lot: played to the end, many times, where neither the beam nor any layout found a plan.

The beam ranks by what is near, and a plan may hang on an end that nothing recommends: the far side of an enemy, so that
one more fits beside it. Every turn is played by its duties all the same. Deterministic for a seed.
"""

from __future__ import annotations

import math

import numpy as np

from planner.sequence.first import first_choices, first_movers
from planner.sequence.jointly import settle
from planner.sequence.search import links_missing
from planner.sequence.setting import Setting, Standing, standing_at_start
from planner.sequence.turn import Ends, best_ends

TURNS = 500
"""Turns that are played in all."""


def dive(setting: Setting, seed: int, turns: int = TURNS) -> Standing | None:
    """Give a complete standing in which every target is engaged; None if none came up."""
    dice = np.random.default_rng(seed)
    start = standing_at_start(setting)
    pairs = first_movers(setting)
    choices = [(i, ends) for i, foe in pairs if len(ends := first_choices(start, i, foe))]
    if not choices:
        return None
    while turns > 0:
        i, ends = choices[int(dice.integers(len(choices)))]
        standing = _drawn(start, i, ends, dice)
        turns -= 1
        while standing is not None and standing.waiting and links_missing(standing) < math.inf and turns > 0:
            turns -= 1
            j = int(dice.choice(standing.waiting))
            standing = _drawn(standing, j, best_ends(standing, j), dice)
        if standing is not None and not standing.waiting and setting.is_enough(standing.contacted):
            whole = settle(standing) if setting.has_duty_at_end else standing
            if whole is not None:
                return whole
    return None


def _drawn(standing: Standing, i: int, ends: Ends, dice: np.random.Generator) -> Standing | None:
    """Give the standing after model i's move to one of these ends, drawn by lot; None where no path leads there."""
    if not len(ends):
        return None
    path = standing.path_to(i, ends.at[int(dice.integers(len(ends)))])
    return None if path is None else standing.moved_along(i, path)
