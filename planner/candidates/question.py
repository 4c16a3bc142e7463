"""The searcher's reading of the table: who blocks what, as arrays. Lengths in lattice units.

This is one of the two readings of the rules; the referee has its own. The table is flat and the bases that
matter are round (`planner.wire.refuse_unmodelled` has refused the rest; others are too far to matter).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from planner.errors import UnsupportedRule
from planner.pathing import Disc, Ground, Wall
from planner.rulesets import Ruleset
from planner.shapes import Circle, Point, Polygon, RoundBase
from planner.world import Scenario, Terrain, Unit

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """One charge to plan: chosen targets and roll, and everything on the table that bears on it.

    Arrays are int64. `foe_unit` is the index into `targets`, or -1 for an enemy that is no target.
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
    ground: Ground
    footing: Ground
    start_gap: Floats

    @property
    def size(self) -> int:
        """How many models the unit has."""
        return len(self.names)

    @property
    def engagement(self) -> int:
        return self.rules.length("engagement")

    @property
    def close(self) -> int:
        return self.rules.length("close_ring")

    @property
    def coherency(self) -> int:
        return self.rules.length("coherency")

    @property
    def span(self) -> int:
        return self.rules.length("coherency_span")

    @property
    def neighbours(self) -> int:
        """How many mates each model needs near it; none in a unit of one."""
        return min(int(self.rules["coherency_neighbours"]), self.size - 1)

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
    "pass_friends": True,
    "enemies_block": True,
    "end_clear": True,
    "stay_on_board": True,
    "max_distance": True,
    "engage_every_target": True,
    "engage_no_other": True,
}
"""The mechanisms that the search is built on, and the only value of each that it can honour."""


def refuse_unsearched(scenario: Scenario, rules: Ruleset) -> None:
    """Raise `UnsupportedRule` for a ruleset that this search would misread."""
    for key, value in SEARCHED_AS.items():
        if rules.flag(key) != value:
            raise UnsupportedRule(key, f"the search knows only {key} = {str(value).lower()} ({rules.source(key)})")
    known = rules.words("free_terrain") | rules.words("solid_terrain") | rules.words("dense_terrain")
    for piece in scenario.terrain:
        if piece.kind not in known:
            raise UnsupportedRule("terrain", f"{piece.id}: {rules.id} does not say what {piece.kind} terrain does")


def make_question(scenario: Scenario, rules: Ruleset, targets: tuple[str, ...], roll: int) -> Question:
    """Read the table for this unit, these targets and this maximum distance (units)."""
    refuse_unsearched(scenario, rules)
    unit = scenario.charger
    foes = [
        (model.id, model.at, model.base.radius, _target_index(enemy.id, targets), "AIRCRAFT" in enemy.keywords)
        for enemy in scenario.enemies
        for model in enemy.models
        if isinstance(model.base, RoundBase)
    ]
    start = _points([model.at for model in unit.models])
    radius = np.array([_round(model.base) for model in unit.models], dtype=np.int64)
    foe_at = _points([foe[1] for foe in foes])
    foe_radius = np.array([foe[2] for foe in foes], dtype=np.int64)
    foe_unit = np.array([foe[3] for foe in foes], dtype=np.int64)
    passes_aircraft = rules.flag("pass_aircraft")
    blocking_foes = [Disc(at, r, name) for name, at, r, _, aircraft in foes if not (aircraft and passes_aircraft)]
    return Question(
        scenario=scenario,
        rules=rules,
        targets=targets,
        roll=roll,
        names=tuple(model.id for model in unit.models),
        start=start,
        radius=radius,
        foe_at=foe_at,
        foe_radius=foe_radius,
        foe_unit=foe_unit,
        foe_names=tuple(foe[0] for foe in foes),
        ground=_ground(scenario, blocking_foes, [t for t in scenario.terrain if blocks_path(t, unit, rules)]),
        footing=_ground(scenario, _friends(scenario), [t for t in scenario.terrain if blocks_end(t, rules)]),
        start_gap=_gaps(start, radius, foe_at, foe_radius, foe_unit, len(targets)),
    )


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


def _target_index(unit_id: str, targets: tuple[str, ...]) -> int:
    return targets.index(unit_id) if unit_id in targets else -1


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
