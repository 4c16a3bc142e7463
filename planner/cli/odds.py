"""The command ``odds``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli import doors
from planner.cli.commands import EPILOG, AsJson, File, Picture, app, names_of

if TYPE_CHECKING:
    from planner.world import Odds


@app.command(epilog=EPILOG)
def odds(
    file: File,
    *,
    targets: Annotated[str | None, typer.Option(metavar="A,B", help="Only sets of these units.")] = None,
    modifier: Annotated[int, typer.Option(min=-12, max=12, help="Added to the dice.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Another seed may find another plan.")] = 0,
    as_json: AsJson = False,
    picture: Picture = None,
) -> None:
    """Give the least roll and the chance of every set of targets.

    Exit status 0 when it answers.
    """
    with doors.errors_told(file, options={"targets": "--targets"} if targets is not None else {}):
        doors.check_picture(picture)
        from planner.wire import load_scenario

        scenario = load_scenario(file)
        from planner.api import odds as odds_of

        found = odds_of(scenario, targets=names_of(targets), modifiers=[modifier], seed=seed)
        doors.say(found.to_json() if as_json else _text(found), is_json=as_json)
        if picture is not None:
            from planner.render import draw_odds

            doors.write_picture_file(picture, draw_odds(found))
            if not as_json:
                doors.say(f"picture: {picture}")


def _text(odds: Odds) -> str:
    from planner.render import chance_words

    if not odds.rows:
        return f"{odds.unit} can choose no enemy unit at any roll."
    lines = [f"{odds.unit}, every set of targets:"]
    for row in odds.rows:
        lines.append(f"  {' + '.join(row.targets)}: {chance_words(row)}")
        if row.below:
            lines.append(f"      {'never' if row.word == 'never' else 'not below'}: {row.below[0].text}")
    lines.append("best legal set by roll:")
    spans: list[tuple[int, int, tuple[str, ...]]] = []
    for roll, targets in odds.best_by_roll:
        if spans and spans[-1][2] == targets:
            spans[-1] = (spans[-1][0], roll, targets)
        else:
            spans.append((roll, roll, targets))
    for first, last, targets in spans:
        rolls = f"{first}" if first == last else f"{first} to {last}"
        lines.append(f"  {rolls}: {' + '.join(targets) if targets else 'none'}")
    if odds.left_out:
        lines.append(f"left out, being too many: {', '.join(odds.left_out)}")
    return "\n".join(lines)
