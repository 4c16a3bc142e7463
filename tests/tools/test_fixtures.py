"""The fixtures: enough of them, listed with their verdicts, nobody on top of anybody, and the verdicts come out."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from shapely import Point
from shapely import Polygon as Shape

import planner
from planner.shapes import Polygon, RoundBase
from planner.wire import load_scenario
from planner.world import Model

FIXTURES = Path(__file__).parents[2] / "fixtures"
INDEX: dict[str, dict[str, Any]] = tomllib.loads((FIXTURES / "index.toml").read_text(encoding="utf-8"))
VERDICTS = {"legal", "impossible", "undecided", "ineligible"}


def allowed(name: str) -> list[str]:
    verdict = INDEX[name]["verdict"]
    return [verdict] if isinstance(verdict, str) else list(verdict)


def radius(model: Model) -> int:
    assert isinstance(model.base, RoundBase)
    return model.base.radius


def test_every_file_is_listed_and_every_entry_is_a_file() -> None:
    """The index and the folders name the same files: 15 tables and 4 real ones at least, of every verdict."""
    files = {f"{path.parent.name}/{path.name}" for part in ("tables", "real") for path in (FIXTURES / part).iterdir()}
    assert files == set(INDEX)
    assert sum(name.startswith("tables/") for name in files) >= 15
    assert sum(name.startswith("real/") for name in files) >= 4
    assert {verdict for name in INDEX for verdict in allowed(name)} == VERDICTS
    assert {1, 5, 10, 15, 20} <= {entry["models"] for entry in INDEX.values()}


@pytest.mark.parametrize("name", sorted(INDEX))
def test_counts_and_description(name: str) -> None:
    """The counts are those of the file, and the description holds a sum: a person can check the verdict."""
    scenario = load_scenario(FIXTURES / name)
    entry = INDEX[name]
    assert len(scenario.charger.models) == entry["models"]
    assert len(scenario.charge.targets or ()) == entry["targets"]
    assert len(scenario.terrain) == entry["pieces"]
    assert len(re.findall(r"\d", scenario.description)) >= 3
    assert entry["why"]


@pytest.mark.parametrize("name", sorted(INDEX))
def test_nobody_stands_on_anybody_or_in_a_wall(name: str) -> None:
    """In integers no two bases overlap at all (a file may, by 0.001 inch); none stands in a wall; all on the board."""
    scenario = load_scenario(FIXTURES / name)
    models = [model for unit in scenario.units for model in unit.models]
    for index, one in enumerate(models):
        (x, y), r = one.at, radius(one)
        assert r <= x <= scenario.board.width - r
        assert r <= y <= scenario.board.height - r
        for other in models[index + 1 :]:
            apart = (x - other.at[0]) ** 2 + (y - other.at[1]) ** 2
            assert apart >= (r + radius(other)) ** 2, (one.id, other.id)
        for piece in scenario.terrain:
            if piece.kind in ("impassable", "dense"):
                assert isinstance(piece.outline, Polygon)
                # half a lattice unit for the rounding of the distance
                assert Shape(piece.outline.corners).distance(Point(one.at)) > r - 0.5, (one.id, piece.id)


def test_real_tables_are_as_full_as_real_tables() -> None:
    """5, 10, 15 and 20 chargers; 10 to 28 pieces; 30 to 70 models in all; round bases of at least three sizes."""
    names = [name for name in INDEX if name.startswith("real/")]
    assert sorted(INDEX[name]["models"] for name in names) == [5, 10, 15, 20]
    assert sorted(INDEX[name]["pieces"] for name in names) == [10, 16, 20, 28]
    for name in names:
        raw = json.loads((FIXTURES / name).read_text(encoding="utf-8"))
        assert 30 <= sum(len(unit["models"]) for unit in raw["units"]) <= 70
        assert len({unit["base"]["diameter_mm"] for unit in raw["units"]}) >= 3


@pytest.mark.parametrize("name", sorted(INDEX))
def test_the_verdict_comes_out(name: str) -> None:
    """The planner answers what the sum in the description says, and a second judging agrees with its plan."""
    scenario = load_scenario(FIXTURES / name)
    answer = planner.plan_charge(scenario)
    assert answer.verdict in allowed(name), answer.reasons
    if answer.verdict == "legal":
        assert len(answer.moves) == INDEX[name]["models"]
        assert planner.check(scenario, answer).legal
    else:
        assert answer.reasons


def test_the_least_rolls_come_out() -> None:
    """Without a roll: 5 for a gap of 5; 8 where a wall makes the way 7.124 long."""
    for name, least in (("no_roll", 5), ("no_roll_wall", 8)):
        answer = planner.plan_charge(load_scenario(FIXTURES / "tables" / f"{name}.json"))
        assert answer.roll == least * 127_000


def test_the_best_set_of_targets_comes_out() -> None:
    """Without targets: a and b, since c is 9.24 away."""
    answer = planner.plan_charge(load_scenario(FIXTURES / "tables" / "no_targets.json"))
    assert sorted(answer.targets) == ["a", "b"]
