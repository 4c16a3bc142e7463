"""Random tables, the same for the same seed: real-looking ones, and small ones where thresholds meet.

Each generator takes a seed and gives a scenario that the reader accepts. A table may be of any verdict: what it is
is for the judges to say.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from planner.errors import InputError
from planner.wire import parse_scenario
from planner.world import Scenario

MM = 1 / 25.4
BASES_MM = (25, 28.5, 32, 40, 60)
Disc = tuple[float, float, float]
Raw = dict[str, Any]


class _Builder:
    """A table that is being set up; `grid` rounds every place (None: six decimals)."""

    def __init__(self, seed: int, width: float = 60, height: float = 44) -> None:
        self.dice = Random(seed)
        self.width, self.height = width, height
        self.grid = self.dice.choice([None, None, None, 0.1, 0.25, 0.5])
        self.units: list[Raw] = []
        self.terrain: list[Raw] = []
        self.discs: dict[str, list[Disc]] = {}

    def tidy(self, value: float) -> float:
        return round(value, 6) if self.grid is None else round(round(value / self.grid) * self.grid, 6)

    def is_free(self, x: float, y: float, r: float, *, from_unit: str | None = None, apart: float = 0.0) -> bool:
        """Whether a base may stand here: on the board, on nobody, in no wall; `apart` from the models of a unit."""
        if not (r <= x <= self.width - r and r <= y <= self.height - r):
            return False
        for unit, discs in self.discs.items():
            least = apart if unit == from_unit else 0.0
            if any(math.hypot(x - a, y - b) < r + c + least + 1e-5 for a, b, c in discs):
                return False
        return not any(t["kind"] == "impassable" and _near_piece(t, x, y, r + 1e-5) for t in self.terrain)

    def add_unit(self, name: str, side: str, keywords: list[str], discs: list[Disc], mms: list[float]) -> None:
        models = [
            {"id": f"{name}{k}", "at": [x, y], "base": {"shape": "round", "diameter_mm": mm}}
            for k, ((x, y, _), mm) in enumerate(zip(discs, mms), start=1)
        ]
        self.units.append({"id": name, "side": side, "keywords": keywords, "models": models})
        self.discs[name] = discs

    def cluster(
        self, name: str, side: str, keywords: list[str], count: int, mms: list[float], at: tuple[float, float],
        wide: float, closest: float = 0.0, apart: float = 0.0,
    ) -> bool:  # fmt: skip
        """Set up a unit around a place, each model `closest` to `wide` from an earlier one; False: no room."""
        discs: list[Disc] = []
        chosen: list[float] = []
        for k in range(count):
            mm = mms[k % len(mms)]
            r = mm * MM / 2
            for _ in range(60):
                if not discs:
                    x, y = at[0] + self.dice.uniform(-1, 1), at[1] + self.dice.uniform(-1, 1)
                else:
                    a, b, c = self.dice.choice(discs[-4:])
                    away, turn = self.dice.uniform(closest, wide) + c + r, self.dice.uniform(0, 2 * math.pi)
                    x, y = a + away * math.cos(turn), b + away * math.sin(turn)
                x, y = self.tidy(x), self.tidy(y)
                own = all(math.hypot(x - a, y - b) >= r + c + 1e-5 for a, b, c in discs)
                span = all(math.hypot(x - a, y - b) <= r + c + 9 for a, b, c in discs)
                linked = not discs or any(math.hypot(x - a, y - b) <= r + c + 2 for a, b, c in discs)
                if own and span and linked and self.is_free(x, y, r, from_unit="us", apart=apart):
                    discs.append((x, y, r))
                    chosen.append(mm)
                    break
            else:
                if k < max(1, count // 2):
                    return False
        self.add_unit(name, side, keywords, discs, chosen)
        return True

    def gap_between(self, one: str, other: str) -> float:
        return min(math.hypot(x - a, y - b) - r - c for x, y, r in self.discs[one] for a, b, c in self.discs[other])

    def scenario(self, targets: list[str], roll: float, options: Raw | None = None, description: str = "") -> Scenario:
        charge: Raw = {"unit": "us", "targets": targets, "roll_in": roll}
        if options:
            charge["options"] = options
        return parse_scenario(
            {
                "format": "charge-scenario/1",
                "ruleset": "wh40k-11e",
                "description": description,
                "board": {"width_in": self.width, "height_in": self.height},
                "terrain": self.terrain,
                "units": self.units,
                "charge": charge,
            }
        )


def _near_piece(piece: Raw, x: float, y: float, r: float) -> bool:
    if "circle" in piece:
        a, b = piece["circle"]["at"]
        return bool(math.hypot(x - a, y - b) < r + piece["circle"]["radius_in"])
    corners = piece["polygon"]
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]]):
        dx, dy = bx - ax, by - ay
        along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        if math.hypot(x - ax - along * dx, y - ay - along * dy) < r:
            return True
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * dx:
            inside = not inside
    return inside


def _turned(corners: list[tuple[float, float]], at: tuple[float, float], angle: float) -> list[list[float]]:
    c, s = math.cos(angle), math.sin(angle)
    return [[round(at[0] + x * c - y * s, 6), round(at[1] + x * s + y * c, 6)] for x, y in corners]


def _add_terrain(table: _Builder, centre: tuple[float, float], spread: float, pieces: int) -> None:
    """Put ruins, blocks, walls with a narrow gap, pillars and light pieces around a place, on no base that minds."""
    dice = table.dice
    for k in range(pieces):
        at = (centre[0] + dice.uniform(-spread, spread), centre[1] + dice.uniform(-spread, spread))
        angle = dice.choice([0.0, 0.0, math.pi / 2, dice.uniform(0, 2 * math.pi)])
        form = dice.choice(["ruin", "ruin", "block", "gate", "pillar", "light", "low"])
        height = dice.choice([1.5, 2.0, 5.0, None])
        if form == "ruin":
            a, b, t = dice.uniform(2, 6), dice.uniform(2, 5), dice.choice([0.25, 0.5])
            shapes = [("dense", [(0, 0), (a, 0), (a, t), (t, t), (t, b), (0, b)])]
        elif form == "gate":
            gap = dice.choice([0.9, 1.0, 1.125, 1.25, 1.2598, 1.26, 1.6, 2.4])
            long = dice.uniform(1.5, 4)
            shapes = [
                ("impassable", [(0, 0), (long, 0), (long, 0.4), (0, 0.4)]),
                ("impassable", [(long + gap, 0), (2 * long + gap, 0), (2 * long + gap, 0.4), (long + gap, 0.4)]),
            ]
        elif form == "pillar":
            disc = {"at": [round(at[0], 6), round(at[1], 6)], "radius_in": round(dice.uniform(0.2, 2), 3)}
            piece: Raw = {"id": f"t{k}", "kind": dice.choice(["impassable", "dense"]), "circle": disc}
            _keep_if_legal(table, piece, None)
            continue
        else:
            a, b = dice.uniform(0.5, 5), dice.uniform(0.5, 3)
            kind = {"block": "impassable", "light": "light", "low": "dense"}[form]
            shapes = [(kind, [(0, 0), (a, 0), (a, b), (0, b)])]
            height = 1.5 if form == "low" else height
        for j, (kind, corners) in enumerate(shapes):
            piece = {"id": f"t{k}_{j}", "kind": kind, "polygon": _turned(corners, at, angle)}
            _keep_if_legal(table, piece, height)


def _keep_if_legal(table: _Builder, piece: Raw, height: float | None) -> None:
    if height is not None:
        piece["height_in"] = height
    hits = [u for u, ds in table.discs.items() for d in ds if _near_piece(piece, d[0], d[1], d[2] + 1e-5)]
    if piece["kind"] == "impassable" and hits:
        return
    if piece["kind"] == "dense" and "us" in hits:
        return
    table.terrain.append(piece)


def real_table(seed: int, most: int = 20) -> Scenario | None:
    """Give a table like those of a game: a unit, one to four targets ahead, others near, terrain; None: no room."""
    table = _Builder(seed)
    dice = table.dice
    count = dice.choice([n for n in (1, 2, 3, 4, 5, 5, 6, 8, 10, 10, 15, 20) if n <= most])
    mms: list[float] = [dice.choice(BASES_MM)] if dice.random() < 0.7 else dice.sample(BASES_MM, 2)
    keywords = dice.choice([["INFANTRY"], ["INFANTRY"], ["VEHICLE"]])
    edge = dice.random() < 0.25
    here = (dice.uniform(2, 6), dice.uniform(8, 36)) if edge else (dice.uniform(12, 48), dice.uniform(10, 34))
    if not table.cluster("us", "A", keywords, count, mms, here, dice.choice([0.5, 1.0, 1.9]), dice.choice([0.0, 0.5])):
        return None
    ahead = dice.uniform(0, 2 * math.pi)
    targets = []
    for k in range(dice.choice([1, 1, 2, 2, 3, 4])):
        turn, far = ahead + dice.uniform(-0.9, 0.9), dice.uniform(4, 13)
        at = here[0] + far * math.cos(turn), here[1] + far * math.sin(turn)
        size = dice.choice([1, 1, 3, 5, 10])
        if table.cluster(
            f"foe{k}_", "B", ["INFANTRY"], size, [dice.choice(BASES_MM)], at, dice.choice([0.3, 1.0]), 0.0, 2.01
        ):
            targets.append(f"foe{k}_")
    for k in range(dice.choice([0, 1, 1, 2, 3])):
        turn, far = ahead + dice.uniform(-1.2, 1.2), dice.uniform(4, 12)
        at = here[0] + far * math.cos(turn), here[1] + far * math.sin(turn)
        table.cluster(f"other{k}_", "B", [], dice.choice([1, 3, 5, 6]), [dice.choice(BASES_MM)], at, 1.0, 0.0, 2.01)
    for k in range(dice.choice([0, 0, 1, 2])):
        at = here[0] + dice.uniform(-6, 6), here[1] + dice.uniform(-6, 6)
        table.cluster(f"mate{k}_", "A", [], dice.choice([1, 5]), [dice.choice(BASES_MM)], at, 1.0)
    if not targets:
        return None
    middle = here[0] + 5 * math.cos(ahead), here[1] + 5 * math.sin(ahead)
    _add_terrain(table, middle, 8, dice.choice([0, 2, 6, 12]))
    return _asked(table, targets)


def _asked(table: _Builder, targets: list[str]) -> Scenario | None:
    """Ask for some of the targets at a roll at or a little over their greatest gap."""
    dice = table.dice
    far = {t: table.gap_between("us", t) for t in targets}
    chosen = [t for t in targets if far[t] <= 11.9] or targets
    need = max(far[t] for t in chosen)
    rolls = [float(r) for r in range(2, 13) if r >= need] or [12.0]
    roll = dice.choice([rolls[0], rolls[0], dice.choice(rolls), math.ceil(need * 1e6) / 1e6])
    options: Raw = {}
    if dice.random() < 0.15:
        options["coherency_connected"] = True
    if dice.random() < 0.1:
        options["close_ring_in"] = 2
    try:
        return table.scenario(chosen, round(roll, 6), options)
    except InputError:
        return None


def small_table(seed: int) -> Scenario | None:
    """Give one to three chargers near few enemies, screens and slots: where a clause is tight; None: no room."""
    table = _Builder(seed, 30, 22)
    dice = table.dice
    count = dice.choice([1, 1, 2, 2, 3])
    mms: list[float] = [dice.choice([*BASES_MM, 25.4])] if dice.random() < 0.7 else [25, 40]
    here = (dice.uniform(3, 8), dice.uniform(4, 18))
    if not table.cluster("us", "A", dice.choice([["INFANTRY"], ["VEHICLE"]]), count, mms, here, 1.5):
        return None
    targets = []
    for k in range(dice.choice([1, 1, 2, 2, 3])):
        turn, far = dice.uniform(-1.2, 1.2), dice.uniform(4, 10)
        at = here[0] + far * math.cos(turn), here[1] + far * math.sin(turn)
        mm = dice.choice([*BASES_MM, 25.4])
        if table.cluster(
            f"foe{k}_", "B", [], dice.choice([1, 1, 2, 3]), [mm], at, dice.choice([0.0, 0.3, 1.0]), 0.0, 2.01
        ):
            targets.append(f"foe{k}_")
    if not targets:
        return None
    if dice.random() < 0.6:
        _add_screen(table, here, mms[0])
    if dice.random() < 0.5:
        _add_terrain(table, (here[0] + 4, here[1]), 4, dice.choice([1, 2, 4]))
    return _asked(table, targets)


def _add_screen(table: _Builder, here: tuple[float, float], mm: float) -> None:
    """Put a row of other enemies across the way, their gaps about as wide as the charger's base."""
    dice = table.dice
    r = dice.choice([25, 32]) * MM / 2
    pitch = 2 * r + mm * MM + dice.choice([-0.3, -0.02, -0.001, 0.0, 0.001, 0.02, 0.5])
    x, y = here[0] + dice.uniform(4, 5.5), here[1] + dice.uniform(-2, 2)
    turn = dice.choice([math.pi / 2, dice.uniform(1, 2)])
    discs = []
    for k in range(-3, 4):
        a, b = round(x + k * pitch * math.cos(turn), 6), round(y + k * pitch * math.sin(turn), 6)
        if table.is_free(a, b, r, from_unit="us", apart=2.001):
            discs.append((a, b, r))
    if discs:
        table.add_unit("screen", "B", [], discs, [r * 2 / MM] * len(discs))


