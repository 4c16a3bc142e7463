"""The roadmap as a networkx graph, for drawing and for cross-checks of the fast search."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from planner.kernels.paths_graph import arc_at, blocker
from planner.kernels.paths_search import tangent_from
from planner.pathing.roadmap import Roadmap
from planner.shapes import Point


def tangent_graph(roadmap: Roadmap, start: Point | None = None, ends: Iterable[Point] = ()) -> Any:
    """Give the tangent visibility graph: a `networkx.Graph`.

    Nodes are integers, with ``x``, ``y`` (units) and, on circles, ``turn`` and ``arc``; `start` and each of `ends`
    are nodes named by themselves. Edges have ``length`` (units, at deflated radii) and ``kind``: ``"tangent"``,
    ``"arc"`` or ``"start"`` (a straight way from `start` or to one of `ends`). The graph knows no sense of travel:
    a path in it may double back at a point of tangency, which is legal and never shorter.
    """
    import networkx

    graph = networkx.Graph()
    on_arc: dict[int, list[tuple[float, int]]] = {}

    def add(arc: int, place: float) -> int:
        node: int = graph.number_of_nodes()
        turn = int(roadmap.arcs[arc, 0])
        cx, cy, radius, base = (float(v) for v in roadmap.turns[turn, :4])
        angle = base + float(roadmap.arcs[arc, 1]) + place
        graph.add_node(node, x=cx + radius * math.cos(angle), y=cy + radius * math.sin(angle), turn=turn, arc=arc)
        on_arc.setdefault(arc, []).append((place, node))
        return node

    for row in roadmap.tangents.tolist():
        graph.add_edge(add(int(row[0]), row[1]), add(int(row[3]), row[4]), length=row[6], kind="tangent")
    points = ([] if start is None else [start]) + [end for end in ends if end != start]
    # the points come after all nodes of circles, so that their integers stay without a gap
    spokes = [(point, arc, place, length) for point in points for arc, place, length in _spokes(roadmap, point)]
    rims = [(point, add(arc, place), length) for point, arc, place, length in spokes]
    for point in points:
        graph.add_node(point, x=float(point[0]), y=float(point[1]))
    for point, node, length in rims:
        graph.add_edge(point, node, length=length, kind="start")
    for i, a in enumerate(points):
        for b in points[i + 1 :]:
            here, there = (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))
            if blocker(*here, *there, roadmap.limits, roadmap.bars, 0.0, -1) < 0:
                graph.add_edge(a, b, length=math.dist(a, b), kind="start")
    for arc, nodes in on_arc.items():
        turn = int(roadmap.arcs[arc, 0])
        radius, span = float(roadmap.turns[turn, 2]), float(roadmap.arcs[arc, 2])
        nodes.sort()
        for (low, one), (high, other) in pairwise(nodes):
            graph.add_edge(one, other, length=radius * (high - low), kind="arc")
        if span >= 2.0 * math.pi - 1e-12 and len(nodes) > 1:
            (low, one), (high, other) = nodes[0], nodes[-1]
            length = radius * (low + 2.0 * math.pi - high)
            # with two nodes on a circle the edge is there already, the other way round
            if not graph.has_edge(one, other) or length < graph.edges[one, other]["length"]:
                graph.add_edge(one, other, length=length, kind="arc")
    return graph


def _spokes(roadmap: Roadmap, point: Point) -> Iterator[tuple[int, float, float]]:
    """Give the free tangents from a point to the circles: arc, place on it, length."""
    px, py = float(point[0]), float(point[1])
    for turn, (cx, cy, radius) in enumerate(roadmap.turns[:, :3].tolist()):
        if roadmap.first[turn] == roadmap.first[turn + 1]:
            continue
        for sense in (1.0, -1.0):
            nx, ny, length = tangent_from(px, py, cx, cy, radius, sense)
            if length < 0.0:
                continue
            arc, place = arc_at(nx, ny, turn, roadmap.turns, roadmap.cones, roadmap.arcs, roadmap.first)
            tail = (cx + radius * nx, cy + radius * ny)
            if arc >= 0 and blocker(px, py, *tail, roadmap.limits, roadmap.bars, 0.0, -1) < 0:
                yield arc, place, length
