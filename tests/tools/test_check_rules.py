"""The check of ruleset keys: on a made-up project it finds exactly what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.check_rules import main, missing

RULES = """
title = "Made up"

[rules.reach]
value = 2
source = "1.1"
"""
REFEREE = 'def reach(rules):\n    return rules.length("reach")\n'
SEARCHER = 'def search(rules):\n    return rules["reach"]\n'
TEST = 'import pytest\n\n\n@pytest.mark.rule("reach")\ndef test_reach():\n    """Made up."""\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one key that lacks nothing."""
    files = {
        "planner/rulesets/data/made-up.toml": RULES,
        "planner/referee/ends.py": REFEREE,
        "planner/referee/declaration.py": "",
        "planner/solve/model.py": SEARCHER,
        "planner/api/planning.py": "",
        "planner/wire/unmodelled.py": "",
        "tests/rules/test_reach.py": TEST,
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def rewrite(project: Path, name: str, text: str) -> None:
    (project / name).write_text(text, encoding="utf-8")


def test_a_whole_project_lacks_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With source, test and both readings there is nothing to say and the status is 0."""
    assert missing(project) == []
    assert main(project) == 0
    assert "every ruleset key" in capsys.readouterr().out


def test_a_key_without_a_source(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty source is none, and the status is 1."""
    rewrite(project, "planner/rulesets/data/made-up.toml", RULES.replace('"1.1"', '""'))
    assert missing(project) == ["made-up: reach: no source"]
    assert main(project) == 1
    assert "no source" in capsys.readouterr().out


def test_a_key_without_a_test(project: Path) -> None:
    """A test marked with another key does not count."""
    rewrite(project, "tests/rules/test_reach.py", TEST.replace('"reach"', '"span"'))
    assert missing(project) == ['made-up: reach: no test marked pytest.mark.rule("reach")']


@pytest.mark.parametrize(
    ("name", "who"), [("planner/referee/ends.py", "referee"), ("planner/solve/model.py", "searcher")]
)
def test_a_key_that_one_side_does_not_read(project: Path, name: str, who: str) -> None:
    """A docstring, a comment and a rule cited in an answer are no reading."""
    rewrite(
        project, name, '"""reach"""\n# "reach"\nfound = Violation("reach", "too far")\nwhy = Reason("reach", "so")\n'
    )
    assert missing(project) == [f"made-up: reach: not read by the {who}"]


def test_a_declaration_is_read_once(project: Path) -> None:
    """What the declaration reads is asked before any search: the searcher need not read it."""
    rewrite(project, "planner/referee/declaration.py", REFEREE)
    rewrite(project, "planner/solve/model.py", "")
    assert missing(project) == []


def test_a_refused_rule_needs_no_reading(project: Path) -> None:
    """A rule that is refused as not modelled, by name or by the value of its option, is never searched or judged."""
    rewrite(project, "planner/referee/ends.py", "")
    rewrite(project, "planner/solve/model.py", "")
    assert len(missing(project)) == 2
    rewrite(project, "planner/wire/unmodelled.py", 'raise UnsupportedRule("reach", "not modelled")\n')
    assert missing(project) == []
    rewrite(project, "planner/wire/unmodelled.py", "")
    rewrite(project, "planner/rulesets/data/made-up.toml", RULES + "unmodelled = [3]\n")
    assert missing(project) == []


def test_no_keys_at_all_is_no_success(project: Path) -> None:
    """A check over an empty folder must not pass."""
    (project / "planner/rulesets/data/made-up.toml").unlink()
    assert missing(project) == ["no ruleset keys found"]
