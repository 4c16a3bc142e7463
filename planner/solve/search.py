"""From a question to a plan: witness, goal, duties, paths; the whole method in one place.

The limits are deterministic work (annealing steps, CP-SAT's own measure), so that the same question and seed
give the same answer on any machine. Only a deadline that a person asked for may cut it short.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from planner.candidates import (
    Ints,
    Question,
    Roadmaps,
    Sites,
    arrival_sites,
    first_sites,
    hair_sites,
    mate_sites,
    near_sites,
    no_sites,
    spread,
    stand,
)
from planner.pathing import path_length, trace
from planner.shapes import Point
from planner.solve.duties import find_better
from planner.solve.goals import Measure, groups, measure, score
from planner.solve.model import assemble, duty, forbid_groups, set_goal
from planner.solve.order import move_order
from planner.solve.settle import settle
from planner.solve.witness import polish, search
from planner.units import CONTACT_MAX, UNITS_PER_INCH

DUTIES_AT_ONCE = 12
"""How many better sites per model become clauses in one round, where a solution leaves a duty undone."""
SOURCES = 12
"""How many engaging places get places for mates about them, in the first refinement."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work a question may cost."""

    sites: int
    asked_sites: int
    proved_sites: int
    steps: int
    restarts: int
    refinements: int
    work: float
    improving: float
    deadline: float | None = None

    def is_over(self) -> bool:
        """Whether the wall deadline, if any, has passed."""
        return self.deadline is not None and time.monotonic() > self.deadline


