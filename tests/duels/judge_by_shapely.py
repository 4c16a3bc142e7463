"""A third judge of charge moves: floats, numpy and shapely, written from the rule text alone.

It shares nothing with the searcher or the referee but the values on the table. It measures every clause as an
*excess* in inches: above `TOL` it is broken for certain, below ``-TOL`` it holds for certain, and between the two
this judge says nothing, since floats could be wrong there. Only flat tables with round bases.

The duties "if able" are looked into by a search of its own (`better_end`): places where circles cross and a fine
lattice, ways along a graph of waypoints around every obstacle. What it finds is measured again by the clauses with
room to spare, so a breach that it names is one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely

from planner.shapes import Circle, Point, RoundBase
from planner.world import Answer, Scenario

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
UNIT = 1 / 127_000
TOL = 2e-5
"""Inches: what floats and the contact tolerance may blur. Beyond it a breach is real."""
COMFORT = 0.002
"""Inches of room that a better end must have in every clause before a duty is called breached."""
PASS_DENSE = frozenset({"INFANTRY", "BEASTS", "SWARM", "MOBILE"})


@dataclass(frozen=True, slots=True)
class Table:
    """The question in inches. Discs are rows ``(x, y, radius)``."""

    width: float
    height: float
    roll: float
    names: tuple[str, ...]
    starts: Floats
    radii: Floats
    targets: tuple[str, ...]
    foes: dict[str, Floats]
    passable: frozenset[str]
    friends: Floats
    walls: tuple[tuple[object, float, str], ...]
    no_standing: tuple[tuple[object, float], ...]
    ring: float = 1.0
    connected: bool = False
    idle_must_close: bool = True
    segments: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    round_walls: Floats = field(default_factory=lambda: np.zeros((0, 3)))

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def all_foes(self) -> Floats:
        """Every enemy disc that stands on the board."""
        return _stack(self.foes.values())

    @property
    def target_discs(self) -> Floats:
        return _stack(self.foes[t] for t in self.targets)

    @property
    def blocking_foes(self) -> Floats:
        """Enemy discs that may not be passed through."""
        return _stack(d for u, d in self.foes.items() if u not in self.passable)


def _stack(parts: Iterable[Floats]) -> Floats:
    return np.concatenate([np.zeros((0, 3)), *parts])


def read_table(scenario: Scenario, targets: Sequence[str] | None = None, roll: int | None = None) -> Table:
    """Put a question into inches; `targets` and `roll` (lattice units) where the scenario leaves them open."""
    charger = scenario.charger
    chosen = tuple(targets if targets is not None else scenario.charge.targets or ())
    distance = roll if roll is not None else scenario.charge.roll
    assert distance is not None
    foes, passable = {}, set()
    friends: list[Floats] = []
    for unit in scenario.units:
        if unit.id == charger.id or unit.state.get("off_board"):
            continue
        if unit.side == charger.side:
            friends.append(_discs(unit.models))
        else:
            foes[unit.id] = _discs(unit.models)
            if "AIRCRAFT" in unit.keywords:
                passable.add(unit.id)
    own = _discs(charger.models)
    walls, no_standing, segments, rounds = [], [], [], []
    for piece in scenario.terrain:
        if piece.kind in ("light", "exposed"):
            continue
        shape, swell = _outline(piece.outline)
        no_standing.append((shape, swell))
        low = piece.height is not None and piece.height * UNIT <= 2
        if piece.kind == "dense" and (low or charger.keywords & PASS_DENSE):
            continue
        walls.append((shape, swell, "solid_terrain" if piece.kind == "impassable" else "dense_terrain"))
        if isinstance(piece.outline, Circle):
            rounds.append([*_inches(piece.outline.centre), piece.outline.radius * UNIT])
        else:
            corners = [_inches(c) for c in piece.outline.corners]
            segments += [[*a, *b] for a, b in zip(corners, [*corners[1:], corners[0]])]
    options = scenario.charge.options
    return Table(
        width=scenario.board.width * UNIT,
        height=scenario.board.height * UNIT,
        roll=distance * UNIT,
        names=tuple(m.id for m in charger.models),
        starts=own[:, :2].copy(),
        radii=own[:, 2].copy(),
        targets=chosen,
        foes=foes,
        passable=frozenset(passable),
        friends=_stack(friends),
        walls=tuple(walls),
        no_standing=tuple(no_standing),
        ring=float(options.get("close_ring_in", 1)),  # type: ignore[arg-type]
        connected=bool(options.get("coherency_connected", False)),
        idle_must_close=bool(options.get("stationary_must_close", True)),
        segments=np.array(segments, dtype=float).reshape(-1, 4),
        round_walls=np.array(rounds, dtype=float).reshape(-1, 3),
    )


def _inches(point: Point) -> tuple[float, float]:
    return point[0] * UNIT, point[1] * UNIT


def _discs(models: Iterable[object]) -> Floats:
    rows = []
    for model in models:
        base = model.base  # type: ignore[attr-defined]
        assert isinstance(base, RoundBase)
        rows.append([*_inches(model.at), base.radius * UNIT])  # type: ignore[attr-defined]
    return np.array(rows, dtype=float).reshape(-1, 3)


def _outline(outline: object) -> tuple[object, float]:
    """Give a shape and how much it is swollen: a circle is its centre, swollen by its radius, which is exact."""
    if isinstance(outline, Circle):
        return shapely.Point(_inches(outline.centre)), outline.radius * UNIT
    return shapely.Polygon([_inches(c) for c in outline.corners]), 0.0  # type: ignore[attr-defined]


# --- gaps --------------------------------------------------------------------------------------------------------


def gaps(discs: Floats, others: Floats) -> Floats:
    """Give the gaps between two sets of discs, shape ``(len(discs), len(others))``; negative where they overlap."""
    apart = np.hypot(discs[:, None, 0] - others[None, :, 0], discs[:, None, 1] - others[None, :, 1])
    return np.asarray(apart - discs[:, None, 2] - others[None, :, 2])


def _grown(discs: Floats, by: float) -> Floats:
    return np.asarray(discs + np.array([0.0, 0.0, by]))


def discs_at(table: Table, ends: Floats) -> Floats:
    return np.column_stack([ends, table.radii])


# --- may it be declared ------------------------------------------------------------------------------------------


def declaration(table: Table) -> dict[str, float]:
    """Give the excess of each straight-gap clause of declaring, in inches."""
    own = discs_at(table, table.starts)
    to_unit = {u: float(gaps(own, d).min()) for u, d in table.foes.items() if len(d)}
    return {
        "declare_range": max(to_unit[t] for t in table.targets) - 12.0,
        "target_within_roll": max(to_unit[t] for t in table.targets) - table.roll,
        "not_while_engaged": 2.0 - min(to_unit.values()),
    }


# --- the clauses -------------------------------------------------------------------------------------------------


def measure(table: Table, paths: Sequence[Floats]) -> dict[str, float]:
    """Give the excess of every clause for a plan; `paths` in the order of `table.names`, shape ``(points, 2)``."""
    ends = np.array([p[-1] for p in paths])
    excess = measure_ends(table, ends, idle=[len(p) == 1 or _length(p) == 0 for p in paths])
    excess["max_distance"] = max(_length(p) for p in paths) - table.roll
    excess["start"] = max(float(np.hypot(*(p[0] - s))) for p, s in zip(paths, table.starts)) - TOL
    on_way = [_way_excess(table, p, i) for i, p in enumerate(paths)]
    for key in ("enemies_block", "solid_terrain", "dense_terrain", "stay_on_board"):
        excess[key] = max(way[key] for way in on_way)
    return excess


def measure_ends(table: Table, ends: Floats, idle: Sequence[bool] | None = None) -> dict[str, float]:
    """Give the excess of every clause that only looks at where the models end."""
    discs = discs_at(table, ends)
    between = gaps(discs, discs)
    np.fill_diagonal(between, np.inf)
    excess: dict[str, float] = {"coherency": -9.0, "coherency_span": -9.0, "coherency_connected": -9.0}
    overlap = [float(-between.min())] if table.size > 1 else []
    if table.size > 1:
        excess["coherency"] = float(between.min(axis=1).max()) - 2.0
        excess["coherency_span"] = float(between[np.isfinite(between)].max()) - 9.0
        if table.connected:
            excess["coherency_connected"] = _bottleneck(between) - 2.0
    for others in (table.all_foes, table.friends):
        if len(others):
            overlap.append(float(-gaps(discs, others).min()))
    for shape, swell in table.no_standing:
        away = shapely.distance(shapely.points(ends), shape) - swell
        overlap.append(float((table.radii - away).max()))
    excess["end_clear"] = max(overlap, default=-9.0)
    to_unit = {u: gaps(discs, d).min(axis=1) for u, d in table.foes.items() if len(d)}
    excess["engage_every_target"] = max(float(to_unit[t].min()) for t in table.targets) - 2.0
    others_near = [float(g.min()) for u, g in to_unit.items() if u not in table.targets]
    excess["engage_no_other"] = 2.0 - min(others_near, default=11.0)
    closer = closer_excess(table, ends)
    if idle is not None and not table.idle_must_close:
        closer = np.where(idle, -9.0, closer)
    excess["ends_closer"] = float(closer.max())
    return excess


def closer_excess(table: Table, ends: Floats) -> Floats:
    """Give, for each model, how much farther it ends from the target unit to which it came closest; below 0: closer."""
    before, after = discs_at(table, table.starts), discs_at(table, ends)
    change = [gaps(after, d).min(axis=1) - gaps(before, d).min(axis=1) for d in map(table.foes.get, table.targets)]
    return np.asarray(np.min(change, axis=0))


def _bottleneck(between: Floats) -> float:
    """Give the longest link of the shortest tree that joins all models."""
    near, longest = between[0].copy(), 0.0
    near[0] = -np.inf
    for _ in range(len(between) - 1):
        k = int(np.argmin(np.where(np.isneginf(near), np.inf, near)))
        longest = max(longest, float(near[k]))
        near = np.where(np.isneginf(near), near, np.minimum(near, between[k]))
        near[k] = -np.inf
    return longest


def _length(path: Floats) -> float:
    return math.fsum(math.dist(a, b) for a, b in pairwise(path.tolist()))


def _way_excess(table: Table, path: Floats, i: int) -> dict[str, float]:
    """Give how deep the swept base of model `i` goes into what it may not pass.

    A table may come in with bases that overlap by up to 0.001: at its start a base may be as deep as it stands.
    """
    radius = float(table.radii[i])
    line = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    start = shapely.Point(table.starts[i])
    excess = {"enemies_block": -9.0, "solid_terrain": -9.0, "dense_terrain": -9.0}
    blocks: list[tuple[object, float, str]] = [
        (shapely.Point(x, y), r, "enemies_block") for x, y, r in table.blocking_foes
    ]
    for shape, swell, key in [*blocks, *table.walls]:
        stood = max(0.0, radius + swell - shapely.distance(start, shape))
        depth = radius + swell - shapely.distance(line, shape) - min(stood, 0.00101)
        excess[key] = max(excess[key], depth)
    low, high = path.min(axis=0) - radius, path.max(axis=0) + radius
    excess["stay_on_board"] = float(max(-low[0], -low[1], high[0] - table.width, high[1] - table.height))
    return excess


def paths_of(table: Table, answer: Answer) -> list[Floats]:
    by_model = {m.model: np.array(m.path, dtype=float) * UNIT for m in answer.moves}
    assert set(by_model) == set(table.names), "a plan moves every model"
    return [by_model[name] for name in table.names]


def broken(excess: dict[str, float], tolerance: float = TOL) -> dict[str, float]:
    """Give the clauses that are broken for certain."""
    return {key: value for key, value in excess.items() if value > tolerance}


def holds(excess: dict[str, float], room: float = TOL) -> bool:
    """Whether every clause holds with this much room."""
    return all(value <= -room for key, value in excess.items() if key != "start")


# --- ways --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What the centre of one base may not come near: discs ``(x, y, reach)`` and edges with one reach."""

    discs: Floats
    edges: Floats
    reach: float
    low: Floats
    high: Floats


