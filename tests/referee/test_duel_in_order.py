"""The referee's rules of order against a plain reading in floats with shapely: the same verdicts off the boundaries.

The other reading shares no code. It gives each clause as a margin, negative where it is broken, and decides the
hierarchy of ends by itself; margins within 0.01 lattice units of zero are left out, for floats cannot tell.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import dist

import pytest
import shapely

from planner.referee import judge
from planner.shapes import Point
from planner.units import UNITS_PER_INCH
from planner.world import Plan, Scenario, Witness
from tests.builders import Place, lattice, pillar, rules_of
from tests.rules.sequential import Turns, around, field, plan_of, squad

INCH, RADIUS, TOUCH = UNITS_PER_INCH, UNITS_PER_INCH / 2, 4.0
HAIR = 0.01
"""Margins (lattice units) below this are left to the exact side."""


def gap(a: Point, b: Point) -> float:
    return dist(a, b) - 2 * RADIUS


def line(path: tuple[Point, ...]) -> shapely.Geometry:
    return shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])


@dataclass
class Table:
    """A plan's table in floats: who stands where, by name."""

    paths: dict[str, tuple[Point, ...]]
    order: dict[str, int]
    friends: dict[str, Point]
    targets: dict[str, Point]
    others: dict[str, Point]
    woods: list[tuple[Point, float]]
    roll: float
    terrain_roll: float

    def others_at_turn(self, model: str) -> dict[str, Point]:
        mine = self.order[model]
        return {m: p[-1] if self.order[m] < mine else p[0] for m, p in self.paths.items() if m != model}

    def moved_before(self, model: str) -> list[Point]:
        return [p[-1] for m, p in self.paths.items() if self.order[m] < self.order[model]]

    def wet(self, path: tuple[Point, ...]) -> float:
        """How deep a path goes into a wood, at most."""
        return max(r + RADIUS - line(path).distance(shapely.Point(at)) for at, r in self.woods)


def read(scenario: Scenario, made: Plan) -> Table:
    def standing(names: list[str]) -> dict[str, Point]:
        return {m.id: m.at for u in scenario.units if u.id in names for m in u.models}

    assert made.terrain_roll is not None
    return Table(
        paths={m.model: m.path for m in made.moves},
        order={m.model: m.order for m in made.moves},
        friends=standing(["f"]),
        targets=standing(list(made.targets)),
        others=standing([u for u in "xyn" if u not in made.targets]),
        woods=[(t.outline.centre, float(t.outline.radius)) for t in scenario.terrain if t.kind == "difficult"],  # type: ignore[union-attr]
        roll=made.roll,
        terrain_roll=made.terrain_roll,
    )


Finding = tuple[str, frozenset[str], float]


def findings(t: Table) -> Iterator[Finding]:
    """Every clause of order as a margin."""
    is_slowed = any(t.wet(p) > 0 for p in t.paths.values())
    for m, path in t.paths.items():
        me, way = frozenset({m}), line(path)
        if is_slowed and t.terrain_roll < t.roll:
            yield "difficult_terrain", me, t.terrain_roll - way.length
        if len(path) > 1:
            for other, at in {**t.friends, **t.others_at_turn(m)}.items():
                yield "pass_friends", me | {other}, way.distance(shapely.Point(at)) - 2 * RADIUS
            for other, at in t.others.items():
                limit = min(INCH, gap(path[0], at))
                yield "keepout", me | {other}, way.distance(shapely.Point(at)) - 2 * RADIUS - limit
        moved = t.moved_before(m)
        if moved:
            yield "join_moved", me, 2 * INCH - min(gap(path[-1], p) for p in moved)


def tier(t: Table, m: str, end: Point) -> tuple[int, float]:
    """The tier of an end at the model's turn, and by how little it is that tier."""
    here = [*t.friends.values(), *t.others_at_turn(m).values()]
    doubt = min(abs(gap(end, at) - TOUCH) for at in t.targets.values())
    touched = [at for at in t.targets.values() if gap(end, at) <= TOUCH]
    free = [at for at in touched if all(gap(at, p) > TOUCH for p in here)]
    doubt = min([doubt, *(abs(gap(at, p) - TOUCH) for at in touched for p in here)])
    if free:
        return 1, doubt
    if touched:
        return 2, doubt
    enemies = [*t.targets.values(), *t.others.values()]
    mates = [p for p in t.others_at_turn(m).values() if any(gap(p, at) <= TOUCH for at in enemies)]
    doubt = min([doubt, *(abs(gap(end, p) - 2 * INCH) for p in mates)])
    return (3 if any(gap(end, p) <= 2 * INCH for p in mates) else 4), doubt


def breach(t: Table, m: str, path: tuple[Point, ...]) -> bool | None:
    """Whether the way shows a breach of the model's duty; None where floats cannot tell."""
    end, way = path[-1], line(path)
    is_slowed = any(t.wet(p) > 0 for p in t.paths.values())
    before, doubt = tier(t, m, t.paths[m][-1])
    after, more_doubt = tier(t, m, end)
    cap = min(t.roll, t.terrain_roll) if is_slowed else t.roll
    standing = [*t.friends.values(), *t.others_at_turn(m).values(), *t.targets.values(), *t.others.values()]
    margins = [cap - way.length, 2 * INCH - min(gap(end, p) for p in t.moved_before(m))]
    margins += [way.distance(shapely.Point(at)) - 2 * RADIUS for at in standing]
    margins += [way.distance(shapely.Point(at)) - 2 * RADIUS - min(INCH, gap(path[0], at)) for at in t.others.values()]
    if not is_slowed:
        margins.append(-t.wet(path))
    # A margin of nothing at all comes of a way that goes straight off from where it stood, as near as it ever is.
    if min(abs(x) for x in [*(x for x in margins if x != 0), doubt, more_doubt]) < HAIR:
        return None
    return min(margins) >= 0 and after < before


