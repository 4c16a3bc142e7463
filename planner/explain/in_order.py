"""Ask a case whose models move one after another: proofs over places for every way there is, then a narrow search."""

from __future__ import annotations

from dataclasses import replace

from planner.candidates import Roadmaps
from planner.errors import RefereeDisagreement
from planner.explain.case import Case
from planner.impossible import OuterLimits, Refutation, refute, refute_by_cells, refute_room
from planner.referee import judge
from planner.sequence import (
    Standing,
    Way,
    best_plan,
    moves_of,
    plugged,
    primaries,
    question_of,
    usual_breadths,
    ways_of,
)
from planner.wire import scenario_to_json
from planner.world import Plan


def ask_in_order(case: Case, cells: OuterLimits | None) -> Refutation | Plan | None:
    """Give a proof, a plan that the referee passed, or neither. `cells` None: without proofs over cells."""
    scenario = case.scenario
    open_ways, proofs = [], []
    for way in ways_of(scenario, case.rules, case.roll, scenario.charge.terrain_roll):
        refutation = _quick_proof(case, way)
        proofs += [] if refutation is None else [refutation]
        open_ways += [way] if refutation is None else []
    breadths = usual_breadths(len(scenario.charger.models))[:1]
    permitted = primaries(scenario, case.rules, case.targets)
    found = best_plan(scenario, case.rules, case.targets, open_ways, permitted, breadths) if open_ways else None
    if found is not None:
        return _judged(case, found[1])
    for way in open_ways:
        proof = None if cells is None else _proof_over_cells(case, way, cells)
        if proof is None:
            return None
        proofs.append(proof)
    return proofs[-1]


def _quick_proof(case: Case, way: Way) -> Refutation | None:
    question = plugged(question_of(case.scenario, case.rules, case.targets, way, relaxed=True))
    return refute(question, Roadmaps(question)) or refute_room(question)


def _proof_over_cells(case: Case, way: Way, cells: OuterLimits) -> Refutation | None:
    question = question_of(case.scenario, case.rules, case.targets, way, relaxed=True)
    found = refute_by_cells(question, cells, lambda _: False)
    return found if isinstance(found, Refutation) else None


def _judged(case: Case, standing: Standing) -> Plan:
    """Give the plan, passed by the referee, or raise."""
    charge = case.scenario.charge
    plan = Plan(charge.unit, case.targets, case.roll, moves_of(standing), standing.setting.primary, charge.terrain_roll)
    judgement = judge(case.scenario, case.rules, plan)
    if not judgement.legal:
        told = "; ".join(f"{v.rule}: {v.text}" for v in judgement.violations)
        asked = replace(case.scenario, charge=replace(charge, targets=case.targets, roll=case.roll))
        raise RefereeDisagreement(f"the referee refuses our own plan: {told}", scenario_to_json(asked))
    return plan
