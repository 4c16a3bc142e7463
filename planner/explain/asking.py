"""Ask one case: a proof, a plan that the referee passed, or neither; with less work than an answer is worth.

Words about sets of groups are kept: what is impossible stays so with more groups, what has a plan with fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from planner.candidates import Ints, Question, Roadmaps, first_sites, make_question, relaxed_question
from planner.errors import RefereeDisagreement, UnsupportedRule
from planner.explain.blame import COHERENCY, Group, Groups
from planner.explain.case import Case
from planner.explain.guide import Guide
from planner.explain.in_order import ask_in_order
from planner.impossible import OuterLimits, Refutation, Square, refute, refute_by_cells, refute_room
from planner.pathing import trace
from planner.referee import declaration_violations, judge
from planner.shapes import Point
from planner.solve.order import move_order
from planner.solve.search import Search, default_limits, find_witness, is_legal_over_sites, repair_paths
from planner.solve.witness import polish
from planner.wire import refuse_unmodelled, scenario_to_json
from planner.world import Move, Plan

Found = Refutation | Plan | None
"""A proof, a plan that the referee passed, or neither within the limits."""


FEW_CELLS = OuterLimits(work=0.3, work_each=0.15, rounds=8)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much work one case may cost: CP-SAT's measure and rounds over cells; a part of the usual search."""

    cells: OuterLimits | None = FEW_CELLS
    restarts: int = 2
    refinements: int = 1
    proof_first: bool = False


QUICK = Effort(cells=None, restarts=1, refinements=0)
CHAIN = Effort(cells=FEW_CELLS, restarts=1, refinements=0)
HARD = Effort(cells=OuterLimits(), proof_first=True)
"""Where a proof is likely: no walks before it."""


def ask(
    case: Case,
    seed: int = 0,
    effort: Effort | None = None,
    splits: Sequence[Square] = (),
    near: Ints | None = None,
) -> Found:
    """Give a proof, a plan or neither for a case that may be declared: arithmetic, walks, room, cells, in this order.

    `splits`: the squares that a proof of a harder case was made over. `near`: ends (n, 2) near which there may be a
    plan; that is tried before any walk.
    Raises `RefereeDisagreement` where the referee refuses the plan.
    """
    effort = effort or Effort()
    if case.targets and case.rules.moves_in_order:
        return ask_in_order(case, effort.cells)
    question = make_question(case.scenario, case.rules, case.targets, case.roll)
    maps = Roadmaps(question)
    wide = relaxed_question(question)
    refutation = refute(wide, maps if wide is question else Roadmaps(wide))
    if refutation is not None:
        return refutation
    if not case.targets:
        return _stays(case, question)
    plan = None if near is None else _plan_near(case, question, maps, near)
    if plan is not None:
        return plan
    room = cache(lambda: refute_room(wide))
    plan = None if effort.proof_first else _plan_found(case, question, maps, seed, effort, room)
    if plan is not None or room() is not None or effort.cells is None:
        return plan or room()
    pushed: list[Plan] = []

    def push(ends: Ints) -> bool:
        plan = _plan_near(case, question, maps, ends)
        pushed.extend([plan] if plan is not None else [])
        return plan is not None

    outer = refute_by_cells(wide, effort.cells, push, splits)
    if outer is None:
        return pushed[0]
    return outer if isinstance(outer, Refutation) else None


def _stays(case: Case, question: Question) -> Plan | None:
    """Give the plan that nobody moves, for a case without targets; None where even that is not allowed.

    The referee is heard on all but the declaration: a charge at nobody is none, but a set without targets is asked so.
    """
    moves = tuple(Move(name, i + 1, (at,)) for i, (name, at) in enumerate(zip(question.names, question.starts())))
    plan = Plan(case.scenario.charge.unit, (), case.roll, moves)
    broken = judge(case.scenario, case.rules, plan).violations
    return plan if all(violation.rule == "declare_range" for violation in broken) else None


def _plan_found(
    case: Case,
    question: Question,
    maps: Roadmaps,
    seed: int,
    effort: Effort,
    room: Callable[[], Refutation | None],
) -> Plan | None:
    usual = default_limits(question.size)
    limits = replace(usual, restarts=effort.restarts, refinements=effort.refinements)
    sites = first_sites(question, maps, limits.sites)
    state = Search(question, maps, "engage", limits, seed, lambda _: None, lambda: room() is not None, sites)
    find_witness(state)
    while state.chosen is not None:
        if repair_paths(state):
            assert state.chosen is not None
            return _judged(case, question, maps, state.sites.at[state.chosen])
    return None


def _plan_near(case: Case, question: Question, maps: Roadmaps, ends: Ints) -> Plan | None:
    """Give a plan near these ends (n, 2), if they can be pushed into one."""
    connected = question.rules.flag("coherency_connected") or question.size <= 3
    for grouped in (True,) if connected else (True, False):
        polished = polish(question, maps, ends, grouped=grouped)
        if polished is not None and is_legal_over_sites(question, polished, np.arange(question.size)):
            return _judged(case, question, maps, polished.at)
    return None


