"""The parts of the picture: unions of discs, labels, looks, files."""

from __future__ import annotations

import math
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from planner.errors import PlannerError
from planner.render import style, write, write_picture
from planner.render.canvas import text_width, wrap
from planner.render.labels import Labels
from planner.render.outlines import base_outline, clipped, union_path
from planner.shapes import OvalBase, RectBase

SVG_TEXT = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'


def spots(path: str) -> list[tuple[float, float]]:
    """Give the end points of the path's arcs and their beginnings."""
    ends = re.findall(r"(?:M|0 0 1 )(-?[\d.]+) (-?[\d.]+)", path)
    return [(float(x), float(y)) for x, y in ends]


def test_a_lone_disc_is_a_whole_circle() -> None:
    """One disc: arcs that add up to a full turn, all on the circle."""
    path = union_path([(0, 0, 5)])
    assert path.count("A") == 3
    assert all(math.hypot(x, y) == pytest.approx(5, abs=0.01) for x, y in spots(path))


def test_a_disc_within_another_leaves_no_line() -> None:
    """The inner disc adds nothing, and of two equal discs one is drawn."""
    assert union_path([(0, 0, 5), (1, 0, 2)]) == union_path([(0, 0, 5)])
    assert union_path([(0, 0, 5), (0, 0, 5)]) == union_path([(0, 0, 5)])


def test_overlapping_discs_meet_where_their_circles_cross() -> None:
    """Radius 5 at x = 0 and 8: the circles cross at x = 4, y = 3 and -3; no arc runs inside the other disc."""
    path = union_path([(0, 0, 5), (8, 0, 5)])
    found = spots(path)
    for crossing in ((4, 3), (4, -3)):
        assert any(math.dist(spot, crossing) < 0.02 for spot in found)
    assert all(math.hypot(x, y) > 4.99 and math.hypot(x - 8, y) > 4.99 for x, y in found)


def test_touching_discs_are_both_whole() -> None:
    """Discs that only touch cover nothing of each other."""
    assert union_path([(0, 0, 5), (10, 0, 5)]).count("A") == 6


def test_outlines_of_other_bases_reach_as_far_as_the_bases() -> None:
    """An oval of 60 by 36 reaches 30 along and 18 across; turned by 90 degrees the other way; a corner stays one."""
    oval = base_outline(OvalBase(60_000, 36_000), (0, 0), 0.0)
    assert max(x for x, _ in oval) == 30_000
    assert max(y for _, y in oval) == 18_000
    turned = base_outline(OvalBase(60_000, 36_000), (0, 0), 90.0)
    assert max(y for _, y in turned) == 30_000
    assert (30_000, 18_000) in base_outline(RectBase(60_000, 36_000), (0, 0), 0.0)


def test_a_range_round_a_rectangle_is_rounded() -> None:
    """All within 10000 of a rectangle 60000 by 36000: 40000 along the axis, and 10000 round a corner, not a square."""
    around = base_outline(RectBase(60_000, 36_000), (0, 0), 0.0, 10_000)
    assert max(x for x, _ in around) == 40_000
    assert max(math.hypot(x - 30_000, y - 18_000) for x, y in around if x > 30_000 and y > 18_000) <= 10_001


def test_labels_do_not_cover_each_other() -> None:
    """Six labels round one place: all placed, no two overlapping."""
    labels = Labels((0, 0, 400, 400))
    placed = [labels.place("target", 12, [(190, 190, 210, 210)]) for _ in range(6)]
    assert None not in placed
    width = text_width("target", 12, bold=True)
    for index, one in enumerate(placed):
        for other in placed[index + 1 :]:
            assert one is not None
            assert other is not None
            assert abs(one[0] - other[0]) >= width or abs(one[1] - other[1]) >= 12


def test_a_label_without_room_is_left_out() -> None:
    """When all round is taken, a name that may be left out is; one that must be there is not."""
    labels = Labels((0, 0, 100, 100))
    labels.take((0, 0, 100, 100))
    assert labels.place("ruin", 10, [(45, 45, 55, 55)], 0.12) is None
    assert labels.place("target", 10, [(45, 45, 55, 55)], math.inf) is not None


