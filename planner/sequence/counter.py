"""A counter-charge: a charged unit moves towards the charging one, as near to half the gap as it gets (G-4, A24)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from planner.candidates import Floats, Ints
from planner.kernels.ends import crossings
from planner.pathing import path_length
from planner.sequence.setting import ROUNDING, Setting, Standing, standing_at_start, within
from planner.sequence.turn import around, curves, look_over, rounded, squares, target_gaps

MOST_CROSSINGS = 4000


@dataclass(frozen=True, eq=False)
class CounterMove:
    """How the unit stands afterwards, and the closest gaps (units) before the move and after it."""

    standing: Standing
    before: float
    after: float


def counter_move(setting: Setting) -> CounterMove | None:
    """Give a move of every model: the nearest first, each as near to the charging unit as half the gap allows.

    The charging unit is the setting's target. A unit that stands in coherency keeps it at every move; for one that does
    not, each model joins one that has moved. None where some model finds no place.
    """
    start = standing_at_start(setting)
    gaps = np.array([float(target_gaps(start, i, start.at[i : i + 1]).min()) for i in range(setting.size)])
    order = [int(k) for k in np.argsort(gaps, kind="stable")]
    keeps = bool(_is_whole(start, 0, start.at[:1])[0])
    for waits in (False, True):
        found = _moved_in_turn(start, order, float(gaps.min()), keeps=keeps, waits=waits)
        if found is not None and found.after <= found.before:
            return found
    return None


def _moved_in_turn(start: Standing, order: list[int], before: float, *, keeps: bool, waits: bool) -> CounterMove | None:
    """Move every model up in this order; `waits`: the first stays, so that the others come into coherency with it."""
    standing = start
    for place, i in enumerate(order):
        moved = _moved_up(standing, i, before / 2, keeps=keeps, stays=waits and place == 0)
        if moved is None:
            return None
        standing = moved
    after = min(float(target_gaps(standing, i, standing.at[i : i + 1]).min()) for i in order)
    return CounterMove(standing, before, after)


def _is_whole(standing: Standing, i: int, points: Ints) -> np.ndarray:
    """Whether the unit is one group in coherency, as it stands but for model i, at each of some points (k,)."""
    question = standing.setting.question
    rest = [j for j in range(standing.setting.size) if j != i]
    radius = question.radius[rest]
    near = within(standing.at[rest], radius, standing.at[rest], radius, question.coherency)
    own = np.full(len(points), question.radius[i])
    touches = within(points, own, standing.at[rest], radius, question.coherency)
    whole: np.ndarray = np.ones(len(points), dtype=np.bool_)
    left = set(range(len(rest)))
    while left:
        group = {left.pop()}
        for _ in rest:
            group |= set(np.flatnonzero(near[sorted(group)].any(axis=0)).tolist())
        left -= group
        whole &= touches[:, sorted(group)].any(axis=1)
    return whole


def _moved_up(standing: Standing, i: int, least: float, *, keeps: bool, stays: bool = False) -> Standing | None:
    """Give the standing with model i moved as near to the charging unit as it gets, no nearer than `least`.

    `keeps`: the unit stands in coherency, whoever has moved, and keeps it.
    """
    points = standing.at[i : i + 1] if stays else _points(standing, i, least)
    points = points[((points - standing.at[i]) ** 2).sum(axis=1) <= standing.setting.budget**2]
    fits, engages, _ = look_over(replace(standing, moved=()) if keeps else standing, i, points)
    if keeps:
        fits &= _is_whole(standing, i, points)
    gaps = target_gaps(standing, i, points).min(axis=1)
    fits &= (gaps >= least + 1.0) | (points == standing.at[i]).all(axis=1)
    points, gaps, engages = points[fits], gaps[fits], engages[fits]
    walks = standing.walks(i)
    upper = walks.lengths(points)
    for k in np.lexsort((upper, gaps)):
        if upper[k] < math.inf:
            path = walks.path_to((int(points[k, 0]), int(points[k, 1])))
            if path is not None:
                return standing.after(i, path, path_length(path), engages[k])
    return None


def _points(standing: Standing, i: int, least: float) -> Ints:
    """Give where model i may stop: where it stands, straight ahead, and round the rims of the half-way distance."""
    setting, question = standing.setting, standing.setting.question
    start = standing.at[i].astype(np.float64)
    at = question.foe_at[setting.is_target].astype(np.float64)
    full = question.foe_radius[setting.is_target] + float(question.radius[i]) + least + ROUNDING
    rim = np.column_stack([at, full])
    away = at - start
    distance = np.maximum(1.0, np.hypot(away[:, 0], away[:, 1]))
    onward = np.maximum(0.0, np.minimum(setting.budget - ROUNDING, distance - full))
    steps = np.linspace(0.25, 1.0, 4)
    ahead: Floats = start + (away / distance[:, None])[:, None, :] * (onward[:, None] * steps[None, :])[..., None]
    circles, lines = curves(standing, i)
    near = rim[distance - full <= setting.budget + 2 * ROUNDING]
    rows = [
        start[None, :],
        ahead.reshape(-1, 2),
        squares(standing, i, rim),
        squares(standing, i, circles),
        around(circles),
    ]
    if len(near):
        rows.append(crossings(np.concatenate([near, circles]), lines, near + np.array([0.0, 0.0, 1.0]), MOST_CROSSINGS))
    for x, y, radius in near[:8]:
        ways = standing.walks(i).arrivals((int(x), int(y)), math.ceil(radius))
        rows.append(np.array(ways, dtype=np.float64).reshape(-1, 2))
    return rounded(rows)
