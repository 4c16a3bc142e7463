"""Small tables for charges in which models move one after another, drawn so that the charge is often just possible."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any

Raw = dict[str, Any]
Disc = tuple[float, float, float]
MILLIMETRE = 1 / 25.4
WIDTH, HEIGHT = 30.0, 24.0


@dataclass(frozen=True, slots=True)
class Draft:
    """A table in the making; coordinates are whole multiples of `grid` inches."""

    dice: Random
    grid: float
    units: list[Raw] = field(default_factory=list)
    discs: dict[str, list[Disc]] = field(default_factory=dict)
    terrain: list[Raw] = field(default_factory=list)

    def tidy(self, value: float) -> float:
        return round(round(value / self.grid) * self.grid, 4)

    def is_free(self, disc: Disc, apart: dict[str, float]) -> bool:
        """Whether a base fits: on the board, in no wall, `apart` from the named units and off every other."""
        x, y, r = disc
        if not (r <= x <= WIDTH - r and r <= y <= HEIGHT - r):
            return False
        standing = [(apart.get(unit, 0.0), d) for unit, discs in self.discs.items() for d in discs]
        if any(math.dist((x, y), d[:2]) - r - d[2] < away for away, d in standing):
            return False
        return not any(t["kind"] == "impassable" and from_box(t["polygon"], x, y) < r + 0.001 for t in self.terrain)

    def add(self, unit: str, side: str, mm: float, first: Disc | None, count: int, gaps: tuple[float, float],
            apart: dict[str, float]) -> bool:  # fmt: skip
        """Set up a unit from its first model on, each next one beside one that stands; whether one fits at all."""
        if first is None or not self.is_free(first, apart):
            return False
        discs = [first]
        for _ in range(40 * count if count > 1 else 0):
            x, y, r = self.dice.choice(discs)
            turn, away = self.dice.uniform(0, 2 * math.pi), 2 * r + self.dice.uniform(*gaps)
            disc = (self.tidy(x + away * math.cos(turn)), self.tidy(y + away * math.sin(turn)), r)
            between = [math.dist(disc[:2], d[:2]) - 2 * r for d in discs]
            if len(discs) < count and 0 <= min(between) <= 2 and self.is_free(disc, apart):
                discs.append(disc)
        self.discs[unit] = discs
        if unit == "us" and len(discs) < count:
            return False
        models = [{"id": f"{unit}{k}", "at": [x, y]} for k, (x, y, _) in enumerate(discs, 1)]
        self.units.append({"id": unit, "side": side, "base": {"shape": "round", "diameter_mm": mm}, "models": models})
        return True

    def place(self, r: float, unit: str, gap: float, turn: float) -> Disc:
        """Give a place for a base at a gap from one model of a unit, in a direction."""
        x, y, other = self.dice.choice(self.discs[unit])
        away = gap + r + other
        return self.tidy(x + away * math.cos(turn)), self.tidy(y + away * math.sin(turn)), r


def from_box(polygon: list[list[float]], x: float, y: float) -> float:
    """Give the distance of a place from an upright box, 0 inside."""
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    return math.hypot(max(min(xs) - x, 0, x - max(xs)), max(min(ys) - y, 0, y - max(ys)))


def table_of_order(dice: Random, ruleset: str, size: int) -> Raw:
    """Give a scenario: `size` of ours, one to three targets about a move away, and what is in the way.

    Every unit of ours and theirs is in coherency, ours no nearer than 1 to any enemy.
    """
    while (table := _drawn(dice, ruleset, size)) is None:
        pass
    return table


def _drawn(dice: Random, ruleset: str, size: int) -> Raw | None:
    exact = dice.random() < 0.3
    draft = Draft(dice, 0.5 if exact else 0.001)
    mm = 25.4 if exact else dice.choice([25, 25, 32, 40])
    low = dice.random() < 0.15
    here = (draft.tidy(dice.uniform(5, 9)), 1.5 if low else draft.tidy(dice.uniform(6, 18)), mm * MILLIMETRE / 2)
    if not draft.add("us", "A", mm, here, size, (0.0, dice.choice([0.3, 1.0, 1.9])), {}):
        return None
    if not (targets := _add_enemies(draft, size, exact)):
        return None
    _add_in_the_way(draft, targets, 25.4 if exact else 25)
    charge: Raw = {"unit": "us", "targets": targets}
    if len(targets) == 1 or dice.random() < 0.6:
        charge["primary"] = dice.choice(targets)
    if any(t["kind"] == "difficult" for t in draft.terrain) and dice.random() < 0.7:
        charge["terrain_roll"] = dice.choice([2, 3, 4, 4, 5, 5, 6])
    draft.units[0]["state"] = {"assault_range_in": 9} if dice.random() < 0.1 else {}
    return {"format": "charge-scenario/1", "ruleset": ruleset, "board": {"width_in": WIDTH, "height_in": HEIGHT},
            "terrain": draft.terrain, "units": draft.units, "charge": charge}  # fmt: skip


def _add_enemies(draft: Draft, size: int, exact: bool) -> list[str]:
    """Put the first target about a move away, each other one so far from it that our bases just bridge the gap."""
    dice, targets = draft.dice, list[str]()
    ahead = dice.uniform(-0.8, 0.8)
    for k in range(dice.choice([1, 1, 2, 2, 3]) if size > 2 else dice.choice([1, 1, 2])):
        mm = 25.4 if exact else dice.choice([25, 32, 40, 60])
        r = mm * MILLIMETRE / 2
        place = draft.place(r, "us", dice.choice([dice.uniform(2, 5.5), dice.uniform(4.5, 5.9)]), ahead)
        if targets:
            place = _bridged(draft, targets[-1], r, dice.choice([2, 2, 3, size]), ahead)
        if draft.add(f"foe{k}", "B", mm, place, dice.choice([1, 1, 2, 3]), (0.0, 1.0), {"us": 1.001}):
            targets.append(f"foe{k}")
    return targets


def _bridged(draft: Draft, from_unit: str, r: float, count: int, ahead: float) -> Disc | None:
    """Give a place in a move's reach that at most `count` of ours bridge from a unit: n bases and n - 1 links of 2."""
    dice = draft.dice
    most = min(count, len(draft.discs["us"])) * (2 * draft.discs["us"][0][2] + 2) - 2
    for _ in range(30):
        turn = ahead + dice.choice([-1, 1]) * dice.uniform(0.8, 2.2)
        place = draft.place(r, from_unit, most * dice.uniform(0.3, 0.95), turn)
        if 1.5 <= min(math.dist(place[:2], d[:2]) - r - d[2] for d in draft.discs["us"]) <= 5.8:
            return place
    return None


