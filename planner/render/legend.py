"""The legend: a sample and a word for everything that the picture uses, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from planner.render import style
from planner.render.canvas import Canvas, Spot, wrap
from planner.render.glyphs import arrow_head, draw_base, draw_flag, draw_number
from planner.render.subject import Subject
from planner.units import in_text

WIDTH = 236.0
_ROW = 25.0
_LINE = 13.5
_SIZE = 11.5
_SAMPLE = 40.0
Sample = Callable[[Canvas, Spot], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A row: the name by which the table says it used the thing, what it looks like, what it means."""

    name: str
    sample: Sample
    words: str


def draw_legend(canvas: Canvas, at: Spot, used: set[str], subject: Subject) -> float:
    """Draw the rows that were used; give the height taken."""
    x, y = at
    top = y
    for entry in _entries(subject):
        if entry.name not in used:
            continue
        lines = wrap(entry.words, _SIZE, WIDTH - _SAMPLE - 6)
        height = max(_ROW, _LINE * len(lines) + 8)
        entry.sample(canvas, (x + _SAMPLE / 2 - 4, y + height / 2))
        first = y + height / 2 + 4 - _LINE * (len(lines) - 1) / 2
        for index, line in enumerate(lines):
            canvas.text((x + _SAMPLE + 4, first + _LINE * index), line, _SIZE, fill=style.INK)
        y += height
    return y - top


def _entries(subject: Subject) -> list[Entry]:
    engagement = _inches(subject, "engagement")
    close = _inches(subject, "close_ring")
    coherency = _inches(subject, "coherency")
    bases = [
        Entry("base charger", _base(style.CHARGER), "charging model"),
        Entry("base ghost", _base(style.GHOST), "charging model, where it starts"),
        Entry("base end", _base(style.CHARGER, "1"), "where it ends; the number is the order of moves"),
        Entry("path", _path, "path of the middle of its base"),
        Entry("base target", _base(style.TARGET), "model of a target"),
        Entry("base enemy", _base(style.OTHER_ENEMY), "model of an enemy unit that is no target"),
        Entry("base friend", _base(style.FRIEND), "friendly model"),
    ]
    lines = [
        Entry("range target", _line(style.TARGET_RANGE), f"engagement range of the targets, {engagement}"),
        Entry("range close", _line(style.CLOSE_RANGE), f"within {close} of a target: who can end here must"),
        Entry("range enemy", _line(style.OTHER_RANGE), _barred(subject)),
        Entry("engaged touch", _dot, "bases touch"),
        Entry("engaged close", _line(style.ENGAGED_CLOSE), f"engaged, within {close} (nearest model of each unit)"),
        Entry("engaged engaged", _line(style.ENGAGED), f"engaged, not within {close}"),
        Entry("coherency", _line(style.COHERENCY), f"coherency: within {coherency} (nearest neighbours)"),
        Entry("violation", _flag, "breaks the rule of this number, below"),
        Entry("witness", _witness, "better move that was open to it: shows that rule broken"),
        Entry("blamed", _blamed, "to blame" if len(subject.blame) < 2 else "to blame by the first set"),
        Entry("set", _number, "to blame by the set of this number, below"),
    ]
    terrain = [Entry(f"terrain {kind}", _patch(kind), f"{look.words} terrain") for kind, look in style.TERRAIN.items()]
    return [*bases, *lines, *terrain]


def _barred(subject: Subject) -> str:
    """Say what the range about other enemies is."""
    distance = _inches(subject, subject.barring)
    if subject.barring == "keepout":
        return f"within {distance} of other enemies: no way through here"
    return f"engagement range of other enemies, {distance}: no end here"


def _inches(subject: Subject, key: str) -> str:
    length = subject.length(key)
    return "-" if length is None else in_text(length)


def _base(look: style.BaseLook, letter: str = "") -> Sample:
    def sample(canvas: Canvas, at: Spot) -> None:
        draw_base(canvas, None, at, 10, look)
        if letter:
            canvas.text((at[0], at[1] + 4), letter, 11, anchor="middle", fill=look.letter, bold=True)

    return sample


def _line(line: dict[str, object] | dict[str, str] | dict[str, float]) -> Sample:
    def sample(canvas: Canvas, at: Spot) -> None:
        canvas.line((at[0] - 15, at[1]), (at[0] + 15, at[1]), **dict(line))

    return sample


def _patch(kind: str) -> Sample:
    def sample(canvas: Canvas, at: Spot) -> None:
        look = style.TERRAIN[kind]
        fill = f"url(#{style.pattern_id(kind)})"
        line = {"stroke": look.stroke, "stroke_width": 1.6, "stroke_dasharray": look.dash}
        canvas.box(at[0] - 14, at[1] - 8, 28, 16, fill=fill, **line)

    return sample


def _path(canvas: Canvas, at: Spot) -> None:
    tip = (at[0] + 15, at[1])
    canvas.line((at[0] - 15, at[1]), tip, **style.PATH)
    canvas.polygon(arrow_head(at, tip, 9.0), fill=style.PATH["stroke"])


def _dot(canvas: Canvas, at: Spot) -> None:
    canvas.circle(at, 3.6, fill=style.BLACK)


def _flag(canvas: Canvas, at: Spot) -> None:
    draw_flag(canvas, at, "1")


def _number(canvas: Canvas, at: Spot) -> None:
    draw_number(canvas, at, "1")


def _blamed(canvas: Canvas, at: Spot) -> None:
    canvas.circle(at, 10, fill=style.YELLOW, stroke=style.BLACK, stroke_width=1.2)
    canvas.circle(at, 10 - style.BLAMED_RIM, fill=style.WHITE, stroke=style.INK, stroke_width=1)


def _witness(canvas: Canvas, at: Spot) -> None:
    canvas.line((at[0] - 17, at[1]), (at[0] - 2, at[1]), **style.WITNESS)
    canvas.circle((at[0] + 8, at[1]), 9, fill="none", **style.WITNESS)
