"""The charge as a CP-SAT model: the whole legality over the sites, and the goal.

Variables: ``occ[s]``, a site is used (shared by all models of that base size), and ``x[i, s]``, by whom. Geometry
lives on ``occ``, reach on ``x``: ten to sixty times fewer literals than a model of pairs of models.

The "if able" duties are exact clauses per (model, better site), see `Duties`; they are added where a solution
breaks one (lazily), or all at once for the census.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import networkx as nx
import numpy as np

from planner.candidates import Ints, Question, Sites
from planner.cpsat import BooleanModel, Outcome, negated
from planner.kernels.cliques import clique_cover
from planner.solve.goals import GOALS, MOVEMENT_STEP, coherency_graph, engaged_enemies


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """What holds between two sites (bool (s, s), symmetric, diagonal false)."""

    overlap: np.ndarray
    near: np.ndarray
    far: np.ndarray


def pairs_of(question: Question, sites: Sites) -> Pairs:
    """Compare every two sites, exactly (squares of lattice distances fit 64 bits)."""
    along, up = (sites.at[:, None, k] - sites.at[None, :, k] for k in range(2))
    square = along * along + up * up
    both = sites.radius[:, None] + sites.radius[None, :]
    other = ~np.eye(len(sites), dtype=np.bool_)
    overlap = (square < both**2) & other
    near = (square <= (both + question.coherency) ** 2) & ~overlap & other
    far = square > (both + question.span) ** 2
    if question.size == 1:
        far = np.zeros_like(far)
    return Pairs(overlap, near, far)


@dataclass(eq=False)
class ChargeModel:
    """A CP-SAT model under construction; `assemble` makes it, `solve` gives an assignment."""

    question: Question
    sites: Sites
    pairs: Pairs
    model: BooleanModel = field(default_factory=BooleanModel)
    occ: int = 0
    x: Ints = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    _others: dict[tuple[int, int], int] = field(default_factory=dict)
    _excuses: dict[tuple[int, int], int] = field(default_factory=dict)
    _cut_off: dict[tuple[int, int, int], int] = field(default_factory=dict)
    _sole: dict[tuple[int, int], int] = field(default_factory=dict)

    def occupied(self, sites: np.ndarray) -> list[int]:
        """Give the literals "site is used" of these sites (a mask or indices)."""
        indices = np.flatnonzero(sites) if sites.dtype == np.bool_ else sites
        return cast(list[int], (indices + self.occ).tolist())

    def chosen(self, outcome: Outcome) -> Ints:
        """Give the site of each model in a solution."""
        values = np.array(outcome.values, dtype=np.int64)
        taken = np.where(self.x >= 0, values[np.maximum(self.x, 0)], 0)
        return cast(Ints, taken.argmax(axis=1))

    def hint(self, chosen: Ints) -> None:
        """Start from this assignment."""
        values = np.zeros(self.model.size, dtype=np.int64)
        values[self.occ + chosen] = 1
        values[self.x[np.arange(len(chosen)), chosen]] = 1
        base = self.occ + len(self.sites)
        known = base + int((self.x >= 0).sum())
        self.model.hint(range(known), values[:known].tolist())


def assemble(question: Question, sites: Sites) -> ChargeModel:
    """Build the model: who stands where, no overlap, coherency, and every target engaged."""
    charge = ChargeModel(question, sites, pairs_of(question, sites))
    one_site_each(charge)
    no_overlap(charge)
    coherency(charge)
    engage_every_target(charge)
    return charge


def one_site_each(charge: ChargeModel) -> None:
    """Every model ends at exactly one of its sites, every used site has exactly one model."""
    sites, model = charge.sites, charge.model
    charge.occ = model.booleans(len(sites))
    able = np.isfinite(sites.length)
    charge.x = np.full(able.shape, -1, dtype=np.int64)
    charge.x[able] = model.booleans(int(able.sum())) + np.arange(int(able.sum()))
    for row in charge.x:
        model.exactly_one(row[row >= 0].tolist())
    for s, column in enumerate(charge.x.T):
        model.exactly_one([*column[column >= 0].tolist(), negated(charge.occ + s)])


def no_overlap(charge: ChargeModel) -> None:
    """No two bases overlap: cliques of sites of which one at most is used (end_clear, 03.01)."""
    overlap, at = charge.pairs.overlap, charge.sites.at.astype(np.float64)
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
        charge.model.at_most_one(literals[first:end])
        first = end


def coherency(charge: ChargeModel) -> None:
    """Each used site has enough used sites near it, and none too far (coherency, coherency_span; 03.03)."""
    question, model, pairs = charge.question, charge.model, charge.pairs
    for s in range(len(charge.sites)):
        if question.neighbours:
            mates = charge.occupied(pairs.near[s])
            if question.neighbours == 1 or len(mates) < question.neighbours:
                model.clause([negated(charge.occ + s), *(mates if question.neighbours == 1 else [])])
            else:
                model.at_least(mates, question.neighbours, unless=negated(charge.occ + s))
        far = [negated(t) for t in charge.occupied(np.flatnonzero(pairs.far[s, s + 1 :]) + s + 1)]
        if far:
            model.implies_all(charge.occ + s, far)


def engage_every_target(charge: ChargeModel) -> None:
    """Some used site engages each target (engage_every_target, 11.04)."""
    for t in range(len(charge.question.targets)):
        charge.model.clause(charge.occupied((charge.sites.mask >> t) & 1 == 1))


def forbid_groups(charge: ChargeModel, chosen: Ints) -> bool:
    """Cut off an assignment that falls into several groups; false when it is one group already.

    For each group: one of its sites is left, or some site near it (outside the group) is used.
    """
    parts = list(nx.connected_components(coherency_graph(charge.question, charge.sites.at[chosen])))
    if len(parts) == 1:
        return False
    for part in parts:
        own = chosen[sorted(part)]
        around = np.asarray(charge.pairs.near[own].any(axis=0))
        around[own] = False
        charge.model.clause([*(negated(v) for v in charge.occupied(own)), *charge.occupied(around)])
    return True


def set_goal(charge: ChargeModel, goal: str) -> None:
    """Minimise the goal's measures, first things weighing more than all later ones together."""
    question, sites = charge.question, charge.sites
    weight = 1
    variables: list[int] = []
    weights: list[int] = []
    for name in reversed(GOALS[goal]):
        if name == "movement_in":
            able = charge.x >= 0
            steps = np.rint(sites.length[able] / MOVEMENT_STEP).astype(np.int64)
            variables += charge.x[able].tolist()
            weights += (weight * steps).tolist()
            weight *= question.size * (question.roll // MOVEMENT_STEP + 1) + 1
            continue
        if name == "enemies_engaged":
            first, most = _engaged_variables(charge)
            variables += range(first, first + most)
            weights += [-weight] * most
            weight *= most + 1
            continue
        value = {
            "models_within_close_ring": (sites.ring == 2).astype(np.int64),
            "models_engaged": (sites.ring >= 1).astype(np.int64),
            "base_contacts": sites.contacts,
        }[name]
        paying = np.flatnonzero(value)
        variables += charge.occupied(paying)
        weights += (-weight * value[paying]).tolist()
        weight *= question.size * int(value.max(initial=0)) + 1
    charge.model.minimise(variables, weights)


def _engaged_variables(charge: ChargeModel) -> tuple[int, int]:
    """Add a variable per target model: it can only hold if some used site engages that model."""
    engaged = engaged_enemies(charge.question, charge.sites)
    models = np.flatnonzero(charge.question.foe_unit >= 0)
    first = charge.model.booleans(len(models))
    for k, m in enumerate(models):
        charge.model.clause([negated(first + k), *charge.occupied(engaged[:, m])])
    return first, len(models)


def better_sites(charge: ChargeModel, model: int, ring: int) -> Ints:
    """Give the sites of this model in a better ring than `ring`."""
    able = np.isfinite(charge.sites.length[model]) & (charge.sites.ring > ring)
    return cast(Ints, np.flatnonzero(able))


def all_duties(charge: ChargeModel) -> None:
    """State every duty at once (for small tables and the census)."""
    for i in range(charge.question.size):
        for better in better_sites(charge, i, 0):
            duty(charge, i, int(better))


def duty(charge: ChargeModel, i: int, better: int) -> None:
    """Model i ends in as good a ring as `better`, or has an excuse (close_ring, engage_if_able; 11.04, reading A1).

    With everybody else held, moving i to `better` must break something: the place overlaps somebody, i would be out
    of coherency there or too far from somebody, somebody else would lose his only mate, a target its only
    engaged model, or (if the reading asks for it) the unit its connection.
    """
    sites = charge.sites
    lower = np.flatnonzero((charge.x[i] >= 0) & (sites.ring < sites.ring[better]))
    if not len(lower):
        return
    excuse = _excuse(charge, i, better)
    for s in lower:
        charge.model.clause([negated(int(charge.x[i, s])), excuse])


def _excuse(charge: ChargeModel, i: int, better: int) -> int:
    """Give a literal that can hold only if moving i to `better` would break a condition of the unit."""
    key = (i, better)
    if key in charge._excuses:
        return charge._excuses[key]
    model, sites, pairs, question = charge.model, charge.sites, charge.pairs, charge.question
    excuse = charge._excuses[key] = model.booleans(1)
    reasons = [_other(charge, i, int(t)) for t in np.flatnonzero(pairs.overlap[better] | pairs.far[better])]
    occupied_by_other = charge.x.copy()
    occupied_by_other[i] = -1
    if (occupied_by_other[:, better] >= 0).any():
        reasons.append(_other(charge, i, better))
    if question.neighbours:
        reasons.append(_too_few(charge, i, np.flatnonzero(pairs.near[better]), question.neighbours))
        reasons += [_cut_off(charge, i, int(t), question.neighbours) for t in np.flatnonzero(~pairs.near[better])]
        if question.neighbours > 1:
            # a mate near the new place gains i there, and must lack one more to be cut off
            near = np.flatnonzero(pairs.near[better])
            reasons += [_cut_off(charge, i, int(t), question.neighbours - 1) for t in near]
    for t in range(len(question.targets)):
        if not (sites.mask[better] >> t) & 1:
            reasons.append(_sole(charge, i, t))
    if question.rules.flag("coherency_connected") and question.size > 3:
        reasons.append(_split(charge, i, better))
    model.clause([negated(excuse), *reasons])
    return excuse


def _other(charge: ChargeModel, i: int, site: int) -> int:
    """Give a literal equal to "a model other than i is at this site"."""
    key = (i, site)
    if key not in charge._others:
        literal = charge._others[key] = charge.model.booleans(1)
        mates = [int(v) for j, v in enumerate(charge.x[:, site]) if j != i and v >= 0]
        charge.model.clause([negated(literal), *mates])
        for mate in mates:
            charge.model.clause([literal, negated(mate)])
    return charge._others[key]


def _too_few(charge: ChargeModel, i: int, places: np.ndarray, count: int) -> int:
    """Give a literal that can hold only if fewer than `count` models other than i are at these places."""
    literal = charge.model.booleans(1)
    others = [_other(charge, i, int(t)) for t in places]
    if count == 1:
        charge.model.implies_all(literal, [negated(o) for o in others])
    elif len(others) >= count:
        _at_most(charge.model, others, count - 1, literal)
    return literal


def _at_most(model: BooleanModel, variables: list[int], count: int, given: int) -> None:
    """At most `count` of these hold, if `given`: at least the rest of their opposites do."""
    opposites = [model.booleans(1) for _ in variables]
    for variable, opposite in zip(variables, opposites):
        model.clause([variable, opposite])
        model.clause([negated(variable), negated(opposite)])
    model.at_least(opposites, len(variables) - count, unless=negated(given))


def _cut_off(charge: ChargeModel, i: int, site: int, count: int) -> int:
    """Give a literal that can hold only if a mate at this site has fewer than `count` mates besides i."""
    key = (i, site, count)
    if key not in charge._cut_off:
        literal = charge._cut_off[key] = _too_few(charge, i, np.flatnonzero(charge.pairs.near[site]), count)
        charge.model.clause([negated(literal), _other(charge, i, site)])
    return charge._cut_off[key]


def _sole(charge: ChargeModel, i: int, target: int) -> int:
    """Give a literal that can hold only if nobody but i engages this target."""
    key = (i, target)
    if key not in charge._sole:
        charge._sole[key] = _too_few(charge, i, np.flatnonzero((charge.sites.mask >> target) & 1), 1)
    return charge._sole[key]


def _split(charge: ChargeModel, i: int, better: int) -> int:
    """Give a literal that can hold only if the unit, with i at `better`, falls into two parts.

    It shows a colouring: `better` is one colour, some mate the other, mates near each other are of the same.
    """
    model, near = charge.model, charge.pairs.near
    literal = model.booleans(1)
    places = [t for t in range(len(charge.sites)) if t != better]
    colour = {t: model.booleans(1) for t in places}
    for t in places:
        model.clause([negated(colour[t]), _other(charge, i, t)])
        if near[better, t]:
            model.clause([negated(literal), negated(colour[t])])
        for u in np.flatnonzero(near[t]):
            if int(u) != better:
                model.clause([negated(literal), negated(colour[t]), negated(_other(charge, i, int(u))), colour[int(u)]])
    model.clause([negated(literal), *colour.values()])
    return literal