def obstacles_of(table: Table, i: int, room: float = 1e-4) -> Obstacles:
    """Give model `i`'s obstacles, each a little too large, so that a way clear of them is legal."""
    radius = float(table.radii[i])
    discs = np.concatenate([table.blocking_foes, table.round_walls])
    discs = discs[np.hypot(*(discs[:, :2] - table.starts[i]).T) - discs[:, 2] - radius <= table.roll]
    discs = _grown(discs, radius + room)
    edges = table.segments
    if len(edges):
        edges = edges[_from_segments(table.starts[i][None], edges)[0] <= table.roll + radius]
    # a base that stands in contact is held off by nothing: it starts where it starts
    limits = np.array([radius, radius]), np.array([table.width - radius, table.height - radius])
    return Obstacles(discs, edges, radius + room, *limits)


def _from_segments(points: Floats, segments: Floats) -> Floats:
    """Give distances, shape ``(points, segments)``."""
    a, d = segments[:, :2], segments[:, 2:] - segments[:, :2]
    rel = points[:, None] - a[None]
    along = np.clip((rel * d).sum(-1) / np.maximum((d * d).sum(-1), 1e-300), 0, 1)
    off = rel - along[..., None] * d
    return np.asarray(np.hypot(off[..., 0], off[..., 1]))


