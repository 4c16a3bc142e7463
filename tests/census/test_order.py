"""The census of charges of order: every order and every end on a small lattice, judged by the referee alone, and again
played out turn by turn in the searcher's reading. The two sets of plans must be the same, and of a known size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product

import numpy as np
import pytest

from planner.candidates import make_question
from planner.pathing import path_length
from planner.referee import judge
from planner.rulesets import Ruleset, load_ruleset
from planner.sequence import Setting, Standing, better_moves, first_movers, least_ways
from planner.sequence.first import first_choices
from planner.sequence.setting import standing_at_start
from planner.sequence.turn import look_over
from planner.shapes import Point
from planner.units import CONTACT_MAX, UNITS_PER_INCH
from planner.world import Move, Plan, Scenario, Terrain, Unit, Witness
from tests.builders import charge, table, unit, wall

Path = tuple[Point, ...]
Played = frozenset[tuple[tuple[str, Point], ...]]
TRIAL, FOURTH, MELEE = "wh40k-3e-trial", "wh40k-4e", "melee-engine"


@dataclass(frozen=True)
class Tiny:
    """A tiny table: where its models may end (inches, shifted by 20), and how many plans there are."""

    units: Sequence[Unit]
    targets: tuple[str, ...]
    ends: Sequence[tuple[float, float]]
    plans: int
    ruleset: str = TRIAL
    options: Mapping[str, object] = field(default_factory=dict)
    terrain: Sequence[Terrain] = ()
    primary: str | None = None
    roll: int = 6


def at(unit_id: str, side: str, *places: tuple[float, float]) -> Unit:
    return unit(unit_id, side, [(x + 20, y + 20) for x, y in places], mm=25.4)


def grid(low: tuple[int, int], high: tuple[int, int]) -> list[tuple[float, float]]:
    return [(x, y) for x in range(low[0], high[0] + 1) for y in range(low[1], high[1] + 1)]


BRIDGE = (at("a", "A", (0, 0), (0, 3), (0, 6)), at("x", "B", (3, -1)), at("y", "B", (3, 7)))
PAIR = (at("a", "A", (0, 0), (0, 2)), at("x", "B", (4, 0)))
TABLES = {
    "contact": Tiny(PAIR, ("x",), grid((0, -1), (5, 3)), 11),
    "one_order": Tiny(BRIDGE, ("x", "y"), [(3, 0), (3, 3), (3, 6), (2, -1), (0, 3), (0, 6)], 1, primary="x"),
    "two_targets": Tiny(
        (*PAIR, at("y", "B", (4, 3))), ("x", "y"), [*grid((2, -1), (4, 4)), (0, 0), (0, 2)], 6, primary="x"
    ),
    "primary_first": Tiny(
        (*PAIR, at("y", "B", (4, 3))), ("x", "y"), [*grid((2, -1), (4, 4)), (0, 0), (0, 2)], 6, primary="x",
        options={"contact_primary_first": True},
    ),
    "mate_in_the_way": Tiny(
        (at("a", "A", (0, 0), (-1, 0)), at("x", "B", (4, 0))), ("x",), [*grid((-1, -1), (5, 1))], 9,
        terrain=[wall("n", 18, 21.5, 26, 22), wall("s", 18, 18, 26, 18.5)],
    ),
    "keepout_open": Tiny(
        (at("a", "A", (0, 0), (0, 1)), at("x", "B", (4, 0)), at("n", "B", (4, 3))), ("x",), grid((0, -1), (4, 2)), 6
    ),
    "keepout_closed": Tiny(
        (at("a", "A", (0, 0), (0, 1)), at("x", "B", (4, 0)), at("n", "B", (4, 3))), ("x",), grid((0, -1), (4, 2)), 2,
        options={"keepout_closed": True},
    ),
    "friend_in_the_way": Tiny((*PAIR, at("f", "A", (2, 0))), ("x",), grid((0, -1), (5, 3)), 12),
    "friend_engages": Tiny(
        (*PAIR, at("f", "A", (4, -1))), ("x",), grid((0, -1), (5, 3)), 5, options={"support_by": "any_friend"}
    ),
    "wood": Tiny(
        PAIR, ("x",), grid((0, -1), (5, 3)), 13, terrain=[wall("w", 21, 10, 22, 40, kind="difficult")], roll=4
    ),
    "shortest_route": Tiny(PAIR, ("x",), grid((0, -1), (5, 3)), 3, FOURTH),
    "no_farther": Tiny(
        (at("a", "A", (0, 0), (-4, 0)), at("x", "B", (3, 0))), ("x",), grid((-6, -1), (3, 1)), 1,
        options={"toward": "no_farther"}, roll=3,
    ),
    "melee": Tiny(
        PAIR, ("x",), grid((0, 0), (4, 2)), 23, MELEE, options={"engagement_in": 1, "coherency_in": 1}, roll=3
    ),
}  # fmt: skip


def read(tiny: Tiny) -> tuple[Scenario, Ruleset, Setting]:
    scenario = table(
        units=list(tiny.units), charge=charge("a", list(tiny.targets), tiny.roll), terrain=list(tiny.terrain)
    )
    cap = tiny.roll * UNITS_PER_INCH if tiny.terrain and tiny.terrain[0].kind == "difficult" else None
    asked = replace(scenario.charge, options=dict(tiny.options), primary=tiny.primary, terrain_roll=cap)
    scenario = replace(scenario, ruleset=tiny.ruleset, charge=asked)
    rules = load_ruleset(tiny.ruleset).with_options(tiny.options)
    question = make_question(scenario, rules, tiny.targets, tiny.roll * UNITS_PER_INCH)
    primary = (tiny.primary or tiny.targets[0]) if rules.flag("primary_target") else None
    return scenario, rules, Setting(question, tiny.targets, primary, tiny.roll * UNITS_PER_INCH)


def lattice(tiny: Tiny) -> list[Point]:
    return [(round((x + 20) * UNITS_PER_INCH), round((y + 20) * UNITS_PER_INCH)) for x, y in tiny.ends]


def way(standing: Standing, i: int, end: Point) -> Path | None:
    """Give the pathfinder's way at this turn."""
    return standing.walks(i).path_to(end)


