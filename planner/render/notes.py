"""The words of a picture: the headline, and what stands below: goals, broken rules, reasons, proof."""

from __future__ import annotations

from planner.render.style import VERDICTS
from planner.render.subject import Subject
from planner.render.words import measure_text, measure_words, rule_words
from planner.units import in_text
from planner.world import Goal, Violation


def verdict_words(subject: Subject) -> tuple[str, str]:
    """Give the verdict in one word and in a sentence; what the referee refuses is not called what it claims to be."""
    answer = subject.answer
    if not subject.is_refused or answer.judgement is None:
        return VERDICTS[answer.verdict]
    if not answer.moves:
        return "REFUSED", f"the answer {answer.verdict!r} does not stand"
    number = len(answer.judgement.violations)
    return "REFUSED", f"this plan has {number} violation{'' if number == 1 else 's'}"


def headline(subject: Subject) -> str:
    """Say who charges whom, with what, and what came of it."""
    answer = subject.answer
    targets = answer.targets or subject.scenario.charge.targets or ()
    whom = _listed(targets) if targets else "any enemy unit"
    roll = "" if answer.roll is None else f", roll {in_text(answer.roll)}"
    return f"{answer.unit} against {whom}{roll}: {verdict_words(subject)[1]}"


def asked_under(subject: Subject) -> str:
    """Name the ruleset and the options that were turned."""
    answer = subject.answer
    turned = ", ".join(f"{name} = {str(value).lower()}" for name, value in sorted(answer.options.items()))
    return f"rules {answer.ruleset}" + (f" with {turned}" if turned else "")


def notes(subject: Subject) -> list[str]:
    """Give the paragraphs below the table."""
    answer = subject.answer
    out = []
    if answer.goals and not subject.is_refused:
        out.append(f"Goals: {'; '.join(_goal(goal, subject) for goal in answer.goals)}.")
    if answer.judgement is not None:
        out += [f"{number}  {_violation(v)}" for number, v in enumerate(answer.judgement.violations, 1)]
        out += [f"Warning: {warning}" for warning in answer.judgement.warnings]
    out += [f"{rule_words(reason.rule)}: {reason.text}" for reason in answer.reasons]
    if answer.proof is not None:
        out.append(f"Proof: {answer.proof.kind.replace('_', ' ')}.")
    return out


def _goal(goal: Goal, subject: Subject) -> str:
    return f"{measure_words(goal.name, subject.rules)}: {measure_text(goal.name, goal.value)}"


def _violation(violation: Violation) -> str:
    numbers = ""
    if violation.measured is not None and violation.allowed is not None:
        numbers = f" (measured {in_text(violation.measured)}, allowed {in_text(violation.allowed)})"
    return f"{rule_words(violation.rule)}: {violation.text}{numbers}"


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
