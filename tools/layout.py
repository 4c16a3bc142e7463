"""Write the terrain of a tournament layout as a scenario: ``python tools/layout.py ID > table.json``.

The layouts come from the data package ``wh40kdc`` (the extra ``data``); its credit line is shown and goes into the
scenario's description. Its frame has its origin top left with y down; ours has it bottom left with y up.

What becomes of a layout on a flat table: areas (mats) are no terrain; features become ``light`` or ``dense`` as their
category says; of a ruin with walls the walls are terrain, its open floor is not; a closed ring of walls is filled;
upper floors are left out, and where no height is given one is assumed; the description says both.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from itertools import product
from math import ceil, hypot
from pathlib import Path
from typing import Any

from shapely import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

Record = dict[str, Any]

# the package gives many features no height; taken from its own kinds of pieces
_HEIGHT_IN = {"dense": 5, "light": 2}
_SOLID = ("dense", "impassable")
_BASE_MM = 32
_RADIUS_IN = _BASE_MM / 25.4 / 2
_PITCH_IN = 1.4
_AHEAD_IN = 6.5


class LayoutError(Exception):
    """The layout cannot be written; the text says why."""


@dataclass(frozen=True)
class Source:
    """Layouts and templates as the package keeps them, and whom to thank."""

    layouts: list[Record]
    templates: list[Record]
    credit: str

    def layout(self, layout_id: str) -> Record:
        for layout in self.layouts:
            if layout["id"] == layout_id:
                return layout
        known = "\n  ".join(sorted(layout["id"] for layout in self.layouts))
        raise LayoutError(f"layout: found {layout_id!r}; allowed:\n  {known}")


def packaged() -> Source:
    """Give what the installed data package has."""
    try:
        dataset = import_module("wh40kdc").Dataset.embedded()
    except ImportError as missing:
        raise LayoutError("the layouts need the extra: pip install 'charge-planner[data]'") from missing
    credit = (
        f"Terrain layout: 40kdc-data by Alpaca Software (package wh40kdc {version('wh40kdc')}), "
        "data CC BY 4.0, https://github.com/wn-mitch/40kdc-data; flattened and converted."
    )
    return Source(dataset.terrain_layouts.all, dataset.terrain_templates.all, credit)


# ---- terrain


@dataclass(frozen=True)
class Feature:
    """A feature as the package resolves it, in its frame, with what its template knows."""

    id: str
    kind: str
    height_in: float
    is_height_assumed: bool
    floor: int
    vertices: list[tuple[float, float]]
    walls: list[tuple[list[tuple[float, float]], float]]


def features(layout: Record, templates: list[Record]) -> Iterator[Feature]:
    """Give a layout's features; areas and markers are left out."""
    resolve = import_module("wh40kdc").resolve_layout
    by_id = {template["id"]: template for template in templates}
    pieces = {piece["id"]: piece for piece in layout["pieces"]}
    composed = _composed(layout, by_id)
    for resolved in resolve(layout, templates):
        if resolved["piece_type"] != "feature":
            continue
        piece = pieces.get(resolved["id"], {})
        template = composed.get(resolved["id"]) or by_id.get(piece.get("template", ""), {})
        parent = by_id.get(pieces.get(piece.get("parent_area_id"), {}).get("template", ""), {})
        category = template.get("terrain_category") or parent.get("terrain_category") or "dense"
        height = piece.get("height_inches") or template.get("default_height_inches")
        yield Feature(
            resolved["id"],
            "impassable" if template.get("id", "").startswith("impassable") else category,
            height or _HEIGHT_IN[category],
            not height,
            resolved["floor"],
            _corners(resolved["vertices"]),
            [(_corners(wall["points"]), wall.get("thickness", 0.5)) for wall in resolved.get("walls", [])],
        )


def _composed(layout: Record, by_id: dict[str, Record]) -> dict[str, Record]:
    """Give the template of every feature that comes with its area's template, by the id that it will have."""
    out = {}
    for piece in layout["pieces"]:
        for number, feature in enumerate(by_id.get(piece.get("template", ""), {}).get("features") or [], 1):
            name = feature.get("id") or f"feature-{number}"
            out[f"{piece['id']}--{name}"] = by_id[feature["template"]]
    return out


