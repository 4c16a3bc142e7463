"""The watchdog: work in time comes back, work that never ends is killed, errors are raised where the caller is."""

from __future__ import annotations

import time

import pytest

from planner.cli.watch import GRACE_S, Overrun, run_watched
from tests.doors.command import ROOT, Command


def test_work_in_time_comes_back() -> None:
    assert run_watched(lambda: None, lambda: {"answer": 6 * 7}, 5.0) == {"answer": 42}


def test_work_that_never_ends_is_killed() -> None:
    def forever() -> None:
        while True:
            pass

    began = time.monotonic()
    with pytest.raises(Overrun):
        run_watched(lambda: None, forever, 0.2)
    assert time.monotonic() - began < 0.2 + GRACE_S + 5


def test_an_error_is_raised_here() -> None:
    def fails() -> None:
        raise ValueError("as it is")

    with pytest.raises(ValueError, match="as it is"):
        run_watched(lambda: None, fails, 5.0)


def test_a_planned_answer_is_the_same_under_a_limit(command: Command) -> None:
    file = ROOT / "fixtures/tables/two_targets.json"
    free, limited = command("plan", file), command("plan", file, "--time-limit", 100)
    assert free.status == limited.status == 0
    assert free.out.splitlines()[:3] == limited.out.splitlines()[:3]


def test_an_overrun_is_undecided(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def overrun(*_: object) -> None:
        raise Overrun

    monkeypatch.setattr("planner.cli.watch.run_watched", overrun)
    told = command("plan", ROOT / "fixtures/tables/two_targets.json", "--time-limit", 1, "--roll", 8)
    assert told.status == 4
    assert "stopped from outside" in told.out
