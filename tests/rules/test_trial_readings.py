"""The other readings of the trial rules of the 3rd edition, one switch each; their numbers are those of the notes."""

from __future__ import annotations

import pytest

from planner.world import Scenario
from tests.builders import wall
from tests.rules.sequential import ORIGIN, Turns, broken, field, squad

WOOD = wall("w", ORIGIN + 1, 0, ORIGIN + 2, 44, "difficult")
"""A wood across every way, from x = 1 to 2."""


def k13(**options: object) -> Scenario:
    """X, the primary, at a gap of 2.5" and Y at 4"."""
    units = [squad("a", "A", [(0, 0), (0, 1.5)]), squad("x", "B", [(3.5, 0)]), squad("y", "B", [(5, 1.5)])]
    return field(*units, targets=["x", "y"], terrain=[WOOD], **options)


K13_BOTH: Turns = [("a1", [(2.5, 0)]), ("a2", [(4, 1.5)])]
K13_X_ALONE: Turns = [("a1", [(2.5, 0)]), ("a2", [(2.5, 1.5)])]


@pytest.mark.rule("targets_may_fall_short")
@pytest.mark.parametrize(("may", "expected"), [(True, set[str]()), (False, {"engage_every_target"})])
def test_a7_k13_no_roll_lets_a_target_go(may: bool, expected: set[str]) -> None:
    """A roll of 3 is short of Y: it is let go or the charge is illegal. A roll of 4 reaches both in either reading."""
    scenario = k13(targets_may_fall_short=may)
    assert broken(scenario, K13_X_ALONE, terrain_roll=3, declaration=K13_BOTH) == expected
    assert broken(scenario, K13_BOTH, terrain_roll=3, declaration=K13_BOTH) == {"difficult_terrain"}
    assert broken(scenario, K13_BOTH, terrain_roll=4) == set()
