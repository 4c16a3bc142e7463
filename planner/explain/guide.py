"""A guide to what may be impossible: one formula over cells, each condition switched by the groups it comes from.

The cells cover all ends within the roll. Where a group, alone or with others, keeps a model out of a cell, a clause
says so as long as those groups are kept; so one formula stands for every set of groups, and a solver that has learnt
from one set answers the next in a moment. Coarse cells, and ways round several obstacles seen only together: what the
guide calls impossible is very likely so, what it calls possible may not be. It advises; proofs are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from planner.candidates import Floats, Question, make_question
from planner.clauses import Charge, Places, negated
from planner.clauses.charge import no_overlap, one_place_each
from planner.explain.blame import CLOSER, COHERENCY, ENEMY, FRIEND, ROLL, TARGET, TERRAIN, Group, Groups, shrunk
from planner.explain.case import Case
from planner.impossible.cells import Cells, Cover, Square, places_of
from planner.sat import AssumedFormula

CONFLICTS = 1000
"""How many conflicts one question to the solver may cost."""


class Guide:
    """Says of sets of groups whether they look impossible; the roll is in all of them.

    `splits`: the squares that were split until all groups together had no relaxed plan.
    """

    def __init__(self, case: Case, splits: Sequence[Square]) -> None:
        self.case = case
        self.everything = case.groups
        self._full = self._question(case.groups)
        self._guards = [(needs, Cover(question)) for needs, question in self._stated_guards()]
        charge, self._switch = self._state(Cover(self._question(frozenset())).split_as(splits))
        self._solver = AssumedFormula(charge.formula)

    def looks_impossible(self, groups: Groups) -> bool:
        """Whether the cells leave these groups no relaxed plan; False where the roll is not among them."""
        if Group(ROLL) not in groups:
            return False
        return self._solver.ask(self._assumed(groups), CONFLICTS) == "unsatisfiable"

    def smaller(self, groups: Groups) -> Groups:
        """Give a part of the set that looks impossible and minimal, or the set itself."""
        return shrunk(groups, self.looks_impossible) if self.looks_impossible(groups) else groups

    def _question(self, groups: Groups) -> Question:
        case = self.case.with_only(groups | {Group(ROLL)})
        return make_question(case.scenario, case.rules, case.targets, case.roll)

    def _stated_guards(self) -> Iterator[tuple[Groups, Question]]:
        """Give sets of groups that keep models out of cells, each with the question that has only them."""
        things = {g for g in self.everything if g.kind in (FRIEND, TERRAIN, ENEMY, TARGET)}
        for group in sorted(things):
            yield frozenset({group}), self._question(frozenset({group}))
        targets = frozenset(g for g in things if g.kind == TARGET)
        if Group(CLOSER) in self.everything:
            closer = targets | {Group(CLOSER)}
            yield closer, self._question(closer)
        bars = frozenset(g for g in things if g.kind != FRIEND)
        walls = frozenset(g for g in bars if g.kind == TERRAIN)
        enemies = frozenset(g for g in bars if g.kind == ENEMY)
        # ways round several things: what is left where one thing, or all of a kind, is left out
        together = [bars, bars - walls, bars - enemies, walls, targets, *(bars - {g} for g in sorted(bars - targets))]
        for some in dict.fromkeys(together):
            if len(some) > 1:
                yield some, self._question(some)

    def _assumed(self, groups: Groups) -> list[int]:
        return [literal for group, literal in sorted(self._switch.items()) if group in groups]

    def _state(self, cells: Cells) -> tuple[Charge, dict[Group, int]]:
        """State the charge over these cells, every condition that a group makes behind the group's switch."""
        places = self._places(cells)
        charge = Charge(places)
        one_place_each(charge)
        no_overlap(charge)
        first = charge.formula.booleans(len(self.everything))
        switch = {group: first + k for k, group in enumerate(sorted(self.everything))}
        if Group(COHERENCY) in switch:
            _state_coherency(charge, negated(switch[Group(COHERENCY)]))
        for t, name in enumerate(self._full.targets):
            engaging = charge.occupied((places.mask >> t) & 1 == 1)
            charge.formula.clause([negated(switch[Group(TARGET, name)]), *engaging])
        for needs, cover in self._guards:
            off = [negated(switch[group]) for group in sorted(needs)]
            _state_barred(charge, _able(cover, cells), off)
        return charge, switch

    def _places(self, cells: Cells) -> Places:
        """Give what may hold between cells in the charge as it stands (the cells' own question has no targets)."""
        return places_of(self._full, replace(cells, low_gap=_low_gaps(self._full, cells)))


def _low_gaps(question: Question, cells: Cells) -> Floats:
    """Give what no point of each cell is nearer to each target than, (c, targets)."""
    low = np.full((len(cells), len(question.targets)), np.inf)
    for at, radius, t in zip(question.foe_at, question.foe_radius, question.foe_unit):
        if t >= 0:
            nearest = np.maximum(np.abs(cells.at - at) - cells.half[:, None], 0).astype(np.float64)
            low[:, t] = np.minimum(low[:, t], np.hypot(nearest[:, 0], nearest[:, 1]) - radius - cells.radius)
    return low


def _able(cover: Cover, cells: Cells) -> np.ndarray:
    """Give who may end in which of these cells by a cover's own question (bool (n, c))."""
    able = np.zeros_like(cells.able)
    for half, radius in sorted({(int(h), int(r)) for h, r in zip(cells.half, cells.radius)}):
        own = np.flatnonzero((cells.half == half) & (cells.radius == radius))
        kept = cover.sift(cells.at[own], half, radius, cells.able[:, own])
        where = {(int(x), int(y)): int(k) for k, (x, y) in zip(own, cells.at[own])}
        for column, (x, y) in enumerate(kept.at):
            able[:, where[int(x), int(y)]] = kept.able[:, column]
    return able


def _state_barred(charge: Charge, able: np.ndarray, off: list[int]) -> None:
    """Bar models from cells as long as no switch of `off` is off."""
    barred = charge.places.able & ~able
    for p in np.flatnonzero(barred.any(axis=0)):
        if not (charge.places.able[:, p] & ~barred[:, p]).any():
            charge.formula.clause([negated(charge.occ + int(p)), *off])
        else:
            for i in np.flatnonzero(barred[:, p]):
                charge.formula.clause([negated(int(charge.x[i, p])), *off])


def _state_coherency(charge: Charge, off: int) -> None:
    """Each used place has a used place near it and none too far, unless coherency is off."""
    formula, places = charge.formula, charge.places
    held = formula.booleans(len(places.at))
    for p in range(len(places.at)):
        formula.clause([negated(charge.occ + p), held + p, off])
        if places.neighbours:
            formula.clause([negated(held + p), *charge.occupied(places.near[p])])
        far = [negated(q) for q in charge.occupied(np.flatnonzero(places.far[p, p + 1 :]) + p + 1)]
        if far:
            formula.implies_all(held + p, far)
