"""What a plan is wanted to be best at: lexicographic goals over an assignment of sites.

Among plans a single connected group comes first in every goal (a preference, so that both readings of
coherency accept the plan), then the named goal's own order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import networkx as nx
import numpy as np

from planner.candidates import Ints, Question, Sites
from planner.errors import Fault, InputError
from planner.units import UNITS_PER_INCH

Measure = Literal["models_within_close_ring", "models_engaged", "base_contacts", "enemies_engaged", "movement_in"]

GOALS: dict[str, tuple[Measure, ...]] = {
    "engage": ("models_within_close_ring", "models_engaged", "base_contacts", "movement_in"),
    "tight": ("base_contacts", "models_within_close_ring", "models_engaged", "movement_in"),
    "spread": ("enemies_engaged", "models_within_close_ring", "models_engaged", "movement_in"),
    "hold": ("movement_in",),
}
MOVEMENT_STEP = UNITS_PER_INCH // 20
"""Movement is compared in steps of a twentieth of an inch while searching."""


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """How good an assignment is: smaller is better, compared left to right."""

    groups: int
    order: tuple[int, ...]


def check_goal(goal: str) -> str:
    """Give the goal back, or raise `InputError` naming those there are."""
    if goal not in GOALS:
        raise InputError([Fault("goal", repr(goal), " or ".join(sorted(GOALS)))])
    return goal


def measure(question: Question, sites: Sites, chosen: Ints) -> dict[Measure, float]:
    """Give every measure of an assignment (movement in inches, by path)."""
    lengths = sites.length[np.arange(question.size), chosen]
    return {
        "models_within_close_ring": int((sites.ring[chosen] == 2).sum()),
        "models_engaged": int((sites.ring[chosen] >= 1).sum()),
        "base_contacts": int(sites.contacts[chosen].sum()),
        "enemies_engaged": int(engaged_enemies(question, sites)[chosen].any(axis=0).sum()),
        "movement_in": float(lengths.sum()) / UNITS_PER_INCH,
    }


def score(question: Question, sites: Sites, chosen: Ints, goal: str) -> Score:
    """Give the assignment's score under this goal."""
    measured = measure(question, sites, chosen)
    order = [
        round(measured[name] * UNITS_PER_INCH / MOVEMENT_STEP) if name == "movement_in" else -int(measured[name])
        for name in GOALS[goal]
    ]
    return Score(groups(question, sites.at[chosen]), tuple(order))


def engaged_enemies(question: Question, sites: Sites) -> np.ndarray:
    """Whether a base at site s engages target model m, bool (s, m); other enemies are never engaged."""
    away = sites.at[:, None, :] - question.foe_at[None, :, :]
    limit = sites.radius[:, None] + question.foe_radius[None, :] + question.engagement
    engaged: np.ndarray = ((away * away).sum(axis=2) <= limit * limit) & (question.foe_unit >= 0)[None, :]
    return engaged


def groups(question: Question, ends: Ints) -> int:
    """Give the number of connected groups that a unit with these ends (n, 2) forms."""
    return int(nx.number_connected_components(coherency_graph(question, ends)))


def coherency_graph(question: Question, ends: Ints) -> nx.Graph:
    """Give the graph of models within the coherency distance of each other."""
    away = ends[:, None, :] - ends[None, :, :]
    limit = question.radius[:, None] + question.radius[None, :] + question.coherency
    near = (away * away).sum(axis=2) <= limit * limit
    graph = nx.Graph()
    graph.add_nodes_from(range(len(ends)))
    graph.add_edges_from((int(a), int(b)) for a, b in zip(*np.nonzero(np.triu(near, 1))))
    return graph
