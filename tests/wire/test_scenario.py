"""Scenario files: what is read, what it becomes, and back again to the same integers."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import Fault, InputError, UnsupportedRule
from planner.shapes import Base, Circle, HullBase, OvalBase, Polygon, RectBase, RoundBase
from planner.wire import faults_of, load_scenario, parse_scenario, scenario_to_dict, scenario_to_json
from planner.world import Board, Charge, Model, Scenario, Terrain, Unit
from tests.builders import charge, table, unit, wall

TABLES = sorted((Path(__file__).parents[2] / "fixtures").glob("tables/*.json"))
SPACING = 1_000_000
"""Lattice units between the middles of the cells that random bases stand in (7.87 inch)."""


def a_file() -> dict[str, Any]:
    """Give a small sound file: two 1" bases against one."""
    inch_base = {"shape": "round", "diameter_mm": 25.4}
    return {
        "format": "charge-scenario/1",
        "ruleset": "wh40k-11e",
        "board": {"width_in": 44, "height_in": 30},
        "terrain": [{"id": "wall", "kind": "impassable", "polygon": [[20, 2], [21, 2], [21, 6], [20, 6]]}],
        "units": [
            {"id": "jets", "side": "A", "base": inch_base, "models": [{"id": "j1", "at": [10, 10]}]},
            {"id": "orks", "side": "B", "base": inch_base, "models": [{"id": "o1", "at": [16, 10]}]},
        ],
        "charge": {"unit": "jets", "targets": ["orks"], "roll_in": 7},
    }


# ── what is read ─────────────────────────────────────────────────────────────────────────────────────────


def test_lengths_on_the_lattice() -> None:
    """1" is 127000 units and 1 mm is 5000: a 25.4 mm base has a radius of 63500 = 0.5 x 127000."""
    scenario = parse_scenario(a_file())
    (model,) = scenario.charger.models
    assert model.at == (1_270_000, 1_270_000)
    assert model.base == RoundBase(63_500)
    assert scenario.board == Board(44 * 127_000, 30 * 127_000)
    assert scenario.charge.roll == 889_000


def test_own_base_before_the_units() -> None:
    """A model's base overrides its unit's; reading only the unit's would make j1 an inch wide."""
    file = a_file()
    file["units"][0]["models"][0]["base"] = {"shape": "round", "diameter_mm": 40}
    assert parse_scenario(file).charger.models[0].base == RoundBase(100_000)


def test_clockwise_and_closed_polygon() -> None:
    """Clockwise corners and a closing corner give the same outline as the plain ones."""
    file = a_file()
    plain = parse_scenario(file).terrain
    file["terrain"][0]["polygon"] = [[20, 2], [20, 6], [21, 6], [21, 2], [20, 2]]
    assert parse_scenario(file).terrain == plain


def test_keywords_in_capitals() -> None:
    """Keywords are compared with the ruleset's, which are in capitals."""
    file = a_file()
    file["units"][0]["keywords"] = ["infantry", " Fly "]
    assert parse_scenario(file).charger.keywords == {"INFANTRY", "FLY"}


def test_terrain_partly_off_the_board() -> None:
    """A ruin may hang over the edge; only bases must be on the board."""
    file = a_file()
    file["terrain"][0]["polygon"] = [[-3, 2], [2, 2], [2, 6], [-3, 6]]
    outline = parse_scenario(file).terrain[0].outline
    assert isinstance(outline, Polygon)
    assert outline.corners[0] == (-381_000, 254_000)


def test_touching_is_no_overlap() -> None:
    """1" bases 0.999" apart overlap by 0.001" = 127 units: as much as counts as touching, and not one unit more."""
    file = a_file()
    file["units"][0]["models"].append({"id": "j2", "at": [10, 10.999]})
    assert len(parse_scenario(file).charger.models) == 2
    file["units"][0]["models"][1]["at"] = [10, 10.99899]
    with pytest.raises(InputError, match="overlaps"):
        parse_scenario(file)


