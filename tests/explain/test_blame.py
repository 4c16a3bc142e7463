"""The search for smallest sets, on made-up words: against every subset of a small universe."""

from __future__ import annotations

from itertools import chain, combinations

from hypothesis import given
from hypothesis import strategies as st

from planner.explain.blame import COHERENCY, ENEMY, FRIEND, ROLL, TARGET, TERRAIN, Group, Groups, shrunk, smallest_sets

UNIVERSE = frozenset(
    [
        *(Group(FRIEND, name) for name in "fg"),
        *(Group(TERRAIN, name) for name in "wx"),
        Group(ENEMY, "s"),
        Group(COHERENCY),
        Group(TARGET, "t"),
        Group(ROLL),
    ]
)


class Oracle:
    """Impossible is what contains one of these sets; counts how often it is asked."""

    def __init__(self, reasons: list[Groups]) -> None:
        self.reasons = reasons
        self.asks = 0

    def __call__(self, groups: Groups) -> bool:
        self.asks += 1
        return any(reason <= groups for reason in self.reasons)

    def minimal(self) -> set[Groups]:
        """Give the minimal impossible sets by looking at every subset of the universe."""
        every = chain.from_iterable(combinations(sorted(UNIVERSE), size) for size in range(len(UNIVERSE) + 1))
        impossible = [frozenset(some) for some in every if any(r <= frozenset(some) for r in self.reasons)]
        return {one for one in impossible if not any(other < one for other in impossible)}


reasons = st.lists(st.sets(st.sampled_from(sorted(UNIVERSE)), min_size=1, max_size=5).map(frozenset), max_size=4)


@given(reasons)
def test_every_set_is_minimal_and_all_are_found(stated: list[Groups]) -> None:
    """Up to four reasons among eight groups: exactly the minimal ones come back, each once, the smallest first."""
    oracle = Oracle(stated)
    found = smallest_sets(UNIVERSE, oracle, most=5, tries=10_000)
    assert found.is_complete
    assert set(found.sets) == oracle.minimal()
    assert [len(one) for one in found.sets] == sorted(len(one) for one in found.sets)
    assert len(found.sets) == len(set(found.sets))


@given(reasons)
def test_with_few_tries_what_is_found_is_still_minimal(stated: list[Groups]) -> None:
    """One try beyond the first set: no more than two sets, all minimal; none left out is said to be all."""
    oracle = Oracle(stated)
    found = smallest_sets(UNIVERSE, oracle, tries=1)
    assert set(found.sets) <= oracle.minimal()
    assert len(found.sets) <= 2
    assert not found.is_complete or set(found.sets) == oracle.minimal()


def test_nothing_is_to_blame_where_nothing_is_impossible() -> None:
    """A word that never says impossible: no set, and that is all of them; one question is enough to know."""
    oracle = Oracle([])
    assert smallest_sets(UNIVERSE, oracle).sets == ()
    assert oracle.asks == 1


def test_the_telling_survives() -> None:
    """Wall w or coherency, each with t: the one set that is shrunk to names coherency, as walls are left out first."""
    oracle = Oracle(
        [frozenset({Group(TARGET, "t"), Group(kind, name)}) for kind, name in ((TERRAIN, "w"), (COHERENCY, ""))]
    )
    assert shrunk(UNIVERSE, oracle) == {Group(TARGET, "t"), Group(COHERENCY)}


def test_whole_kinds_go_at_once() -> None:
    """Sixty walls that do not matter cost one question, not sixty: at most two per kind and one per group kept."""
    walls = [Group(TERRAIN, f"w{k}") for k in range(60)]
    oracle = Oracle([frozenset({Group(TARGET, "t"), Group(ROLL)})])
    assert shrunk(UNIVERSE | frozenset(walls), oracle) == {Group(TARGET, "t"), Group(ROLL)}
    assert oracle.asks < 10


def test_a_quicker_part_is_gone_on_from() -> None:
    """What `smaller` gives is shrunk instead: with the part that has only x in it, the set about x is found first."""
    about_w, about_x = (frozenset({Group(TERRAIN, name)}) for name in "wx")
    found = smallest_sets(UNIVERSE, Oracle([about_w, about_x]), tries=0, smaller=lambda groups: about_x)
    assert found.sets == (about_x,)
    assert not found.is_complete
