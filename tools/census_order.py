"""Counts every plan of a tiny table whose models move in turn, twice: all orders and ends, as both readings play them.

    python tools/census_order.py [fixtures/census/order/*.json]

The referee judges every order of moves and every end of a few places (each with the pathfinder's own path, and with
every other move of every turn as a witness against it); the searcher's reading plays the same out turn by turn. The two
sets of plans must be the same, and of the size that ``index.toml`` beside the tables tells. If not, the rule text says
who errs.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path

import numpy as np

import planner
from planner.pathing import path_length
from planner.referee import judge
from planner.rulesets import Ruleset, load_ruleset
from planner.sequence import (
    Setting,
    Standing,
    better_moves,
    first_movers,
    least_ways,
    primaries,
    setting_of,
    ways_of,
)
from planner.sequence.first import first_choices
from planner.sequence.setting import standing_at_start
from planner.sequence.turn import COHERENT, look_over
from planner.shapes import Point
from planner.units import CONTACT_MAX, UNITS_PER_INCH, from_inches
from planner.world import Move, Plan, Scenario, Witness

TABLES = Path(__file__).parents[1] / "fixtures" / "census" / "order"
Way = tuple[Point, ...]
Played = frozenset[tuple[tuple[str, Point], ...]]
"""Plans: the models in their order of moving, each with where it ends."""


@dataclass(frozen=True, slots=True)
class Tiny:
    """A tiny table, the places where its models may end, and how many plans there are."""

    scenario: Scenario
    rules: Ruleset
    setting: Setting
    points: list[Point]
    plans: int


def read_tiny(file: Path) -> Tiny:
    """Read a table and what the index beside it says of it."""
    entry = tomllib.loads((file.parent / "index.toml").read_text(encoding="utf-8"))[file.stem]
    places = entry.get("places_in") or _box(*entry["box_in"])
    scenario = planner.load_scenario(file)
    charge = scenario.charge
    rules = load_ruleset(scenario.ruleset).with_options(charge.options)
    assert charge.targets is not None, "a census needs targets"
    assert charge.roll is not None, "a census needs a distance"
    way = ways_of(scenario, rules, charge.roll, charge.terrain_roll)[-1]
    primary = primaries(scenario, rules, charge.targets)[0]
    setting = setting_of(scenario, rules, charge.targets, way, primary)
    return Tiny(scenario, rules, setting, [(from_inches(x), from_inches(y)) for x, y in places], entry["plans"])


def _box(left: int, bottom: int, right: int, top: int) -> list[tuple[int, int]]:
    return [(x, y) for x in range(left, right + 1) for y in range(bottom, top + 1)]


def way(standing: Standing, i: int, end: Point) -> Way | None:
    """Give the pathfinder's way at this turn."""
    return standing.walks(i).path_to(end)


def moved(standing: Standing, i: int, path: Way) -> Standing:
    none = np.zeros(len(standing.setting.question.foe_at), dtype=np.bool_)
    return standing.after(i, path, path_length(path), none)


def by_referee(tiny: Tiny) -> Played:
    """Judge every order and every end; the ways alone are the pathfinder's."""
    scenario, rules, setting = tiny.scenario, tiny.rules, tiny.setting
    names, points = setting.question.names, tiny.points
    bounds = least_ways(setting) if rules.has("first_mover") else {}
    found = set()
    for order in permutations(range(setting.size)):
        for ends in product(points, repeat=setting.size):
            standing, paths = standing_at_start(setting), []
            for i, end in zip(order, ends):
                path = way(standing, i, end)
                if path is None:
                    break
                paths.append(path)
                standing = moved(standing, i, path)
            if len(paths) < setting.size:
                continue
            moves = tuple(Move(names[i], k, path) for k, (i, path) in enumerate(zip(order, paths), start=1))
            charge_ = scenario.charge
            plan = Plan(
                charge_.unit, charge_.targets or (), charge_.roll or 0, moves, setting.primary, charge_.terrain_roll
            )
            if judge(scenario, rules, plan).legal:
                shown = list(witnesses(setting, order, paths, points))
                if judge(scenario, rules, plan, shown, bounds).legal:
                    found.add(tuple((names[i], end) for i, end in zip(order, ends)))
    return frozenset(found)