def moved(standing: Standing, i: int, path: Path) -> Standing:
    none = np.zeros(len(standing.setting.question.foe_at), dtype=np.bool_)
    return standing.after(i, path, path_length(path), none)


def by_referee(tiny: Tiny) -> Played:
    """Judge every order and every end; the ways alone are the pathfinder's."""
    scenario, rules, setting = read(tiny)
    names, points = setting.question.names, lattice(tiny)
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
            plan = Plan("a", tiny.targets, charge_.roll or 0, moves, setting.primary, charge_.terrain_roll)
            if judge(scenario, rules, plan).legal:
                shown = list(witnesses(setting, order, paths, points))
                if judge(scenario, rules, plan, shown, bounds).legal:
                    found.add(tuple((names[i], end) for i, end in zip(order, ends)))
    return frozenset(found)


def witnesses(setting: Setting, order: Sequence[int], paths: Sequence[Path], points: list[Point]) -> Iterator[Witness]:
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
    _, rules, setting = read(tiny)
    names, points = setting.question.names, lattice(tiny)
    found = set()

    def play(standing: Standing, so_far: tuple[tuple[str, Point], ...]) -> None:
        if not standing.waiting:
            if setting.is_enough(standing.contacted) and is_whole(standing):
                found.add(so_far)
            return
        for i in standing.waiting:
            for end, path, engages in choices(standing, i):
                play(standing.after(i, path, path_length(path), engages), (*so_far, (names[i], end)))

    def choices(standing: Standing, i: int) -> list[tuple[Point, Path, np.ndarray]]:
        fits, engages, tiers = look_over(standing, i, np.array(points, dtype=np.int64))
        able = [(k, path) for k in np.flatnonzero(fits) if (path := way(standing, i, points[k])) is not None]
        if not standing.moved and rules.has("first_mover"):
            able = [(k, path) for k, path in able if starts(standing, i, engages[k], path)]
        elif rules.flag("contact_hierarchy"):
            able = [(k, path) for k, path in able if not falls_back(standing, i, points[k], int(tiers[k]))]
            best = min((tiers[k] for k, _ in able), default=0)
            able = [(k, path) for k, path in able if tiers[k] == best]
        return [(points[k], path, engages[k]) for k, path in able]

    def starts(standing: Standing, i: int, engages: np.ndarray, path: Path) -> bool:
        foes = [foe for model, foe in first_movers(setting) if model == i and engages[foe]]
        if rules.choice("first_contact") == "anywhere":
            return bool(foes)
        shortest = [float(first_choices(standing, i, foe).length.min()) for foe in foes]
        return any(path_length(path) <= least + CONTACT_MAX for least in shortest)

    def falls_back(standing: Standing, i: int, end: Point, tier: int) -> bool:
        if rules.choice("toward") != "no_farther" or tier < 4:
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


@pytest.mark.parametrize("name", sorted(TABLES))
def test_both_readings_play_the_same_plans(name: str) -> None:
    tiny = TABLES[name]
    judged, played = by_referee(tiny), by_turns(tiny)
    assert judged == played
    assert len(judged) == tiny.plans
