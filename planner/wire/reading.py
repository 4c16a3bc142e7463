"""From text or mappings to plain JSON values, with every fault that can be seen at that level.

Numbers stay what the text says: a float keeps the shortest decimal that reads back to it, and
`planner.units.from_inches` works on that decimal. Numbers that are no numbers (NaN, Infinity, 1e999) are let
through here, so that the forms can name the field they stand in.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from planner.errors import Fault, InputError

Where = tuple[str | int, ...]
"""A path into a file: names of fields and places in lists."""

STANDARD_INPUT = "-"


def where_text(where: Iterable[str | int]) -> str:
    """Write a path as a person reads it: ``units[1].models[0].at``."""
    text = ""
    for step in where:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(step)}]"
    return text


def found_text(value: object) -> str:
    """Write a value as it would stand in the file, cut short where it is long."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "a number beyond all bounds"
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else f"{text[:57]}..."


class _Object(dict[str, Any]):
    """A JSON object that remembers the keys it was given twice."""

    repeated: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        made.repeated = tuple(sorted({key for key in keys if keys.count(key) > 1}))
    return made


def _whole_number(text: str) -> int | float:
    # no field takes an integer this long, and Python refuses to read thousands of digits
    return int(text) if len(text) <= 30 else float(text)


def source_name(source: str | Path) -> str:
    """What a file is called in messages."""
    return "standard input" if str(source) == STANDARD_INPUT else str(source)


def read_source(source: str | Path) -> str:
    """Give the text of a file, or of standard input for ``-``; `InputError` where there is none to read."""
    name = source_name(source)
    try:
        raw = sys.stdin.buffer.read() if str(source) == STANDARD_INPUT else Path(source).read_bytes()
    except FileNotFoundError:
        raise InputError([Fault("", "no such file", "a file that is there, or - for standard input")], name) from None
    except IsADirectoryError:
        raise InputError([Fault("", "a directory", "a file")], name) from None
    except (OSError, ValueError) as error:
        # ValueError: a null character in the name
        raise InputError([Fault("", f"a file that cannot be read ({error})", "a readable file")], name) from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"bytes that are no UTF-8 (at byte {error.start})"
        raise InputError([Fault("", found, "JSON text in UTF-8")], name) from None


def read_json(text: str, source: str = "") -> tuple[Any, list[Fault]]:
    """Give the values of a JSON text and its faults so far; `InputError` where the text is no JSON at all."""
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        found = f"no JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        raise InputError([Fault("", found, "JSON text")], source) from None
    except RecursionError:
        raise _too_deep(source) from None
    return plain(value, source)


def plain(value: object, source: str = "") -> tuple[Any, list[Fault]]:
    """Give a copy of nothing but dicts, lists, texts, numbers, flags and nulls, and the faults met on the way."""
    faults: list[Fault] = []
    try:
        return _plain(value, (), faults), faults
    except RecursionError:
        # also a Python value that contains itself
        raise _too_deep(source) from None


def _too_deep(source: str) -> InputError:
    return InputError([Fault("", "brackets nested too deep", "JSON as the schema has it")], source)


def _plain(value: object, where: Where, faults: list[Fault]) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if not _is_writable(value):
            faults.append(Fault(where_text(where), f"half a character: {json.dumps(value)}", "whole characters"))
            return value.encode("utf-8", "replace").decode()
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, Mapping):
        return _plain_object(value, where, faults)
    if isinstance(value, list | tuple):
        return [_plain(item, (*where, i), faults) for i, item in enumerate(value)]
    faults.append(Fault(where_text(where), f"a Python {type(value).__name__}", "what JSON can say"))
    return None


def _plain_object(value: Mapping[Any, Any], where: Where, faults: list[Fault]) -> dict[str, Any]:
    repeated = value.repeated if isinstance(value, _Object) else ()
    faults.extend(Fault(where_text((*where, key)), "the same key twice", "each key once") for key in repeated)
    made: dict[str, Any] = {}
    for key, item in value.items():
        if not isinstance(key, str) or not _is_writable(key):
            faults.append(Fault(where_text(where), f"the key {key!r}", "keys that are texts"))
            continue
        made[key] = _plain(item, (*where, key), faults)
    return made


def _is_writable(text: str) -> bool:
    """Whether a text can be written in UTF-8 (JSON may spell half of a surrogate pair)."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


class Part:
    """A JSON object on its way to a value: gives only what the forms found sound.

    `get` gives a field, None where it is absent or anything in it is at fault; so a check that needs a
    sound field is skipped, and all other checks still run.
    """

    __slots__ = ("_bad", "raw", "where")

    def __init__(self, raw: Any, bad: frozenset[Where], where: Where = ()) -> None:
        self.raw: dict[str, Any] = raw if isinstance(raw, dict) else {}
        self._bad = bad
        self.where = where

    def get(self, key: str) -> Any:
        return None if (*self.where, key) in self._bad else self.raw.get(key)

    def has(self, key: str) -> bool:
        """Whether the field is there, sound or not."""
        return self.raw.get(key) is not None

    def part(self, key: str) -> Part | None:
        """Give an object inside, sound or not; None where there is no object."""
        inside = self.raw.get(key)
        return Part(inside, self._bad, (*self.where, key)) if isinstance(inside, dict) else None

    def parts(self, key: str) -> Iterator[Part]:
        """Give the objects of a list inside, each with its place in the file."""
        inside = self.raw.get(key)
        for i, item in enumerate(inside if isinstance(inside, list) else ()):
            if isinstance(item, dict):
                yield Part(item, self._bad, (*self.where, key, i))

    def at(self, *steps: str | int) -> str:
        """Write the path of something inside, for a message."""
        return where_text((*self.where, *steps))
