"""The small things that table and legend are made of: bases, flags, arrow heads."""

from __future__ import annotations

import math

from planner.render import style
from planner.render.canvas import Canvas, Spot, number, text_width


def draw_base(canvas: Canvas, outline: str | None, spot: Spot, radius: float, look: style.BaseLook) -> None:
    """Draw one base with its mark; `outline` is its path data when it is not round."""
    # a base that is smaller than its own rim is a dot
    inner = max(0.5, radius - look.stroke_width / 2)
    paint = {
        "fill": look.fill,
        "stroke": look.stroke,
        "stroke_width": look.stroke_width,
        "stroke_dasharray": look.dash,
    }
    if outline is None:
        canvas.circle(spot, inner, **paint)
    else:
        canvas.path(outline, **paint)
    if look.mark == "ring":
        canvas.circle(spot, max(1.0, inner - 3.2), fill="none", stroke=look.stroke, stroke_width=0.9)
    elif look.mark == "cross":
        arm = inner * 0.707
        cross = f"M{number(spot[0] - arm)} {number(spot[1] - arm)}l{number(2 * arm)} {number(2 * arm)}"
        cross += f"m0 {number(-2 * arm)}l{number(-2 * arm)} {number(2 * arm)}"
        canvas.path(cross, fill="none", stroke="#d9a3bf", stroke_width=1)


def draw_flag(canvas: Canvas, at: Spot, numbers: str) -> None:
    """Draw the black flag that carries the numbers of broken rules."""
    _draw_badge(canvas, at, f"!{numbers}", style.BLACK, style.WHITE)


def draw_number(canvas: Canvas, at: Spot, numbers: str) -> None:
    """Draw the yellow flag that carries the numbers of sets to blame."""
    _draw_badge(canvas, at, numbers, style.YELLOW, style.BLACK)


def flag_size(numbers: str) -> tuple[float, float]:
    """Give width and height of a flag in pixels, at most."""
    return text_width(f"!{numbers}", 11, bold=True) + 6, 16.0


def _draw_badge(canvas: Canvas, at: Spot, words: str, fill: str, letter: str) -> None:
    x, y = at
    width = text_width(words, 11, bold=True) + 6
    canvas.box(x - width / 2, y - 8, width, 16, rx=2, fill=fill, stroke=letter, stroke_width=1.2)
    canvas.text((x, y + 4), words, 11, anchor="middle", fill=letter, bold=True)


def round_about(spot: Spot, radius: float) -> list[Spot]:
    """Give eight places round a spot, north-east first."""
    turns = (1, 3, 7, 5, 2, 0, 4, 6)
    return [(spot[0] + radius * math.cos(k * math.pi / 4), spot[1] - radius * math.sin(k * math.pi / 4)) for k in turns]


def arrow_head(before: Spot, tip: Spot, size: float) -> list[Spot]:
    """Give the three corners of an arrow head."""
    angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
    wings = [(tip[0] - size * math.cos(angle + s), tip[1] - size * math.sin(angle + s)) for s in (-0.42, 0.42)]
    return [tip, *wings]


def without_tail(spots: list[Spot], radius: float) -> list[Spot]:
    """Cut a line where it comes within `radius` of its end for the last time; one spot when all of it is."""
    end = spots[-1]
    for index in range(len(spots) - 2, -1, -1):
        if math.dist(spots[index], end) > radius + 4:
            a, b = spots[index], spots[index + 1]
            return [*spots[: index + 1], _where_entering(a, b, end, radius)]
    return [end]


def _where_entering(a: Spot, b: Spot, centre: Spot, radius: float) -> Spot:
    """Give the point of the segment from `a`, outside, towards `b` where it enters the circle (or `b`)."""
    dx, dy, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - centre[0], a[1] - centre[1]
    qa, qb, qc = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - radius * radius
    under = qb * qb - 4 * qa * qc
    t = (-qb - math.sqrt(under)) / (2 * qa) if under > 0 and qa > 0 else 1.0
    t = min(1.0, max(0.0, t))
    return a[0] + t * dx, a[1] + t * dy
