"""Tables that once got a wrong answer: each has its numbers in its description."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

import planner
from planner.errors import InputError, UnsupportedRule
from tests.duels.judge_by_shapely import judge_answer

BUGS = Path(__file__).parent.parent / "fixtures" / "bugs"
INDEX = tomllib.loads((BUGS / "index.toml").read_text(encoding="utf-8"))


def test_every_table_has_its_verdict_and_its_story() -> None:
    """A table without an entry would be read by no test, one without numbers could not be checked by a person."""
    files = sorted(path.name for path in BUGS.glob("*.json"))
    assert files == sorted(INDEX)
    assert len(files) >= 2
    for name in files:
        story = json.loads((BUGS / name).read_text(encoding="utf-8"))["description"]
        assert len(story) > 80, name


REFUSED = sorted(name for name, entry in INDEX.items() if entry["verdict"] == "refused")
ANSWERED = sorted(set(INDEX) - set(REFUSED))


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_answered_is_refused_in_words(name: str) -> None:
    """An error of ours that names the rule or the place in the file, never one that only a programmer can read."""
    with pytest.raises((InputError, UnsupportedRule)):
        planner.plan_charge(planner.load_scenario(BUGS / name))


@pytest.mark.parametrize("name", ANSWERED)
def test_the_verdict_is_right_now(name: str) -> None:
    """The verdict that the numbers give; a plan passes the third judge too, and `check` agrees."""
    scenario = planner.load_scenario(BUGS / name)
    answer = planner.plan_charge(scenario)
    expected = INDEX[name]["verdict"]
    assert answer.verdict in ([expected] if isinstance(expected, str) else expected)
    if answer.verdict == "legal" and scenario.ruleset == "wh40k-11e":  # the third judge knows no other
        assert judge_answer(scenario, answer) == []
    assert planner.check(scenario, answer).legal
