"""Charge Planner: can this unit make this charge, and where does every model go?

``load_scenario`` reads a table, ``plan_charge`` answers the question on it, ``check`` judges anyone's answer,
``odds`` gives the chance of every set of targets, ``why`` says what is to blame.
The names below load on first use, so that ``import planner`` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from planner.api import check as check
    from planner.api import odds as odds
    from planner.api import plan_charge as plan_charge
    from planner.api import why as why
    from planner.errors import InputError as InputError
    from planner.errors import PlannerError as PlannerError
    from planner.errors import RefereeDisagreement as RefereeDisagreement
    from planner.errors import UnsupportedRule as UnsupportedRule
    from planner.rulesets import load_ruleset as load_ruleset
    from planner.wire import load_answer as load_answer
    from planner.wire import load_scenario as load_scenario
    from planner.wire import parse_answer as parse_answer
    from planner.wire import parse_scenario as parse_scenario
    from planner.world import Answer as Answer
    from planner.world import Judgement as Judgement
    from planner.world import Scenario as Scenario

_HOME = {
    "Answer": "planner.world",
    "InputError": "planner.errors",
    "Judgement": "planner.world",
    "PlannerError": "planner.errors",
    "RefereeDisagreement": "planner.errors",
    "Scenario": "planner.world",
    "UnsupportedRule": "planner.errors",
    "check": "planner.api",
    "load_answer": "planner.wire",
    "load_ruleset": "planner.rulesets",
    "load_scenario": "planner.wire",
    "parse_answer": "planner.wire",
    "parse_scenario": "planner.wire",
    "odds": "planner.api",
    "plan_charge": "planner.api",
    "why": "planner.api",
}

__all__ = sorted(_HOME)  # noqa: PLE0605
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'planner' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