def _judged(case: Case, question: Question, maps: Roadmaps, ends: Ints) -> Plan | None:
    """Give the plan that leads to these ends, passed by the referee; None where some path is not there.

    The "if able" duties are left aside: bettering one model after another meets them, and every other condition still
    holds then. So where there is this plan, there is a legal one.
    """
    order = {i: k + 1 for k, i in enumerate(move_order(question, ends))}
    moves = []
    for i, start in enumerate(question.starts()):
        path: tuple[Point, ...] | None = trace(
            maps.of(i), start, (int(ends[i, 0]), int(ends[i, 1])), question.roll
        ).path
        if path is None:
            return None
        moves.append(Move(question.names[i], order[i], path))
    plan = Plan(case.scenario.charge.unit, case.targets, case.roll, tuple(moves))
    judgement = judge(case.scenario, case.rules, plan)
    if not judgement.legal:
        told = "; ".join(f"{v.rule}: {v.text}" for v in judgement.violations)
        charge = replace(case.scenario.charge, targets=case.targets, roll=case.roll)
        raise RefereeDisagreement(
            f"the referee refuses our own plan: {told}", scenario_to_json(replace(case.scenario, charge=charge))
        )
    return plan


def is_declared(case: Case) -> bool:
    """Whether the charge may be declared at all, and bears on nothing that is not modelled."""
    charge = case.scenario.charge
    if declaration_violations(case.scenario, case.rules, case.targets, case.roll, charge.primary):
        return False
    try:
        refuse_unmodelled(case.scenario, case.rules, case.roll)
    except UnsupportedRule:
        # a longer roll may reach what nobody can judge yet: such a change is not offered
        return False
    return True


@dataclass
class Words:
    """What is known of the sets of groups of one case; asks about no set that follows from those asked.

    With a guide, proofs over cells are sought where it says that there is likely one, and plans elsewhere. `left`: how
    many more sets may be asked about in vain or by a proof over cells; what is not asked is open.
    """

    case: Case
    seed: int = 0
    effort: Effort = field(default_factory=Effort)
    guide: Guide | None = None
    splits: Sequence[Square] = ()
    left: int = 4
    refuted: dict[Groups, Refutation] = field(default_factory=dict)
    planned: set[Groups] = field(default_factory=set)
    open: set[Groups] = field(default_factory=set)

    def is_impossible(self, groups: Groups) -> bool:
        """Whether these groups alone are proved to forbid the charge."""
        if any(known <= groups for known in self.refuted):
            return True
        if groups in self.open or self.has_plan(groups):
            return False
        part, effort, near = self._worth_asking(groups)
        found: Found = None
        if self.left > 0:
            found = ask(self.case.with_only(part), self.seed, effort, self.splits if effort is HARD else (), near)
            self.left -= 1 if found is None or effort is HARD else 0
        if isinstance(found, Refutation):
            self.refuted[part] = found
        elif found is not None:
            self.planned.add(part)
        if not isinstance(found, Refutation) and not self.has_plan(groups):
            self.open.add(groups)
        return isinstance(found, Refutation)

    def _worth_asking(self, groups: Groups) -> tuple[Groups, Effort, Ints | None]:
        """Give which part of a set to ask about, how hard, and near which ends there may be a plan."""
        if self.guide is None:
            return groups, self.effort, None
        if self.guide.looks_impossible(groups):
            return self.guide.smaller(groups), HARD, None
        # what one group can join is seen by the proof's own bound, not by the guide
        effort = CHAIN if self.case.rules.flag("coherency_connected") and Group(COHERENCY) in groups else QUICK
        return groups, effort, self.guide.relaxed_plan(groups)

    def smaller(self, groups: Groups) -> Groups:
        """Give a part of an impossible set that is impossible too and as small as is known; else the set."""
        if self.guide is not None and self.left > 0:
            part = self.guide.smaller(groups)
            if self.is_impossible(part):
                return part
        known = (one for one in self.refuted if one <= groups)
        return min(known, key=lambda one: (len(one), sorted(one)), default=groups)

    def has_plan(self, groups: Groups) -> bool:
        """Whether a plan is known that honours these groups."""
        return any(groups <= known for known in self.planned)

    def refutation(self, groups: Groups) -> Refutation:
        """Give the proof for a set that was found to be impossible: its own, else that of a part of it."""
        own = [groups] if groups in self.refuted else sorted((g for g in self.refuted if g <= groups), key=sorted)
        return self.refuted[own[0]]

    def is_shown_minimal(self, groups: Groups) -> bool:
        """Whether each group of an impossible set, left out, leaves a charge that has a plan."""
        return all(self.has_plan(groups - {group}) for group in groups)
