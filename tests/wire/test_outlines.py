"""Polygons and overlaps: the reader's own arithmetic against shapely's, and numbers from the head."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planner.shapes import Base, Circle, HullBase, OvalBase, Point, Polygon, RectBase, RoundBase
from planner.wire.outlines import counter_clockwise, doubled_area, outline_fault, segments_meet
from planner.wire.overlaps import _convex_pieces, footprint, off_board_by, overlap_depth, overlaps, terrain_footprint

MM = 5_000
SQUARE: tuple[Point, ...] = ((0, 0), (10, 0), (10, 10), (0, 10))
small = st.integers(0, 6)
corner_lists = st.lists(st.tuples(small, small), min_size=3, max_size=8).map(tuple)


@given(corner_lists)
@settings(max_examples=400, deadline=None)
def test_a_simple_polygon_is_what_shapely_calls_one(corners: tuple[Point, ...]) -> None:
    """On a lattice of 7 x 7 most polygons touch themselves somewhere, so both answers come up often."""
    assume(len(set(corners)) == len(corners))  # shapely lets neighbours be equal
    assert (outline_fault(corners) is None) == shapely.Polygon(corners).is_valid


def test_straight_corner_is_no_fault() -> None:
    """A corner on a straight edge, as drawing programs write it, is harmless: no edges cross."""
    assert outline_fault(((0, 0), (5, 0), (10, 0), (10, 10), (0, 10))) is None


def test_many_corners() -> None:
    """A circle of 2000 corners is simple; a sweep that compared every pair would take two million of them."""
    turns = [math.tau * k / 2000 for k in range(2000)]
    assert outline_fault(tuple((round(1e7 * math.cos(t)), round(1e7 * math.sin(t))) for t in turns)) is None


def test_counter_clockwise() -> None:
    """The square of 10 has a doubled area of 200; turned round it is -200, and is turned back."""
    assert doubled_area(SQUARE) == 200
    clockwise = (SQUARE[0], *reversed(SQUARE[1:]))
    assert doubled_area(clockwise) == -200
    assert counter_clockwise(clockwise) == SQUARE


@pytest.mark.parametrize(
    ("c", "d", "meet"),
    [
        ((5, -1), (5, 1), True),
        ((5, 0), (5, 1), True),
        ((10, 0), (12, 0), True),
        ((3, 0), (4, 0), True),
        ((-5, 5), (5, -5), True),
        ((11, 0), (12, 0), False),
        ((5, 1), (6, 1), False),
        ((10, 1), (11, 0), False),
    ],
)
def test_segments(c: Point, d: Point, meet: bool) -> None:
    """Against the segment from (0, 0) to (10, 0): crossing, touching, going on, inside, through the end; apart."""
    assert segments_meet((0, 0), (10, 0), c, d) is meet
    assert segments_meet(c, d, (10, 0), (0, 0)) is meet


@given(corner_lists)
@settings(max_examples=300, deadline=None)
def test_pieces_make_the_whole(corners: tuple[Point, ...]) -> None:
    """The convex pieces have together the polygon's area, and each is convex: an ear cut wrongly adds or loses some."""
    assume(outline_fault(corners) is None)
    pieces = _convex_pieces(corners)
    assert sum(shapely.Polygon(piece).area for piece in pieces) == pytest.approx(abs(doubled_area(corners)) / 2)
    for piece in pieces:
        assert shapely.Polygon(piece).equals(shapely.Polygon(piece).convex_hull)


# ── overlaps ─────────────────────────────────────────────────────────────────────────────────────────────

R20 = RoundBase(20 * MM)
RECT = RectBase(60 * MM, 20 * MM)
OVAL = OvalBase(60 * MM, 20 * MM)
# an L of 40 mm with arms 10 mm thick
HULL = HullBase(tuple((x * MM, y * MM) for x, y in ((0, 0), (40, 0), (40, 10), (10, 10), (10, 40), (0, 40))))


@pytest.mark.parametrize(
    ("a", "b", "apart_mm", "depth_mm"),
    [
        (R20, R20, (39, 0), 1),  # radii 20 + 20
        (R20, RECT, (49, 0), 1),  # 20 + 30 along the facing
        (R20, RECT, (0, 29), 1),  # 20 + 10 across
        (RECT, RECT, (0, 19), 1),  # 10 + 10 across
        (RECT, RECT, (59, 0), 1),  # 30 + 30 along
        (R20, OVAL, (49, 0), 1),  # the end of the long axis is one of the 64 points
        (OVAL, RECT, (59, 0), 1),
        (R20, HULL, (-9, -12), 5),  # the corner at (0, 0) is 15 from the disc's centre (9, 12, 15)
        (R20, HULL, (-12, -16), 0),  # and here 20: touching
    ],
)
def test_depth_in_the_head(a: Base, b: Base, apart_mm: tuple[int, int], depth_mm: float) -> None:
    """The second stands at the origin, the first `apart_mm` from it: the depth is a sum of half sizes."""
    first = footprint(a, (apart_mm[0] * MM, apart_mm[1] * MM), 0.0)
    second = footprint(b, (0, 0), 0.0)
    assert overlap_depth(first, second) == pytest.approx(depth_mm * MM, abs=0.01)
    assert overlaps(first, second) is (depth_mm > 0)


