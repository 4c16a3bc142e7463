"""Exact tests on the lattice: is this point, this segment, far enough from everything? No rounding at all.

Coordinates stay below 2**24 (a board of 130 inches), so cross and dot products fit 53 bits; where two of them
are multiplied, `product_less` works in two halves.

Arrays used by all path kernels
-------------------------------
dots : int64 (n, 3), x, y, need: corners of walls and centres of discs, and how far a base's centre must stay
edges : int64 (m, 5), ax, ay, bx, by, need: wall edges, both of whose ends are dots with the same need
box : int64 (4,), x0, y0, x1, y1: where the centre may be (the board less the radius)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit

Array = Any


@jit
def product_less(a: int, b: int, c: int, d: int) -> bool:
    """Whether ``a * b < c * d`` for integers from 0 to below 2**53, exactly."""
    mask = 2147483647
    a1, a0, b1, b0 = a >> 31, a & mask, b >> 31, b & mask
    c1, c0, d1, d0 = c >> 31, c & mask, d >> 31, d & mask
    low = a0 * b0
    middle = a1 * b0 + a0 * b1 + (low >> 31)
    high_ab = a1 * b1 + (middle >> 31)
    low_ab = ((middle & mask) << 31) | (low & mask)
    low = c0 * d0
    middle = c1 * d0 + c0 * d1 + (low >> 31)
    high_cd = c1 * d1 + (middle >> 31)
    low_cd = ((middle & mask) << 31) | (low & mask)
    if high_ab != high_cd:
        return high_ab < high_cd
    return low_ab < low_cd


@jit
def dot_clear(cx: int, cy: int, need: int, px: int, py: int, qx: int, qy: int) -> bool:
    """Whether the segment p-q stays at least `need` from the point c (touching is clear)."""
    dx, dy, ex, ey = qx - px, qy - py, cx - px, cy - py
    along = ex * dx + ey * dy
    if along <= 0:
        return ex * ex + ey * ey >= need * need
    length2 = dx * dx + dy * dy
    if along >= length2:
        fx, fy = cx - qx, cy - qy
        return fx * fx + fy * fy >= need * need
    across = abs(dx * ey - dy * ex)
    return not product_less(across, across, need * need, length2)


@jit
def point_clear(px: int, py: int, dots: Array, edges: Array, box: Array) -> bool:
    """Whether a base may be at p, as far as boundaries go (a point deep inside a wall passes)."""
    if px < box[0] or py < box[1] or px > box[2] or py > box[3]:
        return False
    for i in range(dots.shape[0]):
        dx, dy, need = px - dots[i, 0], py - dots[i, 1], dots[i, 2]
        if dx * dx + dy * dy < need * need:
            return False
    for i in range(edges.shape[0]):
        ax, ay, bx, by, need = edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3], edges[i, 4]
        if px < min(ax, bx) - need or px > max(ax, bx) + need or py < min(ay, by) - need or py > max(ay, by) + need:
            continue
        if not dot_clear(px, py, need, ax, ay, bx, by):
            return False
    return True


@jit
def segment_clear(px: int, py: int, qx: int, qy: int, dots: Array, edges: Array) -> bool:
    """Whether a base may move straight from p to q, both of which are clear points.

    Two segments are nearest at an end of one of them unless they cross; the ends p and q are known to be clear,
    so the corners against p-q and the crossings are all there is to test.
    """
    for i in range(dots.shape[0]):
        if not dot_clear(dots[i, 0], dots[i, 1], dots[i, 2], px, py, qx, qy):
            return False
    dx, dy = qx - px, qy - py
    for i in range(edges.shape[0]):
        ax, ay, bx, by = edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3]
        side_a = dx * (ay - py) - dy * (ax - px)
        side_b = dx * (by - py) - dy * (bx - px)
        if (side_a > 0) == (side_b > 0):
            continue
        side_p = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        side_q = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
        if (side_p > 0) != (side_q > 0):
            return False
    return True


@jit
def stand(points: Array, dots: Array, edges: Array, rings: Array, box: Array) -> Array:
    """Which points a base may stand on: clear of every boundary and inside no wall.

    rings : int64 (w, 2), first and last-plus-one edge of every wall.
    """
    free = np.ones(points.shape[0], dtype=np.bool_)
    for k in range(points.shape[0]):
        px, py = points[k, 0], points[k, 1]
        if not point_clear(px, py, dots, edges, box):
            free[k] = False
            continue
        for w in range(rings.shape[0]):
            inside = False
            for i in range(rings[w, 0], rings[w, 1]):
                ax, ay, bx, by = edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3]
                if (ay > py) != (by > py):
                    side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
                    if (side > 0) == (by > ay):
                        inside = not inside
            if inside:
                free[k] = False
                break
    return free


@jit
def clear_points(points: Array, dots: Array, edges: Array, box: Array) -> Array:
    """Which lattice points (int64 (k, 2)) are clear of every boundary (a point deep inside a wall passes)."""
    free = np.empty(points.shape[0], dtype=np.bool_)
    for k in range(points.shape[0]):
        free[k] = point_clear(points[k, 0], points[k, 1], dots, edges, box)
    return free


@jit
def narrow_gaps(dots: Array, edges: Array, window: float) -> Array:
    """Bridges over the gaps that are too narrow by so little that deflated circles would pass.

    Returns float64 (b, 4): segments between the two nearest places of every pair whose gap is less than both
    needs together (decided exactly) and by at most `window`. No place on a bridge is free for a base's centre.
    """
    found = np.empty((16, 4), dtype=np.float64)
    count = 0
    n = dots.shape[0]
    for i in range(n):
        xi, yi = dots[i, 0], dots[i, 1]
        for j in range(i + 1, n):
            dx, dy, need = dots[j, 0] - xi, dots[j, 1] - yi, dots[i, 2] + dots[j, 2]
            if abs(dx) >= need or abs(dy) >= need:
                continue
            square = dx * dx + dy * dy
            if square >= need * need or square < (need - window) * (need - window):
                continue
            if count == found.shape[0]:
                found = np.concatenate((found, np.empty_like(found)))
            found[count, 0], found[count, 1], found[count, 2], found[count, 3] = xi, yi, dots[j, 0], dots[j, 1]
            count += 1
        for j in range(edges.shape[0]):
            ax, ay, need = edges[j, 0], edges[j, 1], dots[i, 2] + edges[j, 4]
            ux, uy = edges[j, 2] - ax, edges[j, 3] - ay
            ex, ey = xi - ax, yi - ay
            along = ex * ux + ey * uy
            length2 = ux * ux + uy * uy
            if along <= 0 or along >= length2:
                continue
            across = abs(ux * ey - uy * ex)
            gap = across / length2**0.5
            if gap < need - window or gap > need + 1.0 or not product_less(across, across, need * need, length2):
                continue
            if count == found.shape[0]:
                found = np.concatenate((found, np.empty_like(found)))
            found[count, 0], found[count, 1] = xi, yi
            found[count, 2], found[count, 3] = ax + ux * (along / length2), ay + uy * (along / length2)
            count += 1
    return found[:count].copy()