def test_touching_the_wall() -> None:
    """The wall begins at 20": a 1" base may reach 20.001" and no further; past its corner it is free."""
    file = a_file()
    model = file["units"][0]["models"][0]
    model["at"] = [19.501, 4]
    parse_scenario(file)
    model["at"] = [19.5011, 4]
    with pytest.raises(InputError, match="inside terrain"):
        parse_scenario(file)
    # past the corner (20, 6): 0.36 in x and 0.36 in y are 0.509 of way, more than the radius of 0.5
    model["at"] = [19.64, 6.36]
    parse_scenario(file)


def test_edge_of_the_board() -> None:
    """A 1" base 0.499" from the edge is 0.001" over, which counts as touching; one unit more is off."""
    file = a_file()
    for touching in (0.5, 0.499):
        file["units"][0]["models"][0]["at"] = [touching, 29.5]
        parse_scenario(file)
    file["units"][0]["models"][0]["at"] = [0.498992, 29.5]
    with pytest.raises(InputError, match="over the edge"):
        parse_scenario(file)


def test_off_board_unit_needs_no_place() -> None:
    """A unit in reserve may have no models, or models without a place; it does not stand on the table."""
    file = a_file()
    file["units"].append({"id": "late", "side": "B", "state": {"off_board": True}})
    file["units"].append({"id": "later", "side": "B", "models": [{"id": "x"}], "state": {"off_board": True}})
    scenario = parse_scenario(file)
    assert [u.id for u in scenario.enemies] == ["orks"]
    assert scenario.unit("later").models == ()


def test_null_is_absent() -> None:
    """An answer writes null for a roll that was not given; a scenario may do so too."""
    file = a_file()
    file["charge"] = {"unit": "jets", "targets": None, "roll_in": None, "primary": None}
    assert parse_scenario(file).charge == Charge("jets")


def test_numbers_as_written() -> None:
    """0.0005" is 63.5 units: exactly half way, so away from zero to 64; a binary 0.0005 is a little more or less."""
    file = a_file()
    file["terrain"][0]["polygon"][0] = [0.0005, -0.0005]
    outline = parse_scenario(json.dumps(file)).terrain[0].outline
    assert isinstance(outline, Polygon)
    assert outline.corners[0] == (64, -64)


def test_another_ruleset_for_the_file() -> None:
    """The ruleset of the command line stands instead of the file's, also in the faults."""
    file = a_file()
    file["ruleset"] = "chess"
    assert parse_scenario(file, ruleset="wh40k-11e").ruleset == "wh40k-11e"
    with pytest.raises(InputError, match="'go'"):
        parse_scenario(a_file(), ruleset="go")


def test_counter_charge_is_said_to_be_unmodelled() -> None:
    """A heroic intervention is a rule that is known: it must not be answered as a charge."""
    file = a_file()
    file["charge"]["kind"] = "counter"
    with pytest.raises(UnsupportedRule, match=r"charge_kind.*15\.11"):
        parse_scenario(file)


def test_python_values() -> None:
    """Values may be handed over as Python tuples; what JSON cannot say is a fault with its place."""
    file = a_file()
    file["units"] = tuple(file["units"])
    assert parse_scenario(file) == parse_scenario(a_file())
    file["charge"]["targets"] = {"orks"}
    with pytest.raises(InputError, match=r"charge\.targets: found a Python set"):
        parse_scenario(file)


# ── there and back ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_fixtures_there_and_back(path: Path) -> None:
    """What is written is read as the same value."""
    scenario = load_scenario(path)
    assert parse_scenario(scenario_to_json(scenario)) == scenario


def test_fixtures_are_there() -> None:
    """The test above runs on at least 15 tables."""
    assert len(TABLES) >= 15


