"""A plain searcher for plans: random ends and circle crossings, put together one model after another.

It shares nothing with the planner. What it finds is measured by `judge_by_shapely`, so a plan that it gives is a
plan; that it finds none says nothing. Duties are left out on purpose: a plan that keeps every other clause can be
bettered model by model until no duty is open, so where it exists a legal plan exists.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely

from tests.duels.judge_by_shapely import (
    Floats,
    Table,
    Ways,
    _grown,
    _stack,
    circle_crossings,
    discs_at,
    gaps,
    holds,
    measure,
    ways_of,
)

ROOM = 2e-5 + 1e-6
"""Inches kept free in every clause, so that floats cannot make a plan of what is none."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The places where one model may end: discs, which targets each engages, the last waypoint on the way."""

    discs: Floats
    engages: npt.NDArray[np.bool_]
    last: npt.NDArray[np.int64]
    ways: Ways


def ends_of(table: Table, i: int, count: int, dice: np.random.Generator) -> Ends:
    """Sample places for model `i` that keep every clause it can keep alone, with a way to each."""
    radius = float(table.radii[i])
    start = table.starts[i]
    spots = [_in_disc(start, table.roll, count, dice), start[None]]
    near = table.target_discs
    near = near[np.hypot(*(near[:, :2] - start).T) - near[:, 2] - radius - 2 <= table.roll]
    for x, y, r in near:
        spots.append(_in_disc(np.array([x, y]), r + radius + 2, max(60, count // max(1, len(near))), dice))
    spots.append(circle_crossings(_circles(table, i)))
    found = np.concatenate(spots)
    found = found[np.hypot(*(found - start).T) <= table.roll]
    found = found[_stands(table, i, found)]
    ways = ways_of(table, i)
    lengths, last = ways.reach(found)
    ok = np.isfinite(lengths)
    discs = np.column_stack([found[ok], np.full(int(ok.sum()), radius)])
    engages = np.column_stack([gaps(discs, table.foes[t]).min(axis=1) <= 2 - ROOM for t in table.targets])
    return Ends(discs, engages, last[ok], ways)


def _in_disc(centre: Floats, radius: float, count: int, dice: np.random.Generator) -> Floats:
    away, turn = radius * np.sqrt(dice.random(count)), dice.random(count) * 2 * np.pi
    return np.asarray(centre + np.column_stack([away * np.cos(turn), away * np.sin(turn)]))


def _circles(table: Table, i: int) -> Floats:
    radius = float(table.radii[i])
    others = _stack(d for u, d in table.foes.items() if u not in table.targets)
    every = [_grown(table.target_discs, radius + 2 - 2 * ROOM), _grown(others, radius + 2 + 2 * ROOM)]
    every += [_grown(d, radius + 2 * ROOM) for d in (table.all_foes, table.friends)]
    every.append(np.array([[*table.starts[i], table.roll - 1e-4]]))
    circles = np.concatenate(every)
    return circles[np.hypot(*(circles[:, :2] - table.starts[i]).T) - circles[:, 2] <= table.roll]


def _stands(table: Table, i: int, spots: Floats) -> npt.NDArray[np.bool_]:
    radius = float(table.radii[i])
    discs = np.column_stack([spots, np.full(len(spots), radius)])
    ok = (spots >= radius + ROOM).all(axis=1)
    ok &= (spots <= np.array([table.width, table.height]) - radius - ROOM).all(axis=1)
    for others in (table.all_foes, table.friends):
        if len(others):
            ok &= gaps(discs, others).min(axis=1) >= ROOM
    for unit, foes in table.foes.items():
        if unit not in table.targets and len(foes):
            ok &= gaps(discs, foes).min(axis=1) >= 2 + ROOM
    for shape, swell in table.no_standing:
        todo = np.flatnonzero(ok)
        ok[todo] = shapely.distance(shapely.points(spots[todo]), shape) >= radius + swell + ROOM
    start = np.array([[*table.starts[i], radius]])
    closer = np.zeros(len(spots), dtype=bool)
    for t in table.targets:
        closer |= gaps(discs, table.foes[t]).min(axis=1) <= gaps(start, table.foes[t]).min() - ROOM
    return np.asarray(ok & closer)


def find_plan(table: Table, seed: int, count: int = 600, tries: int = 200) -> list[Floats] | None:
    """Look for a plan that keeps every clause but the duties; None: none was found.

    With `idle_must_close` off, models still move here.
    """
    dice = np.random.default_rng(seed)
    ends = [ends_of(table, i, count, dice) for i in range(table.size)]
    if any(not len(e.discs) for e in ends):
        return None
    if not np.any([e.engages.any(axis=0) for e in ends], axis=0).all():
        return None
    for _ in range(tries):
        chosen = _build(table, ends, dice)
        if chosen is None:
            continue
        paths = [e.ways.way(e.discs[k, :2], int(e.last[k])) for e, k in zip(ends, chosen)]
        excess = measure(table, paths)
        slack = {k: v for k, v in excess.items() if k not in ("start",)}
        if holds(slack, 1e-6):
            return paths
    return None


def _build(table: Table, ends: list[Ends], dice: np.random.Generator) -> list[int] | None:
    """Choose an end for each model: first somebody for every target, then the rest next to them."""
    open_ends = [np.ones(len(e.discs), dtype=bool) for e in ends]
    chosen = [-1] * table.size
    covered = np.zeros(len(table.targets), dtype=bool)
    for t in dice.permutation(len(table.targets)):
        if covered[t]:
            continue
        able = [i for i in range(table.size) if chosen[i] < 0 and (open_ends[i] & ends[i].engages[:, t]).any()]
        if not able:
            return None
        i = int(dice.choice(able))
        spots = np.flatnonzero(open_ends[i] & ends[i].engages[:, t])
        more = (ends[i].engages[spots] & ~covered).sum(axis=1)
        if dice.random() < 0.5:
            spots = spots[more == more.max()]
        covered |= ends[i].engages[_take(ends, open_ends, chosen, i, int(dice.choice(spots)))]
    while -1 in chosen:
        placed = np.array([ends[i].discs[k] for i, k in enumerate(chosen) if k >= 0])
        between = gaps(placed, placed)
        np.fill_diagonal(between, np.inf)
        lonely = placed[between.min(axis=1) > 2 - ROOM] if len(placed) > 1 else placed
        free = [i for i in range(table.size) if chosen[i] < 0]
        counts = [int(open_ends[i].sum()) for i in free]
        if min(counts) == 0:
            return None
        i = free[int(np.argmin(counts))] if dice.random() < 0.3 else int(dice.choice(free))
        spots = np.flatnonzero(open_ends[i])
        near = gaps(ends[i].discs[spots], lonely if len(lonely) else placed) <= 2 - ROOM
        if not near.any() and len(lonely):
            near = gaps(ends[i].discs[spots], placed) <= 2 - ROOM
        helps = near.sum(axis=1)
        if not helps.any():
            if dice.random() < 0.5:
                return None
            helps = np.ones(len(spots), dtype=int)
        best = spots[helps == helps.max()] if dice.random() < 0.5 else spots[helps > 0]
        _take(ends, open_ends, chosen, i, int(dice.choice(best)))
    return chosen


def _take(ends: list[Ends], open_ends: list[npt.NDArray[np.bool_]], chosen: list[int], i: int, k: int) -> int:
    """Put model `i` on its place `k`; close what overlaps it or stands over 9" away."""
    chosen[i] = k
    disc = ends[i].discs[k : k + 1]
    for j, e in enumerate(ends):
        if chosen[j] < 0:
            gap = gaps(e.discs, disc)[:, 0]
            open_ends[j] &= (gap >= ROOM) & (gap <= 9 - ROOM)
    return k


def find_pair_or_triple(table: Table, seed: int, count: int = 1500) -> list[Floats] | None:
    """Look through every combination of sampled ends of at most three models; None: none fits."""
    assert table.size <= 3
    dice = np.random.default_rng(seed)
    ends = [ends_of(replace(table), i, count, dice) for i in range(table.size)]
    if any(not len(e.discs) for e in ends):
        return None
    for chosen in _combinations(table, ends):
        paths = [e.ways.way(e.discs[k, :2], int(e.last[k])) for e, k in zip(ends, chosen)]
        if holds(measure(table, paths), 1e-6):
            return paths
    return None


def _combinations(table: Table, ends: list[Ends]) -> list[tuple[int, ...]]:
    if table.size == 1:
        return [(int(k),) for k in np.flatnonzero(ends[0].engages.all(axis=1))[:5]]
    apart = {(i, j): gaps(ends[i].discs, ends[j].discs) for i in range(table.size) for j in range(i)}
    fits = {ij: (g >= ROOM) & (g <= 9 - ROOM) for ij, g in apart.items()}
    links = {ij: fits[ij] & (g <= 2 - ROOM) for ij, g in apart.items()}
    if table.size == 2:
        able = links[1, 0].copy()
        for t in range(len(table.targets)):
            able &= ends[1].engages[:, t, None] | ends[0].engages[None, :, t]
        return [(int(b), int(a)) for a, b in np.argwhere(able)[:5]]
    found: list[tuple[int, ...]] = []
    for a in range(len(ends[0].discs)):
        # model 2 along rows, model 1 along columns; each model linked to one of the other two
        able = fits[2, 1] & fits[2, 0][:, a, None] & fits[1, 0][None, :, a]
        l21, l20, l10 = links[2, 1], links[2, 0][:, a, None], links[1, 0][None, :, a]
        able &= (l21 & l20) | (l21 & l10) | (l20 & l10)
        for t in range(len(table.targets)):
            able &= ends[2].engages[:, t, None] | ends[1].engages[None, :, t] | ends[0].engages[a, t]
        if able.any():
            c, b = np.argwhere(able)[0]
            found.append((a, int(b), int(c)))
            if len(found) >= 5:
                break
    return found


def any_plan(table: Table, seed: int, *, deep: bool = False) -> list[Floats] | None:
    """Look for a plan by the searcher that fits the number of models."""
    if table.size <= 3:
        return find_pair_or_triple(table, seed, {1: 6000, 2: 1500, 3: 350}[table.size] * (3 if deep else 1))
    return find_plan(table, seed, 900 if deep else 400, 400 if deep else 80)


__all__ = ["any_plan", "discs_at", "ends_of", "find_pair_or_triple", "find_plan"]
