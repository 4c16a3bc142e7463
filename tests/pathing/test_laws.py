"""What must hold on any table: it may be mirrored, turned, shifted; less in the way is never a longer way."""

from __future__ import annotations

import math

import numpy as np
import pytest

from planner.pathing import Disc, Ground, Wall, build_roadmap, reach, reach_many, reach_ring
from tests.pathing.tables import R32, U, free_places, wild

SEEDS = range(6)
BUDGET = 40 * U


def moved(ground, width, height, place):
    """Give the ground with every point sent through `place`."""
    return Ground(
        width,
        height,
        tuple(Disc(place(disc.centre), disc.radius) for disc in ground.discs),
        tuple(Wall(tuple(place(p) for p in wall.corners)) for wall in ground.polygons),
    )


def lower(ground, start, ends, budget=BUDGET):
    return reach(build_roadmap(ground, R32, (start,), budget), start, budget, np.array(ends)).lower


@pytest.mark.parametrize("seed", SEEDS)
def test_mirrored_turned_and_reversed_tables_give_the_same_lengths(seed):
    """To 0.001 units; could fail where one sense of travel, one quadrant or one orientation is treated differently."""
    ground = wild(seed)
    start, *ends = free_places(ground, R32, 31, seed)
    plain = lower(ground, start, ends)
    assert np.isfinite(plain).sum() > 15
    width, height = ground.width, ground.height
    for size, place in (
        ((width, height), lambda p: (width - p[0], p[1])),
        ((height, width), lambda p: (height - p[1], p[0])),
        ((height, width), lambda p: (p[1], p[0])),
    ):
        other = lower(moved(ground, *size, place), place(start), [place(end) for end in ends])
        assert np.allclose(other, plain, rtol=0, atol=1e-3)
    for end, there in list(zip(ends, plain))[:8]:
        assert np.allclose(lower(ground, end, [start]), there, rtol=0, atol=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_shifted_table_gives_the_same_lengths(seed):
    """All by 7 inches and an odd number of units, on a board whose edges are far away either way.

    To 0.001 units; could fail where digits are lost far from the origin.
    """
    table = wild(seed)
    here, there = (
        moved(table, 90 * U, 90 * U, lambda p, by=by: (p[0] + by[0], p[1] + by[1]))
        for by in ((25 * U, 25 * U), (32 * U + 12_345, 18 * U + 1))
    )
    places = [end for end in free_places(here, R32, 400, seed) if math.dist(end, (37 * U, 37 * U)) < 15 * U]
    start, *ends = places
    shift = (7 * U + 12_345, 1 - 7 * U)
    budget = 20 * U
    plain = lower(here, start, ends, budget)
    other = lower(
        there, (start[0] + shift[0], start[1] + shift[1]), [(x + shift[0], y + shift[1]) for x, y in ends], budget
    )
    assert np.isfinite(plain).sum() > 10
    assert np.allclose(other, plain, rtol=0, atol=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_removing_an_obstacle_never_lengthens_a_path(seed):
    """Each wall and each disc in turn; could fail where the way found is not the shortest."""
    ground = wild(seed)
    start, *ends = free_places(ground, R32, 25, seed)
    plain = lower(ground, start, ends)
    for i in range(len(ground.polygons)):
        walls = ground.polygons[:i] + ground.polygons[i + 1 :]
        assert (lower(Ground(ground.width, ground.height, ground.discs, walls), start, ends) <= plain + 1e-3).all()
    for i in range(len(ground.discs)):
        discs = ground.discs[:i] + ground.discs[i + 1 :]
        assert (lower(Ground(ground.width, ground.height, discs, ground.polygons), start, ends) <= plain + 1e-3).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_budget_only_cuts(seed):
    """With 3, 6 and 12 inches: the ends within it are those of the big budget, at the same lengths.

    Could fail where pruning to the budget drops something that a path within it needs.
    """
    ground = wild(seed)
    start, *ends = free_places(ground, R32, 60, seed)
    plain = lower(ground, start, ends)
    for budget in (3 * U, 6 * U, 12 * U):
        cut = lower(ground, start, ends, budget)
        expected = np.where(plain <= budget, plain, np.inf)
        assert np.allclose(cut, expected, rtol=0, atol=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_shared_roadmap_gives_what_each_start_has_alone(seed):
    """Five starts on one roadmap; could fail where a tangent is pruned that one of them needs."""
    ground = wild(seed)
    places = free_places(ground, R32, 45, seed)
    starts, ends = tuple(places[:5]), np.array(places[5:])
    budget = 10 * U
    together = reach_many(build_roadmap(ground, R32, starts, budget), starts, budget, ends)
    for start, found in zip(starts, together, strict=True):
        alone = reach(build_roadmap(ground, R32, (start,), budget), start, budget, ends)
        assert np.allclose(found.lower, alone.lower, rtol=0, atol=1e-3)
        assert np.allclose(found.upper, alone.upper, rtol=0, atol=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_neighbours_differ_by_no_more_than_the_step_between_them(seed):
    """Ends one unit apart in the open: lengths differ by at most 1 (the triangle inequality), both sides."""
    ground = wild(seed)
    start, *ends = free_places(ground, R32, 40, seed)
    beside = [(x + 1, y) for x, y in ends]
    roadmap = build_roadmap(ground, R32, (start,), BUDGET)
    here, there = (reach(roadmap, start, BUDGET, np.array(places)) for places in (ends, beside))
    both = np.isfinite(here.lower) & np.isfinite(there.lower)
    assert both.sum() > 15
    assert (np.abs(here.lower - there.lower)[both] <= 1.0 + 1e-3).all()
    assert (here.lower <= here.upper).all()
    assert (here.upper - here.lower)[both].max() < 0.3


def test_a_ring_is_no_further_than_any_of_its_points():
    """Dense points of the ring's disc by `reach`, against the bound, over every disc of six tables.

    Could fail (an unsound proof) where a kind of nearest place is forgotten. The bound is also near the truth.
    """
    seen = 0
    for seed in SEEDS:
        ground = wild(seed)
        start = free_places(ground, R32, 1, seed)[0]
        roadmap = build_roadmap(ground, R32, (start,), BUDGET)
        for disc in ground.discs:
            for extra in (1, U // 4, U, 3 * U):
                radius = disc.radius + R32 + extra
                angles = np.linspace(0, 2 * math.pi, 1500, endpoint=False)
                rim = np.stack((np.cos(angles), np.sin(angles)), axis=1)
                shells = [np.rint(np.array(disc.centre) + rim * (radius - inward)) for inward in (1, 2000, 40_000)]
                ends = np.concatenate(shells).astype(np.int64)
                ends = ends[((ends - np.array(disc.centre)) ** 2).sum(axis=1) <= radius * radius]
                bound = reach_ring(roadmap, start, BUDGET, disc.centre, radius)
                nearest = reach(roadmap, start, BUDGET, ends).upper.min(initial=np.inf)
                assert bound.lower <= nearest + 1e-6
                if np.isfinite(nearest) and math.dist(start, disc.centre) > radius:
                    # 1500 points on a ring of up to 5 inches: 0.02 inch apart
                    assert nearest - bound.lower < 0.05 * U
                    seen += 1
    assert seen > 60


def test_the_points_of_a_ring_are_in_it_and_one_is_nearly_as_near_as_the_bound():
    """Every point is inside the disc and free; the nearest is at most 40 units further than the bound.

    Could fail where rounding to the lattice leaves the ring or enters the obstacle that it meets.
    """
    seen = 0
    for seed in SEEDS:
        ground = wild(seed)
        start = free_places(ground, R32, 1, seed)[0]
        roadmap = build_roadmap(ground, R32, (start,), BUDGET)
        for disc in ground.discs:
            radius = disc.radius + R32 + U
            found = reach_ring(roadmap, start, BUDGET, disc.centre, radius)
            if not found.points:
                continue
            assert all(math.dist(p, disc.centre) <= radius + 1e-6 for p in found.points)
            assert reach(roadmap, start, BUDGET, np.array(found.points)).upper.min() <= found.lower + 40
            seen += 1
    assert seen > 15
