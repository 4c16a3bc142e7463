"""How they get there: the configuration space of a round base, shortest paths in it, and legal polylines.

Build one `Roadmap` for a unit's bases, ask it for the lengths to many ends (`reach`), and have the path to a
chosen end (`trace`). `planner.pathing.roadmap` explains the method and why its answers are proofs.
"""

from planner.pathing.faults import path_faults, path_length
from planner.pathing.graph import tangent_graph
from planner.pathing.ground import Disc, Ground, Wall, may_stand, outline
from planner.pathing.reach import Reach, reach, reach_many
from planner.pathing.ring import RingReach, reach_ring
from planner.pathing.roadmap import Roadmap, build_roadmap
from planner.pathing.trace import Trace, trace

__all__ = [
    "Disc",
    "Ground",
    "Reach",
    "RingReach",
    "Roadmap",
    "Trace",
    "Wall",
    "build_roadmap",
    "may_stand",
    "outline",
    "path_faults",
    "path_length",
    "reach",
    "reach_many",
    "reach_ring",
    "tangent_graph",
    "trace",
]
