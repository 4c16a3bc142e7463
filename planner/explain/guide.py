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

from planner.candidates import Floats, Ints, Question, make_question
from planner.clauses import Charge, Places, negated, one_group_clauses
from planner.clauses.charge import no_overlap, one_place_each
from planner.clauses.span import forbid_far
from planner.explain.blame import CLOSER, COHERENCY, ENEMY, FRIEND, RANGE, ROLL, TARGET, TERRAIN, Group, Groups, shrunk
from planner.explain.case import Case
from planner.impossible.cells import Cells, Cover, Square, places_of
from planner.sat import AssumedFormula, Word

CUTS = 8
"""How many plans that fall into groups are cut off for one question."""
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
        self._stated: dict[Groups, np.ndarray] = {}
        self._cells = Cover(self._question(frozenset())).split_as(splits)
        self._switch: dict[Group, int] = {}
        self._charge = self._state()
        self._solver = AssumedFormula(self._charge.formula)
        self._said: dict[Groups, bool] = {}

    def looks_impossible(self, groups: Groups) -> bool:
        """Whether the cells leave these groups no relaxed plan; False where the roll is not among them."""
        if Group(ROLL) not in groups:
            return False
        if groups not in self._said:
            word = self._word(groups)
            if word != "unsatisfiable" and self._guard(groups):
                word = self._word(groups)
            self._said[groups] = word == "unsatisfiable"
        return self._said[groups]

    def smaller(self, groups: Groups) -> Groups:
        """Give a part of the set that looks impossible and minimal, or the set itself."""
        return shrunk(groups, self.looks_impossible) if self.looks_impossible(groups) else groups

    def relaxed_plan(self, groups: Groups) -> Ints | None:
        """Give the middles (n, 2) of the cells of a relaxed plan that honours these groups; None if none is known."""
        if self.looks_impossible(groups) or self._word(groups) != "satisfiable":
            return None
        return self._cells.at[self._charge.chosen(self._solver.values())]

    def _word(self, groups: Groups) -> Word:
        word = self._solver.ask(self._assumed(groups), CONFLICTS)
        for _ in range(CUTS):
            if word != "satisfiable" or not self._cut_to_one_group(groups):
                break
            word = self._solver.ask(self._assumed(groups), CONFLICTS)
        return word

    def _guard(self, groups: Groups) -> bool:
        """State what the things of this set bar together, all ways round them; False where that is stated already."""
        bars = frozenset(g for g in groups if g.kind in (TERRAIN, ENEMY, RANGE, TARGET))
        if bars in self._stated:
            return False
        for clause in self._barring(bars, self._charge):
            self._solver.clause(clause)
        return True

    def _cut_to_one_group(self, groups: Groups) -> bool:
        """Cut off the plan that was found last where it falls apart and the unit must be one group."""
        if Group(COHERENCY) not in groups or not self._full.rules.flag("coherency_connected"):
            return False
        cuts = one_group_clauses(self._charge, self._charge.chosen(self._solver.values()))
        for cut in cuts:
            self._solver.clause([*cut, negated(self._switch[Group(COHERENCY)])])
        return bool(cuts)

    def _question(self, groups: Groups) -> Question:
        case = self.case.with_only(groups | {Group(ROLL)})
        return make_question(case.scenario, case.rules, case.targets, case.roll)

    def _first_bars(self) -> Iterator[Groups]:
        """Give sets of groups that keep models out of cells: each thing, and all targets with "ends closer"."""
        things = {g for g in self.everything if g.kind in (FRIEND, TERRAIN, ENEMY, TARGET)}
        ranges = frozenset(g for g in self.everything if g.kind == RANGE)
        for group in sorted(things):
            yield frozenset({group})
        for group in sorted(ranges):
            yield frozenset({group, Group(ENEMY, group.name)})
        if Group(CLOSER) in self.everything:
            yield frozenset(g for g in things if g.kind == TARGET) | {Group(CLOSER)}
        yield ranges | frozenset(g for g in things if g.kind != FRIEND)

    def _barring(self, bars: Groups, charge: Charge) -> Iterator[list[int]]:
        """Give the clauses that keep models out of cells as long as all of `bars` are kept."""
        able = _able(Cover(self._question(bars)), self._cells)
        off = [negated(self._switch[group]) for group in sorted(bars)]
        fresh = self._cells.able & ~able
        for fewer, left in self._stated.items():
            if fewer <= bars:
                fresh &= left
        self._stated[bars] = able
        yield from _barred(charge, fresh, off)

    def _assumed(self, groups: Groups) -> list[int]:
        return [literal for group, literal in sorted(self._switch.items()) if group in groups]

    def _state(self) -> Charge:
        """State the charge over the cells, every condition that a group makes behind the group's switch."""
        places = self._places(self._cells)
        charge = Charge(places)
        one_place_each(charge)
        no_overlap(charge)
        first = charge.formula.booleans(len(self.everything))
        self._switch = {group: first + k for k, group in enumerate(sorted(self.everything))}
        if Group(COHERENCY) in self._switch:
            _state_coherency(charge, negated(self._switch[Group(COHERENCY)]))
        # in the order of the question's targets: one for each, or one for all
        switches = dict.fromkeys(self._switch[self.case.group_of(name)] for name in self.case.targets)
        for t, switch in enumerate(switches):
            engaging = charge.occupied((places.mask >> t) & 1 == 1)
            charge.formula.clause([negated(switch), *engaging])
        for bars in self._first_bars():
            for clause in self._barring(bars, charge):
                charge.formula.clause(clause)
        return charge

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


def _barred(charge: Charge, barred: np.ndarray, off: list[int]) -> Iterator[list[int]]:
    """Give clauses that bar models (n, c) from cells as long as no switch of `off` is off."""
    for p in np.flatnonzero(barred.any(axis=0)):
        if not (charge.places.able[:, p] & ~barred[:, p]).any():
            yield [negated(charge.occ + int(p)), *off]
        else:
            for i in np.flatnonzero(barred[:, p]):
                yield [negated(int(charge.x[i, p])), *off]


def _state_coherency(charge: Charge, off: int) -> None:
    """Each used place has a used place near it and none too far, unless coherency is off."""
    formula, places = charge.formula, charge.places
    held = formula.booleans(len(places.at))
    for p in range(len(places.at)):
        formula.clause([negated(charge.occ + p), held + p, off])
        if places.neighbours:
            formula.clause([negated(held + p), *charge.occupied(places.near[p])])
    forbid_far(formula, held, places.at, places.far)
