"""The searcher's reading of the table: who blocks what, as arrays. Lengths in lattice units.

This is one of the two readings of the rules; the referee has its own. The table is flat and the bases that
matter are round (`planner.wire.refuse_unmodelled` has refused the rest; others are too far to matter).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from planner.errors import UnsupportedRule
from planner.pathing import Disc, Ground, Wall
from planner.rulesets import Ruleset
from planner.shapes import Circle, Point, Polygon, RoundBase
from planner.units import CONTACT_MAX, UNITS_PER_INCH
from planner.world import Scenario, Terrain, Unit

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

NO_SPAN = 300 * UNITS_PER_INCH
"""Longer than any table, and short enough that its square is exact in a float."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """One charge to plan: chosen targets and roll, and everything on the table that bears on it.

    Arrays are int64. `foe_unit` is the index into `targets`, or -1 for an enemy that is no target; `foe_owner` the
    unit's id.
    `start_gap[i, t]` is model i's gap to target t before the move. `ground` is what blocks paths; `footing`
    what no base may end on, besides enemies and mates.
    """

    scenario: Scenario
    rules: Ruleset
    targets: tuple[str, ...]
    roll: int
    names: tuple[str, ...]
    start: Ints
    radius: Ints
    foe_at: Ints
    foe_radius: Ints
    foe_unit: Ints
    foe_names: tuple[str, ...]
    foe_owner: tuple[str, ...]
    ground: Ground
    footing: Ground
    start_gap: Floats

    @property
    def size(self) -> int:
        """How many models the unit has."""
        return len(self.names)

    @property
    def engagement(self) -> int:
        """The greatest gap at which two models are engaged."""
        return self.rules.length("engagement") or CONTACT_MAX

    @property
    def close(self) -> int:
        """The greatest gap in the best ring; the engagement where there is only one ring."""
        return (self.rules.length("close_ring") or CONTACT_MAX) if self.rules.has("close_ring") else self.engagement

    @property
    def coherency(self) -> int:
        return self.rules.length("coherency")

    @property
    def span(self) -> int:
        """The greatest gap between any two models."""
        return self.rules.length("coherency_span") if self.rules.has("coherency_span") else NO_SPAN

    @property
    def neighbours(self) -> int:
        """How many mates each model needs near it; none in a unit of one."""
        many = self.rules.has("coherency_many_from") and self.size >= int(self.rules["coherency_many_from"])
        needed = int(self.rules["coherency_many_neighbours" if many else "coherency_neighbours"])
        return min(needed, self.size - 1)

    @property
    def is_one_group(self) -> bool:
        """Whether coherency makes one group of the unit: it is asked for, or three with a mate each cannot split."""
        return self.rules.flag("coherency_connected") or self.size <= 3

    def starts(self) -> tuple[Point, ...]:
        return tuple((int(x), int(y)) for x, y in self.start)

    def radii(self) -> tuple[int, ...]:
        """The distinct base radii of the unit, ascending."""
        return tuple(sorted({int(r) for r in self.radius}))


SEARCHED_AS = {
    "enemies_block": True,
    "end_clear": True,
    "stay_on_board": True,
    "max_distance": True,
}
"""The mechanisms that the search is built on, and the only value of each that it can honour."""


def refuse_unsearched(scenario: Scenario, rules: Ruleset) -> None:
    """Raise `UnsupportedRule` for a ruleset that this search would misread."""
    for key, value in SEARCHED_AS.items():
        if rules.flag(key) != value:
            raise UnsupportedRule(key, f"the search knows only {key} = {str(value).lower()} ({rules.source(key)})")
    roles = ("free_terrain", "solid_terrain", "dense_terrain", "difficult_terrain")
    known = frozenset().union(*(rules.words(role) for role in roles))
    for piece in scenario.terrain:
        if piece.kind not in known:
            raise UnsupportedRule("terrain", f"{piece.id}: {rules.id} does not say what {piece.kind} terrain does")


def make_question(
    scenario: Scenario,
    rules: Ruleset,
    targets: tuple[str, ...],
    roll: int,
    *,
    dry: bool = False,
    relaxed: bool = False,
) -> Question:
    """Read the table for this unit, these targets and this maximum distance (units).

    Where friends may not be passed, the unit's own models are left out of what blocks: where they stand is a matter of
    the order of moves. Where one target is enough, all together count as one. `dry`: difficult terrain is kept clear
    of, as if it were solid. `relaxed`: for proofs; a distance that must be exceeded need only be reached.
    """
    refuse_unsearched(scenario, rules)
    unit = scenario.charger
    any_does = rules.flag("engage_any_target")
    foes = [
        (
            model.id,
            model.at,
            model.base.radius,
            _target_index(enemy.id, targets, merged=any_does),
            "AIRCRAFT" in enemy.keywords,
            enemy.id,
        )
        for enemy in scenario.enemies
        for model in enemy.models
        if isinstance(model.base, RoundBase)
    ]
    named = (" or ".join(targets),) if any_does and targets else targets
    start = _points([model.at for model in unit.models])
    radius = np.array([_round(model.base) for model in unit.models], dtype=np.int64)
    foe_at = _points([foe[1] for foe in foes])
    foe_radius = np.array([foe[2] for foe in foes], dtype=np.int64)
    foe_unit = np.array([foe[3] for foe in foes], dtype=np.int64)
    passes_aircraft = rules.flag("pass_aircraft")
    away = _keepout(rules, relaxed=relaxed)
    blocking_foes = [
        Disc(at, r, name) if target >= 0 or not away else Disc(at, r + away, name, may_hold_starts=True)
        for name, at, r, target, aircraft, _ in foes
        if not (aircraft and passes_aircraft)
    ]
    blocking_friends = _friends(scenario) if not rules.flag("pass_friends") else _friendly_hulls(scenario, rules)
    on_path = [t for t in scenario.terrain if blocks_path(t, unit, rules) or (dry and is_difficult(t, rules))]
    on_end = [t for t in scenario.terrain if blocks_end(t, rules) or (dry and is_difficult(t, rules))]
    return Question(
        scenario=scenario,
        rules=rules,
        targets=named,
        roll=roll,
        names=tuple(model.id for model in unit.models),
        start=start,
        radius=radius,
        foe_at=foe_at,
        foe_radius=foe_radius,
        foe_unit=foe_unit,
        foe_names=tuple(foe[0] for foe in foes),
        foe_owner=tuple(foe[5] for foe in foes),
        ground=_ground(scenario, blocking_foes + blocking_friends, on_path),
        footing=_ground(scenario, _friends(scenario), on_end),
        start_gap=_gaps(start, radius, foe_at, foe_radius, foe_unit, len(named)),
    )


def relaxed_question(question: Question) -> Question:
    """Give the question for proofs: where a distance must be exceeded, it need only be reached."""
    if not question.rules.flag("keepout_closed"):
        return question
    return make_question(question.scenario, question.rules, question.targets, question.roll, relaxed=True)


def blocks_path(terrain: Terrain, unit: Unit, rules: Ruleset) -> bool:
    """Whether this unit's bases may not cross the piece (ruleset keys solid_terrain, dense_terrain; 13.06)."""
    if terrain.kind in rules.words("solid_terrain"):
        return True
    if terrain.kind not in rules.words("dense_terrain"):
        return False
    if unit.keywords & rules.words("dense_pass_keywords"):
        return False
    return terrain.height is None or terrain.height > rules.length("dense_low")


