"""The ways of a charge of order: clear of difficult terrain or through it, and at which primary target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from planner.candidates import Question, is_difficult, make_question, plugs, squeezes
from planner.pathing import Disc, Ground, Wall, path_faults
from planner.rulesets import Ruleset
from planner.sequence.search import Breadth, goal_key, search
from planner.sequence.setting import Setting, Standing, is_contact_first
from planner.sequence.walks import Course
from planner.shapes import Circle, Point, Polygon, RoundBase
from planner.units import UNITS_PER_INCH
from planner.world import Scenario

ANYWHERE = 999 * UNITS_PER_INCH
"""A coherency that any two places on a table have."""
MOST_TERRAIN_ROLL = 6 * UNITS_PER_INCH
"""The most a roll for difficult terrain lets a model move."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to charge: clear of difficult terrain at the full distance, or through it as far as a roll lets it.

    Attributes
    ----------
    budget
        How long a path may be (units).
    slowed
        Where the roll binds only the models that go through (A8), how far those get; `budget` is the others'.
    cap
        What a roll leaves of the distance to a unit that goes through.
    longest
        The distance of a unit that nothing slows, if there is such a way: a plan that turns out to be clear of
        difficult terrain has that, and the duties that come with it.
    """

    is_dry: bool
    budget: int
    cap: int
    longest: int
    slowed: int | None = None


def has_difficult(scenario: Scenario, rules: Ruleset) -> bool:
    """Whether there is difficult terrain on the table."""
    return any(is_difficult(piece, rules) for piece in scenario.terrain)


def ways_of(scenario: Scenario, rules: Ruleset, roll: int, terrain_roll: int | None) -> list[Way]:
    """Give the ways there are; `terrain_roll` None: nobody has rolled, so as far as a roll can let a model move."""
    if not has_difficult(scenario, rules):
        return [Way(is_dry=False, budget=roll, cap=roll, longest=roll)]
    cap = min(roll, MOST_TERRAIN_ROLL if terrain_roll is None else terrain_roll)
    if rules.choice("difficult_binds") == "model":
        return [Way(is_dry=False, budget=roll, cap=cap, longest=roll, slowed=cap)]
    starts = [(model.id, (model.at,)) for model in scenario.charger.models]
    if is_slowed(scenario, rules, starts):
        return [Way(is_dry=False, budget=cap, cap=cap, longest=cap)]
    dry = Way(is_dry=True, budget=roll, cap=cap, longest=roll)
    return [dry, Way(is_dry=False, budget=cap, cap=cap, longest=roll)]


def with_added(scenario: Scenario, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Give the targets with those that were added later, each once."""
    return tuple(dict.fromkeys((*targets, *scenario.charge.added_targets)))


def difficult_ground(scenario: Scenario, rules: Ruleset) -> Ground:
    """Give the difficult pieces as if they were solid, and nothing else."""
    pieces = [piece for piece in scenario.terrain if is_difficult(piece, rules)]
    discs = tuple(Disc(p.outline.centre, p.outline.radius, p.id) for p in pieces if isinstance(p.outline, Circle))
    walls = tuple(Wall(p.outline.corners, p.id) for p in pieces if isinstance(p.outline, Polygon))
    return Ground(scenario.board.width, scenario.board.height, discs, walls)


def is_slowed(scenario: Scenario, rules: Ruleset, paths: Iterable[tuple[str, tuple[Point, ...]]]) -> bool:
    """Whether some path, of a model by name, starts in, enters or crosses difficult terrain.

    What a start overlaps by no more than a file may is touched and not entered.
    """
    ground = difficult_ground(scenario, rules)
    radius = {m.id: m.base.radius for m in scenario.charger.models if isinstance(m.base, RoundBase)}
    return any(path_faults(ground, radius[name], path) for name, path in paths)


def question_of(
    scenario: Scenario,
    rules: Ruleset,
    targets: tuple[str, ...],
    way: Way,
    *,
    relaxed: bool = False,
    let_go: tuple[str, ...] = (),
) -> Question:
    """Give the question over places of a way; targets that were added later are targets too.

    `relaxed`: for proofs. Where contact goes before coherency (A6), no place is out of coherency then. `let_go`:
    targets that need not be contacted and may be; their bases are in the way like a friend's.
    """
    legal = tuple(name for name in with_added(scenario, targets) if name not in let_go)
    side = scenario.charger.side
    units = tuple(replace(unit, side=side) if unit.id in let_go else unit for unit in scenario.units)
    if relaxed and is_contact_first(rules):
        wide = replace(rules.settings["coherency"], value=ANYWHERE)
        rules = replace(rules, settings={**rules.settings, "coherency": wide})
    return make_question(replace(scenario, units=units), rules, legal, way.budget, dry=way.is_dry, relaxed=relaxed)


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
    let_go: tuple[str, ...] = (),
    relaxed: bool = False,
) -> Setting:
    """Give the setting of a way. `relaxed`: with ways that are too short by a hair rather than too long, for proofs."""
    legal = with_added(scenario, targets)
    question = question_of(scenario, rules, targets, way, relaxed=relaxed)
    setting = Setting(question, legal, primary, way.budget, goal, let_go=let_go)
    if way.slowed is not None:
        dry = question_of(scenario, rules, targets, replace(way, is_dry=True), relaxed=relaxed)
        courses = (
            Course(dry.ground, way.budget, difficult_ground(scenario, rules)),
            Course(question.ground, way.slowed),
        )
        return replace(setting, courses=courses)
    if way.is_dry and rules.flag("duty_forces_terrain"):
        through = replace(way, is_dry=False, budget=way.cap)
        lure = Setting(question_of(scenario, rules, targets, through), legal, primary, way.cap, goal, let_go=let_go)
        return replace(setting, lure=lure)
    return setting


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
    *,
    let_go: tuple[str, ...] = (),
) -> tuple[Way, Standing] | None:
    """Give the best plan found, by the first way that has one: narrow searches of all primaries before wider ones."""
    for breadth in breadths:
        for way in ways:
            found: list[Standing] = []
            for primary in permitted:
                setting = setting_of(scenario, rules, targets, way, primary, goal, let_go=let_go)
                # with one plan there, the others are looked for less widely: they can only be better ones
                width = replace(breadth, states=max(1, breadth.states // 3)) if found else breadth
                standing = search(setting, width)
                if standing is not None and is_of(way, standing):
                    found.append(standing)
            if found:
                return way, min(found, key=goal_key)
    return None


def is_of(way: Way, standing: Standing) -> bool:
    """Whether a plan is one of this way: what nothing slows has the whole distance, and the duties of that."""
    if way.is_dry or way.longest <= way.budget:
        return True
    question = standing.setting.question
    paths = ((question.names[i], path) for i, path in zip(standing.moved, standing.paths))
    return is_slowed(question.scenario, question.rules, paths)
