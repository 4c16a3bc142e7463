"""Why a charge is what it is: what is to blame, and what would make it legal; of an answer, what it breaks."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from planner.api.asking import Progress, overridden, refuse_numbers
from planner.api.checking import check
from planner.api.planning import plan_charge
from planner.errors import Fault, InputError
from planner.rulesets import load_ruleset
from planner.units import in_text
from planner.world import Answer, Blame, Change, Judgement, Scenario, Violation, Why

if TYPE_CHECKING:
    from planner.explain import Case


def why(
    scenario: Scenario,
    *,
    targets: Sequence[str] | None = None,
    roll_in: float | str | Fraction | None = None,
    answer: Answer | None = None,
    seed: int = 0,
    ruleset: str | None = None,
    options: Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> Why:
    """Say why the charge is impossible, may not be declared or is undecided, and which change would make it legal.

    Parameters
    ----------
    scenario
        The table and the question; the other arguments override what it says, as for `planner.plan_charge`.
    answer
        Somebody's answer: instead of the question, what it breaks is explained, with a better move for each duty.
    progress
        Called now and then with a line for a person.

    Raises
    ------
    InputError, UnsupportedRule, RefereeDisagreement
        As `planner.plan_charge`.
    """
    began = time.perf_counter()
    if answer is not None:
        _refuse_both(targets, roll_in, ruleset, options)
        return replace(_of_answer(scenario, answer), elapsed_s=_since(began))
    refuse_numbers(seed, None)
    scenario = overridden(scenario, targets, roll_in, ruleset, options)
    planned = plan_charge(scenario, seed=seed, progress=progress)
    if progress is not None and planned.verdict != "legal":
        progress("looking for what is to blame")
    return replace(_of_question(scenario, planned), elapsed_s=_since(began))


def _since(began: float) -> float:
    return round(time.perf_counter() - began, 6)


def _refuse_both(*given: object) -> None:
    if any(one is not None for one in given):
        raise InputError([Fault("answer", "an answer, and a question besides", "the one or the other")])


def _of_question(scenario: Scenario, planned: Answer) -> Why:
    """Explain the verdict of our own answer."""
    unit, at = planned.unit, " and ".join(planned.targets) or "anybody"
    on = "" if planned.roll is None else f" on {in_text(planned.roll)}"
    if planned.terrain_roll is not None:
        on += f", {in_text(planned.terrain_roll)} through difficult terrain"
    if scenario.charge.kind == "counter":
        text = "nothing is to blame" if planned.verdict == "legal" else "no move was found, and no proof is sought"
        return _said(planned, f"A counter-charge of {unit} against {at}{on}: {text}.")
    match planned.verdict:
        case "legal":
            reached = " and ".join(planned.locked) or at
            return _said(planned, f"{unit} can charge {reached}{on}: nothing is to blame.")
        case "ineligible":
            return _of_ineligible(scenario, planned, f"{unit} may not declare this charge at {at}{on}.")
        case "undecided":
            text = f"Whether {unit} can charge {at}{on} was not found out, so nothing is to blame yet."
            return _said(planned, text, nearest=_nearest(scenario, planned))
        case "impossible":
            return _of_impossible(scenario, planned, f"{unit} cannot charge {at}{on}, whatever way its models take.")


def _said(
    planned: Answer,
    text: str,
    *,
    blame: tuple[Blame, ...] = (),
    nearest: tuple[Change, ...] = (),
    is_complete: bool = True,
) -> Why:
    return Why(
        ruleset=planned.ruleset,
        unit=planned.unit,
        targets=planned.targets,
        roll=planned.roll,
        verdict=planned.verdict,
        text=text,
        reasons=planned.reasons,
        blame=blame,
        nearest=nearest,
        is_complete=is_complete,
        options=planned.options,
        seed=planned.seed,
    )


def _case(scenario: Scenario, planned: Answer) -> Case:
    from planner.explain import Case

    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    assert planned.roll is not None, "every question is asked at some roll"
    return Case(scenario, rules, planned.targets, planned.roll)


def _nearest(scenario: Scenario, planned: Answer) -> tuple[Change, ...]:
    """Give the changes that help, where no set is known."""
    from planner.explain import nearest_changes

    return nearest_changes(_case(scenario, planned), None, planned.seed) if planned.targets else ()


def _of_ineligible(scenario: Scenario, planned: Answer, text: str) -> Why:
    """Each clause that forbids the declaration does so alone."""
    blame = tuple(
        Blame((reason.rule,), reason.text, reason.units, reason.terrain, reason.models, None, is_minimal=True)
        for reason in planned.reasons
    )
    return _said(planned, text, blame=blame, nearest=_nearest(scenario, planned))


def _of_impossible(scenario: Scenario, planned: Answer, text: str) -> Why:
    from planner.api.places import OF_ORDER
    from planner.explain import explain
    from planner.impossible import Refutation

    assert planned.proof is not None, "an impossible charge has a proof"
    if planned.proof.kind in OF_ORDER:
        reason = planned.reasons[0]
        blame = Blame((reason.rule,), reason.text, reason.units, (), reason.models, planned.proof.kind)
        return _said(planned, text, blame=(blame,), nearest=_nearest(scenario, planned), is_complete=False)
    refutation = Refutation(planned.reasons[0], planned.proof)
    found = explain(_case(scenario, planned), refutation, planned.seed)
    return _said(planned, text, blame=found.blame, nearest=found.nearest, is_complete=found.is_complete)


def _of_answer(scenario: Scenario, answer: Answer) -> Why:
    """Say of an answer what it breaks, one blame for each violation, with the better move where there is one."""
    judgement = check(scenario, answer)
    at = " and ".join(answer.targets) or "anybody"
    claim = f"The answer {answer.verdict!r} of {answer.unit} at {at}"
    if judgement.legal:
        text = f"{claim} stands: nothing is to blame."
    else:
        number = len(judgement.violations)
        text = f"{claim} does not stand: {number} violation{'' if number == 1 else 's'}."
    charge = scenario.charge
    return Why(
        ruleset=answer.ruleset or scenario.ruleset,
        unit=answer.unit,
        targets=answer.targets or charge.targets or (),
        roll=charge.roll if answer.roll is None else answer.roll,
        verdict=answer.verdict if judgement.legal else "refused",
        text=text,
        blame=tuple(_broken(violation) for violation in judgement.violations),
        nearest=_better_moves(judgement),
        judgement=judgement,
        options={**answer.options, **charge.options},
        seed=answer.seed,
    )


def _broken(violation: Violation) -> Blame:
    return Blame(
        (violation.rule,),
        violation.text,
        violation.units,
        models=violation.models,
        is_minimal=True,
        witness=violation.witness,
    )


def _better_moves(judgement: Judgement) -> tuple[Change, ...]:
    """Give each better move that a witness shows, once."""
    models = dict.fromkeys(v.witness.model for v in judgement.violations if v.witness is not None)
    return tuple(
        Change("better_move", f"Move {model} as the better move shows, all others as they are.", model=model)
        for model in models
    )
