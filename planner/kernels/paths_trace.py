"""One layer of the search for lattice vertices of a path."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from planner.kernels.jit import jit
from planner.kernels.paths_exact import segment_clear

Array = Any


@jit
def link(here: Array, cost: Array, there: Array, dots: Array, edges: Array) -> tuple[Array, Array]:
    """Join each place of the next layer to the place of this layer that gives the shortest clear path.

    here : int64 (a, 2); cost : float64 (a,), length so far; there : int64 (b, 2), clear points. Returns the costs
    float64 (b,) (inf: no clear segment) and the places joined to, int64 (b,).
    """
    best = np.full(there.shape[0], np.inf)
    came = np.full(there.shape[0], -1, dtype=np.int64)
    for j in range(there.shape[0]):
        for i in range(here.shape[0]):
            dx, dy = there[j, 0] - here[i, 0], there[j, 1] - here[i, 1]
            total = cost[i] + math.sqrt(float(dx * dx + dy * dy))
            if total < best[j] and segment_clear(here[i, 0], here[i, 1], there[j, 0], there[j, 1], dots, edges):
                best[j], came[j] = total, i
    return best, came
