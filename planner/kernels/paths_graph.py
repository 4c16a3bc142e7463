"""The configuration space of a disc as a graph: free arcs of its circles, and the bitangents between them.

All radii are deflated a little (`planner.pathing.roadmap` says why), so that what touches is comfortably open and
floats are enough. A *turn* is a circle on which a taut path may bend: about a convex corner of a wall, or a disc.

Arrays used by the float kernels
--------------------------------
limits : float64 (n, 3), x, y, limit: the dots, and the distance below which a path is blocked
bars : float64 (m, 4), ax, ay, bx, by: segments that no path crosses (wall edges, then bridges over narrow gaps)
turns : float64 (k, 5), cx, cy, radius, base, span: circle and the cone (angles base .. base + span) of its normals
arcs : float64 (a, 3), turn, low, span: a free arc, `low` relative to the turn's base; span 2 pi is a whole circle
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from planner.kernels.jit import jit

Array = Any

TAU = 2.0 * math.pi
SLACK = 1e-8
"""Angles (radians) that are this far outside an arc still count as on it: 0.001 units on a base's circle."""


@jit
def blocker(px: float, py: float, qx: float, qy: float, limits: Array, bars: Array, extra: float, hint: int) -> int:
    """Give the first dot or bar (index, bars after dots) that blocks the segment p-q, or -1; `hint` is tried first.

    `extra` is added to every limit. The two ends are known to be free.
    """
    ux, uy = qx - px, qy - py
    length = math.sqrt(ux * ux + uy * uy)
    if length < 1e-9:
        return -1
    ux /= length
    uy /= length
    n = limits.shape[0]
    if 0 <= hint < n:
        ex, ey, limit = limits[hint, 0] - px, limits[hint, 1] - py, limits[hint, 2] + extra
        if abs(ux * ey - uy * ex) < limit and 0.0 < ux * ex + uy * ey < length:
            return hint
    for i in range(n):
        ex, ey, limit = limits[i, 0] - px, limits[i, 1] - py, limits[i, 2] + extra
        if abs(ux * ey - uy * ex) >= limit:
            continue
        along = ux * ex + uy * ey
        if along <= 0.0:
            if ex * ex + ey * ey < limit * limit:
                return i
        elif along >= length:
            fx, fy = limits[i, 0] - qx, limits[i, 1] - qy
            if fx * fx + fy * fy < limit * limit:
                return i
        else:
            return i
    for i in range(bars.shape[0]):
        ax, ay, bx, by = bars[i, 0] - px, bars[i, 1] - py, bars[i, 2] - px, bars[i, 3] - py
        side_a = ux * ay - uy * ax
        side_b = ux * by - uy * bx
        if (side_a > 0.0) == (side_b > 0.0):
            continue
        part = side_a / (side_a - side_b)
        along = ux * (ax + part * (bx - ax)) + uy * (ay + part * (by - ay))
        if 0.0 <= along <= length:
            found: int = n + i
            return found
    return -1


@jit
def block(spans: Array, count: int, low: float, span: float) -> int:
    """Add the blocked angles low .. low + span (relative to the base) to the list; give its new length."""
    if span <= 0.0:
        return count
    low = low % TAU
    spans[count, 0] = low
    spans[count, 1] = min(low + span, TAU)
    count += 1
    if low + span > TAU:
        spans[count, 0] = 0.0
        spans[count, 1] = low + span - TAU
        count += 1
    return count


