"""The command line as a test runs it: in this process, or as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from planner.cli import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Told:
    """What a command left behind."""

    status: int
    out: str
    err: str


class Command:
    """Runs ``charge-planner`` with some words."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: object) -> Told:
        """Run it here, which is quick."""
        self._monkeypatch.setattr(sys, "argv", ["charge-planner", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        captured = self._capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Told(left.value.code, captured.out, captured.err)


def run_apart(*words: object, given: str | None = None) -> Told:
    """Run it as a person would, in a process of its own; `given` is its standard input."""
    command = [sys.executable, "-m", "planner", *map(str, words)]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    return Told(done.returncode, done.stdout, done.stderr)
