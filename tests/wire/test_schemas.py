"""The published JSON Schemas say what the reader does. A small reader of schemas stands in for a library."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

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
KNOWN |= {"properties", "required", "title", "type"}
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
        return [] if len(value) >= entry.get("minLength", 0) else [f"{where}: minLength"]
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
    answer_fields = "format ruleset unit targets roll_in options primary terrain_roll verdict moves goals judgement"
    assert set(ANSWER["properties"]) == set(f"{answer_fields} reasons proof seed elapsed_s".split())
    assert re.fullmatch(r"https://json-schema\.org/draft/.*/schema", SCENARIO["$schema"])
