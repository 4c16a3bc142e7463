"""The published JSON Schemas say what the reader does. A small reader of schemas stands in for a library."""

from __future__ import annotations

import copy
import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import planner
from planner.units import UNITS_PER_INCH
from planner.wire import load_scenario, parse_answer, scenario_to_dict, schemas
from tests.wire.test_answer import HAND_WRITTEN
from tests.wire.test_scenario import a_file

FIXTURES = Path(__file__).parents[2] / "fixtures"
TABLES = sorted([*FIXTURES.glob("tables/*.json"), *FIXTURES.glob("real/*.json")])
KNOWN = {
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "description",
    "discriminator",
}
KNOWN |= {"enum", "exclusiveMinimum", "items", "maxItems", "maximum", "minItems", "minLength", "minimum", "oneOf"}
KNOWN |= {"pattern", "prefixItems", "properties", "required", "title", "type"}
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}


def refused(value: Any, entry: dict[str, Any], top: dict[str, Any], where: str = "") -> list[str]:
    """Give what a JSON Schema has against a value; only the words that pydantic writes are known."""
    assert set(entry) <= KNOWN, f"a word of JSON Schema that this test cannot read: {set(entry) - KNOWN}"
    if "$ref" in entry:
        return refused(value, top["$defs"][entry["$ref"].removeprefix("#/$defs/")], top, where)
    for word in ("anyOf", "oneOf"):
        if word in entry:
            fits = [member for member in entry[word] if not refused(value, member, top, where)]
            enough = len(fits) == 1 if word == "oneOf" else bool(fits)
            return [] if enough else [f"{where}: {word}"]
    if "const" in entry and value != entry["const"]:
        return [f"{where}: const"]
    if "enum" in entry and value not in entry["enum"]:
        return [f"{where}: enum"]
    kind = entry.get("type")
    if kind is None:
        return []
    if not isinstance(value, TYPES[kind]) or (kind != "boolean" and isinstance(value, bool)):
        return [f"{where}: type {kind}"]
    if isinstance(value, dict):
        return _object(value, entry, top, where)
    if isinstance(value, list):
        found = [r for i, item in enumerate(value) for r in refused(item, entry.get("items", {}), top, f"{where}[{i}]")]
        is_long = entry.get("minItems", 0) <= len(value) <= entry.get("maxItems", len(value))
        return found if is_long else [*found, f"{where}: items"]
    if isinstance(value, str):
        is_spelt = re.search(entry.get("pattern", ""), value) is not None
        return [] if len(value) >= entry.get("minLength", 0) and is_spelt else [f"{where}: spelling"]
    if isinstance(value, int | float):
        low, high = entry.get("minimum", value), entry.get("maximum", value)
        is_more = value > entry.get("exclusiveMinimum", value - 1)
        return [] if low <= value <= high and is_more else [f"{where}: size"]
    return []


def _object(value: dict[str, Any], entry: dict[str, Any], top: dict[str, Any], where: str) -> list[str]:
    found = [f"{where}.{name}: missing" for name in entry.get("required", ()) if name not in value]
    fields = entry.get("properties", {})
    others = entry.get("additionalProperties", True)
    for name, item in value.items():
        if name in fields:
            found += refused(item, fields[name], top, f"{where}.{name}")
        elif others is False:
            found.append(f"{where}.{name}: unknown")
        elif isinstance(others, dict):
            found += refused(item, others, top, f"{where}.{name}")
    return found


SCENARIO, ANSWER = schemas()["charge-scenario/1"], schemas()["charge-answer/1"]
ODDS, WHY = schemas()["charge-odds/1"], schemas()["charge-why/1"]
NO_ODDS = {"twenty_four_targets", "fifteen", "ten_two_screens", "dense_vehicle_high", "melee_counter_charge"}
"""The odds of full tables take seconds, and on a roll of 12 that vehicle could climb, which is not modelled."""
ROLLS = (None, 3)
UNFILLED = {("AnswerForm", name) for name in ("declaration", "proof")}
UNFILLED |= {("ProofForm", name) for name in ("kind", "split")}
"""The answer in a row of odds is a legal one that reaches all targets, with nothing to prove."""


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_accepts_what_we_write(path: Path) -> None:
    """A schema that is stricter than the writer would send our own files back."""
    assert refused(scenario_to_dict(load_scenario(path)), SCENARIO, SCENARIO) == []


def test_accepts_answers() -> None:
    """By hand with the least fields, and as the planner writes them with all."""
    assert refused(HAND_WRITTEN, ANSWER, ANSWER) == []
    assert refused(parse_answer(HAND_WRITTEN).to_dict(), ANSWER, ANSWER) == []


def test_refuses_what_the_reader_refuses() -> None:
    """Six faults a schema can see, one in each kind of word."""
    for change, told in (
        ({"format": "charge-scenario/2"}, ".format: const"),
        ({"Board": {}}, ".Board: unknown"),
        ({"units": []}, ".units: items"),
        ({"board": {"width_in": 0, "height_in": 30}}, ".board.width_in: size"),
        ({"charge": {"unit": 5}}, ".charge.unit: type string"),
        ({"terrain": [{"id": "w", "kind": "lava"}]}, ".terrain[0].kind: enum"),
    ):
        assert told in refused({**a_file(), **change}, SCENARIO, SCENARIO)


