"""The quick search for a legal assignment: annealing over sites, then projection between them. Proves nothing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from planner.candidates import Floats, Ints, Question, Roadmaps, Sites, stacked, survey
from planner.kernels.anneal import anneal
from planner.kernels.project import project
from planner.pathing import trace
from planner.solve.goals import GOALS
from planner.units import UNITS_PER_INCH


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """An assignment (a site per model) and how far it is from legal: 0 is legal over the sites."""

    chosen: Ints
    faults: float


HEATS = (0.5, 2.0)
"""Where walks begin to cool, inches of movement: the cooler finish better, the hotter get out of more traps."""
COLD = 0.03
DUTY_WORTH = 6.0
"""What the goal "hold" pays for the close ring, inches of movement."""
_WORTH = {"models_within_close_ring": 1.0, "models_engaged": 0.5, "base_contacts": 0.2, "enemies_engaged": 0.1}
"""What a measure is worth to the annealer, in inches of movement: a rough guide, CP-SAT does the exact order."""
MARGIN = 4.0
"""Units by which a projection overdoes every condition, so that rounding to the lattice breaks none."""
SWEEPS = 4000
"""Most sweeps of a projection."""


def search(question: Question, sites: Sites, goal: str, *, steps: int, seed: int, grouped: bool) -> Found | None:
    """Anneal; None when some model has no site at all. `grouped` asks for one connected group."""
    options_from, options, cost = _options(sites)
    if (np.diff(options_from) == 0).any():
        return None
    moving = 0.02 if goal != "hold" else 1.0
    picks, faults, _ = anneal(
        sites.at.astype(np.float64),
        question.radius.astype(np.float64),
        _reward(sites, goal, seed),
        sites.gaps - question.engagement,
        options_from,
        options,
        moving * cost / UNITS_PER_INCH,
        np.array([question.coherency, question.span], dtype=np.float64),
        question.neighbours,
        grouped,
        _nearest_picks(options_from, cost),
        steps,
        HEATS[seed % len(HEATS)],
        COLD,
        seed,
    )
    return Found(options[options_from[:-1] + picks], float(faults))


def _options(sites: Sites) -> tuple[Ints, Ints, Floats]:
    """Give each model's sites as one list, sorted along a Morton curve, and what each costs (path, units)."""
    order = _morton_order(sites.at)
    options: list[Ints] = []
    cost: list[Floats] = []
    for length in sites.length:
        able = order[np.isfinite(length[order])]
        options.append(able)
        cost.append(length[able])
    sizes = np.array([0] + [len(part) for part in options], dtype=np.int64)
    return np.cumsum(sizes), np.concatenate(options), np.concatenate(cost)


def _morton_order(at: Ints) -> Ints:
    cell = at // (UNITS_PER_INCH // 4)
    key = np.zeros(len(at), dtype=np.int64)
    for bit in range(16):
        key |= ((cell[:, 0] >> bit) & 1) << (2 * bit)
        key |= ((cell[:, 1] >> bit) & 1) << (2 * bit + 1)
    order: Ints = np.argsort(key, kind="stable")
    return order


def _nearest_picks(options_from: Ints, cost: Floats) -> Ints:
    """Start with every model's longest move: nearest to the enemy, more often than not."""
    return np.array([int(np.argmax(cost[a:b])) for a, b in pairwise(options_from)], dtype=np.int64)


def _reward(sites: Sites, goal: str, seed: int) -> Floats:
    if goal == "hold":
        # no measure asks for a ring, but whoever can must: every other walk is paid well to go there
        return sites.ring.astype(np.float64) * 0.5 * DUTY_WORTH * float(seed // 2 % 2)
    reward = np.zeros(len(sites))
    for rank, name in enumerate(name for name in GOALS[goal] if name != "movement_in"):
        worth = _WORTH[name] * (2.0 if rank == 0 else 1.0)
        if name == "models_within_close_ring":
            reward += worth * (sites.ring == 2)
        elif name in ("models_engaged", "enemies_engaged"):
            reward += worth * (sites.ring >= 1)
        else:
            reward += worth * np.minimum(sites.contacts, 3)
    return reward


def polish(question: Question, maps: Roadmaps, ends: Ints, *, grouped: bool) -> Sites | None:
    """Push nearly legal ends (n, 2) into legality; give their points as sites, one per model in order.

    None when the projection does not settle or a rounded point is no site for its model. Whether the
    points are legal together is for the caller to see: they are only very likely so.
    """
    anchor, left = _anchors(question, maps, ends)
    moved, worst = project(
        ends.astype(np.float64),
        question.radius.astype(np.float64),
        np.column_stack([question.foe_at, question.foe_radius]).astype(np.float64),
        question.foe_unit,
        _discs(question),
        _edges(question),
        np.array([question.footing.width, question.footing.height], dtype=np.float64),
        question.start_gap,
        anchor,
        left,
        np.array([question.engagement, question.coherency, question.span], dtype=np.float64),
        question.neighbours,
        grouped,
        MARGIN,
        SWEEPS,
    )
    if worst > 0.0:
        return None
    points = np.rint(moved).astype(np.int64)
    parts = [survey(question, maps, int(r), points[i : i + 1]) for i, r in enumerate(question.radius)]
    if any(len(part) == 0 or not np.isfinite(part.length[i, 0]) for i, part in enumerate(parts)):
        return None
    return stacked(parts)


def _anchors(question: Question, maps: Roadmaps, ends: Ints) -> tuple[Floats, Floats]:
    """Give the last turn of each model's path to its end, and how far the roll reaches from there."""
    anchor = question.start.astype(np.float64)
    left = np.full(question.size, float(question.roll))
    for i, start in enumerate(question.starts()):
        end = (int(ends[i, 0]), int(ends[i, 1]))
        path = trace(maps.of(i), start, end, question.roll).path
        if path is None or len(path) < 3:
            continue
        legs = np.hypot(*np.diff(np.array(path[:-1], dtype=np.float64), axis=0).T)
        anchor[i] = path[-2]
        left[i] = question.roll - legs.sum()
    return anchor, left


def _discs(question: Question) -> Floats:
    discs = [(d.centre[0], d.centre[1], d.radius) for d in question.footing.discs]
    return np.array(discs, dtype=np.float64).reshape(-1, 3)


def _edges(question: Question) -> Floats:
    edges = [
        (*a, *b)
        for wall in question.footing.polygons
        for a, b in zip(wall.corners, (*wall.corners[1:], wall.corners[0]))
    ]
    return np.array(edges, dtype=np.float64).reshape(-1, 4)
