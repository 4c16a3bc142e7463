"""Gaps exactly as wide as a base: which they are, to the unit, and what stops in them."""

from __future__ import annotations

import pytest

from planner.candidates import is_squeezed, plugs, squeezes
from planner.pathing import Disc, Ground, Wall

R = 63_500
"""A base an inch across."""


def ground(*discs: Disc, walls: tuple[Wall, ...] = ()) -> Ground:
    return Ground(10_000_000, 10_000_000, discs, walls)


def box(left: int, bottom: int, right: int, top: int) -> Wall:
    return Wall(((left, bottom), (right, bottom), (right, top), (left, top)))


@pytest.mark.parametrize(("wider", "count"), [(-1, 0), (0, 1), (1, 0)])
def test_two_discs_make_a_gap_of_exactly_the_base(wider: int, count: int) -> None:
    apart = 40_000 + 30_000 + 2 * R + wider
    found = squeezes(ground(Disc((1_000_000, 0), 40_000), Disc((1_000_000, apart), 30_000)), R)
    assert len(found) == count
    if found:
        assert found == (((1_000_000.0, 40_000.0 + R), (1_000_000.0, 40_000.0 + R)),)


def test_a_gap_askew_is_exact_too() -> None:
    """3-4-5: the middles are 5 x 50 000 apart."""
    discs = Disc((0, 0), 61_500), Disc((150_000, 200_000), 61_500)
    assert len(squeezes(ground(*discs), R)) == 1
    assert not squeezes(ground(discs[0], Disc((150_001, 200_000), 61_500)), R)


def test_a_range_to_keep_out_of_is_no_side_of_a_gap() -> None:
    apart = 70_000 + 2 * R
    assert not squeezes(ground(Disc((0, 0), 40_000, may_hold_starts=True), Disc((0, apart), 30_000)), R)


def test_a_corridor_is_a_stretch() -> None:
    walls = box(0, 0, 400_000, 100_000), box(100_000, 100_000 + 2 * R, 900_000, 500_000)
    long = [squeeze for squeeze in squeezes(ground(walls=walls), R) if squeeze[0] != squeeze[1]]
    assert long == [((100_000.0, 100_000.0 + R), (400_000.0, 100_000.0 + R))]
    assert is_squeezed(((50_000, 0), (250_000, 100_000 + R)), tuple(long))
    assert not is_squeezed(((250_000, 100_000 + R), (50_000, 100_000 + R)), tuple(long))


def test_plugs_stand_at_the_ends_and_not_where_one_starts() -> None:
    found = (((100_000.0, 5_000.0), (400_000.0, 5_000.0)),)
    assert {plug.centre for plug in plugs(found, R, ())} == {(100_000, 5_000), (400_000, 5_000)}
    assert {plug.centre for plug in plugs(found, R, ((400_000, 5_000),))} == {(100_000, 5_000)}