def witnesses(setting: Setting, order: Sequence[int], paths: Sequence[Way], points: list[Point]) -> Iterator[Witness]:
    """Give every other move on the lattice, of each model at its turn and of each as the first, and the shortest first.

    The shortest ways into contact end between the places of the lattice: a nearer first mover is shown by them.
    """
    standing = standing_at_start(setting)
    yield from (Witness(setting.question.names[i], path) for i, path in better_moves(setting, order[:1], paths[:1]))
    for i in range(setting.size):
        yield from (Witness(setting.question.names[i], path) for end in points if (path := way(standing, i, end)))
    for i, path in zip(order, paths):
        yield from (Witness(setting.question.names[i], other) for end in points if (other := way(standing, i, end)))
        standing = moved(standing, i, path)


def by_turns(tiny: Tiny) -> Played:
    """Play out every plan in the searcher's reading."""
    rules, setting = tiny.rules, tiny.setting
    names, points = setting.question.names, tiny.points
    found = set()

    def play(standing: Standing, so_far: tuple[tuple[str, Point], ...]) -> None:
        if not standing.waiting:
            if setting.is_enough(standing.contacted) and (setting.is_contact_first or is_whole(standing)):
                found.add(so_far)
            return
        for i in standing.waiting:
            for end, path, engages in choices(standing, i):
                play(standing.after(i, path, path_length(path), engages), (*so_far, (names[i], end)))

    def choices(standing: Standing, i: int) -> list[tuple[Point, Way, np.ndarray]]:
        fits, engages, tiers = look_over(standing, i, np.array(points, dtype=np.int64))
        able = [(k, path) for k in np.flatnonzero(fits) if (path := way(standing, i, points[k])) is not None]
        if not standing.moved and rules.has("first_mover"):
            able = [(k, path) for k, path in able if starts(standing, i, engages[k], path)]
        elif rules.flag("contact_hierarchy"):
            able = [(k, path) for k, path in able if not falls_back(standing, i, points[k], int(tiers[k]))]
            best = min((tiers[k] for k, _ in able), default=0)
            able = [(k, path) for k, path in able if tiers[k] == best]
        return [(points[k], path, engages[k]) for k, path in able]

    def starts(standing: Standing, i: int, engages: np.ndarray, path: Way) -> bool:
        foes = [foe for model, foe in first_movers(setting) if model == i and engages[foe]]
        if rules.choice("first_contact") == "anywhere":
            return bool(foes)
        shortest = [float(first_choices(standing, i, foe).length.min()) for foe in foes]
        return any(path_length(path) <= least + CONTACT_MAX for least in shortest)

    def falls_back(standing: Standing, i: int, end: Point, tier: int) -> bool:
        if rules.choice("toward") != "no_farther" or tier < COHERENT:
            return False
        foes = setting.question.foe_at[setting.is_target]
        was, will = (np.hypot(*(foes - place).T).min() for place in (standing.at[i], np.array(end)))
        return bool(will > was)

    play(standing_at_start(setting), ())
    return frozenset(found)


def is_whole(standing: Standing) -> bool:
    """Whether the unit is one group at the end, where no order of joining makes it one."""
    question = standing.setting.question
    away = standing.at[:, None, :] - standing.at[None, :, :]
    limit = question.radius[:, None] + question.radius[None, :] + question.coherency
    near = (away * away).sum(axis=2) <= limit * limit
    reached = near[0]
    for _ in range(standing.setting.size):
        reached = near[reached].any(axis=0)
    return bool(reached.all())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    wrong = 0
    for file in parser.parse_args().files or sorted(TABLES.glob("*.json")):
        tiny = read_tiny(file)
        judged, played = by_referee(tiny), by_turns(tiny)
        mark = "" if judged == played else "  DIFFER"
        mark += "" if len(judged) == tiny.plans else f"  {tiny.plans} expected"
        print(f"{file.name:28} referee {len(judged):5}  turns {len(played):5}{mark}", flush=True)
        for plan in sorted(judged ^ played)[:10]:
            side = "referee only" if plan in judged else "turns only"
            print("   ", side, [(name, x / UNITS_PER_INCH, y / UNITS_PER_INCH) for name, (x, y) in plan])
        wrong += bool(mark)
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
