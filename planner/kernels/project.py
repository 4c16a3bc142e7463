"""Push a nearly legal plan into legality: each sweep moves points out of every constraint they violate.

Position-based projection (the relaxation known from cloth simulation): no proof, but it closes the gap between
the sampled sites and a plan that exists only between them, such as a chain with a hundredth of an inch to spare.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit


@jit
def push_off(p: Any, i: int, dx: float, dy: float, need: float) -> float:
    """Move point i along its way (dx, dy) from what it must keep off until that is `need` long; give what it lacked."""
    d = max(1.0, np.hypot(dx, dy))
    lack: float = need - d
    if lack <= 0.0:
        return 0.0
    p[i, 0] += lack * dx / d
    p[i, 1] += lack * dy / d
    return lack


@jit
def project(
    at: Any,
    radius: Any,
    foe: Any,
    foe_unit: Any,
    discs: Any,
    edges: Any,
    board: Any,
    start_gap: Any,
    anchor: Any,
    left: Any,
    limits: Any,
    neighbours: int,
    grouped: bool,
    margin: float,
    sweeps: int,
) -> Any:
    """Give the moved points and the worst violation left (units; 0 or less: every constraint holds by `margin`).

    Parameters
    ----------
    at : float64 (n, 2)
        Where to begin.
    radius : float64 (n,)
    foe, foe_unit : float64 (m, 3), int64 (m,)
        Enemy bases x, y, radius; target index or -1.
    discs, edges : float64 (d, 3), float64 (e, 4)
        Other bases and round terrain; sides of terrain polygons. Points are taken to start outside.
    board : float64 (2,)
    start_gap : float64 (n, targets)
        Each model must end with a smaller gap to some target.
    anchor, left : float64 (n, 2), float64 (n,)
        Last turn of each model's path, and the distance it still has from there.
    limits : float64 (3,)
        Engagement, coherency, span.
    """
    n = at.shape[0]
    targets = start_gap.shape[1]
    p = at.copy()
    engagement = limits[0]
    coherency = limits[1]
    span = limits[2]
    worst = 1e18
    last = 1e18
    for sweep in range(sweeps):
        if sweep % 100 == 99:
            # even the slowest that settle (circles that nearly touch) gain more than this in a hundred sweeps
            if worst > 0.99 * last:
                break
            last = worst
        worst = 0.0
        # every target is engaged by the model nearest to it
        for t in range(targets):
            pick = -1
            other = -1
            gap = 1e18
            for i in range(n):
                for m in range(foe.shape[0]):
                    if foe_unit[m] == t:
                        d = np.hypot(p[i, 0] - foe[m, 0], p[i, 1] - foe[m, 1]) - radius[i] - foe[m, 2]
                        if d < gap:
                            gap = d
                            pick = i
                            other = m
            excess = gap - engagement + margin
            if pick >= 0 and excess > 0.0:
                worst = max(worst, excess)
                d = gap + radius[pick] + foe[other, 2]
                p[pick, 0] -= excess * (p[pick, 0] - foe[other, 0]) / d
                p[pick, 1] -= excess * (p[pick, 1] - foe[other, 1]) / d
        # pairs: overlap and span
        for i in range(n):
            for j in range(i + 1, n):
                dx = p[j, 0] - p[i, 0]
                dy = p[j, 1] - p[i, 1]
                d = max(1.0, np.hypot(dx, dy))
                gap = d - radius[i] - radius[j]
                step = 0.0
                if gap < margin:
                    step = gap - margin
                elif gap > span - margin:
                    step = gap - span + margin
                if step != 0.0:
                    worst = max(worst, abs(step))
                    p[i, 0] += 0.5 * step * dx / d
                    p[i, 1] += 0.5 * step * dy / d
                    p[j, 0] -= 0.5 * step * dx / d
                    p[j, 1] -= 0.5 * step * dy / d
        # coherency: along the shortest tree in one group, else to the nearest mate
        if neighbours > 0:
            linked = np.zeros(n, dtype=np.bool_)
            linked[0] = True
            for step_number in range(n):
                a = -1
                b = -1
                gap = 1e18
                if grouped:
                    if step_number == n - 1:
                        break
                    for i in range(n):
                        if linked[i]:
                            for j in range(n):
                                if not linked[j]:
                                    d = np.hypot(p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]) - radius[i] - radius[j]
                                    if d < gap:
                                        gap = d
                                        a = i
                                        b = j
                    linked[b] = True
                else:
                    a = step_number
                    for j in range(n):
                        if j != a:
                            d = np.hypot(p[j, 0] - p[a, 0], p[j, 1] - p[a, 1]) - radius[a] - radius[j]
                            if d < gap:
                                gap = d
                                b = j
                excess = gap - coherency + margin
                if excess > 0.0:
                    worst = max(worst, excess)
                    dx = p[b, 0] - p[a, 0]
                    dy = p[b, 1] - p[a, 1]
                    d = max(1.0, np.hypot(dx, dy))
                    p[a, 0] += 0.5 * excess * dx / d
                    p[a, 1] += 0.5 * excess * dy / d
                    p[b, 0] -= 0.5 * excess * dx / d
                    p[b, 1] -= 0.5 * excess * dy / d
        for i in range(n):
            # closer to some target than before
            lack = 1e18
            pick = -1
            for t in range(targets):
                for m in range(foe.shape[0]):
                    if foe_unit[m] == t:
                        d = np.hypot(p[i, 0] - foe[m, 0], p[i, 1] - foe[m, 1]) - radius[i] - foe[m, 2]
                        if d - start_gap[i, t] < lack:
                            lack = d - start_gap[i, t]
                            pick = m
            if pick >= 0 and lack + margin > 0.0:
                worst = max(worst, lack + margin)
                d = max(1.0, np.hypot(p[i, 0] - foe[pick, 0], p[i, 1] - foe[pick, 1]))
                p[i, 0] -= (lack + margin) * (p[i, 0] - foe[pick, 0]) / d
                p[i, 1] -= (lack + margin) * (p[i, 1] - foe[pick, 1]) / d
            # off enemies, and out of the range of those that are no targets
            for m in range(foe.shape[0]):
                need = radius[i] + foe[m, 2] + margin
                if foe_unit[m] < 0:
                    need += engagement
                worst = max(worst, push_off(p, i, p[i, 0] - foe[m, 0], p[i, 1] - foe[m, 1], need))
            for m in range(discs.shape[0]):
                need = radius[i] + discs[m, 2] + margin
                worst = max(worst, push_off(p, i, p[i, 0] - discs[m, 0], p[i, 1] - discs[m, 1], need))
            for e in range(edges.shape[0]):
                lx = edges[e, 2] - edges[e, 0]
                ly = edges[e, 3] - edges[e, 1]
                foot = ((p[i, 0] - edges[e, 0]) * lx + (p[i, 1] - edges[e, 1]) * ly) / (lx * lx + ly * ly)
                foot = min(1.0, max(0.0, foot))
                dx = p[i, 0] - edges[e, 0] - foot * lx
                dy = p[i, 1] - edges[e, 1] - foot * ly
                worst = max(worst, push_off(p, i, dx, dy, radius[i] + margin))
            # no farther than the move reaches from the last turn of its path
            dx = p[i, 0] - anchor[i, 0]
            dy = p[i, 1] - anchor[i, 1]
            d = np.hypot(dx, dy)
            if d > left[i] - margin:
                worst = max(worst, d - left[i] + margin)
                shrink = max(0.0, left[i] - margin) / max(1.0, d)
                p[i, 0] = anchor[i, 0] + shrink * dx
                p[i, 1] = anchor[i, 1] + shrink * dy
            for axis in range(2):
                low = radius[i] + margin
                high = board[axis] - radius[i] - margin
                if p[i, axis] < low:
                    worst = max(worst, low - p[i, axis])
                    p[i, axis] = low
                elif p[i, axis] > high:
                    worst = max(worst, p[i, axis] - high)
                    p[i, axis] = high
        if worst <= 0.5 * margin:
            # the last half of the margin is what rounding to the lattice may use up
            return p, 0.0
    return p, worst
