"""How near one can come to a target: sums that a person can check."""

from __future__ import annotations

import math

import pytest

from planner.pathing import Disc, build_roadmap, reach_ring
from tests.pathing.tables import R32, U, at, board, box, wall


def ring(ground, start, centre, radius, budget=30 * U):
    return reach_ring(build_roadmap(ground, R32, (start,), budget), start, budget, centre, radius)


def test_in_the_open_it_is_the_distance_less_the_radius():
    """10 inches to the centre, 3 of them the ring's: 7, and the nearest point is 7 inches along."""
    found = ring(board(Disc(at(20, 10), R32)), at(10, 10), at(20, 10), 3 * U)
    assert 7 * U - 1e-5 <= found.lower <= 7 * U
    assert found.points[0] == at(17, 10)


def test_a_budget_one_unit_short_proves_that_nobody_arrives():
    """7 inches are needed: with 7 there is a way, with 1/127000 inch less there is none."""
    ground = board(Disc(at(20, 10), R32))
    assert math.isfinite(ring(ground, at(10, 10), at(20, 10), 3 * U, 7 * U).lower)
    assert ring(ground, at(10, 10), at(20, 10), 3 * U, 7 * U - 1).lower == math.inf


def test_a_start_inside_is_there_already():
    """2 inches from the centre of a ring of 3: nothing to do; touching the ring counts as inside."""
    ground = board(Disc(at(20, 10), R32))
    assert ring(ground, at(18, 10), at(20, 10), 3 * U).lower == 0.0
    assert ring(ground, at(17, 10), at(20, 10), 3 * U).lower == 0.0


def test_round_a_wall_the_last_leg_is_aimed_at_the_centre():
    """A wall x 14..15 up to y = 20 between (10, 10) and (20, 10): over its upper corners, then at the centre."""
    radius = R32 / U
    found = ring(board(wall((14, 0), (15, 0), (15, 20), (14, 20))), at(10, 10), at(20, 10), 2 * U)
    up, down = math.hypot(4, 10), math.hypot(5, 10)
    legs = math.sqrt(up**2 - radius**2) + 1 + math.sqrt(down**2 - radius**2)
    expected = legs + radius * (_bend(4, 10, radius) + _bend(5, 10, radius)) - 2
    assert found.lower / U == pytest.approx(expected, abs=1e-6)


def _bend(across, along, radius):
    """The angle between a leg and the wall's top, seen from a corner: the leg's slope plus the tangent's lean."""
    return math.atan2(along, across) + math.asin(radius / math.hypot(across, along))


def test_where_a_wall_crosses_the_ring_its_corner_counts():
    """A long wall from the ring's middle to the far left, start above it, target's centre below it.

    The base of radius 0.63 slides along y = 10.63 to where the ring (radius 3 about (20, 9)) meets it:
    x = 20 - sqrt(9 - 1.63^2); straight there from (10, 10.63).
    """
    level = 10 * U + R32
    ground = board(box(0, 8 * U, 40 * U, 10 * U))
    found = ring(ground, (10 * U, level), at(20, 9), 3 * U)
    expected = 10 - math.sqrt(9 - (1 + R32 / U) ** 2)
    assert found.lower / U == pytest.approx(expected, abs=1e-6)
    x, y = found.points[0]
    assert y == level
    assert abs(x / U - 10 - expected) < 1e-4


def test_where_the_board_edge_crosses_the_ring_its_corner_counts():
    """The target's centre is on the left edge, the ring's radius 3; a wall leaves a corridor along that edge.

    It is exactly as wide as the base, so from (0.63, 30) one can only go straight down to the ring's height at
    x = 0.63: not aimed at the centre, and at no obstacle's circle. Could fail (a false proof) if the edge is forgotten.
    """
    radius = R32 / U
    found = ring(board(box(2 * R32, 10 * U, 30 * U, 26 * U)), (R32, 30 * U), at(0, 20), 3 * U)
    assert found.lower / U == pytest.approx(10 - math.sqrt(9 - radius**2), abs=1e-6)
    x, y = found.points[0]
    assert x == R32
    assert abs(y / U - 20 - math.sqrt(9 - radius**2)) < 1e-4


def test_a_ring_that_is_wholly_covered_is_out_of_reach():
    """A ring smaller than base and target together lies inside the target's own obstacle; a walled-in one too."""
    target = Disc(at(20, 10), R32)
    assert ring(board(target), at(10, 10), at(20, 10), 2 * R32 - 1).lower == math.inf
    court = [box(16 * U, 6 * U, 24 * U, 7 * U), box(16 * U, 13 * U, 24 * U, 14 * U)]
    court += [box(16 * U, 7 * U, 17 * U, 13 * U), box(23 * U, 7 * U, 24 * U, 13 * U)]
    assert ring(board(target, *court), at(10, 10), at(20, 10), 2 * U).lower == math.inf
    assert math.isfinite(ring(board(target, *court[:3]), at(10, 10), at(20, 10), 2 * U).lower)


def test_contact_exactly():
    """The ring of contact itself, radius 160,000 about a 32 mm base: 10 inches less that, and it is touched."""
    found = ring(board(Disc(at(20, 10), R32)), at(10, 10), at(20, 10), 2 * R32)
    assert found.lower == pytest.approx(10 * U - 2 * R32, abs=1e-4)
    assert found.points[0] == (20 * U - 2 * R32, 10 * U)
