"""Layouts of the data package as scenarios: the frame, what is terrain, what is left out, and the job on real ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shapely import Point, Polygon

import planner
from planner.wire import parse_scenario
from tools import layout as tool

pytest.importorskip("wh40kdc")

Record = dict[str, Any]


def template(name: str, points: list[tuple[float, float]], **more: object) -> Record:
    footprint = {"type": "polygon", "points": [{"x": x, "y": y} for x, y in points]}
    return {"id": name, "name": name, "kind": "feature", "footprint": footprint, "terrain_category": "dense", **more}


def table(*pieces: Record, **more: object) -> Record:
    return {"id": "made-up", "name": "Made up", "pieces": list(pieces), **more}


def piece(template_id: str, x: float, y: float, **more: object) -> Record:
    at = {"x": x, "y": y}
    return {"id": "p", "name": "P", "piece_type": "feature", "template": template_id, "position": at, **more}


BLOCK = template("block", [(0, 0), (4, 0), (4, 2), (0, 2)])
# the corners' mean, and centroid, is (1, 1)
TRIANGLE = template("triangle", [(0, 0), (3, 0), (0, 3)])


def corners(made: Record) -> set[tuple[float, float]]:
    return {(x, y) for x, y in made["polygon"]}


def only(*given: Record, templates: list[Record]) -> Record:
    pieces, _ = tool.terrain(table(*given), templates)
    assert len(pieces) == 1
    return pieces[0]


def test_y_is_turned_over() -> None:
    """A block 4 by 2 at (10, 5) from the top left stands at y 38 to 40 from the bottom of 44."""
    made = only(piece("block", 10, 5), templates=[BLOCK])
    assert corners(made) == {(8, 38), (12, 38), (12, 40), (8, 40)}


def test_a_quarter_turn_is_clockwise() -> None:
    """Seen from above the right angle of the triangle goes from the upper left to the upper right."""
    # offsets (-1,-1) (2,-1) (-1,2), y down, turned clockwise to (1,-1) (1,2) (-2,-1)
    made = only(piece("triangle", 10, 10, rotation_degrees=90), templates=[TRIANGLE])
    assert corners(made) == {(11, 35), (11, 32), (8, 35)}


def test_mirrored_pieces_are() -> None:
    """Mirrored left to right the triangle's right angle is at the upper right, its height still down."""
    made = only(piece("triangle", 10, 10, mirror="horizontal"), templates=[TRIANGLE])
    assert corners(made) == {(11, 35), (8, 35), (11, 32)}


def test_of_a_ruin_the_walls_stand() -> None:
    """A ruin of 6 by 3 with walls half an inch thick on two sides: 6 x 0.5 + 2.5 x 0.5 = 4.25 square inches."""
    wall = {"points": [{"x": 6, "y": 0}, {"x": 0, "y": 0}, {"x": 0, "y": 3}], "thickness": 0.5}
    ruin = template("ruin", [(0, 0), (6, 0), (6, 3), (0, 3)], walls=[wall], has_roof=True)
    made = only(piece("ruin", 10, 10), templates=[ruin])
    shape = Polygon(made["polygon"])
    assert shape.area == pytest.approx(4.25, abs=0.001)
    # the middle of the floor is free, the corner of the walls is at the upper left: x 7, y 44 - 8.5
    assert not shape.contains(Point(10, 34))
    assert shape.contains(Point(7.2, 35.3))


def test_a_closed_ring_of_walls_is_solid() -> None:
    """Nobody stands inside a closed generator: its whole 4 by 2 is terrain."""
    ring = [(0, 0), (4, 0), (4, 2), (0, 2), (0, 0)]
    wall = {"points": [{"x": x, "y": y} for x, y in ring], "thickness": 0.5}
    closed = template("closed", ring[:4], walls=[wall])
    made = only(piece("closed", 10, 5), templates=[closed])
    assert corners(made) == {(8, 38), (12, 38), (12, 40), (8, 40)}


def test_mats_are_no_terrain_and_upper_floors_are_noted() -> None:
    """Of an area, a feature on the ground and one above it the second is terrain; a note tells of the third."""
    mat = template("mat", [(0, 0), (9, 0), (9, 9), (0, 9)], kind="area")
    given = table(
        piece("mat", 10, 10, piece_type="area", id="a"),
        piece("block", 10, 10, id="b", height_inches=5),
        piece("block", 10, 10, id="c", floor=1),
    )
    pieces, notes = tool.terrain(given, [mat, BLOCK])
    assert [made["id"] for made in pieces] == ["b"]
    assert notes == ["1 upper floors are left out: the table is flat."]


def test_features_that_come_with_an_area_are_placed() -> None:
    """A feature inside an area's template is placed with it: 2 right of the middle, turned with the area."""
    area = template("area", [(0, 0), (8, 0), (8, 4), (0, 4)], kind="area")
    area["features"] = [{"id": "f", "template": "block", "position": {"x": 2, "y": 0}}]
    # turned by 90 degrees clockwise, right becomes down: the block is at (20, 12) and 2 wide, 4 high
    given = piece("area", 20, 10, piece_type="area", rotation_degrees=90)
    made = only(given, templates=[area, BLOCK])
    assert made["id"] == "p--f"
    assert corners(made) == {(19, 30), (21, 30), (21, 34), (19, 34)}


