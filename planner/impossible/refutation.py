"""What a proof of impossibility hands over."""

from __future__ import annotations

from dataclasses import dataclass

from planner.world import Proof, Reason


@dataclass(frozen=True, slots=True)
class Refutation:
    """A proof that no plan exists, and why in words."""

    reason: Reason
    proof: Proof
