"""A charge whose models move one after another: what stands still, and how it stands after some have moved.

Lengths in lattice units. The searcher's reading; the referee has its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from planner.candidates import Floats, Ints, Question, footing_rims, is_squeezed, plugs, squeezes
from planner.pathing import Disc, Ground, path_length
from planner.rulesets import Ruleset
from planner.sequence.walks import Course, Walks, walks_of
from planner.shapes import Point, RoundBase
from planner.units import CONTACT_MAX
from planner.world import Move

ROUNDING = 1.5
"""Units by which a rim is moved to its legal side, so that the lattice point nearest to a crossing is legal."""


@dataclass(frozen=True, eq=False)
class Setting:
    """One question of order.

    Attributes
    ----------
    question
        Its `ground` and `footing` hold everything but the unit's own models.
    targets
        Ids of the targets.
    primary
        Id of the primary target, or None where the rules have none.
    budget
        How long a path may be: the distance, or what a roll for difficult terrain leaves of it.
    courses
        The manners of going there are; none given: on the question's ground, as long as the budget.
    lure
        The same question through difficult terrain, which this one keeps clear of, where better ends that lie that
        way are duties (A9): a model that has one may not do with less.
    let_go
        Targets that need not be contacted.
    """

    question: Question
    targets: tuple[str, ...]
    primary: str | None
    budget: int
    goal: str = "engage"
    courses: tuple[Course, ...] = ()
    lure: Setting | None = None
    let_go: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return self.question.size

    @property
    def has_duty_at_turn(self) -> bool:
        """Whether the hierarchy of ends is asked of each model at its turn (A4)."""
        return self.question.rules.flag("contact_hierarchy") and not self.has_duty_at_end

    @property
    def has_duty_at_end(self) -> bool:
        """Whether the hierarchy is asked of the final layout, all others held (A4)."""
        rules = self.question.rules
        return rules.flag("contact_hierarchy") and rules.choice("duties_judged") == "globally"

    @property
    def is_contact_first(self) -> bool:
        """Whether contact goes before coherency (A6)."""
        return is_contact_first(self.question.rules)

    @cached_property
    def unit_of(self) -> Ints:
        """Which of the targets each enemy model belongs to; -1: none (m,)."""
        owners = self.question.foe_owner
        return np.array([self.targets.index(o) if o in self.targets else -1 for o in owners], dtype=np.int64)

    @property
    def of_primary(self) -> np.ndarray:
        """Which enemy models belong to the primary target; all targets' where there is none (m,)."""
        if self.primary is None:
            return self.is_target
        return np.asarray(self.unit_of == self.targets.index(self.primary))

    def is_enough(self, contacted: frozenset[int]) -> bool:
        """Whether the charge succeeds with these targets engaged: all of them, or any where the rules say so."""
        if self.question.rules.flag("engage_any_target"):
            return bool(contacted)
        return all(t in contacted for t in self.wanted)

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """The targets that have to be contacted, by index."""
        return tuple(t for t, name in enumerate(self.targets) if name not in self.let_go)

    @cached_property
    def is_target(self) -> np.ndarray:
        """Which enemy models belong to a target, bool (m,)."""
        return np.asarray(self.question.foe_unit >= 0)

    @cached_property
    def friends(self) -> tuple[Ints, Ints]:
        """Other friendly bases: places (f, 2) and radii (f,)."""
        bases = [
            (model.at, model.base.radius)
            for unit in self.question.scenario.friends
            for model in unit.models
            if isinstance(model.base, RoundBase)
        ]
        return (
            np.array([at for at, _ in bases], dtype=np.int64).reshape(-1, 2),
            np.array([radius for _, radius in bases], dtype=np.int64),
        )

    @cached_property
    def engaged_before(self) -> np.ndarray:
        """Which enemy models touch a friend of another unit already, bool (m,)."""
        at, radius = self.friends
        question = self.question
        near = within(question.foe_at, question.foe_radius, at, radius, question.engagement)
        return np.asarray(near.any(axis=1))

    @cached_property
    def engaged_friends(self) -> tuple[Ints, Ints]:
        """Friends of other units that touch an enemy: places and radii."""
        at, radius = self.friends
        question = self.question
        kept = within(at, radius, question.foe_at, question.foe_radius, question.engagement).any(axis=1)
        return at[kept], radius[kept]

    def rims(self, radius: int) -> tuple[Floats, Floats]:
        """Give the curves on which a base's fate changes that hang on nobody's move: circles (c, 3), segments."""
        return self._rims[radius]

    @cached_property
    def _rims(self) -> dict[int, tuple[Floats, Floats]]:
        question, found = self.question, {}
        for radius in question.radii():
            circles, lines = footing_rims(question.footing, radius)
            for course in self.courses:
                more, sides = footing_rims(course.ground, radius)
                circles, lines = circles + more, np.concatenate([lines, sides])
            bar = question.rules.length("keepout") if question.rules.has("keepout") else 0
            for (x, y), own, unit in zip(question.foe_at, question.foe_radius, question.foe_unit):
                if unit < 0:
                    circles.append((x, y, own + radius + max(bar, question.engagement) + 1 + ROUNDING))
                    continue
                circles.append((x, y, own + radius + ROUNDING))
                if question.engagement > CONTACT_MAX:
                    circles.append((x, y, own + radius + question.engagement - ROUNDING))
            found[radius] = (np.array(circles, dtype=np.float64).reshape(-1, 3), lines)
        return found


