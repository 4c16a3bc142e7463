"""Judge anyone's answer: plans by the referee, "if able" breaches by a witness, proofs by running them again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from planner.api.asking import Asked, fixed_distance, greatest_distance, target_faults
from planner.api.judging import contact_warnings, judged_in_order
from planner.errors import Fault, InputError
from planner.referee import declaration_violations, judge
from planner.rulesets import Ruleset, load_ruleset
from planner.units import CONTACT_MAX, in_text, to_inches
from planner.wire import refuse_unmodelled
from planner.world import Answer, Judgement, Plan, Proof, Scenario, Violation, Witness


def check(scenario: Scenario, answer: Answer, *, find_witnesses: bool = True) -> Judgement:
    """Judge anyone's answer to this scenario: every violation, and "if able" breaches with a better move.

    The scenario's own charge wins where both speak; a mismatch is an `InputError`. On an ``impossible`` answer
    the proof is run again. `find_witnesses` False: clauses only.
    """
    scenario = _asked_by_answer(scenario, answer)
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    if answer.verdict == "impossible" and scenario.charge.kind == "counter":
        text = "A counter-charge is never impossible: a unit may stay where it stands, unless its coherency is broken."
        return Judgement(legal=False, violations=(Violation("proof", text, units=(scenario.charge.unit,)),))
    if answer.verdict == "impossible":
        return _check_proof(scenario, rules, answer.proof)
    if answer.verdict == "ineligible":
        return _check_ineligible(scenario, rules)
    if not answer.moves:
        # "undecided" claims nothing, so nothing of it can be wrong; "legal" claims a plan
        if answer.verdict == "undecided":
            return Judgement(legal=True, duties="none asked")
        return Judgement(legal=False, violations=(Violation("moves", "The answer says 'legal' and has no moves."),))
    targets, roll = _said(scenario, rules)
    charge = scenario.charge
    plan = Plan(answer.unit, targets, roll, answer.moves, charge.primary, charge.terrain_roll, answer.declaration)
    refuse_unmodelled(scenario, rules, roll)
    judgement = judge(scenario, rules, plan)
    if rules.moves_in_order:
        judgement = judged_in_order(scenario, rules, plan) if judgement.legal and find_witnesses else judgement
        told = tuple(contact_warnings(scenario, rules, answer, plan))
        return replace(judgement, warnings=(*judgement.warnings, *told))
    if not judgement.legal or not find_witnesses or not _has_open_duty(scenario, rules, plan):
        return judgement
    witnesses = _witnesses(scenario, rules, plan)
    return judge(scenario, rules, plan, witnesses) if witnesses else judgement


def _asked_by_answer(scenario: Scenario, answer: Answer) -> Scenario:
    """Put into the scenario what only the answer says; refuse an answer to another question."""
    charge = scenario.charge
    pairs: list[tuple[str, Any, Any]] = [
        ("unit", charge.unit, answer.unit),
        ("ruleset", scenario.ruleset, answer.ruleset or scenario.ruleset),
    ]
    if charge.targets is not None and answer.targets:
        pairs.append(("targets", sorted(charge.targets), sorted(answer.targets)))
    if charge.roll is not None and answer.roll is not None:
        pairs.append(("roll_in", to_inches(charge.roll), to_inches(answer.roll)))
    if charge.primary is not None and answer.primary is not None:
        pairs.append(("primary", charge.primary, answer.primary))
    if charge.terrain_roll is not None and answer.terrain_roll is not None:
        pairs.append(("terrain_roll", to_inches(charge.terrain_roll), to_inches(answer.terrain_roll)))
    for name, own in charge.options.items():
        if name in answer.options:
            pairs.append((f"options.{name}", own, answer.options[name]))
    faults = [Fault(name, repr(said), f"what the scenario asks: {own!r}") for name, own, said in pairs if own != said]
    if charge.targets is None and answer.targets:
        faults += target_faults(scenario, answer.targets)
    if faults:
        raise InputError(faults, source="the answer")
    return replace(
        scenario,
        charge=replace(
            charge,
            targets=charge.targets if charge.targets is not None else answer.targets or None,
            roll=charge.roll if charge.roll is not None else answer.roll,
            primary=charge.primary if charge.primary is not None else answer.primary,
            terrain_roll=charge.terrain_roll if charge.terrain_roll is not None else answer.terrain_roll,
            options={**answer.options, **charge.options},
        ),
    )


def _has_open_duty(scenario: Scenario, rules: Ruleset, plan: Plan) -> bool:
    """Whether some model ends outside the best ring: only then a better end can be looked for."""
    close = rules.length("close_ring") or CONTACT_MAX
    bases = {m.id: m.base.radius for m in scenario.charger.models}  # type: ignore[union-attr]
    foes = [m for t in plan.targets for m in scenario.unit(t).models]
    for move in plan.moves:
        x, y = move.end
        limits = [(m.at, bases[move.model] + m.base.radius + close) for m in foes]  # type: ignore[union-attr]
        if not any((x - a) ** 2 + (y - b) ** 2 <= limit**2 for (a, b), limit in limits):
            return True
    return False


def _witnesses(scenario: Scenario, rules: Ruleset, plan: Plan) -> list[Witness]:
    """Let the finder look for a better end of each model; the referee judges what it shows."""
    import numpy as np

    from planner.candidates import Roadmaps, make_question
    from planner.solve import find_better

    question = make_question(scenario, rules, plan.targets, plan.roll)
    by_model = {move.model: move.end for move in plan.moves}
    ends = np.array([by_model[name] for name in question.names], dtype=np.int64)
    maps = Roadmaps(question)
    found = (find_better(question, maps, ends, only=(i,)) for i in range(question.size))
    return [Witness(question.names[better.model], better.path) for better in found if better is not None]


def _said(scenario: Scenario, rules: Ruleset) -> tuple[tuple[str, ...], int]:
    """Give the targets and the roll of the question that is judged; `InputError` where neither file says them."""
    charge = scenario.charge
    if charge.kind == "counter" and charge.against is not None:
        charge = replace(charge, targets=(charge.against,))
    roll = fixed_distance(scenario, rules) if charge.roll is None else charge.roll
    faults = []
    if not charge.targets:
        faults.append(Fault("targets", "nothing", "the targets, in the scenario or the answer"))
    if roll is None:
        faults.append(Fault("roll_in", "nothing", "the roll, in the scenario or the answer"))
    if faults or charge.targets is None or roll is None:
        raise InputError(faults, source="the answer")
    return charge.targets, roll


def _check_ineligible(scenario: Scenario, rules: Ruleset) -> Judgement:
    """Judge the claim that this charge may not be declared; without targets, that no enemy unit may be chosen."""
    charge = scenario.charge
    sets = [charge.targets] if charge.targets else [(enemy.id,) for enemy in scenario.enemies]
    roll = charge.roll if charge.roll is not None else greatest_distance(scenario, rules)
    allowed = [
        targets for targets in sets if not declaration_violations(scenario, rules, targets, roll, charge.primary)
    ]
    if not allowed:
        return Judgement(legal=True, duties="none asked")
    text = "The answer says that this charge may not be declared, but every flag and straight gap allows it."
    return Judgement(legal=False, violations=(Violation("moves", text, units=allowed[0]),))


def _check_proof(scenario: Scenario, rules: Ruleset, proof: Proof | None) -> Judgement:
    """Run the proof of an ``impossible`` again."""
    from planner.candidates import Roadmaps, make_question
    from planner.impossible import OuterLimits, Refutation, refute, refute_by_cells, refute_room, squares_of

    targets, roll = _said(scenario, rules)
    refused = declaration_violations(scenario, rules, targets, roll)
    if refused:
        return Judgement(legal=False, violations=refused)
    refuse_unmodelled(scenario, rules, roll)
    if rules.moves_in_order:
        return _check_proof_in_order(scenario, rules, targets, roll)
    question = make_question(scenario, rules, targets, roll, relaxed=True)
    if (refute(question, Roadmaps(question)) or refute_room(question)) is not None:
        return Judgement(legal=True, duties="none asked")
    splits = squares_of(proof) if proof is not None else []
    if isinstance(refute_by_cells(question, OuterLimits(), lambda _: False, splits), Refutation):
        return Judgement(legal=True, duties="none asked")
    return _no_proof(targets, roll)


def _check_proof_in_order(scenario: Scenario, rules: Ruleset, targets: tuple[str, ...], roll: int) -> Judgement:
    """Run the proof of an ``impossible`` again where models move one after another: the whole question is asked."""
    from planner.api.ordering import plan_in_order
    from planner.impossible import Refutation

    asked = Asked(scenario, rules, "engage", 0, None, None, 0.0)
    if isinstance(plan_in_order(asked, targets, roll), Refutation):
        return Judgement(legal=True, duties="none asked")
    return _no_proof(targets, roll)


def _no_proof(targets: tuple[str, ...], roll: int) -> Judgement:
    text = f"The charge is said to be impossible at {in_text(roll)}, and no proof of that is found."
    return Judgement(legal=False, violations=(Violation("proof", text, units=targets),))