def _corners(points: list[dict[str, float]]) -> list[tuple[float, float]]:
    return [(point["x"], point["y"]) for point in points]


def solid(feature: Feature) -> BaseGeometry:
    """Give what of a feature stands on the ground: its walls, or all of it when it has none.

    A wall's line is the outer face, its thickness goes inward: the part of the footprint within the thickness of the
    line. A closed line is filled, since nobody stands in there.
    """
    footprint = Polygon(feature.vertices)
    if not feature.walls:
        return footprint
    parts = []
    for line, thickness in feature.walls:
        if line[0] == line[-1]:
            parts.append(Polygon(line))
        else:
            thick = LineString(line).buffer(thickness, cap_style="flat", join_style="mitre")
            parts.append(thick.intersection(footprint))
    return unary_union(parts)


def terrain(layout: Record, templates: list[Record]) -> tuple[list[Record], list[str]]:
    """Give a layout's terrain in our frame and format, and notes on what was left out and what was assumed."""
    width, height = board_of(layout)
    board = box(0, 0, width, height)
    pieces: list[Record] = []
    upper = 0
    assumed: dict[str, list[str]] = {}
    for feature in features(layout, templates):
        if feature.floor > 0:
            upper += 1
            continue
        if feature.is_height_assumed:
            assumed.setdefault(f'{feature.kind} {feature.height_in}"', []).append(feature.id)
        for number, part in enumerate(_polygons(solid(feature).intersection(board)), 1):
            pieces.append(
                {
                    "id": feature.id if number == 1 else f"{feature.id}.{number}",
                    "kind": feature.kind,
                    # their y runs down
                    "polygon": [[round(x, 4), round(height - y, 4)] for x, y in part.exterior.coords[:-1]],
                    "height_in": feature.height_in,
                }
            )
    by_id = {template["id"]: template for template in templates}
    storeys = sum(1 for t in _templates_used(layout, by_id) if t.get("upper_floor")) + upper
    notes = [f"{storeys} upper floors are left out: the table is flat."] if storeys else []
    if assumed:
        said = "; ".join(f"{what} ({', '.join(ids)})" for what, ids in sorted(assumed.items()))
        notes.append(f"Heights assumed, since the layout gives none: {said}.")
    return pieces, notes


def _templates_used(layout: Record, by_id: dict[str, Record]) -> Iterator[Record]:
    yield from _composed(layout, by_id).values()
    for piece in layout["pieces"]:
        if piece["piece_type"] == "feature" and piece.get("template") in by_id:
            yield by_id[piece["template"]]


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    """Give the polygons of a shape without slivers, corners within a ten-thousandth of an inch of a line dropped."""
    parts = [shape] if isinstance(shape, Polygon) else list(getattr(shape, "geoms", []))
    return [part.simplify(1e-4) for part in parts if isinstance(part, Polygon) and part.area > 0.01]


def board_of(layout: Record) -> tuple[float, float]:
    """Give width and height of the board in inches; 60 by 44 unless the layout says otherwise."""
    board = layout.get("board") or {"width": 60, "height": 44}
    return board["width"], board["height"]


# ---- units to start from


def placeholders(pieces: list[Record], board: tuple[float, float], chargers: int, targets: int) -> list[Record]:
    """Place a unit that charges and some targets of five on free ground, as near to the middle as can be.

    Targets stand in columns of five, about 6.5 inches ahead of the charger, two inches between them.
    """
    blocked = unary_union([Polygon(piece["polygon"]) for piece in pieces if piece["kind"] in _SOLID])
    width, height = board
    places = sorted(
        product(_steps(width), _steps(height), (1, -1)), key=lambda p: (hypot(p[0] - width / 2, p[1] - height / 2), p)
    )
    for x, y, ahead in places:
        block = _block(x, y, ahead, chargers)
        rows = [_column(x, y, ahead, number, targets) for number in range(targets)]
        if all(_is_free(at, blocked, board) for at in [*block, *(at for row in rows for at in row)]):
            units = [_unit("charger", "A", "c", block)]
            return units + [_unit(f"target{n}", "B", f"t{n}_", row) for n, row in enumerate(rows, 1)]
    raise LayoutError(f"no free ground for {chargers} models and {targets} targets: give --units")


def _steps(length: float) -> list[float]:
    return [step / 2 for step in range(round(length * 2) + 1)]