def is_contact_first(rules: Ruleset) -> bool:
    """Whether contact goes before coherency (A6)."""
    return rules.has("coherency_before_contact") and not rules.flag("coherency_before_contact")


def is_by_shortest_route(rules: Ruleset) -> bool:
    """Whether the first mover ends where the shortest route ends, not anywhere about the enemy model (A2)."""
    return rules.has("first_contact") and rules.choice("first_contact") != "anywhere"


def touching(at: Ints, radius: Ints, other: Ints, other_radius: Ints) -> np.ndarray:
    """Whether bases touch, exactly: bool (k, l)."""
    near = within(at, radius, other, other_radius, CONTACT_MAX)
    return np.asarray(near & ~overlapping(at, radius, other, other_radius))


def overlapping(at: Ints, radius: Ints, other: Ints, other_radius: Ints) -> np.ndarray:
    """Whether bases overlap, exactly: bool (k, l)."""
    away = at[:, None, :] - other[None, :, :]
    both = radius[:, None] + other_radius[None, :]
    return np.asarray((away * away).sum(axis=2) < both * both)


def within(at: Ints, radius: Ints, other: Ints, other_radius: Ints, gap: int) -> np.ndarray:
    """Whether the gap between bases is at most `gap`, exactly: bool (k, l)."""
    away = at[:, None, :] - other[None, :, :]
    both = radius[:, None] + other_radius[None, :] + gap
    return np.asarray((away * away).sum(axis=2) <= both * both)


