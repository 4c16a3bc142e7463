"""Without numba the kernels are plain Python: slower, and the same verdicts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TABLES = ("one_model", "gap_over_the_roll", "slot_exact", "slot_narrow", "cannot_end_closer", "bridge_two_legal",
          "bridge_two_impossible", "joint_duty")  # fmt: skip
PROGRAM = f"""
import json, sys
import planner
from planner.kernels.jit import IS_COMPILED

found = {{}}
for name in {TABLES!r}:
    answer = planner.plan_charge(planner.load_scenario(f"fixtures/tables/{{name}}.json"))
    found[name] = {{key: value for key, value in answer.to_dict().items() if key != "elapsed_s"}}
print(json.dumps({{"compiled": IS_COMPILED, "numba": "numba" in sys.modules, "answers": found}}))
"""


def answers(no_jit: str) -> dict[str, Any]:
    environment = {**os.environ, "CHARGE_PLANNER_NO_JIT": no_jit}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_plain_python_answers_the_same() -> None:
    """Eight small tables in a process of each kind: the same verdicts, and plans for the same; numba is not touched.

    A kernel that leans on what only numba does (wrapping, unchecked indices) would fail, or answer otherwise.
    """
    slow, fast = answers("1"), answers("0")
    assert not slow["compiled"]
    assert not slow["numba"]
    assert fast["compiled"] == fast["numba"]
    assert set(slow["answers"]) == set(fast["answers"]) == set(TABLES)
    for name in TABLES:
        assert slow["answers"][name]["verdict"] == fast["answers"][name]["verdict"], name
    verdicts = {answer["verdict"] for answer in slow["answers"].values()}
    assert verdicts == {"legal", "impossible", "ineligible"}
