"""The whole picture: headline, table, rulers, legend, notes."""

from __future__ import annotations

from planner.render import style
from planner.render.canvas import Canvas, text_width, wrap
from planner.render.frame import Box, Frame, frame_around
from planner.render.glyphs import draw_flag, draw_number
from planner.render.legend import WIDTH as LEGEND_WIDTH
from planner.render.legend import draw_legend
from planner.render.notes import Note, asked_under, headline, notes, verdict_words
from planner.render.subject import Subject
from planner.render.table import Table, points_shown
from planner.rulesets import Ruleset
from planner.units import UNITS_PER_INCH
from planner.world import Answer, Scenario, Why

_MARGIN = 20.0
_RULER = 26.0
_LEAST_WIDTH = 700.0
_NOTE = 12.0
_CAPTION = 14.0
_FLAG = 30.0


def draw(scenario: Scenario, rules: Ruleset, answer: Answer) -> str:
    """Draw the table and the answer as SVG text.

    `rules` are those that the answer was asked under, options turned. Lengths are to scale; the table is cropped to
    the charge. Works for every verdict: without moves it shows the table as it stands, and the reasons in words.
    """
    return _drawn(Subject(scenario, rules, answer))


def draw_why(scenario: Scenario, rules: Ruleset, why: Why) -> str:
    """Draw the table as it stands, what is to blame marked, and say it in words, as SVG text.

    What the first set names has a band round it; where there are several sets, everything that one of them names has
    its number. An answer that was handed in, with moves, is for `draw`, its judgement put into it.
    """
    assert why.verdict != "refused", "only an answer that was handed in is refused"
    answer = Answer(
        ruleset=why.ruleset,
        unit=why.unit,
        targets=why.targets,
        roll=why.roll,
        verdict=why.verdict,
        reasons=() if why.blame else why.reasons,
        options=why.options,
    )
    return _drawn(Subject(scenario, rules, answer, why))


def _drawn(subject: Subject) -> str:
    scenario = subject.scenario
    canvas = Canvas()
    canvas.raw(style.pattern_markup())
    box = Box.around(points_shown(subject)).grown(UNITS_PER_INCH)
    frame = frame_around(box, scenario.board, _MARGIN + _RULER, 0)
    width = max(_LEAST_WIDTH, frame.x + frame.width + _MARGIN + LEGEND_WIDTH + _MARGIN)

    top = _headline(canvas, subject, width)
    frame = Frame(frame.box, frame.scale, frame.x, top)
    table = Table(subject, canvas, frame)
    _table(table)
    _rulers(canvas, frame, subject)
    legend = draw_legend(canvas, (frame.x + frame.width + _MARGIN, top), table.used, subject)
    below = top + max(frame.height + _RULER + 26, legend + 12)
    bottom = _notes(canvas, notes(subject), below, width)
    return canvas.svg(width, bottom + _MARGIN, headline(subject), scenario.description or headline(subject))


def _headline(canvas: Canvas, subject: Subject, width: float) -> float:
    """Write the verdict in a box and the question beside it; give where the table may start."""
    word, _ = verdict_words(subject)
    look = style.VERDICT_BOX.get(word.lower(), style.VERDICT_BOX["impossible"])
    badge = text_width(word, 17, bold=True) + 26
    line = {"stroke": look["stroke"], "stroke_width": 2, "stroke_dasharray": look.get("dash")}
    canvas.box(_MARGIN, _MARGIN, badge, 32, rx=5, fill=look["fill"], **line)
    canvas.text((_MARGIN + badge / 2, _MARGIN + 22), word, 17, anchor="middle", fill=look["letter"], bold=True)
    x, y = _MARGIN + badge + 14, _MARGIN + 13
    for words in wrap(headline(subject), 15, width - x - _MARGIN):
        canvas.text((x, y), words, 15, fill=style.BLACK, bold=True)
        y += 19
    canvas.text((x, y), asked_under(subject), 11.5, fill=style.GREY)
    return max(y + 18, _MARGIN + 32 + 18)


def _table(table: Table) -> None:
    frame = table.frame
    corner = f'<rect x="{frame.x:.2f}" y="{frame.y:.2f}" width="{frame.width:.2f}" height="{frame.height:.2f}"/>'
    table.canvas.raw(f'<defs><clipPath id="table">{corner}</clipPath></defs>')
    with table.canvas.group(clip_path="url(#table)"):
        table.board()
        table.terrain()
        table.ranges()
        # under all bases: a link between two chargers may run below an enemy
        table.coherency()
        table.bands()
        table.bystanders()
        table.starts()
        table.paths()
        table.ghost_letters()
        table.engaged(on_top=False)
        table.ends()
        table.short_paths()
        table.engaged(on_top=True)
        table.witnesses()
        table.end_letters()
        table.violations()
        table.witness_flags()
        table.blamed_models()
        table.names()
    table.canvas.box(frame.x, frame.y, frame.width, frame.height, fill="none", stroke=style.INK, stroke_width=1)


def _rulers(canvas: Canvas, frame: Frame, subject: Subject) -> None:
    """Number the inches below and to the left, and draw a bar of some inches."""
    per_inch = frame.length(UNITS_PER_INCH)
    step = 1 if per_inch >= 34 else 2 if per_inch >= 17 else 6
    board = subject.scenario.board
    bottom, left = frame.y + frame.height, frame.x
    for inch in range(0, board.width // UNITS_PER_INCH + 1, step):
        x = frame.spot((inch * UNITS_PER_INCH, 0))[0]
        if left <= x <= left + frame.width:
            canvas.line((x, bottom), (x, bottom + 4), stroke=style.INK, stroke_width=1)
            canvas.text((x, bottom + 16), str(inch), 10.5, anchor="middle", fill=style.INK)
    for inch in range(0, board.height // UNITS_PER_INCH + 1, step):
        y = frame.spot((0, inch * UNITS_PER_INCH))[1]
        if frame.y <= y <= bottom:
            canvas.line((left - 4, y), (left, y), stroke=style.INK, stroke_width=1)
            canvas.text((left - 7, y + 3.5), str(inch), 10.5, anchor="end", fill=style.INK)
    _scale_bar(canvas, left, bottom + 30, per_inch)


def _scale_bar(canvas: Canvas, x: float, y: float, per_inch: float) -> None:
    inches = next((n for n in (3, 6) if n * per_inch >= 90), 12)
    for index in range(inches):
        fill = style.INK if index % 2 == 0 else style.WHITE
        canvas.box(x + index * per_inch, y, per_inch, 6, fill=fill, stroke=style.INK, stroke_width=1)
    canvas.text((x + inches * per_inch + 8, y + 7), f'{inches}" in steps of 1"', 10.5, fill=style.INK)


def _notes(canvas: Canvas, paragraphs: list[Note], y: float, width: float) -> float:
    y += 10
    for note in paragraphs:
        x, size = _MARGIN, _CAPTION if note.is_caption else _NOTE
        if note.flag:
            draw = draw_flag if note.flag.startswith("!") else draw_number
            draw(canvas, (x + _FLAG / 2 - 4, y - 4), note.flag.removeprefix("!"))
            x += _FLAG
        for index, words in enumerate(wrap(note.words, size * (1.12 if note.is_caption else 1), width - x - 34)):
            canvas.text(
                (x + (14 if index and not note.flag else 0), y), words, size, fill=style.INK, bold=note.is_caption
            )
            y += size + 4
        y += 3
    return y
