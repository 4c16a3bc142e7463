"""Why not: the smallest sets to blame, a sentence for each, and the nearest change that makes the charge legal.

Nothing here decides anew: every "still impossible" is a proof of `planner.impossible` for a question with less on the
table, every "it could be done" a plan that the referee passed. What is bounded is how much is asked: a set may be
larger than it need be (it says so), a change may be missed, none is wrong.
"""

from planner.explain.asking import Effort, Words, ask, is_declared
from planner.explain.blame import Group, Sets, shrunk, smallest_sets
from planner.explain.case import Case
from planner.explain.impossibility import Explanation, explain
from planner.explain.nearest import nearest_changes

__all__ = [
    "Case",
    "Effort",
    "Explanation",
    "Group",
    "Sets",
    "Words",
    "ask",
    "explain",
    "is_declared",
    "nearest_changes",
    "shrunk",
    "smallest_sets",
]
