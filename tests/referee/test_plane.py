"""Exact distances against Fractions, shapely and cases a person can check."""

from __future__ import annotations

from fractions import Fraction

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from planner.referee.bases import Disc, is_smaller
from planner.referee.obstacles import entered, terrain_obstacle
from planner.referee.plane import (
    Squared,
    is_inside,
    is_less,
    point_to_segment,
    segment_to_polygon,
    segment_to_segment,
)
from planner.shapes import Circle, Point, Polygon
from planner.world import Terrain

SMALL = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
LARGE = st.tuples(st.integers(0, 7_620_000), st.integers(0, 5_588_000))
SQUARE: tuple[Point, ...] = ((0, 0), (10, 0), (10, 10), (0, 10))
NOTCHED: tuple[Point, ...] = ((0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30))
"""A U: a slot 10 wide and 20 deep opens upwards."""


def fraction(squared: Squared) -> Fraction:
    return Fraction(*squared)


def brute(point: Point, a: Point, b: Point) -> Fraction:
    """Squared distance by clamping the exact foot of the perpendicular."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    at = Fraction((point[0] - a[0]) * dx + (point[1] - a[1]) * dy, length) if length else Fraction(0)
    at = min(max(at, Fraction(0)), Fraction(1))
    return (a[0] + at * dx - point[0]) ** 2 + (a[1] + at * dy - point[1]) ** 2


@given(LARGE, LARGE, LARGE)
def test_point_to_segment_is_the_clamped_foot(point: Point, a: Point, b: Point) -> None:
    """Equal as fractions, also for a segment of one point."""
    assert fraction(point_to_segment(point, a, b)) == brute(point, a, b)
    assert fraction(point_to_segment(point, a, a)) == brute(point, a, a)


@given(SMALL, SMALL, SMALL, SMALL)
def test_segments_meet_exactly_when_shapely_says_so(p: Point, q: Point, a: Point, b: Point) -> None:
    """On a small lattice shapely's predicate is robust; where they miss, the distances agree to 1e-9."""
    ours = fraction(segment_to_segment(p, q, a, b))
    first, second = shapely.LineString([p, q]), shapely.LineString([a, b])
    if p != q and a != b:
        assert (ours == 0) == first.intersects(second)
    assert abs(float(ours) ** 0.5 - first.distance(second)) < 1e-9
    assert ours == fraction(segment_to_segment(b, a, q, p))


@given(SMALL, SMALL, st.lists(SMALL, min_size=3, max_size=7, unique=True))
def test_segment_to_polygon_agrees_with_shapely(p: Point, q: Point, corners: list[Point]) -> None:
    """Any simple polygon, also not convex and also clockwise; inside and crossing are 0 exactly."""
    polygon = shapely.Polygon(corners)
    assume(polygon.is_valid and polygon.area > 0)
    assume(p != q)
    ours = fraction(segment_to_polygon(p, q, corners))
    segment = shapely.LineString([p, q])
    assert (ours == 0) == polygon.intersects(segment)
    assert abs(float(ours) ** 0.5 - polygon.distance(segment)) < 1e-9


@given(SMALL, st.lists(SMALL, min_size=3, max_size=7, unique=True))
def test_inside_agrees_with_shapely_off_the_boundary(point: Point, corners: list[Point]) -> None:
    """Also where the ray runs through corners, which a small lattice makes often."""
    polygon = shapely.Polygon(corners)
    assume(polygon.is_valid and polygon.area > 0)
    assume(not polygon.boundary.intersects(shapely.Point(point)))
    assert is_inside(point, corners) == polygon.contains(shapely.Point(point))


def test_distances_that_a_person_can_check() -> None:
    """3-4-5 from a corner, 7 from a side, 0 inside, 5 in the middle of a slot of 10."""
    assert fraction(segment_to_polygon((13, 14), (20, 20), SQUARE)) == 25
    assert fraction(segment_to_polygon((-7, 2), (-7, 8), SQUARE)) == 49
    assert fraction(segment_to_polygon((3, 3), (4, 4), SQUARE)) == 0
    assert fraction(segment_to_polygon((-5, 5), (15, 5), SQUARE)) == 0
    assert fraction(segment_to_polygon((15, 40), (15, 20), NOTCHED)) == 25
    assert fraction(segment_to_polygon((10, 12), (10, 12), SQUARE)) == 4


