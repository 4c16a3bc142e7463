"""The commands ``plan`` and ``check``, and what all commands share."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.cli import doors
from planner.cli.doors import STANDARD_INPUT, Status

if TYPE_CHECKING:
    from planner.world import Answer, Judgement, Scenario

EPILOG = (
    "Exit status: 0 legal (odds, why: answered), 1 wrong input or a rule that is not modelled, 2 wrong usage, "
    "3 impossible or ineligible (check: violations), 4 undecided, 70 a fault of the program itself."
)
EPILOG_OF_ANSWERS = (
    "Exit status: 0 answered, whatever the answer, 1 wrong input or a rule that is not modelled, 2 wrong usage, "
    "70 a fault of the program itself."
)
_OF_VERDICT = {
    "legal": Status.LEGAL,
    "impossible": Status.NOT_LEGAL,
    "ineligible": Status.NOT_LEGAL,
    "undecided": Status.UNDECIDED,
}

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


class GoalName(StrEnum):
    """What the best plan is."""

    ENGAGE = "engage"
    TIGHT = "tight"
    SPREAD = "spread"
    HOLD = "hold"


def a_roll(value: float | None) -> float | None:
    if value is not None and not 0 <= value <= 1000:
        raise typer.BadParameter("a number of inches from 0 to 1000")
    return value


def _a_time(value: float | None) -> float | None:
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise typer.BadParameter("a number of seconds above 0")
    return value


def names_of(value: str | None) -> tuple[str, ...] | None:
    if value is None:
        return None
    names = tuple(name.strip() for name in value.split(","))
    if not all(names):
        raise typer.BadParameter("unit ids with commas between them", param_hint="--targets")
    return names


def _show_version(wanted: bool) -> None:
    if wanted:
        from planner import __version__

        doors.say(f"charge-planner {__version__}")
        raise typer.Exit


@app.callback()
def charge_planner(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Decide whether a charge at several units is possible, and where every model goes."""


Seed = Annotated[int, typer.Option(min=0, metavar="N", help="Another seed may find another plan.")]
Targets = Annotated[str | None, typer.Option(metavar="A,B", help="The units to charge, by id.")]
Roll = Annotated[
    float | None, typer.Option(metavar="INCHES", callback=a_roll, help="The distance after all modifiers.")
]
RulesetId = Annotated[str | None, typer.Option(metavar="ID", help="The rules to play by.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A scenario (charge-scenario/1); - is standard input.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on standard output.")]
Picture = Annotated[str | None, typer.Option(metavar="OUT", help="Draw it: a name that ends in .svg or .png.")]


@app.command(epilog=EPILOG)
def plan(
    file: File,
    *,
    targets: Targets = None,
    roll: Roll = None,
    ruleset: RulesetId = None,
    goal: Annotated[GoalName, typer.Option(help="Which plan is the best.")] = GoalName.ENGAGE,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", callback=_a_time, help="Stop after that long.")
    ] = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    picture: Picture = None,
) -> None:
    """Say whether the charge of a scenario is possible.

    If it is, every model gets a move. The options override the file.
    """
    wanted = names_of(targets)
    given = {"targets": targets, "roll_in": roll, "ruleset": ruleset, "goal": goal.value}
    names = {"targets": "--targets", "roll_in": "--roll", "ruleset": "--ruleset", "goal": "--goal"}
    with doors.errors_told(file, options={key: names[key] for key, value in given.items() if value is not None}):
        doors.check_picture(picture)
        from planner.wire import load_scenario

        scenario = load_scenario(file, ruleset=ruleset)
        with doors.progress_line(is_wanted=not as_json) as progress:
            asked = {"targets": wanted, "roll_in": roll, "goal": goal.value, "time_limit_s": time_limit, "seed": seed}
            answer = _planned(scenario, {**asked, "progress": progress}, time_limit)
        doors.say(answer.to_json() if as_json else _answer_text(answer), is_json=as_json)
        draw_it(picture, scenario, answer, as_json)
    raise typer.Exit(_OF_VERDICT[answer.verdict])


def _planned(scenario: Scenario, asked: Mapping[str, Any], time_limit: float | None) -> Answer:
    """Give the answer; under a time limit by a watched process, and "undecided" where that had to be killed."""

    def prepare() -> None:
        # after the file is read: whoever gave a wrong one need not wait for it
        import planner.api  # noqa: F401

    def work() -> Answer:
        from planner.api import plan_charge

        return plan_charge(scenario, **asked)

    if time_limit is None:
        return work()
    from planner.cli.watch import Overrun, run_watched

    try:
        return run_watched(prepare, work, time_limit)
    except Overrun:
        return doors.overrun_answer(scenario, asked, time_limit)


@app.command(epilog=EPILOG)
def check(
    file: File,
    answer_file: Annotated[
        str,
        typer.Argument(metavar="ANSWER", help="An answer (charge-answer/1), ours or anyone's; - is standard input."),
    ],
    as_json: AsJson = False,
    picture: Picture = None,
) -> None:
    """Judge an answer, ours or anyone's.

    Names every violation with its numbers, and for a duty that is broken the better move.
    """
    if file == answer_file == STANDARD_INPUT:
        raise typer.BadParameter("only one of FILE and ANSWER can be standard input", param_hint="ANSWER")
    with doors.errors_told(file, answer_file):
        doors.check_picture(picture)
        from planner.wire import load_answer, load_scenario
        from planner.world import judgement_dict

        scenario, answer = doors.both(lambda: load_scenario(file), lambda: load_answer(answer_file))
        from planner.api import check as judge

        judgement = judge(scenario, answer)
        judged = as_judged(scenario, answer, judgement)
        if as_json:
            doors.say(json.dumps(judgement_dict(judgement), indent=2, ensure_ascii=False), is_json=True)
        else:
            from planner.cli.report import judgement_text

            doors.say(judgement_text(judged, judgement))
        draw_it(picture, scenario, judged, as_json)
    raise typer.Exit(Status.LEGAL if judgement.legal else Status.NOT_LEGAL)


def _answer_text(answer: Any) -> str:
    from planner.cli.report import answer_text

    return answer_text(answer)


def as_judged(scenario: Scenario, answer: Answer, judgement: Judgement) -> Answer:
    """Give an answer as the referee sees it: judged by him, and without goals, of which he says nothing.

    What the answer leaves to the scenario is the scenario's.
    """
    charge = scenario.charge
    return replace(
        answer,
        judgement=judgement,
        goals=(),
        ruleset=answer.ruleset or scenario.ruleset,
        targets=answer.targets or charge.targets or (),
        roll=charge.roll if answer.roll is None else answer.roll,
    )


def draw_it(picture: str | None, scenario: Any, answer: Any, as_json: bool) -> None:
    if picture is None:
        return
    from planner.render import draw
    from planner.rulesets import load_ruleset

    rules = load_ruleset(scenario.ruleset).with_options({**answer.options, **scenario.charge.options})
    doors.write_picture_file(picture, draw(scenario, rules, answer))
    if not as_json:
        doors.say(f"picture: {picture}")
