"""The picture as a whole: well formed, to scale, the same twice, with what a person looks for in it."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.render import draw
from planner.shapes import OvalBase
from planner.units import UNITS_PER_INCH
from planner.wire import faults_of, load_scenario, parse_scenario
from planner.world import Answer, Goal, Judgement, Move, Plan, Proof, Reason, Scenario, Unit, Violation, Witness
from tests.builders import LU, R32, area, charge, lattice, pillar, plan, rules_of, table, unit, wall

FIXTURES = Path(__file__).parents[2] / "fixtures"
SVG = "{http://www.w3.org/2000/svg}"


def answer(scenario: Scenario, made: Plan | None = None, **more: object) -> Answer:
    """Give an answer around a plan; without one, an undecided one."""
    question = scenario.charge
    verdict = "undecided" if made is None else "legal"
    given = Answer(
        scenario.ruleset,
        question.unit,
        question.targets or (),
        question.roll,
        verdict,  # type: ignore[arg-type]
        moves=() if made is None else made.moves,
        options=question.options,
    )
    return replace(given, **more)  # type: ignore[arg-type]


def drawn(scenario: Scenario, given: Answer) -> ElementTree.Element:
    return ElementTree.fromstring(draw(scenario, rules_of(scenario), given))


def words(picture: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


def duel(gap_in: object = 5) -> Scenario:
    """Two 32 mm models of A, one of B; b1 stands `gap_in` off a1, straight ahead."""
    return table(
        units=[unit("a", "A", [(20, 20), (20, 22)]), unit("b", "B", [(20 + 2 * R32 + gap_in, 20)])],  # type: ignore[operator]
        charge=charge("a", ["b"], 7),
    )


def test_every_fixture_can_be_drawn() -> None:
    """Every fixture gives well-formed XML, with and without moves: one odd name or missing number would break it."""
    files = sorted(FIXTURES.glob("*/*.json"))
    files = [file for file in files if file.parent.name in ("tables", "real")]
    assert len(files) >= 40
    for file in files:
        scenario = load_scenario(file)
        stay = tuple(Move(m.id, n, (m.at,)) for n, m in enumerate(scenario.charger.models, 1))
        for moves in ((), stay):
            assert len(drawn(scenario, answer(scenario, moves=moves))) > 10, file.name


def test_bases_are_drawn_to_scale() -> None:
    """A 40 mm base is 40/32 as wide as a 32 mm one, and an inch of ruler is an inch of table."""
    scenario = table(
        units=[unit("a", "A", [(20, 20)], mm=32), unit("b", "B", [(26, 20)], mm=40)], charge=charge("a", ["b"], 7)
    )
    picture = drawn(scenario, answer(scenario))
    discs = {}
    for circle in picture.iter(f"{SVG}circle"):
        # the stroke straddles the rim that is drawn, so the base reaches half a stroke further
        reach = float(circle.get("r", 0)) + float(circle.get("stroke-width", 0)) / 2
        discs[(circle.get("cx"), circle.get("fill"))] = reach
    sizes = sorted((reach for (_, fill), reach in discs.items() if fill in ("#0072B2", "#f6d3bd")), reverse=True)
    table_sizes = [size for size in sizes if size > 12]
    assert len(table_sizes) == 2
    assert table_sizes[0] / table_sizes[1] == pytest.approx(40 / 32, rel=0.002)
    below = [e for e in picture.iter(f"{SVG}text") if e.get("text-anchor") == "middle" and e.text in ("21", "22")]
    ticks = {e.text: float(e.get("x", 0)) for e in below}
    per_inch = ticks["22"] - ticks["21"]
    assert table_sizes[1] == pytest.approx(per_inch * 16 / 25.4, rel=0.002)


def test_two_drawings_are_the_same_text() -> None:
    """The same answer drawn twice gives the same bytes; a set iterated unsorted would show here."""
    scenario = load_scenario(FIXTURES / "real" / "ten_two_screens.json")
    given = answer(scenario)
    assert draw(scenario, rules_of(scenario), given) == draw(scenario, rules_of(scenario), given)


def test_moves_have_numbers_and_arrows() -> None:
    """Each end shows its place in the order of moves; each path that leads out of its end's base has an arrow."""
    scenario = duel()
    made = plan(scenario, {"a1": [(24.5, 20)], "a2": [(23, 22)]})
    picture = drawn(scenario, answer(scenario, made))
    assert {"1", "2", "a1", "a2", "b1"} <= set(words(picture))
    blue_heads = [p for p in picture.iter(f"{SVG}path") if p.get("fill") == "#0072B2"]
    # one head per path and one in the legend
    assert len(blue_heads) == 3


