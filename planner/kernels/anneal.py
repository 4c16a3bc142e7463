"""Simulated annealing of a whole unit over its sites: finds a legal plan in milliseconds, proves nothing.

One state is a site per model. Its cost is how far it is from legal (inches of overlap, of coherency, of
missing engagement) plus what the goal weighs. The random numbers are a Lehmer generator on 64-bit
integers, so that the compiled and the plain function walk the same way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit

INCH = 127000.0


@jit
def assess(
    chosen: Any, at: Any, radius: Any, reward: Any, ring_gap: Any, limits: Any, neighbours: int, grouped: bool, gap: Any
) -> Any:
    """Give (faults, wish) of a full assignment, filling the gap matrix `gap` (n, n) on the way.

    `faults` is 0 only for an assignment with no overlap, coherent, and engaging every target; otherwise
    inches, plus a half for each fault, so that tiny faults still count.
    """
    n = chosen.shape[0]
    coherency = limits[0]
    span = limits[1]
    faults = 0.0
    wish = 0.0
    for i in range(n):
        a = chosen[i]
        wish -= reward[a]
        gap[i, i] = 1e18
        for j in range(i + 1, n):
            b = chosen[j]
            dx = at[a, 0] - at[b, 0]
            dy = at[a, 1] - at[b, 1]
            d = np.sqrt(dx * dx + dy * dy) - radius[i] - radius[j]
            gap[i, j] = d
            gap[j, i] = d
            if d < 0.0:
                faults += 0.5 - 4.0 * d / INCH
            elif d > span:
                faults += 0.5 + (d - span) / INCH
    if neighbours > 0:
        for i in range(n):
            near = 0
            closest = 1e18
            for j in range(n):
                if gap[i, j] <= coherency:
                    near += 1
                elif gap[i, j] < closest:
                    closest = gap[i, j]
            if near < neighbours:
                faults += 0.5 + (closest - coherency) / INCH
    for t in range(ring_gap.shape[1]):
        nearest = 1e18
        for i in range(n):
            nearest = min(nearest, ring_gap[chosen[i], t])
        if nearest > 0.0:
            faults += 0.5 + nearest / INCH
    if grouped and n > 2:
        # Prim's tree: every link longer than the coherency distance is a fault
        best = np.empty(n)
        inside = np.zeros(n, dtype=np.bool_)
        for j in range(n):
            best[j] = gap[0, j]
        inside[0] = True
        for _ in range(n - 1):
            pick = -1
            for j in range(n):
                if not inside[j] and (pick < 0 or best[j] < best[pick]):
                    pick = j
            if best[pick] > coherency:
                faults += 0.5 + (best[pick] - coherency) / INCH
            inside[pick] = True
            for j in range(n):
                best[j] = min(best[j], gap[pick, j])
    return faults, wish


@jit
def anneal(
    at: Any,
    radius: Any,
    reward: Any,
    ring_gap: Any,
    options_from: Any,
    options: Any,
    option_cost: Any,
    limits: Any,
    neighbours: int,
    grouped: bool,
    start: Any,
    steps: int,
    hot: float,
    cold: float,
    seed: int,
) -> Any:
    """Walk from `start`; give the best assignment, its faults and its cost.

    Parameters
    ----------
    at, radius : float64 (s, 2), (n,)
        Sites, and the base radius of each model.
    reward : float64 (s,)
        What standing at a site is worth.
    ring_gap : float64 (s, targets)
        How far a base there is from engaging each target; 0 or less: engaged.
    options_from, options, option_cost : int64 (n + 1,), int64 (o,), float64 (o,)
        Model i may use sites ``options[options_from[i]:options_from[i + 1]]``, at that cost (movement). The
        lists are sorted along a space-filling curve: near in the list is near on the table.
    limits : float64 (2,)
        Coherency distance and span, units.
    start : int64 (n,)
        Positions in the option lists (not sites) to start from.
    """
    n = radius.shape[0]
    picks = start.copy()
    chosen = np.empty(n, dtype=np.int64)
    moved = 0.0
    for i in range(n):
        chosen[i] = options[options_from[i] + picks[i]]
        moved += option_cost[options_from[i] + picks[i]]
    gap = np.empty((n, n))
    faults, wish = assess(chosen, at, radius, reward, ring_gap, limits, neighbours, grouped, gap)
    weight = 10.0
    cost = weight * faults + wish + moved
    best = picks.copy()
    best_faults = faults
    best_cost = cost
    state = (seed * 7919 + 12345) % 2147483646 + 1
    cooling = (cold / hot) ** (1.0 / max(1, steps))
    heat = hot
    for _ in range(steps):
        heat *= cooling
        state = state * 48271 % 2147483647
        i = state % n
        size = options_from[i + 1] - options_from[i]
        state = state * 48271 % 2147483647
        style = state % 8
        state = state * 48271 % 2147483647
        j = -1
        other = 0
        if style < 3:
            pick = state % size
        elif style < 7 or n < 2:
            pick = (picks[i] + state % 33 - 16) % size
        else:
            # swap places with a mate, where both may stand there
            j = state % n
            if j == i:
                continue
            pick = -1
            for k in range(size):
                if options[options_from[i] + k] == chosen[j]:
                    pick = k
                    break
            other = -1
            for k in range(options_from[j + 1] - options_from[j]):
                if options[options_from[j] + k] == chosen[i]:
                    other = k
                    break
            if pick < 0 or other < 0:
                continue
        if pick == picks[i]:
            continue
        old_i = picks[i]
        change = option_cost[options_from[i] + pick] - option_cost[options_from[i] + old_i]
        old_site = chosen[i]
        old_j = 0
        if j >= 0:
            old_j = picks[j]
            change += option_cost[options_from[j] + other] - option_cost[options_from[j] + old_j]
            picks[j] = other
            chosen[j] = old_site
        picks[i] = pick
        chosen[i] = options[options_from[i] + pick]
        new_faults, new_wish = assess(chosen, at, radius, reward, ring_gap, limits, neighbours, grouped, gap)
        new_cost = weight * new_faults + new_wish + moved + change
        delta = new_cost - cost
        state = state * 48271 % 2147483647
        if delta <= 0.0 or np.exp(-delta / heat) * 2147483647.0 > state:
            cost = new_cost
            moved += change
            if new_faults < best_faults or (new_faults == best_faults and cost < best_cost):
                best_faults = new_faults
                best_cost = cost
                best[:] = picks
        else:
            picks[i] = old_i
            chosen[i] = old_site
            if j >= 0:
                picks[j] = old_j
                chosen[j] = options[options_from[j] + old_j]
    return best, best_faults, best_cost
