"""Duels: the planner against judges and searchers that share nothing with it."""