def scene(rnd: random.Random) -> tuple[Scenario, Plan, list[Witness]]:
    """A crowded table, a plan in a random order that mostly stays together, and a handful of ways to be tried."""
    ours: list[Place] = [(1.2 * (i % 2), 1.3 * (i // 2)) for i in range(rnd.randint(2, 5))]
    theirs: list[Place] = [(rnd.uniform(3, 6), rnd.uniform(-1, 2.5)) for _ in range(2)]
    foes = [p for p in theirs if all(dist(p, q) > 1.01 for q in theirs if q is not p)] or theirs[:1]
    units = [
        squad("a", "A", ours),
        squad("x", "B", foes),
        squad("y", "B", [(rnd.uniform(3, 7), rnd.uniform(3.6, 5))]),
        squad("n", "B", [(rnd.uniform(2, 5), rnd.uniform(-4, -2.1))]),
        squad("f", "A", [(rnd.uniform(1, 3), rnd.uniform(5, 7))]),
    ]
    pond = pillar("w", (20 + rnd.uniform(2, 4), 20 + rnd.uniform(-3, 5)), 0.6, "difficult")
    scenario = field(*units, targets=rnd.choice([["x"], ["x", "y"]]), terrain=[pond] if rnd.random() < 0.6 else [])
    if not scenario.terrain:
        scenario = replace(scenario, terrain=(pillar("w", (50, 2), 0.6, "difficult"),))
    touching = [around(p, rnd.uniform(100, 260)) for p in foes for _ in range(4)]
    names = [m.id for m in scenario.charger.models]
    rnd.shuffle(names)

    def somewhere() -> list[Place]:
        end = rnd.choice([*touching, (rnd.uniform(0, 4), rnd.uniform(-1, 4))])
        return [(rnd.uniform(0, 3), rnd.uniform(-1, 4)), end] if rnd.random() < 0.3 else [end]

    turns: Turns = [(name, somewhere() if rnd.random() < 0.9 else []) for name in names]
    made = plan_of(scenario, turns, terrain_roll=rnd.choice([2, 3, 4, 5, 6]))
    starts = {m.id: m.at for m in scenario.charger.models}
    ways = [(rnd.choice(names), somewhere()) for _ in range(20)]
    witnesses = [Witness(m, (starts[m], *(lattice((x + 20, y + 20)) for x, y in way))) for m, way in ways]
    return scenario, made, witnesses


@pytest.mark.parametrize("seed", range(60))
def test_both_readings_find_the_same_violations(seed: int) -> None:
    """Five tables per seed; whatever one side reads otherwise about turns, keep-out, roll or joining differs."""
    rnd = random.Random(seed)
    for _ in range(5):
        scenario, made, _ = scene(rnd)
        margins: dict[tuple[str, frozenset[str]], float] = {}
        for rule, who, margin in findings(read(scenario, made)):
            margins[rule, who] = min(margin, margins.get((rule, who), margin))
        unclear = {key for key, margin in margins.items() if 0 < abs(margin) < HAIR}
        found = judge(scenario, rules_of(scenario), made).violations
        rules = {rule for rule, _ in margins} | {"difficult_terrain"}
        told = {(v.rule, frozenset(v.models)) for v in found if v.rule in rules}
        assert told - unclear == {key for key, margin in margins.items() if margin < 0} - unclear


@pytest.mark.parametrize("seed", range(60))
def test_both_readings_find_the_same_breaches(seed: int) -> None:
    """Five tables per seed and twenty other moves on each: who could end in a higher tier at its turn."""
    rnd = random.Random(seed)
    for _ in range(5):
        scenario, made, witnesses = scene(rnd)
        seen = read(scenario, made)
        for witness in witnesses:
            if seen.order[witness.model] == 1:
                continue
            expected = breach(seen, witness.model, witness.path)
            found = judge(scenario, rules_of(scenario), made, [witness]).violations
            if expected is not None:
                assert ("contact_hierarchy" in {v.rule for v in found}) == expected


def test_the_tables_show_every_rule_broken_and_kept() -> None:
    """Else the duels above could agree on nothing."""
    broken: set[str] = set()
    kept: set[str] = set()
    shown = {True: 0, False: 0, None: 0}
    for seed in range(60):
        scenario, made, witnesses = scene(random.Random(seed))  # the first of each seed's five
        seen = read(scenario, made)
        for rule, _, margin in findings(seen):
            (broken if margin < 0 else kept).add(rule)
        for witness in witnesses:
            if seen.order[witness.model] > 1:
                shown[breach(seen, witness.model, witness.path)] += 1
    assert broken == kept == {"difficult_terrain", "pass_friends", "keepout", "join_moved"}
    assert shown[True] > 20
    assert shown[False] > 100