def test_the_verdict_stands_in_words() -> None:
    """Each verdict is a word of its own, with its sentence: nobody has to know a colour."""
    scenario = duel()
    expected = {
        "legal": ("LEGAL", "a legal charge was found"),
        "impossible": ("IMPOSSIBLE", "proved that no legal charge exists"),
        "undecided": ("UNDECIDED", "neither a plan nor a proof was found"),
        "ineligible": ("INELIGIBLE", "this charge may not be declared"),
    }
    for verdict, (word, sentence) in expected.items():
        shown = words(drawn(scenario, answer(scenario, verdict=verdict)))
        assert word in shown
        assert any(sentence in line for line in shown)


def test_reasons_and_proof_stand_below() -> None:
    """Without moves the reasons, the goals and the proof's kind are written out."""
    scenario = duel()
    given = answer(
        scenario,
        verdict="impossible",
        reasons=(Reason("max_distance", "the way round is 10.44 inches"),),
        goals=(Goal("models_engaged", 2),),
        proof=Proof("no_reach"),
    )
    shown = words(drawn(scenario, given))
    assert "distance: the way round is 10.44 inches" in shown
    assert "Goals: models engaged: 2." in shown
    assert "Proof: no reach." in shown


def test_broken_rules_are_marked_and_listed() -> None:
    """A plan that broke rules is called refused; its models carry the numbers of the rules that are listed.

    The goals that it claims are not shown as if they were reached.
    """
    scenario = duel()
    made = plan(scenario, {"a1": [(23.5, 20)], "a2": [(23, 22)]})
    broken = Judgement(
        False,
        (
            Violation("close_ring", "a1 could end nearer", ("a1",), (), 1.5 * UNITS_PER_INCH, UNITS_PER_INCH, None),
            Violation("coherency", "too far apart", ("a1", "a2")),
        ),
    )
    claimed = (Goal("models_engaged", 2),)
    shown = words(drawn(scenario, answer(scenario, made, judgement=broken, goals=claimed)))
    assert "REFUSED" in shown
    assert not any(line.startswith("Goals") for line in shown)
    assert "!1,2" in shown
    assert "!2" in shown
    line = 'close to a target, if able: a1 could end nearer (measured 1.5", allowed 1")'
    assert shown[shown.index(line) - 1] == "!1"


def test_a_witness_is_drawn_from_the_model_that_has_it() -> None:
    """The better move is a dashed line with the base at its end, and the legend says what it is."""
    scenario = duel()
    made = plan(scenario, {"a1": [(23.5, 20)]})
    better = Witness("a1", (lattice((20, 20)), lattice((24.2, 20))))
    broken = Judgement(False, (Violation("close_ring", "a1 could end nearer", ("a1",), witness=better),))
    picture = drawn(scenario, answer(scenario, made, judgement=broken))
    assert "better move that was open to it" in " ".join(words(picture))
    dashes = [e for e in picture.iter() if e.get("stroke-dasharray") == "7 2 2 2"]
    assert {e.tag for e in dashes} == {f"{SVG}path", f"{SVG}circle"}


