"""Simulated annealing of a whole unit over its sites: finds a legal plan in milliseconds, proves nothing.

One state is a site per model. Its cost is how far it is from legal (inches of overlap, of coherency, of
missing engagement) plus what the goal weighs. The chance by which a worse state is accepted is drawn first, so that a
step can be given up as soon as the parts counted so far cost too much: most steps then never look at coherency.
The random numbers are a Lehmer generator on 64-bit integers, so that the compiled and the plain function walk
the same way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit

INCH = 127000.0
FAULT = 0.5
"""What a fault costs besides its inches, so that tiny faults still count."""
WEIGHT = 10.0
"""Cost of an inch of fault, against an inch of movement or what a goal pays."""


@jit
def pair_fault(gap: float, span: float) -> float:
    """Give the fault of two models whose bases are this far apart: overlap, or beyond the span."""
    if gap < 0.0:
        return FAULT - 4.0 * gap / INCH
    if gap > span:
        return FAULT + (gap - span) / INCH
    return 0.0


@jit
def gap_row(i: int, site: int, chosen: Any, at: Any, radius: Any, row: Any) -> None:
    """Fill `row` (n,) with the gaps between model i at `site` and every other model where it is chosen to be."""
    for j in range(row.shape[0]):
        if j == i:
            row[j] = 1e18
            continue
        dx = at[site, 0] - at[chosen[j], 0]
        dy = at[site, 1] - at[chosen[j], 1]
        row[j] = np.sqrt(dx * dx + dy * dy) - radius[i] - radius[j]


@jit
def unit_faults(gap: Any, chosen: Any, ring_gap: Any, coherency: float, neighbours: int, grouped: bool) -> float:
    """Give the faults of the unit as a whole: mates missing, targets not engaged, and (if asked) several groups."""
    n = gap.shape[0]
    faults = 0.0
    for t in range(ring_gap.shape[1]):
        nearest = 1e18
        for i in range(n):
            nearest = min(nearest, ring_gap[chosen[i], t])
        if nearest > 0.0:
            faults += FAULT + nearest / INCH
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
                faults += FAULT + (closest - coherency) / INCH
    if grouped and n > 2:
        # Prim's tree: every link longer than the coherency distance is a fault
        best = gap[0].copy()
        inside = np.zeros(n, dtype=np.bool_)
        inside[0] = True
        for _ in range(n - 1):
            pick = -1
            for j in range(n):
                if not inside[j] and (pick < 0 or best[j] < best[pick]):
                    pick = j
            if best[pick] > coherency:
                faults += FAULT + (best[pick] - coherency) / INCH
            inside[pick] = True
            for j in range(n):
                best[j] = min(best[j], gap[pick, j])
    return faults


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
    """Walk from `start`; give the best assignment, its faults (0: legal over the sites) and its cost.

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
    coherency = limits[0]
    span = limits[1]
    picks = start.copy()
    chosen = np.empty(n, dtype=np.int64)
    own = 0.0
    for i in range(n):
        chosen[i] = options[options_from[i] + picks[i]]
        own += option_cost[options_from[i] + picks[i]] - reward[chosen[i]]
    gap = np.empty((n, n))
    pairs = 0.0
    for i in range(n):
        gap_row(i, chosen[i], chosen, at, radius, gap[i])
        for j in range(i):
            pairs += pair_fault(gap[i, j], span)
    whole = unit_faults(gap, chosen, ring_gap, coherency, neighbours, grouped)
    best = picks.copy()
    best_faults = pairs + whole
    cost = WEIGHT * best_faults + own
    best_cost = cost
    row = np.empty(n)
    old_row = np.empty(n)
    state = (seed * 7919 + 12345) % 2147483646 + 1
    cooling = (cold / hot) ** (1.0 / max(1, steps))
    heat = hot
    for _ in range(steps):
        heat *= cooling
        state = state * 48271 % 2147483647
        i = state % n
        base = options_from[i]
        size = options_from[i + 1] - base
        state = state * 48271 % 2147483647
        style = state % 8
        state = state * 48271 % 2147483647
        draw = state
        state = state * 48271 % 2147483647
        limit = cost - heat * np.log(state / 2147483647.0)
        if style == 7 and n > 1:
            # change places with a mate on the same base: only the movement differs
            j = draw % n
            if j == i or radius[i] != radius[j]:
                continue
            mine = -1
            for k in range(size):
                if options[base + k] == chosen[j]:
                    mine = k
                    break
            theirs = -1
            for k in range(options_from[j + 1] - options_from[j]):
                if options[options_from[j] + k] == chosen[i]:
                    theirs = k
                    break
            if mine < 0 or theirs < 0:
                continue
            change = option_cost[base + mine] - option_cost[base + picks[i]]
            change += option_cost[options_from[j] + theirs] - option_cost[options_from[j] + picks[j]]
            if cost + change > limit:
                continue
            picks[i] = mine
            picks[j] = theirs
            chosen[i], chosen[j] = chosen[j], chosen[i]
            for k in (i, j):
                gap_row(k, chosen[k], chosen, at, radius, gap[k])
                gap[:, k] = gap[k]
            own += change
            cost += change
        else:
            pick = draw % size if style < 3 else (picks[i] + draw % 33 - 16) % size
            if pick == picks[i]:
                continue
            old = chosen[i]
            new = options[base + pick]
            new_own = own + option_cost[base + pick] - option_cost[base + picks[i]] - reward[new] + reward[old]
            gap_row(i, new, chosen, at, radius, row)
            new_pairs = pairs
            for j in range(n):
                if j != i:
                    new_pairs += pair_fault(row[j], span) - pair_fault(gap[i, j], span)
            if WEIGHT * new_pairs + new_own > limit:
                continue
            old_row[:] = gap[i]
            gap[i] = row
            gap[:, i] = row
            chosen[i] = new
            new_whole = unit_faults(gap, chosen, ring_gap, coherency, neighbours, grouped)
            new_cost = WEIGHT * (new_pairs + new_whole) + new_own
            if new_cost > limit:
                gap[i] = old_row
                gap[:, i] = old_row
                chosen[i] = old
                continue
            picks[i] = pick
            own = new_own
            pairs = new_pairs
            whole = new_whole
            cost = new_cost
        # sums of differences drift by rounding; a fault is at least FAULT, so less than a tenth of one is none
        faults = pairs + whole
        if faults < 0.1 * FAULT:
            faults = 0.0
        if faults < best_faults or (faults == best_faults and cost < best_cost):
            best_faults = faults
            best_cost = cost
            best[:] = picks
    return best, best_faults, best_cost
