"""Which outlines are polygons, and that the second look sees what it should."""

from __future__ import annotations

import pytest

from planner.geometry import polygon_faults, recheck_path
from tests.pathing.tables import R32, U, at


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        (((0, 0), (4, 0)), "2 corners"),
        (((0, 0), (4, 0), (4, 0), (0, 4)), "twice"),
        (((0, 0), (4, 0), (8, 0)), "no area"),
        (((0, 0), (4, 4), (4, 0), (0, 4)), "Self-intersection"),
        (((0, 0), (4, 0), (2, 2), (4, 4), (0, 4), (2, 2)), "Self-intersection"),
    ],
)
def test_what_is_no_polygon_is_said(corners, said):
    """Too few corners, a corner twice, no area, crossing, touching itself: each by its own words."""
    assert said in polygon_faults(corners)[0]


def test_polygons_in_either_sense_and_with_flat_corners_pass():
    """A square both ways round, one with a corner in the middle of a side, an L."""
    for corners in (
        ((0, 0), (4, 0), (4, 4), (0, 4)),
        ((0, 4), (4, 4), (4, 0), (0, 0)),
        ((0, 0), (2, 0), (4, 0), (4, 4), (0, 4)),
        ((0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)),
    ):
        assert polygon_faults(corners) == ()


def test_the_second_look_reports_overlaps_and_lets_touching_pass():
    """One unit decides, for a disc, for a wall, for the edge of the board."""
    board, discs, walls = (
        (60 * U, 44 * U),
        ((at(20, 20), 100_000),),
        ((at(30, 10), at(32, 10), at(32, 20), at(30, 20)),),
    )
    beside_disc, beside_wall, at_edge = 20 * U + 180_000, 30 * U - R32, R32
    for x, said in ((beside_disc, "disc"), (beside_wall, None), (at_edge, "edge")):
        assert recheck_path(board, discs, walls, R32, ((x, 5 * U), (x, 40 * U))) == ()
        shifted = x + 1 if said is None else x - 1
        faults = recheck_path(board, discs, walls, R32, ((shifted, 5 * U), (shifted, 40 * U)))
        assert len(faults) == 1
        assert (said or "wall") in faults[0]
