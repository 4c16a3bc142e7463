"""The charge as a CP-SAT model: the whole legality over the sites, and the goal.

Variables: ``occ[s]``, a site is used (shared by all models of that base size), and ``x[i, s]``, by whom. Geometry
lives on ``occ``, reach on ``x``: ten to sixty times fewer literals than a model of pairs of models.

The "if able" duties are exact clauses per (model, better site), see `duty`; they are added where a solution
breaks one (lazily), or all at once for the census.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import numpy as np

from planner.candidates import Ints, Question, Sites
from planner.clauses import Charge, Places, negated, one_group_clauses, state_charge
from planner.cpsat import BooleanModel, Outcome
from planner.solve.goals import GOALS, MOVEMENT_STEP, engaged_enemies


def places_of(question: Question, sites: Sites) -> Places:
    """Compare every two sites, exactly (squares of lattice distances fit 64 bits)."""
    along, up = (sites.at[:, None, k] - sites.at[None, :, k] for k in range(2))
    square = along * along + up * up
    both = sites.radius[:, None] + sites.radius[None, :]
    other = ~np.eye(len(sites), dtype=np.bool_)
    overlap = (square < both**2) & other
    near = (square <= (both + question.coherency) ** 2) & ~overlap & other
    far = square > (both + question.span) ** 2
    able = np.isfinite(sites.length)
    return Places(sites.at, able, sites.mask, overlap, near, far, len(question.targets), question.neighbours)


@dataclass(eq=False)
class ChargeModel:
    """A CP-SAT model under construction; `assemble` makes it, `solve` gives an assignment."""

    question: Question
    sites: Sites
    charge: Charge
    model: BooleanModel = field(default_factory=BooleanModel)
    _others: dict[tuple[int, int], int] = field(default_factory=dict)
    _excuses: dict[tuple[int, int], int] = field(default_factory=dict)
    _cut_off: dict[tuple[int, int, int], int] = field(default_factory=dict)
    _sole: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def pairs(self) -> Places:
        """What holds between the sites."""
        return self.charge.places

    @property
    def occ(self) -> int:
        """The first of the variables "site is used"."""
        return self.charge.occ

    @property
    def x(self) -> Ints:
        """The variables "model i is at site s" (n, s), -1 where it may not be."""
        return self.charge.x

    def occupied(self, sites: np.ndarray) -> list[int]:
        """Give the literals "site is used" of these sites (a mask or indices)."""
        return self.charge.occupied(sites)

    def chosen(self, outcome: Outcome) -> Ints:
        """Give the site of each model in a solution."""
        return self.charge.chosen(outcome.values)

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
    charge = state_charge(places_of(question, sites))
    built = ChargeModel(question, sites, charge)
    built.model.add(charge.formula)
    return built


def forbid_groups(charge: ChargeModel, chosen: Ints) -> bool:
    """Cut off an assignment that falls into several groups; false when it is one group already."""
    clauses = one_group_clauses(charge.charge, chosen)
    for clause in clauses:
        charge.model.clause(clause)
    return bool(clauses)


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
    near, barred = pairs.near[better], pairs.overlap[better] | pairs.far[better]
    barred[better] = True
    reasons = [_other(charge, i, int(t)) for t in np.flatnonzero(barred)]
    if question.neighbours:
        reasons.append(_too_few(charge, i, np.flatnonzero(near), question.neighbours))
        # a mate at a barred place is reason enough, cut off or not
        reasons += [_cut_off(charge, i, int(t), question.neighbours) for t in np.flatnonzero(~near & ~barred)]
        if question.neighbours > 1:
            # a mate near the new place gains i there, and must lack one more to be cut off
            reasons += [_cut_off(charge, i, int(t), question.neighbours - 1) for t in np.flatnonzero(near)]
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
