"""Who moves first, and at whom: the nearest of the unit to the primary target, as the ruleset measures it."""

from __future__ import annotations

import math

import numpy as np

from planner.pathing import path_length
from planner.rulesets import Ruleset
from planner.sequence.setting import Setting, Standing, is_by_shortest_route, standing_at_start
from planner.sequence.turn import Ends, first_ends
from planner.units import CONTACT_MAX

TIE = 1.0
"""Units within which two ways count as equally short: floats cannot tell them apart."""


LATTICE = 3 * CONTACT_MAX
"""Units by which the shortest way that the lattice has may be longer than the shortest there is."""
MOST_TRACED = 12
"""Ends, nearest first, to which that shortest way is looked for."""


def first_movers(setting: Setting, tie: float = TIE, loose: Setting | None = None) -> list[tuple[int, int]]:
    """Give (model, enemy model) pairs of which one starts the charge: every pair that may be the nearest.

    By straight line, or by the shortest path into contact (ways longer than the budget are none). Without a first
    mover in the rules: every model with every target model. `tie`: units by which a pair may be farther.
    `loose`: the same with ways that are rather too short than too long, for what is told of the nearest in a proof.
    """
    rules = setting.question.rules
    aims = np.flatnonzero(setting.of_primary)
    if not names_first_mover(rules):
        return [(i, int(m)) for i in range(setting.size) for m in aims]
    standing = standing_at_start(setting)
    low = standing if loose is None else standing_at_start(loose)
    lower = {(i, int(m)): least_into_contact(low, i, int(m)) for i in range(setting.size) for m in aims}
    if rules.choice("first_mover") == "straight_line":
        return _nearest_by_line(standing, [pair for pair in lower if lower[pair] < math.inf], tie)
    brackets: dict[tuple[int, int], tuple[float, float]] = {}
    best = math.inf
    for pair in sorted(lower, key=lambda pair: (lower[pair], pair)):
        if lower[pair] > min(best + tie, setting.budget):
            break
        ends = first_ends(standing, *pair)
        brackets[pair] = (lower[pair], float(ends.length.min(initial=math.inf)))
        best = min(best, brackets[pair][1])
    return _least(brackets, tie)


def _nearest_by_line(standing: Standing, pairs: list[tuple[int, int]], tie: float) -> list[tuple[int, int]]:
    """Give the pairs with the least straight gap of those that have a way, and nearer ones that may (A1)."""
    gaps = {pair: _gap(standing.setting, *pair) for pair in pairs}
    found: list[tuple[int, int]] = []
    limit = math.inf
    for pair in sorted(pairs, key=lambda pair: (gaps[pair], pair)):
        if gaps[pair] > limit + tie:
            break
        found.append(pair)
        if len(first_ends(standing, *pair)):
            limit = min(limit, gaps[pair])
    return found


def _least(brackets: dict[tuple[int, int], tuple[float, float]], tie: float) -> list[tuple[int, int]]:
    """Give the pairs whose lower length is no more than the least upper one, nearest first."""
    best = min((high for _, high in brackets.values()), default=math.inf)
    return [pair for _, pair in sorted((low, pair) for pair, (low, _) in brackets.items() if low <= best + tie)]


def _gap(setting: Setting, i: int, foe: int) -> float:
    question = setting.question
    away = question.start[i] - question.foe_at[foe]
    return float(math.hypot(*away) - question.radius[i] - question.foe_radius[foe])


def least_into_contact(standing: Standing, i: int, foe: int) -> float:
    """Give a length below which model i has no path into contact with an enemy model; inf: none within the budget."""
    question = standing.setting.question
    centre = (int(question.foe_at[foe, 0]), int(question.foe_at[foe, 1]))
    full = int(question.radius[i] + question.foe_radius[foe] + CONTACT_MAX)
    return standing.walks(i).least_to(centre, full)


def first_choices(standing: Standing, i: int, foe: int) -> Ends:
    """Give ends for the first mover at this enemy model: all round it, or at the end of the shortest route alone."""
    ends = first_ends(standing, i, foe)
    if not is_by_shortest_route(standing.setting.question.rules) or not len(ends):
        return ends
    order = np.argsort(ends.length, kind="stable")
    ends = ends.take(order[ends.length[order] <= ends.length.min() + LATTICE])
    # a way on the lattice may be longer than was measured, and the referee measures that
    paths = [standing.path_to(i, end) for end in ends.at[:MOST_TRACED]]
    length = np.array([math.inf if path is None else path_length(path) for path in paths])
    return ends.take(np.flatnonzero(length <= min(length.min() + 1.0, standing.setting.budget)))


def names_first_mover(rules: Ruleset) -> bool:
    """Whether the rules say who moves first."""
    return rules.has("first_mover") and rules.choice("first_mover") != "any"


def where_first_ends(setting: Setting, i: int, foe: int) -> tuple[float, float, float]:
    """Give a disc (x, y, radius; units) in which model i ends if it moves first, at this enemy model.

    In contact it lies about the enemy. At the end of the shortest route, where that is the straight line: of all
    places in contact, those no farther than the straight gap and what contact and rounding leave, an arc.
    """
    question = setting.question
    centre = question.foe_at[foe].astype(np.float64)
    full = float(question.radius[i] + question.foe_radius[foe])
    about = (float(centre[0]), float(centre[1]), full + question.engagement)
    if not is_by_shortest_route(setting.question.rules):
        return about
    away = question.start[i] - centre
    distance = float(np.hypot(away[0], away[1]))
    shortest = first_ends(standing_at_start(setting), i, foe).length.min(initial=math.inf)
    spare = 5.0 * CONTACT_MAX
    if shortest > distance - full + spare / 2:
        return about
    farthest = distance - full + spare
    outer = full + CONTACT_MAX
    cosine = (distance**2 + outer**2 - farthest**2) / (2 * distance * outer)
    angle = math.acos(min(1.0, max(-1.0, cosine)))
    x, y = centre + away / distance * full
    return float(x), float(y), angle * (full + CONTACT_MAX) + CONTACT_MAX
