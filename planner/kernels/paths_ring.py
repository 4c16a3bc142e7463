"""Where the ways from one start first meet a ring (a circle about a target), and how long they are."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from planner.kernels.jit import jit
from planner.kernels.paths_graph import arc_at, blocker
from planner.kernels.paths_search import best_way, leave, tangent_from

Array = Any


@jit
def crossings(cx: float, cy: float, radius: float, dots: Array, edges: Array, box: Array) -> Array:
    """Give the places where a ring meets the boundary of the true free space: float64 (p, 2).

    Arrays as in `paths_exact`. Places that something else covers are among them.
    """
    found = np.empty((2 * dots.shape[0] + 4 * edges.shape[0] + 8, 2), dtype=np.float64)
    count = 0
    for i in range(dots.shape[0]):
        dx, dy, need = dots[i, 0] - cx, dots[i, 1] - cy, float(dots[i, 2])
        d = math.sqrt(dx * dx + dy * dy)
        if d < 0.5 or d > radius + need + 1e-3 or d < abs(radius - need) - 1e-3:
            continue
        # Heron's product keeps its digits where the circles nearly touch
        product = (d + radius + need) * (d + radius - need) * (d + need - radius) * (radius + need - d)
        h = math.sqrt(max(product, 0.0)) / (2.0 * d)
        along = (d * d + radius * radius - need * need) / (2.0 * d)
        for sign in range(2):
            side = h if sign == 0 else -h
            found[count, 0] = cx + (along * dx - side * dy) / d
            found[count, 1] = cy + (along * dy + side * dx) / d
            count += 1
    for i in range(edges.shape[0] + 4):
        if i < edges.shape[0]:
            ax, ay, need = edges[i, 0] - cx, edges[i, 1] - cy, float(edges[i, 4])
            ux, uy = float(edges[i, 2] - edges[i, 0]), float(edges[i, 3] - edges[i, 1])
            length = math.sqrt(ux * ux + uy * uy)
            ux /= length
            uy /= length
            # walls run counter-clockwise, the outside is on the right
            offset = ax * uy - ay * ux + need
            start = ax * ux + ay * uy
        else:
            side_of_board = i - edges.shape[0]
            ux, uy = (0.0, 1.0) if side_of_board % 2 == 0 else (1.0, 0.0)
            offset = box[side_of_board] - cx if side_of_board % 2 == 0 else cy - box[side_of_board]
            start, length = -1e18, 2e18
        rest = radius * radius - offset * offset
        if rest < -1e-3 * radius:
            continue
        h = math.sqrt(max(rest, 0.0))
        for sign in range(2):
            along = h if sign == 0 else -h
            if start - 1e-3 <= along <= start + length + 1e-3:
                found[count, 0] = cx + offset * uy + along * ux
                found[count, 1] = cy - offset * ux + along * uy
                count += 1
    return found[:count].copy()


@jit
def uncovered(x: float, y: float, limits: Array, edges: Array, edge_limits: Array, box: Array) -> bool:
    """Whether a place is free at deflated needs (arrays as in `paths_graph`)."""
    if x < box[0] or y < box[1] or x > box[2] or y > box[3]:
        return False
    for i in range(limits.shape[0]):
        dx, dy, limit = x - limits[i, 0], y - limits[i, 1], limits[i, 2]
        if dx * dx + dy * dy < limit * limit:
            return False
    for i in range(edges.shape[0]):
        ux, uy = edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]
        wx, wy = x - edges[i, 0], y - edges[i, 1]
        square = ux * ux + uy * uy
        along = ux * wx + uy * wy
        if 0.0 < along < square and abs(ux * wy - uy * wx) < edge_limits[i] * math.sqrt(square):
            return False
    return True


@jit
def ring_ways(
    sx: float,
    sy: float,
    cx: float,
    cy: float,
    radius: float,
    budget: float,
    places: Array,
    edges: Array,
    edge_limits: Array,
    box: Array,
    order: Array,
    least: Array,
    turns: Array,
    cones: Array,
    arcs: Array,
    first: Array,
    limits: Array,
    bars: Array,
    groups: Array,
    group_first: Array,
    group_places: Array,
    entry: Array,
    label: Array,
) -> Array:
    """Give the locally shortest ways from a start outside a ring to the ring: float64 (w, 4).

    A row: length at deflated needs, x, y, and 1 where it ends at one of `places` (float64 (p, 2), crossings of the
    ring with boundaries), 0 where the last leg is aimed at the ring's centre.
    """
    found = np.empty((1 + order.shape[0] + places.shape[0], 4), dtype=np.float64)
    count = 0
    d = math.sqrt((sx - cx) * (sx - cx) + (sy - cy) * (sy - cy))
    qx, qy = cx + (sx - cx) * radius / d, cy + (sy - cy) * radius / d
    free = d - radius <= budget and uncovered(qx, qy, limits, edges, edge_limits, box)
    if free and blocker(sx, sy, qx, qy, limits, bars, 0.0, -1) < 0:
        found[0, 0], found[0, 1], found[0, 2], found[0, 3] = d - radius, qx, qy, 0.0
        count = 1
    for k in range(order.shape[0]):
        g = order[k]
        rho, sense = groups[g, 2], groups[g, 3]
        nx, ny, length = tangent_from(cx, cy, groups[g, 0], groups[g, 1], rho, -sense)
        if length < radius or least[k] + length - radius > budget:
            continue
        arc, place = arc_at(nx, ny, int(groups[g, 5]), turns, cones, arcs, first)
        if arc != int(groups[g, 6]):
            continue
        if sense < 0.0:
            place = groups[g, 4] - place
        total, _, _ = leave(g, place, groups, group_first, group_places, entry, label)
        total += length - radius
        if total > budget:
            continue
        px, py = groups[g, 0] + rho * nx, groups[g, 1] + rho * ny
        part = (length - radius) / max(length, 1e-9)
        qx, qy = px + part * (cx - px), py + part * (cy - py)
        if not uncovered(qx, qy, limits, edges, edge_limits, box):
            continue
        if blocker(px, py, qx, qy, limits, bars, 0.0, -1) < 0:
            found[count, 0], found[count, 1], found[count, 2], found[count, 3] = total, qx, qy, 0.0
            count += 1
    ways = np.empty((order.shape[0] + 1, 6), dtype=np.float64)
    for i in range(places.shape[0]):
        qx, qy = places[i, 0], places[i, 1]
        straight = math.sqrt((qx - sx) * (qx - sx) + (qy - sy) * (qy - sy))
        if straight > budget or not uncovered(qx, qy, limits, edges, edge_limits, box):
            continue
        total = straight
        if blocker(sx, sy, qx, qy, limits, bars, 0.0, -1) >= 0:
            at = best_way(
                qx, qy, 0.0, budget, order, least, turns, cones, arcs, first, limits, bars,
                groups, group_first, group_places, entry, label, ways,
            )  # fmt: skip
            if at < 0:
                continue
            total = ways[at, 0]
        found[count, 0], found[count, 1], found[count, 2], found[count, 3] = total, qx, qy, 1.0
        count += 1
    return found[:count].copy()
