"""The configuration space of a round base as a graph that one unit's models share.

Method
------
A disc's shortest path among polygons and discs bends only on circles: of the base's radius about convex corners, of
both radii about discs. Its straight parts are common tangents of two such circles. At notches, where two obstacles
meet, and at the board's edge free space is locally convex and nobody bends. So the free arcs of those circles and
the free bitangents between them hold every shortest path, and "there is no way" is a proof.

Exactness
---------
Fit is decided in integers, length in floats that are on the safe side. All needs are deflated by `DELTA`
(1.2e-7 inch) before floats see them: what touches is then clear by far more than rounding, and lengths can only
become smaller (L grows with the radius; dL/dr of a taut path is the angle it turns). Deflation would open gaps that
are too narrow by less than 2 DELTA; those are found, decided exactly and closed by a bridge from the one obstacle to
the other, which no path crosses. No place on a bridge is free for the true base, so nothing true is lost.
A gap exactly as wide as the base has no bridge: it is open. Against the edge of the board everything is an integer,
so a gap is too narrow by a whole unit or not at all, and needs no bridge.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from planner.kernels.paths_exact import narrow_gaps
from planner.kernels.paths_graph import bitangents, free_arcs
from planner.kernels.paths_search import grow
from planner.pathing.faults import is_inside, wall_gap2
from planner.pathing.ground import Boundary, Ground, Needs, boundary_of, may_stand, needs_of, outline
from planner.shapes import Point
from planner.units import INPUT_OVERLAP_MAX

Array = Any

DELTA = 1.0 / 64.0
"""How much every radius is deflated before floats measure (units)."""
GIVE = 1.0 / 1024.0
"""How much deeper still a path may go before floats call it blocked: more than rounding, far less than DELTA."""

ROOM = 0.01
"""Added to a budget inside, so that rounding cuts nothing off that ends exactly at the budget."""


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """The shortest paths from one start (see `planner.kernels.paths_search.grow`).

    order, least : the groups that can be entered, by the smallest length to any place of theirs.
    """

    entry: Array
    label: Array
    turned: Array
    came: Array
    order: Array
    least: Array


@dataclass(frozen=True, slots=True, eq=False)
class Roadmap:
    """Where a base of this radius can go from these starts within this budget. Made by `build_roadmap`.

    The arrays are those of the kernels: exact ones (`dots`, `edges`, `box`) at the true needs, float ones deflated.
    `outer_dots` and `outer_edges` are the exact ones with needs that were lowered to a root rounded up instead of down.
    `special` holds a roadmap of its own for each start that overlaps something a little (see `build_roadmap`).
    """

    ground: Ground
    radius: int
    starts: tuple[Point, ...]
    budget: int
    needs: Needs
    dots: Array
    edges: Array
    outer_dots: Array
    outer_edges: Array
    box: Array
    limits: Array
    bars: Array
    turns: Array
    turn_dots: Array
    cones: Array
    arcs: Array
    first: Array
    tangents: Array
    groups: Array
    group_first: Array
    places: Array
    owner: Array
    twins: Array
    lengths: Array
    special: tuple[tuple[Point, Roadmap], ...] = ()
    # grown once per start and budget; a memo, not a state: leaving it out changes no answer
    _trees: dict[tuple[Point, int], Tree] = field(default_factory=dict, repr=False)

    def of(self, start: Point) -> Roadmap:
        """Give the roadmap that holds for this start: this one, or the start's own if it overlaps something."""
        for place, roadmap in self.special:
            if place == start:
                return roadmap
        if start not in self.starts:
            raise ValueError(f"the roadmap was not built for a start at {start}")
        return self

    def tree(self, start: Point, budget: int) -> Tree:
        """Give the tree of shortest paths from a start, within a budget."""
        if budget > self.budget:
            raise ValueError(f"the roadmap was built for a budget of {self.budget}, not {budget}")
        known = self._trees.get((start, budget))
        if known is None:
            known = self._trees[(start, budget)] = _grow(self, start, budget)
        return known


def build_roadmap(ground: Ground, radius: int, starts: tuple[Point, ...], budget: int) -> Roadmap:
    """Build the roadmap of a base for paths from any of `starts` of length up to `budget`.

    A start may overlap an obstacle or the board's edge by up to 0.001 inch, which counts as touching: for it, that
    obstacle's need is what the start has (rounded down, so that lower bounds stay lower), on a roadmap of its own.
    A start that overlaps more, or stands inside a wall, raises ValueError; a disc may be one that holds starts.
    """
    starts = tuple((int(x), int(y)) for x, y in starts)
    plain = needs_of(ground, radius)
    special = tuple(
        (start, _build(ground, radius, (start,), budget, needs_at(ground, plain, start), ()))
        for start, is_free in zip(starts, may_stand(ground, radius, np.array(starts)), strict=True)
        if not is_free
    )
    return _build(ground, radius, starts, budget, plain, special)


