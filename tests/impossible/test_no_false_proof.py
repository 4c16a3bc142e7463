"""No proof against what is possible: on every legal fixture, and where a sampled place shows the way."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from math import hypot
from pathlib import Path
from random import Random

import numpy as np
import pytest

import planner
from planner.candidates import Question, Roadmaps
from planner.impossible import refute, refute_room, ring_lower_bound
from planner.pathing import trace
from planner.shapes import Circle, Polygon, RoundBase
from planner.world import Scenario, Terrain, Unit
from tests.builders import charge, pillar, table, unit, wall
from tests.candidates.questions import ask

FIXTURES = Path(__file__).parents[2] / "fixtures"
LEGAL = sorted(
    f"{part}{name}"
    for part, index in (("", FIXTURES / "index.toml"), ("bugs/", FIXTURES / "bugs" / "index.toml"))
    for name, entry in tomllib.loads(index.read_text(encoding="utf-8")).items()
    if entry["verdict"] == "legal" and "counter" not in name  # that engages nobody: no proof is asked about it
)
CENSUS = sorted(f"census/{path.name}" for path in (FIXTURES / "census").glob("*.json"))


@pytest.mark.parametrize("name", LEGAL + CENSUS)
def test_no_legal_fixture_is_refuted(name: str) -> None:
    """Every proof is asked about every table with a plan, also those that the planner would not reach."""
    scenario = planner.load_scenario(FIXTURES / name)
    if scenario.charge.targets is None or scenario.charge.roll is None:
        answer = planner.plan_charge(scenario)
        scenario = replace(scenario, charge=replace(scenario.charge, targets=answer.targets, roll=answer.roll))
    assert scenario.charge.targets is not None
    every = (*scenario.charge.targets, *scenario.charge.added_targets)
    scenario = replace(scenario, charge=replace(scenario.charge, targets=every))
    question, maps = ask(scenario)
    assert refute(question, maps) is None
    assert refute_room(question) is None


# --- against sampled places ----------------------------------------------------------------------------------------

UNIT = 127_000
SAMPLES = 1500


def crowded(seed: int) -> Scenario:
    """One 32 mm model 4.7" from a target in a crowd of enemies, woods and walls, often with a wall across the way."""
    dice = Random(seed)
    target, start = (15.0, 11.0), (9.0, 11.0)
    placed = [(*target, 0.63), (*start, 0.63)]
    others: list[Unit] = []
    for _ in range(dice.randint(0, 6)):
        x, y, mm = dice.uniform(11, 19), dice.uniform(7, 15), dice.choice([25, 32, 60])
        if all(hypot(x - a, y - b) > mm / 50.8 + r + 0.01 for a, b, r in placed) and hypot(x - 9, y - 11) > 4:
            placed.append((x, y, mm / 50.8))
            others.append(unit(f"n{len(others)}", "B", [(x, y)], mm))
    pieces: list[Terrain] = []
    for _ in range(dice.randint(1, 9)):
        x, y = dice.uniform(11.5, 18), dice.uniform(8, 14)
        if dice.random() < 0.5:
            pieces.append(pillar(f"p{len(pieces)}", (x, y), dice.uniform(0.3, 2), kind="dense"))
            continue
        a, b = dice.uniform(0.3, 3), dice.uniform(0.3, 3)
        kind = dice.choice(["dense", "impassable"])
        clear = not any(x - r < u < x + a + r and y - r < v < y + b + r for u, v, r in placed)
        if kind == "dense" or clear:
            pieces.append(wall(f"p{len(pieces)}", x, y, x + a, y + b, kind=kind))
    if dice.random() < 0.5:
        pieces.append(wall("screen", 9.7, 11 - dice.uniform(0.5, 6), 9.8, 11 + dice.uniform(0.5, 6)))
    ours = unit("a", "A", [start], keywords=["INFANTRY"])
    roll = dice.choice([3, 3.5, 4.75, 6, 8])
    asked = charge("a", ["b"], roll)
    return table(30, 22, units=[ours, unit("b", "B", [target]), *others], terrain=pieces, charge=asked)


def may_end(scenario: Scenario, x: int, y: int) -> bool:
    """Whether a 32 mm base may end at (x, y): in whole numbers, by the rules alone."""
    r = 80_000
    if not (r <= x <= scenario.board.width - r and r <= y <= scenario.board.height - r):
        return False
    for enemy in scenario.enemies:
        for model in enemy.models:
            assert isinstance(model.base, RoundBase)
            near = r + model.base.radius + (0 if enemy.id == "b" else 2 * UNIT + 1)
            if (x - model.at[0]) ** 2 + (y - model.at[1]) ** 2 < near**2:
                return False
    return not any(overlaps(piece.outline, x, y, r) for piece in scenario.terrain)


def overlaps(outline: Circle | Polygon, x: int, y: int, r: int) -> bool:
    """Whether a disc overlaps a disc or an upright rectangle."""
    if isinstance(outline, Circle):
        return (x - outline.centre[0]) ** 2 + (y - outline.centre[1]) ** 2 < (r + outline.radius) ** 2
    (left, low), (right, high) = outline.corners[0], outline.corners[2]
    dx, dy = x - min(max(x, left), right), y - min(max(y, low), high)
    return dx * dx + dy * dy < r * r


def engaging_places(scenario: Scenario, seed: int) -> list[tuple[int, int]]:
    """Give sampled places, within the roll as the crow flies, where the model may end engaged with the target."""
    dice = np.random.default_rng(seed)
    full = 2 * 80_000 + 2 * UNIT
    (bx, by), (ax, ay) = scenario.unit("b").models[0].at, scenario.charger.models[0].at
    away, turn = full * np.sqrt(dice.random(SAMPLES)), 2 * np.pi * dice.random(SAMPLES)
    points = zip(np.rint(bx + away * np.cos(turn)).astype(int), np.rint(by + away * np.sin(turn)).astype(int))
    roll = scenario.charge.roll
    assert roll is not None
    return [
        (int(x), int(y))
        for x, y in points
        if (x - ax) ** 2 + (y - ay) ** 2 <= roll**2
        and (x - bx) ** 2 + (y - by) ** 2 <= full**2
        and may_end(scenario, int(x), int(y))
    ]


def reached(question: Question, maps: Roadmaps, places: list[tuple[int, int]]) -> bool:
    return any(trace(maps.of(0), question.starts()[0], place, question.roll).path is not None for place in places[:200])


def test_no_proof_against_a_sampled_place() -> None:
    """300 crowded tables: where a place is found there is room, where a path to one is found there is reach.

    And the proofs do come: where 1500 samples find nothing, most tables are refuted.
    """
    proved, roomy, empty, walled_off = 0, 0, 0, 0
    for seed in range(300):
        scenario = crowded(seed)
        question, maps = ask(scenario)
        places = engaging_places(scenario, seed)
        no_room = refute_room(question)
        roomy += bool(places)
        empty += not places
        proved += no_room is not None
        assert not (places and no_room is not None), seed
        if places and reached(question, maps, places):
            assert refute(question, maps) is None, seed
            assert ring_lower_bound(question, maps, 0, 0) <= question.roll
        elif places and refute(question, maps) is not None:
            walled_off += 1
    assert roomy >= 100
    assert walled_off >= 10
    assert proved >= 50
    assert proved >= empty * 0.8
