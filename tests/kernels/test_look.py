"""What a base at a point meets, at the thresholds: one unit either side of contact, the close ring, engagement.

Against whole numbers of any size: a float that rounds a square, or a sign that is turned, shows here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from planner.kernels.ends import look
from planner.kernels.jit import IS_COMPILED

U = 127_000
RADIUS, FOE = 80_000, 100_000
BOTH = RADIUS + FOE


def seen(x: int, y: int = 0, unit: int = 0, targets: int = 1) -> tuple[bool, int, int, int, float]:
    """Look from (x, y), off a far corner, at one enemy base there; engagement 2", close ring 1"."""
    far = 7_000_000
    points = np.array([[far + x, far + y]])
    found = look(
        points, RADIUS, np.array([[far, far]]), np.array([FOE]), np.array([unit]), targets, 2 * U, U
    )  # fmt: skip
    clear, ring, mask, contacts, gaps = (part[0] for part in found)
    return bool(clear), int(ring), int(mask), int(contacts), float(gaps[0]) if targets else 0.0


def test_contact_is_a_gap_of_0_to_4_units() -> None:
    """180,000 units between the centres is touching, one less overlaps, 180,004 touches still, 180,005 no more."""
    assert seen(BOTH - 1)[0] is False
    assert [seen(BOTH + more)[3] for more in (-1, 0, 4, 5)] == [0, 1, 1, 0]
    assert [seen(BOTH + more)[0] for more in (0, 4, 5)] == [True] * 3


def test_rings_include_their_rim() -> None:
    """At 1" exactly the inner ring, a unit more the outer; at 2" exactly the outer, a unit more none."""
    assert [seen(BOTH + U + more)[1:3] for more in (0, 1)] == [(2, 1), (1, 1)]
    assert [seen(BOTH + 2 * U + more)[1:3] for more in (0, 1)] == [(1, 1), (0, 0)]


def test_no_target_may_not_be_engaged() -> None:
    """Of an enemy that is no target 2" exactly are too near, a unit more is clear; it is in no ring and no contact."""
    assert [seen(BOTH + 2 * U + more, unit=-1, targets=0) for more in (0, 1)] == [
        (False, 0, 0, 0, 0.0),
        (True, 0, 0, 0, 0.0),
    ]


def test_the_gap_of_a_slanted_pair() -> None:
    """3, 4, 5: centres 5" apart, 5 x 127,000 - 180,000 = 455,000 units of gap."""
    assert seen(3 * U, 4 * U)[4] == 455_000
    assert seen(-4 * U, 3 * U)[4] == 455_000


def test_each_target_has_its_bit_and_its_gap() -> None:
    """Two models of the second target and one of the first: bit 1 and bit 2, the nearest gap of each."""
    foe_at = np.array([[0, 0], [10 * U, 0], [0, 9 * U]]) + 7_000_000
    point = np.array([[7_000_000 + 3 * U, 7_000_000]])
    given = (RADIUS, foe_at, np.array([FOE] * 3), np.array([1, 1, 0]), 2, 2 * U, U)
    clear, ring, mask, contacts, gaps = look(point, *given)
    # 3" - 180,000 units = 201,000: over 1", under 2"
    assert (clear[0], ring[0], mask[0], contacts[0]) == (True, 1, 2, 0)
    # to the first: sqrt(9 + 81) = 9.4868"
    assert gaps[0].tolist() == pytest.approx([90**0.5 * U - BOTH, 201_000])


@pytest.mark.parametrize("twin", ["compiled", "plain"])
def test_every_comparison_is_that_of_whole_numbers(twin: str) -> None:
    """Points a unit or two off each rim, all round, against Python's own integers, which never round."""
    kernel: Any = look
    if twin == "plain" and IS_COMPILED:
        kernel = kernel.py_func
    dice = np.random.default_rng(8)
    centre = (7_100_003, 5_300_017)
    points = []
    for full in (BOTH, BOTH + 4, BOTH + U, BOTH + 2 * U):
        for angle in dice.uniform(0, 2 * np.pi, 60):
            x, y = round(full * np.cos(angle)), round(full * np.sin(angle))
            points += [(centre[0] + x + dx, centre[1] + y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    at = np.array(points)
    clear, ring, mask, contacts, _ = kernel(
        at, RADIUS, np.array([centre]), np.array([FOE]), np.array([0]), 1, 2 * U, U
    )  # fmt: skip
    on_the_edge = 0
    for k, (x, y) in enumerate(points):
        square = (int(x) - centre[0]) ** 2 + (int(y) - centre[1]) ** 2
        inside = [square <= (BOTH + width) ** 2 for width in (U, 2 * U)]
        assert bool(clear[k]) == (square >= BOTH**2)
        assert ring[k] == sum(inside)
        assert mask[k] == int(inside[1])
        assert contacts[k] == int(BOTH**2 <= square <= (BOTH + 4) ** 2)
        on_the_edge += any(abs(square - (BOTH + w) ** 2) < 2 * (BOTH + w) for w in (0, 4, U, 2 * U))
    assert on_the_edge > 500
