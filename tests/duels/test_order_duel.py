"""Duels over charges in which models move one after another: what the planner says against `judge_of_order`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import planner
from tests.duels.judge_of_order import Raw, faults
from tests.duels.tables_of_order import table_of_order

FIXTURES = Path(__file__).parents[2] / "fixtures" / "tables"
Change = Callable[[Raw], object]
RULESETS = ("wh40k-3e-trial", "wh40k-4e")
LANE = [
    {"id": "n", "kind": "impassable", "polygon": [[15, 20.6], [24.5, 20.6], [24.5, 21], [15, 21]]},
    {"id": "s", "kind": "impassable", "polygon": [[15, 19], [24.5, 19], [24.5, 19.4], [15, 19.4]]},
]


def planned(scenario: Raw) -> Raw:
    """Give the planner's answer as JSON."""
    return dict(json.loads(planner.plan_charge(planner.parse_scenario(scenario)).to_json()))


def fixture(name: str) -> Raw:
    return dict(json.loads((FIXTURES / f"{name}.json").read_text()))


def table(ours: list[list[float]], foes: list[list[float]], terrain: list[Raw], ruleset: str = RULESETS[0]) -> Raw:
    """Set up our unit `a` and the target `x` on bases of one inch."""
    base = {"shape": "round", "diameter_mm": 25.4}
    units = [
        {"id": u, "side": side, "base": base, "models": [{"id": f"{u}{k}", "at": at} for k, at in enumerate(ats, 1)]}
        for u, side, ats in (("a", "A", ours), ("x", "B", foes))
    ]
    board, charge = {"width_in": 40, "height_in": 30}, {"unit": "a", "targets": ["x"], "primary": "x"}
    return {"format": "charge-scenario/1", "ruleset": ruleset, "board": board, "terrain": terrain, "units": units,
            "charge": charge}  # fmt: skip


def test_no_plan_has_a_fault() -> None:
    """Forty tables, each plan played again by another reading of the rules; most must have one, or little is shown."""
    verdicts: Counter[str] = Counter()
    for seed in range(40):
        scenario = table_of_order(Random(seed), RULESETS[seed % 2], 2 + seed // 2 % 5)
        answer = planned(scenario)
        verdicts[answer["verdict"]] += 1
        if answer["verdict"] == "legal":
            assert faults(scenario, answer) == [], seed
    assert verdicts["legal"] >= 25
    assert verdicts["impossible"] >= 3


def put(model: str, *path: list[float]) -> Change:
    """Give a change: the model takes this way from where it stands."""
    return lambda moves: moves[model].update(path=[moves[model]["path"][0], *path])


def pulled(model: str, by: float) -> Change:
    """Give a change: the model ends `by` inches short, along x."""
    return lambda moves: moves[model]["path"][-1].insert(0, moves[model]["path"][-1].pop(0) - by)


def backwards(moves: Raw) -> None:
    """Let the last model move first."""
    for move in moves.values():
        move["order"] = -move["order"]


def idle(moves: Raw) -> None:
    """Leave a3 at 1 from a2 and 2.5 from a1, which is engaged at (23, 20), though 20.4 is free."""
    put("a2", [21.5, 20])(moves)
    put("a3", [19.5, 20])(moves)


PAIR = table([[20, 20], [20, 21.5]], [[24, 20]], [])
LINE = table([[20, 20], [18.5, 20], [17, 20]], [[24, 20]], LANE)
BENT = table([[20, 20]], [[24, 20]], [], RULESETS[1])
BROKEN: dict[str, tuple[Raw, Change, str]] = {
    "contact_lost": (fixture("trial_one_order"), pulled("a2", 0.1), "target: y"),
    "first_stops_short": (PAIR, pulled("a1", 0.1), "first_contact: a1"),
    # the lane is one base wide: a2 cannot pass a1 while that stands in it
    "through_a_mate": (fixture("trial_choke"), backwards, "friend: a2"),
    # the middle of a corridor of exactly 3: 0.1 aside is 0.9 from an enemy, less a little
    "near_a_non_target": (fixture("trial_corridor_of_three"), put("a1", [23, 20.1], [25, 20]), "keepout: a1"),
    "out_of_coherency": (fixture("trial_bridge_of_two"), put("a2", [23.2, 25.6]), "coherency: a2"),
    "lazy_though_one_is_free": (fixture("trial_unengaged_first"), put("a1", [21.5, 20.5]), "unengaged: a1"),
    "lazy_though_one_is_engaged": (PAIR, put("a2", [21.5, 21.5]), "engaged: a2"),
    "lazy_though_support_is_near": (LINE, idle, "support: a3"),
    "another_is_nearer": (PAIR, backwards, "first_mover: a1"),
    "a_longer_route": (BENT, put("a1", [24, 21.00002]), "first_route: a1"),
    "too_long": (PAIR, put("a1", [20, 17], [23, 20]), "length: a1"),
    "through_a_wall": (LINE, put("a1", [20.5, 21.5], [22, 21.5], [23, 20]), "wall: a1"),
    "into_an_enemy": (PAIR, pulled("a1", -0.1), "enemy: a1"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plan_is_named(name: str) -> None:
    """A judge that passes everything would pass the duel: each plan has no fault until it is changed, then this one."""
    scenario, change, fault = BROKEN[name]
    answer = planned(scenario)
    assert faults(scenario, answer) == []
    change({m["model"]: m for m in answer["moves"]})
    assert any(f.startswith(fault) for f in faults(scenario, answer)), faults(scenario, answer)


def test_a_wood_binds_to_the_roll() -> None:
    """The way of 5 through a wood is a fault for a roll of 4."""
    scenario = fixture("trial_wood_roll_5")
    answer = planned(scenario)
    assert faults(scenario, answer) == []
    scenario["charge"]["terrain_roll"] = 4
    assert faults(scenario, answer) == ["length: a1 by 1.0000"]
