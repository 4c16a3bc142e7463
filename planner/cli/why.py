"""The command ``why``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli import doors
from planner.cli.commands import (
    EPILOG_OF_ANSWERS,
    AsJson,
    File,
    Picture,
    Roll,
    RulesetId,
    Seed,
    Targets,
    app,
    as_judged,
    names_of,
)
from planner.cli.doors import STANDARD_INPUT

if TYPE_CHECKING:
    from planner.world import Answer, Blame, Scenario, Why


@app.command(epilog=EPILOG_OF_ANSWERS)
def why(
    file: File,
    *,
    targets: Targets = None,
    roll: Roll = None,
    ruleset: RulesetId = None,
    answer: Annotated[
        str | None, typer.Option(metavar="ANSWER", help="An answer (charge-answer/1): explain what it breaks.")
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    picture: Picture = None,
) -> None:
    """Say what forbids a charge, and what would make it legal.

    Each set to blame forbids the charge by itself; the picture marks the first, smallest one. The options override the
    file. With an answer, what it breaks is told instead, and the better move where there is one.
    """
    if file == answer == STANDARD_INPUT:
        raise typer.BadParameter("only one of FILE and ANSWER can be standard input", param_hint="--answer")
    given = {"targets": targets, "roll_in": roll, "ruleset": ruleset, "answer": answer}
    names = {"targets": "--targets", "roll_in": "--roll", "ruleset": "--ruleset", "answer": "--answer"}
    files = (file,) if answer is None else (file, answer)
    with doors.errors_told(*files, options={key: names[key] for key, value in given.items() if value is not None}):
        doors.check_picture(picture)
        from planner.wire import load_answer, load_scenario

        scenario, judged = doors.both(
            lambda: load_scenario(file, ruleset=ruleset), lambda: None if answer is None else load_answer(answer)
        )
        from planner.api import why as why_of

        with doors.progress_line(is_wanted=not as_json) as progress:
            found = why_of(
                scenario,
                targets=names_of(targets),
                roll_in=roll,
                answer=judged,
                ruleset=None if judged is not None else ruleset,
                seed=seed,
                progress=progress,
            )
        doors.say(found.to_json() if as_json else _text(found), is_json=as_json)
        if picture is not None:
            doors.write_picture_file(picture, _drawn(scenario, found, judged))
            if not as_json:
                doors.say(f"picture: {picture}")


def _text(why: Why) -> str:
    """Write the blame and what would help for a person."""
    lines = [f"{why.verdict}: {why.text}"]
    if why.blame:
        lines += ["", _heading(why), *map(_blame_text, why.blame)]
    elif why.verdict == "undecided":
        lines += ["", *(f"- {reason.text}" for reason in why.reasons)]
    if not why.is_complete:
        lines.append("There may be other sets to blame.")
    if why.judgement is not None:
        lines += [f"warning: {warning}" for warning in why.judgement.warnings]
    elif why.nearest:
        lines += ["", "what would help:", *(f"- {change.text}" for change in why.nearest)]
    elif why.blame:
        lines += ["", "No single change was found that would make it legal."]
    lines += ["", f"seed {why.seed}, {why.elapsed_s:.3f} s"]
    return "\n".join(lines)


def _heading(why: Why) -> str:
    if why.verdict == "refused":
        return "what it breaks:"
    return "to blame, each of these by itself:" if len(why.blame) > 1 else "to blame:"


def _blame_text(blame: Blame) -> str:
    """Write one set with its rules; of a broken rule, the better move that shows it."""
    from planner.cli.report import witness_text
    from planner.render import rule_words

    rules = ", ".join(rule_words(rule) for rule in blame.rules)
    doubt = "" if blame.is_minimal else "; perhaps not all of it is needed"
    line = f"- {blame.text} [{rules}{doubt}]"
    return line if blame.witness is None else f"{line}\n    {witness_text(blame.witness)}"


def _drawn(scenario: Scenario, why: Why, judged: Answer | None) -> str:
    """Draw the answer with what it breaks, or the table with what is to blame."""
    from planner.render import draw, draw_why
    from planner.rulesets import load_ruleset

    rules = load_ruleset(why.ruleset).with_options(why.options)
    if judged is not None and why.judgement is not None:
        return draw(scenario, rules, as_judged(scenario, judged, why.judgement))
    return draw_why(scenario, rules, why)