def test_every_field_of_the_contract_is_there() -> None:
    """The names are fixed: a scenario's, a charge's and an answer's fields as agreed."""
    scenario_fields = "format ruleset description board terrain units charge"
    assert set(SCENARIO["properties"]) == set(scenario_fields.split())
    charge_fields = "unit targets roll_in primary terrain_roll kind against added_targets options"
    assert set(SCENARIO["$defs"]["ChargeForm"]["properties"]) == set(charge_fields.split())
    answer_fields = "format ruleset unit targets roll_in options primary terrain_roll verdict moves locked"
    assert set(ANSWER["properties"]) == set(
        f"{answer_fields} not_contacted declaration goals judgement reasons proof seed elapsed_s".split()
    )
    assert re.fullmatch(r"https://json-schema\.org/draft/.*/schema", SCENARIO["$schema"])


# ── what odds and why write ──────────────────────────────────────────────────────────────────────────────────


@cache
def odds_written() -> dict[str, Any]:
    """Give the odds of every table as written to a file, and one with what no table has: open rolls, units left out."""
    tables = [path for path in TABLES if path.stem not in NO_ODDS]
    assert len(tables) > 40
    found = {path.stem: planner.odds(load_scenario(path), modifiers=[0, -1]) for path in tables}
    some = found["wall_too_long"]
    found["filled by hand"] = replace(some, rows=(replace(some.rows[0], open_rolls=(9, 10)),), left_out=("others",))
    return {name: json.loads(odds.to_json()) for name, odds in found.items()}


@cache
def why_written() -> dict[str, Any]:
    """Give what `why` writes of every table, as asked and on a short roll, and of an answer that is refused."""
    assert len(TABLES) > 44
    found = {}
    for path in TABLES:
        scenario = load_scenario(path)
        for roll in ROLLS:
            found[f"{path.stem} on {roll}"] = planner.why(scenario, roll_in=roll)
        if path.stem == "leader":
            found["refused"] = planner.why(scenario, answer=cut_short(planner.plan_charge(scenario), "g5"))
    return {name: json.loads(why.to_json()) for name, why in found.items()}


def cut_short(answer: planner.Answer, model: str) -> planner.Answer:
    """Take 1.2 inches off one model's move, so that it ends where it could have done better; its length stays said."""
    whole = next(move for move in answer.moves if move.model == model)
    (ax, ay), (bx, by) = whole.path[-2:]
    left = 1 - 1.2 * UNITS_PER_INCH / math.dist((ax, ay), (bx, by))
    end = (round(ax + left * (bx - ax)), round(ay + left * (by - ay)))
    cut = replace(whole, path=(*whole.path[:-1], end))
    moves = tuple(cut if move is whole else move for move in answer.moves)
    return replace(answer, moves=moves, judgement=None, goals=())


def test_accepts_every_odds_written() -> None:
    """A field that the writer gained and the schema did not is refused as unknown; so is a chance above 100 percent."""
    for name, odds in odds_written().items():
        assert refused(odds, ODDS, ODDS) == [], name
    spoilt = copy.deepcopy(odds_written()["two_targets"])
    spoilt["sets"][0]["chances"][0]["high_percent"] = 100.5
    spoilt["sets"][0]["chances"][0]["low"] = "83 %"
    assert refused(spoilt, ODDS, ODDS) == [
        ".sets[0].chances[0].low: spelling",
        ".sets[0].chances[0].high_percent: size",
    ]


def test_accepts_every_why_written() -> None:
    """For all verdicts, and for answers that are refused."""
    verdicts = set()
    for name, why in why_written().items():
        assert refused(why, WHY, WHY) == [], name
        verdicts.add(why["verdict"])
    assert verdicts == {"legal", "impossible", "ineligible", "undecided", "refused"}


def test_every_field_listed_is_written() -> None:
    """A field that the writer lost and the schema still lists is filled in no file: that is how a schema goes stale."""
    filled = {f for odds in odds_written().values() for f in filled_fields(odds, ODDS, ODDS, "OddsForm")}
    filled |= {f for why in why_written().values() for f in filled_fields(why, WHY, WHY, "WhyForm")}
    listed = {f for top, name in ((ODDS, "OddsForm"), (WHY, "WhyForm")) for f in listed_fields(top, name)}
    assert listed - filled == UNFILLED
    assert filled <= listed


def listed_fields(top: dict[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """Give form and field of all that a schema lists."""
    for form, entry in {**top["$defs"], name: top}.items():
        yield from ((form, field) for field in entry["properties"])


def filled_fields(value: Any, entry: dict[str, Any], top: dict[str, Any], form: str = "") -> Iterator[tuple[str, str]]:
    """Give form and field of all that a value has and that is neither null nor empty."""
    if "$ref" in entry:
        form = entry["$ref"].removeprefix("#/$defs/")
        entry = top["$defs"][form]
    for member in entry.get("anyOf", ()):
        yield from filled_fields(value, member, top, form)
    if isinstance(value, list):
        for item in value:
            yield from filled_fields(item, entry.get("items", {}), top, form)
    if isinstance(value, dict):
        for name, sub in entry.get("properties", {}).items():
            if value.get(name) not in (None, [], {}):
                yield form, name
                yield from filled_fields(value[name], sub, top)