@pytest.mark.parametrize(("extra", "engaged"), [(0, True), (LU, False)])
def test_engagement_is_exact_in_the_picture(extra: object, engaged: bool) -> None:
    """At a gap of exactly 2 inches the pair is linked, one lattice unit further it is not."""
    # b1 is 5 off a1; a1 moves 3 towards it, or one unit less
    scenario = duel()
    made = plan(scenario, {"a1": [(23 - extra, 20)]})  # type: ignore[operator]
    shown = words(drawn(scenario, answer(scenario, made)))
    assert ('engaged, not within 1"' in shown) is engaged


@pytest.mark.parametrize(("extra", "linked"), [(0, True), (LU, False)])
def test_coherency_is_exact_in_the_picture(extra: object, linked: bool) -> None:
    """Two ends exactly 2 inches apart are linked, one lattice unit more and they are not."""
    scenario = duel()
    made = plan(scenario, {"a1": [(23, 20)], "a2": [(23, 20 + 2 + 2 * R32 + extra)]})  # type: ignore[operator]
    shown = words(drawn(scenario, answer(scenario, made)))
    assert any(line.startswith("coherency") for line in shown) is linked


def dots(picture: ElementTree.Element) -> list[tuple[float, float]]:
    """Give the dots for touching bases that lie on the table; the legend's has no rim."""
    black = [e for e in picture.iter(f"{SVG}circle") if e.get("fill") == "#000000" and e.get("stroke") == "#ffffff"]
    return [(float(e.get("cx", 0)), float(e.get("cy", 0))) for e in black]


def test_every_contact_has_a_dot() -> None:
    """Enemies at (25, 20 +- 0.8): a base that ends between them touches both, and two dots lie apart.

    The bases touch where the way across is D32 = 1.259843: x = 25 - sqrt(1.259843^2 - 0.8^2) = 24.026730.
    """
    across = Fraction(math.isqrt(160_000**2 - 101_600**2) + 1, 127_000)
    foes = unit("b", "B", [(25, 20.8), (25, 19.2)])
    scenario = table(units=[unit("a", "A", [(20, 20)]), foes], charge=charge("a", ["b"], 7))
    found = dots(drawn(scenario, answer(scenario, plan(scenario, {"a1": [(25 - across, 20)]}))))
    assert len(found) == 2
    assert math.dist(*found) > 10


def test_links_of_coherency_run_under_enemies() -> None:
    """An enemy that stands between two chargers is not struck through by their link."""
    foe = unit("b", "B", [(24, 20)])
    scenario = table(units=[unit("a", "A", [(20, 18), (20, 22)]), foe], charge=charge("a", ["b"], 7))
    made = plan(scenario, {"a1": [(24, 18.7)], "a2": [(24, 21.3)]})
    parts = list(drawn(scenario, answer(scenario, made)).iter())
    link = next(n for n, e in enumerate(parts) if e.get("stroke-dasharray") == "0.1 3.6")
    base = next(n for n, e in enumerate(parts) if e.get("fill") == "#f6d3bd")
    assert link < base


def test_starts_are_numbered_where_names_are_too_long() -> None:
    """A name of 24 letters fits into no base: the start then has the number of the move, as the end has."""
    own = unit("a", "A", [(20, 20), (20, 22)])
    long = tuple(replace(m, id=f"brother-of-the-order-no-{n}") for n, m in enumerate(own.models, 1))
    scenario = table(
        units=[replace(own, models=long), unit("b", "B", [(26, 20)])],
        charge=charge("a", ["b"], 7),
    )
    made = plan(scenario, {long[0].id: [(24.5, 20)], long[1].id: [(23, 22)]})
    shown = words(drawn(scenario, answer(scenario, made)))
    assert long[0].id not in shown
    # once at the end, twice at the start (the halo is a text of its own); "1" is in the legend as well
    assert (shown.count("2"), shown.count("1")) == (3, 4)


