"""Where models may end: the question as arrays, and sites that are legal by themselves."""

from planner.candidates.question import Floats, Ints, Question, blocks_end, blocks_path, make_question
from planner.candidates.sites import (
    CLOSER_BY,
    ROUNDING,
    Sites,
    Terrainmap,
    first_sites,
    footing_rims,
    is_closer,
    near_sites,
    no_sites,
    rims,
    spread,
    stand,
    survey,
    zone,
)

__all__ = [
    "CLOSER_BY",
    "ROUNDING",
    "Floats",
    "Ints",
    "Question",
    "Sites",
    "Terrainmap",
    "blocks_end",
    "blocks_path",
    "first_sites",
    "footing_rims",
    "is_closer",
    "make_question",
    "near_sites",
    "no_sites",
    "rims",
    "spread",
    "stand",
    "survey",
    "zone",
]
