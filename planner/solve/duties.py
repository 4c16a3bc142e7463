"""Finds "if able" breaches: a better end for one model, everybody else held (11.04, reading A1).

The region where a model may end is bounded by circles and straight lines (rims of bases, rings, coherency,
terrain), and the shortest way into it ends at a crossing of two of them, or comes in square to one. So the finder
looks at all crossings, at square arrivals, and at some points round each rim: what it misses is thinner than a
few lattice units. It is not trusted: the referee judges what it shows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planner.candidates import (
    ROUNDING,
    TIGHT,
    Floats,
    Ints,
    Question,
    Roadmaps,
    distinct,
    is_closer,
    look_at,
    rims,
    zone,
)
from planner.kernels.ends import crossings
from planner.pathing import may_stand, reach, reach_ring, trace
from planner.shapes import Point
from planner.solve.goals import groups


@dataclass(frozen=True, slots=True)
class Better:
    """A better end for one model: its index, the path there, and the ring it is in."""

    model: int
    path: tuple[Point, ...]
    ring: int


def rings_of(question: Question, ends: Ints) -> Ints:
    """Give the ring of each model's end: 2 close to a target, 1 engaged with one, 0 neither."""
    return np.concatenate([look_at(question, int(r), ends[i : i + 1])[1] for i, r in enumerate(question.radius)])


def find_better(question: Question, maps: Roadmaps, ends: Ints, only: tuple[int, ...] | None = None) -> Better | None:
    """Give a better end for some model outside the best ring (of `only` these), or None if none is found.

    `ends` (n, 2) must be a plan that is legal but for the duties.
    """
    rings = rings_of(question, ends)
    for i in range(question.size) if only is None else only:
        for wanted in range(2, int(rings[i]), -1):
            if wanted == 1 and not question.rules.flag("engage_if_able"):
                continue
            found = _better_end(question, maps, ends, i, wanted)
            if found is not None:
                return found
    return None


def _better_end(question: Question, maps: Roadmaps, ends: Ints, i: int, wanted: int) -> Better | None:
    """Give an end of model i in the ring `wanted` with a path, everybody else held; None if none is found."""
    width = question.close if wanted == 2 else question.engagement
    if float(question.start_gap[i].min()) - width > question.roll:
        return None
    start = question.starts()[i]
    points = region_points(question, maps, ends, i, width)
    points = points[((points - question.start[i]) ** 2).sum(axis=1) <= question.roll**2]
    points = points[fits(question, ends, i, points, wanted)]
    if not len(points):
        return None
    found = reach(maps.of(i), start, question.roll, points)
    for k in np.argsort(found.upper, kind="stable"):
        if found.lower[k] > question.roll:
            break
        end = (int(points[k, 0]), int(points[k, 1]))
        path = trace(maps.of(i), start, end, question.roll).path
        if path is not None and stays_whole(question, ends, i, points[k]):
            return Better(i, path, wanted)
    return None


def region_points(question: Question, maps: Roadmaps, ends: Ints, i: int, width: int) -> Ints:
    """Give every point at which the region of model i in this ring may begin."""
    radius = int(question.radius[i])
    circles, lines = rims(question, radius)
    mates = np.delete(np.arange(question.size), i)
    both = (question.radius[mates] + radius).astype(np.float64)
    mate_rims = [
        np.column_stack([ends[mates], both + shift])
        for shift in (ROUNDING, question.coherency - ROUNDING, question.span - ROUNDING)
    ]
    ring = zone(question, radius, width)
    start = question.start[i].astype(np.float64)
    ring = ring[np.hypot(*(ring[:, :2] - start).T) - ring[:, 2] <= question.roll]
    all_circles = np.concatenate([circles, *mate_rims])
    away = all_circles[:, None, :2] - ring[None, :, :2]
    near = np.hypot(away[..., 0], away[..., 1]) <= all_circles[:, None, 2] + ring[None, :, 2]
    all_circles = all_circles[near.any(axis=1)]
    crossed = crossings(all_circles, lines, ring, 60000)
    points = np.rint(
        np.concatenate([crossed, _squares(start, question.roll, all_circles), _around(all_circles)])
    ).astype(np.int64)
    arrivals = _arrivals(question, maps, i, ring)
    return distinct(np.concatenate([points, arrivals]))


