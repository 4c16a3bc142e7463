"""Pictures of a table, a charge and its verdict: SVG from the standard library, PNG by an extra.

A picture is for a person at the table: to scale, cropped to what matters, legible in print and with any colour
vision, since whatever a colour says is said by a pattern, a dash or a letter as well. It decides nothing.
"""

from planner.render.odds import chance_words, draw_odds, likelihood, set_words, spans_of_rolls
from planner.render.scene import draw, draw_why
from planner.render.words import measure_text, measure_words, rule_words
from planner.render.write import check_kind, write_picture

__all__ = [
    "chance_words",
    "check_kind",
    "draw",
    "draw_odds",
    "draw_why",
    "likelihood",
    "measure_text",
    "measure_words",
    "rule_words",
    "set_words",
    "spans_of_rolls",
    "write_picture",
]
