"""Lengths in sentences for a player."""

from __future__ import annotations

from planner.units import UNITS_PER_INCH


def told_apart(measured: float, allowed: float) -> tuple[str, str]:
    """Write two lengths (units) with as many decimals as it takes to see that they differ.

    Four decimals usually do; a lattice unit shows at six. Lengths that agree in nine are written alike.
    """
    for decimals in range(4, 10):
        texts = [_inches(value, decimals) for value in (measured, allowed)]
        if texts[0] != texts[1]:
            break
    return texts[0], texts[1]


def _inches(value: float, decimals: int) -> str:
    return f"{value / UNITS_PER_INCH + 0.0:.{decimals}f}".rstrip("0").rstrip(".") + '"'


def depth(clearance: float) -> str:
    """Write how deep an overlap is, from a clearance (units) that is negative or rounds to nothing."""
    deep, nothing = told_apart(max(-clearance, 0.0), 0.0)
    return "a hair" if deep == nothing else deep


def listed(names: tuple[str, ...]) -> str:
    """Write names as a person would: "a, b and c"."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
