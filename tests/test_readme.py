"""The README tells the truth: its Python runs, its scenario plans, its commands are those that are checked."""

from __future__ import annotations

import doctest
import json
import re
import tomllib
from pathlib import Path

import pytest

import planner
from planner.wire import parse_scenario

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Give the fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_the_python_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line of the example gives what stands below it, started in the project's root as the README says."""
    monkeypatch.chdir(ROOT)
    (example,) = blocks("python")
    test = doctest.DocTestParser().get_doctest(example, {}, "README", "README.md", 0)
    assert len(test.examples) >= 8
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_scenario_is_one() -> None:
    """The scenario that is shown loads without a fault and has the verdict of its sum."""
    (shown,) = blocks("json")
    # gap 27 - 20 - 1.26 = 5.74, roll 8; infantry walks through the wall, 23.5 + 0.63 is clear of it
    assert planner.plan_charge(parse_scenario(json.loads(shown))).verdict == "legal"


def test_the_output_shown_is_the_output() -> None:
    """The first moves that are shown are those of the answer: the table is not from an older version."""
    (shown,) = blocks("text")
    answer = planner.plan_charge(planner.load_scenario(ROOT / "fixtures/tables/two_targets.json"))
    lengths = re.findall(r'(\d\.\d{4})"', shown)
    assert len(lengths) == 2
    assert lengths == [f"{move.length / 127_000:.4f}" for move in answer.moves[:2]]


def test_two_commands_do_all_the_setting_up() -> None:
    """Two commands, one line each; what the one for the tests does is what the checks do."""
    commands = [block.strip() for block in blocks("console")]
    assert len(commands) == 2
    assert all("\n" not in command for command in commands)
    checks = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    for part in commands[1].split(" && "):
        assert part in checks
    table = re.search(r"fixtures/\S+\.json", commands[0])
    assert table is not None
    assert (ROOT / table[0]).is_file()


def test_what_is_installed_is_pinned() -> None:
    """Every requirement, also of the extras, has a pin; a line is a name and a version and nothing else."""
    lines = (ROOT / "tools/constraints.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 30
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*", line) for line in lines)
    pinned = {re.split("==", line)[0].lower().replace("_", "-") for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(r for extra in project["optional-dependencies"].values() for r in extra)]
    names = {re.split(r"[\[<>=~! ]", requirement)[0].lower() for requirement in wanted} - {"charge-planner"}
    assert len(names) >= 12
    assert names <= pinned


def test_files_that_are_named_are_there() -> None:
    """Links and paths in the README lead somewhere."""
    links = re.findall(r"\]\(([^)]+)\)", README)
    paths = re.findall(r"`((?:tools|planner|fixtures)/[a-z_./]+)`", README)
    assert len(links) >= 2
    assert len(paths) >= 2
    for name in [*links, *paths]:
        assert (ROOT / name).exists(), name
