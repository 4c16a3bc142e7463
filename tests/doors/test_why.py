"""The command ``why``: what it prints, with which status, and what it draws."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import planner
from tests.doors.command import Command

TABLES = Path(__file__).parents[2] / "fixtures" / "tables"


def test_it_answers_with_status_nought(command: Command) -> None:
    """Whatever the verdict: legal, impossible and ineligible are all answers to "why"."""
    for name, word in (
        ("one_model", "legal"),
        ("bridge_two_impossible", "impossible"),
        ("gap_over_the_roll", "ineligible"),
    ):
        told = command("why", TABLES / f"{name}.json")
        assert told.status == 0
        assert told.out.startswith(f"{word}: ")


def test_it_says_what_is_to_blame_and_what_would_help(command: Command) -> None:
    """The sum of the fixture (8.53 apart, 8.5197 at most), and either target left out."""
    out = command("why", TABLES / "bridge_two_impossible.json").out
    assert '8.53" apart' in out
    assert "what would help" in out
    assert "Without a as a target, b can be charged." in out


def test_json_is_that_of_python(command: Command) -> None:
    """The same question through both doors, the time aside."""
    path = TABLES / "wall_too_long.json"
    printed = json.loads(command("why", path, "--json").out)
    said = planner.why(planner.load_scenario(path)).to_dict()
    assert {**printed, "elapsed_s": 0} == {**said, "elapsed_s": 0}


def test_wrong_input_is_status_one(command: Command) -> None:
    """A target that is not there, a file that is none."""
    assert command("why", TABLES / "one_model.json", "--targets", "nobody").status == 1
    assert command("why", TABLES / "no_such_table.json").status == 1


def test_an_answer_may_be_handed_in(command: Command, tmp_path: Path) -> None:
    """Our own answer stands; cut to its first point it does not, and what it breaks is told."""
    table = TABLES / "one_model.json"
    answer = planner.plan_charge(planner.load_scenario(table)).to_dict()
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer), encoding="utf-8")
    assert command("why", table, "--answer", path).out.startswith("legal: ")
    answer["moves"][0]["path"] = answer["moves"][0]["path"][:1]
    path.write_text(json.dumps(answer), encoding="utf-8")
    told = command("why", table, "--answer", path)
    assert told.status == 0
    assert told.out.startswith("refused: ")
    assert "closer" in told.out


def test_of_a_refused_answer_the_better_move_is_told_and_drawn(command: Command, tmp_path: Path) -> None:
    """Gap 5; the move stops 1.2 off the target and could end within 1: the way is in the words and in the picture."""
    table = TABLES / "one_model.json"
    answer = planner.plan_charge(planner.load_scenario(table)).to_dict()
    answer["moves"][0]["path"] = [[20, 22], [23.8, 22]]
    path, out = tmp_path / "answer.json", tmp_path / "why.svg"
    path.write_text(json.dumps(answer), encoding="utf-8")
    told = command("why", table, "--answer", path, "--picture", out)
    assert "what it breaks:\n- " in told.out
    assert "a better move: p1 by (20.000, 22.000) -> (" in told.out
    assert "No single change" not in told.out
    text = " ".join("".join(ElementTree.parse(out).getroot().itertext()).split())
    assert "REFUSED" in text
    assert "better move that was open to it" in text


def test_faults_of_both_files_are_told(command: Command, tmp_path: Path) -> None:
    """Nobody should mend the one file only to hear of the other."""
    told = command("why", tmp_path / "no_table.json", "--answer", tmp_path / "no_answer.json")
    assert told.status == 1
    assert "no_table.json" in told.err
    assert "no_answer.json" in told.err


def test_a_roll_that_is_none_is_wrong_usage(command: Command) -> None:
    """As for plan, and in the same words."""
    told = command("why", TABLES / "one_model.json", "--roll", "nan")
    assert told.status == 2
    assert "a number of inches from 0 to 1000" in told.err


def test_the_blame_is_drawn(command: Command, tmp_path: Path) -> None:
    """The picture is one, and has the sentence and the wall's name in it."""
    out = tmp_path / "why.svg"
    assert command("why", TABLES / "wall_too_long.json", "--picture", out).status == 0
    text = " ".join("".join(ElementTree.parse(out).getroot().itertext()).split())
    assert "wall" in text
    assert "out of reach" in text
