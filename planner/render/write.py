"""Write a picture to a file, as SVG or, with an extra, as PNG."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from planner.errors import PlannerError

_PNG_SCALE = 2


def write_picture(path: str | Path, svg: str) -> None:
    """Write SVG text to ``.svg`` as it is, or to ``.png`` at twice its size.

    Raises `PlannerError` for another ending, or for PNG without the extra ``png``.
    """
    target = Path(path)
    match target.suffix.lower():
        case ".svg":
            target.write_text(svg, encoding="utf-8")
        case ".png":
            target.write_bytes(_png(svg))
        case other:
            raise PlannerError(f"picture {target}: found the ending {other or 'none'!r}; allowed: .svg or .png")


def _png(svg: str) -> bytes:
    try:
        cairosvg = import_module("cairosvg")
    except (ImportError, OSError) as trouble:
        # an OSError is cairosvg without the system's cairo library
        raise PlannerError(
            f"a .png picture needs the extra: pip install 'charge-planner[png]' ({trouble}); .svg needs nothing"
        ) from trouble
    data: bytes = cairosvg.svg2png(bytestring=svg.encode("utf-8"), scale=_PNG_SCALE, background_color="white")
    return data
