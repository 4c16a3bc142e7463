"""Cliques that cover conflicts: all of them, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from planner.kernels.cliques import clique_cover


def cover(at: np.ndarray, conflict: np.ndarray) -> list[set[int]]:
    pairs = np.ascontiguousarray(np.argwhere(np.triu(conflict)))
    middle = (at[pairs[:, 0]] + at[pairs[:, 1]]) / 2
    members, ends = clique_cover(conflict, pairs, middle, at)
    starts = [0, *ends[:-1].tolist()]
    return [set(members[a:b].tolist()) for a, b in zip(starts, ends.tolist())]


@pytest.mark.parametrize(("seed", "wide"), [(0, 0.5), (1, 1.0), (2, 2.0), (3, 9.0)])
def test_exactly_the_conflicts_are_covered(seed: int, wide: float) -> None:
    """A pair left out lets bases overlap, one too many forbids a plan: from sparse to all against all."""
    at = np.random.default_rng(seed).uniform(0, 6, (60, 2))
    conflict = (np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) < wide) & ~np.eye(60, dtype=bool)
    cliques = cover(at, conflict)
    covered = np.zeros_like(conflict)
    for clique in cliques:
        assert len(clique) >= 2
        for a in clique:
            for b in clique - {a}:
                covered[a, b] = True
    assert (covered == conflict).all()
    assert len(cliques) <= np.triu(conflict).sum()


def test_a_row_and_a_crowd() -> None:
    """Three in a row where only neighbours conflict make two cliques; three in a heap make one."""
    at = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    row = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    assert sorted(map(sorted, cover(at, row))) == [[0, 1], [1, 2]]
    assert cover(at, ~np.eye(3, dtype=bool)) == [{0, 1, 2}]


def test_more_cliques_than_the_room_that_was_set_aside() -> None:
    """A graph without triangles needs a clique per pair: half of 40 against the other half is 400 pairs of 2."""
    at = np.random.default_rng(4).uniform(0, 1, (40, 2))
    conflict = np.zeros((40, 40), dtype=bool)
    conflict[:20, 20:] = conflict[20:, :20] = True
    assert len(cover(at, conflict)) == 400


def test_nothing_to_cover() -> None:
    """No conflict, no clique."""
    nothing = np.zeros((0, 2), dtype=np.int64)
    members, ends = clique_cover(np.zeros((3, 3), dtype=bool), nothing, np.zeros((0, 2)), np.zeros((3, 2)))
    assert len(members) == len(ends) == 0
