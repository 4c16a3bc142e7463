"""Times the planner on fixtures, each in a process of its own, warm, and prints one table.

    python tools/bench.py                      fixtures/real and a few tables, medians of 7
    python tools/bench.py FILE ... --repeats 21
    python tools/bench.py --cold               whole processes: --help, check, plan, as a person waits for them
    python tools/bench.py --proofs             proofs, odds and reasons by size, beside their bounds; --quick, --sizes

Columns are milliseconds (medians): load (file to scenario), reach (roadmaps, and path lengths of every model to the
first sites), candidates (making and sifting the sites, reach included), build (the CP-SAT model), solve
(witness, goal and duties, build included), judge (the referee), total (`plan_charge`, no file). Then
peak memory of the process and sizes: models, enemy models, terrain pieces, sites. The machine may be busy: compare
ratios of one run rather than milliseconds of two.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.timing import median_ms

HERE = Path(__file__).resolve().parent.parent
COLUMNS = ("load", "reach", "candidates", "build", "solve", "judge", "total")


def measure(file: Path, repeats: int) -> dict[str, Any]:
    """Time every stage of one scenario in this process, after one warm-up."""
    import planner
    from planner.candidates import Roadmaps, first_sites, make_question
    from planner.pathing import reach
    from planner.referee import judge
    from planner.rulesets import load_ruleset
    from planner.solve import default_limits, solve
    from planner.solve.model import assemble

    scenario = planner.load_scenario(file)
    answer = planner.plan_charge(scenario)
    row: dict[str, Any] = {"file": file.name, "verdict": answer.verdict}
    row["load"] = median_ms(repeats, lambda: planner.load_scenario(file))
    row["total"] = median_ms(repeats, lambda: planner.plan_charge(scenario))
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    # where models move in turn, the whole is one search: there are no such stages
    if answer.verdict != "ineligible" and answer.roll is not None and rules.flag("pass_friends"):
        question = make_question(scenario, rules, answer.targets, answer.roll)
        limits = default_limits(question.size)
        sites = first_sites(question, Roadmaps(question), limits.sites)

        def reach_all() -> None:
            maps = Roadmaps(question)
            for i, start in enumerate(question.starts()):
                reach(maps.of(i), start, question.roll, sites.at)

        row["reach"] = median_ms(repeats, reach_all)
        row["candidates"] = median_ms(repeats, lambda: first_sites(question, Roadmaps(question), limits.sites))
        row["build"] = median_ms(repeats, lambda: assemble(question, sites))
        maps = Roadmaps(question)
        row["solve"] = median_ms(repeats, lambda: solve(question, maps, "engage", limits)) - row["candidates"]
        row["sites"] = len(sites)
        row["enemies"] = len(question.foe_at)
    plan = answer.plan
    if plan is not None:
        row["judge"] = median_ms(repeats, lambda: judge(scenario, rules, plan))
    row["models"] = len(scenario.charger.models)
    row["pieces"] = len(scenario.terrain)
    row["targets"] = len(answer.targets)
    row["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return row


def measure_reach(repeats: int) -> dict[str, Any]:
    """Time one 32 mm base, 12 inch, 20 pieces of terrain, 30 enemies, 5000 ends: roadmap and both lengths."""
    import numpy as np

    from planner.pathing import Disc, Ground, Wall, build_roadmap, may_stand, reach

    inch, random = 127_000, np.random.default_rng(7)
    walls = []
    for k in range(20):
        x, y = 4 + 11 * (k % 5) + random.uniform(0, 3), 3 + 10 * (k // 5) + random.uniform(0, 2)
        w, h = random.uniform(1, 4), random.uniform(0.5, 3)
        corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        walls.append(Wall(tuple((int(a * inch), int(b * inch)) for a, b in corners), f"w{k}"))
    discs = [
        Disc((int(x * inch), int(y * inch)), 80_000, f"e{k}") for k, (x, y) in enumerate(random.uniform(6, 38, (30, 2)))
    ]
    ground = Ground(60 * inch, 44 * inch, tuple(discs), tuple(walls))
    points = (random.uniform(0, 1, (200_000, 2)) * [60 * inch, 44 * inch]).astype(np.int64)
    free = points[may_stand(ground, 80_000, points)]
    start = (int(free[0, 0]), int(free[0, 1]))
    near = free[((free - free[0]) ** 2).sum(axis=1) <= (12 * inch) ** 2][:5000]

    def once() -> Any:
        return reach(build_roadmap(ground, 80_000, (start,), 12 * inch), start, 12 * inch, near)

    reached = int(np.isfinite(once().upper).sum())
    return {"file": f"reach: {len(near)} ends, {reached} reached", "reach": median_ms(repeats, once)}


def cold(repeats: int) -> None:
    """Time whole processes, kernels cached."""
    table = HERE / "fixtures" / "tables" / "two_targets.json"
    command = [sys.executable, "-m", "planner"]
    planned = subprocess.run([*command, "plan", str(table), "--json"], capture_output=True, check=True, cwd=HERE)
    plan_file = Path(subprocess.run(["mktemp"], capture_output=True, check=True, text=True).stdout.strip())
    plan_file.write_bytes(planned.stdout)
    calls = {
        "--help": ["--help"],
        "check (two_targets.json)": ["check", str(table), str(plan_file)],
        "plan (two_targets.json)": ["plan", str(table)],
    }
    for name, arguments in calls.items():
        spent = median_ms(
            repeats, lambda a=arguments: subprocess.run([*command, *a], capture_output=True, check=True, cwd=HERE)
        )
        print(f"{name:30} {spent / 1000:6.2f} s")
    plan_file.unlink()


def show(rows: list[dict[str, Any]]) -> None:
    """Print the table."""
    sizes = ("peak_mb", "models", "targets", "enemies", "pieces", "sites")
    print(f"{'':32}{'verdict':>11}" + "".join(f"{c:>11}" for c in COLUMNS) + "".join(f"{c:>9}" for c in sizes))
    for row in rows:
        times = "".join(f"{row[c]:11.1f}" if c in row else f"{'':11}" for c in COLUMNS)
        counts = "".join(f"{row[c]:9.0f}" if c in row else f"{'':9}" for c in sizes)
        print(f"{row['file']:32}{row.get('verdict', ''):>11}{times}{counts}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--cold", action="store_true", help="time whole processes instead")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--reach", action="store_true", help="time the reach of one base only")
    parser.add_argument("--proofs", action="store_true", help="measure proofs, odds and reasons instead")
    parser.add_argument("--quick", action="store_true", help="with --proofs: few tables")
    parser.add_argument("--each", action="store_true", help="with --proofs: also the band with 5 s for each question")
    parser.add_argument("--sizes", type=int, nargs="+", choices=(5, 10, 20), default=[5, 10, 20], help="with --proofs")
    parser.add_argument("--find", type=int, choices=(5, 10, 20), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.proofs or arguments.find:
        from tools import bench_proofs

        if arguments.find:
            bench_proofs.find(arguments.find)
        else:
            bench_proofs.run(arguments.sizes, is_quick=arguments.quick, with_each=arguments.each)
        return
    if arguments.cold:
        cold(arguments.repeats)
        return
    if arguments.reach:
        show([measure_reach(arguments.repeats)])
        return
    files = arguments.files or [
        *sorted((HERE / "fixtures" / "real").glob("*.json")),
        HERE / "fixtures" / "tables" / "two_targets.json",
        HERE / "fixtures" / "tables" / "bridge_two_legal.json",
    ]
    if arguments.one:
        print(json.dumps(measure(files[0], arguments.repeats)))
        return
    rows = []
    for file in files:
        call = [sys.executable, __file__, str(file), "--one", "--repeats", str(arguments.repeats)]
        rows.append(
            json.loads(subprocess.run(call, capture_output=True, check=True, text=True).stdout.splitlines()[-1])
        )
    if not arguments.files:
        rows.append(measure_reach(arguments.repeats))
    show(rows)


if __name__ == "__main__":
    main()
