"""How many models it takes to join the targets' zones, where the unit must end as one group.

Over cells: a chain of bases that join is a connected set in the graph of cells that may be in coherency, one cell for
each base. The least connected set that has a cell in every target's zone and a given cell is found exactly for a
handful of zones (Dreyfus and Wagner, 1971, with unit weights on the nodes). A cell for which it takes more models than
the unit has is no end of anybody's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from planner.candidates import Ints
from planner.clauses import Places

MOST_ZONES = 5
"""Targets that are joined at once; of more, every run of this many is."""


def may_be_joined(places: Places) -> Any:
    """Give which places (bool (p,)) some connected set no larger than the unit joins to every target's zone."""
    size = places.able.shape[0]
    kept = np.ones(len(places.at), dtype=np.bool_)
    while kept.any():
        near = places.near & kept[:, None] & kept[None, :]
        zones = [kept & ((places.mask >> t) & 1 == 1) for t in range(places.targets)]
        fewer = kept.copy()
        for first in range(max(1, len(zones) - MOST_ZONES + 1)):
            fewer &= least_joining(near, zones[first : first + MOST_ZONES], size) <= size
        if (fewer == kept).all():
            break
        kept = fewer
    return kept


def coarse_ends(places: Places, middle_gap: Any, coherency: int) -> Ints:
    """Give the places to split before anything else, where the unit holds together only because places are coarse.

    Two places whose middles are beyond coherency are near for some of their points only; without such links, here no
    set joins the zones, or somebody has no place in one. Then the ends of those links that lead from one part of the
    rest to another are in the way of a proof; if none do, all their ends.

    Parameters
    ----------
    middle_gap : float (p, p)
        Gaps between bases at the middles.
    coherency
        The greatest gap in coherency.
    """
    if not places.able.any(axis=1).all():
        return np.zeros(0, dtype=np.int64)  # somebody has no place at all: nothing is left to be found out
    firm = places.near & (middle_gap <= coherency)
    joined = may_be_joined(replace(places, near=firm))
    if places.able[:, joined].any(axis=1).all() and joined.any():
        return np.zeros(0, dtype=np.int64)
    part = _parts(firm)
    loose = places.near & ~firm
    between = loose & (part[:, None] != part[None, :])
    return np.flatnonzero((between if between.any() else loose).any(axis=1))


def _parts(near: Any) -> Ints:
    """Number the connected parts of a graph: int64 (p,)."""
    part = np.full(len(near), -1, dtype=np.int64)
    for first in range(len(near)):
        if part[first] < 0:
            fresh = np.array([first])
            while len(fresh):
                part[fresh] = first
                fresh = np.flatnonzero(near[fresh].any(axis=0) & (part < 0))
    return part


def least_joining(near: Any, zones: list[Any], most: int) -> Ints:
    """Give for each place the size of the least connected set with it and a place of every zone; most + 1 if above.

    Parameters
    ----------
    near : bool (p, p)
        The graph.
    zones : bool (p,), each
        A handful: the work grows with three to their number.
    """
    above = most + 1
    least: dict[int, Ints] = {}
    for zone_set in range(1, 1 << len(zones)):
        if zone_set & (zone_set - 1) == 0:
            sizes = np.where(zones[zone_set.bit_length() - 1], 1, above)
        else:
            sizes = np.full(len(near), above, dtype=np.int64)
            part = (zone_set - 1) & zone_set
            while part:
                sizes = np.minimum(sizes, least[part] + least[zone_set ^ part] - 1)
                part = (part - 1) & zone_set
        least[zone_set] = _spread(near, np.minimum(sizes, above), most)
    return least[(1 << len(zones)) - 1]


def _spread(near: Any, sizes: Ints, most: int) -> Ints:
    """Let each place take over a neighbour's size, and one for itself, where that is less."""
    for size in range(1, most):
        reached = near[sizes == size].any(axis=0)
        sizes = np.where(reached & (sizes > size + 1), size + 1, sizes)
    return sizes