def lattice_table(seed: int) -> Scenario | None:
    """Give 1" bases on a half-inch lattice, many in contact, gaps and slots exactly at their limits; None: no room."""
    table = _Builder(seed, 24, 16)
    table.grid = 0.5
    dice = table.dice
    here = (5.0, 8.0)
    own_mm = dice.choice([25.4, 25.4, 50.8, 12.7])
    if not table.cluster("us", "A", ["INFANTRY"], dice.choice([1, 2, 3, 4]), [own_mm], here, 1.0):
        return None
    targets = []
    for k in range(dice.choice([1, 2, 2, 3])):
        at = (dice.uniform(9, 15), dice.uniform(3, 13))
        if table.cluster(f"foe{k}_", "B", [], dice.choice([1, 2, 4, 6]), [25.4], at, 0.5, 0.0, 2.01):
            targets.append(f"foe{k}_")
    for k in range(dice.choice([0, 1, 2])):
        at = (dice.uniform(9, 14), dice.uniform(3, 13))
        table.cluster(f"other{k}_", "B", [], dice.choice([1, 2, 4, 6]), [25.4], at, 1.5, 0.0, 2.01)
    for k in range(dice.choice([0, 1, 3])):
        x, y = dice.randrange(8, 36) / 2, dice.randrange(2, 28) / 2
        a, b = dice.choice([(0.5, 4), (4, 0.5), (1, 1), (2, 3)])
        piece = {"id": f"t{k}", "kind": dice.choice(["impassable", "dense"]),
                 "polygon": [[x, y], [x + a, y], [x + a, y + b], [x, y + b]]}  # fmt: skip
        # these pieces may touch bases
        if not any(_near_piece(piece, d[0], d[1], d[2] - 1e-9) for ds in table.discs.values() for d in ds):
            table.terrain.append(piece)
    return _asked(table, targets) if targets else None


