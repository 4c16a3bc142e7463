"""A small chart of odds: one bar per set of targets, its least roll and its chance in words beside it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from planner.dice import percent
from planner.render.canvas import Canvas, text_width, wrap
from planner.render.style import BLUE, GREY, INK, PALE, WHITE
from planner.units import in_text
from planner.world import Likelihood, Odds, TargetSet

MARGIN, BAR, WORDS = 22.0, 320.0, 350.0
WIDEST_NAME = 300.0
SIZE, SMALL, LINE = 14.0, 11.5, 17.0
BAR_HEIGHT = 20.0
HINT = "bar: plain dice; tick: with a full re-roll; pale: not decided"
HINT_OF_TERRAIN = "bar: the higher of the dice for difficult terrain; pale: not decided"


def draw_odds(odds: Odds) -> str:
    """Give the SVG text: the bar is the chance with plain dice, a tick marks it with a full re-roll.

    Below stands the best set for each roll.
    """
    title = f"{odds.unit}: the least roll, and the chance of it, for every set of targets"
    longest = max([text_width(set_words(row.targets), SIZE) for row in odds.rows], default=100.0)
    left = MARGIN + min(WIDEST_NAME, longest) + 16
    width = max(left + BAR + WORDS, text_width(title, 17, bold=True) + 2 * MARGIN)
    canvas = Canvas()
    canvas.text((MARGIN, MARGIN + 12), title, 17, fill=INK, bold=True)
    canvas.text((MARGIN, MARGIN + 34), _hint(odds), 12, fill=GREY)
    y = MARGIN + 76
    if odds.rows:
        _scale(canvas, left, y - 8)
    else:
        canvas.text((MARGIN, y - 6), "No enemy unit can be chosen at any roll.", SIZE, fill=INK)
    for row in odds.rows:
        y = _row(canvas, row, left, y)
    y = _by_roll(canvas, odds, y + 14, width) if odds.rows else y
    return canvas.svg(width, y + MARGIN, title, HINT)


def _hint(odds: Odds) -> str:
    """Say what the bars are; under a modifier, that they are so."""
    modifier = odds.rows[0].chances[0].modifier if odds.rows else 0
    if odds.rows and odds.rows[0].chances[0].manner == "terrain":
        return HINT_OF_TERRAIN
    return f"{HINT}; {modifier:+d} to the roll" if modifier else HINT


def _scale(canvas: Canvas, left: float, y: float) -> None:
    for part in (0, 25, 50, 75, 100):
        canvas.text((left + BAR * part / 100, y), f"{part}%", 10.5, anchor="middle", fill=GREY)


def _row(canvas: Canvas, row: TargetSet, left: float, top: float) -> float:
    """Draw one set; give where the next may start. Long names and reasons go on in further lines."""
    names = wrap(set_words(row.targets), SIZE, left - MARGIN - 12)
    reason = wrap(row.below[0].text, SMALL, WORDS - 30) if row.word == "never" and row.below else []
    for index, words in enumerate(names):
        canvas.text((MARGIN, top + 15 + LINE * index), words, SIZE, fill=INK)
    _bar(canvas, row, left, top)
    beside = left + BAR + 12
    canvas.text((beside, top + 15), chance_words(row), SIZE, fill=INK)
    for index, words in enumerate(reason):
        canvas.text((beside, top + 30 + 14 * index), words, SMALL, fill=GREY)
    return top + max(BAR_HEIGHT + 12, LINE * len(names) + 10, 28 + 14 * len(reason) if reason else 0)


def _bar(canvas: Canvas, row: TargetSet, left: float, top: float) -> None:
    plain, reroll = likelihood(row, "plain"), likelihood(row, "full_reroll")
    canvas.box(left, top, BAR * float(plain.high), BAR_HEIGHT, fill=PALE)
    canvas.box(left, top, BAR * float(plain.low), BAR_HEIGHT, fill=BLUE)
    for part in (0.25, 0.5, 0.75):
        x = left + BAR * part
        canvas.line((x, top), (x, top + BAR_HEIGHT), stroke=WHITE if part < plain.low else PALE, stroke_width=0.8)
    canvas.box(left, top, BAR, BAR_HEIGHT, fill="none", stroke=GREY, stroke_width=1)
    if reroll is not plain and reroll.low > 0:
        tick = left + BAR * float(reroll.low)
        canvas.line((tick, top - 3), (tick, top + BAR_HEIGHT + 3), stroke=INK, stroke_width=2)


def _by_roll(canvas: Canvas, odds: Odds, y: float, width: float) -> float:
    """Write the best set for each span of rolls, and what was left out; give where it ends."""
    canvas.text((MARGIN, y), "The most that can be charged on each roll:", SIZE, fill=INK, bold=True)
    lines = [f"{rolls}: {set_words(targets) or 'nobody'}" for rolls, targets in spans_of_rolls(odds)]
    if odds.left_out:
        lines.append(f"left out, being too many: {', '.join(odds.left_out)}")
    for paragraph in lines:
        for words in wrap(paragraph, SIZE, width - 2 * MARGIN):
            y += LINE + 2
            canvas.text((MARGIN, y), words, SIZE, fill=INK)
    return y


def set_words(targets: tuple[str, ...]) -> str:
    """Name a set of targets."""
    return " + ".join(targets)


def spans_of_rolls(odds: Odds) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give runs of rolls that have the same best set, in words, and that set."""
    for targets, rolls in groupby(odds.best_by_roll, key=lambda entry: entry[1]):
        inches = [roll for roll, _ in rolls]
        yield _span(inches[0], inches[-1]), targets


def _span(first: int, last: int) -> str:
    return f'{first}"' if first == last else f'{first}" to {last}"'


def likelihood(row: TargetSet, manner: str) -> Likelihood:
    """Give a row's chance in this manner, under the first modifier asked; the first there is, where it is not."""
    return next((one for one in row.chances if one.manner == manner), row.chances[0])


def chance_words(row: TargetSet) -> str:
    """Say a row in a few words: the least roll and its chance, or never, or from where it is undecided."""
    if row.word == "never":
        return "never"
    open_words = f'undecided from {row.open_rolls[0]}"' if row.open_rolls else ""
    if row.least is None:
        return open_words
    plain, reroll = likelihood(row, "plain"), likelihood(row, "full_reroll")
    if row.least == 0:
        return "no roll is needed"
    words = f"{in_text(row.least)} or more: {percent(plain.low)}"
    if reroll is not plain:
        words += f", with a re-roll {percent(reroll.low)}"
    return f"{words} ({open_words})" if open_words else words