def default_limits(models: int, time_limit_s: float | None = None, *, thorough: bool = True) -> Limits:
    """Give the usual limits for a unit of this size; measured so that five models take some tens of milliseconds.

    Not `thorough`: the goal is left to the walks, CP-SAT is asked only where they find nothing.
    """
    deadline = None if time_limit_s is None else time.monotonic() + time_limit_s
    return Limits(
        sites=150 + 22 * models,
        asked_sites=900,
        proved_sites=120 + 6 * models,
        steps=20000 + 3500 * models,
        restarts=4,
        refinements=2,
        work=0.03 + 0.005 * models,
        improving=(0.03 + 0.005 * models) if thorough else 0.0,
        deadline=deadline,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A plan: each model's path (in the unit's order), the order of moving, and what it measures."""

    paths: tuple[tuple[Point, ...], ...]
    order: tuple[int, ...]
    measured: dict[Measure, float]
    lengths: tuple[float, ...]
    engaged: tuple[tuple[str, ...], ...]
    touched: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """What was tried in vain, and how near it came (inches of fault left in the best assignment)."""

    sites: int
    text: str
    nearest: float


@dataclass(eq=False)
class Search:
    """The state of one search: sites may grow, the assignment may improve."""

    question: Question
    maps: Roadmaps
    goal: str
    limits: Limits
    seed: int
    say: Callable[[str], None]
    is_hopeless: Callable[[], bool]
    sites: Sites
    chosen: Ints | None = None
    nearest: float = float("inf")
    pool: list[Ints] = field(default_factory=list)


def solve(
    question: Question,
    maps: Roadmaps,
    goal: str,
    limits: Limits,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
    is_hopeless: Callable[[], bool] = lambda: False,
) -> Solution | Tried:
    """Give a plan that meets every condition and, as far as is found, every duty; or what was tried.

    `is_hopeless` is asked once, when the first walks found nothing: a proof that costs more than they do.
    The plan is the searcher's own reading: the caller has the referee judge it.
    """
    say = progress or (lambda _: None)
    say("looking for places")
    state = Search(question, maps, goal, limits, seed, say, is_hopeless, first_sites(question, maps, limits.sites))
    find_witness(state)
    return finish(state) or Tried(len(state.sites), _in_vain(state), state.nearest)


def find_any(
    question: Question,
    maps: Roadmaps,
    limits: Limits,
    seed: int,
    is_hopeless: Callable[[], bool],
) -> bool:
    """Whether some plan meets every condition of the unit, with real paths; the duties then never forbid a better one.

    Read jointly, the "if able" duties are met by bettering one model after another, so they turn no possible charge
    into an impossible one: for "is it possible" the conditions alone decide.
    """
    return find_layout(question, maps, limits, seed, is_hopeless) is not None


def find_layout(
    question: Question,
    maps: Roadmaps,
    limits: Limits,
    seed: int,
    is_hopeless: Callable[[], bool],
    held: Mapping[int, tuple[float, float, float]] | None = None,
) -> Ints | None:
    """Give ends (n, 2) that meet every condition of the unit, with real paths; None if none are found.

    `held`: models that have to end in a disc (x, y, radius; units).
    """
    sites = first_sites(question, maps, limits.sites)
    for i, (x, y, radius) in (held or {}).items():
        length = sites.length.copy()
        length[i, np.hypot(sites.at[:, 0] - x, sites.at[:, 1] - y) > radius] = np.inf
        sites = replace(sites, length=length)
    state = Search(question, maps, "engage", limits, seed, lambda _: None, is_hopeless, sites)
    find_witness(state)
    while state.chosen is not None:
        if repair_paths(state):
            ends: Ints = state.sites.at[state.chosen]
            kept = all(math.dist(ends[i], (x, y)) <= radius for i, (x, y, radius) in (held or {}).items())
            return ends if kept else None
    return None


def solve_from(
    question: Question,
    maps: Roadmaps,
    goal: str,
    limits: Limits,
    seed: int,
    progress: Callable[[str], None] | None,
    ends: Ints,
) -> Solution | None:
    """Give a plan near these ends (n, 2), which are nearly legal; None if they cannot be pushed into legality."""
    say = progress or (lambda _: None)
    state = Search(question, maps, goal, limits, seed, say, lambda: True, no_sites(question))
    for grouped in (True,) if question.is_one_group else (True, False):
        if _adopt_polished(state, ends, grouped=grouped):
            state.sites = state.sites.join(first_sites(question, maps, limits.sites))
            return finish(state)
    return None


def finish(state: Search) -> Solution | None:
    """Make the best of the assignment: the goal, real paths, duties; None if there is no assignment (any more)."""
    while state.chosen is not None:
        improve(state)
        if repair_paths(state):
            return meet_duties(state)
    return None


def find_witness(state: Search) -> None:
    """Set an assignment that is legal over the sites (but for the duties), refining the sites until there is one."""
    for round_number in range(state.limits.refinements + 1):
        state.say(f"looking for a plan among {len(state.sites)} places")
        # once CP-SAT has found nothing among fewer sites, walks serve only to be pushed into legality
        walks = state.limits.restarts if round_number == 0 else 1
        if _is_worth_a_walk(state):
            if round_number > 0 and ask_cpsat(state):
                return
            for grouped in (True,) if state.question.is_one_group else (True, False):
                if anneal_and_polish(state, walks, grouped=grouped, salt=round_number) or state.limits.is_over():
                    return
        if round_number == 0 and (state.is_hopeless() or (_is_worth_a_walk(state) and ask_cpsat(state))):
            return
        if round_number < state.limits.refinements:
            refine(state, round_number)


def _is_worth_a_walk(state: Search) -> bool:
    """Whether every model has a site and every target one that engages it."""
    engaged = int(np.bitwise_or.reduce(state.sites.mask, initial=0))
    everybody = bool(np.isfinite(state.sites.length).any(axis=1).all())
    return everybody and engaged == (1 << len(state.question.targets)) - 1


def anneal_and_polish(state: Search, count: int, *, grouped: bool, salt: int) -> bool:
    """Try a few walks; a nearly legal end is pushed into legality. Whether an assignment was found."""
    walks = []
    for walk in range(count):
        seed = state.seed * 1009 + salt * 101 + walk
        found = search(state.question, state.sites, state.goal, steps=state.limits.steps, seed=seed, grouped=grouped)
        if found is None or state.limits.is_over():
            return False
        if found.faults == 0.0:
            state.pool.append(found.chosen)
        else:
            walks.append(found)
    if state.pool:
        state.chosen = min(state.pool, key=lambda c: score(state.question, state.sites, c, state.goal))
        return True
    for found in sorted(walks, key=lambda f: f.faults)[:2]:
        state.nearest = min(state.nearest, found.faults)
        if _adopt_polished(state, state.sites.at[found.chosen], grouped=grouped):
            return True
    return False


def _adopt_polished(state: Search, ends: Ints, *, grouped: bool) -> bool:
    points = polish(state.question, state.maps, ends, grouped=grouped)
    if points is None:
        return False
    chosen, sites = _join_points(state.sites, points)
    if not is_legal_over_sites(state.question, sites, chosen):
        return False
    state.sites, state.chosen = sites, chosen
    return True


def _join_points(sites: Sites, points: Sites) -> tuple[Ints, Sites]:
    """Give the index of each of these points in the joined sites, and the joined sites."""
    joined = sites.join(points)
    index = {(int(r), int(x), int(y)): s for s, (r, (x, y)) in enumerate(zip(joined.radius, joined.at))}
    chosen = [index[int(r), int(x), int(y)] for r, (x, y) in zip(points.radius, points.at)]
    return np.array(chosen, dtype=np.int64), joined


def is_legal_over_sites(question: Question, sites: Sites, chosen: Ints) -> bool:
    """Whether an assignment meets every condition between models, in exact integers (the duties aside)."""
    if not np.isfinite(sites.length[np.arange(question.size), chosen]).all():
        return False
    mask = int(np.bitwise_or.reduce(sites.mask[chosen]))
    if mask != (1 << len(question.targets)) - 1:
        return False
    ends = sites.at[chosen]
    away = ends[:, None, :] - ends[None, :, :]
    square = (away * away).sum(axis=2)
    both = question.radius[:, None] + question.radius[None, :]
    other = ~np.eye(question.size, dtype=np.bool_)
    if ((square < both**2) & other).any() or ((square > (both + question.span) ** 2) & other).any():
        return False
    near = ((square <= (both + question.coherency) ** 2) & other).sum(axis=1)
    if (near < question.neighbours).any():
        return False
    return not question.rules.flag("coherency_connected") or groups(question, ends) == 1


def ask_cpsat(state: Search) -> bool:
    """Ask CP-SAT for any assignment over the sites: it finds what the walks missed."""
    kept = spread(state.sites, state.limits.asked_sites)
    charge = assemble(state.question, state.sites.take(kept))
    for _ in range(6):
        outcome = charge.model.solve("feasible", 4 * state.limits.work, state.limits.deadline, state.seed)
        if not outcome.values:
            return False
        chosen = charge.chosen(outcome)
        if not state.question.rules.flag("coherency_connected") or not forbid_groups(charge, chosen):
            state.chosen = kept[chosen]
            return True
    return False


def refine(state: Search, round_number: int) -> None:
    """Add places where the last ones were too few: where ways round arrive, about who engages, and ever finer."""
    question, maps = state.question, state.maps
    if round_number == 0:
        state.sites = state.sites.join(hair_sites(question, maps))
        for width in sorted({question.close, question.engagement}):
            state.sites = state.sites.join(arrival_sites(question, maps, width))
    engaging = state.sites.take(np.flatnonzero(state.sites.ring > 0))
    sources = engaging.take(spread(engaging, SOURCES << round_number))
    found = search(
        question, state.sites, state.goal,
        steps=state.limits.steps, seed=state.seed * 1009 + 77 + round_number, grouped=False,
    )  # fmt: skip
    if found is not None:
        sources = sources.join(state.sites.take(np.unique(found.chosen)))
        for radius in question.radii():
            centres = state.sites.at[found.chosen[question.radius == radius]]
            pitch = UNITS_PER_INCH // (4 << round_number)
            state.sites = state.sites.join(near_sites(question, maps, radius, centres, pitch, 2))
    if question.size > 1 and len(sources):
        state.sites = state.sites.join(mate_sites(question, maps, sources, state.limits.sites // 2))


def improve(state: Search) -> None:
    """Let CP-SAT prove or beat the assignment for the goal, and settle the duties over the sites."""
    assert state.chosen is not None
    state.say("improving the plan")
    kept = _sites_to_prove(state)
    sites = state.sites.take(kept)
    walks = [np.searchsorted(kept, chosen) for chosen in (state.chosen, *state.pool)]
    dutiful = [adopt_over_sites(state.question, sites, chosen) for chosen in walks]
    best = min(dutiful, key=lambda chosen: score(state.question, sites, chosen, state.goal))
    if state.limits.improving > 0.0:
        best = _proved_or_beaten(state, sites, best)
    state.chosen = kept[best]


def _proved_or_beaten(state: Search, sites: Sites, best: Ints) -> Ints:
    """Give what CP-SAT finds better than this assignment, duties kept; the same if nothing."""
    charge = assemble(state.question, sites)
    set_goal(charge, state.goal)
    best_score = score(state.question, sites, best, state.goal)
    must_group = state.question.rules.flag("coherency_connected")
    left = (4 if state.goal == "hold" else 2) * state.limits.improving
    while left > 0.0 and not state.limits.is_over():
        charge.hint(best)
        share = min(left, state.limits.improving)
        outcome = charge.model.solve("optimal", share, state.limits.deadline, state.seed)
        left -= max(outcome.work, state.limits.improving / 4)
        if not outcome.values:
            break
        chosen = charge.chosen(outcome)
        split = groups(state.question, sites.at[chosen]) > best_score.groups
        if (split or must_group) and forbid_groups(charge, chosen):
            continue
        breaches = breached_duties(state.question, sites, chosen, DUTIES_AT_ONCE)
        if not breaches:
            return chosen if score(state.question, sites, chosen, state.goal) < best_score else best
        for i, better in breaches:
            duty(charge, i, better)
    return best


def _sites_to_prove(state: Search) -> Ints:
    """Give the sites that CP-SAT is asked about, ascending: those of every good walk, and a spread of the others.

    What CP-SAT costs grows faster than the square of their number, and the walks have shown what matters.
    """
    assert state.chosen is not None
    walked = np.unique(np.concatenate([state.chosen, *state.pool]))
    rest = spread(state.sites, max(0, state.limits.proved_sites - len(walked)))
    return np.union1d(walked, rest)


def breached_duties(question: Question, sites: Sites, chosen: Ints, each: int = 1) -> list[tuple[int, int]]:
    """Give (model, better site), at most `each` per model, where a site is better with everybody else held."""
    breaches = []
    for i in range(question.size):
        able = np.isfinite(sites.length[i]) & (sites.ring > sites.ring[chosen[i]])
        found = 0
        for better in np.flatnonzero(able):
            moved = chosen.copy()
            moved[i] = better
            if is_legal_over_sites(question, sites, moved):
                breaches.append((i, int(better)))
                found += 1
                if found == each:
                    break
    return breaches


def adopt_over_sites(question: Question, sites: Sites, chosen: Ints) -> Ints:
    """Move each model with a better site there until nobody has one; each step raises a ring, so it ends."""
    while breaches := breached_duties(question, sites, chosen):
        i, better = breaches[0]
        chosen = chosen.copy()
        chosen[i] = better
    return chosen


def repair_paths(state: Search) -> bool:
    """Whether every chosen end has a real path; one without is taken from its model, and a plan sought anew."""
    assert state.chosen is not None
    lost = [i for i in range(state.question.size) if _path(state, i) is None]
    for i in lost:
        state.sites = state.sites.without(i, int(state.chosen[i]))
    if lost:
        state.chosen = None
        state.pool.clear()
        find_witness(state)
    return not lost


def _path(state: Search, i: int) -> tuple[Point, ...] | None:
    assert state.chosen is not None
    x, y = state.sites.at[state.chosen[i]]
    return trace(state.maps.of(i), state.question.starts()[i], (int(x), int(y)), state.question.roll).path


def meet_duties(state: Search) -> Solution:
    """Settle between the sites, then look for better ends, adopt each, and give the plan when none is found."""
    assert state.chosen is not None
    question = state.question
    ends = state.sites.at[state.chosen].copy()
    paths = [path for i in range(question.size) if (path := _path(state, i)) is not None]
    if not state.limits.is_over():
        state.say("settling every model")
        settle(question, state.maps, state.goal, ends, paths)
    while not state.limits.is_over():
        state.say("checking who could do better")
        better = find_better(question, state.maps, ends)
        if better is None:
            break
        paths[better.model] = better.path
        ends[better.model] = better.path[-1]
    return _solution(state, paths, ends)


def _solution(state: Search, paths: list[tuple[Point, ...]], ends: Ints) -> Solution:
    question = state.question
    lengths = tuple(path_length(path) for path in paths)
    own = stand(question, ends, np.array(lengths))
    away = ends[:, None, :] - question.foe_at[None, :, :]
    square = (away * away).sum(axis=2)
    both = question.radius[:, None] + question.foe_radius[None, :]
    touching = (square >= both**2) & (square <= (both + CONTACT_MAX) ** 2)
    return Solution(
        paths=tuple(paths),
        order=tuple(move_order(question, ends)),
        measured=measure(question, own, np.arange(question.size)),
        engaged=tuple(tuple(name for t, name in enumerate(question.targets) if (int(m) >> t) & 1) for m in own.mask),
        touched=tuple(tuple(question.foe_names[m] for m in np.flatnonzero(row)) for row in touching),
        lengths=lengths,
    )


def _in_vain(state: Search) -> str:
    near = ""
    if np.isfinite(state.nearest):
        near = (
            f"; the nearest was {state.nearest:.2f} inches (of overlap, coherency and missing engagement together) off"
        )
    return f"No plan was found among {len(state.sites)} places{near}, and none of the proofs applies."
