"""Bounds on what any plan can reach, over the whole table: a goal that meets its bound is the best there is.

A model that by no path comes within a ring cannot end in it, an enemy that nobody comes near cannot be engaged, and
somebody must go as far as each target's range. What models take from each other is not counted, so a bound on a count
may be higher than the truth, never lower, and the one on movement lower, never higher.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from planner.candidates import Floats, Question, Roadmaps
from planner.pathing import reach_ring
from planner.units import CONTACT_MAX, UNITS_PER_INCH

ROUNDED = 1e-6
"""Inches by which the bound on movement is relaxed: more than floats and six decimals lose."""


def goal_bounds(question: Question, maps: Roadmaps, reached: Mapping[str, float]) -> dict[str, float]:
    """Give the most models within the close ring and engaged, most enemies engaged and contacts, least movement.

    Counts are models or pairs; movement is inches for the whole unit. `reached`: counts that come before movement in
    the goal; the bound on movement is one for plans that reach them too.
    """
    targets = np.flatnonzero(question.foe_unit >= 0)
    ways = np.full((question.size, len(targets)), np.inf)
    touched = np.zeros((question.size, len(targets)), dtype=np.bool_)
    rings = np.full((question.size, len(targets)), np.inf)
    for i in range(question.size):
        for k, m in enumerate(targets):
            ways[i, k] = _way(question, maps, i, int(m), question.engagement)
            if ways[i, k] <= question.roll or question.close > question.engagement:
                rings[i, k] = _way(question, maps, i, int(m), question.close)
            if ways[i, k] <= question.roll:
                touched[i, k] = _way(question, maps, i, int(m), CONTACT_MAX) <= question.roll
    engaged = ways <= question.roll
    in_ring = rings <= question.roll
    least = max(
        _least_movement(question, ways, targets),
        _nearest(rings, reached.get("models_within_close_ring", 0)),
        _nearest(ways, reached.get("models_engaged", 0)),
    )
    return {
        "models_within_close_ring": float(in_ring.any(axis=1).sum()),
        "models_engaged": float(engaged.any(axis=1).sum()),
        "enemies_engaged": float(engaged.any(axis=0).sum()),
        "base_contacts": float(_most_contacts(question, touched, targets)),
        "movement_in": max(0.0, least / UNITS_PER_INCH - ROUNDED),
    }


def _way(question: Question, maps: Roadmaps, i: int, foe: int, width: int) -> float:
    """Give a length below which no path brings model i within `width` of an enemy; inf: none within the roll."""
    start = question.starts()[i]
    centre = (int(question.foe_at[foe, 0]), int(question.foe_at[foe, 1]))
    full = int(question.radius[i] + question.foe_radius[foe] + width)
    if (start[0] - centre[0]) ** 2 + (start[1] - centre[1]) ** 2 > (question.roll + full) ** 2:
        return math.inf
    return reach_ring(maps.of(i), start, question.roll, centre, full).lower


def _nearest(ways: Floats, count: float) -> float:
    """Give the length (units) of the shortest ways of the `count` models that have the shortest."""
    return float(np.sort(ways.min(axis=1))[: int(count)].sum())


def _most_contacts(question: Question, touched: np.ndarray, targets: np.ndarray) -> int:
    """Bound the pairs in contact: by enemies that a base can touch at once, and by bases round each enemy."""
    gaps = _gaps(question, targets)
    by_model = 0
    for i in range(question.size):
        together = (gaps <= 2 * (int(question.radius[i]) + CONTACT_MAX)) & touched[i][None, :]
        by_model += int((together.sum(axis=1) * touched[i]).max(initial=0))
    smallest = int(question.radius.min())
    # bases of equal size about a disc: each takes the angle 2 asin(r / (r + R + touch)); larger ones take more
    round_each = [
        math.floor(math.pi / math.asin(smallest / (smallest + int(r) + CONTACT_MAX)) * (1 + 1e-12))
        for r in question.foe_radius[targets]
    ]
    by_enemy = sum(min(int(count), most) for count, most in zip(touched.sum(axis=0), round_each))
    return min(by_model, by_enemy)


def _gaps(question: Question, enemies: np.ndarray) -> Floats:
    """Give the gaps between these enemy models (k, k); below zero on the diagonal."""
    at, radius = question.foe_at[enemies], question.foe_radius[enemies]
    away = (at[:, None, :] - at[None, :, :]).astype(np.float64)
    gaps: Floats = np.hypot(away[..., 0], away[..., 1]) - radius[:, None] - radius[None, :]
    return gaps


def _least_movement(question: Question, ways: Floats, targets: np.ndarray) -> float:
    """Bound the unit's movement (units): targets are shared out among models in the cheapest way.

    Who engages several targets goes at least as far as the farthest of them, and only a base that fits between two of
    them is asked to. That the same model may not be asked for two shares is not counted.
    """
    number = len(question.targets)
    gaps = _gaps(question, targets)
    unit = question.foe_unit[targets]
    apart = np.array([[gaps[unit == t][:, unit == u].min() for u in range(number)] for t in range(number)])
    widest = 2 * (question.radius + question.engagement).astype(np.float64)
    each = np.array([ways[:, question.foe_unit[targets] == t].min(axis=1) for t in range(number)])
    least = [0.0] * (1 << number)
    for share in range(1, 1 << number):
        own = [t for t in range(number) if share >> t & 1]
        fits = apart[np.ix_(own, own)].max() <= widest + 1
        together = float(np.where(fits, each[own].max(axis=0), np.inf).min())
        rest = [least[part] + least[share ^ part] for part in range(1, share) if part & share == part]
        least[share] = min([together, *rest])
    return least[-1]