def test_labels_keep_off_the_rim_of_ranges() -> None:
    """A range of radius 60 passes 60 above its middle: a label for the spot there goes beside the line, not on it."""
    labels = Labels((0, 0, 400, 400))
    labels.take_rim([(200, 200, 60)])
    spot = labels.place("ruin", 10, [(195, 145, 205, 155)])
    assert spot is not None
    assert abs(math.dist((spot[0], spot[1] - 3.6), (200, 200)) - 60) > 6
    # without the rim it goes right above, which is on the line
    assert Labels((0, 0, 400, 400)).place("ruin", 10, [(195, 145, 205, 155)]) == pytest.approx((200, 140.6), abs=1)


def test_a_polygon_is_clipped_to_a_box() -> None:
    """A square of 10 by 10 whose corner lies in the middle of the box leaves 5 by 5; one outside leaves nothing."""
    square = [(5, 5), (15, 5), (15, 15), (5, 15)]
    assert sorted(clipped(square, (0, 0, 10, 10))) == [(5, 5), (5, 10), (10, 5), (10, 10)]
    assert clipped(square, (20, 0, 30, 10)) == []


def test_lines_are_broken_between_words() -> None:
    """No line is wider than asked, no word is lost."""
    text = "no model can reach a place engaged with the target"
    lines = wrap(text, 12, 120)
    assert len(lines) > 2
    assert " ".join(lines) == text
    assert all(text_width(line, 12) <= 120 for line in lines)


def test_nothing_is_told_by_colour_alone() -> None:
    """Take all colours away: kinds of terrain, parties and lines still differ."""
    grey = re.compile(r"#[0-9a-fA-F]{6}")
    patterns = {grey.sub("", look.pattern) for look in style.TERRAIN.values()}
    assert len(patterns) == len(style.TERRAIN) == 6
    bases = [style.CHARGER, style.GHOST, style.TARGET, style.OTHER_ENEMY, style.FRIEND]
    assert len({(b.dash, b.mark, b.letter == style.WHITE) for b in bases}) == 5
    ranges = [style.TARGET_RANGE, style.CLOSE_RANGE, style.OTHER_RANGE]
    assert len({line.get("stroke_dasharray") for line in ranges}) == 3
    links = [style.ENGAGED_CLOSE, style.ENGAGED, style.COHERENCY]
    assert len({line.get("stroke_dasharray") for line in links}) == 3


def test_an_svg_file_holds_the_text(tmp_path: Path) -> None:
    """What is written to .svg is the picture, unchanged; the ending may be in capitals."""
    write_picture(tmp_path / "a.SVG", SVG_TEXT)
    assert (tmp_path / "a.SVG").read_text(encoding="utf-8") == SVG_TEXT


def test_a_png_file_is_one(tmp_path: Path) -> None:
    """A .png begins with the eight bytes of its format and is twice the size: 20 pixels wide."""
    try:
        import_module("cairosvg")
    except (ImportError, OSError) as missing:
        # an OSError: the extra is there, the system's cairo library is not
        pytest.skip(f"no cairo: {missing}")
    write_picture(str(tmp_path / "a.png"), SVG_TEXT)
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") == 20


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    """.jpg and no ending at all are errors that say what is allowed; nothing is written."""
    for name in ("a.jpg", "picture"):
        with pytest.raises(PlannerError, match=r"\.svg or \.png"):
            write_picture(tmp_path / name, SVG_TEXT)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("trouble", [ImportError, OSError])
def test_png_without_the_extra_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: type[Exception]
) -> None:
    """Without cairosvg, or without the system's cairo library under it, the error names the extra."""

    def missing(name: str) -> ModuleType:
        raise trouble(name)

    monkeypatch.setattr(write, "import_module", missing)
    with pytest.raises(PlannerError, match=r"charge-planner\[png\]"):
        write_picture(tmp_path / "a.png", SVG_TEXT)
    assert not list(tmp_path.iterdir())
