"""Pictures of a table, a charge and its verdict: SVG from the standard library, PNG by an extra.

A picture is for a person at the table: to scale, cropped to what matters, legible in print and with any colour
vision, since whatever a colour says is said by a pattern, a dash or a letter as well. It decides nothing.
"""

from planner.render.odds import chance_words, draw_odds
from planner.render.scene import draw
from planner.render.words import measure_text, measure_words, rule_words
from planner.render.write import check_kind, write_picture

__all__ = [
    "chance_words",
    "check_kind",
    "draw",
    "draw_odds",
    "measure_text",
    "measure_words",
    "rule_words",
    "write_picture",
]
