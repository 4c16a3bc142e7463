"""Plans of order: a beam over who moves next and where to, each turn at the best tier there is.

What a model has to do depends on who has moved before it and where to, so a layout found first and ordered afterwards
has its duties wrong more often than not, and every repair changes the duties of all that follow. Played out turn by
turn, blocking and duties are simply seen: a turn costs one to two milliseconds (a roadmap of what stands now, the
crossings of rims, one reach), and some tens to hundreds of turns make a plan. Proofs are made elsewhere, over the
places alone (`planner.impossible`): what no final layout allows, no order leads to.

Where the beam finds nothing, layouts are followed after all (`planner.sequence.follow`), and at last orders are drawn
by lot (`planner.sequence.dive`): each finds plans that the others miss.

Deterministic: work is counted in states, ties are broken by the unit's order and by places.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from planner.candidates import Floats, Ints
from planner.pathing import path_length
from planner.sequence.first import first_choices, first_movers
from planner.sequence.jointly import settle
from planner.sequence.setting import Setting, Standing, standing_at_start, within
from planner.sequence.turn import Ends, best_ends, target_gaps
from planner.units import UNITS_PER_INCH

ALIKE = 2
"""States kept that differ only in where their models stand."""
EACH_TURN = 5
"""Ends of one model that are followed up."""
MANY_ENDS = 40
"""The same where no path leads to any of those."""


@dataclass(frozen=True, slots=True)
class Breadth:
    """How much a search may cost: states kept after each move, models tried for each, and a wall deadline.

    `openings`: ends of the first mover about one enemy model; from where it stands hangs what the others have to do.
    """

    states: int
    models: int
    deadline: float | None = None
    openings: int = ALIKE

    def is_over(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline


def usual_breadths(models: int, deadline: float | None = None) -> list[Breadth]:
    """Give a narrow search, then wider ones for where it finds nothing; measured on units of 5, 10 and 20."""
    if models > 12:
        return [Breadth(3, 4, deadline), Breadth(6, 5, deadline)]
    if models <= 4:
        # so few that it costs next to nothing, and finds the better plans too
        return [Breadth(12, models, deadline, 3 * EACH_TURN), Breadth(8 * 6, models, deadline, MANY_ENDS)]
    narrow = 6 if models <= 6 else 3
    breadths = [Breadth(narrow, min(models, 4), deadline), Breadth(4 * narrow, min(models, 8), deadline, 3 * EACH_TURN)]
    return [*breadths, Breadth(8 * narrow, models, deadline, MANY_ENDS)] if models <= 6 else breadths


def search(setting: Setting, breadth: Breadth) -> Standing | None:
    """Give the best complete standing found in which every target is engaged; None if none is found."""
    level = _first_level(setting, breadth)
    for _ in range(setting.size - 1):
        if breadth.is_over() or not level:
            return None
        level = _next_level(level, breadth)
    whole = [state for state in level if setting.is_enough(state.contacted)]
    if setting.has_duty_at_end:
        settled = (settle(state) for state in sorted(whole, key=goal_key))
        return next((state for state in settled if state is not None), None)
    return min(whole, key=goal_key, default=None)


def _first_level(setting: Setting, breadth: Breadth) -> list[Standing]:
    """Give the best standings after the first move; where no path leads to any, of many more ends."""
    states = breadth.states if breadth.openings == ALIKE else max(breadth.openings, breadth.states)
    for most in (max(EACH_TURN, breadth.openings), MANY_ENDS):
        level = _distinct(_ranked(list(_opened(setting, most))), states, breadth.openings)
        if level or breadth.is_over():
            return level
    return []


def _next_level(standings: Sequence[Standing], breadth: Breadth) -> list[Standing]:
    """Give the best standings after one more move; where no path leads to any, of many more ends."""
    for most in (EACH_TURN, MANY_ENDS):
        children = [child for state in standings for child in _children(state, breadth, most)]
        level = _distinct(_ranked(children), breadth.states, ALIKE)
        if level or breadth.is_over():
            return level
    return []


def _opened(setting: Setting, most: int) -> Iterator[Child]:
    """Give what may come of the first move."""
    start = standing_at_start(setting)
    for i, foe in first_movers(setting):
        for end in _picked(start, i, first_choices(start, i, foe), most):
            yield Child(start, i, *end)


@dataclass(frozen=True, eq=False)
class Child:
    """A standing and one model's next move in it, not yet traced."""

    parent: Standing
    model: int
    end: Ints
    length: float
    engages: np.ndarray

    def made(self) -> Standing | None:
        """Give the standing after the move; None where no path was found after all."""
        path = self.parent.path_to(self.model, self.end)
        return None if path is None else self.parent.after(self.model, path, path_length(path), self.engages)

    def preview(self) -> Standing:
        """Give the standing as it would be, with the straight line for a path: for ranking only."""
        start = (int(self.parent.at[self.model, 0]), int(self.parent.at[self.model, 1]))
        return self.parent.after(self.model, (start, (int(self.end[0]), int(self.end[1]))), self.length, self.engages)


