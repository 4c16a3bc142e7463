"""A counter-charge: a charged unit moves towards the charging one, as near to half the gap as it gets (G-4, A24)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from planner.candidates import Floats, Ints
from planner.kernels.ends import crossings
from planner.pathing import path_length
from planner.sequence.setting import ROUNDING, Setting, Standing, standing_at_start
from planner.sequence.turn import curves, look_over, rounded, squares, target_gaps

MOST_CROSSINGS = 4000


@dataclass(frozen=True, eq=False)
class CounterMove:
    """How the unit stands afterwards, and the closest gaps (units) before the move and after it."""

    standing: Standing
    before: float
    after: float


def counter_move(setting: Setting) -> CounterMove | None:
    """Give a move of every model: the nearest first, each as near to the charging unit as half the gap allows.

    The charging unit is the setting's target. None where some model finds no place (coherency may be broken already).
    """
    standing = standing_at_start(setting)
    gaps = np.array([float(target_gaps(standing, i, standing.at[i : i + 1]).min()) for i in range(setting.size)])
    before = float(gaps.min())
    for i in (int(k) for k in np.argsort(gaps, kind="stable")):
        moved = _moved_up(standing, i, before / 2)
        if moved is None:
            return None
        standing = moved
    after = min(float(target_gaps(standing, i, standing.at[i : i + 1]).min()) for i in range(setting.size))
    return CounterMove(standing, before, after)


def _moved_up(standing: Standing, i: int, least: float) -> Standing | None:
    """Give the standing with model i moved as near to the charging unit as it gets, no nearer than `least`."""
    points = _points(standing, i, least)
    points = points[((points - standing.at[i]) ** 2).sum(axis=1) <= standing.setting.budget**2]
    fits, engages, _ = look_over(standing, i, points)
    gaps = target_gaps(standing, i, points).min(axis=1)
    stays = (points == standing.at[i]).all(axis=1)
    fits &= (gaps >= least + 1.0) | stays
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
    rows = [start[None, :], ahead.reshape(-1, 2), squares(standing, i, rim)]
    if len(near):
        rows.append(crossings(np.concatenate([near, circles]), lines, near + np.array([0.0, 0.0, 1.0]), MOST_CROSSINGS))
    for x, y, radius in near[:8]:
        ways = standing.walks(i).arrivals((int(x), int(y)), math.ceil(radius))
        rows.append(np.array(ways, dtype=np.float64).reshape(-1, 2))
    return rounded(rows)
