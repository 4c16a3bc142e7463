"""Every malformed file under ``fixtures/broken`` gets all its faults told, and nothing else."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.errors import Fault, InputError
from planner.wire import load_answer, load_scenario, parse_scenario

BROKEN = Path(__file__).parents[2] / "fixtures" / "broken"
Expected = dict[str, list[tuple[str, str]]]


def expected(folder: Path) -> Expected:
    """Give for each file's stem its faults: path in the file, part of the message."""
    table = tomllib.loads((folder / "faults.toml").read_text(encoding="utf-8"))
    return {name: [(where, text) for where, text in entry["faults"]] for name, entry in table.items()}


SCENARIOS = expected(BROKEN)
ANSWERS = expected(BROKEN / "answers")


def faults_told(load: Callable[[Path], object], path: Path) -> tuple[Fault, ...]:
    with pytest.raises(InputError) as raised:
        load(path)
    assert raised.value.source == str(path)
    return raised.value.faults


def assert_as_expected(faults: tuple[Fault, ...], wanted: list[tuple[str, str]]) -> None:
    told = "\n".join(str(fault) for fault in faults)
    assert [fault.where for fault in faults] == [where for where, _ in wanted], told
    for fault, (_, text) in zip(faults, wanted, strict=True):
        assert text in str(fault)
        assert fault.allowed, f"what is allowed instead is not said: {fault}"


def test_every_file_has_its_faults_listed() -> None:
    """The lists and the folders agree, so that no file is skipped; 25 files at least, or the folder was not found."""
    for folder, wanted, least in ((BROKEN, SCENARIOS, 25), (BROKEN / "answers", ANSWERS, 10)):
        files = {path.stem for path in folder.glob("*.json")}
        assert len(files) >= least
        assert files == set(wanted)
        assert all(wanted.values()), "a file without a fault is not broken"


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_scenario_faults(name: str) -> None:
    """Exactly the listed faults in order: one missing is a fault let through, one more is a false alarm."""
    assert_as_expected(faults_told(load_scenario, BROKEN / f"{name}.json"), SCENARIOS[name])


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_answer_faults(name: str) -> None:
    """The same for answers."""
    assert_as_expected(faults_told(load_answer, BROKEN / "answers" / f"{name}.json"), ANSWERS[name])


def test_five_faults_at_once() -> None:
    """Two are seen by the forms, three need sound parts; a reader that stops at the forms tells only two."""
    assert len(faults_told(load_scenario, BROKEN / "five_faults.json")) == 5


def test_messages_name_the_file() -> None:
    """Each line of the message names the file, the path in it, what was found and what is allowed."""
    path = BROKEN / "five_faults.json"
    with pytest.raises(InputError) as raised:
        load_scenario(path)
    lines = str(raised.value).splitlines()
    assert len(lines) == 5
    assert lines[0] == f'{path}: board.width_in: found "44"; allowed: a number'


def test_missing_file_and_directory(tmp_path: Path) -> None:
    """No file, and a directory for a file, are faults of the input and no tracebacks."""
    assert faults_told(load_scenario, tmp_path / "none.json")[0].found == "no such file"
    assert faults_told(load_scenario, tmp_path)[0].found == "a directory"


@pytest.mark.parametrize("depth", [300, 600, 5_000, 200_000])
def test_any_depth(depth: int) -> None:
    """However deep a file nests, wherever the reader runs out of stack, it is a fault of the input."""
    text = '{"format": ' + "[" * depth + "]" * depth + "}"
    with pytest.raises(InputError):
        parse_scenario(text)


def test_a_value_that_contains_itself() -> None:
    """Handed over as Python values, a list may contain itself: it has no end."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(InputError, match="nested too deep"):
        parse_scenario({"units": endless})
