"""Geometry by shapely: are outlines valid, and an independent second look at paths. The only place that imports it."""

from planner.geometry.outlines import polygon_faults
from planner.geometry.recheck import recheck_path

__all__ = ["polygon_faults", "recheck_path"]
