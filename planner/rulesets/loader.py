"""Ruleset files in, `Ruleset` out. A child (``extends``) lists only its differences, and what it is ``without``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from planner.errors import Fault, InputError
from planner.rulesets.vocabulary import Ruleset, Setting, key_named, read_value


@cache
def ruleset_ids() -> tuple[str, ...]:
    """The rulesets that are there, sorted."""
    folder = files("planner.rulesets") / "data"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@cache
def load_ruleset(ruleset_id: str) -> Ruleset:
    """Give a ruleset by id; `InputError` if there is none of that name."""
    if ruleset_id not in ruleset_ids():
        raise InputError([Fault("ruleset", repr(ruleset_id), " or ".join(ruleset_ids()))])
    path = files("planner.rulesets") / "data" / f"{ruleset_id}.toml"
    return parse_ruleset(tomllib.loads(path.read_text(encoding="utf-8")), ruleset_id)


def parse_ruleset(raw: dict[str, Any], ruleset_id: str) -> Ruleset:
    """Check a ruleset's raw tables against the vocabulary; `InputError` with every fault."""
    parent = raw.get("extends")
    settings = dict(load_ruleset(parent).settings) if parent else {}
    faults: list[Fault] = []
    for name in raw.get("without", ()):
        if settings.pop(name, None) is None:
            faults.append(Fault("without", repr(name), f"a key of {parent}"))
    for name, entry in raw.get("rules", {}).items():
        try:
            key = key_named(name)
        except KeyError:
            faults.append(Fault(f"rules.{name}", "an unknown key", "a key of the vocabulary"))
            continue
        unknown = set(entry) - {"value", "source", "option", "choices", "unmodelled"}
        value = read_value(key, entry.get("value"))
        if unknown:
            faults.append(Fault(f"rules.{name}", f"{sorted(unknown)}", "value, source, option, choices, unmodelled"))
        if value is None:
            faults.append(Fault(f"rules.{name}.value", repr(entry.get("value")), key.kind))
        if not entry.get("source"):
            faults.append(Fault(f"rules.{name}.source", "nothing", "the clause it comes from"))
        settings[name] = Setting(
            value=value,
            source=str(entry.get("source", "")),
            option=entry.get("option"),
            choices=tuple(entry.get("choices", ())),
            unmodelled=tuple(entry.get("unmodelled", ())),
        )
    if faults:
        raise InputError(faults, source=ruleset_id)
    return Ruleset(id=ruleset_id, title=str(raw["title"]), settings=settings)
