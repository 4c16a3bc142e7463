"""Where peers break: everything touches, nothing has room to spare. A 32 mm base (radius 80,000) unless said."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from planner.pathing import Disc, Wall, build_roadmap, may_stand, path_faults, reach, trace
from planner.pathing.faults import squared_gap, wall_gap2
from tests.pathing.tables import R32, R_INCH, U, at, board, box, free_places, lengths, slab, wall, way, wild

TOP, RIGHT = 44 * U, 60 * U


def level_slot(extra: int):
    """Two walls across the whole table, x from 20 to 22 inches, with a gap of 160,000 + extra about y = 10."""
    y = 10 * U
    return board(box(20 * U, 0, 22 * U, y - R32), box(20 * U, y + R32 + extra, 22 * U, TOP))


@pytest.mark.parametrize("extra", [0, 1])
def test_a_slot_exactly_as_wide_as_the_base_is_open(extra):
    """Straight through, 12 inches; could fail where a tolerance or a polygon union closes a slot without width."""
    assert lengths(level_slot(extra), at(15, 10), at(27, 10)) == (12.0, 12.0)
    assert way(level_slot(extra), at(15, 10), at(27, 10)) == (at(15, 10), at(27, 10))


def test_a_slot_one_unit_too_narrow_is_closed():
    """There is no other way round; could fail where deflated radii let a base through that does not fit."""
    assert lengths(level_slot(-1), at(15, 10), at(27, 10)) == (math.inf, math.inf)
    assert lengths(level_slot(-1), at(15, 11), at(27, 9)) == (math.inf, math.inf)
    assert way(level_slot(-1), at(15, 10), at(27, 10)) is None


def test_a_bent_way_through_an_exact_slot_is_traced():
    """From 1 inch above to 2 above: the middle part has exactly one line; could fail where vertices are rounded."""
    path = way(level_slot(0), at(15, 11), at(27, 12))
    assert path is not None
    assert path_faults(level_slot(0), R32, path) == ()
    inside = [y for x, y in path if 20 * U < x < 22 * U]
    assert all(y == 10 * U for y in inside)


def test_an_exact_slot_between_bases_opens_and_closes_by_a_unit():
    """Two 40 mm bases above and below y = 10, walls behind them: the centres 2 * 180,000 apart just fit.

    Could fail where contact with both bases at once, at one point, counts as blocked, or 1 unit less as open.
    """

    def ground(extra):
        high, low = 10 * U + 180_000 + extra, 10 * U - 180_000
        return board(
            Disc((20 * U, high), 100_000),
            Disc((20 * U, low), 100_000),
            box(20 * U - 100, high, 20 * U + 100, TOP),
            box(20 * U - 100, 0, 20 * U + 100, low),
        )

    assert lengths(ground(0), at(15, 10), at(25, 10)) == (10.0, 10.0)
    assert lengths(ground(-1), at(15, 10), at(25, 10)) == (math.inf, math.inf)
    path = way(ground(0), at(15, 12), at(25, 11))
    assert path is not None
    assert path_faults(ground(0), R32, path) == ()
    assert len(path) <= 5
    assert way(ground(-1), at(15, 12), at(25, 11)) is None


@pytest.mark.parametrize(("extra", "is_open"), [(0, True), (-1, False), (1, True)])
def test_a_slanted_slot_is_judged_exactly(extra, is_open):
    """Walls along (4, 3), 16,000 + extra fifths = exactly 80,000 units to each side of the line; 5 units a step.

    The rest of the table is shut by the board, 6 inches high. Could fail where slanted distances are rounded.
    """
    middle = (15 * U, 3 * U)
    ground = board(
        slab(middle, 16_000 + extra, 400_000, 20_000),
        slab(middle, -400_000, -16_000, 20_000),
        width=30,
        height=6,
    )
    start, end = (middle[0] - 400_000, middle[1] - 300_000), (middle[0] + 400_000, middle[1] + 300_000)
    low, high = lengths(ground, start, end)
    # 100,000 steps of 5 units from end to end, halved each way: 2 * 500,000
    assert (low * U == pytest.approx(1_000_000) and low == high) if is_open else low == math.inf
    path = way(ground, start, (end[0] + 20_000, end[1] - 30_000))
    assert (path is not None) == is_open
    if path is not None:
        assert path_faults(ground, R32, path) == ()


@pytest.mark.parametrize(("extra", "is_open"), [(0, True), (-1, False)])
def test_a_gap_at_the_board_edge(extra, is_open):
    """A wall ends 160,000 + extra above the lower edge; could fail where the edge is treated as open or as a wall."""
    ground = board(box(20 * U, 2 * R32 + extra, 22 * U, TOP))
    assert lengths(ground, (15 * U, R32), (27 * U, R32)) == ((12.0, 12.0) if is_open else (math.inf, math.inf))
    path = way(ground, at(15, 3), at(27, 3))
    assert (path is not None) == is_open


def test_sliding_along_a_wall_with_both_ends_touching():
    """12 inches along the top of a wall, past a second wall flush with it: a straight line touches all the way."""
    ground = board(wall((10, 5), (16, 5), (16, 8), (10, 8)), wall((16, 5), (24, 5), (24, 8), (16, 8)))
    start, end = (11 * U, 8 * U + R32), (23 * U, 8 * U + R32)
    assert lengths(ground, start, end) == (12.0, 12.0)
    assert way(ground, start, end) == (start, end)


def test_from_contact_to_contact_round_a_base():
    """Both ends touch one disc of 100,000 at right angles: a quarter of a circle of 180,000.

    Could fail where a position in contact counts as inside, or where the chord is taken.
    """
    ground = board(Disc(at(20, 20), 100_000))
    start, end = (20 * U + 180_000, 20 * U), (20 * U, 20 * U + 180_000)
    low, high = lengths(ground, start, end)
    quarter = math.pi / 2 * 180_000 / U
    assert low <= quarter <= high
    assert high - low < 1e-6
    path = way(ground, start, end)
    assert path is not None
    assert path_faults(ground, R32, path) == ()


def test_touching_walls_leave_no_way_and_corner_to_corner_neither():
    """Four boxes round a court share corners only; could fail where a path slips through a shared vertex."""
    ground = board(
        wall((10, 20), (20, 20), (20, 22), (10, 22)),
        wall((10, 10), (20, 10), (20, 8), (10, 8)),
        wall((10, 10), (10, 20), (8, 20), (8, 10)),
        wall((20, 10), (22, 10), (22, 20), (20, 20)),
    )
    assert lengths(ground, at(15, 15), at(30, 15)) == (math.inf, math.inf)
    assert lengths(ground, at(15, 15), at(12, 12))[0] == pytest.approx(math.hypot(3, 3))


def test_an_end_inside_an_obstacle_or_off_the_board_is_out_of_reach():
    """The middle of a big wall is far from its edges; could fail where only boundaries are looked at."""
    ground = board(wall((20, 5), (30, 5), (30, 15), (20, 15)), Disc(at(10, 30), 3 * U))
    for end in (at(25, 10), at(10, 30), at(20, 4.9), (R32 - 1, 5 * U), at(70, 10)):
        assert lengths(ground, at(15, 10), end) == (math.inf, math.inf)
    assert not may_stand(ground, R32, np.array([at(25, 10), at(10, 30), at(20, 4.9), (R32 - 1, 5 * U)])).any()


def test_overlapping_and_edge_sharing_walls_are_one():
    """Two boxes that share an edge, two that overlap, against the one box they make: the same lengths to 1e-6."""
    one = board(wall((20, 8), (26, 8), (26, 12), (20, 12)))
    shared = board(wall((20, 8), (23, 8), (23, 12), (20, 12)), wall((23, 8), (26, 8), (26, 12), (23, 12)))
    overlapping = board(wall((20, 8), (25, 8), (25, 12), (20, 12)), wall((22, 8), (26, 8), (26, 12), (22, 12)))
    there = lengths(one, at(15, 10), at(30, 10.5))
    assert there[0] > 15.01
    for ground in (shared, overlapping):
        assert lengths(ground, at(15, 10), at(30, 10.5)) == pytest.approx(there, abs=1e-6)


def test_round_a_box_has_the_length_of_the_formula():
    """From (15, 10) round a box 20..22 by 8..12 to (27, 10): leg, arc, 2 inches along, arc, leg, by hand."""
    radius = R32 / U
    d = math.hypot(5, 2)
    leg, turn = math.sqrt(d * d - radius * radius), math.atan2(2, 5) + math.asin(radius / d)
    expected = 2 * leg + 2 + 2 * radius * turn
    low, high = lengths(board(wall((20, 8), (22, 8), (22, 12), (20, 12))), at(15, 10), at(27, 10))
    assert low <= expected <= high
    assert high - low < 1e-6


def test_a_wall_over_the_board_edge_and_one_outside():
    """A wall that sticks out below shuts the way under it; one wholly outside changes nothing."""
    ground = board(wall((20, -3), (22, -3), (22, 10), (20, 10)), wall((5, -9), (50, -9), (50, -4), (5, -4)))
    assert lengths(ground, at(15, 2), at(27, 2))[0] > 20
    assert lengths(ground, at(15, 2), at(19, 2)) == (4.0, 4.0)


def test_a_pocket_deeper_than_it_is_wide_can_be_entered_when_it_fits():
    """A U of walls with an inner width of exactly the base: in and straight back out the only way."""
    x = 20 * U
    ground = board(
        box(x - R32 - U, 10 * U, x - R32, 20 * U),
        box(x + R32, 10 * U, x + R32 + U, 20 * U),
        box(x - U, 8 * U, x + U, 10 * U),
    )
    bottom = (x, 10 * U + R32)
    assert lengths(ground, at(20, 25), bottom) == pytest.approx((15 - R32 / U,) * 2, abs=1e-12)
    low, high = lengths(ground, at(30, 15), bottom)
    assert 15 < low <= high < 25
    path = way(ground, at(30, 15), bottom)
    assert path is not None
    assert path_faults(ground, R32, path) == ()


def test_a_base_hemmed_in_on_all_sides_stays_where_it_is():
    """A one-inch base in a one-inch court touches all four walls: its own place is 0 away, all else is closed."""
    half = U // 2
    ground = board(
        box(0, 0, 20 * half, 19 * half),
        box(0, 19 * half, 19 * half, 21 * half),
        box(21 * half, 19 * half, 40 * half, 21 * half),
        box(0, 21 * half, 40 * half, 40 * half),
        box(20 * half, 0, 40 * half, 19 * half),
    )
    here = (20 * half, 20 * half)
    assert may_stand(ground, R_INCH, np.array([here]))[0]
    assert lengths(ground, here, here, R_INCH) == (0.0, 0.0)
    assert lengths(ground, here, (here[0] + 1, here[1]), R_INCH) == (math.inf, math.inf)
    assert trace(build_roadmap(ground, R_INCH, (here,), U), here, here, U).path == (here,)


def test_the_budget_is_met_exactly():
    """A straight 7 inches: open at 7, closed at one unit less; by integers, so no rounding can blur it."""
    ground = board(Disc(at(40, 40), U))
    start, end = at(10, 10), at(17, 10)
    for budget, is_open in ((7 * U, True), (7 * U - 1, False)):
        roadmap = build_roadmap(ground, R32, (start,), budget)
        assert np.isfinite(reach(roadmap, start, budget, np.array([end])).upper[0]) == is_open
        assert (trace(roadmap, start, end, budget).path is not None) == is_open


def test_a_start_that_overlaps_a_little_keeps_the_clearance_it_has():
    """100 units into a disc, a wall or over the edge count as touching; 200 are refused.

    Could fail where such a start has no way at all, or may go in deeper.
    """
    ground = board(Disc(at(20, 20), 100_000), wall((30, 10), (32, 10), (32, 20), (30, 20)))
    beside_disc, beside_wall, at_edge = (20 * U + 179_900, 20 * U), (30 * U - 79_900, 15 * U), (79_900, 15 * U)
    for start in (beside_disc, beside_wall, at_edge):
        roadmap = build_roadmap(ground, R32, (start, at(10, 10)), 60 * U)
        for end in (at(10, 20), at(36, 14.5), at(20, 30), (R32 - 100, 20 * U)):
            found = reach(roadmap, start, 60 * U, np.array([end]))
            path = trace(roadmap, start, end, 60 * U).path
            may_leave_edge = start == at_edge or end[0] >= R32
            assert np.isfinite(found.lower[0]) == may_leave_edge
            assert (path is not None) == may_leave_edge
            assert path is None or path_faults(ground, R32, path) == ()
    deeper = (20 * U + 179_900 - 1, 20 * U)
    assert path_faults(ground, R32, (beside_disc, deeper)) != ()
    with pytest.raises(ValueError, match="overlaps"):
        build_roadmap(ground, R32, ((20 * U + 179_800, 20 * U),), 60 * U)


def test_a_roadmap_answers_only_for_its_starts_and_budget():
    """Another start or a bigger budget could miss what was pruned: refused, not answered."""
    roadmap = build_roadmap(board(), R32, (at(10, 10),), 5 * U)
    with pytest.raises(ValueError, match="start"):
        reach(roadmap, at(11, 10), 5 * U, np.array([at(10, 12)]))
    with pytest.raises(ValueError, match="budget"):
        reach(roadmap, at(10, 10), 6 * U, np.array([at(10, 12)]))


def test_starts_that_overlap_at_any_angle_find_their_way():
    """1 to 126 units into slanted walls and discs: where there is a way there is a polyline, no deeper anywhere.

    How deep such a start is, is a root, no integer. Could fail where it is rounded to the wrong side.
    """
    seen = 0
    for seed in range(4):
        ground, rng = wild(seed), random.Random(seed)
        ends = free_places(ground, R32, 6, seed)
        starts = []
        for disc in ground.discs:
            angle, away = rng.uniform(0, 2 * math.pi), disc.radius + R32 - rng.randint(1, 126)
            x, y = disc.centre
            starts.append((round(x + away * math.cos(angle)), round(y + away * math.sin(angle))))
        for (ax, ay), (bx, by) in (each.corners[:2] for each in ground.polygons):
            length, part, away = math.dist((ax, ay), (bx, by)), rng.uniform(0.2, 0.8), R32 - rng.randint(1, 126)
            nx, ny = (by - ay) / length, (ax - bx) / length
            starts.append((round(ax + part * (bx - ax) + nx * away), round(ay + part * (by - ay) + ny * away)))
        for start in starts:
            try:
                roadmap = build_roadmap(ground, R32, (start,), 60 * U)
            except ValueError:
                continue  # drawn into something else
            found = reach(roadmap, start, 60 * U, np.array(ends))
            for end, lower, upper in zip(ends, found.lower, found.upper, strict=True):
                if lower == math.inf:
                    continue
                traced = trace(roadmap, start, end, math.ceil(upper) + 40)
                assert traced.path is not None
                assert path_faults(ground, R32, traced.path) == ()
                assert traced.length >= lower - 1e-6
                seen += 1
    assert seen > 60


def almost(seed):
    """Give a table cut in two by an upper and a lower obstacle, and whether the gap between them is wide enough.

    Each ends in a corner, a disc or a slanted side; they are apart by what the base needs, give or take a unit and a
    half in a random direction, and rounded to the lattice. The answer is by squared distances as fractions.
    """
    rng = random.Random(seed)
    kinds = rng.choice(
        [("corner", "corner"), ("corner", "disc"), ("disc", "disc"), ("corner", "side"), ("disc", "side")]
    )
    sizes = [rng.choice([62_500, 80_000, 150_000]) if kind == "disc" else 0 for kind in kinds]
    need = 2 * R32 + sum(sizes)
    top = (15 * U + rng.randrange(-U, U), round(3.6 * U) + rng.randrange(-40_000, 40_000))
    angle, away = rng.uniform(-0.5, 0.5), need + rng.uniform(-1.5, 1.5)
    low = (round(top[0] + away * math.sin(angle)), round(top[1] - away * math.cos(angle)))
    things = []
    for kind, size, (x, y), up in zip(kinds, sizes, (top, low), (1, -1), strict=True):
        if kind == "disc":
            things += [Disc((x, y), size), box(x - 50, min(y, y + up * 9 * U), x + 50, max(y, y + up * 9 * U))]
        elif kind == "corner":
            things.append(Wall(((x, y), (x - U, y + up * 9 * U), (x + U, y + up * 9 * U))))
        else:
            ux, uy = round(U * math.cos(angle)), round(U * math.sin(angle))
            things.append(Wall(((x - ux, y - uy), (x + ux, y + uy), (x + ux, y - 9 * U), (x - ux, y - 9 * U))))
    lower_side = [t for t in things if isinstance(t, Wall)][-1]
    gap2 = wall_gap2(lower_side.corners, top, top) if kinds[1] == "side" else squared_gap(top, low, low)
    return board(*things, width=30, height=6), gap2 >= need * need


def test_gaps_within_a_unit_of_the_base_are_told_apart():
    """150 random gaps between corners, discs and slanted sides: a way through exactly where fractions say so.

    Both answers occur often. Could fail where floats decide, or a bridge is missing or stands in a true way. Where it
    is open, by less than two units, the polyline must thread it too.
    """
    opened = 0
    for seed in range(150):
        ground, is_open = almost(seed)
        start, end = (8 * U, 3 * U + 101), (22 * U, 3 * U - 57)
        roadmap = build_roadmap(ground, R32, (start,), 25 * U)
        assert np.isfinite(reach(roadmap, start, 25 * U, np.array([end])).lower[0]) == is_open
        path = trace(roadmap, start, end, 25 * U).path
        assert (path is not None) == is_open
        assert path is None or path_faults(ground, R32, path) == ()
        opened += is_open
    assert 40 < opened < 110
