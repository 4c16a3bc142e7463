"""Charges whose models move one after another and block each other: who moves when, and where to."""

from planner.sequence.counter import CounterMove, counter_move
from planner.sequence.dive import dive
from planner.sequence.first import first_movers, names_first_mover, where_first_ends
from planner.sequence.follow import follow
from planner.sequence.review import better_moves, least_ways
from planner.sequence.search import GOALS, Breadth, goal_key, measured, search, usual_breadths
from planner.sequence.setting import Setting, Standing, is_by_shortest_route, moves_of, standing_at_start
from planner.sequence.turn import ENGAGED, UNENGAGED, best_ends, first_ends
from planner.sequence.ways import (
    MOST_TERRAIN_ROLL,
    Way,
    best_plan,
    has_difficult,
    is_of,
    is_slowed,
    plugged,
    primaries,
    question_of,
    setting_of,
    ways_of,
    with_added,
)

__all__ = [
    "ENGAGED",
    "GOALS",
    "MOST_TERRAIN_ROLL",
    "UNENGAGED",
    "Breadth",
    "CounterMove",
    "Setting",
    "Standing",
    "Way",
    "best_ends",
    "best_plan",
    "better_moves",
    "counter_move",
    "dive",
    "first_ends",
    "first_movers",
    "follow",
    "goal_key",
    "has_difficult",
    "is_by_shortest_route",
    "is_of",
    "is_slowed",
    "least_ways",
    "measured",
    "moves_of",
    "names_first_mover",
    "plugged",
    "primaries",
    "question_of",
    "search",
    "setting_of",
    "standing_at_start",
    "usual_breadths",
    "ways_of",
    "where_first_ends",
    "with_added",
]