@jit
def free_arcs(
    turns: Array, own: Array, limits: Array, edges: Array, edge_limits: Array, bridges: Array, box: Array
) -> Array:
    """Give the arcs of every turn on which a centre may be.

    own : int64 (k, 3), the turn's dot and the two edges that meet in it (-1 for discs). edges : float64 (m, 4).
    box : float64 (4,), x0, y0, x1, y1 of the centre's board. Returns arcs float64 (a, 3).
    """
    n, m = limits.shape[0], edges.shape[0]
    spans = np.empty((2 * n + 32 * m + 4 * bridges.shape[0] + 16, 2), dtype=np.float64)
    arcs = np.empty((64, 3), dtype=np.float64)
    total = 0
    lows = np.empty(4, dtype=np.float64)
    wides = np.empty(4, dtype=np.float64)
    for k in range(turns.shape[0]):
        cx, cy, rho, base, cone = turns[k, 0], turns[k, 1], turns[k, 2], turns[k, 3], turns[k, 4]
        count = 0
        covered = False
        for i in range(n):
            if i == own[k, 0]:
                continue
            dx, dy, q = limits[i, 0] - cx, limits[i, 1] - cy, limits[i, 2]
            reach = rho + q
            if abs(dx) >= reach or abs(dy) >= reach:
                continue
            square = dx * dx + dy * dy
            if square >= reach * reach:
                continue
            d = math.sqrt(square)
            if d + rho <= q:
                covered = True
                break
            if d + q <= rho:
                continue
            half = math.acos(max(-1.0, min(1.0, (square + rho * rho - q * q) / (2.0 * d * rho))))
            count = block(spans, count, math.atan2(dy, dx) - half - base, 2.0 * half)
        if covered:
            continue
        for i in range(m):
            if i in (own[k, 1], own[k, 2]):
                continue
            q = edge_limits[i]
            ux, uy = edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]
            wx, wy = cx - edges[i, 0], cy - edges[i, 1]
            length = math.sqrt(ux * ux + uy * uy)
            ux /= length
            uy /= length
            across = ux * wy - uy * wx
            along = ux * wx + uy * wy
            if abs(across) >= rho + q or along <= -rho or along >= length + rho:
                continue
            # between the two offset lines: angles about the edge's left normal; between its ends: about the edge
            for part in range(2):
                if part == 0:
                    middle = math.atan2(ux, -uy) - base
                    inner = math.acos(max(-1.0, min(1.0, (q - across) / rho)))
                    outer = math.acos(max(-1.0, min(1.0, (-q - across) / rho)))
                else:
                    middle = math.atan2(uy, ux) - base
                    inner = math.acos(max(-1.0, min(1.0, (length - along) / rho)))
                    outer = math.acos(max(-1.0, min(1.0, -along / rho)))
                lows[2 * part], wides[2 * part] = middle + inner, outer - inner
                lows[2 * part + 1], wides[2 * part + 1] = middle - outer, outer - inner
            for a in range(2):
                for b in range(2, 4):
                    shift = (lows[b] - lows[a]) % TAU
                    if shift < wides[a]:
                        count = block(spans, count, lows[a] + shift, min(wides[a] - shift, wides[b]))
                    over = shift + wides[b] - TAU
                    if over > 0.0:
                        count = block(spans, count, lows[a], min(over, wides[a]))
        for side in range(4):
            if side == 0:
                beyond, middle = cx - box[0], math.pi
            elif side == 1:
                beyond, middle = cy - box[1], -0.5 * math.pi
            elif side == 2:
                beyond, middle = box[2] - cx, 0.0
            else:
                beyond, middle = box[3] - cy, 0.5 * math.pi
            if beyond <= -rho:
                covered = True
            elif beyond < rho:
                half = math.acos(beyond / rho)
                count = block(spans, count, middle - half - base, 2.0 * half)
        if covered:
            continue
        for i in range(bridges.shape[0]):
            ax, ay = bridges[i, 0] - cx, bridges[i, 1] - cy
            ux, uy = bridges[i, 2] - bridges[i, 0], bridges[i, 3] - bridges[i, 1]
            square = ux * ux + uy * uy
            middle = -(ax * ux + ay * uy) / square
            inside = middle * middle - (ax * ax + ay * ay - rho * rho) / square
            if inside < 0.0:
                continue
            root = math.sqrt(inside)
            for sign in range(2):
                part = middle - root if sign == 0 else middle + root
                if 0.0 <= part <= 1.0:
                    angle = math.atan2(ay + part * uy, ax + part * ux)
                    count = block(spans, count, angle - 10.0 * SLACK - base, 20.0 * SLACK)
        for i in range(1, count):
            low, high = spans[i, 0], spans[i, 1]
            j = i - 1
            while j >= 0 and spans[j, 0] > low:
                spans[j + 1, 0] = spans[j, 0]
                spans[j + 1, 1] = spans[j, 1]
                j -= 1
            spans[j + 1, 0] = low
            spans[j + 1, 1] = high
        first = total
        at = 0.0
        for i in range(count + 1):
            low = cone if i == count else min(spans[i, 0], cone)
            if low > at + 1e-12:
                if total == arcs.shape[0]:
                    arcs = np.concatenate((arcs, np.empty_like(arcs)))
                arcs[total, 0], arcs[total, 1], arcs[total, 2] = k, at, low - at
                total += 1
            if i < count:
                at = max(at, spans[i, 1])
        last = total - 1
        # an arc that runs through the base angle of a whole circle was cut in two there
        if cone >= TAU and last > first and arcs[first, 1] == 0.0 and arcs[last, 1] + arcs[last, 2] >= TAU - 1e-12:
            arcs[first, 1] = arcs[last, 1]
            arcs[first, 2] += arcs[last, 2]
            total -= 1
    return arcs[:total].copy()


