"""CP-SAT for a plan: the witness search, the charge model, goals, duties, and the order of moving."""

from planner.solve.duties import Better, find_better
from planner.solve.goals import GOALS, check_goal
from planner.solve.search import Limits, Solution, Tried, default_limits, find_any, find_layout, solve, solve_from

__all__ = [
    "GOALS",
    "Better",
    "Limits",
    "Solution",
    "Tried",
    "check_goal",
    "default_limits",
    "find_any",
    "find_better",
    "find_layout",
    "solve",
    "solve_from",
]
