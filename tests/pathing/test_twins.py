"""The kernels uncompiled: the same functions, the same verdicts."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import json
import numpy as np
from planner.kernels.jit import IS_COMPILED
from planner.pathing import build_roadmap, may_stand, reach, reach_ring, trace
from tests.pathing.tables import R32, R_INCH, U, free_places, tight, wild

out = {"compiled": IS_COMPILED, "tables": []}
for ground, radius, step in ((wild(3), R32, 127), (tight(3), R_INCH, U // 2)):
    start, *ends = free_places(ground, radius, 21, 3, step)
    roadmap = build_roadmap(ground, radius, (start,), 40 * U)
    found = reach(roadmap, start, 40 * U, np.array(ends))
    out["tables"].append({
        "lower": found.lower.tolist(),
        "upper": found.upper.tolist(),
        "paths": [trace(roadmap, start, end, 40 * U).path for end in ends],
        "rings": [reach_ring(roadmap, start, 40 * U, d.centre, d.radius + 200_000).lower for d in ground.discs],
        "standing": may_stand(ground, radius, np.array(ends) + 40_000).tolist(),
    })
print(json.dumps(out))
"""


def run(no_jit):
    environment = {**os.environ, "CHARGE_PLANNER_NO_JIT": no_jit}
    environment["PYTHONPATH"] = os.pathsep.join((os.getcwd(), environment.get("PYTHONPATH", "")))
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_without_compilation_everything_is_the_same():
    """Two small tables in a process of each kind: paths and standing equal, lengths to a millionth of a unit.

    Could fail where compiled integers wrap, or a float is contracted; overflow warnings are errors here.
    """
    slow = run("1")
    fast = run("0")
    assert not slow["compiled"]
    if not fast["compiled"]:
        pytest.skip("numba is not installed")
    for one, other in zip(slow["tables"], fast["tables"], strict=True):
        assert one["paths"] == other["paths"]
        assert one["standing"] == other["standing"]
        for key in ("lower", "upper", "rings"):
            assert one[key] == pytest.approx(other[key], abs=1e-6)
        assert sum(path is not None for path in one["paths"]) > 5