@dataclass(frozen=True, eq=False)
class Standing:
    """How the unit stands after some have moved.

    `at` (n, 2): where each is now. `moved`: in order. `paths` and `lengths`: of those, in the same order. `engages`
    (n, m): whom each model that has moved engages.
    """

    setting: Setting
    at: Ints
    moved: tuple[int, ...] = ()
    paths: tuple[tuple[Point, ...], ...] = ()
    lengths: tuple[float, ...] = ()
    engages: np.ndarray | None = None
    _walks: dict[int, Walks] = field(default_factory=dict)

    @property
    def waiting(self) -> list[int]:
        """Who has still to move, in the unit's order."""
        return [i for i in range(self.setting.size) if i not in self.moved]

    @cached_property
    def engaged_by_unit(self) -> np.ndarray:
        """Which enemy models the unit engages, bool (m,)."""
        count = len(self.setting.question.foe_at)
        return np.zeros(count, dtype=np.bool_) if self.engages is None else np.asarray(self.engages.any(axis=0))

    @cached_property
    def engaged(self) -> np.ndarray:
        """Which enemy models are engaged with anybody, bool (m,)."""
        return np.asarray(self.engaged_by_unit | self.setting.engaged_before)

    @cached_property
    def contacted(self) -> frozenset[int]:
        """The targets that the unit engages, by index."""
        units = self.setting.unit_of[self.engaged_by_unit]
        return frozenset(int(t) for t in units if t >= 0)

    def ground(self, i: int, ground: Ground | None = None) -> Ground:
        """Give what blocks model i's path now: with its own unit where friends may not be passed."""
        ground = self.setting.question.ground if ground is None else ground
        if self.setting.question.rules.flag("pass_friends"):
            return ground
        mates = tuple(
            Disc((int(x), int(y)), int(radius), name)
            for j, ((x, y), radius, name) in enumerate(
                zip(self.at, self.setting.question.radius, self.setting.question.names)
            )
            if j != i
        )
        ground = replace(ground, discs=ground.discs + mates)
        if self.setting.question.rules.flag("narrow_gap_closed"):
            radius = int(self.setting.question.radius[i])
            start = (int(self.at[i, 0]), int(self.at[i, 1]))
            ground = replace(ground, discs=ground.discs + plugs(squeezes(ground, radius), radius, (start,)))
        return ground

    def walks(self, i: int) -> Walks:
        """Give model i's ways from where it stands."""
        if i not in self._walks:
            setting = self.setting
            courses = setting.courses or (Course(setting.question.ground, setting.budget),)
            start = (int(self.at[i, 0]), int(self.at[i, 1]))
            radius = int(setting.question.radius[i])
            open_ = (course for course in courses if course.is_open_to(radius, start))
            blocked = tuple(Course(self.ground(i, course.ground), course.budget) for course in open_)
            self._walks[i] = walks_of(blocked, radius, start)
        return self._walks[i]

    def path_to(self, i: int, goal: Ints, *, shortest: bool = False) -> tuple[Point, ...] | None:
        """Give a path of model i to a place, one of the shortest if that is asked; None: none is short enough."""
        shortest = shortest or (not self.moved and is_by_shortest_route(self.setting.question.rules))
        path = self.walks(i).path_to((int(goal[0]), int(goal[1])), shortest=shortest)
        if path is None or not self.setting.question.rules.flag("narrow_gap_closed"):
            return path
        ground, radius = self.ground(i), int(self.setting.question.radius[i])
        return None if is_squeezed(path, squeezes(ground, radius)) else path

    @cached_property
    def lured(self) -> Standing | None:
        """Give the same standing with ways through difficult terrain, for whose ends there may be a duty; None: none.

        A unit that takes them is slowed in all of its moves, so none made before may be longer (A9).
        """
        lure = self.setting.lure
        if lure is None or any(length > lure.budget for length in self.lengths):
            return None
        return replace(self, setting=lure, _walks={})

    def after(self, i: int, path: tuple[Point, ...], length: float, engages: np.ndarray) -> Standing:
        """Give how it stands when model i has moved along this path; `engages` (m,): whom it engages then."""
        at = self.at.copy()
        at[i] = path[-1]
        count = len(self.setting.question.foe_at)
        known = np.zeros((self.setting.size, count), dtype=np.bool_) if self.engages is None else self.engages.copy()
        known[i] = engages
        return Standing(self.setting, at, (*self.moved, i), (*self.paths, path), (*self.lengths, length), known)

    def moved_along(self, i: int, path: tuple[Point, ...]) -> Standing:
        """Give how it stands when model i has moved along this path, whatever it engages then."""
        return self.after(i, path, path_length(path), _engaged_at(self.setting, i, path[-1]))


def _engaged_at(setting: Setting, i: int, place: Point) -> np.ndarray:
    """Give which models of targets model i engages at a place, bool (m,)."""
    question = setting.question
    at = np.array([place], dtype=np.int64)
    near = within(at, question.radius[i : i + 1], question.foe_at, question.foe_radius, question.engagement)
    return np.asarray(near[0] & setting.is_target)


def standing_at_start(setting: Setting) -> Standing:
    """Give how it stands before anybody moves."""
    return Standing(setting, setting.question.start.copy())


def moves_of(standing: Standing) -> tuple[Move, ...]:
    """Give the moves that were made, in their order, each with the targets it engages and the models it touches."""
    setting, question = standing.setting, standing.setting.question
    found = []
    for k, (i, path, length) in enumerate(zip(standing.moved, standing.paths, standing.lengths), start=1):
        assert standing.engages is not None
        units = dict.fromkeys(setting.targets[setting.unit_of[m]] for m in standing.engages[i].nonzero()[0])
        touched = tuple(question.foe_names[m] for m in contacts_of(standing, i))
        found.append(Move(question.names[i], k, path, length, 0.0, tuple(units), touched))
    return tuple(found)


def contacts_of(standing: Standing, i: int) -> list[int]:
    """Give the enemy models that model i touches where it stands."""
    question = standing.setting.question
    at, radius = standing.at[i : i + 1], question.radius[i : i + 1]
    return [int(m) for m in np.flatnonzero(touching(at, radius, question.foe_at, question.foe_radius)[0])]
