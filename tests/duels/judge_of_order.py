"""A third judge of charges in which models move one after another: floats and shapely, from the rule text alone.

It shares nothing with the planner but the JSON of a scenario and an answer, and knows `wh40k-3e-trial` and `wh40k-4e`
with their default readings on a flat table with round bases. An answer is played move by move: what may block a model
and what it must do depend on who stands where at its turn.

Inches throughout. Nothing is called a fault that is one by less than `TOL`. What a model must do "if possible" is
decided by a search of its own: places sampled on the rims of bases, and a way along the corners of obstacles that are
polygons a little too large. A duty counts as missed only if the end found keeps every other clause with `CLEAR` to
spare; a nearer first mover only if it is nearer by `NEARER`. So silence proves little, a fault much.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

Floats = npt.NDArray[np.float64]
Raw = dict[str, Any]

TOL = 1e-3  # a breach by less is not named, and a gap up to this may be contact
SURE = 4e-5  # a gap up to this is contact for certain: 4 units of 1/127000 inch (the contract), and rounding
CLEAR = 0.01  # the room that a better end has in every clause but the contact itself
NEARER = 0.05  # by which a route must be shorter; places on a rim are at most 0.03 from the next sample
COHERENCY, KEEPOUT = 2.0, 1.0
MILLIMETRE = 1 / 25.4
SIDES = 32
ROUND = 1 / math.cos(math.pi / SIDES)  # a polygon of `SIDES` corners at this times the radius holds the disc
READ_OPTIONS = {"targets_may_fall_short"}


@dataclass(frozen=True, slots=True)
class Base:
    """A round base: model, unit, centre and radius."""

    model: str
    unit: str
    x: float
    y: float
    r: float

    @property
    def at(self) -> Floats:
        return np.array([self.x, self.y])

    def gap(self, other: Base) -> float:
        """Give the gap of two bases, negative where they overlap."""
        return math.hypot(self.x - other.x, self.y - other.y) - self.r - other.r


@dataclass(frozen=True, slots=True)
class Table:
    """What stands on the table. `reach` is what a move may be without difficult terrain, `cap` what it may be with."""

    ruleset: str
    width: float
    height: float
    ours: dict[str, Base]
    foes: tuple[Base, ...]
    friends: tuple[Base, ...]
    targets: frozenset[str]
    primary: str
    walls: tuple[shapely.Geometry, ...]
    woods: tuple[shapely.Geometry, ...]
    reach: float
    cap: float


@dataclass(frozen=True, slots=True)
class Turn:
    """One model's turn: where it stands, which mates have moved (at their ends) and which have not."""

    mover: Base
    moved: tuple[Base, ...]
    standing: tuple[Base, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A shape that the mover's centre must stay `need` away from, and the name of the rule."""

    shape: shapely.Geometry
    need: float
    rule: str


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a better move may go, and whether through difficult terrain."""

    budget: float
    through_woods: bool


def read(scenario: Raw, answer: Raw) -> Table:
    """Put scenario and answer together; ValueError where they use options that this judge does not know."""
    if strange := set(scenario["charge"].get("options", {})) - READ_OPTIONS:
        raise ValueError(f"options {sorted(strange)}")
    units = {u["id"]: u for u in scenario["units"]}
    charger = units[scenario["charge"]["unit"]]
    bases = {k: _bases(u) for k, u in units.items() if not u.get("state", {}).get("off_board")}
    shapes: dict[str, list[shapely.Geometry]] = {"impassable": [], "difficult": []}
    for piece in scenario.get("terrain", []):
        shapes[piece["kind"]].append(_shape(piece))
    allies = {k for k, u in units.items() if u["side"] == charger["side"]} - {charger["id"]}
    roll = scenario["charge"].get("terrain_roll") or answer.get("terrain_roll") or 6.0
    reach = float(charger.get("state", {}).get("assault_range_in", 6.0))
    return Table(
        ruleset=scenario["ruleset"],
        width=float(scenario["board"]["width_in"]),
        height=float(scenario["board"]["height_in"]),
        ours={b.model: b for b in bases[charger["id"]]},
        foes=tuple(b for k, bs in bases.items() if units[k]["side"] != charger["side"] for b in bs),
        friends=tuple(b for k, bs in bases.items() if k in allies for b in bs),
        targets=frozenset(scenario["charge"].get("targets") or answer["targets"]),
        primary=scenario["charge"].get("primary") or answer["primary"] or answer["targets"][0],
        walls=tuple(shapes["impassable"]),
        woods=tuple(shapes["difficult"]),
        reach=reach,
        cap=min(reach, float(roll)),
    )


def _bases(unit: Raw) -> list[Base]:
    found = []
    for model in unit["models"]:
        base = model.get("base") or unit["base"]
        if base["shape"] != "round":
            raise ValueError(f"base {base['shape']} of {model['id']}")
        found.append(Base(model["id"], unit["id"], *map(float, model["at"]), base["diameter_mm"] * MILLIMETRE / 2))
    return found


def _shape(piece: Raw) -> shapely.Geometry:
    if "polygon" in piece:
        return shapely.Polygon(piece["polygon"])
    return shapely.Point(piece["circle"]["at"]).buffer(piece["circle"]["radius_in"], quad_segs=SIDES)


def blocks_of(
    table: Table, turn: Turn, touch: Base | None = None, room: float = 0.0, woods_too: bool = False
) -> list[Block]:
    """Give what the mover's centre must keep away from, `room` farther than the rules ask.

    `touch` is the enemy to be touched, which gets no room. Nothing asks for more than the mover has where it starts:
    a base that stands in contact may leave.
    """
    r, start = turn.mover.r, shapely.Point(turn.mover.x, turn.mover.y)
    blocks = []
    for foe in table.foes:
        apart = r + foe.r + (0.0 if foe == touch else room) + (0.0 if foe.unit in table.targets else KEEPOUT)
        blocks.append(Block(shapely.Point(foe.x, foe.y), apart, "enemy" if foe.unit in table.targets else "keepout"))
    for mate in (*table.friends, *turn.moved, *turn.standing):
        blocks.append(Block(shapely.Point(mate.x, mate.y), r + mate.r + room, "friend"))
    blocks += [Block(wall, r + room, "wall") for wall in (*table.walls, *(table.woods if woods_too else ()))]
    return [replace(b, need=min(b.need, shapely.distance(start, b.shape))) for b in blocks]


def path_excess(table: Table, turn: Turn, path: Floats, blocks: Sequence[Block], room: float = 0.0) -> dict[str, float]:
    """Give by how much each clause about the way is broken (above 0) or kept (below)."""
    line = _line(path)
    excess = {"enemy": -9.0, "keepout": -9.0, "friend": -9.0, "wall": -9.0}
    for block in blocks:
        excess[block.rule] = max(excess[block.rule], block.need - float(shapely.distance(line, block.shape)))
    low, high = path.min(axis=0) - turn.mover.r - room, path.max(axis=0) + turn.mover.r + room
    excess["edge"] = float(max(-low[0], -low[1], high[0] - table.width, high[1] - table.height))
    return excess


def length_of(path: Floats) -> float:
    return math.fsum(math.dist(a, b) for a, b in pairwise(path.tolist()))


def _line(path: Floats) -> shapely.Geometry:
    return shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])


def in_woods(table: Table, path: Floats, r: float, slack: float) -> bool:
    """Whether the base comes into difficult terrain anywhere on its way, by more than `-slack`."""
    return any(shapely.distance(_line(path), wood) < r + slack for wood in table.woods)


# --- ways --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ways:
    """The free ground of one base: corners to go round, and what no line may cross."""

    start: Floats
    corners: Floats
    blocked: shapely.Geometry
    budget: float

    def reached(self, goals: Floats) -> Iterator[tuple[float, int, Floats]]:
        """Yield length, index and way of each goal in reach, shortest first (Dijkstra, lines tested late)."""
        points = np.vstack([self.start[None], self.corners, goals])
        left = np.min([np.hypot(*(points - g).T) for g in goals], axis=0) if len(goals) else np.inf
        first_goal = 1 + len(self.corners)
        best, before = np.full(len(points), np.inf), np.full(len(points), -1)
        best[0] = 0.0
        done = np.zeros(len(points), dtype=bool)
        heap = [(0.0, 0)] if len(goals) else []
        while heap:
            length, k = heapq.heappop(heap)
            if done[k]:
                continue
            done[k] = True
            if k >= first_goal:
                way = [k]
                while before[way[-1]] >= 0:
                    way.append(int(before[way[-1]]))
                yield length, k - first_goal, points[way[::-1]]
                continue
            new = length + np.hypot(*(points - points[k]).T)
            todo = np.flatnonzero(~done & (new < best - 1e-12) & (new + left <= self.budget))
            if not len(todo):
                continue
            ends = np.stack([np.broadcast_to(points[k], (len(todo), 2)), points[todo]], axis=1)
            todo = todo[~shapely.intersects(self.blocked, shapely.linestrings(ends))]
            best[todo], before[todo] = new[todo], k
            for j in todo:
                heapq.heappush(heap, (float(new[j]), int(j)))


def ways_of(table: Table, mover: Base, blocks: Sequence[Block], budget: float, outer: bool = True) -> Ways:
    """Build the ways of a base. `outer`: obstacles hold the true ones, so a way is one; else they lie inside them."""
    start = shapely.Point(mover.x, mover.y)
    grown = []
    for block in blocks:
        away = float(shapely.distance(start, block.shape))
        if away - block.need > budget:
            continue
        by = min(block.need * ROUND, away - 1e-6) if outer else block.need - TOL
        if by > 0:
            grown.append(shapely.buffer(block.shape, by, quad_segs=SIDES // 4))
    ground = shapely.box(mover.r, mover.r, table.width - mover.r, table.height - mover.r)
    union = shapely.union_all(grown)
    corners = shapely.get_coordinates(union)
    near = np.hypot(*(corners - mover.at).T) <= budget
    corners = np.unique(corners[near & shapely.intersects_xy(ground, *corners.T)], axis=0)
    outside = shapely.difference(shapely.box(-99, -99, 999, 999), shapely.buffer(ground, 1e-6))
    blocked = shapely.union(shapely.buffer(union, -1e-7), outside)
    shapely.prepare(blocked)
    return Ways(mover.at, corners, blocked, budget)


def rim(at: Floats, away: float, count: int = 180) -> Floats:
    """Give places on a circle."""
    turn = np.arange(count) * 2 * math.pi / count
    return np.asarray(at + away * np.column_stack([np.cos(turn), np.sin(turn)]))


def contacts(table: Table, turn: Turn, foe: Base, walk: Walk, room: float) -> Iterator[tuple[float, Floats]]:
    """Yield length and way of moves into contact with `foe`, shortest first, every other clause kept with `room`."""
    mover = turn.mover
    touching = rim(foe.at, mover.r + foe.r + SURE / 4)
    standing_off = rim(foe.at, (mover.r + foe.r) * ROUND * ROUND + 1e-4)
    ok = np.hypot(*(touching - mover.at).T) <= walk.budget
    if turn.moved:
        near = [np.hypot(*(touching - m.at).T) - m.r - mover.r <= COHERENCY - room for m in turn.moved]
        ok &= np.any(near, axis=0)
    blocks = blocks_of(table, turn, foe, room, not walk.through_woods)
    for block in blocks:
        todo = np.flatnonzero(ok)
        ok[todo] = shapely.distance(shapely.points(touching[todo]), block.shape) >= block.need
    ways = ways_of(table, mover, blocks, walk.budget)
    for _, k, way in ways.reached(standing_off[ok]):
        path = np.vstack([way, touching[ok][k]])
        if length_of(path) <= walk.budget and max(path_excess(table, turn, path, blocks, room).values()) <= 1e-9:
            yield length_of(path), path


def supports(table: Table, turn: Turn, walk: Walk, engaged: Sequence[Base]) -> Iterator[Floats]:
    """Yield ways to ends within 2 of an engaged mate, every clause kept with `CLEAR`."""
    mover = turn.mover
    blocks = blocks_of(table, turn, None, CLEAR, not walk.through_woods)
    gaps = (2 * CLEAR, 0.3, 0.7, 1.0, 1.3, 1.6, 1.8, 1.9, COHERENCY - 2 * CLEAR)
    goals = np.concatenate([rim(m.at, m.r + mover.r + gap, 60) for m in engaged for gap in gaps])
    goals = goals[np.hypot(*(goals - mover.at).T) <= walk.budget]
    for block in blocks:
        goals = goals[shapely.distance(shapely.points(goals), block.shape) >= block.need * ROUND]
    for _, _, way in ways_of(table, mover, blocks, walk.budget).reached(goals):
        if max(path_excess(table, turn, way, blocks, CLEAR).values()) <= 1e-9:
            yield way


def faults(scenario_json: Raw, answer_json: Raw) -> list[str]:
    """Give what is wrong for certain with an answer that says the charge is possible; empty: nothing was found."""
    table = read(scenario_json, answer_json)
    unit = next(u for u in scenario_json["units"] if u["id"] == scenario_json["charge"]["unit"])
    shot_at, found = unit.get("state", {}).get("shot_at"), []
    if table.primary not in table.targets:
        found.append(f"primary: {table.primary} is no target")
    if shot_at and table.primary not in shot_at:
        found.append(f"primary: {table.primary} is not the unit fired at")
    found += play(table, answer_json["moves"], _let_go(table, scenario_json, answer_json, found))
    if answer_json.get("declaration"):
        found += [f"declaration {f}" for f in play(replace(table, cap=table.reach), answer_json["declaration"], set())]
    return found


def _let_go(table: Table, scenario: Raw, answer: Raw, found: list[str]) -> set[str]:
    """Give the targets that need no contact: others than the primary that the terrain roll leaves out of reach (A7)."""
    let_go = set(answer.get("not_contacted") or ())
    if let_go and not scenario["charge"].get("options", {}).get("targets_may_fall_short", True):
        found.append("let_go: no target may fall short")
    if let_go and (table.primary in let_go or not table.woods or not answer.get("declaration")):
        found.append(f"let_go: {sorted(let_go)} need contact, or moves at the declaration that reach them")
    return let_go


def play(table: Table, moves: Sequence[Raw], let_go: set[str]) -> list[str]:
    """Move the models one by one and name what is broken, then look at what stands in the end."""
    ordered = sorted(moves, key=lambda m: m["order"])
    if sorted(m["model"] for m in ordered) != sorted(table.ours):
        return ["order: not every model moves once"]
    paths = {m["model"]: np.array([p[:2] for p in m["path"]], dtype=float) for m in ordered}
    radius = {name: b.r for name, b in table.ours.items()}
    walked = {name: p for name, p in paths.items() if length_of(p) > 0}
    slowed = any(in_woods(table, p, radius[n], -TOL) for n, p in walked.items())
    perhaps = slowed or any(in_woods(table, p, radius[n], TOL) for n, p in paths.items())
    walk = Walk((table.cap if perhaps else table.reach) - CLEAR, slowed)
    found: list[str] = []
    moved: tuple[Base, ...] = ()
    for move in ordered:
        name = move["model"]
        mover, path = table.ours[name], paths[name]
        left = tuple(b for n, b in table.ours.items() if n != name and all(n != m.model for m in moved))
        turn = Turn(mover, moved, left)
        end = replace(mover, x=float(path[-1][0]), y=float(path[-1][1]))
        found += _clauses(table, turn, path, end, table.cap if slowed else table.reach)
        found += _duties(table, turn, end, walk) if moved else _first(table, turn, path, end, walk)
        moved = (*moved, end)
    for unit in sorted(table.targets - let_go):
        nearest = min(e.gap(f) for e in moved for f in table.foes if f.unit == unit)
        if nearest > TOL:
            found.append(f"target: {unit} is not contacted, {nearest:.4f} away")
    if not _one_group(moved):
        found.append("group: the unit does not end as one group within 2")
    return found


def _clauses(table: Table, turn: Turn, path: Floats, end: Base, allowed: float) -> list[str]:
    name = turn.mover.model
    excess = {"start": math.dist(path[0], turn.mover.at), "length": length_of(path) - allowed}
    excess |= path_excess(table, turn, path, blocks_of(table, turn))
    if turn.moved:
        excess["coherency"] = min(end.gap(m) for m in turn.moved) - COHERENCY
    return [f"{rule}: {name} by {by:.4f}" for rule, by in excess.items() if by > TOL]


def _one_group(bases: Sequence[Base]) -> bool:
    seen, todo = {bases[0].model}, [bases[0]]
    while todo:
        here = todo.pop()
        near = [b for b in bases if b.model not in seen and here.gap(b) <= COHERENCY + TOL]
        seen |= {b.model for b in near}
        todo += near
    return len(seen) == len(bases)


def _first(table: Table, turn: Turn, path: Floats, end: Base, walk: Walk) -> list[str]:
    """Judge the first mover: it touches the primary's nearest model, and no other model has a shorter route to it.

    Rule: 2 Move charging units; A1 shortest path, ties free; A2 in the 4th edition it takes the shortest route.
    Others' routes keep out of difficult terrain unless they start in it, its own may lead through, so that no reading
    of how terrain counts makes a fault.
    """
    mover = turn.mover
    prey = [f for f in table.foes if f.unit == table.primary]
    touched = [f for f in prey if end.gap(f) <= TOL]
    if not touched:
        return [f"first_contact: {mover.model} ends {min(end.gap(f) for f in prey):.4f} from {table.primary}"]
    went = length_of(path)
    own_walk = replace(walk, through_woods=walk.through_woods and in_woods(table, path, mover.r, -TOL))
    found = []
    own = {f.model: _route(table, turn, f, own_walk) for f in prey}
    if table.ruleset == "wh40k-4e":
        there = _at_least(table, turn, end.at[None], went)
        if there > min(own.values()) + NEARER:
            found.append(f"first_route: {mover.model} ends {there:.4f} away, not {min(own.values()):.4f}")
    least = {f.model: _at_least(table, turn, rim(f.at, mover.r + f.r), went) for f in prey}
    to_touched = min(least[f.model] for f in touched)
    nearer = min(own, key=lambda m: own[m])
    if own[nearer] + NEARER < to_touched:
        found.append(f"first_nearest: {mover.model} could go to {nearer} in {own[nearer]:.4f}, not {to_touched:.4f}")
    for name, other in table.ours.items():
        instead = Turn(other, (), tuple(b for n, b in table.ours.items() if n != name))
        through = walk.through_woods and in_woods(table, other.at[None], other.r, -TOL)
        length = min(_route(table, instead, f, replace(walk, through_woods=through)) for f in prey)
        if name != mover.model and length + NEARER < min(least.values()):
            found.append(f"first_mover: {name} has {length:.4f} to go, {mover.model} {min(least.values()):.4f}")
    return found


def _route(table: Table, turn: Turn, foe: Base, walk: Walk) -> float:
    """Give the length of a short legal way into contact, no less than the shortest; inf: none was found."""
    return next((length for length, _ in contacts(table, turn, foe, walk, TOL)), math.inf)


def _at_least(table: Table, turn: Turn, goals: Floats, at_most: float) -> float:
    """Give a length that the shortest way to one of the places has at least; `at_most`: where none is found."""
    ways = ways_of(table, turn.mover, blocks_of(table, turn), at_most + NEARER, outer=False)
    return next((length for length, _, _ in ways.reached(goals)), at_most + NEARER)


# --- the duties of the others ------------------------------------------------------------------------------------


def _duties(table: Table, turn: Turn, end: Base, walk: Walk) -> list[str]:
    """Name the highest tier that the model could have met at its turn and did not.

    Rule: an unengaged enemy of any target (A5), else an engaged one, else within 2 of an engaged model of its own
    unit; each only where it also ends within 2 of a model that has moved (A6). Engaged: in base contact. Where a gap
    may or may not be contact, what was done gets the benefit and what could be done does not.
    """
    prey = [f for f in table.foes if f.unit in table.targets]
    friendly = (*table.friends, *turn.moved)
    free_surely = [f for f in prey if all(f.gap(b) > TOL for b in friendly)]
    free_perhaps = [f for f in prey if all(f.gap(b) > SURE for b in friendly)]
    name = turn.mover.model
    if any(end.gap(f) <= TOL for f in free_perhaps):
        return []
    for foe in free_surely:
        for length, path in contacts(table, turn, foe, walk, CLEAR):
            return [f"unengaged: {name} could touch {foe.model} in {length:.4f} by {_told(path)}"]
    if any(end.gap(f) <= TOL for f in prey):
        return []
    for foe in prey:
        for length, path in contacts(table, turn, foe, walk, CLEAR):
            return [f"engaged: {name} could touch {foe.model} in {length:.4f} by {_told(path)}"]
    if any(end.gap(m) <= COHERENCY + TOL for m in turn.moved if min(m.gap(f) for f in table.foes) <= TOL):
        return []
    engaged = [m for m in turn.moved if min(m.gap(f) for f in table.foes) <= SURE]
    for path in supports(table, turn, walk, engaged) if engaged else ():
        return [f"support: {name} could end within 2 of an engaged mate by {_told(path)}"]
    return []


def _told(path: Floats) -> str:
    return ", ".join(f"({x:.3f}, {y:.3f})" for x, y in path)