@jit
def arc_at(nx: float, ny: float, turn: int, turns: Array, cones: Array, arcs: Array, first: Array) -> tuple[int, float]:
    """Give the free arc of a turn on which the unit normal n lies, and the angle from its low end; (-1, 0) if none.

    cones : float64 (k, 4), the two unit vectors that bound each cone, for a test without trigonometry.
    first : int64 (k + 1,), first arc of each turn.
    """
    span = turns[turn, 4]
    past_low = cones[turn, 0] * ny - cones[turn, 1] * nx < -SLACK
    if span < 3.0 and (past_low or nx * cones[turn, 3] - ny * cones[turn, 2] < -SLACK):
        return -1, 0.0
    angle = math.atan2(ny, nx) - turns[turn, 3]
    for a in range(first[turn], first[turn + 1]):
        place = (angle - arcs[a, 1]) % TAU
        if place <= arcs[a, 2] + SLACK:
            return a, min(place, arcs[a, 2])
        if place >= TAU - SLACK:
            return a, 0.0
    return -1, 0.0


@jit
def bitangents(
    turns: Array, cones: Array, arcs: Array, first: Array, near: Array, limits: Array, bars: Array, budget: float
) -> Array:
    """Give every free common tangent of two turns: float64 (t, 7).

    A row: arc, place on it, side at one end; the same at the other; length. Side +1: one travels counter-clockwise
    on the circle before leaving it (the centre is on the left). near : float64 (k,), distance from the nearest start
    to each circle; tangents that no path within `budget` can use are left out.
    """
    found = np.empty((256, 7), dtype=np.float64)
    count = 0
    hint = -1
    for i in range(turns.shape[0]):
        if first[i] == first[i + 1] or near[i] > budget:
            continue
        cx, cy, ri = turns[i, 0], turns[i, 1], turns[i, 2]
        for j in range(i + 1, turns.shape[0]):
            if first[j] == first[j + 1]:
                continue
            dx, dy, rj = turns[j, 0] - cx, turns[j, 1] - cy, turns[j, 2]
            nearest = min(near[i], near[j])
            square = dx * dx + dy * dy
            longest = budget - nearest + ri + rj
            if nearest > budget or square > longest * longest or square < 1e-9:
                continue
            for kind in range(4):
                side_i = 1.0 if kind < 2 else -1.0
                side_j = 1.0 if kind % 2 == 0 else -1.0
                w = ri * side_i - rj * side_j
                rest = square - w * w
                if rest < 0.0:
                    continue
                h = math.sqrt(rest)
                if h + nearest > budget:
                    continue
                nx = (w * dx + h * dy) / square
                ny = (w * dy - h * dx) / square
                a, place_a = arc_at(side_i * nx, side_i * ny, i, turns, cones, arcs, first)
                if a < 0:
                    continue
                b, place_b = arc_at(side_j * nx, side_j * ny, j, turns, cones, arcs, first)
                if b < 0:
                    continue
                px, py = cx + ri * side_i * nx, cy + ri * side_i * ny
                qx, qy = turns[j, 0] + rj * side_j * nx, turns[j, 1] + rj * side_j * ny
                hint = blocker(px, py, qx, qy, limits, bars, 0.0, hint)
                if hint >= 0:
                    continue
                if count == found.shape[0]:
                    found = np.concatenate((found, np.empty_like(found)))
                found[count, 0], found[count, 1], found[count, 2] = a, place_a, side_i
                found[count, 3], found[count, 4], found[count, 5] = b, place_b, side_j
                found[count, 6] = h
                count += 1
    return found[:count].copy()
