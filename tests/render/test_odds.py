"""The chart of odds: nothing cut, nothing off the sheet, reasons and rolls in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

from planner.render import draw_odds, spans_of_rolls
from planner.render.canvas import text_width
from planner.units import UNITS_PER_INCH
from planner.world import Likelihood, Odds, Reason, TargetSet

SVG = "{http://www.w3.org/2000/svg}"
LONG = ("a horde of very small beasts", "the cannon crew behind the wall", "three old veterans", "a walker")


def a_row(targets: tuple[str, ...], low: Fraction, high: Fraction | None = None, **more: object) -> TargetSet:
    """Give a set that works on 7 or more, unless told otherwise."""
    high = low if high is None else high
    chances = tuple(Likelihood(manner, 0, low, high) for manner in ("plain", "full_reroll", "one_die", "drop_lowest"))
    row = TargetSet(targets, "possible", 7 * UNITS_PER_INCH, (), (), None, chances, chances)
    return replace(row, **more)  # type: ignore[arg-type]


NEVER = a_row(
    ("b",), Fraction(0), word="never", least=None, below=(Reason("reach", "a wall as long as the board bars the way"),)
)
OPEN = a_row(("c",), Fraction(0), Fraction(1, 2), word="open", least=None, open_rolls=(7, 8))
BY_ROLL = ((2, ()), (3, ()), (4, ("b",)), (5, ("a", "b")), (6, ("a", "b")))


def drawn(*rows: TargetSet, **more: object) -> ElementTree.Element:
    odds = replace(Odds("wh40k-11e", "pack", rows, BY_ROLL), **more)  # type: ignore[arg-type]
    return ElementTree.fromstring(draw_odds(odds))


def texts(picture: ElementTree.Element) -> list[ElementTree.Element]:
    return list(picture.iter(f"{SVG}text"))


def test_no_word_is_cut_and_none_leaves_the_sheet() -> None:
    """Names that fill four lines, and a reason: every word is there, within the sheet, and no two lines overlap."""
    picture = drawn(a_row(LONG, Fraction(7, 12)), NEVER, OPEN, left_out=("others",))
    shown = " ".join(text.text or "" for text in texts(picture))
    for word in (*" + ".join(LONG).split(), "bars the way", 'undecided from 7"', "others"):
        assert word in shown
    width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
    boxes = []
    for text in texts(picture):
        size = float(text.get("font-size", 0))
        long = text_width(text.text or "", size, text.get("font-weight") == "bold")
        left = float(text.get("x", 0)) - (long / 2 if text.get("text-anchor") == "middle" else 0)
        bottom = float(text.get("y", 0))
        assert left >= 0, text.text
        assert left + long <= width, text.text
        assert bottom < height, text.text
        boxes.append((left, bottom - 0.75 * size, left + long, bottom))
    for index, a in enumerate(boxes):
        for b in boxes[index + 1 :]:
            assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


def test_bars_are_as_long_as_the_chance() -> None:
    """7/12 of the frame; of a chance between nothing and a half the pale part is a half."""
    picture = drawn(a_row(("a",), Fraction(7, 12)), OPEN)
    boxes = list(picture.iter(f"{SVG}rect"))
    frame = next(float(box.get("width", 0)) for box in boxes if box.get("fill") == "none")
    blue = [float(box.get("width", 0)) for box in boxes if box.get("fill") == "#0072B2"]
    pale = [float(box.get("width", 0)) for box in boxes if box.get("fill") == "#dddddd"]
    assert abs(blue[0] - frame * 7 / 12) < 0.01
    assert blue[1] == 0
    assert abs(pale[1] - frame / 2) < 0.01


def test_rolls_with_the_same_best_set_are_one_line() -> None:
    """2 and 3 nobody, 4 one unit, 5 and 6 two."""
    spans = list(spans_of_rolls(Odds("wh40k-11e", "pack", (), BY_ROLL)))
    assert spans == [('2" to 3"', ()), ('4"', ("b",)), ('5" to 6"', ("a", "b"))]
    assert '5" to 6": a + b' in [text.text for text in texts(drawn(NEVER))]


def test_a_modifier_is_said() -> None:
    """Bars under -1 to the roll are not those of the plain dice."""
    row = a_row(("a",), Fraction(1, 2))
    worse = replace(row, chances=tuple(replace(one, modifier=-1) for one in row.chances))
    assert any("-1 to the roll" in (text.text or "") for text in texts(drawn(worse)))
    assert not any("to the roll" in (text.text or "") for text in texts(drawn(row)))


def test_nobody_to_charge() -> None:
    """No rows: a sentence instead of an empty chart."""
    assert "No enemy unit can be chosen at any roll." in [text.text for text in texts(drawn(best_by_roll=()))]
