"""The case before the referee: a plan laid on its table, in the form that the clauses read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from planner.errors import UnsupportedRule
from planner.referee.bases import Disc, disc_of, discs_of, require_round
from planner.referee.declaration import added_targets, primary_of
from planner.referee.obstacles import Obstacle, base_obstacle, entered, terrain_obstacle
from planner.rulesets import Ruleset
from planner.shapes import Point
from planner.units import UNITS_PER_INCH
from planner.world import Move, Plan, Scenario, Unit, Violation

HIGHEST_OF_A_DIE = 6 * UNITS_PER_INCH
"""The cap of difficult terrain while nobody has rolled for it."""


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

    `targets`: the enemy units on the board that were chosen or added, `others`: those that were not; in a
    counter-charge the charging unit is the one target. What is wrong with the choice itself, such as an unknown
    name, the declaration tells. `primary`: the target that comes first, where the rules have one.
    `cap`: how far difficult terrain lets a model go that it binds, None where nobody is slowed; `let_go`: targets that
    may therefore be missed. A unit that was slowed has its roll from the moves planned at the declaration or from
    these. `terrain_roll`: what such a roll leaves, or would leave.
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
    difficult: tuple[Obstacle, ...] = ()
    primary: str | None = None
    cap: int | None = None
    terrain_roll: int = HIGHEST_OF_A_DIE
    let_go: tuple[str, ...] = ()

    @property
    def is_counter(self) -> bool:
        """Whether this is the move of a unit that counter-charges."""
        return self.scenario.charge.kind == "counter"

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(u for u in self.enemies if u not in self.targets)

    @property
    def binds_model(self) -> bool:
        """Whether the roll for difficult terrain binds only the models that are in it (A8)."""
        return self.rules.has("difficult_binds") and self.rules.choice("difficult_binds") == "model"

    @property
    def ends(self) -> tuple[Disc, ...]:
        return tuple(m.end for m in self.movers)


def lay_out(scenario: Scenario, rules: Ruleset, plan: Plan, is_slowed: bool = True) -> Case:
    """Lay the plan on the table; a model without a usable move stays (`structure_faults` tells of it).

    `is_slowed` False: as at the declaration, when no terrain has slowed anybody yet.
    """
    unit = scenario.charger
    enemies = {u.id: discs_of(u, rules) for u in scenario.enemies if u.models}
    kinds: dict[str, list[Obstacle]] = {role: [] for role in _ROLES[1:]}
    for piece in scenario.terrain:
        role = _role(piece.kind, rules)
        if role != "free":
            kinds[role].append(terrain_obstacle(piece))
    is_counter = scenario.charge.kind == "counter"
    chosen = (scenario.charge.against,) if is_counter else (*plan.targets, *added_targets(scenario, rules))
    case = Case(
        scenario=scenario,
        rules=rules,
        unit=unit,
        roll=plan.roll,
        movers=_movers(unit, rules, plan.moves),
        enemies=enemies,
        targets=tuple(t for t in dict.fromkeys(chosen) if t in enemies),
        friends=tuple(d for u in scenario.friends for d in discs_of(u, rules)),
        solid=tuple(kinds["solid"]),
        dense=tuple(kinds["dense"]),
        primary=None if is_counter else primary_of(scenario, rules, plan.targets, plan.primary),
    )
    return _slowed(case, plan, tuple(kinds["difficult"])) if is_slowed else case


_ROLES = ("free", "solid", "dense", "difficult")


def _slowed(case: Case, plan: Plan, difficult: tuple[Obstacle, ...]) -> Case:
    """Give the case with what difficult terrain does to it.

    One path in it, of these moves or of those planned at the declaration, calls for the roll; a model that stays in
    it counts too (40-4). Whom the roll binds is asked of each move (A8).
    """
    rolls = (plan.terrain_roll, case.scenario.charge.terrain_roll, HIGHEST_OF_A_DIE)
    case = replace(case, difficult=difficult, terrain_roll=next(roll for roll in rolls if roll is not None))
    planned = (*case.movers, *_movers(case.unit, case.rules, plan.declaration))
    if not any(is_in_difficult(mover, difficult) for mover in planned):
        return case
    cap = HIGHEST_OF_A_DIE if plan.terrain_roll is None else plan.terrain_roll
    may_miss = case.rules.flag("targets_may_fall_short") and cap < case.roll and bool(plan.declaration)
    let_go = tuple(t for t in case.targets if t != case.primary) if may_miss else ()
    return replace(case, cap=cap, let_go=let_go)


def is_in_difficult(mover: Mover, difficult: tuple[Obstacle, ...]) -> bool:
    """Whether the path starts in, enters or crosses difficult terrain: the insides overlap; touching is outside.

    At the start, an overlap as little as an input may hold for touching is none.
    """
    return any(True for _ in entered(mover.start, mover.path, difficult))


def _role(kind: str, rules: Ruleset) -> str:
    for role in _ROLES:
        if kind in rules.words(f"{role}_terrain"):
            return role
    raise UnsupportedRule("free_terrain", f"{rules.id} does not say what terrain of the kind {kind} does")


def _movers(unit: Unit, rules: Ruleset, moves: Iterable[Move]) -> tuple[Mover, ...]:
    first_moves: dict[str, Move] = {}
    for move in moves:
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
