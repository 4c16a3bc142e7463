"""The fast search against slow ones that share nothing with it: shapely, networkx, polygons instead of arcs."""

from __future__ import annotations

import math

import networkx
import numpy as np
import pytest
import shapely

from planner.pathing import build_roadmap, reach, tangent_graph
from tests.pathing.tables import R32, R_INCH, U, free_places, tight, wild

ARC = 12
"""Segments per quarter of a circle in the polygons of the reference."""


def grown(ground, radius, outside):
    """Give all obstacles grown by the radius, as polygons inside the true shapes, or outside.

    GEOS puts the vertices of a buffer on the circle, so its chords lie inside by 1 - cos(half a step).
    """
    stretch = 1 / math.cos(math.pi / 4 / ARC) if outside else 1.0
    shapes = [shapely.Point(disc.centre).buffer((disc.radius + radius) * stretch, ARC) for disc in ground.discs]
    shapes += [shapely.Polygon(wall.corners).buffer(radius * stretch, ARC) for wall in ground.polygons]
    return shapes


def reference(ground, radius, start, ends, outside):
    """Give shortest lengths on the visibility graph of polygonised obstacles: too short if inside, else too long.

    Obstacles count 1 unit thinner than the polygons whose corners are the nodes, so that a line along an edge is free;
    the outer ones are first made 2 units thicker.
    """
    nodes_at, walls_at = (radius + 2, radius + 1) if outside else (radius - 1, radius - 2)
    corners = np.concatenate([shapely.get_coordinates(shape)[:-1] for shape in grown(ground, nodes_at, outside)])
    low = np.array([nodes_at, nodes_at])
    on_board = ((corners >= low - 4) & (corners <= np.array([ground.width, ground.height]) - low + 4)).all(axis=1)
    walls = shapely.union_all(grown(ground, walls_at, outside))
    shapely.prepare(walls)
    places = np.concatenate((np.array([start]), ends, corners[on_board]))
    places = np.unique(places[~shapely.intersects_xy(walls, places)], axis=0)
    i, j = np.triu_indices(len(places), 1)
    lines = shapely.linestrings(np.stack((places[i], places[j]), axis=1))
    free = ~shapely.intersects(walls, lines)
    graph = networkx.Graph()
    graph.add_nodes_from(map(tuple, places.tolist()))
    graph.add_weighted_edges_from(
        (tuple(a), tuple(b), math.dist(a, b)) for a, b in zip(places[i[free]].tolist(), places[j[free]].tolist())
    )
    here = tuple(float(v) for v in start)
    found = networkx.single_source_dijkstra_path_length(graph, here) if here in graph else {}
    return np.array([found.get((float(x), float(y)), math.inf) for x, y in ends])


@pytest.mark.parametrize("seed", range(4))
def test_lengths_lie_between_inner_and_outer_polygons(seed):
    """A random small table, 40 ends: inner polygons are never longer than our upper, outer never shorter than lower.

    An end that we cannot reach is unreachable outside too. Could fail if a tangent or an arc is missing or false.
    """
    ground = wild(seed)
    start, *places = free_places(ground, R32, 41, seed)
    ends, budget = np.array(places), 100 * U
    found = reach(build_roadmap(ground, R32, (start,), budget), start, budget, ends)
    below, above = (reference(ground, R32, start, ends, outside) for outside in (False, True))
    assert np.isfinite(found.lower).sum() > 20
    assert (below <= found.upper + 1e-3).all()
    assert (above >= found.lower - 1e-3).all()
    known = np.isfinite(above)
    # the reference is sharp: 12 segments a quarter are off by 0.2 % of the arcs, and few gaps are in doubt
    assert np.median((above - below)[known]) < 0.02 * U


@pytest.mark.parametrize("seed", range(4))
def test_a_table_full_of_exact_touches(seed):
    """One-inch bases on a half-inch lattice: every gap is a multiple of half an inch, most things touch.

    So the way between slightly thinner obstacles is the true way, and not shorter by more than the polygons cut off.
    Could fail (too long) where an exact touch is taken for blocked; 1 % of answers did so in an engine with an epsilon.
    """
    ground = tight(seed)
    start, *places = free_places(ground, R_INCH, 61, seed, step=U // 2)
    ends, budget = np.array(places), 200 * U
    found = reach(build_roadmap(ground, R_INCH, (start,), budget), start, budget, ends)
    below = reference(ground, R_INCH, start, ends, outside=False)
    assert (np.isfinite(below) == np.isfinite(found.lower)).all()
    known = np.isfinite(below)
    assert known.sum() > 10
    assert (below[known] <= found.upper[known] + 1e-3).all()
    assert (found.lower[known] - below[known]).max() < 0.02 * U


@pytest.mark.parametrize("seed", range(6))
def test_the_fast_search_agrees_with_dijkstra_on_the_tangent_graph(seed):
    """networkx over the same tangents, with no sense of travel and no budget: the same lengths to 0.001 units."""
    ground = wild(seed, width=40, height=30, walls=14, discs=14)
    start, *places = free_places(ground, R32, 31, seed)
    roadmap = build_roadmap(ground, R32, (start,), 200 * U)
    found = reach(roadmap, start, 200 * U, np.array(places))
    graph = tangent_graph(roadmap, start, places)
    known = networkx.single_source_dijkstra_path_length(graph, start, weight="length")
    slow = np.array([known.get(place, math.inf) for place in places])
    assert np.isfinite(slow).sum() > 15
    assert (np.isfinite(slow) == np.isfinite(found.lower)).all()
    both = np.isfinite(slow)
    assert np.abs(slow[both] - found.lower[both]).max() < 1e-3


def test_the_tangent_graph_says_what_its_parts_are():
    """Nodes have coordinates, edges a length and one of three kinds; a tangent is as long as its ends are apart."""
    ground = wild(1)
    start = free_places(ground, R32, 1, 1)[0]
    graph = tangent_graph(build_roadmap(ground, R32, (start,), 60 * U), start)
    assert {kind for _, _, kind in graph.edges(data="kind")} == {"tangent", "arc", "start"}
    for a, b, edge in graph.edges(data=True):
        apart = math.hypot(graph.nodes[a]["x"] - graph.nodes[b]["x"], graph.nodes[a]["y"] - graph.nodes[b]["y"])
        if edge["kind"] == "arc":
            assert edge["length"] >= apart - 1e-6
        else:
            assert edge["length"] == pytest.approx(apart, abs=1e-6)
