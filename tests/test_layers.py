"""The layers hold, and the public names are there without loading what they stand on."""

from __future__ import annotations

import configparser
import subprocess
import sys
from pathlib import Path

from importlinter.cli import lint_imports

import planner

ROOT = Path(__file__).parents[1]


def test_the_layers_hold() -> None:
    """No import goes upwards, and heavy packages are imported where they belong: import-linter finds nothing."""
    assert lint_imports(config_filename=str(ROOT / ".importlinter"), no_cache=True) == 0


def test_every_room_has_its_place_in_the_contracts() -> None:
    """Each contract that keeps a package out names every room but the one that has it: no new room is missed."""
    rooms = {f"planner.{path.stem}" for path in (ROOT / "planner").iterdir() if path.suffix in ("", ".py")}
    rooms -= {"planner.__init__", "planner.__main__", "planner.__pycache__", "planner.py"}
    # values that stand below everything, in files of their own, are too small to need watching
    rooms -= {"planner.errors", "planner.shapes", "planner.units"}
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    kept_for = {"ortools": "planner.cpsat", "shapely": "planner.geometry", "pydantic": "planner.wire"}
    kept_for |= {"numba": "planner.kernels", "doors": "planner.cli"}
    for name, home in kept_for.items():
        named = set(contracts[f"importlinter:contract:{name}"]["source_modules"].split())
        assert rooms - {home} == named, name


def test_every_public_name_is_there() -> None:
    """Each name of the package can be had, and nothing else can."""
    assert {"check", "load_scenario", "plan_charge"} <= set(planner.__all__)
    for name in planner.__all__:
        assert getattr(planner, name) is not None
    assert not hasattr(planner, "plan_everything")


def test_importing_is_quick() -> None:
    """``import planner`` loads none of the heavy packages; a fresh interpreter tells."""
    heavy = ("ortools", "shapely", "numba", "numpy", "networkx", "pydantic", "typer")
    code = f"import sys, planner; sys.exit(sum(name in sys.modules for name in {heavy!r}))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
