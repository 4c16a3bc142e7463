"""Each hot kernel and its plain twin on the same seeded arrays: the same numbers, to the last bit where they decide.

A compiled loop that wraps an integer, contracts a float or reads out of bounds would differ from plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from planner.kernels.anneal import anneal, gap_row, pair_fault, unit_faults
from planner.kernels.blocks import cover_by_blocks, halved, relate
from planner.kernels.cliques import clique_cover
from planner.kernels.ends import crossings, look
from planner.kernels.jit import IS_COMPILED
from planner.kernels.project import project
from planner.kernels.turns import look_round

U = 127_000
pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="without numba there is only the plain function")


def plain(kernel: Any) -> Callable[..., Any]:
    """Give the function that numba compiled."""
    twin: Callable[..., Any] = kernel.py_func
    return twin


def test_look_on_random_points() -> None:
    """Points all over six bases of three owners, some exactly on their rims: integers and gaps bit by bit."""
    dice = np.random.default_rng(1)
    foe_at = dice.integers(2 * U, 12 * U, (6, 2))
    foe_radius = dice.integers(U // 4, U, 6)
    foe_unit = np.array([0, 0, 1, 1, -1, -1])
    free = dice.integers(0, 14 * U, (200, 2))
    right = np.column_stack([foe_at[:, 0] + foe_radius + 80_000 + 2 * U, foe_at[:, 1]])
    points = np.concatenate([free, right, right + np.array([1, 0]), right - np.array([2 * U, 0])])
    given = (points, 80_000, foe_at, foe_radius, foe_unit, 2, 2 * U, U)
    for one, other in zip(look(*given), plain(look)(*given), strict=True):
        assert one.dtype == other.dtype
        assert (one == other).all()
    ring = look(*given)[1]
    assert {0, 1, 2} == set(ring.tolist())


def test_crossings_on_random_curves() -> None:
    """Discs and segments in general place, one segment along a disc's tangent: the same points in the same order."""
    dice = np.random.default_rng(2)
    circles = np.column_stack([dice.uniform(0, 10 * U, (12, 2)), dice.uniform(U, 4 * U, 12)])
    lines = dice.uniform(0, 10 * U, (8, 4))
    x, y, r = circles[0]
    lines = np.vstack([lines, [x - U, y + r, x + U, y + r]])
    zone = np.column_stack([dice.uniform(0, 10 * U, (3, 2)), dice.uniform(2 * U, 4 * U, 3)])
    one, other = (f(circles, lines, zone, 500) for f in (crossings, plain(crossings)))
    assert len(one) > 20
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-6)
    assert len(crossings(circles, lines, zone, 7)) == len(plain(crossings)(circles, lines, zone, 7)) == 7


def _annealing(seed: int) -> list[Any]:
    """Give the arguments of a walk of five models over forty sites and two targets, all but steps and seed."""
    dice = np.random.default_rng(seed)
    at = dice.uniform(0, 8 * U, (40, 2)).round()
    radius = np.full(5, 80_000.0)
    reward = dice.uniform(0, 1, 40)
    ring_gap = dice.uniform(-U, 4 * U, (40, 2))
    own = [np.sort(dice.choice(40, 25, replace=False)) for _ in range(5)]
    options_from = np.cumsum([0, *(len(o) for o in own)])
    options = np.concatenate(own)
    cost = dice.uniform(0, 0.2, len(options))
    return [at, radius, reward, ring_gap, options_from, options, cost, np.array([2.0 * U, 9.0 * U])]


@pytest.mark.parametrize("grouped", [False, True])
def test_faults_of_random_assignments(grouped: bool) -> None:
    """Every gap and the faults of the whole unit, for fifty assignments of five models."""
    at, radius, _, ring_gap, _, _, _, limits = _annealing(3)
    dice = np.random.default_rng(3)
    found = set()
    for _ in range(50):
        chosen = dice.choice(40, 5, replace=False)
        one, other = np.empty((5, 5)), np.empty((5, 5))
        for i in range(5):
            gap_row(i, chosen[i], chosen, at, radius, one[i])
            plain(gap_row)(i, chosen[i], chosen, at, radius, other[i])
        assert (one == other).all()
        given = (one, chosen, ring_gap, limits[0], 1, grouped)
        assert unit_faults(*given) == plain(unit_faults)(*given)
        found.add(unit_faults(*given))
        assert [pair_fault(g, limits[1]) for g in one[0]] == [plain(pair_fault)(g, limits[1]) for g in one[0]]
    assert len(found) > 30


