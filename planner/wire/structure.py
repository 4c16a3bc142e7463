"""Which fields of a file are not as the forms say: pydantic's errors, told as faults."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from planner.errors import Fault
from planner.wire.reading import Where, found_text, where_text

_TYPES = {
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "finite_number": "a finite number",
    "string_too_short": "a text that is not empty",
}
_BOUNDS = {"greater_than": ("gt", "more than"), "greater_than_equal": ("ge", "at least")} | {
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}


def structural_faults(form: type[BaseModel], raw: Any) -> tuple[list[Fault], frozenset[Where]]:
    """Give every fault against a form, and the paths that are not sound: each fault's and all above it.

    An unknown field leaves what it stands in sound: the other fields can still be checked.
    """
    try:
        form.model_validate(raw)
    except ValidationError as error:
        details = error.errors(include_url=False)
    else:
        return [], frozenset()
    schema = form.model_json_schema()
    faults: list[Fault] = []
    bad: set[Where] = set()
    for detail in details:
        where = _where(detail)
        faults.append(_fault(detail, where, schema))
        if detail["type"] != "extra_forbidden":
            bad.update(where[:n] for n in range(1, len(where) + 1))
    return faults, frozenset(bad)


def _where(detail: ErrorDetails) -> Where:
    """Give the path in the file: pydantic's own also names the member of the union, right after ``base``."""
    steps = detail["loc"]
    where = tuple(step for i, step in enumerate(steps) if i == 0 or steps[i - 1] != "base")
    return (*where, "shape") if detail["type"].startswith("union_tag") else where


def _fault(detail: ErrorDetails, where: Where, schema: dict[str, Any]) -> Fault:
    kind, context, steps = detail["type"], detail.get("ctx", {}), detail["loc"]
    place = where_text(where)
    found = found_text(detail["input"])
    if kind == "missing":
        return Fault(place, "nothing", f"{_expected(_entry(schema, steps))} (this field must be given)")
    if kind == "extra_forbidden":
        known = _entry(schema, steps[:-1]).get("properties", {})
        return Fault(place, "an unknown field", ", ".join(known))
    if kind == "union_tag_not_found":
        return Fault(place, "nothing", "'round', 'oval', 'rect' or 'hull'")
    if kind == "union_tag_invalid":
        return Fault(place, found_text(context["tag"]), str(context["expected_tags"]))
    if kind == "literal_error":
        return Fault(place, found, str(context["expected"]))
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return Fault(place, found, f"a number {words} {context[name]:g}")
    if kind in ("too_short", "too_long"):
        return Fault(place, found, _expected(_entry(schema, steps)))
    return Fault(place, found, _TYPES.get(kind, detail["msg"]))


def _entry(schema: dict[str, Any], steps: Where) -> dict[str, Any]:
    """Give what the JSON Schema says of the field at a path of pydantic's; empty where it says nothing."""
    here = _resolved(schema, schema)
    for step in steps:
        if isinstance(step, int):
            inside = here.get("items", {})
        elif "discriminator" in here:
            inside = {"$ref": here["discriminator"]["mapping"].get(step, "#")}
        else:
            inside = here.get("properties", {}).get(step, {})
        here = _resolved(inside, schema)
    return here


def _resolved(entry: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Follow references, and take the one member of a union that is not null."""
    if "$ref" in entry:
        name = entry["$ref"].rpartition("/")[2]
        return _resolved(schema["$defs"].get(name, {}), schema)
    if "anyOf" in entry:
        member = next(m for m in entry["anyOf"] if m.get("type") != "null")
        return {**entry, **_resolved(member, schema)}
    return entry


def _expected(entry: dict[str, Any]) -> str:
    """Say in words what may stand in a field."""
    if "const" in entry:
        return f"{entry['const']!r}"
    kind = entry.get("type")
    if kind == "object":
        return "an object with " + ", ".join(entry.get("required", ()))
    if kind == "array":
        least = entry.get("minItems", 0)
        return (
            str(entry["description"]) if "maxItems" in entry else f"a list of at least {least}" if least else "a list"
        )
    return {"string": "a text", "number": "a number", "integer": "a whole number"}.get(str(kind), "a value")
