"""The command ``odds``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli import doors
from planner.cli.commands import EPILOG_OF_ANSWERS, AsJson, File, Picture, RulesetId, Seed, app, names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from planner.world import Likelihood, Odds, TargetSet


@app.command(epilog=EPILOG_OF_ANSWERS)
def odds(
    file: File,
    *,
    targets: Annotated[str | None, typer.Option(metavar="A,B", help="Only sets of these units.")] = None,
    modifier: Annotated[int, typer.Option(min=-12, max=12, metavar="N", help="Added to the dice.")] = 0,
    ruleset: RulesetId = None,
    seed: Seed = 0,
    as_json: AsJson = False,
    picture: Picture = None,
) -> None:
    """Give the least roll and the chance of every set of targets.

    Of two dice, of two with a re-roll, and of three without the lowest; and the most that each roll can charge. Where
    the file names targets, only sets of those.
    """
    given = {"targets": targets, "ruleset": ruleset}
    with doors.errors_told(file, options={key: f"--{key}" for key, value in given.items() if value is not None}):
        doors.check_picture(picture)
        from planner.wire import load_scenario

        scenario = load_scenario(file, ruleset=ruleset)
        from planner.api import odds as odds_of

        found = odds_of(scenario, targets=names_of(targets), modifiers=[modifier], seed=seed)
        doors.say(found.to_json() if as_json else _text(found, modifier), is_json=as_json)
        if picture is not None:
            from planner.render import draw_odds

            doors.write_picture_file(picture, draw_odds(found))
            if not as_json:
                doors.say(f"picture: {picture}")


HEADS = {
    "plain": "2D6",
    "full_reroll": "re-roll both",
    "one_die": "re-roll one",
    "drop_lowest": "3D6 drop lowest",
    "terrain": "higher of 2D6",
}
"""What stands above the chances of each manner of rolling; the last is for difficult terrain."""


def _text(odds: Odds, modifier: int) -> str:
    """Write the odds for a person: a table of sets, why each needs so much, and the best set for each roll."""
    from planner.render import set_words, spans_of_rolls
    from planner.rulesets import load_ruleset

    if not odds.rows:
        return f"{odds.unit} can choose no enemy unit at any roll."
    under = f", {modifier:+d} to every roll" if modifier else ""
    what = "the least roll"
    if odds.rows[0].chances[0].manner == "terrain":
        is_rolled = load_ruleset(odds.ruleset).has("difficult_dice")
        what = "the distance is fixed; " + ("the least roll for difficult terrain" if is_rolled else "what is needed")
    lines = [f"{odds.unit}: {what} for every set of targets, and its chance{under}", "", _table(odds)]
    lines += _reasons(odds)
    lines += ["", f"the most that can be charged on each roll{', after modifiers' if modifier else ''}:"]
    lines += [f"  {rolls}: {set_words(targets) or 'nobody'}" for rolls, targets in spans_of_rolls(odds)]
    if odds.left_out:
        lines.append(f"left out, being too many: {', '.join(odds.left_out)}")
    return "\n".join([*lines, "", f"{odds.elapsed_s:.3f} s"])


def _reasons(odds: Odds) -> list[str]:
    """Say once what holds for several sets: why less does not do, and why some can never be charged."""
    from planner.render import set_words

    less = dict.fromkeys(row.below[0].text for row in odds.rows if row.below and row.word != "never")
    never = [
        f"- {set_words(row.targets)}: {row.below[0].text}" for row in odds.rows if row.below and row.word == "never"
    ]
    lines = []
    if any(row.open_rolls for row in odds.rows):
        lines += ["", "?: from this roll on neither a plan nor a proof was found."]
    if less:
        lines += ["", "why not on less:", *(f"- {text}" for text in less)]
    if never:
        lines += ["", "why never:", *never]
    return lines


def _table(odds: Odds) -> str:
    """Write a row for each set; on a narrow terminal the rarer manners of rolling are left out before a line breaks."""
    from planner.cli.report import shown_table

    return shown_table(*(_as_table(odds, columns) for columns in (5, 4, 2)))


def _as_table(odds: Odds, columns: int) -> Table:
    """Make the table with the first so many columns of chances."""
    from rich.table import Table
    from rich.text import Text

    from planner.render import set_words

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("targets")
    manners = tuple(one.manner for one in odds.rows[0].chances)
    # the last is what a player asks who only wants these units to be among those charged
    for head in ("roll", *[*(HEADS[manner] for manner in manners), f"this or more, {HEADS[manners[0]]}"][:columns]):
        table.add_column(head, justify="right", no_wrap=True)
    for row in odds.rows:
        chances = [_chance(row.chances, manner) for manner in manners]
        cells = (_least(row), *[*chances, _chance(row.or_more, manners[0])][:columns])
        # as Text, so that brackets in somebody's ids are brackets
        table.add_row(Text(set_words(row.targets)), *cells)
    return table


def _least(row: TargetSet) -> str:
    """Write the least roll, with what is open below it."""
    from planner.units import in_text

    if row.least == 0:
        return "none needed"
    if row.least is None:
        return f'{row.open_rolls[0]}"?' if row.open_rolls else "never"
    which = f'{", ".join(map(str, row.rolls))}"' if row.rolls else f"{in_text(row.least)}+"
    return which + (f' ({row.open_rolls[0]}"?)' if row.open_rolls else "")


def _chance(chances: Sequence[Likelihood], manner: str) -> str:
    """Write one chance in percent, as a span where rolls are open."""
    from planner.dice import percent

    one = next(chance for chance in chances if chance.manner == manner)
    if one.high == 0:
        return "-"
    return percent(one.low) if one.low == one.high else f"{percent(one.low)} to {percent(one.high)}"
