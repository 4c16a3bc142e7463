"""The smallest sets to blame, from a word on any set: a pure search that knows no tables.

A word is a function on sets of groups that says whether these alone make the charge impossible. More groups never make
it possible, so from a set that is impossible groups can be left out one after the other until none can: what is left
is minimal. Further sets avoid one group of each set that is known (Reiter, 1987: every minimal set is found by leaving
out some hitting set of the others).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

FRIEND, TERRAIN, RANGE, ENEMY, CLOSER, COHERENCY, TARGET, ROLL = range(8)
"""Kinds, the boring first: what is tried first is left out first, so that the telling things survive.

An enemy that is no target is two groups: its bases (ENEMY), and the engagement range about them (RANGE).
"""


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """Something that may be to blame: its kind, and the id of the unit or terrain piece where it is one."""

    kind: int
    name: str = ""


Groups = frozenset[Group]
IsImpossible = Callable[[Groups], bool]


@dataclass(frozen=True, slots=True)
class Sets:
    """Minimal sets, smallest first; `is_complete`: there are no others by this word."""

    sets: tuple[Groups, ...]
    is_complete: bool


def smallest_sets(
    groups: Iterable[Group],
    is_impossible: IsImpossible,
    most: int = 3,
    tries: int = 24,
    smaller: Callable[[Groups], Groups] = lambda groups: groups,
) -> Sets:
    """Give minimal sets that `is_impossible` says are impossible; none if all groups together are not.

    Parameters
    ----------
    most
        No more sets than this.
    tries
        No more starting points (sets that avoid one group of each known set) than this.
    smaller
        Gives of an impossible set a part that is impossible too, and quicker to go on from.
    """
    universe = frozenset(groups)
    if not is_impossible(universe):
        return Sets((), is_complete=True)
    found = [shrunk(smaller(universe), is_impossible)]
    tried: set[Groups] = set()
    while True:
        fresh = next((avoided for avoided in _hitting_sets(found) if avoided not in tried), None)
        if fresh is None:
            return Sets(_sorted(found), is_complete=True)
        if len(found) >= most or len(tried) >= tries:
            return Sets(_sorted(found), is_complete=False)
        tried.add(fresh)
        if is_impossible(universe - fresh):
            found.append(shrunk(smaller(universe - fresh), is_impossible))


def shrunk(groups: Groups, is_impossible: IsImpossible) -> Groups:
    """Give a minimal impossible part of an impossible set: the boring are left out first, whole kinds at once."""
    kept = groups
    for _, kind in groupby(sorted(groups), key=lambda group: group.kind):
        kept = _without(kept, tuple(kind), is_impossible)
    return kept


def _without(kept: Groups, chunk: Sequence[Group], is_impossible: IsImpossible) -> Groups:
    """Leave out all of a chunk, or else as much of each half as can be spared."""
    if is_impossible(kept - frozenset(chunk)):
        return kept - frozenset(chunk)
    if len(chunk) == 1:
        return kept
    middle = len(chunk) // 2
    for half in (chunk[:middle], chunk[middle:]):
        kept = _without(kept, half, is_impossible)
    return kept


def _hitting_sets(found: Sequence[Groups]) -> list[Groups]:
    """Give the minimal sets that have a group of each, smallest first (Berge: one set after the other)."""
    hits: set[Groups] = {frozenset()}
    for groups in found:
        wider = {hit if hit & groups else hit | {group} for hit in hits for group in groups}
        hits = {hit for hit in wider if not any(other < hit for other in wider)}
    return sorted(hits, key=lambda hit: (len(hit), sorted(hit)))


def _sorted(found: Sequence[Groups]) -> tuple[Groups, ...]:
    return tuple(sorted(found, key=lambda groups: (len(groups), sorted(groups))))
