"""The same question through Python and through the command line gives the same answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import planner
from planner.world import judgement_dict
from tests.doors.command import Command, run_apart

TABLES = Path(__file__).parents[2] / "fixtures" / "tables"
STATUS = {"legal": 0, "impossible": 3, "ineligible": 3, "undecided": 4}
QUESTIONS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("one_model", {}, []),
    ("two_targets", {}, []),
    ("two_targets", {"targets": ["b"], "roll_in": 9}, ["--targets", "b", "--roll", "9"]),
    ("two_targets", {"goal": "hold", "seed": 5}, ["--goal", "hold", "--seed", "5"]),
    ("no_targets", {}, []),
    ("no_roll", {}, []),
    ("gap_over_the_roll", {}, []),
    ("wall_too_long", {}, []),
]


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """Give an answer without the only field that may differ."""
    return {name: value for name, value in answer.items() if name != "elapsed_s"}


@pytest.mark.parametrize(("name", "asked", "words"), QUESTIONS, ids=str)
def test_plan(command: Command, name: str, asked: dict[str, Any], words: list[str]) -> None:
    """Every field but the time is the same, and the status is the verdict's."""
    path = TABLES / f"{name}.json"
    answer = planner.plan_charge(planner.load_scenario(path), **asked)
    told = command("plan", path, "--json", *words)
    assert timeless(json.loads(told.out)) == timeless(answer.to_dict())
    assert told.status == STATUS[answer.verdict]


@pytest.mark.parametrize("name", ["two_targets", "gap_over_the_roll", "wall_too_long"])
def test_check(command: Command, tmp_path: Path, name: str) -> None:
    """What `plan` printed passes `check`, through either door, with the same judgement."""
    path, answer_file = TABLES / f"{name}.json", tmp_path / "answer.json"
    answer_file.write_text(command("plan", path, "--json").out, encoding="utf-8")
    judged = planner.check(planner.load_scenario(path), planner.load_answer(answer_file))
    assert judged.legal
    told = command("check", path, answer_file, "--json")
    assert (told.status, json.loads(told.out)) == (0, judgement_dict(judged))


def test_check_of_a_plan_made_worse(command: Command, tmp_path: Path) -> None:
    """A model that is made to stay behind breaks clauses, and both doors tell the same ones."""
    path, answer_file = TABLES / "two_targets.json", tmp_path / "answer.json"
    answer = json.loads(command("plan", path, "--json").out)
    answer["moves"][0]["path"] = answer["moves"][0]["path"][:1]
    answer_file.write_text(json.dumps(answer), encoding="utf-8")
    judged = planner.check(planner.load_scenario(path), planner.load_answer(answer_file))
    told = command("check", path, answer_file, "--json")
    assert (told.status, json.loads(told.out)) == (3, judgement_dict(judged))
    assert "ends_closer" in {violation["rule"] for violation in json.loads(told.out)["violations"]}


def test_a_process_of_its_own(tmp_path: Path) -> None:
    """As a person runs it: the same answer in a new process, a picture on the way, and from standard input."""
    path, picture = TABLES / "one_model.json", tmp_path / "out.svg"
    answer = planner.plan_charge(planner.load_scenario(path))
    given = path.read_text(encoding="utf-8")
    told = run_apart("plan", "-", "--json", "--picture", picture, given=given)
    assert told.status == 0
    assert timeless(json.loads(told.out)) == timeless(answer.to_dict())
    assert picture.read_text(encoding="utf-8").count("<svg") == 1
