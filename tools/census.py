"""Counts every legal plan of a tiny table twice: by brute force through the referee, and by CP-SAT.

    python tools/census.py fixtures/census/*.json [--pitch 0.5] [--show]

On a coarse lattice the set of plans is finite and small. The referee judges every assignment of points to models
(each with the pathfinder's own path, and with every better point of every model as a witness against it); CP-SAT
lists what its model allows. The two sets must be the same: if not, the rule text decides who errs, and
``--show`` prints the differing plans with what the referee says of them.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

import planner
from planner.candidates import Ints, Question, Roadmaps, Sites, make_question, no_sites, survey
from planner.pathing import may_stand, trace
from planner.referee import judge
from planner.rulesets import Ruleset, load_ruleset
from planner.shapes import Point
from planner.solve.alone import every_assignment
from planner.units import UNITS_PER_INCH
from planner.world import Move, Plan, Scenario, Witness

Ends = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """What the two sides found: sets of ends, in the order of the unit's models."""

    by_referee: frozenset[Ends]
    by_cpsat: frozenset[Ends]

    @property
    def agree(self) -> bool:
        return self.by_referee == self.by_cpsat


def census(scenario: Scenario, pitch_in: float = 0.5) -> Count:
    """Count one table. The scenario must name its targets and its roll."""
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    assert scenario.charge.targets is not None, "a census needs targets"
    assert scenario.charge.roll is not None, "a census needs a roll"
    question = make_question(scenario, rules, scenario.charge.targets, scenario.charge.roll)
    maps = Roadmaps(question)
    points = lattice(question, pitch_in)
    return Count(_by_referee(scenario, rules, question, maps, points), _by_cpsat(question, maps, points))


def lattice(question: Question, pitch_in: float) -> Ints:
    """Give the lattice points that somebody reaches as the crow flies, starts included."""
    pitch = round(pitch_in * UNITS_PER_INCH)
    low = question.start.min(axis=0) - question.roll
    high = question.start.max(axis=0) + question.roll
    xs, ys = (np.arange(-(-low[k] // pitch), high[k] // pitch + 1) * pitch for k in range(2))
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    return np.unique(np.concatenate([grid, question.start]), axis=0)


def _by_cpsat(question: Question, maps: Roadmaps, points: Ints) -> frozenset[Ends]:
    sites: Sites = no_sites(question)
    for radius in question.radii():
        sites = sites.join(survey(question, maps, radius, points))
    if not len(sites):
        return frozenset()
    return frozenset(
        tuple((int(sites.at[s, 0]), int(sites.at[s, 1])) for s in chosen)
        for chosen in every_assignment(question, sites)
    )


def _by_referee(
    scenario: Scenario, rules: Ruleset, question: Question, maps: Roadmaps, points: Ints
) -> frozenset[Ends]:
    """Judge every assignment; only walls and the roll are left to the pathfinder, the rest is the referee's."""
    choices = [_paths(question, maps, i, points) for i in range(question.size)]
    found = set()
    for ends in product(*(sorted(paths) for paths in choices)):
        plan = _plan(question, [choices[i][end] for i, end in enumerate(ends)])
        if not judge(scenario, rules, plan).legal:
            continue
        witnesses = [
            Witness(question.names[i], path)
            for i, paths in enumerate(choices)
            for end, path in paths.items()
            if end != ends[i]
        ]
        if judge(scenario, rules, plan, witnesses).legal:
            found.add(ends)
    return frozenset(found)


def _paths(question: Question, maps: Roadmaps, i: int, points: Ints) -> dict[Point, tuple[Point, ...]]:
    """Give a path for each lattice point that model i reaches and may stand on by itself."""
    start = question.starts()[i]
    radius = int(question.radius[i])
    paths = {}
    for x, y in points[may_stand(question.ground, radius, points)]:
        path = trace(maps.of(i), start, (int(x), int(y)), question.roll).path
        if path is not None:
            paths[int(x), int(y)] = path
    return paths


def _plan(question: Question, paths: list[tuple[Point, ...]]) -> Plan:
    moves = tuple(Move(name, k + 1, path) for k, (name, path) in enumerate(zip(question.names, paths)))
    return Plan(question.scenario.charge.unit, question.targets, question.roll, moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--pitch", type=float, default=0.5, help="lattice pitch in inches")
    parser.add_argument("--show", action="store_true", help="print plans on which the two differ")
    arguments = parser.parse_args()
    differ = 0
    for file in arguments.files:
        count = census(planner.load_scenario(file), arguments.pitch)
        mark = "" if count.agree else "  DIFFER"
        print(f"{file.name:36} referee {len(count.by_referee):6}  CP-SAT {len(count.by_cpsat):6}{mark}", flush=True)
        differ += not count.agree
        if arguments.show:
            for ends in sorted(count.by_referee ^ count.by_cpsat)[:10]:
                side = "referee only" if ends in count.by_referee else "CP-SAT only"
                print("   ", side, [(round(x / UNITS_PER_INCH, 4), round(y / UNITS_PER_INCH, 4)) for x, y in ends])
    raise SystemExit(1 if differ else 0)


if __name__ == "__main__":
    main()
