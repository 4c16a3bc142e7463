"""Order a layout: who moves when, so that everybody gets to the place it has in a final layout found without order.

The beam (`planner.sequence.search`) sees blocking and duties as they come and chains only a few links ahead; a layout
has the whole chain and knows nothing of turns. So where the beam finds nothing, layouts are followed: at its turn a
model takes its place in the layout if its way is free and its duty allows it, else the nearest end that its duty asks
for. As long as a layout is kept to, how it stands hangs only on who has moved: no set of models is tried twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from planner.candidates import Ints
from planner.sequence.first import first_choices
from planner.sequence.jointly import settle
from planner.sequence.setting import Setting, Standing, is_by_shortest_route, standing_at_start
from planner.sequence.turn import best_ends, look_over
from planner.shapes import Point

MOST_TURNS = 200
"""Turns that are tried for one layout."""
OTHER_ENDS = 2
"""Ends tried of a model that may not or cannot take its place."""


@dataclass(eq=False)
class _Walk:
    """One layout being followed: its ends (n, 2), what has been tried, and how many turns may still be."""

    setting: Setting
    ends: Ints
    left: int = MOST_TURNS
    seen: set[tuple[frozenset[int], bytes]] = field(default_factory=set)


def follow(setting: Setting, ends: Ints, first: Sequence[tuple[int, int]]) -> Standing | None:
    """Give a complete standing near these ends (n, 2) in which every target is engaged; None if none is found.

    `first`: who may move first and at which enemy model; nobody named: whoever may, anywhere.
    """
    walk = _Walk(setting, ends)
    begun = _begun(walk, first) if first else iter([standing_at_start(setting)])
    found = next((whole for start in begun if (whole := _onward(walk, start)) is not None), None)
    return found if found is None or not setting.has_duty_at_end else settle(found)


def _begun(walk: _Walk, first: Sequence[tuple[int, int]]) -> Iterator[Standing]:
    """Give the standings after the first move: to its place, or where the rules let it end that is nearest to it."""
    start = standing_at_start(walk.setting)
    for i, foe in first:
        choices = first_choices(start, i, foe)
        away = choices.at - walk.ends[i]
        near = choices.at[np.lexsort((choices.length, np.hypot(away[:, 0], away[:, 1])))[:OTHER_ENDS]]
        places = near if is_by_shortest_route(walk.setting.question.rules) else [walk.ends[i], *near]
        for place in places:
            path = start.path_to(i, place)
            if path is not None and look_over(start, i, np.array([place], dtype=np.int64))[0][0]:
                yield start.moved_along(i, path)


def _onward(walk: _Walk, standing: Standing) -> Standing | None:
    if len(standing.moved) == walk.setting.size:
        return standing if walk.setting.is_enough(standing.contacted) else None
    key = (frozenset(standing.moved), standing.at.tobytes())
    if key in walk.seen:
        return None
    walk.seen.add(key)
    for turns in (_to_places, _elsewhere):
        for i, path in turns(walk, standing):
            found = _onward(walk, standing.moved_along(i, path))
            if found is not None or walk.left <= 0:
                return found
    return None


def _to_places(walk: _Walk, standing: Standing) -> Iterator[tuple[int, tuple[Point, ...]]]:
    """Give the moves by which models take their places now."""
    for i in standing.waiting:
        walk.left -= 1
        fits, _, tier = look_over(standing, i, walk.ends[i : i + 1])
        path = standing.path_to(i, walk.ends[i]) if fits[0] else None
        if path is None:
            continue
        if walk.setting.has_duty_at_turn and standing.moved:
            best = best_ends(standing, i)
            if not len(best) or best.tier[0] < tier[0]:
                continue
        yield i, path


def _elsewhere(walk: _Walk, standing: Standing) -> Iterator[tuple[int, tuple[Point, ...]]]:
    """Give moves of models to ends that are not their places, those near to them."""
    for i in standing.waiting:
        walk.left -= 1
        best = best_ends(standing, i)
        away = best.at - walk.ends[i]
        for k in np.lexsort((best.length, np.hypot(away[:, 0], away[:, 1])))[:OTHER_ENDS]:
            path = standing.path_to(i, best.at[k])
            if path is not None:
                yield i, path
