"""A small chart of odds: one bar per set of targets, its least roll and its chance in words beside it."""

from __future__ import annotations

from planner.dice import percent
from planner.render.canvas import Canvas, text_width, wrap
from planner.render.style import BLUE, GREY, INK, PALE, WHITE
from planner.units import in_text
from planner.world import Likelihood, Odds, TargetSet

ROW, MARGIN, BAR, SIZE = 34.0, 22.0, 320.0, 14.0
HINT = "bar: plain dice; tick: with a full re-roll; pale: not decided"


def draw_odds(odds: Odds) -> str:
    """Give the SVG text: the bar is the chance with plain dice, a tick marks it with a full re-roll."""
    names = [" + ".join(row.targets) for row in odds.rows]
    label = min(420.0, max([text_width(name, SIZE) for name in names], default=100.0) + 16)
    width = MARGIN * 2 + label + BAR + 340
    height = MARGIN * 2 + 62 + ROW * max(1, len(odds.rows))
    canvas = Canvas()
    canvas.box(0, 0, width, height, fill=WHITE)
    title = f"{odds.unit}: the least roll, and the chance of it, for every set of targets"
    canvas.text((MARGIN, MARGIN + 12), title, 17, fill=INK, bold=True)
    canvas.text((MARGIN, MARGIN + 34), HINT, 12, fill=GREY)
    for k, (row, name) in enumerate(zip(odds.rows, names)):
        _bar(canvas, row, name, MARGIN + 58 + k * ROW, label)
    if not odds.rows:
        canvas.text((MARGIN, MARGIN + 70), "No enemy unit can be chosen at any roll.", SIZE, fill=INK)
    return canvas.svg(width, height, title, HINT)


def _bar(canvas: Canvas, row: TargetSet, name: str, top: float, label: float) -> None:
    left = MARGIN + label
    canvas.text((MARGIN, top + 15), wrap(name, SIZE, label - 8)[0], SIZE, fill=INK)
    plain, reroll = likelihood(row, "plain"), likelihood(row, "full_reroll")
    canvas.box(left, top, BAR * float(plain.high), 20, fill=PALE)
    canvas.box(left, top, BAR * float(plain.low), 20, fill=BLUE)
    canvas.box(left, top, BAR, 20, fill="none", stroke=GREY, stroke_width=1)
    tick = left + BAR * float(reroll.low)
    canvas.line((tick, top - 3), (tick, top + 23), stroke=INK, stroke_width=2)
    canvas.text((left + BAR + 12, top + 15), chance_words(row), SIZE, fill=INK)


def likelihood(row: TargetSet, manner: str) -> Likelihood:
    """Give a row's chance in this manner, under the first modifier that was asked."""
    return next(one for one in row.chances if one.manner == manner)


def chance_words(row: TargetSet) -> str:
    """Say a row in a few words: the least roll and its chance, or never, or from where it is undecided."""
    if row.word == "never":
        return "never"
    open_words = f'undecided from {row.open_rolls[0]}"' if row.open_rolls else ""
    if row.least is None:
        return open_words
    plain, reroll = percent(likelihood(row, "plain").low), percent(likelihood(row, "full_reroll").low)
    words = f"{in_text(row.least)} or more: {plain}, with a re-roll {reroll}"
    return f"{words} ({open_words})" if open_words else words