def clutter_table(seed: int) -> Scenario | None:
    """Give a target wrapped in other enemies, terrain and perhaps the board's edge, so that little room is left."""
    table = _Builder(seed, 26, 20)
    dice = table.dice
    table.grid = dice.choice([None, None, 0.25])
    here = (dice.uniform(3, 6), dice.uniform(5, 15))
    mms: list[float] = [dice.choice([*BASES_MM, 80])] if dice.random() < 0.7 else [25, 40]
    if not table.cluster(
        "us", "A", dice.choice([["INFANTRY"], ["VEHICLE"]]), dice.choice([1, 1, 2, 3]), mms, here, 1.5
    ):
        return None
    far, turn = dice.uniform(4.5, 9), dice.uniform(-1.0, 1.0)
    x, y = here[0] + far * math.cos(turn), here[1] + far * math.sin(turn)
    if dice.random() < 0.25:
        y = dice.choice([1.0, 19.0])
    mm = dice.choice([25, 32, 60])
    if not table.cluster("foe", "B", [], 1, [mm], (x, y), 1.0, 0.0, 2.01):
        return None
    a, b, c = table.discs["foe"][0]
    back = math.atan2(here[1] - b, here[0] - a)
    for k in range(dice.choice([2, 3, 4, 6])):
        other = dice.choice([25, 32, 40, 60, 80, 100])
        r = other * MM / 2
        away, angle = c + r + dice.choice([0.0, 0.0, dice.uniform(0, 2.5)]), back + dice.uniform(-2, 2)
        p, q = table.tidy(a + (away + 2e-6) * math.cos(angle)), table.tidy(b + (away + 2e-6) * math.sin(angle))
        if table.is_free(p, q, r, from_unit="us", apart=2.001):
            table.add_unit(f"other{k}_", "B", [], [(p, q, r)], [other])
    _add_terrain(table, (a + 2 * math.cos(back), b + 2 * math.sin(back)), 2.5, dice.choice([0, 1, 3, 5]))
    return _asked(table, ["foe"])