def faults(centres: list[float], missed: float = 0.0, neighbours: int = 1, grouped: bool = False) -> float:
    """Give the faults of bases of radius 1" with these centres in a row: coherency 2", span 9", one target."""
    at = np.array([[x * U, 0.0] for x in centres])
    chosen, radius = np.arange(len(at)), np.full(len(at), 1.0 * U)
    gap = np.empty((len(at), len(at)))
    for i in range(len(at)):
        gap_row(i, i, chosen, at, radius, gap[i])
    ring_gap = np.full((len(at), 1), missed * U)
    pairs = sum(pair_fault(g, 9.0 * U) for g in gap[np.triu_indices(len(at), 1)])
    return float(pairs + unit_faults(gap, chosen, ring_gap, 2.0 * U, neighbours, grouped))


@pytest.mark.parametrize(
    ("centres", "missed", "neighbours", "grouped", "expected"),
    [
        # touching, and 2" apart: nothing to blame
        ([0, 2], 0, 1, False, 0),
        ([0, 4], 0, 1, False, 0),
        # overlap of 0.5, four times weighed
        ([0, 1.5], 0, 1, False, 0.5 + 4 * 0.5),
        # both lack 0.5 to coherency
        ([0, 4.5], 0, 1, False, 2 * (0.5 + 0.5)),
        # gap 11: span missed by 2, and by each of the two coherency by 9
        ([0, 13], 0, 1, False, 0.5 + 2 + 2 * (0.5 + 9)),
        # the target missed by 3
        ([0, 2], 3, 1, False, 0.5 + 3),
        # two pairs, gap 3 between them: a fault of 1 only as one group
        ([0, 2, 7, 9], 0, 1, False, 0),
        ([0, 2, 7, 9], 0, 1, True, 0.5 + 1),
        # two mates wanted: the outer ones have one, the next gap is 4
        ([0, 3, 6], 0, 2, False, 2 * (0.5 + 2)),
        ([5], 0, 0, True, 0),
    ],
)
def test_each_fault_has_its_price(
    centres: list[float], missed: float, neighbours: int, grouped: bool, expected: float
) -> None:
    """Half a point for a fault and its size in inches: what the walk climbs down."""
    assert faults(centres, missed, neighbours, grouped) == pytest.approx(expected)


@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("grouped", [False, True])
def test_anneal_walks_the_same_way(seed: int, grouped: bool) -> None:
    """A thousand steps: one decision taken otherwise and all later ones differ, so the same end says the same walk."""
    given = _annealing(seed)
    walk: Any = anneal
    start = np.zeros(5, dtype=np.int64)
    one, other = (f(*given, 1, grouped, start, 1000, 2.0, 0.02, seed) for f in (walk, plain(walk)))
    assert (one[0] == other[0]).all()
    assert one[1:] == pytest.approx(other[1:], abs=1e-9)
    again = walk(*given, 1, grouped, start, 1000, 2.0, 0.02, seed + 1)
    assert (again[0] != one[0]).any()
    assert (start == 0).all()


@pytest.mark.parametrize("grouped", [False, True])
def test_project_moves_the_same_way(grouped: bool) -> None:
    """Three bases that overlap each other and stand off their targets, near a wall's side and a disc."""
    at = np.array([[10.0, 10.0], [10.4, 10.0], [14.0, 10.0]]) * U
    foe = np.array([[13.0, 12.0, 0.6], [16.5, 10.0, 0.6], [8.0, 14.0, 0.6]]) * U
    given = (
        at, np.full(3, 80_000.0), foe, np.array([0, 1, -1]), np.array([[11.0, 8.6, 0.5]]) * U,
        np.array([[9.0, 9.0, 9.0, 11.0]]) * U, np.array([60.0, 44.0]) * U, np.full((3, 2), 9.0 * U),
        np.array([[8.0, 10.0]] * 3) * U, np.full(3, 7.0 * U), np.array([2.0, 2.0, 9.0]) * U,
    )  # fmt: skip
    (one, left), (other, also) = (f(*given, 1, grouped, 4.0, 500) for f in (project, plain(project)))
    assert left == also == 0.0
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-6)
    apart = np.hypot(*(one[:, None] - one[None]).transpose(2, 0, 1)) - 160_000
    assert (apart[np.triu_indices(3, 1)] >= 0).all()
    assert (np.hypot(*(one[:, None] - foe[None, :2, :2]).transpose(2, 0, 1)) - 80_000 - foe[:2, 2]).min(
        axis=0
    ).max() <= 2 * U


