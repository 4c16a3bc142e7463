"""The ways of a charge of order: clear of difficult terrain or through it, and at which primary target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from planner.candidates import Question, is_difficult, make_question
from planner.pathing import may_stand
from planner.rulesets import Ruleset
from planner.sequence.search import Breadth, goal_key, search
from planner.sequence.setting import Setting, Standing
from planner.shapes import RoundBase
from planner.units import UNITS_PER_INCH
from planner.world import Scenario

MOST_TERRAIN_ROLL = 6 * UNITS_PER_INCH
"""The most a roll for difficult terrain lets a model move."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to charge: clear of difficult terrain at the full distance, or through it as far as a roll lets it."""

    is_dry: bool
    budget: int


def has_difficult(scenario: Scenario, rules: Ruleset) -> bool:
    """Whether there is difficult terrain on the table."""
    return any(is_difficult(piece, rules) for piece in scenario.terrain)


def ways_of(scenario: Scenario, rules: Ruleset, roll: int, terrain_roll: int | None) -> list[Way]:
    """Give the ways there are; `terrain_roll` None: nobody has rolled, so as far as a roll can let a model move."""
    if not has_difficult(scenario, rules):
        return [Way(is_dry=False, budget=roll)]
    cap = MOST_TERRAIN_ROLL if terrain_roll is None else terrain_roll
    through = Way(is_dry=False, budget=min(roll, cap))
    return [through] if _starts_slowed(scenario, rules) else [Way(is_dry=True, budget=roll), through]


def _starts_slowed(scenario: Scenario, rules: Ruleset) -> bool:
    """Whether some model stands in difficult terrain already, so that nobody keeps clear of it."""
    charger = replace(scenario, units=(scenario.charger,))
    footing = make_question(charger, rules, (), 0, dry=True).footing
    return not all(
        may_stand(footing, model.base.radius, np.array([model.at])).all()
        for model in scenario.charger.models
        if isinstance(model.base, RoundBase)
    )


def question_of(
    scenario: Scenario, rules: Ruleset, targets: tuple[str, ...], way: Way, *, relaxed: bool = False
) -> Question:
    """Give the question over places of a way; targets that were added later are targets too."""
    legal = (*targets, *scenario.charge.added_targets)
    return make_question(scenario, rules, legal, way.budget, dry=way.is_dry, relaxed=relaxed)


def primaries(scenario: Scenario, rules: Ruleset, targets: tuple[str, ...]) -> list[str | None]:
    """Give who may be primary: the one named, else each that the shooting allows ([None]: no rule)."""
    if not rules.flag("primary_target"):
        return [None]
    if scenario.charge.primary is not None:
        return [scenario.charge.primary]
    shot = scenario.charger.state.get("shot_at") or ()
    assert isinstance(shot, tuple)
    bound = rules.flag("shot_is_primary") and bool(shot)
    return [name for name in targets if not bound or name in shot]


def best_plan(
    scenario: Scenario,
    rules: Ruleset,
    targets: tuple[str, ...],
    ways: Sequence[Way],
    permitted: Sequence[str | None],
    breadths: Sequence[Breadth],
    goal: str = "engage",
) -> tuple[Way, Standing] | None:
    """Give the best plan found, by the first way that has one: narrow searches of all primaries before wider ones."""
    legal = (*targets, *scenario.charge.added_targets)
    for breadth in breadths:
        for way in ways:
            question = question_of(scenario, rules, targets, way)
            found = [
                standing
                for primary in permitted
                if (standing := search(Setting(question, legal, primary, way.budget, goal), breadth)) is not None
            ]
            if found:
                return way, min(found, key=goal_key)
    return None
