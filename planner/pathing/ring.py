"""How far it is, at least, to come within some distance of a target: a lower bound over the continuous table.

Theory
------
A shortest path to a closed disc ends where it first meets the ring (the disc's edge), or at its start. Seen along
the ring, the length of the way there has its minimum at a place where (a) the last leg is straight and square to
the ring, aimed at its centre, from the start or as a tangent of a circle of the roadmap; or (b) the free part of the
ring ends, where it meets the boundary of an obstacle, offset wall or board. Both are finitely many. Lengths are
those at deflated radii, so the least of all is a lower bound: a proof that nobody comes nearer sooner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from planner.kernels.paths_exact import clear_points
from planner.kernels.paths_ring import crossings, ring_ways
from planner.pathing.roadmap import DELTA, GIVE, ROOM, Roadmap
from planner.shapes import Point

Array = Any

AIMED_LOSS = 1e-6
"""Units that floats can have lost in a way aimed at the centre, generously."""
CROSSING_LOSS = 4e-3
"""The same for a crossing: where ring and obstacle nearly touch, the place itself is uncertain by 0.001 units."""
WINDOW = np.array([(i, j) for i in range(-2, 3) for j in range(-2, 3)], dtype=np.int64)
"""Lattice steps tried around a place that should be inside the ring and clear."""

STRIDES = np.array([0.0, 8.0, -8.0, 64.0, -64.0, 512.0, -512.0])
"""Units along the ring from such a place, tried where nearer ones give nothing."""


@dataclass(frozen=True, slots=True)
class RingReach:
    """The way to a disc about a target.

    `lower`: no legal path from the start to any point of the closed disc is shorter (inf: none within the budget).
    `points`: lattice points inside the disc and clear of everything near where the ways that are locally shortest
    arrive, nearest first.
    """

    lower: float
    points: tuple[Point, ...]


def reach_ring(roadmap: Roadmap, start: Point, budget: int, centre: Point, radius: float) -> RingReach:
    """Bound from below the length of any legal path from `start` to any point within `radius` of `centre`.

    Errs
    ----
    Low only, by less than a millionth of an inch. What blocks the inside of the disc (the target's own base) does
    not matter; what covers the whole ring gives inf.
    """
    if math.dist(start, centre) <= radius or _square(start, centre) <= radius * radius:
        return RingReach(0.0, (start,))
    own = roadmap.of(start)
    if math.dist(start, centre) - radius > budget + 1.0:
        return RingReach(math.inf, ())
    tree = own.tree(start, budget)
    cx, cy, reach = float(centre[0]), float(centre[1]), float(radius)
    count = len(own.edges)
    room = own.box.astype(np.float64) + (DELTA + GIVE) * np.array([-1.0, -1.0, 1.0, 1.0])
    ways = ring_ways(
        float(start[0]), float(start[1]), cx, cy, reach, budget + ROOM,
        crossings(cx, cy, reach, own.dots, own.edges, own.box), own.bars[:count], own.edges[:, 4] - (DELTA + GIVE),
        room, tree.order, tree.least, own.turns, own.cones, own.arcs, own.first, own.limits, own.bars, own.groups,
        own.group_first, own.places, tree.entry, tree.label,
    )  # fmt: skip
    lengths = ways[:, 0] - np.where(ways[:, 3] > 0.0, CROSSING_LOSS, AIMED_LOSS)
    within = lengths <= budget
    if not within.any():
        return RingReach(math.inf, ())
    ways = ways[within][np.argsort(lengths[within], kind="stable")]
    return RingReach(max(0.0, float(lengths[within].min())), _inside(own, centre, radius, ways[:, 1:3]))


def _square(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _inside(roadmap: Roadmap, centre: Point, radius: float, places: Array) -> tuple[Point, ...]:
    """Give for each place the nearest lattice point that is inside the disc and clear, each once; none: left out.

    Where ring and obstacle meet at a flat angle, the wedge between them is thinner than the lattice at its tip: then
    the places further along the ring are tried.
    """
    middle = np.array(centre, dtype=np.float64)
    spokes = places - middle
    across = np.column_stack((-spokes[:, 1], spokes[:, 0])) / radius
    moved = places[:, None, :] + STRIDES[None, :, None] * across[:, None, :]
    moved = middle + (moved - middle) * (radius / np.hypot(*(moved - middle).transpose(2, 0, 1)))[..., None]
    near = np.rint(moved).astype(np.int64)[:, :, None, :] + WINDOW
    off = near - np.array(centre, dtype=np.int64)
    fits = (off * off).sum(axis=-1) <= radius * radius
    clear = clear_points(near.reshape(-1, 2), roadmap.dots, roadmap.edges, roadmap.box).reshape(fits.shape)
    away = ((near - places[:, None, None, :]) ** 2).sum(axis=-1)
    away[~(fits & clear)] = np.inf
    away, near = away.reshape(len(places), -1), near.reshape(len(places), -1, 2)
    best = away.argmin(axis=1)
    chosen = ((int(near[i, k, 0]), int(near[i, k, 1])) for i, k in enumerate(best.tolist()) if np.isfinite(away[i, k]))
    return tuple(dict.fromkeys(chosen))
