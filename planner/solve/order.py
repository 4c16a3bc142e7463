"""In which order the models are moved: first those whose place is free, so that a hand can follow the plan.

Friends may be passed and only the end counts (03.01, 11-17), so any order is legal; where two wait for each
other's place, the order of the unit decides.
"""

from __future__ import annotations

import networkx as nx

from planner.candidates import Ints, Question


def move_order(question: Question, ends: Ints) -> list[int]:
    """Give the models' indices in the order of moving."""
    waits = nx.DiGraph()
    waits.add_nodes_from(range(question.size))
    for i in range(question.size):
        for j in range(question.size):
            away = ends[i] - question.start[j]
            both = int(question.radius[i] + question.radius[j])
            if i != j and int(away @ away) < both * both:
                waits.add_edge(j, i)  # j leaves before i arrives
    for circle in _cycles(waits):
        waits.remove_nodes_from(circle)
    order = list(nx.lexicographical_topological_sort(waits))
    return order + [i for i in range(question.size) if i not in waits]


def _cycles(waits: nx.DiGraph) -> list[set[int]]:
    return [part for part in nx.strongly_connected_components(waits) if len(part) > 1]
