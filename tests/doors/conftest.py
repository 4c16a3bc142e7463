"""The command line, ready to be run."""

from __future__ import annotations

import pytest

from tests.doors.command import Command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Give what runs ``charge-planner`` in this process."""
    return Command(monkeypatch, capsys)
