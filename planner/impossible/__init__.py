"""Proofs that no plan exists: exact arithmetic bounds."""

from planner.impossible.arithmetic import Refutation, refute, ring_lower_bound

__all__ = ["Refutation", "refute", "ring_lower_bound"]
