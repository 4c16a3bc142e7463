"""What is on the table, what is asked, what is answered: frozen values, lengths in lattice units."""

from planner.world.answer import (
    Answer,
    Goal,
    Judgement,
    Move,
    Plan,
    Proof,
    Reason,
    Verdict,
    Violation,
    Witness,
    judgement_dict,
    reason_dict,
)
from planner.world.chances import Likelihood, Odds, TargetSet
from planner.world.scenario import Board, Charge, Model, Scenario, Terrain, Unit
from planner.world.why import Blame, Change, ChangeKind, Why

__all__ = [
    "Answer",
    "Blame",
    "Board",
    "Change",
    "ChangeKind",
    "Charge",
    "Goal",
    "Judgement",
    "Likelihood",
    "Model",
    "Move",
    "Odds",
    "Plan",
    "Proof",
    "Reason",
    "Scenario",
    "TargetSet",
    "Terrain",
    "Unit",
    "Verdict",
    "Violation",
    "Why",
    "Witness",
    "judgement_dict",
    "reason_dict",
]
