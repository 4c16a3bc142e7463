"""Cells that cover every end a model could have: squares on the table, each standing for all points in it.

Every test here drops a cell, or a relation between two, only where it fails for *every* point (or pair of points):
what remains is a relaxation of the charge over the continuous table. Lengths in lattice units; bounds that are
computed in floats are relaxed by `SLACK`.

Reach over a cell: let c be its middle and d half its diagonal. A base of radius r - d has clearance to spare: wherever
a base of radius r may stand in the cell, the straight line from there to c is free for the smaller base, and every path
of the larger is one of the smaller. So the smaller's shortest way to c, less d, is a lower bound for the whole cell,
around all obstacles; and a middle where the smaller may not stand shows that the larger may stand nowhere in the cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from planner.candidates import Floats, Ints, Question
from planner.clauses import Places
from planner.kernels.blocks import relate
from planner.pathing import Roadmap, build_roadmap, may_stand, reach
from planner.units import INPUT_OVERLAP_MAX, UNITS_PER_INCH, UNITS_PER_MM

MOST_CELLS = 2600
SMALLEST = UNITS_PER_INCH // 200
"""Half side below which a cell is not split: the charge then hangs on less than a hundredth of an inch."""
SLACK = 1.0
"""Units by which bounds computed in floats are relaxed."""
FIRST_SIDE = 16 * UNITS_PER_MM
"""Side of the first cells: small enough that one base at most fits into each (diagonal below twice the radius)."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Squares with middle `at` (c, 2) and half side `half` (c,), for bases of `radius` (c,).

    `able` (n, c): who may end there. `low_gap` (c, targets): no point of the cell is nearer to the target than this.
    """

    at: Ints
    half: Ints
    radius: Ints
    able: np.ndarray
    low_gap: Floats

    def __len__(self) -> int:
        return len(self.at)

    def take(self, chosen: Ints) -> Cells:
        return Cells(
            self.at[chosen], self.half[chosen], self.radius[chosen], self.able[:, chosen], self.low_gap[chosen]
        )

    def join(self, other: Cells) -> Cells:
        return Cells(
            np.concatenate([self.at, other.at]),
            np.concatenate([self.half, other.half]),
            np.concatenate([self.radius, other.radius]),
            np.concatenate([self.able, other.able], axis=1),
            np.concatenate([self.low_gap, other.low_gap]),
        )


Square = tuple[int, int, int, int]
"""The middle of a square (x, y), its half side, and the radius of the bases it is for; lattice units."""


def squares(cells: Cells, chosen: Ints | None = None) -> list[Square]:
    """Give the squares of cells, or of some of them, by number."""
    rows = np.column_stack([cells.at, cells.half, cells.radius])
    return [(x, y, half, radius) for x, y, half, radius in (rows if chosen is None else rows[chosen]).tolist()]


Held = Mapping[int, tuple[float, float, float]]
"""Models whose ends are known to lie in a disc: (x, y, radius), units."""


@dataclass(eq=False)
class Cover:
    """Makes cells for one question; keeps a roadmap for each base size and cell size."""

    question: Question
    held: Held = field(default_factory=dict)
    _roadmaps: dict[tuple[int, int], Roadmap] = field(default_factory=dict)

    def first(self) -> Cells:
        """Give cells that cover every point at which some model could end."""
        question = self.question
        parts = []
        for radius in question.radii():
            half = min(FIRST_SIDE, int(1.3 * radius)) // 2
            own = question.start[question.radius == radius]
            low = np.maximum(own.min(axis=0) - question.roll, 0)
            high = np.minimum(own.max(axis=0) + question.roll, [question.footing.width, question.footing.height])
            counts = (high - low) // (2 * half) + 1
            x, y = (low[k] + half + 2 * half * np.arange(counts[k]) for k in range(2))
            middles = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
            parts.append(self.sift(middles, half, radius))
        cells = parts[0]
        for part in parts[1:]:
            cells = cells.join(part)
        return cells

    def split_as(self, splits: Iterable[Square]) -> Cells:
        """Give the first cells with those of `splits` split, and their quarters that are in it, and so on.

        The squares hang only on the starts, the base sizes and the roll: what one question was split into serves
        another that has less on the table.
        """
        wanted = {square for square in splits if square[2] > SMALLEST}
        cells = self.first()
        while len(cells) <= MOST_CELLS:
            used = np.array([k for k, square in enumerate(squares(cells)) if square in wanted], dtype=np.int64)
            if not len(used):
                break
            cells = self.split(cells, used)
        return cells

    def split(self, cells: Cells, used: Ints) -> Cells:
        """Give the cells with those of `used` replaced by their quarters (rounded so that they still cover)."""
        rest = cells.take(np.setdiff1d(np.arange(len(cells)), used))
        for half, radius in sorted({(int(h), int(r)) for h, r in zip(cells.half[used], cells.radius[used])}):
            group = used[(cells.half[used] == half) & (cells.radius[used] == radius)]
            quarter = half // 2 + 1
            corners = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)]) * (half - quarter)
            middles = (cells.at[group][:, None, :] + corners[None, :, :]).reshape(-1, 2)
            parents = cells.able[:, np.repeat(group, 4)]
            rest = rest.join(self.sift(middles, quarter, radius, parents))
        return rest

    def sift(self, middles: Ints, half: int, radius: int, parents: np.ndarray | None = None) -> Cells:
        """Keep the squares in which some model could end (`parents` (n, k): who could in the square it came from)."""
        question = self.question
        keep = np.flatnonzero(self._is_open(middles, half, radius))
        middles = middles[keep]
        low_gap = self._low_gaps(middles, half, radius)
        able = np.zeros((question.size, len(middles)), dtype=np.bool_)
        for i in np.flatnonzero(question.radius == radius):
            likely = np.ones(len(middles), dtype=np.bool_) if parents is None else parents[i, keep].copy()
            if question.rules.flag("ends_closer"):
                closer = (low_gap < question.start_gap[i] + SLACK).any(axis=1)
                if not question.rules.flag("stationary_must_close"):
                    closer |= (np.abs(middles - question.start[i]) <= half + SLACK).all(axis=1)
                likely &= closer
            if int(i) in self.held:
                x, y, radius_held = self.held[int(i)]
                nearest = np.maximum(np.abs(middles - (x, y)) - half, 0.0)
                likely &= np.hypot(nearest[:, 0], nearest[:, 1]) <= radius_held + SLACK
            likely[likely] = self._within_roll(int(i), middles[likely], half, radius)
            able[i] = likely
        cells = Cells(middles, np.full(len(middles), half), np.full(len(middles), radius), able, low_gap)
        return cells.take(np.flatnonzero(able.any(axis=0)))

    def _is_open(self, middles: Ints, half: int, radius: int) -> np.ndarray:
        """Whether some point of each square is on no base and no terrain and outside ranges that bar it."""
        question = self.question
        open_ = np.ones(len(middles), dtype=np.bool_)
        wide = np.where(question.foe_unit < 0, question.engagement, 0)
        bars = question.foe_radius + radius + wide
        for (x, y), bar in zip(question.foe_at, bars):
            farthest = (np.abs(middles - (x, y)) + half).astype(np.float64)
            open_ &= np.hypot(farthest[:, 0], farthest[:, 1]) > bar - SLACK
        smaller = radius - _half_diagonal(half) - _stays_deep(question)
        if smaller > 0:
            left = np.flatnonzero(open_)
            open_[left] = may_stand(question.footing, smaller, middles[left])
        return open_

    def _low_gaps(self, middles: Ints, half: int, radius: int) -> Floats:
        question = self.question
        low = np.full((len(middles), len(question.targets)), np.inf)
        for (x, y), other, t in zip(question.foe_at, question.foe_radius, question.foe_unit):
            if t >= 0:
                nearest = np.maximum(np.abs(middles - (x, y)) - half, 0).astype(np.float64)
                gap = np.hypot(nearest[:, 0], nearest[:, 1]) - other - radius
                low[:, t] = np.minimum(low[:, t], gap)
        return low

    def _within_roll(self, i: int, middles: Ints, half: int, radius: int) -> np.ndarray:
        """Whether some point of each square may be within model i's reach."""
        question = self.question
        start = question.starts()[i]
        nearest = np.maximum(np.abs(middles - question.start[i]) - half, 0).astype(np.float64)
        within = np.asarray(np.hypot(nearest[:, 0], nearest[:, 1]) <= question.roll + SLACK)
        spare = _half_diagonal(half)
        if radius <= spare or not within.any():
            return within
        lower = reach(self._roadmap(radius, half), start, question.roll + spare, middles[within]).lower
        within[within] = lower - spare <= question.roll + SLACK
        return within

    def _roadmap(self, radius: int, half: int) -> Roadmap:
        key = (radius, half)
        if key not in self._roadmaps:
            question, spare = self.question, _half_diagonal(half)
            starts = tuple(s for s, own in zip(question.starts(), question.radius) if own == radius)
            self._roadmaps[key] = build_roadmap(question.ground, radius - spare, starts, question.roll + spare)
        return self._roadmaps[key]


