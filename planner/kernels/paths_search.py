"""Shortest paths over the graph of `paths_graph`, from one start to many ends.

A node is an end of a bitangent with a sense of travel on its circle; it has at most two ways on: along the arc to the
next node, and its tangent. A *group* is one arc with one sense (group = 2 * arc, + 1 if clockwise); its nodes are
sorted by `place`, the angle from where that sense enters the arc.

Arrays
------
groups : float64 (g, 8), cx, cy, radius, sense (+1, -1), span, turn, arc, whole circle (1, 0)
group_first : int64 (g + 1,), first node of each group
places : float64 (n,); owner : int64 (n,), the node's group
twins : int64 (n,), node at the tangent's other end, or -1 where one only arrives
lengths : float64 (n,), of the tangent
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from planner.kernels.jit import jit
from planner.kernels.paths_exact import segment_clear
from planner.kernels.paths_graph import SLACK, TAU, arc_at, blocker

Array = Any


@jit
def push(heap: Array, keys: Array, size: int, node: int, key: float) -> int:
    """Put a node on the binary heap; give the new size."""
    at = size
    while at > 0:
        up = (at - 1) >> 1
        if keys[up] <= key:
            break
        keys[at] = keys[up]
        heap[at] = heap[up]
        at = up
    keys[at] = key
    heap[at] = node
    return size + 1


@jit
def pop(heap: Array, keys: Array, size: int) -> int:
    """Take the first entry (read it before) off the heap; give the new size."""
    size -= 1
    key, node = keys[size], heap[size]
    at = 0
    while True:
        down = 2 * at + 1
        if down >= size:
            break
        if down + 1 < size and keys[down + 1] < keys[down]:
            down += 1
        if keys[down] >= key:
            break
        keys[at] = keys[down]
        heap[at] = heap[down]
        at = down
    keys[at] = key
    heap[at] = node
    return size


@jit
def tangent_from(px: float, py: float, cx: float, cy: float, rho: float, sense: float) -> tuple[float, float, float]:
    """Give the unit normal of the tangent from the point p that arrives on a circle with this sense, and its length.

    A point on or (by rounding) just inside the circle gives length 0; deep inside gives length -1.
    """
    dx, dy = px - cx, py - cy
    square = dx * dx + dy * dy
    rest = square - rho * rho
    if rest <= 0.0:
        if square < (rho - 0.01) * (rho - 0.01):
            return 0.0, 0.0, -1.0
        d = math.sqrt(square)
        return dx / d, dy / d, 0.0
    h = math.sqrt(rest)
    return (rho * dx - sense * h * dy) / square, (rho * dy + sense * h * dx) / square, h


@jit
def grow(
    px: float,
    py: float,
    budget: float,
    turns: Array,
    cones: Array,
    arcs: Array,
    first: Array,
    near: Array,
    limits: Array,
    bars: Array,
    groups: Array,
    group_first: Array,
    places: Array,
    owner: Array,
    twins: Array,
    lengths: Array,
) -> tuple[Array, Array, Array, Array]:
    """Grow the tree of shortest paths from the start p (Dijkstra with a budget).

    near : float64 (k,), a lower bound on the distance from p to each circle. Returns
    entry : float64 (g, 2), length and place where a tangent from the start enters each group (inf: none);
    label : float64 (n,), shortest length to each node (inf: beyond the budget);
    turned : float64 (n,), radians turned on the way; came : int64 (n,), the node before (-1: the start's tangent).
    """
    n = places.shape[0]
    entry = np.full((groups.shape[0], 2), np.inf)
    label = np.full(n, np.inf)
    turned = np.zeros(n)
    came = np.full(n, -1, dtype=np.int64)
    heap = np.empty(4 * n + groups.shape[0] + 8, dtype=np.int64)
    keys = np.empty(heap.shape[0], dtype=np.float64)
    size = 0
    hint = -1
    for k in range(turns.shape[0]):
        if first[k] == first[k + 1] or near[k] > budget:
            continue
        cx, cy, rho = turns[k, 0], turns[k, 1], turns[k, 2]
        for way in range(2):
            sense = 1.0 if way == 0 else -1.0
            nx, ny, length = tangent_from(px, py, cx, cy, rho, sense)
            if length < 0.0 or length > budget:
                continue
            arc, place = arc_at(nx, ny, k, turns, cones, arcs, first)
            if arc < 0:
                continue
            hint = blocker(px, py, cx + rho * nx, cy + rho * ny, limits, bars, 0.0, hint)
            if hint >= 0:
                continue
            g = 2 * arc + way
            if way == 1:
                place = groups[g, 4] - place
            entry[g, 0], entry[g, 1] = length, place
            low, high = group_first[g], group_first[g + 1]
            node = low
            while node < high and places[node] < place - SLACK:
                node += 1
            turn = 0.0
            if node < high:
                turn = max(places[node] - place, 0.0)
            elif groups[g, 7] > 0.0 and low < high:
                node = low
                turn = places[node] - place + TAU
            else:
                continue
            total = length + rho * turn
            if total <= budget and total < label[node]:
                label[node], turned[node] = total, turn
                size = push(heap, keys, size, node, total)
    while size > 0:
        node, key = heap[0], keys[0]
        size = pop(heap, keys, size)
        if key > label[node]:
            continue
        g = owner[node]
        after, turn = node + 1, 0.0
        if after < group_first[g + 1]:
            turn = places[after] - places[node]
        elif groups[g, 7] > 0.0:
            after = group_first[g]
            turn = places[after] - places[node] + TAU
        else:
            after = -1
        if after >= 0:
            total = key + groups[g, 2] * turn
            if total <= budget and total < label[after]:
                label[after], turned[after], came[after] = total, turned[node] + turn, node
                size = push(heap, keys, size, after, total)
        after = twins[node]
        if after >= 0:
            total = key + lengths[node]
            if total <= budget and total < label[after]:
                label[after], turned[after], came[after] = total, turned[node], node
                size = push(heap, keys, size, after, total)
    return entry, label, turned, came


@jit
def leave(
    g: int, place: float, groups: Array, group_first: Array, places: Array, entry: Array, label: Array
) -> tuple[float, float, int]:
    """Give the shortest length to a place on a group's arc, the last angle turned, and the node before.

    Node -1 is the start's own tangent; length inf if one cannot get there.
    """
    rho, whole = groups[g, 2], groups[g, 7] > 0.0
    best, best_turn, before = np.inf, 0.0, -1
    if entry[g, 0] < np.inf:
        turn = place - entry[g, 1]
        if turn < 0.0 and turn > -SLACK:
            turn = 0.0
        if turn < 0.0 and whole:
            turn += TAU
        if turn >= 0.0:
            best, best_turn = entry[g, 0] + rho * turn, turn
    low, high = group_first[g], group_first[g + 1]
    if low < high:
        left, right = low, high
        while left < right:
            middle = (left + right) >> 1
            if places[middle] <= place + SLACK:
                left = middle + 1
            else:
                right = middle
        node = left - 1
        if node < low and whole:
            node = high - 1
        if node >= low:
            turn = max(place - places[node], 0.0) if node < left else place - places[node] + TAU
            if label[node] + rho * turn < best:
                best, best_turn, before = label[node] + rho * turn, turn, node
    return best, best_turn, before


@jit
def best_way(
    ex: float,
    ey: float,
    short: float,
    cut: float,
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
    places: Array,
    entry: Array,
    label: Array,
    ways: Array,
) -> int:
    """Find the shortest way to e that bends somewhere, if shorter than `cut`.

    The last leg ends `short` before e. order : int64 (h,), groups that can be entered, sorted by
    least : float64 (h,), the smallest length to any place of each. ways : float64 (h + 1, 6) is filled with what was
    found: length, group, place, last turn, node before, and the tangent's length. Gives the row of the best, or -1.
    """
    count, k, at, hint = 0, 0, -1, -1
    while True:
        # groups come by their least length, so a way no longer than the next group's least is not beaten by it
        if k < order.shape[0] and least[k] < cut and (at < 0 or least[k] < ways[at, 0]):
            g, rest = order[k], cut - least[k] + short
            k += 1
            rho, sense = groups[g, 2], groups[g, 3]
            dx, dy = ex - groups[g, 0], ey - groups[g, 1]
            if dx * dx + dy * dy > (rest + rho) * (rest + rho):
                continue
            nx, ny, length = tangent_from(ex, ey, groups[g, 0], groups[g, 1], rho, -sense)
            if length < short or length >= rest:
                continue
            arc, place = arc_at(nx, ny, int(groups[g, 5]), turns, cones, arcs, first)
            if arc != int(groups[g, 6]):
                continue
            if sense < 0.0:
                place = groups[g, 4] - place
            total, turn, before = leave(g, place, groups, group_first, places, entry, label)
            total += length - short
            if total < cut:
                ways[count, 0], ways[count, 1], ways[count, 2] = total, g, place
                ways[count, 3], ways[count, 4], ways[count, 5] = turn, before, length
                if at < 0 or total < ways[at, 0]:
                    at = count
                count += 1
            continue
        if at < 0:
            return -1
        g = int(ways[at, 1])
        rho, length = groups[g, 2], ways[at, 5]
        nx, ny, _ = tangent_from(ex, ey, groups[g, 0], groups[g, 1], rho, -groups[g, 3])
        px, py = groups[g, 0] + rho * nx, groups[g, 1] + rho * ny
        part = 1.0 if length == 0.0 else (length - short) / length
        hint = blocker(px, py, px + part * (ex - px), py + part * (ey - py), limits, bars, 0.0, hint)
        if hint < 0:
            return at
        ways[at, 0] = np.inf
        at = -1
        for i in range(count):
            if ways[i, 0] < np.inf and (at < 0 or ways[i, 0] < ways[at, 0]):
                at = i


@jit
def lengths_to(
    ends: Array,
    sx: int,
    sy: int,
    budget: float,
    standing: Array,
    dots: Array,
    edges: Array,
    margin: float,
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
    places: Array,
    entry: Array,
    label: Array,
    turned: Array,
) -> tuple[Array, Array]:
    """Give for every end the shortest length at deflated radii, and the radians turned on that path.

    ends : int64 (k, 2). standing : bool (k,), ends that are no place for the base are left inf. A straight way that
    is clear at the full radii, exactly, has turned -1 (the length is then the true one).
    """
    lower = np.full(ends.shape[0], np.inf)
    angle = np.zeros(ends.shape[0])
    ways = np.empty((order.shape[0] + 1, 6), dtype=np.float64)
    hint = -1
    for k in range(ends.shape[0]):
        if not standing[k]:
            continue
        ex, ey = ends[k, 0], ends[k, 1]
        dx, dy = float(ex - sx), float(ey - sy)
        straight = math.sqrt(dx * dx + dy * dy)
        if straight > budget:
            continue
        exact = False
        now = blocker(float(sx), float(sy), float(ex), float(ey), limits, bars, margin, hint)
        if now < 0:
            exact = True
        else:
            hint = now
            now = blocker(float(sx), float(sy), float(ex), float(ey), limits, bars, 0.0, hint)
            exact = now < 0 and segment_clear(sx, sy, ex, ey, dots, edges)
        if now < 0:
            lower[k] = straight
            angle[k] = -1.0 if exact else 0.0
            continue
        cut = budget + 1e-5
        at = best_way(
            float(ex), float(ey), 0.0, cut, order, least, turns, cones, arcs, first, limits, bars,
            groups, group_first, places, entry, label, ways,
        )  # fmt: skip
        if at >= 0:
            lower[k] = ways[at, 0]
            node = int(ways[at, 4])
            angle[k] = ways[at, 3] + (turned[node] if node >= 0 else 0.0)
    return lower, angle