def _squares(start: Floats, roll: int, circles: Floats) -> Floats:
    """Give where the straight way from the start comes square onto each rim; where the roll just gets there, also
    onto the rim as the rule has it, less the margin for rounding."""
    away = start - circles[:, :2]
    distance = np.maximum(1.0, np.hypot(away[:, 0], away[:, 1]))[:, None]
    unit = away / distance
    radius = circles[:, 2:]
    tight = (distance - radius > roll - TIGHT)[:, 0]
    exact = radius[tight] + ROUNDING
    return np.concatenate([circles[:, :2] + unit * radius, circles[tight, :2] + unit[tight] * exact])


def _around(circles: Floats) -> Floats:
    """Give twelve points round each rim."""
    angle = 2 * np.pi * np.arange(12) / 12
    spokes = np.column_stack([np.cos(angle), np.sin(angle)])
    around: Floats = circles[:, None, :2] + circles[:, None, 2:] * spokes[None, :, :]
    return around.reshape(-1, 2)


def _arrivals(question: Question, maps: Roadmaps, i: int, ring: Floats) -> Ints:
    """Give the points where the shortest ways round obstacles come into the ring of a target."""
    start = question.starts()[i]
    points: list[Point] = []
    order = np.argsort(np.hypot(*(ring[:, :2] - question.start[i]).T) - ring[:, 2], kind="stable")
    for x, y, full in ring[order[:12]]:
        points += reach_ring(maps.of(i), start, question.roll, (int(x), int(y)), int(full)).points
    return np.array(points, dtype=np.int64).reshape(-1, 2)


def fits(question: Question, ends: Ints, i: int, points: Ints, wanted: int) -> np.ndarray:
    """Whether model i may end at each point, in the ring, with the unit's conditions held (bool (k,))."""
    clear, ring, mask, _, gaps = look_at(question, int(question.radius[i]), points)
    good = np.asarray(clear & (ring >= wanted) & is_closer(question, i, gaps))
    masks = (look_at(question, int(r), ends[j : j + 1])[2] for j, r in enumerate(question.radius) if j != i)
    others = [int(mask[0]) for mask in masks]
    for t in range(len(question.targets)):
        if not any((m >> t) & 1 for m in others):
            good &= (mask >> t) & 1 == 1
    kept = np.flatnonzero(good)
    mates = np.delete(np.arange(question.size), i)
    if len(mates):
        kept = kept[_coherent(question, ends, i, mates, points[kept])]
    kept = kept[may_stand(question.footing, int(question.radius[i]), points[kept])]
    fitting = np.zeros(len(points), dtype=np.bool_)
    fitting[kept] = True
    return fitting


def _coherent(question: Question, ends: Ints, i: int, mates: Ints, points: Ints) -> np.ndarray:
    """Whether nobody is overlapped, and everybody keeps mates enough and is near enough (bool (k,))."""
    away = points[:, None, :] - ends[mates][None, :, :]
    square = (away * away).sum(axis=2)
    both = (question.radius[mates] + question.radius[i])[None, :]
    near = square <= (both + question.coherency) ** 2
    good = np.asarray((square >= both**2).all(axis=1) & (square <= (both + question.span) ** 2).all(axis=1))
    good &= near.sum(axis=1) >= question.neighbours
    between = ends[mates][:, None, :] - ends[mates][None, :, :]
    limit = question.radius[mates][:, None] + question.radius[mates][None, :] + question.coherency
    mates_near = ((between * between).sum(axis=2) <= limit * limit).sum(axis=1) - 1
    kept: np.ndarray = good & ((mates_near[None, :] + near) >= question.neighbours).all(axis=1)
    return kept


def stays_whole(question: Question, ends: Ints, i: int, point: Ints) -> bool:
    """Whether the unit is one group with model i at this point, where the reading asks for that."""
    if not question.rules.flag("coherency_connected"):
        return True
    moved = ends.copy()
    moved[i] = point
    return groups(question, moved) == 1