def clear_lines(source: Floats, points: Floats, obstacles: Obstacles) -> Bools:
    """Tell which of the straight lines from `source` to each point is clear; the source itself is taken as clear."""
    clear: Bools = np.ones(len(points), dtype=bool)
    lines = np.column_stack([np.broadcast_to(source, points.shape), points])
    for x, y, reach in obstacles.discs:
        centre = np.array([x, y])
        held = min(reach, math.hypot(*(source - centre)))
        todo = np.flatnonzero(clear)
        d = lines[todo, 2:] - lines[todo, :2]
        rel = centre - lines[todo, :2]
        along = np.clip((rel * d).sum(-1) / np.maximum((d * d).sum(-1), 1e-300), 0, 1)
        off = rel - along[:, None] * d
        # from a place nearer than `reach` a line may leave, never come nearer
        clear[todo] = np.hypot(off[:, 0], off[:, 1]) >= held - 1e-12
        clear[todo] &= np.hypot(*(points[todo] - centre).T) >= reach - 1e-9
    if len(obstacles.edges) and clear.any():
        todo = np.flatnonzero(clear)
        clear[todo] = _edge_clear(lines[todo], obstacles)
    return clear


def _edge_clear(lines: Floats, obstacles: Obstacles) -> Bools:
    """Tell which lines stay `reach` from every edge: no end near, no crossing."""
    edges, reach = obstacles.edges, obstacles.reach
    ok: Bools = np.ones(len(lines), dtype=bool)
    at_source = _from_segments(lines[:1, :2], edges)[0]
    held = np.minimum(at_source, reach) - 1e-12
    ok &= (_from_segments(lines[:, 2:], edges) >= reach - 1e-9).all(axis=1)
    for corner in (edges[:, :2], edges[:, 2:]):
        ok &= (held[None] <= _from_segments(corner, lines).T).all(axis=1)
    a, b = edges[:, :2], edges[:, 2:]
    p, q = lines[:, None, :2], lines[:, None, 2:]
    cross = (_turn(p, q, a) * _turn(p, q, b) <= 0) & (_turn(a, b, p) * _turn(a, b, q) <= 0)
    return ok & ~cross.any(axis=1)


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    return np.asarray(
        (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    )


def waypoints(obstacles: Obstacles, start: Floats, budget: float, sides: int = 20) -> Floats:
    """Give places around every obstacle such that going from one to the next keeps clear of it."""
    angles = np.arange(sides) * (2 * math.pi / sides)
    ring = np.column_stack([np.cos(angles), np.sin(angles)]) / math.cos(math.pi / sides)
    corners = {(x, y) for edge in obstacles.edges.tolist() for x, y in (edge[:2], edge[2:])}
    centres = [*((x, y, r) for x, y, r in obstacles.discs), *((x, y, obstacles.reach) for x, y in sorted(corners))]
    points = [np.array([x, y]) + ring * (r + 2e-6) for x, y, r in centres]
    found = np.concatenate([np.zeros((0, 2)), *points])
    keep = (found >= obstacles.low).all(axis=1) & (found <= obstacles.high).all(axis=1)
    keep &= np.hypot(*(found - start).T) <= budget
    return _standing_clear(found[keep], obstacles)


def _standing_clear(points: Floats, obstacles: Obstacles) -> Floats:
    if len(obstacles.discs) and len(points):
        apart = np.hypot(
            points[:, None, 0] - obstacles.discs[None, :, 0], points[:, None, 1] - obstacles.discs[None, :, 1]
        )
        points = points[(apart >= obstacles.discs[None, :, 2] - 1e-9).all(axis=1)]
    if len(obstacles.edges) and len(points):
        points = points[(_from_segments(points, obstacles.edges) >= obstacles.reach - 1e-9).all(axis=1)]
    return points


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways of one model: reached waypoints with their lengths, each with the one before it."""

    start: Floats
    points: Floats
    lengths: Floats
    before: npt.NDArray[np.int64]
    obstacles: Obstacles
    budget: float

    def reach(self, ends: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
        """Give, for each end, the length of a way to it (inf: none found) and its last waypoint."""
        best = np.full(len(ends), np.inf)
        last = np.full(len(ends), -1, dtype=np.int64)
        on = (ends >= self.obstacles.low - 1e-9).all(axis=1) & (ends <= self.obstacles.high + 1e-9).all(axis=1)
        for k in np.argsort(self.lengths):
            if self.lengths[k] > self.budget:
                break
            length = self.lengths[k] + np.hypot(*(ends - self.points[k]).T)
            todo = np.flatnonzero(on & (length < best - 1e-9) & (length <= self.budget))
            if not len(todo):
                continue
            seen = todo[clear_lines(self.points[k], ends[todo], self.obstacles)]
            best[seen], last[seen] = length[seen], k
        return best, last

    def way(self, end: Floats, last: int) -> Floats:
        """Give the way itself, from the start to `end`."""
        back = [end]
        while last >= 0:
            back.append(self.points[last])
            last = int(self.before[last])
        return np.array(back[::-1])


def ways_of(table: Table, i: int, sides: int = 20, straight_only: bool = False) -> Ways:
    """Find the ways of model `i` around everything within the roll (Dijkstra over waypoints; lines tested late)."""
    obstacles = obstacles_of(table, i)
    start = table.starts[i]
    budget = table.roll - 1e-5
    others = np.zeros((0, 2)) if straight_only else waypoints(obstacles, start, budget, sides)
    points = np.concatenate([start[None], others])
    lengths = np.full(len(points), np.inf)
    lengths[0] = 0
    before = np.full(len(points), -1, dtype=np.int64)
    is_open = np.ones(len(points), dtype=bool)
    while True:
        k = int(np.argmin(np.where(is_open, lengths, np.inf)))
        if not is_open[k] or lengths[k] > budget:
            break
        is_open[k] = False
        new = lengths[k] + np.hypot(*(points - points[k]).T)
        todo = np.flatnonzero(is_open & (new < lengths) & (new <= budget))
        if len(todo):
            seen = todo[clear_lines(points[k], points[todo], obstacles)]
            lengths[seen], before[seen] = new[seen], k
    return Ways(start, points, lengths, before, obstacles, budget)


# --- duties ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Better:
    """A better end for one model, by this way, all others held."""

    model: str
    rule: str
    was: float
    now: float
    path: Floats
    room: float


def circle_crossings(circles: Floats) -> Floats:
    """Give every point where two of the circles ``(x, y, radius)`` cross or touch."""
    if len(circles) < 2:
        return np.zeros((0, 2))
    i, j = np.triu_indices(len(circles), 1)
    a, b = circles[i], circles[j]
    d = b[:, :2] - a[:, :2]
    apart = np.hypot(d[:, 0], d[:, 1])
    meet = (apart > 1e-9) & (apart <= a[:, 2] + b[:, 2]) & (apart >= np.abs(a[:, 2] - b[:, 2]))
    a, b, d, apart = a[meet], b[meet], d[meet], apart[meet]
    along = (apart**2 + a[:, 2] ** 2 - b[:, 2] ** 2) / (2 * apart)
    off = np.sqrt(np.maximum(a[:, 2] ** 2 - along**2, 0))
    unit = d / apart[:, None]
    normal = np.column_stack([-unit[:, 1], unit[:, 0]])
    foot = a[:, :2] + unit * along[:, None]
    return np.concatenate([foot + normal * off[:, None], foot - normal * off[:, None]])


def better_end(table: Table, ends: Floats, i: int, step: float = 0.05, ways: Ways | None = None) -> Better | None:
    """Look for a legal end of model `i` in a better ring, all others held; None: none was found.

    Only ends with `COMFORT` of room in every clause count, so that what is returned is a breach for certain.
    """
    radius = float(table.radii[i])
    here = float(gaps(discs_at(table, ends)[i : i + 1], table.target_discs).min())
    rings = [(r, key) for r, key in ((table.ring, "close_ring"), (2.0, "engage_if_able")) if here > r + TOL]
    for ring, key in rings:
        spots = _ring_spots(table, ends, i, ring - COMFORT, step)
        spots = spots[_good_spots(table, ends, i, spots, ring)]
        if not len(spots):
            continue
        if ways is None:
            ways = ways_of(table, i)
        lengths, last = ways.reach(spots)
        for k in np.argsort(lengths):
            if not np.isfinite(lengths[k]):
                break
            path = ways.way(spots[k], int(last[k]))
            moved = [path if j == i else e[None] for j, e in enumerate(ends)]
            others = measure_ends(table, np.array([p[-1] for p in moved]))
            mine = _way_excess(table, path, i)
            if holds(others, COMFORT / 2) and not broken(mine, 0.0) and _length(path) <= table.roll:
                now = float(gaps(np.array([[*spots[k], radius]]), table.target_discs).min())
                return Better(table.names[i], key, here, now, path, -max(others.values()))
    return None


def _ring_spots(table: Table, ends: Floats, i: int, ring: float, step: float) -> Floats:
    """Give places within `ring` of a target: a lattice, and where circles that matter cross."""
    radius = float(table.radii[i])
    targets = table.target_discs
    near = targets[np.hypot(*(targets[:, :2] - table.starts[i]).T) <= table.roll + ring + radius + targets[:, 2]]
    if not len(near):
        return np.zeros((0, 2))
    parts = []
    for x, y, r in near:
        span = np.arange(-(r + radius + ring), r + radius + ring + step, step)
        parts.append(np.stack(np.meshgrid(x + span, y + span), axis=-1).reshape(-1, 2))
    room = COMFORT
    circles = [_grown(near, radius + ring), _grown(near, radius + room)]
    mates = np.delete(discs_at(table, ends), i, axis=0)
    for discs in (mates, table.friends, table.all_foes):
        circles.append(_grown(discs, radius + room))
    circles.append(_grown(mates, radius + 2 - room))
    others = _stack(d for u, d in table.foes.items() if u not in table.targets)
    circles.append(_grown(others, radius + 2 + room))
    circles.append(np.array([[*table.starts[i], table.roll - room]]))
    every = np.concatenate(circles)
    centre, span_out = near[:, :2].mean(axis=0), np.ptp(near[:, :2], axis=0).max() + ring + 6
    every = every[np.hypot(*(every[:, :2] - centre).T) - every[:, 2] <= span_out]
    parts.append(circle_crossings(every))
    parts += [_along(shape, radius + swell + room, step / 2) for shape, swell in table.no_standing]
    spots = np.concatenate(parts)
    spots = spots[gaps(np.column_stack([spots, np.full(len(spots), radius)]), near).min(axis=1) <= ring]
    return spots[np.hypot(*(spots - table.starts[i]).T) <= table.roll]


def _along(shape: object, away: float, step: float) -> Floats:
    """Give places at this distance all round a piece of terrain."""
    outline = shapely.boundary(shapely.buffer(shape, away, quad_segs=32))
    at = np.arange(0.0, shapely.length(outline), step)
    return np.asarray(shapely.get_coordinates(shapely.line_interpolate_point(outline, at)))


def _good_spots(table: Table, ends: Floats, i: int, spots: Floats, ring: float) -> Bools:
    """Tell at which places model `i` could stand, every clause about ends kept with room, all others held."""
    room = COMFORT / 2
    discs = np.column_stack([spots, np.full(len(spots), table.radii[i])])
    ok: Bools = gaps(discs, table.target_discs).min(axis=1) <= ring - room
    radius = float(table.radii[i])
    ok &= (spots >= radius + room).all(axis=1)
    ok &= (spots <= np.array([table.width, table.height]) - radius - room).all(axis=1)
    for others in (table.all_foes, table.friends):
        if len(others):
            ok &= gaps(discs, others).min(axis=1) >= room
    for unit, foes in table.foes.items():
        if unit not in table.targets and len(foes):
            ok &= gaps(discs, foes).min(axis=1) >= 2 + room
    for shape, swell in table.no_standing:
        todo = np.flatnonzero(ok)
        ok[todo] = shapely.distance(shapely.points(spots[todo]), shape) >= radius + swell + room
    if table.size > 1:
        ok &= _coherent(table, ends, i, discs, room)
    ok &= _targets_kept(table, ends, i, discs, room)
    start = np.array([[*table.starts[i], radius]])
    closer = np.zeros(len(spots), dtype=bool)
    for t in table.targets:
        closer |= gaps(discs, table.foes[t]).min(axis=1) <= gaps(start, table.foes[t]).min() - room
    return ok & closer


def _coherent(table: Table, ends: Floats, i: int, discs: Floats, room: float) -> Bools:
    """Tell where model `i` leaves the whole unit coherent: itself, and those who lean on it."""
    mates = np.delete(discs_at(table, ends), i, axis=0)
    to_mates = gaps(discs, mates)
    ok = (to_mates >= room) & (to_mates <= 9 - room)
    linked = to_mates <= 2 - room
    good: Bools = ok.all(axis=1) & linked.any(axis=1)
    between = gaps(mates, mates)
    np.fill_diagonal(between, np.inf)
    alone = between.min(axis=1) > 2 - room if len(mates) > 1 else np.ones(len(mates), dtype=bool)
    good &= linked[:, alone].all(axis=1)
    if table.connected:
        for k in np.flatnonzero(good):
            whole = gaps(np.vstack([mates, discs[k]]), np.vstack([mates, discs[k]]))
            np.fill_diagonal(whole, np.inf)
            good[k] = _bottleneck(whole) <= 2 - room
    return good


def _targets_kept(table: Table, ends: Floats, i: int, discs: Floats, room: float) -> Bools:
    """Tell where model `i` leaves every target engaged by somebody."""
    mates = np.delete(discs_at(table, ends), i, axis=0)
    ok: Bools = np.ones(len(discs), dtype=bool)
    for t in table.targets:
        foes = table.foes[t]
        if not len(mates) or gaps(mates, foes).min() > 2 - room:
            ok &= gaps(discs, foes).min(axis=1) <= 2 - room
    return ok


def judge_answer(scenario: Scenario, answer: Answer, step: float = 0.05) -> list[str]:
    """Give everything that is wrong with a ``legal`` answer for certain, as sentences; empty: nothing was found."""
    table = read_table(scenario, answer.targets, answer.roll)
    faults = [f"{key}: by {value:.6f}" for key, value in broken(declaration(table)).items()]
    paths = paths_of(table, answer)
    faults += [f"{key}: by {value:.6f}" for key, value in broken(measure(table, paths)).items()]
    if faults:
        return faults
    ends = np.array([p[-1] for p in paths])
    for i in range(table.size):
        better = better_end(table, ends, i, step)
        if better is not None:
            way = ", ".join(f"({x:.4f}, {y:.4f})" for x, y in better.path)
            faults.append(f"{better.rule}: {better.model} at {better.was:.4f} could be at {better.now:.4f} by {way}")
    return faults
