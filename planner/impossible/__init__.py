"""Proofs that no plan exists, over the continuous table.

`refute` is quick arithmetic and asked before any search; `refute_room` and `refute_by_cells` cost more and are asked
when a search found nothing.
"""

from planner.impossible.arithmetic import refute, ring_lower_bound
from planner.impossible.bounds import goal_bounds
from planner.impossible.cells import Held, Square
from planner.impossible.no_room import refute_room
from planner.impossible.outer import Open, OuterLimits, refute_by_cells, squares_of
from planner.impossible.refutation import Refutation, Relaxation

__all__ = [
    "Held",
    "Open",
    "OuterLimits",
    "Refutation",
    "Relaxation",
    "Square",
    "goal_bounds",
    "refute",
    "refute_by_cells",
    "refute_room",
    "ring_lower_bound",
    "squares_of",
]