def test_project_says_how_far_off_it_stays() -> None:
    """Two targets 20" apart and two models with a span of 9": no place is near both, and the worst is not 0."""
    at = np.array([[10.0, 10.0], [12.0, 10.0]]) * U
    foe = np.array([[0.0, 10.0, 1.0], [22.0, 10.0, 1.0]]) * U
    given = (
        at, np.full(2, 1.0 * U), foe, np.array([0, 1]), np.zeros((0, 3)), np.zeros((0, 4)),
        np.array([60.0, 44.0]) * U, np.full((2, 2), 30.0 * U), at, np.full(2, 20.0 * U), np.array([2.0, 2.0, 9.0]) * U,
    )  # fmt: skip
    (_, left), (_, also) = (f(*given, 1, False, 4.0, 200) for f in (project, plain(project)))
    assert left == also > U


def test_clique_cover_is_the_same() -> None:
    """Random conflicts: the same cliques in the same order."""
    dice = np.random.default_rng(6)
    at = dice.uniform(0, 5 * U, (40, 2))
    away = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    conflict = (away < U) & ~np.eye(40, dtype=bool)
    pairs = np.ascontiguousarray(np.argwhere(np.triu(conflict)))
    middle = (at[pairs[:, 0]] + at[pairs[:, 1]]) / 2
    for one, other in zip(*(f(conflict, pairs, middle, at) for f in (clique_cover, plain(clique_cover)))):
        assert (one == other).all()


def test_relations_of_random_squares() -> None:
    """Squares of three sizes, many of them touching or within a hair of a limit: the same truths."""
    dice = np.random.default_rng(6)
    at = dice.integers(0, 12, (40, 2)) * (U // 2)
    half = dice.choice([U // 8, U // 4, U // 2], 40)
    radius = dice.choice([63_500, 80_000], 40)
    given = (at, half, radius, 127.0, 2.0 * U, 3.0 * U)
    for one, other in zip(relate(*given), plain(relate)(*given), strict=True):
        assert one.any()
        assert (one == other).all()


def test_halves_and_blocks_of_random_places() -> None:
    """The same order and the same rectangles, which together are the relation and no more."""
    dice = np.random.default_rng(7)
    at = dice.integers(0, 20 * U, (70, 2))
    order = halved(at)
    assert (order == plain(halved)(at)).all()
    assert sorted(order.tolist()) == list(range(70))
    places = at[order]
    far = np.hypot(*(places[:, None, :] - places[None, :, :]).transpose(2, 0, 1)) > 8 * U
    blocks = cover_by_blocks(far)
    assert (blocks == plain(cover_by_blocks)(far)).all()
    covered = np.zeros_like(far)
    for a, b, c, d in blocks:
        covered[a:b, c:d] = True
    assert ((covered | covered.T) == far).all()


def test_looking_round_random_points() -> None:
    """Among enemies, mates and those to join, some points exactly at a limit: who fits, and whom it engages."""
    dice = np.random.default_rng(8)
    foe_at, mate_at = dice.integers(2 * U, 10 * U, (6, 2)), dice.integers(2 * U, 10 * U, (5, 2))
    foe_radius, mate_radius = dice.integers(U // 4, U // 2, 6), dice.integers(U // 4, U // 2, 5)
    barred = np.array([False, False, False, False, True, True])
    free = dice.integers(0, 12 * U, (400, 2))
    touching = np.column_stack([foe_at[:, 0] + foe_radius + 63_500 + 4, foe_at[:, 1]])
    points = np.concatenate([free, touching, touching + np.array([1, 0])])
    given = (points, 63_500, foe_at, foe_radius, barred, 4, mate_at, mate_radius, mate_at[:2], mate_radius[:2], 2 * U)
    (fits, engages), (fits_too, engages_too) = look_round(*given), plain(look_round)(*given)
    assert fits.any()
    assert (fits == fits_too).all()
    assert (engages == engages_too).all()