def test_terrain_is_named_where_it_is_seen() -> None:
    """An L whose long arm lies beyond the crop is named at the foot that is seen; one that only grazes it is not.

    The crop ends at x = 30 (b1 and its range reach 26 + 0.63 + 2, an inch more, in whole inches). The L covers y from
    10 to 26, but left of x = 30 only y from 22 to 23, so a name at the middle of its height, y = 18, would be nowhere.
    """
    duo = [unit("a", "A", [(20, 20)]), unit("b", "B", [(26, 20)])]
    corners = [(29, 22), (40, 22), (40, 10), (41, 10), (41, 26), (40, 26), (40, 23), (29, 23)]
    ell, graze = area("ell", corners, "light"), wall("graze", 29.99, 15, 34, 17, "light")
    scenario = table(units=duo, terrain=[ell, graze], charge=charge("a", ["b"], 7))
    picture = drawn(scenario, answer(scenario))
    assert "graze" not in words(picture)
    name = next(e for e in picture.iter(f"{SVG}text") if e.text == "ell")
    ruler = {e.text: float(e.get("y", 0)) for e in picture.iter(f"{SVG}text") if e.get("text-anchor") == "end"}
    per_inch = ruler["20"] - ruler["21"]
    height = 20 + (ruler["20"] - float(name.get("y", 0))) / per_inch
    assert 21 < height < 24


def test_headline_without_targets() -> None:
    """A question that names no target is one about any enemy, and no roll is no word about one."""
    scenario = table(units=[unit("a", "A", [(20, 20)]), unit("b", "B", [(40, 20)])], charge=charge("a"))
    shown = words(drawn(scenario, answer(scenario, verdict="ineligible")))
    assert "a against any enemy unit: this charge may not be declared" in shown


def test_the_legend_names_only_what_is_there() -> None:
    """No wall on the table, no wall in the legend; with one, its row appears."""
    scenario = duel()
    assert "impassable terrain" not in words(drawn(scenario, answer(scenario)))
    walled = replace(scenario, terrain=(wall("w", 22, 23, 23, 25),))
    assert "impassable terrain" in words(drawn(walled, answer(walled)))


def test_names_are_escaped() -> None:
    """Names are whatever people write; markup in one must come back as text."""
    scenario = table(
        units=[unit('a<b&"', "A", [(20, 20)]), unit("<script>", "B", [(26, 20)])],
        charge=charge('a<b&"', ["<script>"], 7),
    )
    shown = words(drawn(scenario, answer(scenario)))
    assert any('a<b&"' in line for line in shown)
    assert any("<script> (target)" in line for line in shown)


def test_far_away_things_are_cropped() -> None:
    """A unit at the other end of the table is not drawn, the charge is, and the crop holds whole inches."""
    scenario = table(
        units=[unit("a", "A", [(20, 20)]), unit("b", "B", [(26, 20)]), unit("far", "B", [(58, 42)])],
        charge=charge("a", ["b"], 7),
    )
    shown = words(drawn(scenario, answer(scenario)))
    assert "far" not in shown
    assert "b (target)" in shown
    assert any(re.fullmatch(r"\d+", line) and int(line) == 26 for line in shown)


def test_odd_tables_are_drawn() -> None:
    """A tiny board, a disc of terrain over its edge, a unit off the board, an oval base, a target forty inches off."""
    reserve = replace(unit("later", "B", []), state={"off_board": True})
    oval = unit("o", "B", [(44, 3)], base=OvalBase(300_000, 180_000))
    scenario = table(
        48,
        6,
        units=[unit("a", "A", [(R32, R32)]), oval, reserve],
        terrain=[pillar("p", (0, 6), 2, "light"), pillar("q", (20, 3), 1, "difficult")],
        charge=charge("a", ["o"], 12),
    )
    picture = drawn(scenario, answer(scenario))
    shown = words(picture)
    assert "o (target)" in shown
    assert "later" not in shown
    assert "difficult terrain" in shown
    # the picture stays a page: no wider than the widest table and the legend
    assert float(picture.get("width", 0)) < 1200


