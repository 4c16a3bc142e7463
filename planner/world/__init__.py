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
)
from planner.world.scenario import TERRAIN_KINDS, Board, Charge, Model, Scenario, Terrain, Unit

__all__ = [
    "TERRAIN_KINDS",
    "Answer",
    "Board",
    "Charge",
    "Goal",
    "Judgement",
    "Model",
    "Move",
    "Plan",
    "Proof",
    "Reason",
    "Scenario",
    "Terrain",
    "Unit",
    "Verdict",
    "Violation",
    "Witness",
    "judgement_dict",
]
