"""Write a picture to a file, as SVG or, with an extra, as PNG."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

from planner.errors import PlannerError

_PNG_SCALE = 2


def check_kind(path: str | Path) -> None:
    """Raise `PlannerError` where `write_picture` would for this name, before there is anything to draw."""
    match Path(path).suffix.lower():
        case ".svg":
            return
        case ".png":
            _cairosvg()
        case other:
            raise PlannerError(f"picture {path}: found the ending {other or 'none'!r}; allowed: .svg or .png")


def write_picture(path: str | Path, svg: str) -> None:
    """Write SVG text to ``.svg`` as it is, or to ``.png`` at twice its size.

    Raises `PlannerError` for another ending, or for PNG without the extra ``png``.
    """
    check_kind(path)
    target = Path(path)
    if target.suffix.lower() == ".png":
        target.write_bytes(_png(svg))
    else:
        target.write_text(svg, encoding="utf-8")


def _png(svg: str) -> bytes:
    data: bytes = _cairosvg().svg2png(bytestring=svg.encode("utf-8"), scale=_PNG_SCALE, background_color="white")
    return data


def _cairosvg() -> ModuleType:
    try:
        return import_module("cairosvg")
    except (ImportError, OSError) as trouble:
        # an OSError is cairosvg without the system's cairo library
        raise PlannerError(
            f"a .png picture needs the extra: pip install 'charge-planner[png]' ({trouble}); .svg needs nothing"
        ) from trouble
