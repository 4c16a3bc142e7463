"""The picture of what is to blame: the first set marked, every set numbered, its sentence below."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import planner
from planner.render import draw, draw_why, style
from planner.units import UNITS_PER_INCH
from planner.wire import load_scenario
from planner.world import Answer, Blame, Change, Judgement, Scenario, Violation, Why, Witness
from tests.builders import charge, lattice, plan, rules_of, table, unit, wall

FIXTURES = Path(__file__).parents[2] / "fixtures"
SVG = "{http://www.w3.org/2000/svg}"
BAND = str(2 * style.BLAMED_RIM).removesuffix(".0")
A_SENTENCE = "the wall bars the way"


def quarrel() -> Scenario:
    """Two models against t, with a screen s, a wall, and friends f far off."""
    return table(
        units=[
            unit("a", "A", [(20, 20), (20, 22)]),
            unit("f", "A", [(5, 40)]),
            unit("t", "B", [(28, 20), (28, 22)]),
            unit("s", "B", [(25, 16)]),
        ],
        terrain=[wall("north", 23, 23, 24, 30), wall("south", 23, 16, 24, 18)],
        charge=charge("a", ["t"], 9),
    )


def why_of(scenario: Scenario, *blame: Blame, **more: object) -> Why:
    given = Why(scenario.ruleset, "a", ("t",), 9 * UNITS_PER_INCH, "impossible", "It cannot be done.", blame=blame)
    return replace(given, **more)  # type: ignore[arg-type]


def drawn(scenario: Scenario, why: Why) -> ElementTree.Element:
    return ElementTree.fromstring(draw_why(scenario, rules_of(scenario), why))


def words(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def bands(picture: ElementTree.Element) -> list[ElementTree.Element]:
    """Give the yellow bands; the sample in the legend is filled and is none."""
    return [e for e in picture.iter() if e.get("stroke") == style.YELLOW and e.get("stroke-width") == BAND]


def test_what_the_first_set_names_has_a_band_and_nothing_else() -> None:
    """The two models of t and one wall: three bands; the other wall, the screen and the chargers stay plain."""
    scenario = quarrel()
    first = Blame(("solid_terrain",), A_SENTENCE, units=("t",), terrain=("north",), is_minimal=True)
    picture = drawn(scenario, why_of(scenario, first))
    assert sorted(band.tag for band in bands(picture)) == [f"{SVG}circle", f"{SVG}circle", f"{SVG}path"]
    assert len([e for e in picture.iter(f"{SVG}path") if e.get("fill") == "url(#terrain-impassable)"]) == 2
    assert "to blame" in words(picture)
    assert f"{A_SENTENCE}." in words(picture)
    # one set needs no number
    assert "1" not in [text for text in words(picture) if text.isdigit() and len(text) == 1]


def test_models_that_are_named_are_marked_alone() -> None:
    """One charger of two; where the set names the unit and no model, both."""
    scenario = quarrel()
    one = drawn(scenario, why_of(scenario, Blame(("ends_closer",), A_SENTENCE, models=("a2",))))
    both = drawn(scenario, why_of(scenario, Blame(("not_while_engaged",), A_SENTENCE, units=("a",))))
    assert len(bands(one)) == 1
    assert len(bands(both)) == 2


def test_several_sets_have_numbers() -> None:
    """t in both sets, the wall in the first, the screen in the second: each carries its numbers, below stand both."""
    scenario = quarrel()
    sets = (
        Blame(("solid_terrain",), A_SENTENCE, units=("t",), terrain=("north",), models=("a1",)),
        Blame(("enemies_block",), "the screen is in the way.", units=("t", "s"), is_minimal=True),
    )
    changes = (Change("without_terrain", "Without north.", terrain="north"), Change("roll", "On 10.", roll=10))
    shown = words(drawn(scenario, why_of(scenario, *sets, nearest=changes, is_complete=False)))
    for name, numbers in (("t (target)", "1,2"), ("north", "1"), ("s", "2")):
        last = len(shown) - 1 - shown[::-1].index(name)
        assert shown[last + 1] == numbers
    for number, sentence in (
        ("1", f"{A_SENTENCE}. (Perhaps not all of it is needed.)"),
        ("2", "the screen is in the way."),
    ):
        assert shown[shown.index(sentence) - 1] == number
    assert "There may be other sets to blame." in shown
    assert shown[-2:] == ["What would help: Without north.", "Or: On 10."]


def test_who_is_to_blame_is_in_the_picture() -> None:
    """The friends stand 20 inches off and are only drawn where they are to blame."""
    scenario = quarrel()
    without = words(drawn(scenario, why_of(scenario, Blame(("end_clear",), A_SENTENCE, units=("t",)))))
    with_them = words(drawn(scenario, why_of(scenario, Blame(("end_clear",), A_SENTENCE, units=("f",)))))
    assert "f" not in without
    assert "f" in with_them


def test_every_table_that_is_not_legal_can_be_drawn() -> None:
    """With real blame: each thing that the first set names is marked, and the sentences are there to the word."""
    count = 0
    for file in sorted(FIXTURES.glob("tables/*.json")):
        scenario = load_scenario(file)
        why = planner.why(scenario)
        if not why.blame:
            continue
        count += 1
        picture = drawn(scenario, why)
        assert bands(picture), file.name
        shown = " ".join(words(picture))
        for blame in why.blame:
            assert " ".join(blame.text.removesuffix(".").split()) in shown, file.name
    assert count >= 14


def refused(scenario: Scenario, *better: Witness) -> ElementTree.Element:
    made = plan(scenario, {"a1": [(24, 20)], "a2": [(24, 22)]})
    broken = Judgement(False, tuple(Violation("close_ring", "not near enough", (w.model,), witness=w) for w in better))
    given = Answer(scenario.ruleset, "a", ("t",), made.roll, "legal", made.moves, judgement=broken)
    return ElementTree.fromstring(draw(scenario, rules_of(scenario), given))


def test_every_better_move_has_the_numbers_of_what_it_shows() -> None:
    """Two rules that one move shows broken, and one that another does: two moves, with !1,2 and !3 at their ends."""
    scenario = quarrel()
    a1 = Witness("a1", (lattice((20, 20)), lattice((26, 20))))
    a2 = Witness("a2", (lattice((20, 22)), lattice((26, 22))))
    picture = refused(scenario, a1, a1, a2)
    rings = [e for e in picture.iter(f"{SVG}circle") if e.get("stroke-dasharray") == "7 2 2 2"]
    assert len(rings) == 3  # two on the table, one in the legend
    # each at the model and at the end of the better move
    assert words(picture).count("!1,2") == 2
    assert words(picture).count("!3") == 3  # and in the list


def test_a_better_move_is_in_the_picture() -> None:
    """It ends 15 inches above all else: the sheet reaches so far."""
    scenario = quarrel()
    picture = refused(scenario, Witness("a1", (lattice((20, 20)), lattice((20, 38)))))
    (clip,) = picture.findall(f"{SVG}defs/{SVG}clipPath/{SVG}rect")
    ring = next(e for e in picture.iter(f"{SVG}circle") if e.get("stroke-dasharray") == "7 2 2 2")
    top, left = float(clip.get("y", 0)), float(clip.get("x", 0))
    assert top < float(ring.get("cy", 0)) < top + float(clip.get("height", 0))
    assert left < float(ring.get("cx", 0)) < left + float(clip.get("width", 0))