def _children(state: Standing, breadth: Breadth, most: int) -> Iterator[Child]:
    for i in _next_models(state, breadth.models):
        for end in _picked(state, i, best_ends(state, i), most):
            yield Child(state, i, *end)


def _next_models(state: Standing, most: int) -> list[int]:
    """Give who is tried next: those nearest to enemies that are not engaged yet, then the unit's order."""
    waiting = state.waiting
    question = state.setting.question
    fresh = state.setting.is_target & ~state.engaged
    aims = fresh if fresh.any() else state.setting.is_target
    away = state.at[waiting][:, None, :] - question.foe_at[aims][None, :, :]
    gaps = np.hypot(away[..., 0], away[..., 1]).min(axis=1) - question.radius[waiting]
    order = np.argsort(gaps, kind="stable")[:most]
    return [waiting[k] for k in order]


def _picked(state: Standing, i: int, ends: Ends, most: int) -> list[tuple[Ints, float, np.ndarray]]:
    """Give a few ends that differ: by whom they engage, then by where a chain can go on, then the shortest."""
    if not len(ends):
        return []
    unit_of = state.setting.unit_of
    fresh = (ends.engages & ~state.engaged[None, :]).sum(axis=1)
    missing = [t for t in range(len(state.setting.targets)) if t not in state.contacted]
    new_targets = np.zeros(len(ends))
    for t in missing:
        new_targets += ends.engages[:, unit_of == t].any(axis=1)
    gaps = target_gaps(state, i, ends.at)
    wanted = unit_of[state.setting.is_target]
    keys = [(-new_targets, -fresh, ends.length)]
    keys += [(-new_targets, gaps[:, wanted == t].min(axis=1), ends.length) for t in missing]
    open_ = ~state.engaged[state.setting.is_target]
    if open_.any():
        keys.append((gaps[:, open_].min(axis=1), -fresh, ends.length))
    keys.append((np.where(ends.engages.any(axis=1), -1.0, 0.0), -fresh, ends.length))
    keys.append((-_away_from_waiting(state, i, ends), -fresh, ends.length))
    chosen: list[int] = []
    for key in keys:
        best = int(np.lexsort(key[::-1])[0])
        if best not in chosen:
            chosen.append(best)
    if most > EACH_TURN:
        # the best by each measure may be squeezes that no path on the lattice leads to
        chosen += [k for k in range(0, len(ends), max(1, len(ends) // most)) if k not in chosen]
    return [(ends.at[k], float(ends.length[k]), ends.engages[k]) for k in chosen[:most]]


def _away_from_waiting(state: Standing, i: int, ends: Ends) -> Floats:
    """Give how far each end is from the middle of those who have still to move: out of their way."""
    others = [j for j in state.waiting if j != i]
    if not others:
        return np.zeros(len(ends))
    away = ends.at - state.at[others].mean(axis=0)
    distance: Floats = np.hypot(away[:, 0], away[:, 1])
    return distance


GOALS: dict[str, tuple[str, ...]] = {
    "engage": ("targets_contacted", "enemies_engaged", "models_engaged", "models_supporting", "movement_in"),
    "tight": ("targets_contacted", "models_engaged", "enemies_engaged", "models_supporting", "movement_in"),
    "spread": ("targets_contacted", "enemies_engaged", "models_engaged", "models_supporting", "movement_in"),
    "hold": ("targets_contacted", "movement_in"),
}
"""What complete standings are compared by, first things first: counts high, movement low."""


def goal_key(state: Standing) -> tuple[float, ...]:
    """Order complete standings by the goal of their setting, best first."""
    counts = measured(state)
    return tuple(counts[name] if name == "movement_in" else -counts[name] for name in GOALS[state.setting.goal])


def measured(state: Standing) -> dict[str, float]:
    """Give what a standing measures: counts, and movement in inches."""
    question = state.setting.question
    engages = state.engages if state.engages is not None else np.zeros((state.setting.size, 0), dtype=np.bool_)
    own = np.flatnonzero(engages.any(axis=1))
    supporting = 0
    if question.rules.has("support") and len(own):
        rest = np.array([j for j in state.moved if j not in own], dtype=np.int64)
        near = within(
            state.at[rest], question.radius[rest], state.at[own], question.radius[own], question.rules.length("support")
        )
        supporting = int(near.any(axis=1).sum())
    return {
        "targets_contacted": len(state.contacted),
        "enemies_engaged": int(state.engaged_by_unit.sum()),
        # in some rules who supports fights as if in contact
        "models_engaged": len(own) + (supporting if question.rules.flag("engaged_by_support") else 0),
        "models_supporting": supporting,
        "movement_in": sum(state.lengths) / UNITS_PER_INCH,
    }


def _ranked(children: list[Child]) -> list[tuple[tuple[float, ...], Child]]:
    keyed = [(_promise(child.preview()), k, child) for k, child in enumerate(children)]
    return [(key, child) for key, _, child in sorted(keyed, key=lambda entry: entry[:2]) if key[0] < math.inf]


def _promise(state: Standing) -> tuple[float, ...]:
    """Give how good an unfinished standing is, smaller is better; inf first where it cannot be finished.

    A target not contacted needs a chain of as many models as bridge the gap from the nearest that has moved.
    """
    needed = links_missing(state)
    return (math.inf,) if needed == math.inf else (needed, *goal_key(state))


def links_missing(state: Standing) -> float:
    """Give about how many models must still move to contact all targets; inf: more than there are for one of them."""
    setting = state.setting
    if setting.is_enough(state.contacted):
        return 0.0
    needs = [_links(state, t) for t in setting.wanted if t not in state.contacted]
    need = min(needs) if setting.question.rules.flag("engage_any_target") else max(needs)
    return math.inf if need > setting.size - len(state.moved) else float(sum(needs))


def _links(state: Standing, target: int) -> int:
    """Give how many models at least must still move to contact this target, each coherent with one before it."""
    question = state.setting.question
    done = list(state.moved)
    of_target = state.setting.unit_of == target
    away = state.at[done][:, None, :] - question.foe_at[of_target][None, :, :]
    both = question.radius[done][:, None] + question.foe_radius[of_target][None, :]
    gap = float((np.hypot(away[..., 0], away[..., 1]) - both).min()) - question.engagement
    if state.setting.is_contact_first:
        return 1
    if not question.rules.flag("join_moved") and not question.rules.flag("coherency_connected"):
        return 1
    step = 2 * int(question.radius.max()) + question.coherency
    return max(1, math.ceil((gap - 1.0) / step))


def _distinct(ranked: list[tuple[tuple[float, ...], Child]], most: int, alike: int) -> list[Standing]:
    """Make the best children, at most so many, few of them alike in who has moved and whom each engages."""
    kept: list[Standing] = []
    seen: dict[tuple[frozenset[int], bytes], int] = {}
    for _, child in ranked:
        preview = child.preview()
        assert preview.engages is not None
        kind = (frozenset(preview.moved), preview.engages.tobytes())
        if seen.get(kind, 0) >= alike:
            continue
        state = child.made()
        if state is None:
            continue
        seen[kind] = seen.get(kind, 0) + 1
        kept.append(state)
        if len(kept) >= most:
            break
    return kept
