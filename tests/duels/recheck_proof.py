"""A third look at proofs over cells, written apart: is every end covered, and does every clause follow?

The cover is sampled: ends with a way to each, found by `plan_by_sampling` (floats, shapely, its own waypoints), must
lie in a cell that says this model may be there. What is said of pairs of cells is checked for all pairs, in exact
integers, by the nearest and the farthest points of the two squares. The formula is checked by plans: the cells of the
ends of a legal plan must satisfy it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from planner.clauses import Charge
from planner.impossible import Relaxation
from planner.impossible.cells import Cells
from planner.sat import to_cnf
from planner.world import Scenario
from tests.duels.judge_by_shapely import read_table
from tests.duels.plan_by_sampling import ends_of

UNITS = 127_000
BLUR = 3
"""Units by which the sampled ends, which are floats, may miss a square."""


def ends_outside(scenario: Scenario, cells: Cells, seed: int, count: int = 600) -> Iterator[str]:
    """Name ends that some model can have and that lie in no cell where it may be, of a sample.

    Not for a unit that must be one group: there, cells are dropped for what the whole unit cannot join.
    """
    table = read_table(scenario)
    dice = np.random.default_rng(seed)
    for i, name in enumerate(table.names):
        radius = scenario.charger.models[i].base.radius  # type: ignore[union-attr]
        own = cells.able[i] & (cells.radius == radius)
        for x, y, _ in ends_of(table, i, count, dice).discs:
            inside = (np.abs(cells.at - np.array([x, y]) * UNITS) <= cells.half[:, None] + BLUR).all(axis=1)
            if not (inside & own).any():
                yield f"{name} can end at ({x:.5f}, {y:.5f}), which no cell covers"


def wrong_relations(scenario: Scenario, targets: Sequence[str], relaxation: Relaxation) -> Iterator[str]:
    """Name pairs of cells of which something is said that does not hold for all their points."""
    cells, places = relaxation.cells, relaxation.charge.places
    rules = _lengths(scenario)
    both = cells.radius[:, None] + cells.radius[None, :]
    least, most = _squares(cells.at, cells.half, cells.at, cells.half)
    apart = ~np.eye(len(cells), dtype=bool)
    claims = {
        "overlap": places.overlap & (most >= both**2),
        "are not near": ~places.near & apart & (least <= (both + rules["coherency"]) ** 2),
        "are far": places.far & (least <= (both + rules["coherency_span"]) ** 2),
    }
    for words, wrong in claims.items():
        for p, q in np.argwhere(wrong)[:3]:
            yield f"cells {p} and {q} {words}, and not all their points do"
    for t, target in enumerate(targets):
        for model in scenario.unit(target).models:
            radius = model.base.radius  # type: ignore[union-attr]
            at = np.array([model.at], dtype=np.int64)
            nearest, _ = _squares(cells.at, cells.half, at, np.zeros(1, dtype=np.int64))
            reach = cells.radius + radius + rules["engagement"]
            for p in np.flatnonzero((nearest[:, 0] <= reach**2) & ((places.mask >> t) & 1 == 0))[:3]:
                yield f"cell {p} cannot engage {model.id}, and some of its points do"


def _lengths(scenario: Scenario) -> dict[str, int]:
    """Give the lengths of the 11th edition (03.03, 03.04), which are all that these proofs are about."""
    assert scenario.ruleset == "wh40k-11e"
    return {"coherency": 2 * UNITS, "coherency_span": 9 * UNITS, "engagement": 2 * UNITS}


def _squares(
    at: np.ndarray, half: np.ndarray, other: np.ndarray, other_half: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Give the least and the greatest squared distance between the points of every two squares."""
    sides = half[:, None] + other_half[None, :]
    least = np.zeros_like(sides)
    most = np.zeros_like(sides)
    for axis in range(2):
        away = np.abs(at[:, None, axis] - other[None, :, axis])
        least += np.maximum(away - sides, 0) ** 2
        most += (away + sides) ** 2
    return least, most


def forbids(charge: Charge, cells: Cells, ends: np.ndarray) -> bool:
    """Whether the formula forbids that each model is in one of the cells in which its end (n, 2; units) lies."""
    from pysat.solvers import Glucose4

    clauses = to_cnf(charge.formula)
    for i, end in enumerate(ends):
        inside = (np.abs(cells.at - end) <= cells.half[:, None]).all(axis=1) & cells.able[i]
        clauses.append([int(charge.x[i, p]) + 1 for p in np.flatnonzero(inside)])
    with Glucose4(bootstrap_with=clauses) as solver:
        return not solver.solve()
