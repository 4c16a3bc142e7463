"""Charges whose models move one after another and block each other: who moves when, and where to."""

from planner.sequence.counter import CounterMove, counter_move
from planner.sequence.review import better_moves, least_ways
from planner.sequence.search import GOALS, Breadth, goal_key, measured, search, usual_breadths
from planner.sequence.setting import Setting, Standing, contacts_of

__all__ = [
    "GOALS",
    "Breadth",
    "CounterMove",
    "Setting",
    "Standing",
    "better_moves",
    "contacts_of",
    "counter_move",
    "goal_key",
    "least_ways",
    "measured",
    "search",
    "usual_breadths",
]
