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
from planner.impossible import Refutation, squares_of
from planner.world import Blame, Change


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is to blame, whether that is all of it, and what would help."""

    blame: tuple[Blame, ...]
    is_complete: bool
    nearest: tuple[Change, ...]


def explain(case: Case, refutation: Refutation, seed: int = 0) -> Explanation:
    """Explain a charge that `refutation` proves impossible."""
    splits = squares_of(refutation.proof)
    # where no cell was left, it is what one group cannot join: nothing that the guide sees
    guide = Guide(case, splits) if refutation.proof.facts.get("cells") else None
    words = Words(case, seed, guide=guide, splits=splits, refuted={case.groups: refutation})
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
        guide=guide,
    )
    return Explanation(blame, sets.is_complete and not words.open, nearest_changes(case, known, seed))
