"""The case before the referee: a plan laid on its table, in the form that the clauses read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planner.errors import UnsupportedRule
from planner.referee.bases import Disc, disc_of, discs_of, require_round
from planner.referee.obstacles import Obstacle, base_obstacle, terrain_obstacle
from planner.rulesets import Ruleset
from planner.shapes import Point
from planner.world import Move, Plan, Scenario, Unit, Violation


@dataclass(frozen=True, slots=True)
class Mover:
    """One model of the charging unit: where its base stood, the way it goes, where it ends."""

    start: Disc
    path: tuple[Point, ...]
    end: Disc
    order: int

    @property
    def model(self) -> str:
        return self.start.model

    @property
    def stays(self) -> bool:
        """Whether it ends where it stood, by a path of one point or back to where it began."""
        return self.end.at == self.start.at


@dataclass(frozen=True, slots=True)
class Case:
    """A plan on its table.

    `targets`: the enemy units on the board that were chosen, `others`: those that were not. What is wrong with the
    choice itself, such as an unknown name, the declaration tells.
    """

    scenario: Scenario
    rules: Ruleset
    unit: Unit
    roll: int
    movers: tuple[Mover, ...]
    enemies: dict[str, tuple[Disc, ...]]
    targets: tuple[str, ...]
    friends: tuple[Disc, ...]
    solid: tuple[Obstacle, ...]
    dense: tuple[Obstacle, ...]

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(u for u in self.enemies if u not in self.targets)

    @property
    def ends(self) -> tuple[Disc, ...]:
        return tuple(m.end for m in self.movers)


def lay_out(scenario: Scenario, rules: Ruleset, plan: Plan) -> Case:
    """Lay the plan on the table; a model without a usable move stays (`structure_faults` tells of it)."""
    unit = scenario.charger
    enemies = {u.id: discs_of(u, rules) for u in scenario.enemies if u.models}
    kinds: dict[str, list[Obstacle]] = {"solid": [], "dense": []}
    for piece in scenario.terrain:
        role = _role(piece.kind, rules)
        if role != "free":
            kinds[role].append(terrain_obstacle(piece))
    return Case(
        scenario=scenario,
        rules=rules,
        unit=unit,
        roll=plan.roll,
        movers=_movers(unit, rules, plan),
        enemies=enemies,
        targets=tuple(t for t in dict.fromkeys(plan.targets) if t in enemies),
        friends=tuple(d for u in scenario.friends for d in discs_of(u, rules)),
        solid=tuple(kinds["solid"]),
        dense=tuple(kinds["dense"]),
    )


def _role(kind: str, rules: Ruleset) -> str:
    for role in ("free", "solid", "dense"):
        if rules.has(f"{role}_terrain") and kind in rules.words(f"{role}_terrain"):
            return role
    raise UnsupportedRule("free_terrain", f"{rules.id} does not say what terrain of the kind {kind} does")


def _movers(unit: Unit, rules: Ruleset, plan: Plan) -> tuple[Mover, ...]:
    first_moves: dict[str, Move] = {}
    for move in plan.moves:
        first_moves.setdefault(move.model, move)
    movers = []
    for model in unit.models:
        start = disc_of(model, unit, rules)
        require_round(start)
        found = first_moves.get(model.id)
        path = found.path if found and found.path else (model.at,)
        movers.append(Mover(start, path, start.moved_to(path[-1]), found.order if found else 0))
    return tuple(movers)


def enemy_obstacles(case: Case, but_keyword: str | None) -> tuple[Obstacle, ...]:
    """Give the enemy's bases as obstacles, without those of units with a keyword."""
    units = (u for u in case.scenario.enemies if but_keyword not in u.keywords)
    return tuple(base_obstacle(d) for u in units for d in case.enemies.get(u.id, ()))


def structure_faults(scenario: Scenario, plan: Plan) -> Iterator[Violation]:
    """Give what makes a plan no proper plan: each model once, from where it stands, in a definite order."""
    unit = scenario.charger
    standing = {m.id: m.at for m in unit.models}
    if plan.unit != unit.id:
        text = f"the plan moves {plan.unit}, the unit that charges is {unit.id}"
        yield Violation("moves", text, units=(plan.unit, unit.id))
    moved = [move.model for move in plan.moves]
    for model in standing:
        if moved.count(model) != 1:
            count = "no move" if model not in moved else f"{moved.count(model)} moves"
            yield Violation("moves", f"{model} has {count} in the plan, it needs exactly one", (model,), (unit.id,))
    for model in dict.fromkeys(moved):
        if model not in standing:
            yield Violation("moves", f"{model} is moved and is no model of {unit.id}", (model,), (unit.id,))
    if sorted(move.order for move in plan.moves) != list(range(1, len(plan.moves) + 1)):
        orders = ", ".join(f"{move.model} {move.order}" for move in plan.moves)
        text = f"the order of moves must count 1, 2, 3 up to {len(plan.moves)} without a repeat; it reads: {orders}"
        yield Violation("moves", text, tuple(moved), (unit.id,))
    for move in plan.moves:
        if not move.path:
            yield Violation("moves", f"{move.model} has a path without any point", (move.model,), (unit.id,))
        elif move.model in standing and move.path[0] != standing[move.model]:
            text = f"the path of {move.model} does not start where the model stands"
            yield Violation("moves", text, (move.model,), (unit.id,))
