"""The errors of the planner, one small tree.

"Cannot be done" and "ran out of time" are answers (see `planner.world.answer`), not errors.
"""

from __future__ import annotations

from dataclasses import dataclass


class PlannerError(Exception):
    """Anything this package raises on purpose."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an input: where, what was found, what is allowed.

    `where` is a path into the file such as ``units[1].models[0].at``; empty for the whole file.
    """

    where: str
    found: str
    allowed: str

    def __str__(self) -> str:
        place = self.where or "the file"
        return f"{place}: found {self.found}; allowed: {self.allowed}"


class InputError(PlannerError):
    """The input is wrong. Carries every fault that was found, not only the first."""

    def __init__(self, faults: tuple[Fault, ...] | list[Fault], source: str = "") -> None:
        self.faults = tuple(faults)
        self.source = source
        head = f"{source}: " if source else ""
        super().__init__("\n".join(f"{head}{fault}" for fault in self.faults))


class UnsupportedRule(PlannerError):
    """A rule of the game is known to bear on this question and is not modelled.

    Raised instead of answering as if the rule did not exist. `where` is a path into the file such as
    ``units[2].models[0].base``; empty where the question as a whole asks for it.
    """

    def __init__(self, rule: str, text: str, where: str = "") -> None:
        self.rule = rule
        self.text = text
        self.where = where
        super().__init__(f"{where}: {rule}: {text}" if where else f"{rule}: {text}")


class RefereeDisagreement(PlannerError):
    """The planner made a plan that the referee refuses: a fault of this package.

    `scenario_json` is the question that shows it, ready to be filed under ``fixtures/bugs/``.
    """

    def __init__(self, text: str, scenario_json: str) -> None:
        self.scenario_json = scenario_json
        super().__init__(text)
