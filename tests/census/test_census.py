"""Our perft: on tiny tables the referee's brute force and CP-SAT's list are the same set of plans, of a known size."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

import planner
from tests.tool import load_tool

ROOT = Path(__file__).parents[2]
COUNTS = {
    "four_apart": (2.0, 14),
    "four_connected": (2.0, 10),
    "may_stay": (1.0, 11),
    "mixed": (1.0, 10),
    "non_target": (1.0, 4),
    "one_model": (1.0, 3),
    "three_models": (1.0, 40),
    "three_span": (1.0, 81),
    "two_bridge": (1.0, 18),
    "two_models": (1.0, 11),
    "wall": (1.0, 4),
    "wide_ring": (1.0, 22),
}


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Load the tool as it stands in the project."""
    return load_tool("census")


def test_every_census_table_is_counted() -> None:
    """No table lies there uncounted, and none is counted that is not there."""
    assert {file.stem for file in (ROOT / "fixtures" / "census").glob("*.json")} == set(COUNTS)


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_both_readings_allow_the_same_plans(tool: ModuleType, name: str) -> None:
    """A rule that one reading has and the other lacks, or reads otherwise, shows as a plan in one set only."""
    pitch, size = COUNTS[name]
    count = tool.census(planner.load_scenario(ROOT / "fixtures" / "census" / f"{name}.json"), pitch)
    assert count.by_cpsat == count.by_referee
    assert len(count.by_referee) == size
