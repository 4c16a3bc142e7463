"""From a charge that is proved impossible to what is to blame and what would help."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from planner.explain.asking import Words
from planner.explain.blame import smallest_sets
from planner.explain.case import Case
from planner.explain.guide import Guide
from planner.explain.nearest import Known, nearest_changes
from planner.explain.sentences import blame_of
from planner.impossible import Refutation
from planner.world import Blame, Change

EASY_ROUNDS = 4
"""A proof over cells that took no more rounds of splitting than this is quick to make again."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is to blame, whether that is all of it, and what would help."""

    blame: tuple[Blame, ...]
    is_complete: bool
    nearest: tuple[Change, ...]


def explain(case: Case, refutation: Refutation, seed: int = 0) -> Explanation:
    """Explain a charge that `refutation` proves impossible."""
    guide = Guide(case) if refutation.proof.kind == "cells" else None
    # a proof that took many rounds hangs on little: those of its parts take as many
    attempts = 2 if int(refutation.proof.facts.get("rounds", 0)) <= EASY_ROUNDS else 1
    words = Words(case, seed, guide=guide, hard_left=attempts, refuted={case.groups: refutation})
    sets = smallest_sets(case.groups, words.is_impossible, smaller=words.smaller)
    blame = tuple(
        blame_of(case, groups, words.refutation(groups), is_minimal=words.is_shown_minimal(groups))
        for groups in sets.sets
    )
    proofs = [words.refutation(groups) for groups in sets.sets]
    known = Known(
        core=reduce(frozenset.intersection, sets.sets),
        proofs=frozenset(proof.proof.kind for proof in proofs),
        models=tuple(model for one in blame for model in one.models),
    )
    return Explanation(blame, sets.is_complete and not words.open, nearest_changes(case, known, seed))
