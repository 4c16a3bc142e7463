"""The odds at the terminal: words, JSON, a chart, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import planner
from tests.doors.command import ROOT, Command, run_apart

TABLE = ROOT / "fixtures" / "tables" / "two_targets.json"


def test_a_person_reads_rolls_and_chances() -> None:
    """Two units 4.74 inches off: least roll 5, which 30 of 36 rolls reach; every roll has its best set.

    With one die again: of the 6 rolls below 5, (1,1) is mended by 4 to 6, the two of 1 and 2 by keeping the 2 with 3
    to 6, (2,2) by 3 to 6, the two of 1 and 3 by keeping the 3 with 2 to 6: (3 + 8 + 4 + 10) / 216 more, 94.9 % in all.
    Of 3 dice without the lowest, at most 4 shows only where every pair is at most 4.
    """
    done = run_apart("odds", TABLE)
    assert done.status == 0
    rows = [line.split() for line in done.out.splitlines()]
    assert ["a", "+", "b", '5"+', "83.3%", "97.2%", "94.9%", "94.9%", "83.3%"] in rows
    assert '5" to 12": a + b' in done.out
    assert '2" to 4": nobody' in done.out


def test_what_never_works_has_its_reason(command: Command) -> None:
    """A target behind a slot that is too narrow: never, and why; one that may not charge at all: a sentence."""
    out = command("odds", TABLE.parent / "slot_narrow.json").out
    assert out.count("never") >= 2
    assert "why never:\n- t: " in out
    assert command("odds", TABLE.parent / "advanced.json").out == "pack can choose no enemy unit at any roll.\n"


def test_an_unknown_ruleset_is_told_as_an_option(command: Command) -> None:
    """As for the other commands."""
    told = command("odds", TABLE, "--ruleset", "chess")
    assert told.status == 1
    assert told.err.startswith("charge-planner: --ruleset: found 'chess'")


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
    """One row per set, with its name."""
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