def _block(x: float, y: float, ahead: int, count: int) -> list[tuple[float, float]]:
    """Give ranks of five from the front at (x, y) backward."""
    depth = ceil(count / 5)
    grid = [(x - ahead * rank * _PITCH_IN, y + (file - 2) * _PITCH_IN) for rank in range(depth) for file in range(5)]
    return grid[:count]


def _column(x: float, y: float, ahead: int, number: int, of: int) -> list[tuple[float, float]]:
    """Give five bases, three in front and two behind, of target `number` of `of`."""
    pitch = 2 * _PITCH_IN + 2 * _RADIUS_IN + 2
    middle = y + (number - (of - 1) / 2) * pitch
    front = [(x + ahead * _AHEAD_IN, middle + k * _PITCH_IN) for k in (-1, 0, 1)]
    rear = [(x + ahead * (_AHEAD_IN + _PITCH_IN), middle + k * _PITCH_IN) for k in (-0.5, 0.5)]
    return front + rear


def _is_free(at: tuple[float, float], blocked: BaseGeometry, board: tuple[float, float]) -> bool:
    inside = all(_RADIUS_IN <= value <= side - _RADIUS_IN for value, side in zip(at, board, strict=True))
    return inside and blocked.distance(Point(at)) > _RADIUS_IN + 0.01


def _unit(name: str, side: str, prefix: str, places: list[tuple[float, float]]) -> Record:
    models = [{"id": f"{prefix}{n}", "at": [round(x, 4), round(y, 4)]} for n, (x, y) in enumerate(places, 1)]
    base = {"shape": "round", "diameter_mm": _BASE_MM}
    return {"id": name, "side": side, "keywords": ["INFANTRY"], "base": base, "models": models}


# ---- the scenario


def scenario(source: Source, layout_id: str, chargers: int = 10, targets: int = 2) -> Record:
    """Give a layout as a scenario with placeholder units."""
    layout = source.layout(layout_id)
    pieces, notes = terrain(layout, source.templates)
    board = board_of(layout)
    units = placeholders(pieces, board, chargers, targets)
    return {
        "format": "charge-scenario/1",
        "ruleset": "wh40k-11e",
        "description": " ".join([f"{layout.get('name') or layout_id}.", *notes, source.credit]),
        "board": {"width_in": board[0], "height_in": board[1]},
        "terrain": pieces,
        "units": units,
        "charge": {"unit": "charger", "targets": [unit["id"] for unit in units[1:]], "roll_in": 9},
    }


def with_units(made: Record, extra: Record) -> Record:
    """Give the scenario with the units and the charge of another file in place of its own."""
    missing = [key for key in ("units", "charge") if key not in extra]
    if missing:
        raise LayoutError(f"--units: found no {' and no '.join(missing)}; allowed: an object with units and charge")
    return {**made, "units": extra["units"], "charge": extra["charge"]}


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 when a scenario was written, 1 when the layout or the units are wrong."""
    parser = argparse.ArgumentParser(description="Write the terrain of a tournament layout as a scenario.")
    parser.add_argument("layout", nargs="?", help="the layout's id; without it, the ids are listed")
    parser.add_argument("--out", type=Path, help="the file to write (default: standard output)")
    parser.add_argument("--units", type=Path, help="a JSON file with units and charge, instead of placeholders")
    parser.add_argument("--chargers", type=int, default=10, help="models of the placeholder charger (default: 10)")
    parser.add_argument("--targets", type=int, default=2, help="placeholder targets (default: 2)")
    given = parser.parse_args(arguments)
    try:
        source = packaged()
        print(source.credit, file=sys.stderr)
        if given.layout is None:
            _print("\n".join(layout["id"] for layout in source.layouts) + "\n")
            return 0
        made = scenario(source, given.layout, given.chargers, given.targets)
        if given.units:
            made = with_units(made, json.loads(given.units.read_text(encoding="utf-8")))
    except (LayoutError, OSError, json.JSONDecodeError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
    if given.out:
        given.out.write_text(text, encoding="utf-8")
    else:
        _print(text)
    return 0


def _print(text: str) -> None:
    """Write to standard output; a reader that has gone away (``| head``) has read all it wanted."""
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        # so that the interpreter's last flush has somewhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
