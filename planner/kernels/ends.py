"""What a base at each of many points meets: enemies touched, engaged, near; exact (integers below 2**53).

Squares of lattice distances on any table up to 700 inches fit 64-bit integers, so every comparison here
is exact; only the gaps given back are rounded (to 1e-9 of a unit).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit


@jit
def look(
    points: Any, radius: int, foe_at: Any, foe_radius: Any, foe_unit: Any, targets: int, engagement: int, close: int
) -> Any:
    """Give, per point: clear, ring, mask of engaged targets, enemy models touched, gap to each target.

    Parameters
    ----------
    points : int64 (k, 2)
        Centres of a base of `radius`.
    foe_at, foe_radius, foe_unit : int64 (m, 2), (m,), (m,)
        Enemy bases; `foe_unit` is the target's index, or -1 for an enemy that is no target.
    engagement, close : int
        The two ring widths, in units.

    Returns
    -------
    clear : bool (k,)
        No enemy base overlapped, no non-target engaged.
    ring : int64 (k,)
        2: within `close` of a target; 1: engaged with a target; 0: neither.
    mask : int64 (k,)
        Bit t: engaged with target t.
    contacts : int64 (k,)
        Target models touched (gap 0 to 4 units).
    gaps : float64 (k, targets)
        Gap to the closest model of each target.
    """
    count = points.shape[0]
    clear = np.ones(count, dtype=np.bool_)
    ring = np.zeros(count, dtype=np.int64)
    mask = np.zeros(count, dtype=np.int64)
    contacts = np.zeros(count, dtype=np.int64)
    gaps = np.full((count, targets), 1e18)
    for k in range(count):
        px = points[k, 0]
        py = points[k, 1]
        for m in range(foe_at.shape[0]):
            dx = px - foe_at[m, 0]
            dy = py - foe_at[m, 1]
            both = radius + foe_radius[m]
            t = foe_unit[m]
            far = both + engagement
            d2 = dx * dx + dy * dy
            if d2 < both * both:
                clear[k] = False
            if t < 0:
                if d2 <= far * far:
                    clear[k] = False
                continue
            gap = np.sqrt(float(d2)) - both
            gaps[k, t] = min(gaps[k, t], gap)
            if d2 <= far * far:
                mask[k] |= 1 << t
                ring[k] = max(ring[k], 1)
            near = both + close
            if d2 <= near * near:
                ring[k] = 2
            touch = both + 4
            if both * both <= d2 <= touch * touch:
                contacts[k] += 1
    return clear, ring, mask, contacts, gaps


@jit
def lies_in(x: float, y: float, zone: Any) -> bool:
    """Whether a point lies in at least one disc of `zone` (z, 3)."""
    for z in range(zone.shape[0]):
        dx = x - zone[z, 0]
        dy = y - zone[z, 1]
        if dx * dx + dy * dy <= zone[z, 2] * zone[z, 2]:
            return True
    return False


@jit
def crossings(circles: Any, lines: Any, zone: Any, capacity: int) -> Any:
    """Give the points where these circles and lines cross each other, within at least one disc of `zone`.

    Parameters
    ----------
    circles : float64 (c, 3)
        x, y, radius.
    lines : float64 (l, 4)
        Segments x1, y1, x2, y2.
    zone : float64 (z, 3)
        Discs x, y, radius outside of which nobody asks.
    capacity : int
        The most points given; where as many come back, there may be more.

    Returns
    -------
    float64 (k, 2)
    """
    out = np.empty((capacity, 2))
    used = 0
    number = circles.shape[0]
    spots = np.empty((4, 2))
    for a in range(number):
        ax = circles[a, 0]
        ay = circles[a, 1]
        ar = circles[a, 2]
        for b in range(a + 1, number + lines.shape[0]):
            found = 0
            if b < number:
                dx = circles[b, 0] - ax
                dy = circles[b, 1] - ay
                br = circles[b, 2]
                d2 = dx * dx + dy * dy
                if d2 <= 0.0 or d2 > (ar + br) * (ar + br) or d2 < (ar - br) * (ar - br):
                    continue
                d = np.sqrt(d2)
                along = (d2 + ar * ar - br * br) / (2.0 * d)
                across = np.sqrt(max(0.0, ar * ar - along * along))
                ux = dx / d
                uy = dy / d
                spots[0, 0] = ax + along * ux - across * uy
                spots[0, 1] = ay + along * uy + across * ux
                spots[1, 0] = ax + along * ux + across * uy
                spots[1, 1] = ay + along * uy - across * ux
                found = 2
            else:
                x1 = lines[b - number, 0]
                y1 = lines[b - number, 1]
                lx = lines[b - number, 2] - x1
                ly = lines[b - number, 3] - y1
                l2 = lx * lx + ly * ly
                if l2 <= 0.0:
                    continue
                foot = ((ax - x1) * lx + (ay - y1) * ly) / l2
                cross = ((ax - x1) * ly - (ay - y1) * lx) / np.sqrt(l2)
                if abs(cross) > ar:
                    continue
                half = np.sqrt(ar * ar - cross * cross) / np.sqrt(l2)
                for sign in (-1.0, 1.0):
                    s = foot + sign * half
                    if 0.0 <= s <= 1.0:
                        spots[found, 0] = x1 + s * lx
                        spots[found, 1] = y1 + s * ly
                        found += 1
            for f in range(found):
                x = spots[f, 0]
                y = spots[f, 1]
                if used < capacity and lies_in(x, y, zone):
                    out[used, 0] = x
                    out[used, 1] = y
                    used += 1
    for a in range(lines.shape[0]):
        ax = lines[a, 0]
        ay = lines[a, 1]
        ux = lines[a, 2] - ax
        uy = lines[a, 3] - ay
        for b in range(a + 1, lines.shape[0]):
            vx = lines[b, 2] - lines[b, 0]
            vy = lines[b, 3] - lines[b, 1]
            turn = ux * vy - uy * vx
            if turn == 0.0:
                continue
            wx = lines[b, 0] - ax
            wy = lines[b, 1] - ay
            s = (wx * vy - wy * vx) / turn
            q = (wx * uy - wy * ux) / turn
            if s < 0.0 or s > 1.0 or q < 0.0 or q > 1.0:
                continue
            x = ax + s * ux
            y = ay + s * uy
            if used < capacity and lies_in(x, y, zone):
                out[used, 0] = x
                out[used, 1] = y
                used += 1
    return out[:used]
