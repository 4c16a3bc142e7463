"""The census of charges of order: all orders and ends on a few places, as the referee judges and the searcher plays.

The two sets of plans must be the same, and of a known size.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.tool import load_tool

TABLES = Path(__file__).parents[2] / "fixtures" / "census" / "order"
NAMES = sorted(file.stem for file in TABLES.glob("*.json"))


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Load the tool as it stands in the project."""
    return load_tool("census_order")


@pytest.mark.parametrize("name", NAMES)
def test_both_readings_play_the_same_plans(tool: ModuleType, name: str) -> None:
    tiny = tool.read_tiny(TABLES / f"{name}.json")
    judged, played = tool.by_referee(tiny), tool.by_turns(tiny)
    assert judged == played
    assert len(judged) == tiny.plans
