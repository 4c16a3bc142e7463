"""A sheet that SVG elements are put on, in pixels, y down; the only place that writes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from xml.sax.saxutils import escape, quoteattr

Spot = tuple[float, float]
"""A place on the sheet in pixels, y down."""

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_GLYPH_WIDTHS = {
    **dict.fromkeys("ijlI.,:;'|! ", 0.34),
    **dict.fromkeys("ftr()[]-", 0.42),
    **dict.fromkeys("mwMW@", 0.98),
}


_NOT_XML = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def text_in_xml(words: str) -> str:
    """Escape a text for XML; characters that XML has no way to write become question marks."""
    return escape(_NOT_XML.sub("?", words))


def number(value: float) -> str:
    """Write a coordinate shortly: at most two decimals, no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimate how wide a text will be; errs on the wide side, so that what fits here fits anywhere."""
    ems = sum(_GLYPH_WIDTHS.get(letter, 0.72 if letter.isupper() else 0.64) for letter in text)
    return ems * size * (1.12 if bold else 1.0)


def wrap(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines no wider than `width`; a longer word stays whole."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def poly_path(spots: Iterable[Spot], closed: bool = True) -> str:
    """Give the path data of straight lines through the spots."""
    points = [f"{number(x)} {number(y)}" for x, y in spots]
    return "M" + "L".join(points) + ("Z" if closed else "")


class Canvas:
    """Collects elements in the order in which they are painted."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def add(self, tag: str, /, **attributes: object) -> None:
        """Add an empty element; ``stroke_width`` becomes ``stroke-width``, floats are shortened, None is left out."""
        self._parts.append(f"<{tag}{_written(attributes)}/>")

    def path(self, data: str, /, **attributes: object) -> None:
        self.add("path", d=data, **attributes)

    def polygon(self, spots: Sequence[Spot], /, **attributes: object) -> None:
        self.path(poly_path(spots), **attributes)

    def line(self, start: Spot, end: Spot, /, **attributes: object) -> None:
        self.path(poly_path((start, end), closed=False), **attributes)

    def circle(self, centre: Spot, radius: float, /, **attributes: object) -> None:
        self.add("circle", cx=centre[0], cy=centre[1], r=radius, **attributes)

    def box(self, x: float, y: float, width: float, height: float, /, **attributes: object) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def text(
        self,
        at: Spot,
        words: str,
        size: float,
        *,
        anchor: str = "start",
        fill: str = "#000000",
        bold: bool = False,
        italic: bool = False,
        halo: str | None = None,
    ) -> None:
        """Write one line with its baseline at `at`. `halo`: a colour painted behind, so that lines do not cut it."""
        common: dict[str, object] = {
            "x": at[0],
            "y": at[1],
            "font_size": size,
            "text_anchor": anchor,
            "font_weight": "bold" if bold else None,
            "font_style": "italic" if italic else None,
        }
        inside = text_in_xml(words)
        if halo is not None:
            # two texts instead of paint-order, which not every renderer knows
            behind = {"fill": halo, "stroke": halo, "stroke_width": 3, "stroke_linejoin": "round"}
            self._parts.append(f"<text{_written({**common, **behind})}>{inside}</text>")
        self._parts.append(f"<text{_written({**common, 'fill': fill})}>{inside}</text>")

    def raw(self, markup: str) -> None:
        """Add markup that is already written (definitions of patterns)."""
        self._parts.append(markup)

    @contextmanager
    def group(self, **attributes: object) -> Iterator[None]:
        """Put what is added inside into one group."""
        self._parts.append(f"<g{_written(attributes)}>")
        yield
        self._parts.append("</g>")

    def svg(self, width: float, height: float, title: str, description: str) -> str:
        """Give the whole sheet as SVG text, on white paper, whatever the viewer's own ground is."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{number(width)}" height="{number(height)}" '
            f'viewBox="0 0 {number(width)} {number(height)}" font-family={quoteattr(FONT)}>'
        )
        words = f"<title>{text_in_xml(title)}</title>\n<desc>{text_in_xml(description)}</desc>"
        paper = '<rect width="100%" height="100%" fill="#ffffff"/>'
        return "\n".join([head, words, paper, *self._parts, "</svg>"]) + "\n"


def _written(attributes: dict[str, object]) -> str:
    out = []
    for name, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, int | float) else str(value)
        out.append(f" {name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(out)
