"""Neutral clauses: a formula that no solver owns, and what a charge asks, stated in it."""

from planner.clauses.charge import Charge, Places, one_group_clauses, state_charge
from planner.clauses.formula import Formula, negated

__all__ = ["Charge", "Formula", "Places", "negated", "one_group_clauses", "state_charge"]
