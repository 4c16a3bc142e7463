"""Proves that nobody has a place to engage a target: every point of its range is barred by something that stands still.

For one model and one target model, the ends that would engage lie in a disc, less the ranges of enemies that are no
targets, bases, terrain, and what is off the board or farther than the roll as the crow flies. A closed region bounded
by circles and lines that is not empty has a lowest point, and that is a crossing of two of its bounds or the lowest
point of a disc it lies in. So it is empty if none of these finitely many points is in it. All bounds are relaxed by
`SLACK`, far more than floating point errs, so "empty" is never wrong; a region thinner than that is left open.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from planner.candidates import Floats, Question
from planner.impossible.refutation import Refutation
from planner.kernels.ends import crossings
from planner.units import in_text, to_inches
from planner.world import Proof, Reason

SLACK = 1.0
"""Units by which every bound is relaxed."""
BLUR = 0.01
"""Units by which a point may miss a relaxed bound and still count as inside it: above what crossings err."""
MOST_COMBINATIONS = 4000
MOST_CROSSINGS = 200_000


def refute_room(question: Question) -> Refutation | None:
    """Give a proof that some target can be engaged by no model of the unit, or None."""
    for t, name in enumerate(question.targets):
        order = np.argsort(question.start_gap[:, t], kind="stable")
        if any(_has_room(question, int(i), (t,)) for i in order):
            continue
        text = (
            f"No model of {question.scenario.charge.unit} has a place to engage {name}: every point within "
            f"{in_text(question.engagement)} of it and within the roll of {in_text(question.roll)} is taken by "
            f"bases or terrain, or lies within {in_text(question.engagement)} of an enemy that is no target."
        )
        return _refutation(question, (name,), text)
    lone = question.size == 1 and len(question.targets) > 1 and _combinations(question) <= MOST_COMBINATIONS
    if lone and not _has_room(question, 0, tuple(range(len(question.targets)))):
        names = " and ".join(question.targets)
        text = f"{question.names[0]} has no place from which it engages {names} together."
        return _refutation(question, question.targets, text)
    return None


def _refutation(question: Question, targets: tuple[str, ...], text: str) -> Refutation:
    numbers = {"roll_in": to_inches(question.roll)}
    reason = Reason("engage_every_target", text, units=targets, models=question.names, numbers=numbers)
    return Refutation(reason, Proof("no_room", {"targets": list(targets), **numbers}))


def _combinations(question: Question) -> int:
    return int(np.prod([(question.foe_unit == t).sum() for t in range(len(question.targets))]))


def _has_room(question: Question, i: int, targets: tuple[int, ...]) -> bool:
    """Whether model i may have an end, by these bounds, that engages one model of each of these targets."""
    radius = int(question.radius[i])
    reach_of = np.column_stack([question.foe_at, question.foe_radius + radius + question.engagement + SLACK])
    reach_of = reach_of.astype(np.float64)
    crow = np.array([*question.start[i], question.roll + SLACK], dtype=np.float64)
    within = np.hypot(*(reach_of[:, :2] - crow[:2]).T) <= reach_of[:, 2] + crow[2]
    models = [np.flatnonzero((question.foe_unit == t) & within) for t in targets]
    barred = _barred(question, radius)
    return any(_is_open(question, radius, np.vstack([reach_of[list(some)], crow]), barred) for some in product(*models))


def _barred(question: Question, radius: int) -> Floats:
    """Give the discs (d, 3) in which no end may lie."""
    wide = np.where(question.foe_unit < 0, question.engagement, 0)
    foes = np.column_stack([question.foe_at, question.foe_radius + radius + wide])
    others = [(*disc.centre, disc.radius + radius) for disc in question.footing.discs]
    barred = np.vstack([foes, np.array(others, dtype=np.int64).reshape(-1, 3)]).astype(np.float64)
    barred[:, 2] -= SLACK
    return barred


def _is_open(question: Question, radius: int, inside: Floats, barred: Floats) -> bool:
    """Whether some point lies in every disc of `inside` and outside all that bars."""
    first = inside[0]
    near = np.hypot(*(barred[:, :2] - first[:2]).T) <= barred[:, 2] + first[2]
    barred = barred[near]
    edges = _edges_near(question, first, radius)
    corners = np.column_stack([edges[:, :2], np.full(len(edges), radius - SLACK)])
    lines = np.vstack([_offset(edges, radius - SLACK), _inset(question, radius - SLACK)])
    zone = first[None, :] + np.array([0.0, 0.0, BLUR])
    points = crossings(np.vstack([inside, barred, corners]), lines, zone, MOST_CROSSINGS)
    if len(points) == MOST_CROSSINGS:
        return True  # some may have been dropped: nothing is proved
    lowest = inside[:, :2] - np.array([0.0, 1.0]) * inside[:, 2:3]
    points = np.vstack([points, lowest])
    away = np.hypot(points[:, None, 0] - inside[None, :, 0], points[:, None, 1] - inside[None, :, 1])
    points = points[(away <= inside[None, :, 2] + BLUR).all(axis=1)]
    away = np.hypot(points[:, None, 0] - barred[None, :, 0], points[:, None, 1] - barred[None, :, 1])
    points = points[(away >= barred[None, :, 2] - BLUR).all(axis=1)]
    low, high_x = radius - SLACK - BLUR, question.footing.width - radius + SLACK + BLUR
    high_y = question.footing.height - radius + SLACK + BLUR
    x, y = points[:, 0], points[:, 1]
    points = points[(x >= low) & (y >= low) & (x <= high_x) & (y <= high_y)]
    return bool(len(points)) and bool((~_in_walls(question, points, radius - SLACK - BLUR)).any())


def _edges_near(question: Question, disc: Floats, radius: int) -> Floats:
    """Give the sides (e, 4) of terrain polygons, counter-clockwise, that may bar points of this disc."""
    edges = []
    for wall in question.footing.polygons:
        corners = np.array(wall.corners, dtype=np.float64)
        sides = np.hstack([corners, np.roll(corners, -1, axis=0)])
        low = np.minimum(sides[:, :2], sides[:, 2:]) - radius - disc[2]
        high = np.maximum(sides[:, :2], sides[:, 2:]) + radius + disc[2]
        edges.append(sides[((disc[:2] >= low) & (disc[:2] <= high)).all(axis=1)])
    return np.vstack([np.zeros((0, 4)), *edges])


def _offset(edges: Floats, by: float) -> Floats:
    side = edges[:, 2:] - edges[:, :2]
    outward = np.column_stack([side[:, 1], -side[:, 0]]) / np.hypot(*side.T)[:, None] if len(edges) else side
    return edges + by * np.hstack([outward, outward])


def _inset(question: Question, by: float) -> Floats:
    right, top = question.footing.width - by, question.footing.height - by
    box = [(by, by, right, by), (right, by, right, top), (right, top, by, top), (by, top, by, by)]
    return np.array(box, dtype=np.float64)


def _in_walls(question: Question, points: Floats, by: float) -> np.ndarray:
    """Whether each point lies in a terrain polygon or nearer than `by` to one (bool (k,))."""
    hit = np.zeros(len(points), dtype=np.bool_)
    for wall in question.footing.polygons:
        a = np.array(wall.corners, dtype=np.float64)
        side = np.roll(a, -1, axis=0) - a
        rest = points[:, None, :] - a[None, :, :]
        foot = np.clip((rest * side).sum(axis=2) / (side * side).sum(axis=1), 0.0, 1.0)
        gap = np.hypot(*np.moveaxis(rest - foot[:, :, None] * side, 2, 0)).min(axis=1)
        above = points[:, None, 1] >= a[None, :, 1]
        crossing = above != (points[:, None, 1] >= (a + side)[None, :, 1])
        slope = np.where(side[:, 1] == 0.0, 1.0, side[:, 1])
        at_x = a[None, :, 0] + rest[:, :, 1] * side[None, :, 0] / slope
        odd = (crossing & (points[:, None, 0] < at_x)).sum(axis=1) % 2 == 1
        hit |= odd | (gap < by)
    return hit
