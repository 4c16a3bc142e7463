"""What a proof of impossibility hands over."""

from __future__ import annotations

from dataclasses import dataclass

from planner.clauses import Charge
from planner.impossible.cells import Cells
from planner.world import Proof, Reason


@dataclass(frozen=True, slots=True, eq=False)
class Relaxation:
    """What was refuted: cells that cover every end, and the charge stated over them."""

    cells: Cells
    charge: Charge


@dataclass(frozen=True, slots=True)
class Refutation:
    """A proof that no plan exists, and why in words; of a proof over cells also the refuted relaxation."""

    reason: Reason
    proof: Proof
    relaxation: Relaxation | None = None
