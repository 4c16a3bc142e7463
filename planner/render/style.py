"""How things look: the Okabe-Ito palette, and for each thing a pattern or a dash beside its colour."""

from __future__ import annotations

from dataclasses import dataclass

BLACK = "#000000"
WHITE = "#ffffff"
BLUE = "#0072B2"
VERMILION = "#D55E00"
GREEN = "#009E73"
ORANGE = "#E69F00"
YELLOW = "#F0E442"
INK = "#222222"
GREY = "#6b6b6b"
PALE = "#dddddd"
OFF_BOARD = "#ececec"


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """A kind of terrain: its line, and the stripes or dots that fill it."""

    stroke: str
    pattern: str
    words: str
    dash: str | None = None


TERRAIN: dict[str, TerrainLook] = {
    "impassable": TerrainLook(
        INK,
        f'<rect width="7" height="7" fill="#bdbdbd"/><path d="M0 0L7 7M7 0L0 7" stroke="{INK}" stroke-width="1"/>',
        "impassable",
    ),
    "dense": TerrainLook(
        "#00664a",
        f'<rect width="8" height="8" fill="#e3f1ec"/>'
        f'<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="{GREEN}" stroke-width="1.6"/>',
        "dense",
    ),
    "light": TerrainLook(
        "#8a5f00",
        f'<rect width="9" height="9" fill="#fdf6e6"/><circle cx="2.5" cy="2.5" r="1.1" fill="{ORANGE}"/>'
        f'<circle cx="7" cy="7" r="1.1" fill="{ORANGE}"/>',
        "light",
        "6 3",
    ),
    "exposed": TerrainLook(
        GREY,
        f'<rect width="14" height="14" fill="#fafafa"/><circle cx="5" cy="5" r="0.9" fill="{GREY}"/>',
        "exposed",
        "2 3",
    ),
    "difficult": TerrainLook(
        "#7a7000",
        '<rect width="12" height="8" fill="#fdfbe0"/>'
        '<path d="M0 4Q3 1 6 4T12 4" fill="none" stroke="#a89c00" stroke-width="1.4"/>',
        "difficult",
        "8 3 2 3",
    ),
    "obstacle": TerrainLook(
        INK,
        f'<rect width="6" height="6" fill="#f3f3f3"/><path d="M0 3H6" stroke="{GREY}" stroke-width="2"/>',
        "obstacle",
    ),
}
_TILES = {"impassable": (7, 7), "dense": (8, 8), "light": (9, 9), "exposed": (14, 14), "difficult": (12, 8)}


@dataclass(frozen=True, slots=True)
class BaseLook:
    """How bases of one party look: fill, line, dash, the colour of a letter on them, and a mark inside.

    `mark`: ``ring`` (a second circle), ``cross`` (an X behind the letters), or nothing.
    """

    fill: str
    stroke: str
    letter: str
    stroke_width: float = 1.4
    dash: str | None = None
    mark: str | None = None


CHARGER = BaseLook(BLUE, "#003e63", WHITE, 1.6)
GHOST = BaseLook("none", BLUE, "#00507d", 1.2, "4 2.5")
TARGET = BaseLook("#f6d3bd", VERMILION, INK, 2.2, None, "ring")
OTHER_ENEMY = BaseLook("#f5e3ec", "#94406c", INK, 1.3, None, "cross")
FRIEND = BaseLook("#e2f2fc", "#2f7fab", INK, 1.2, "1.5 2")

TARGET_RANGE = {"stroke": VERMILION, "stroke_width": 1.6}
CLOSE_RANGE = {"stroke": VERMILION, "stroke_width": 1.3, "stroke_dasharray": "1.5 3"}
OTHER_RANGE = {"stroke": "#94406c", "stroke_width": 1.5, "stroke_dasharray": "8 3 1.5 3"}
PATH = {"stroke": BLUE, "stroke_width": 1.8}
COHERENCY = {"stroke": "#003e63", "stroke_width": 2.2, "stroke_dasharray": "0.1 3.6", "stroke_linecap": "round"}
ENGAGED_CLOSE = {"stroke": BLACK, "stroke_width": 2.6}
WITNESS = {"stroke": "#00664a", "stroke_width": 2, "stroke_dasharray": "7 2 2 2"}
ENGAGED = {"stroke": BLACK, "stroke_width": 1.8, "stroke_dasharray": "4 2.5"}

BLAMED_RIM = 5.0
"""Pixels by which the band round a blamed thing sticks out: yellow with a black rim, a second outline in any print."""

VERDICTS: dict[str, tuple[str, str]] = {
    "legal": ("LEGAL", "a legal charge was found"),
    "impossible": ("IMPOSSIBLE", "proved that no legal charge exists"),
    "undecided": ("UNDECIDED", "neither a plan nor a proof was found"),
    "ineligible": ("INELIGIBLE", "this charge may not be declared"),
}
VERDICT_BOX = {
    "legal": {"fill": BLUE, "stroke": BLUE, "letter": WHITE},
    "impossible": {"fill": INK, "stroke": INK, "letter": WHITE},
    "undecided": {"fill": WHITE, "stroke": INK, "letter": INK, "dash": "5 3"},
    "ineligible": {"fill": "#d9d9d9", "stroke": INK, "letter": INK},
}


def pattern_id(kind: str) -> str:
    return f"terrain-{kind}"


def pattern_markup() -> str:
    """Give the definitions of all terrain patterns."""
    out = ["<defs>"]
    for kind, look in TERRAIN.items():
        width, height = _TILES.get(kind, (6, 6))
        size = f'width="{width}" height="{height}" patternUnits="userSpaceOnUse"'
        out.append(f'<pattern id="{pattern_id(kind)}" {size}>{look.pattern}</pattern>')
    return "\n".join([*out, "</defs>"])
