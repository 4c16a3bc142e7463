"""Charges whose models move one after another and block each other: who moves when, and where to."""

from planner.sequence.search import Breadth, measured, search, usual_breadths
from planner.sequence.setting import Setting, Standing

__all__ = ["Breadth", "Setting", "Standing", "measured", "search", "usual_breadths"]
