"""The words of a picture: the headline, and what stands below: goals, broken rules, reasons, proof."""

from __future__ import annotations

from dataclasses import dataclass

from planner.render.style import VERDICTS
from planner.render.subject import Subject
from planner.render.words import measure_text, measure_words, rule_words
from planner.units import in_text
from planner.world import Goal, Violation


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph below the table; `flag`: the number on the table that it explains, ``!1`` of a broken rule."""

    words: str
    flag: str = ""
    is_caption: bool = False


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


def notes(subject: Subject) -> list[Note]:
    """Give the paragraphs below the table."""
    answer = subject.answer
    out = _captions(subject)
    if answer.goals and not subject.is_refused:
        out.append(Note(f"Goals: {'; '.join(_goal(goal, subject) for goal in answer.goals)}."))
    if answer.judgement is not None:
        out += [Note(_violation(v), f"!{number}") for number, v in enumerate(answer.judgement.violations, 1)]
        out += [Note(f"Warning: {warning}") for warning in answer.judgement.warnings]
    out += [Note(f"{rule_words(reason.rule)}: {reason.text}") for reason in answer.reasons]
    if answer.proof is not None:
        out.append(Note(f"Proof: {answer.proof.kind.replace('_', ' ')}."))
    return out


def _captions(subject: Subject) -> list[Note]:
    """Say what is to blame, the first set largest, and what would help."""
    if subject.why is None:
        return []
    are_several = len(subject.blame) > 1
    out = []
    for number, one in enumerate(subject.blame, 1):
        doubt = "" if one.is_minimal else " (Perhaps not all of it is needed.)"
        out.append(Note(f"{_as_sentence(one.text)}{doubt}", str(number) if are_several else "", number == 1))
    if not subject.why.is_complete:
        out.append(Note("There may be other sets to blame."))
    helps = zip(("What would help", *["Or"] * len(subject.why.nearest)), subject.why.nearest)
    return [*out, *(Note(f"{begins}: {change.text}") for begins, change in helps)]


def _as_sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _goal(goal: Goal, subject: Subject) -> str:
    return f"{measure_words(goal.name, subject.rules)}: {measure_text(goal.name, goal.value)}"


def _violation(violation: Violation) -> str:
    numbers = ""
    # how deep bases overlap is in the sentence; as a gap below nought it would only puzzle
    if violation.measured is not None and violation.allowed is not None and violation.measured >= 0:
        numbers = f" (measured {in_text(violation.measured)}, allowed {in_text(violation.allowed)})"
    return f"{rule_words(violation.rule)}: {violation.text}{numbers}"


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