def planted_table(seed: int) -> Scenario | None:
    """Give a table with a plan in it that fits exactly: links of 2, engaged at 2, ways as long as the roll.

    Bases are 1" wide. The ends stand in a row with gaps of 2 between a target on the left and one on the right,
    each model comes by (3, 4) or a like step, often as long as the roll, and whatever else is set up leaves these
    ways and ends legal, though often by nothing. So the verdict is legal.
    """
    table = _Builder(seed, 30, 24)
    table.grid = 0.5
    dice = table.dice
    count = dice.choice([1, 1, 2, 2, 3, 4])
    dx, dy, roll = dice.choice([(3.0, 4.0, 5.0), (4.0, 3.0, 5.0), (4.5, 6.0, 7.5), (6.0, 8.0, 10.0), (0.0, 6.0, 6.0)])
    dx *= dice.choice([-1, 1])
    x, y = 10.0, 15.0
    ends = [(x + 3 * k, y) for k in range(count)]
    starts = [(a - dx, b - dy) for a, b in ends]
    sides = {"left": (x - 3, y), "right": (x + 3 * count, y)}
    chosen = ["left", "right"] if count > 1 or dice.random() < 0.7 else ["left"]
    table.add_unit("us", "A", ["INFANTRY"], [(*s, 0.5) for s in starts], [25.4] * count)
    for side in chosen:
        if not table.is_free(*sides[side], 0.5, from_unit="us", apart=2.00001):
            return None
        table.add_unit(side, "B", [], [(*sides[side], 0.5)], [25.4])
    roll += dice.choice([0.0, 0.0, 0.5, 1.5])
    if any(table.gap_between("us", side) > min(roll, 12) for side in chosen):
        return None
    ways = list(zip(starts, ends))
    for k in range(dice.choice([2, 5, 9])):
        a, b = dice.randrange(8, 50) / 2, dice.randrange(8, 44) / 2
        if dice.random() < 0.5:
            away = min(math.dist((a, b), end) for end in ends) - 1
            if away == 2:
                b = round(b + dice.choice([0.000008, 0.00001]) * (1 if b >= y else -1), 6)
            far = min(math.dist((a, b), end) for end in ends) - 1
            clear = far > 2 and all(_from_way((a, b), way) >= 1 for way in ways)
            if clear and table.is_free(a, b, 0.5, from_unit="us", apart=2.00001):
                table.add_unit(f"other{k}_", "B", [], [(a, b, 0.5)], [25.4])
        else:
            c, d = dice.choice([(0.5, 3.0), (3.0, 0.5), (1.0, 1.0), (2.0, 0.5)])
            box = [[a, b], [a + c, b], [a + c, b + d], [a, b + d]]
            edges = list(zip(box, [*box[1:], box[0]]))
            piece = {"id": f"t{k}", "kind": "impassable", "polygon": box}
            clear = all(_ways_apart(way, edge) >= 0.5 for way in ways for edge in edges)
            stands = any(_near_piece(piece, p, q, 0.5) for ds in table.discs.values() for p, q, _ in ds)
            if clear and not stands:
                table.terrain.append(piece)
    try:
        return table.scenario(chosen, roll)
    except InputError:
        return None


