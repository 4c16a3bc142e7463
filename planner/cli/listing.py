"""The commands that say what there is: ``rulesets``, ``schema``."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Any

import typer

from planner.cli import doors
from planner.cli.commands import AsJson, app


class FormatName(StrEnum):
    """A file format of ours."""

    SCENARIO = "scenario"
    ANSWER = "answer"
    ODDS = "odds"
    WHY = "why"


@app.command()
def rulesets(as_json: AsJson = False) -> None:
    """List the rulesets, and the switches of each."""
    from planner.rulesets import load_ruleset, ruleset_ids

    rules = [load_ruleset(name) for name in ruleset_ids()]
    from planner.cli.report import ruleset_dict, ruleset_text

    if as_json:
        doors.say(json.dumps([ruleset_dict(r) for r in rules], indent=2, ensure_ascii=False), is_json=True)
    else:
        doors.say("\n\n".join(ruleset_text(r) for r in rules))


@app.command()
def schema(
    name: Annotated[
        FormatName | None,
        typer.Argument(metavar="NAME", help="scenario, answer, odds or why; absent: all of them, by format name."),
    ] = None,
) -> None:
    """Print the JSON Schemas of the files.

    Scenarios go in, answers go in and come out, odds and why are what those commands print with --json.
    """
    from planner.wire import schemas

    made: dict[str, Any] = schemas() if name is None else schemas()[f"charge-{name.value}/1"]
    doors.say(json.dumps(made, indent=2, ensure_ascii=False), is_json=True)