def test_less_is_strict_and_exact() -> None:
    """1/3 and 2/6 are equal, a bit less is less; floats would not tell the last two apart."""
    assert not is_less((1, 3), (2, 6))
    assert is_less((1, 3), (2 * 10**30 + 1, 6 * 10**30))


def piece(outline: Polygon | Circle) -> Terrain:
    return Terrain("piece", "impassable", outline)


def base(at: Point, radius: int) -> Disc:
    return Disc("m", "u", at, radius)


def does_enter(at: Point, radius: int, path: list[Point], outline: Polygon | Circle) -> bool:
    return bool([*entered(base(at, radius), path, [terrain_obstacle(piece(outline))])])


def test_a_slot_as_wide_as_the_base_is_passed_touching_both_walls() -> None:
    """A base of radius 5 goes down the slot of 10; of radius 6 it does not, nor one off the middle line."""
    outline = Polygon(NOTCHED)
    assert not does_enter((15, 40), 5, [(15, 40), (15, 15)], outline)
    assert does_enter((15, 40), 6, [(15, 40), (15, 25)], outline)
    assert does_enter((15, 40), 5, [(15, 40), (16, 20)], outline)


def test_the_bottom_of_the_slot_stops_the_base() -> None:
    """The bottom lies at y = 10: radius 5 goes down to 15 and no further."""
    assert not does_enter((15, 40), 5, [(15, 40), (15, 15)], Polygon(NOTCHED))
    assert does_enter((15, 40), 5, [(15, 40), (15, 14)], Polygon(NOTCHED))


@given(LARGE, LARGE, LARGE, st.integers(1, 200_000), st.integers(1, 400_000))
def test_a_capsule_against_a_disc_is_the_exact_distance(
    p: Point, q: Point, centre: Point, radius: int, margin: int
) -> None:
    """The box in front of the exact test never hides a clash: entered exactly if nearer than both radii."""
    clash = brute(centre, p, q) < (radius + margin) ** 2
    start_clash = brute(centre, p, p) < (radius + margin) ** 2
    assume(not start_clash)
    assert does_enter(p, radius, [p, q], Circle(centre, margin)) == clash


def test_an_overlap_of_the_input_may_be_kept_and_not_deepened() -> None:
    """Radius 1000 at 900 above a wall: 100 deep already. Along is let pass, one deeper not; at 128 deep nothing is."""
    outline = Polygon(((-9000, -50), (9000, -50), (9000, 0), (-9000, 0)))
    assert not does_enter((0, 900), 1000, [(0, 900), (500, 900)], outline)
    assert does_enter((0, 900), 1000, [(0, 900), (500, 899)], outline)
    assert not does_enter((0, 873), 1000, [(0, 873), (500, 873)], outline)
    assert does_enter((0, 872), 1000, [(0, 872), (500, 872)], outline)


@given(st.integers(0, 10**13), st.integers(0, 10**6), st.integers(0, 10**13), st.integers(0, 10**6))
def test_gaps_compare_like_their_exact_values(n: int, r: int, m: int, s: int) -> None:
    """sqrt(n) - r < sqrt(m) - s, checked by squaring fractions by hand: sqrt(n) < sqrt(m) + d with d = r - s."""
    d = r - s
    if d >= 0:
        rest = n - m - d * d
        expected = rest < 0 or rest * rest < 4 * d * d * m
    else:
        rest = m - n - d * d
        expected = rest > 0 and rest * rest > 4 * d * d * n
    assert is_smaller((n, r), (m, s)) == expected


def test_equal_gaps_of_unlike_bases_are_equal() -> None:
    """13 - 3 and 17 - 7: neither is smaller; one square unit decides."""
    assert not is_smaller((169, 3), (289, 7))
    assert not is_smaller((289, 7), (169, 3))
    assert is_smaller((288, 7), (169, 3))