def test_heights_come_from_the_piece_then_its_kind_then_its_category() -> None:
    """6 said of the piece, 3 of its template, 5 for dense and 2 for light when nothing is said."""
    tall = template("tall", [(0, 0), (1, 0), (1, 1), (0, 1)], default_height_inches=3)
    low = template("low", [(0, 0), (1, 0), (1, 1), (0, 1)], terrain_category="light")
    templates = [tall, low, BLOCK]
    assert only(piece("tall", 5, 5, height_inches=6), templates=templates)["height_in"] == 6
    assert only(piece("tall", 5, 5), templates=templates)["height_in"] == 3
    assert only(piece("block", 5, 5), templates=templates)["height_in"] == 5
    made = only(piece("low", 5, 5), templates=templates)
    assert (made["kind"], made["height_in"]) == ("light", 2)


def test_assumed_heights_are_told() -> None:
    """A height decides who crosses a piece, so what was assumed is told by kind and piece; what is given is not."""
    named = [{**piece("block", x, 5), "id": name} for x, name in ((5, "p"), (15, "q"))]
    high = {**piece("block", 25, 5, height_inches=6), "id": "r"}
    _, notes = tool.terrain(table(*named, high), [BLOCK])
    assert notes == ['Heights assumed, since the layout gives none: dense 5" (p, q).']
    assert tool.terrain(table(high), [BLOCK])[1] == []


def test_a_reader_that_goes_away() -> None:
    """``| head -1`` closes the pipe: no traceback, and status 0; both for the list of ids and for a scenario."""
    first = tool.packaged().layouts[0]["id"]
    for words in ([], [first]):
        command = [sys.executable, str(Path(tool.__file__)), *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read().splitlines() == [tool.packaged().credit]
            assert process.wait(60) == 0


def test_impassable_walls_and_inherited_categories() -> None:
    """A template called impassable is; a piece with an outline of its own takes its category from its area."""
    wall = template("impassable-wall", [(0, 0), (1, 0), (1, 1), (0, 1)])
    assert only(piece("impassable-wall", 5, 5), templates=[wall])["kind"] == "impassable"
    mat = template("mat", [(0, 0), (9, 0), (9, 9), (0, 9)], kind="area", terrain_category="light")
    area = piece("mat", 20, 20, piece_type="area", id="a")
    own = {"id": "w", "name": "W", "piece_type": "feature", "parent_area_id": "a", "position": {"x": 0, "y": 0}}
    own["footprint"] = BLOCK["footprint"]
    assert only(area, own, templates=[mat])["kind"] == "light"


def test_what_lies_beyond_the_board_is_cut_off() -> None:
    """A block across the left edge keeps the half that is on the board; the board's own size is used."""
    pieces, _ = tool.terrain(table(piece("block", 0, 5), board={"width": 30, "height": 20}), [BLOCK])
    assert corners(pieces[0]) == {(0, 14), (2, 14), (2, 16), (0, 16)}


def test_placeholders_stand_on_free_ground() -> None:
    """With a wall across the middle the units move aside: the scenario loads without a fault, nobody in the wall."""
    wall = {"id": "w", "kind": "dense", "polygon": [[28, 0], [32, 0], [32, 30], [28, 30]]}
    units = tool.placeholders([wall], (60, 44), 10, 2)
    assert [len(unit["models"]) for unit in units] == [10, 5, 5]
    shape = Polygon(wall["polygon"])
    for unit in units:
        for model in unit["models"]:
            assert shape.distance(Point(model["at"])) >= 16 / 25.4


def test_no_room_is_an_error() -> None:
    """A board full of walls has no free ground."""
    full = {"id": "w", "kind": "impassable", "polygon": [[0, 0], [60, 0], [60, 44], [0, 44]]}
    with pytest.raises(tool.LayoutError, match="no free ground"):
        tool.placeholders([full], (60, 44), 10, 2)


def test_the_command_credits_and_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The credit line goes to standard error; an unknown layout is refused with the known ones; units can be given."""
    assert tool.main(["no-such-layout"]) == 1
    said = capsys.readouterr()
    assert "CC BY 4.0" in said.err
    assert "no-such-layout" in said.err
    assert said.out == ""
    assert tool.main([]) == 0
    known = capsys.readouterr().out.split()
    assert len(known) > 10
    units = tmp_path / "units.json"
    units.write_text('{"units": []}', encoding="utf-8")
    assert tool.main([known[0], "--units", str(units)]) == 1
    assert "no charge" in capsys.readouterr().err


def test_given_units_take_the_place_of_the_placeholders(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With --units the scenario has those units and that charge, and the layout's terrain."""
    assert tool.main([]) == 0
    first = capsys.readouterr().out.split()[0]
    base = {"shape": "round", "diameter_mm": 32}
    units = [
        {"id": "mine", "side": "A", "base": base, "models": [{"id": "m1", "at": [1, 1]}]},
        {"id": "yours", "side": "B", "base": base, "models": [{"id": "y1", "at": [1, 7]}]},
    ]
    source = tmp_path / "units.json"
    source.write_text(json.dumps({"units": units, "charge": {"unit": "mine", "targets": ["yours"]}}), encoding="utf-8")
    out = tmp_path / "table.json"
    assert tool.main([first, "--units", str(source), "--out", str(out)]) == 0
    made = json.loads(out.read_text(encoding="utf-8"))
    assert [unit["id"] for unit in made["units"]] == ["mine", "yours"]
    assert len(made["terrain"]) >= 10


@pytest.mark.parametrize("which", [0, -2])
def test_the_main_job_on_a_real_layout(which: int) -> None:
    """Ten models charge two targets on a layout as it is played: a legal plan that a second judging finds legal."""
    source = tool.packaged()
    made = tool.scenario(source, source.layouts[which]["id"])
    assert source.credit in made["description"]
    scenario = parse_scenario(made)
    assert len(scenario.terrain) >= 16
    assert len(scenario.charger.models) == 10
    answer = planner.plan_charge(scenario)
    assert answer.verdict == "legal", answer.reasons
    assert len(answer.moves) == 10
    assert planner.check(scenario, answer).legal
