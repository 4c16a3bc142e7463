"""The odds at the terminal: words, JSON, a chart, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import planner
from tests.doors.command import ROOT, run_apart

TABLE = ROOT / "fixtures" / "tables" / "two_targets.json"


def test_a_person_reads_rolls_and_chances() -> None:
    """Two units 4.74 inches off: least roll 5, which 30 of 36 rolls reach; every roll has its best set."""
    done = run_apart("odds", TABLE)
    assert done.status == 0
    assert 'a + b: 5" or more: 83.3%, with a re-roll 97.2%' in done.out
    assert "5 to 12: a + b" in done.out


def test_json_is_what_python_says() -> None:
    """Nothing but the value on standard output, the clock aside."""
    shown = json.loads(run_apart("odds", TABLE, "--json").out)
    told = planner.odds(planner.load_scenario(TABLE)).to_dict()
    for odds in (shown, told):
        odds.pop("elapsed_s")
        for row in odds["sets"]:
            row["answer"].pop("elapsed_s")
    assert shown == json.loads(json.dumps(told))


def test_the_chart_is_drawn(tmp_path: Path) -> None:
    """One bar per set, with its name."""
    picture = tmp_path / "odds.svg"
    assert run_apart("odds", TABLE, "--picture", picture).status == 0
    drawn = picture.read_text(encoding="utf-8")
    assert "a + b" in drawn
    assert drawn.count("or more: ") == 3


def test_a_wrong_unit_is_told_as_an_option() -> None:
    """Exit status 1, and the option is named, not the file."""
    done = run_apart("odds", TABLE, "--targets", "nobody")
    assert done.status == 1
    assert "--targets" in done.err
