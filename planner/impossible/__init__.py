"""Proofs that no plan exists, over the continuous table: arithmetic bounds, and targets that nobody has room to engage.

`refute` is quick and asked before any search; `refute_room` costs more and is asked when a search found nothing.
"""

from planner.impossible.arithmetic import refute, ring_lower_bound
from planner.impossible.no_room import refute_room
from planner.impossible.refutation import Refutation

__all__ = ["Refutation", "refute", "refute_room", "ring_lower_bound"]