def _from_way(place: Any, way: Any) -> float:
    """Give the distance of a place from a segment."""
    (ax, ay), (bx, by) = way
    dx, dy = bx - ax, by - ay
    along = min(1.0, max(0.0, ((place[0] - ax) * dx + (place[1] - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(place[0] - ax - along * dx, place[1] - ay - along * dy)


def _ways_apart(one: Any, other: Any) -> float:
    """Give the distance of two segments; 0 where they cross."""

    def turn(a: Any, b: Any, c: Any) -> float:
        return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

    (a, b), (c, d) = one, other
    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return 0.0
    return min(_from_way(a, other), _from_way(b, other), _from_way(c, one), _from_way(d, one))


GENERATORS: dict[str, Callable[[int], Scenario | None]] = {
    "real": real_table,
    "small": small_table,
    "lattice": lattice_table,
    "clutter": clutter_table,
    "planted": planted_table,
}


def tables(name: str, first_seed: int, count: int) -> list[tuple[str, Scenario]]:
    """Give `count` tables of one kind with their names, from `first_seed` on; seeds without room are passed over."""
    found: list[tuple[str, Scenario]] = []
    seed = first_seed
    while len(found) < count:
        table = GENERATORS[name](seed)
        if table is not None:
            found.append((f"{name}-{seed}", table))
        seed += 1
    return found
