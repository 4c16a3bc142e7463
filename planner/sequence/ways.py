"""The ways of a charge of order: clear of difficult terrain or through it, and at which primary target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from planner.candidates import Question, is_difficult, make_question, plugs, squeezes
from planner.pathing import may_stand, path_faults
from planner.rulesets import Ruleset
from planner.sequence.search import Breadth, goal_key, search
from planner.sequence.setting import Setting, Standing
from planner.sequence.walks import Course
from planner.shapes import Point, RoundBase
from planner.units import UNITS_PER_INCH
from planner.world import Scenario

ANYWHERE = 999 * UNITS_PER_INCH
"""A coherency that any two places on a table have."""
MOST_TERRAIN_ROLL = 6 * UNITS_PER_INCH
"""The most a roll for difficult terrain lets a model move."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to charge: clear of difficult terrain at the full distance, or through it as far as a roll lets it.

    `slowed`: where the roll binds only the models that go through (A8), how far those get; `budget` is the others'.
    """

    is_dry: bool
    budget: int
    slowed: int | None = None


def has_difficult(scenario: Scenario, rules: Ruleset) -> bool:
    """Whether there is difficult terrain on the table."""
    return any(is_difficult(piece, rules) for piece in scenario.terrain)


def ways_of(scenario: Scenario, rules: Ruleset, roll: int, terrain_roll: int | None) -> list[Way]:
    """Give the ways there are; `terrain_roll` None: nobody has rolled, so as far as a roll can let a model move."""
    if not has_difficult(scenario, rules):
        return [Way(is_dry=False, budget=roll)]
    cap = MOST_TERRAIN_ROLL if terrain_roll is None else terrain_roll
    if rules.choice("difficult_binds") == "model":
        return [Way(is_dry=False, budget=roll, slowed=min(roll, cap))]
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
    """Give the question over places of a way; targets that were added later are targets too.

    `relaxed`: for proofs. Where contact goes before coherency (A6), no place is out of coherency then.
    """
    legal = (*targets, *scenario.charge.added_targets)
    if relaxed and rules.has("coherency_before_contact") and not rules.flag("coherency_before_contact"):
        wide = replace(rules.settings["coherency"], value=ANYWHERE)
        rules = replace(rules, settings={**rules.settings, "coherency": wide})
    return make_question(scenario, rules, legal, way.budget, dry=way.is_dry, relaxed=relaxed)


def plugged(question: Question) -> Question:
    """Give the question with gaps of a base's own width closed, where the rules close them (A12): for quick proofs.

    The search plugs gaps at each turn, with the mates as they stand then; these are gaps between others. Proofs over
    cells measure with smaller bases, which a plug would not stop.
    """
    if not question.rules.flag("narrow_gap_closed") or len(question.radii()) != 1:
        return question
    radius = question.radii()[0]
    more = plugs(squeezes(question.ground, radius), radius, question.starts())
    return replace(question, ground=replace(question.ground, discs=question.ground.discs + more))


def setting_of(
    scenario: Scenario,
    rules: Ruleset,
    targets: tuple[str, ...],
    way: Way,
    primary: str | None,
    goal: str = "engage",
    *,
    cap: int = MOST_TERRAIN_ROLL,
) -> Setting:
    """Give the setting of a way. `cap`: what a roll for difficult terrain leaves of the distance."""
    legal = (*targets, *scenario.charge.added_targets)
    question = question_of(scenario, rules, targets, way)
    setting = Setting(question, legal, primary, way.budget, goal)
    if way.slowed is not None:
        dry = question_of(scenario, rules, targets, replace(way, is_dry=True))
        courses = (Course(dry.ground, way.budget), Course(question.ground, way.slowed))
        return replace(setting, courses=courses)
    if way.is_dry and rules.flag("duty_forces_terrain"):
        through = Way(is_dry=False, budget=min(way.budget, cap))
        lure = Setting(question_of(scenario, rules, targets, through), legal, primary, through.budget, goal)
        return replace(setting, lure=lure)
    return setting


def is_slowed(
    scenario: Scenario,
    rules: Ruleset,
    targets: tuple[str, ...],
    roll: int,
    paths: Iterable[tuple[str, tuple[Point, ...]]],
) -> bool:
    """Whether some path, of a model by name, starts in, enters or crosses difficult terrain."""
    legal = (*targets, *scenario.charge.added_targets)
    clear, open_ = (make_question(scenario, rules, legal, roll, dry=dry) for dry in (True, False))
    radius = dict(zip(clear.names, clear.radius))
    pieces = replace(
        clear.ground,
        discs=tuple(disc for disc in clear.ground.discs if disc not in open_.ground.discs),
        polygons=tuple(wall for wall in clear.ground.polygons if wall not in open_.ground.polygons),
    )
    return any(path_faults(pieces, int(radius[name]), path) for name, path in paths)


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
    rolled = scenario.charge.terrain_roll
    cap = MOST_TERRAIN_ROLL if rolled is None else rolled
    for breadth in breadths:
        for way in ways:
            found: list[Standing] = []
            for primary in permitted:
                setting = setting_of(scenario, rules, targets, way, primary, goal, cap=cap)
                # with one plan there, the others are looked for less widely: they can only be better ones
                width = replace(breadth, states=max(1, breadth.states // 3)) if found else breadth
                standing = search(setting, width)
                if standing is not None and _is_of(way, ways, standing):
                    found.append(standing)
            if found:
                return way, min(found, key=goal_key)
    return None


def _is_of(way: Way, ways: Sequence[Way], standing: Standing) -> bool:
    """Whether a plan is one of this way: what nothing slows has the whole distance, and the duties of that."""
    if way.is_dry or not any(other.is_dry and other.budget > way.budget for other in ways):
        return True
    question = standing.setting.question
    paths = ((question.names[i], path) for i, path in zip(standing.moved, standing.paths))
    return is_slowed(question.scenario, question.rules, standing.setting.targets, ways[0].budget, paths)