def blocks_end(terrain: Terrain, rules: Ruleset) -> bool:
    """Whether no base may end overlapping the piece (ruleset key end_clear; 03.01, 13.06.01)."""
    return terrain.kind in rules.words("solid_terrain") | rules.words("dense_terrain")


def is_difficult(terrain: Terrain, rules: Ruleset) -> bool:
    """Whether the piece slows a move that starts in, enters or crosses it (ruleset key difficult_terrain)."""
    return terrain.kind in rules.words("difficult_terrain")


def _keepout(rules: Ruleset, *, relaxed: bool) -> int:
    """Give how far paths stay from enemies that are no targets (units); one more where exactly that is too near."""
    if not rules.has("keepout"):
        return 0
    return rules.length("keepout") + (1 if rules.flag("keepout_closed") and not relaxed else 0)


def _friendly_hulls(scenario: Scenario, rules: Ruleset) -> list[Disc]:
    """Give the bases of friends that a MONSTER or VEHICLE may not pass (ruleset key friendly_hulls_block)."""
    hulls = frozenset({"MONSTER", "VEHICLE"})
    if not rules.flag("friendly_hulls_block") or not scenario.charger.keywords & hulls:
        return []
    return _friends(replace(scenario, units=tuple(u for u in scenario.units if u.keywords & hulls)))


def _target_index(unit_id: str, targets: tuple[str, ...], *, merged: bool) -> int:
    if unit_id not in targets:
        return -1
    return 0 if merged else targets.index(unit_id)


def _round(base: Any) -> int:
    assert isinstance(base, RoundBase), "refuse_unmodelled lets only round bases charge"
    return base.radius


def _points(points: list[Point]) -> Ints:
    return np.array(points, dtype=np.int64).reshape(-1, 2)


def _friends(scenario: Scenario) -> list[Disc]:
    return [
        Disc(model.at, model.base.radius, model.id)
        for friend in scenario.friends
        for model in friend.models
        if isinstance(model.base, RoundBase)
    ]


def _ground(scenario: Scenario, discs: list[Disc], pieces: list[Terrain]) -> Ground:
    round_pieces = [Disc(t.outline.centre, t.outline.radius, t.id) for t in pieces if isinstance(t.outline, Circle)]
    walls = [Wall(t.outline.corners, t.id) for t in pieces if isinstance(t.outline, Polygon)]
    board = scenario.board
    return Ground(board.width, board.height, tuple(discs + round_pieces), tuple(walls))


def _gaps(start: Ints, radius: Ints, foe_at: Ints, foe_radius: Ints, foe_unit: Ints, targets: int) -> Floats:
    """Give each model's gap to the closest model of each target, (n, targets)."""
    gaps = np.full((len(start), targets), np.inf)
    for t in range(targets):
        of_target = foe_unit == t
        if not of_target.any():
            continue
        away = start[:, None, :] - foe_at[of_target][None, :, :]
        distance = np.sqrt((away.astype(np.float64) ** 2).sum(axis=2))
        gaps[:, t] = (distance - foe_radius[of_target][None, :] - radius[:, None]).min(axis=1)
    return gaps