@pytest.mark.parametrize(
    "units",
    [
        [unit("a", "A", [], state={"off_board": True}), unit("b", "B", [(26, 20)])],
        [unit("a", "A", [], state={"off_board": True})],
        [unit("a", "A", [(20, 20)])],
        [unit("a", "A", [(20, 20)]), unit("b", "B", [], state={"off_board": True})],
        [unit("a", "A", [(20, 20)], mm=0.0004), unit("b", "B", [(20, 20 + LU * 4)], mm=0.0004)],
        [unit("a", "A", [(0.5, 0.5)], mm=25.4), unit("b", "B", [(59.5, 43.5)], mm=25.4)],
    ],
    ids=["charger in reserve", "nobody", "no enemy", "enemy in reserve", "all at one point", "corner to corner"],
)
def test_whoever_is_missing_the_table_is_drawn(units: list[Unit]) -> None:
    """A scenario that loads can be drawn, with targets and without, whoever is off the board or alone on it."""
    foes = [u.id for u in units if u.side == "B"]
    for targets in (foes or None, None):
        scenario = table(units=units, charge=charge("a", targets, 7))
        assert faults_of(scenario) == ()
        picture = drawn(scenario, answer(scenario, verdict="ineligible"))
        assert "INELIGIBLE" in words(picture)
        assert all(float(circle.get("r", 0)) > 0 for circle in picture.iter(f"{SVG}circle"))


@given(
    places=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=0, max_size=8, unique=True),
    unit_of=st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=8, max_size=8),
    board=st.tuples(st.integers(7, 60), st.integers(5, 44)),
    base=st.sampled_from([{"shape": "round", "diameter_mm": 25}, {"shape": "oval", "length_mm": 24, "width_mm": 9}]),
    targets=st.sampled_from([None, ["c"], ["c", "d"]]),
    moved=st.booleans(),
    name=st.sampled_from(["c", "\x01\x7f", "\ufffe", "]]>", " "]),
)
@settings(max_examples=60, deadline=None)
def test_whatever_loads_can_be_drawn(
    places: list[tuple[int, int]],
    unit_of: list[str],
    board: tuple[int, int],
    base: dict[str, object],
    targets: list[str] | None,
    moved: bool,
    name: str,
) -> None:
    """Up to eight models on a grid of inches, units that are empty in reserve, names that no XML can write."""
    names = {"a": "a", "b": "b", "c": name, "d": "d"}
    units = []
    for key, shown in names.items():
        at = [[x + 0.5, y + 0.5] for (x, y), owner in zip(places, unit_of) if owner == key]
        models = [{"id": f"{shown}{n}", "at": place} for n, place in enumerate(at)]
        on_board = {"models": models, "base": base} if models else {"state": {"off_board": True}}
        units.append({"id": shown, "side": "A" if key in "ab" else "B", **on_board})
    asked = {} if targets is None else {"targets": [names[key] for key in targets]}
    scenario = parse_scenario(
        {
            "format": "charge-scenario/1",
            "ruleset": "wh40k-11e",
            "board": {"width_in": board[0], "height_in": board[1]},
            "terrain": [{"id": name, "kind": "dense", "circle": {"at": [3, 3], "radius_in": 2}}],
            "units": units,
            "charge": {"unit": "a", **asked},
        }
    )
    stay = tuple(Move(m.id, n, (m.at, (m.at[0] + 9, m.at[1]))) for n, m in enumerate(scenario.charger.models, 1))
    assert len(drawn(scenario, answer(scenario, moves=stay if moved else ()))) > 5


def test_moves_of_strangers_are_left_out() -> None:
    """An answer from elsewhere may name a model that is not there, or no path: the rest is drawn."""
    scenario = duel()
    moves = (
        Move("nobody", 1, (lattice((1, 1)), lattice((2, 2)))),
        Move("a1", 2, (lattice((20, 20)), lattice((23, 20)))),
    )
    shown = words(drawn(scenario, answer(scenario, moves=(*moves, Move("a2", 3, ())))))
    assert "2" in shown
    assert "nobody" not in shown
