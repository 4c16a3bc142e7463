"""Every key of every ruleset has a source, a test of its clause, and is read twice: prints what is missing.

The two readings are the referee's and the searcher's (the use cases, candidates, solving, refuting, pathing). Two
kinds of key need only one: what may be declared is asked before anything is searched, and a rule that is refused as
not modelled is never searched at all. Exit status 1 when something is missing.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFEREE = ("planner/referee",)
SEARCHER = (
    "planner/api", "planner/candidates", "planner/sequence", "planner/solve", "planner/impossible", "planner/pathing",
)  # fmt: skip
DECLARING = ("planner/referee/declaration.py",)
REFUSING = ("planner/wire/unmodelled.py",)
_MARK = re.compile(r"pytest\.mark\.rule\(\s*[\"']([a-z_]+)[\"']")


def rulesets(root: Path) -> Iterator[tuple[str, dict[str, dict[str, object]]]]:
    """Give every ruleset file's name and its keys, as written."""
    for file in sorted((root / "planner/rulesets/data").glob("*.toml")):
        yield file.stem, tomllib.loads(file.read_text(encoding="utf-8")).get("rules", {})


def sources(root: Path, places: Iterable[str]) -> Iterator[Path]:
    """Give the Python files of some files and folders."""
    for place in places:
        path = root / place
        yield from [path] if path.suffix == ".py" else sorted(path.rglob("*.py"))


def words_read(root: Path, places: Iterable[str]) -> set[str]:
    """Give the strings in the code of some places: not docstrings, and not those that only name a rule in an answer."""
    found = set()
    for file in sources(root, places):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        loose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        loose |= {id(argument) for argument in _naming(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in loose:
                found.add(node.value)
    return found


def _naming(tree: ast.AST) -> Iterator[ast.expr]:
    """Give what violations, reasons and proofs are made of: they cite a rule without reading it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Violation", "Reason", "Proof"):
            yield from node.args


def keys_refused(root: Path) -> set[str]:
    """Give the keys that are refused as not modelled: raised as `UnsupportedRule` by name, or by an option's value."""
    out = set()
    for file in sources(root, REFUSING):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "UnsupportedRule":
                out |= {str(first.value) for first in node.args[:1] if isinstance(first, ast.Constant)}
    for _, rules in rulesets(root):
        out |= {key for key, entry in rules.items() if entry.get("unmodelled")}
    return out


def keys_tested(root: Path) -> set[str]:
    """Give the keys that a test names as the clause it shows."""
    files = sorted((root / "tests").rglob("test_*.py"))
    return {key for file in files for key in _MARK.findall(file.read_text(encoding="utf-8"))}


def missing(root: Path) -> list[str]:
    """Give one line for everything that a key lacks."""
    by_referee, by_searcher = words_read(root, REFEREE), words_read(root, SEARCHER)
    once_is_enough = words_read(root, DECLARING) | keys_refused(root)
    tested = keys_tested(root)
    out = []
    count = 0
    for name, rules in rulesets(root):
        for key, entry in rules.items():
            count += 1
            if not entry.get("source"):
                out.append(f"{name}: {key}: no source")
            if key not in tested:
                out.append(f'{name}: {key}: no test marked pytest.mark.rule("{key}")')
            if key in once_is_enough:
                continue
            if key not in by_referee:
                out.append(f"{name}: {key}: not read by the referee")
            if key not in by_searcher:
                out.append(f"{name}: {key}: not read by the searcher")
    return out if count else ["no ruleset keys found"]


def main(root: Path = ROOT) -> int:
    """Print what is missing; 0 when nothing is."""
    lines = missing(root)
    print("\n".join(lines) if lines else "every ruleset key has a source, a clause test and its readings")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