lengths = st.integers(5_000, 400_000)
bases: st.SearchStrategy[Base] = st.one_of(
    st.builds(RoundBase, lengths),
    st.builds(OvalBase, lengths, lengths),
    st.builds(RectBase, lengths, lengths),
    lengths.map(lambda s: HullBase(((-s // 2, -s), (s, 0), (-s // 2, s)))),
)
states = st.fixed_dictionaries(
    {},
    optional={
        "advanced": st.booleans(),
        "fleeing": st.booleans(),
        "shot_at": st.just(("u0",)),
        "move_in": st.floats(0, 20, allow_nan=False).map(lambda x: round(x, 3)),
    },
)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Give a sound scenario: every base in a cell of its own (no radius reaches 500000), walls far to the right."""
    cells = iter(range(1, 30))
    shift = st.integers(-50_000, 50_000)
    units = []
    for n in range(draw(st.integers(2, 4))):
        models = []
        for _ in range(draw(st.integers(1, 4))):
            cell = next(cells)
            at = (SPACING * (1 + cell % 6) + draw(shift), SPACING * (1 + cell // 6) + draw(shift))
            models.append(Model(f"m{cell}", at, draw(bases), draw(st.integers(-720, 720)) / 8))
        keywords = draw(st.frozensets(st.sampled_from(["INFANTRY", "FLY", "ÉLITE"])))
        units.append(Unit(f"u{n}", "AB"[n % 2], keywords, tuple(models), draw(states)))
    right = 9 * SPACING
    corner = st.integers(-40_000_000, 40_000_000)
    terrain = [Terrain("disc", "dense", Circle((draw(corner), draw(corner)), draw(lengths)), draw(st.none() | lengths))]
    top = draw(st.integers(1, 9_000_000))
    terrain.append(Terrain("wall", "impassable", Polygon(((right, 0), (right + 7, 0), (right + 7, top), (right, top)))))
    targets = draw(st.none() | st.just(("u1",)))
    question = Charge("u0", targets, draw(st.none() | st.integers(0, 2_000_000)), options={"coherency_connected": True})
    return Scenario("wh40k-11e", Board(10 * SPACING, 8 * SPACING), tuple(terrain), tuple(units), question)


@given(scenarios())
@settings(max_examples=60, deadline=None)
def test_any_scenario_there_and_back(scenario: Scenario) -> None:
    """Any value on the lattice survives the way through inches: six decimals must be enough."""
    assert faults_of(scenario) == ()
    assert parse_scenario(scenario_to_json(scenario)) == scenario


# ── anything may come in ─────────────────────────────────────────────────────────────────────────────────

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside, max_size=3),
    max_leaves=6,
)


def places(value: Any, where: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Give the path of every value in a file."""
    found = [where] if where else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inside in items:
        found += places(inside, (*where, step))
    return found


PLACES = places(a_file())


@given(st.lists(st.tuples(st.sampled_from(PLACES), json_values), min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_anything_gives_a_scenario_or_an_error_of_ours(changes: list[tuple[tuple[str | int, ...], Any]]) -> None:
    """Whatever stands anywhere, the reader ends with a value or with its own error, never a traceback."""
    file = copy.deepcopy(a_file())
    for path, value in changes:
        inside: Any = file
        for step in path[:-1]:
            try:
                inside = inside[step]
            except (KeyError, IndexError, TypeError):
                break  # an earlier change has taken this place away
        else:
            if isinstance(inside, dict) or (isinstance(inside, list) and path[-1] in range(len(inside))):
                inside[path[-1]] = value
    faults: tuple[Fault, ...] = ()
    try:
        scenario = parse_scenario(json.dumps(file))
    except InputError as error:
        faults = error.faults
    except UnsupportedRule:
        return  # a counter charge
    else:
        assert parse_scenario(scenario_to_dict(scenario)) == scenario
    assert all(fault.found and fault.allowed for fault in faults)
    assert len(set(faults)) == len(faults), "the same fault told twice"


# ── built by hand ────────────────────────────────────────────────────────────────────────────────────────


def test_faults_of_a_scenario_built_by_hand() -> None:
    """A value that no file could hold is told as a file's would be: the base stands 4.3" deep in the wall."""
    scenario = table(units=[unit("a", "A", [(5, 5)]), unit("b", "B", [(9, 5)])], terrain=[wall("w", 4, 4, 6, 6)])
    (fault,) = faults_of(scenario)
    assert fault.where == "units[0].models[0].at"
    assert 'inside terrain "w"' in fault.found


def test_no_faults_of_a_sound_one() -> None:
    """The same without the wall is sound; the charge asks for a target by name."""
    units = [unit("a", "A", [(5, 5)]), unit("b", "B", [(9, 5)])]
    assert faults_of(table(units=units, charge=charge("a", ["b"], 7))) == ()
    (fault,) = faults_of(table(units=units, charge=charge("a", ["c"], 7)))
    assert fault.where == "charge.targets[0]"
