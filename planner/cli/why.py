"""The command ``why``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli import doors
from planner.cli.commands import EPILOG, AsJson, File, Picture, app, as_judged, draw_it, names_of
from planner.cli.doors import STANDARD_INPUT

if TYPE_CHECKING:
    from planner.world import Answer, Blame, Scenario, Why


@app.command(epilog=EPILOG)
def why(
    file: File,
    *,
    targets: Annotated[str | None, typer.Option(metavar="A,B", help="The units to charge, by id.")] = None,
    roll: Annotated[
        float | None,
        typer.Option(metavar="INCHES", min=0, max=1000, help="The distance after all modifiers."),
    ] = None,
    ruleset: Annotated[str | None, typer.Option(metavar="ID", help="The rules to play by.")] = None,
    answer: Annotated[
        str | None, typer.Option(metavar="ANSWER", help="Explain what this answer breaks, instead of the question.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed may find another plan.")] = 0,
    as_json: AsJson = False,
    picture: Picture = None,
) -> None:
    """Say what forbids the charge of a scenario, and which change would make it legal.

    Each set to blame forbids the charge by itself. Exit status 0 when it answers.
    """
    if file == answer == STANDARD_INPUT:
        raise typer.BadParameter("only one of FILE and ANSWER can be standard input", param_hint="--answer")
    given = {"targets": targets, "roll_in": roll, "ruleset": ruleset, "answer": answer}
    names = {"targets": "--targets", "roll_in": "--roll", "ruleset": "--ruleset", "answer": "--answer"}
    files = (file,) if answer is None else (file, answer)
    with doors.errors_told(*files, options={key: names[key] for key, value in given.items() if value is not None}):
        doors.check_picture(picture)
        from planner.wire import load_answer, load_scenario

        scenario = load_scenario(file, ruleset=ruleset)
        judged = None if answer is None else load_answer(answer)
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
        draw_it(picture, scenario, _marked(scenario, found, judged), as_json)


def _text(why: Why) -> str:
    """Write the blame and what would help for a person."""
    lines = [f"{why.verdict}: {why.text}"]
    if why.blame:
        several = "to blame, each of these by itself:" if len(why.blame) > 1 else "to blame:"
        lines += ["", several, *(f"- {one.text}{_remark(one)}" for one in why.blame)]
    elif why.verdict == "undecided":
        lines += ["", *(f"- {reason.text}" for reason in why.reasons)]
    if not why.is_complete:
        lines.append("There may be other sets to blame.")
    if why.nearest:
        lines += ["", "what would help:", *(f"- {change.text}" for change in why.nearest)]
    elif why.blame:
        lines += ["", "No single change was found that would make it legal."]
    lines += ["", f"seed {why.seed}, {why.elapsed_s:.3f} s"]
    return "\n".join(lines)


def _remark(blame: Blame) -> str:
    from planner.render import rule_words

    rules = ", ".join(rule_words(rule) for rule in blame.rules)
    doubt = "" if blame.is_minimal else "; perhaps not all of it is needed"
    return f" [{rules}{doubt}]"


def _marked(scenario: Scenario, why: Why, judged: Answer | None) -> Answer:
    """Give what the picture shows: the table with what is to blame as reasons, or the answer with what it breaks."""
    from planner.world import Answer, Reason

    if judged is not None and why.judgement is not None:
        return as_judged(scenario, judged, why.judgement)
    assert why.verdict != "refused", "only an answer that was handed in is refused"
    reasons = tuple(Reason(b.rules[0], b.text, b.units, b.models, b.terrain) for b in why.blame)
    return Answer(
        ruleset=why.ruleset,
        unit=why.unit,
        targets=why.targets,
        roll=why.roll,
        verdict=why.verdict,
        reasons=reasons or why.reasons,
        options=why.options,
    )