def needs_at(ground: Ground, needs: Needs, start: Point) -> Needs:
    """Give the needs lowered to what a start has that overlaps a little."""
    x, y = start
    inside = [wall.name or str(wall.corners[0]) for wall in ground.polygons if is_inside(outline(wall), start)]
    if inside:
        raise ValueError(f"a base that starts at {start} is inside {inside[0]}")
    discs = tuple(
        min(need, math.isqrt((disc.centre[0] - x) ** 2 + (disc.centre[1] - y) ** 2))
        for disc, need in zip(ground.discs, needs.discs, strict=True)
    )
    walls = tuple(
        min(need, math.isqrt(int(wall_gap2(wall.corners, start, start))))
        for wall, need in zip(ground.polygons, needs.walls, strict=True)
    )
    room = (x, y, ground.width - x, ground.height - y)
    sides = tuple(min(need, has) for need, has in zip(needs.sides, room, strict=True))
    lowered = Needs(discs, walls, (sides[0], sides[1], sides[2], sides[3]), is_plain=False)
    hard = [k for k, disc in enumerate(ground.discs) if not disc.may_hold_starts]
    was = (*(needs.discs[k] for k in hard), *needs.walls, *needs.sides)
    now = (*(lowered.discs[k] for k in hard), *lowered.walls, *lowered.sides)
    deepest = max(a - b for a, b in zip(was, now, strict=True))
    if deepest > INPUT_OVERLAP_MAX + 1 or min(now) <= 0:
        raise ValueError(f"a base that starts at {start} overlaps an obstacle by {deepest} units")
    return lowered


def _build(
    ground: Ground,
    radius: int,
    starts: tuple[Point, ...],
    budget: int,
    needs: Needs,
    special: tuple[tuple[Point, Roadmap], ...],
) -> Roadmap:
    edge = boundary_of(ground, needs)
    places = np.array(starts, dtype=np.float64).reshape(-1, 2)
    keep_dot, keep_edge = _kept(edge, places, budget)
    dots, edges, corners = edge.dots[keep_dot], edge.edges[keep_edge], _renumbered(edge.turns, keep_dot, keep_edge)
    outer = edge if needs.is_plain else boundary_of(ground, _raised(needs, needs_of(ground, radius)))
    bridges = narrow_gaps(dots, edges, 4.0 * DELTA)
    limits = dots.astype(np.float64)
    limits[:, 2] -= DELTA + GIVE
    walls = np.ascontiguousarray(edges[:, :4], dtype=np.float64)
    turns, cones = _turns(dots, walls, corners)
    room = edge.box.astype(np.float64) + (DELTA + GIVE) * np.array([-1.0, -1.0, 1.0, 1.0])
    arcs = free_arcs(turns, corners, limits, walls, edges[:, 4] - (DELTA + GIVE), bridges, room)
    first = np.searchsorted(arcs[:, 0], np.arange(len(turns) + 1)).astype(np.int64)
    near = np.maximum(_distances(places, turns).min(axis=0, initial=np.inf) - turns[:, 2], 0.0)
    bars = np.concatenate((walls, bridges))
    tangents = bitangents(turns, cones, arcs, first, near, limits, bars, budget + ROOM)
    return Roadmap(
        ground, radius, starts, budget, needs, dots, edges, outer.dots[keep_dot], outer.edges[keep_edge],
        edge.box, limits, bars, turns, corners[:, 0].copy(), cones,
        arcs, first, tangents, *_groups(turns, arcs), *_nodes(arcs, tangents), special,
    )  # fmt: skip


def _raised(needs: Needs, plain: Needs) -> Needs:
    """Give lowered needs (roots, rounded down) rounded up."""
    return Needs(
        tuple(min(need + 1, most) for need, most in zip(needs.discs, plain.discs, strict=True)),
        tuple(min(need + 1, most) for need, most in zip(needs.walls, plain.walls, strict=True)),
        needs.sides,
        is_plain=False,
    )


def _kept(edge: Boundary, places: Array, budget: int) -> tuple[Array, Array]:
    """Say which dots and edges a base can touch on a path of length `budget` from any of the places."""
    dots, edges = edge.dots, edge.edges
    keep_dot: Array = (_distances(places, dots) <= budget + dots[:, 2] + 1.0).any(axis=0)
    a, u = edges[:, :2].astype(np.float64), (edges[:, 2:4] - edges[:, :2]).astype(np.float64)
    away = places[:, None, :] - a[None, :, :]
    part = np.clip((away * u).sum(axis=2) / (u * u).sum(axis=1), 0.0, 1.0)
    gaps = np.hypot(away[..., 0] - part * u[:, 0], away[..., 1] - part * u[:, 1])
    return keep_dot, (gaps <= budget + edges[:, 4] + 1.0).any(axis=0)


