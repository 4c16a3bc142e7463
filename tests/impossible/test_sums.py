"""Tables whose verdict is a sum, a hundredth of an inch and one unit either side of it (tools/thresholds.py)."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.tool import load_tool

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """Load the tool as it stands in the project."""
    return load_tool("thresholds")


def test_no_false_answer_about_a_threshold(tool: ModuleType) -> None:
    """False never; open only at one unit, where the lattice may have no plan. Every family and step comes up."""
    seen = set()
    for _, case in zip(range(100), tool.cases(seed=3)):
        word = tool.judge(case)
        assert word != "false", case
        assert word == "right" or abs(case.step) <= 1, case
        seen.add((case.family, case.step))
    assert len(seen) == 20
