"""How many bases it takes to join zones: the least connected sets against every set there is, on small graphs."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import numpy as np
import pytest

from planner.impossible.chain import least_joining


def least_by_all_sets(graph: nx.Graph, zones: list[set[int]], node: int, most: int) -> int:
    """Try every set of nodes with this one, smallest first."""
    others = [n for n in graph if n != node]
    for size in range(1, most + 1):
        for rest in itertools.combinations(others, size - 1):
            chosen = {node, *rest}
            if all(chosen & zone for zone in zones) and nx.is_connected(graph.subgraph(chosen)):
                return size
    return most + 1


@pytest.mark.parametrize("seed", range(12))
def test_the_least_set_that_joins_is_found(seed: int) -> None:
    dice = random.Random(seed)
    nodes, most = 9, dice.randint(2, 6)
    graph = nx.gnp_random_graph(nodes, dice.choice([0.15, 0.25, 0.4]), seed=seed)
    zones = [set(dice.sample(range(nodes), dice.randint(1, 3))) for _ in range(dice.randint(1, 4))]
    near = nx.to_numpy_array(graph, dtype=bool)
    masks = [np.array([n in zone for n in range(nodes)]) for zone in zones]
    assert least_joining(near, masks, most).tolist() == [least_by_all_sets(graph, zones, n, most) for n in range(nodes)]