def _renumbered(turns: Array, keep_dot: Array, keep_edge: Array) -> Array:
    """Give the turns whose dots are kept, by the new numbers of dots and edges."""
    # an index of -1 (a disc has no edges) must stay -1: the extra last entry of each map sees to it
    new_dot = np.append(np.cumsum(keep_dot) - 1, -1)
    new_edge = np.append(np.cumsum(keep_edge) - 1, -1)
    kept = turns[keep_dot[turns[:, 0]]]
    moved = np.column_stack((new_dot[kept[:, 0]], new_edge[kept[:, 1]], new_edge[kept[:, 2]]))
    return np.ascontiguousarray(moved, dtype=np.int64)


def _distances(places: Array, targets: Array) -> Array:
    """Give the distance from every place to every target (x, y in the first two columns)."""
    dx = places[:, None, 0] - targets[None, :, 0]
    dy = places[:, None, 1] - targets[None, :, 1]
    gaps: Array = np.hypot(dx, dy)
    return gaps


def _turns(dots: Array, walls: Array, corners: Array) -> tuple[Array, Array]:
    """Give the circles on which paths bend, and the unit vectors that bound their cones."""
    count = len(corners)
    turns = np.zeros((count, 5))
    turns[:, :3] = dots[corners[:, 0]]
    turns[:, 2] -= DELTA
    turns[:, 4] = 2.0 * math.pi
    cones = np.zeros((count, 4))
    is_corner = corners[:, 1] >= 0
    for column, at in ((0, 1), (2, 2)):
        wall = walls[corners[is_corner, at]]
        dx, dy = wall[:, 2] - wall[:, 0], wall[:, 3] - wall[:, 1]
        length = np.hypot(dx, dy)
        # walls run counter-clockwise: the outside is on the right
        cones[is_corner, column], cones[is_corner, column + 1] = dy / length, -dx / length
    low = np.arctan2(cones[:, 1], cones[:, 0])
    high = np.arctan2(cones[:, 3], cones[:, 2])
    turns[is_corner, 3] = low[is_corner]
    turns[is_corner, 4] = ((high - low) % (2.0 * math.pi))[is_corner]
    return turns, cones


def _groups(turns: Array, arcs: Array) -> tuple[Array]:
    """Give two groups for every arc, counter-clockwise and clockwise."""
    count = len(arcs)
    groups = np.empty((2 * count, 8))
    turn = arcs[:, 0].astype(np.int64)
    for way, sense in ((0, 1.0), (1, -1.0)):
        groups[way::2, :3] = turns[turn, :3]
        groups[way::2, 3] = sense
        groups[way::2, 4] = arcs[:, 2]
        groups[way::2, 5] = turn
        groups[way::2, 6] = np.arange(count)
        groups[way::2, 7] = arcs[:, 2] >= 2.0 * math.pi - 1e-12
    return (groups,)


def _nodes(arcs: Array, tangents: Array) -> tuple[Array, Array, Array, Array, Array]:
    """Give the nodes, sorted by group and place: first of each group, places, groups, twins, tangent lengths.

    A tangent has four: leaving one end for the other, and back.
    """
    count = len(tangents)
    group, place = np.empty(4 * count, dtype=np.int64), np.empty(4 * count)
    for block, column, sign in ((0, 0, 1.0), (1, 3, 1.0), (2, 3, -1.0), (3, 0, -1.0)):
        rows = slice(block * count, (block + 1) * count)
        arc, sense = tangents[:, column].astype(np.int64), sign * tangents[:, column + 2]
        group[rows] = 2 * arc + (sense < 0)
        place[rows] = np.where(sense > 0, tangents[:, column + 1], arcs[arc, 2] - tangents[:, column + 1])
    order = np.lexsort((place, group))
    where = np.empty_like(order)
    where[order] = np.arange(len(order))
    twins, lengths = np.full(4 * count, -1, dtype=np.int64), np.zeros(4 * count)
    for leaving, arriving in ((0, 1), (2, 3)):
        rows = slice(leaving * count, (leaving + 1) * count)
        twins[where[rows]] = where[arriving * count : (arriving + 1) * count]
        lengths[where[rows]] = tangents[:, 6]
    owner = group[order]
    first = np.searchsorted(owner, np.arange(2 * len(arcs) + 1)).astype(np.int64)
    return first, place[order], owner, twins, lengths


def _grow(roadmap: Roadmap, start: Point, budget: int) -> Tree:
    here = np.array([start], dtype=np.float64)
    near = np.maximum(_distances(here, roadmap.turns)[0] - roadmap.turns[:, 2], 0.0)
    entry, label, turned, came = grow(
        float(start[0]), float(start[1]), budget + ROOM, roadmap.turns, roadmap.cones, roadmap.arcs, roadmap.first,
        near, roadmap.limits, roadmap.bars, roadmap.groups, roadmap.group_first, roadmap.places, roadmap.owner,
        roadmap.twins, roadmap.lengths,
    )  # fmt: skip
    least = entry[:, 0].copy()
    np.minimum.at(least, roadmap.owner, label)
    order = np.argsort(least, kind="stable")
    order = order[np.isfinite(least[order])].astype(np.int64)
    return Tree(entry, label, turned, came, order, least[order])
