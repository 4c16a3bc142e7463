"""What is on the table and what is asked: `Scenario` and its parts.

All frozen, lengths in lattice units. `planner.wire` makes them from files and has then checked them;
code that builds a `Scenario` by hand may call `planner.wire.faults_of` on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from planner.shapes import Base, Circle, Point, Polygon


@dataclass(frozen=True, slots=True)
class Model:
    """One model: where its base stands. `facing_deg` counter-clockwise, 0 = +x."""

    id: str
    at: Point
    base: Base
    facing_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. A unit whose state says ``off_board`` may have no models."""

    id: str
    side: str
    keywords: frozenset[str]
    models: tuple[Model, ...]
    state: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_off_board(self) -> bool:
        return bool(self.state.get("off_board", False))


@dataclass(frozen=True, slots=True)
class Terrain:
    """One terrain piece. `height` in units; None: not given, which rules read as without end."""

    id: str
    kind: str
    outline: Polygon | Circle
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The battlefield: from (0, 0) to (width, height)."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Charge:
    """The question: which unit, at whom, how far.

    `targets` None: every set is asked. `roll` (units, after all modifiers) None: the least that works is
    sought. `options`: ruleset switches by name, as given.
    """

    unit: str
    targets: tuple[str, ...] | None = None
    roll: int | None = None
    kind: str = "charge"
    primary: str | None = None
    terrain_roll: int | None = None
    against: str | None = None
    added_targets: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A table and a question about one charge on it."""

    ruleset: str
    board: Board
    terrain: tuple[Terrain, ...]
    units: tuple[Unit, ...]
    charge: Charge
    description: str = ""

    def unit(self, unit_id: str) -> Unit:
        """Give the unit of this id; KeyError if there is none."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise KeyError(unit_id)

    @property
    def charger(self) -> Unit:
        """The unit that charges."""
        return self.unit(self.charge.unit)

    @property
    def enemies(self) -> tuple[Unit, ...]:
        """Units of any other side than the charger's that stand on the board."""
        side = self.charger.side
        return tuple(u for u in self.units if u.side != side and not u.is_off_board)

    @property
    def friends(self) -> tuple[Unit, ...]:
        """Other units of the charger's side that stand on the board."""
        own = self.charger
        return tuple(u for u in self.units if u.side == own.side and u.id != own.id and not u.is_off_board)
