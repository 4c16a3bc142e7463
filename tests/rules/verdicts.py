"""What the clause tests say about a plan: which ruleset keys it breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planner.referee import declaration_violations, judge
from planner.units import from_inches
from planner.world import Judgement, Scenario, Violation, Witness
from tests.builders import Inches, Place, lattice, plan, rules_of


def judged(
    scenario: Scenario, ways: Mapping[str, Sequence[Place]], better: Mapping[str, Sequence[Place]] | None = None
) -> Judgement:
    """Judge a plan on the scenario's own targets and roll; `better` holds witnesses, as ways of single models."""
    starts = {m.id: m.at for m in scenario.charger.models}
    witnesses = [Witness(m, (starts[m], *(lattice(p) for p in way))) for m, way in (better or {}).items()]
    return judge(scenario, rules_of(scenario), plan(scenario, ways), witnesses)


def broken(
    scenario: Scenario, ways: Mapping[str, Sequence[Place]], better: Mapping[str, Sequence[Place]] | None = None
) -> set[str]:
    """Give the ruleset keys that the plan breaks; empty: it is legal."""
    judgement = judged(scenario, ways, better)
    keys = {v.rule for v in judgement.violations}
    assert judgement.legal == (not keys)
    return keys


def barred(scenario: Scenario, targets: Sequence[str], roll_in: Inches | None = None) -> set[str]:
    """Give the ruleset keys that forbid to declare this charge; empty: it may be declared."""
    return {v.rule for v in declared(scenario, targets, roll_in)}


def declared(scenario: Scenario, targets: Sequence[str], roll_in: Inches | None = None) -> tuple[Violation, ...]:
    """Give everything that forbids to declare this charge."""
    roll = None if roll_in is None else from_inches(roll_in)
    return declaration_violations(scenario, rules_of(scenario), targets, roll)