def _stays_deep(question: Question) -> int:
    """How deep a model that stays may overlap something: what a file may hold, where models may stay at all."""
    return 0 if question.rules.flag("stationary_must_close") else INPUT_OVERLAP_MAX


def _half_diagonal(half: int) -> int:
    """Half the diagonal of a square, rounded up."""
    return int(half * 1.4142136) + 1


def places_of(question: Question, cells: Cells) -> Places:
    """Give what may hold between every two cells: a relation is barred only if it is for all their points."""
    away = (SLACK + _stays_deep(question), question.coherency + SLACK, question.span + SLACK)
    overlap, near, far = relate(cells.at, cells.half, cells.radius, *away)
    mask = np.zeros(len(cells), dtype=np.int64)
    for t in range(len(question.targets)):
        mask |= (cells.low_gap[:, t] <= question.engagement + SLACK).astype(np.int64) << t
    return Places(cells.at, cells.able, mask, overlap, near, far, len(question.targets), question.neighbours)


def middle_gaps(cells: Cells) -> Floats:
    """Give the gaps between bases at the middles of every two cells (units, (c, c))."""
    away = (cells.at[:, None, :] - cells.at[None, :, :]).astype(np.float64)
    gaps: Floats = np.hypot(away[..., 0], away[..., 1]) - (cells.radius[:, None] + cells.radius[None, :])
    return gaps