def _add_in_the_way(draft: Draft, targets: list[str], mm: float) -> None:
    """Put walls, a wood, friends and an enemy that is no target between ours and theirs."""
    dice, r = draft.dice, mm * MILLIMETRE / 2
    (x, y, _), (a, b, _) = draft.discs["us"][0], draft.discs[targets[0]][0]
    for k in range(dice.choice([0, 0, 1, 2, 3])):
        part = dice.uniform(0.2, 0.9)
        p, q = draft.tidy(x + part * (a - x)), draft.tidy(y + part * (b - y) + dice.uniform(-3, 3))
        w, h = dice.choice([(0.5, 2.0), (2.0, 0.5), (1.0, 1.0), (0.5, 3.0)])
        box = [[p, q], [round(p + w, 4), q], [round(p + w, 4), round(q + h, 4)], [p, round(q + h, 4)]]
        if all(from_box(box, *d[:2]) >= d[2] + 0.001 for ds in draft.discs.values() for d in ds):
            draft.terrain.append({"id": f"wall{k}", "kind": "impassable", "polygon": box})
    if dice.random() < 0.3:
        at = [draft.tidy((x + a) / 2), draft.tidy((y + b) / 2 + dice.uniform(-2, 2))]
        circle = {"at": at, "radius_in": dice.choice([1, 2, 3])}
        draft.terrain.append({"id": "wood", "kind": "difficult", "circle": circle})
    if dice.random() < 0.35:
        place = draft.place(r, dice.choice(["us", targets[0]]), dice.choice([0.5, 1.0, 2.0]), dice.uniform(-3, 3))
        draft.add("friend", "A", mm, place, dice.choice([1, 2, 3]), (0.0, 1.0), dict.fromkeys(targets, 0.01))
    if dice.random() < 0.35:
        place = draft.place(r, targets[-1], dice.uniform(0.3, 3.0), dice.uniform(-3, 3))
        draft.add("other", "B", mm, place, dice.choice([1, 1, 2]), (0.0, 1.0), {"us": 1.001, "friend": 1.001})