def test_in_the_notch_of_a_hull() -> None:
    """A 20 mm disc at (21, 21) in the notch of the L is 11 mm from either arm, 1 more than its radius."""
    small_disc = footprint(RoundBase(10 * MM), (21 * MM, 21 * MM), 0.0)
    hull = footprint(HULL, (0, 0), 0.0)
    assert not overlaps(small_disc, hull)
    assert overlap_depth(small_disc, hull) == pytest.approx(-1 * MM, abs=0.01)
    # a hull's box would have said yes; nearer to the arms it is one
    assert overlaps(footprint(RoundBase(10 * MM), (19 * MM, 21 * MM), 0.0), hull)


def test_facing_turns_the_base() -> None:
    """A 60 x 20 mm base turned by 90 degrees reaches 30 mm up and 10 mm to the side."""
    turned = footprint(RECT, (0, 0), 90.0)
    assert overlaps(turned, footprint(R20, (0, 49 * MM), 0.0))
    assert not overlaps(turned, footprint(R20, (31 * MM, 0), 0.0))
    # on a board that ends 25 mm above the middle, 5 mm are over the edge
    assert off_board_by(footprint(RECT, (40 * MM, 40 * MM), 90.0), 100 * MM, 65 * MM) == pytest.approx(5 * MM)
    assert off_board_by(footprint(RECT, (40 * MM, 40 * MM), 0.0), 100 * MM, 65 * MM) == 0


def test_crossed_rectangles() -> None:
    """Two long bases crossed like a plus overlap, though no corner of one is in the other.

    The least shift that parts them is half of 60 and half of 20: 40 mm.
    """
    depth = overlap_depth(footprint(RECT, (0, 0), 0.0), footprint(RECT, (0, 0), 90.0))
    assert depth == pytest.approx(40 * MM)


def test_tolerance_is_exact_for_discs() -> None:
    """Overlaps of 127 units are allowed and 128 are not, at 3-4-5 distances, where no root is rounded."""
    a = footprint(RoundBase(500), (0, 0), 0.0)
    assert not overlaps(a, footprint(RoundBase(627), (600, 800), 0.0))  # 500 + 627 - 1000 = 127
    assert overlaps(a, footprint(RoundBase(628), (600, 800), 0.0))


def test_terrain_of_both_kinds() -> None:
    """A base amid a wall that is longer than its box's half is found; beside a round pillar it is not."""
    wall = terrain_footprint(Polygon(((0, 0), (500 * MM, 0), (500 * MM, 30 * MM), (0, 30 * MM))))
    assert overlaps(footprint(R20, (480 * MM, 10 * MM), 0.0), wall)
    assert not overlaps(footprint(R20, (520 * MM, 10 * MM), 0.0), wall)
    pillar = terrain_footprint(Circle((0, 0), 50 * MM))
    assert overlaps(footprint(R20, (69 * MM, 0), 0.0), pillar)
    assert not overlaps(footprint(R20, (70 * MM, 0), 0.0), pillar)


turned_bases = st.tuples(
    st.sampled_from([R20, RECT, OVAL, HULL]),
    st.tuples(st.integers(-70 * MM, 70 * MM), st.integers(-70 * MM, 70 * MM)),
    st.integers(0, 359).map(float),
)


def as_shapely(base: Base, at: Point, facing: float) -> shapely.Polygon:
    """Give a base as a polygon of shapely's; a disc as one of 256 corners inside it."""
    made = footprint(base, at, facing)
    if made.radius is not None:
        return shapely.Point(at).buffer(made.radius, quad_segs=64)
    return shapely.union_all([shapely.Polygon(piece) for piece in made.pieces])


@given(turned_bases, turned_bases)
@settings(max_examples=200, deadline=None)
def test_never_overstated(a: tuple[Base, Point, float], b: tuple[Base, Point, float]) -> None:
    """What we call an overlap, shapely does (a false alarm refuses a sound file); and a deep one is found.

    Deep: both bases still overlap when 4 mm are taken off all round, which is more than an oval of 64 points loses.
    """
    ours = overlaps(footprint(*a), footprint(*b))
    shape_a, shape_b = as_shapely(*a), as_shapely(*b)
    if ours:
        assert shape_a.buffer(0.1 * MM).intersects(shape_b)
    if shape_a.buffer(-4 * MM).intersects(shape_b.buffer(-4 * MM)):
        assert ours
