"""What a charge asks, as clauses over places: the conditions of the unit, whatever a place is.

A place is a point (a site: then the formula is the whole legality over the sites, but for the duties) or a cell that
stands for every point in it (then each relation says what some pair of points in the cells may do, the formula is a
relaxation, and refuting it refutes the charge). Variables: ``occ[p]``, a place is used, shared by all models
of its base size, and ``x[i, p]``, by whom.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from planner.clauses.formula import Formula, negated
from planner.clauses.span import forbid_far
from planner.kernels.cliques import clique_cover

Ints = npt.NDArray[np.int64]
Bools = Any


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places for the models of one unit, and what holds between them.

    Attributes
    ----------
    at : int64 (p, 2)
        Where each is (its middle).
    able : bool (n, p)
        Whether model i may end there.
    mask : int64 (p,)
        Bit t: a base there may engage target t.
    overlap, near, far : bool (p, p)
        Symmetric: bases at both must overlap; may be in coherency; must be beyond the span. Diagonal false.
    targets, neighbours : int
        How many targets there are, and mates each model needs near it.
    """

    at: Ints
    able: Bools
    mask: Ints
    overlap: Bools
    near: Bools
    far: Bools
    targets: int
    neighbours: int


@dataclass(eq=False)
class Charge:
    """The formula, with the numbers of its variables: `occ` is the first of (p,), `x` (n, p), -1 where not able."""

    places: Places
    formula: Formula = field(default_factory=Formula)
    occ: int = 0
    x: Ints = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))

    def occupied(self, places: Bools) -> list[int]:
        """Give the literals "place is used" of these places (a mask or indices)."""
        indices = np.flatnonzero(places) if places.dtype == np.bool_ else places
        return cast(list[int], (indices + self.occ).tolist())

    def chosen(self, values: tuple[int, ...]) -> Ints:
        """Give the place of each model in a solution."""
        solution = np.array(values, dtype=np.int64)
        taken = np.where(self.x >= 0, solution[np.maximum(self.x, 0)], 0)
        return cast(Ints, taken.argmax(axis=1))


def state_charge(places: Places, *, by_blocks: bool = False) -> Charge:
    """State the unit's conditions: who stands where, no overlap, coherency, and every target engaged.

    `by_blocks`: the span goes over blocks of places, with helper variables; better for many hundreds of places.
    """
    charge = Charge(places)
    one_place_each(charge)
    no_overlap(charge)
    enough_mates(charge)
    if by_blocks:
        forbid_far(charge.formula, charge.occ, places.at, places.far)
    else:
        none_too_far(charge)
    engage_every_target(charge)
    return charge


def one_place_each(charge: Charge) -> None:
    """Every model ends at exactly one of its places, every used place has exactly one model."""
    formula, able = charge.formula, charge.places.able
    charge.occ = formula.booleans(able.shape[1])
    charge.x = np.full(able.shape, -1, dtype=np.int64)
    charge.x[able] = formula.booleans(int(able.sum())) + np.arange(int(able.sum()))
    for row in charge.x:
        formula.exactly_one(row[row >= 0].tolist())
    for p, column in enumerate(charge.x.T):
        formula.exactly_one([*column[column >= 0].tolist(), negated(charge.occ + p)])


def no_overlap(charge: Charge) -> None:
    """No two bases overlap: cliques of places of which one at most is used (end_clear, 03.01)."""
    overlap, at = charge.places.overlap, charge.places.at.astype(np.float64)
    a, b = np.nonzero(np.triu(overlap))
    if not len(a):
        return
    away = at[a] - at[b]
    longest = np.argsort(-(away * away).sum(axis=1), kind="stable")
    pairs = np.column_stack([a, b])[longest]
    members, ends = clique_cover(overlap, pairs, (at[pairs[:, 0]] + at[pairs[:, 1]]) / 2, at)
    literals = (members + charge.occ).tolist()
    first = 0
    for end in ends.tolist():
        charge.formula.at_most_one(literals[first:end])
        first = end


def enough_mates(charge: Charge) -> None:
    """Each used place has enough used places near it (coherency, 03.03)."""
    formula, places = charge.formula, charge.places
    needed = places.neighbours
    for p in range(len(places.at)) if needed else ():
        mates = charge.occupied(places.near[p])
        if needed == 1 or len(mates) < needed:
            formula.clause([negated(charge.occ + p), *(mates if needed == 1 else [])])
        else:
            formula.at_least(mates, needed, unless=negated(charge.occ + p))


def none_too_far(charge: Charge) -> None:
    """No two used places are farther apart than the span (coherency_span, 03.03)."""
    places = charge.places
    for p in range(len(places.at)):
        far = [negated(q) for q in charge.occupied(np.flatnonzero(places.far[p, p + 1 :]) + p + 1)]
        if far:
            charge.formula.implies_all(charge.occ + p, far)


def engage_every_target(charge: Charge) -> None:
    """Some used place engages each target (engage_every_target, 11.04)."""
    for t in range(charge.places.targets):
        charge.formula.clause(charge.occupied((charge.places.mask >> t) & 1 == 1))


def one_group_clauses(charge: Charge, chosen: Ints) -> list[list[int]]:
    """Give clauses that cut off an assignment falling into several groups; none when it is one group.

    For each group: one of its places is left, or some place near it (outside the group) is used.
    """
    near = charge.places.near
    parts = _groups(near[np.ix_(chosen, chosen)])
    if len(parts) == 1:
        return []
    clauses = []
    for part in parts:
        own = chosen[part]
        around = np.asarray(near[own].any(axis=0))
        around[own] = False
        clauses.append([*(negated(v) for v in charge.occupied(own)), *charge.occupied(around)])
    return clauses


def _groups(near: Bools) -> list[Ints]:
    """Give the connected groups of a small symmetric relation (n, n), each as indices."""
    import networkx as nx

    graph = nx.from_numpy_array(np.asarray(near, dtype=np.int8))
    return [np.array(sorted(part), dtype=np.int64) for part in nx.connected_components(graph)]
