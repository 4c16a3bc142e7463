"""Asks tables whose verdict arithmetic fixes, shrunk and grown about the threshold: by 0.01 inch and by one unit.

    python tools/thresholds.py [--count 1000] [--seed 0]

Families: bridges of one, two and three models between two targets (the chain), four to six models at the 9 inch span, a
slot in a wall as wide as the base, and a target at the gap of the roll. No false answer is allowed anywhere;
"undecided" only at one unit, where the lattice itself may have no plan.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import planner
from planner.shapes import Point, Polygon, RoundBase
from planner.units import UNITS_PER_INCH, radius_from_diameter_mm
from planner.world import Board, Charge, Model, Scenario, Terrain, Unit

INCH = UNITS_PER_INCH
BASES_MM = (25, 28.5, 32, 40, 50, 60)
STEPS = (-INCH // 100, -1, 0, 1, INCH // 100)
ENGAGEMENT, COHERENCY, SPAN = 2 * INCH, 2 * INCH, 9 * INCH


@dataclass(frozen=True, slots=True)
class Case:
    """A table, the verdict that its sum gives, and by how many units it is off the threshold."""

    family: str
    scenario: Scenario
    verdict: str
    step: int


def cases(seed: int) -> Iterator[Case]:
    """Give endless cases, the same for the same seed."""
    dice = Random(seed)
    while True:
        for family in (bridge, span, slot, gap):
            for step in STEPS:
                yield family(dice, step)


def _unit(name: str, side: str, radius: int, places: list[Point]) -> Unit:
    models = tuple(Model(f"{name}{k + 1}", place, RoundBase(radius)) for k, place in enumerate(places))
    return Unit(name, side, frozenset({"INFANTRY"}), models)


def _table(units: list[Unit], targets: tuple[str, ...], roll: int, terrain: tuple[Terrain, ...] = ()) -> Scenario:
    board = Board(60 * INCH, 44 * INCH)
    return Scenario("wh40k-11e", board, terrain, tuple(units), Charge("us", targets, roll))


def bridge(dice: Random, step: int) -> Case:
    """A chain of 1 to 3 models of radius r between two targets: the widest gap is 2E + 2rn + C(n - 1)."""
    count = dice.randint(1, 3)
    return _between(dice, count, step, lambda r: 2 * ENGAGEMENT + 2 * r * count + COHERENCY * (count - 1), "bridge")


def span(dice: Random, step: int) -> Case:
    """Four to six models: two engage, at most the span apart, the others stand with them. Widest 2E + 4r + S."""
    return _between(dice, dice.randint(4, 6), step, lambda r: 2 * ENGAGEMENT + 4 * r + SPAN, "span")


def _between(dice: Random, count: int, step: int, widest: Callable[[int], int], family: str) -> Case:
    radius = radius_from_diameter_mm(dice.choice(BASES_MM[:4]))
    other = radius_from_diameter_mm(dice.choice(BASES_MM))
    apart = widest(radius) + step + 2 * other
    is_upright = dice.random() < 0.5

    def place(along: int, across: int) -> Point:
        x, y = (across, along) if is_upright else (along, across)
        return (30 * INCH + x, 22 * INCH + y)

    low = -(apart // 2)
    targets = [_unit("a", "B", other, [place(low, 0)]), _unit("b", "B", other, [place(low + apart, 0)])]
    pitch = 2 * radius + INCH // 4
    back = -(other + radius + ENGAGEMENT + INCH)
    starts = [place(pitch * k - pitch * (count - 1) // 2, back) for k in range(count)]
    scenario = _table([_unit("us", "A", radius, starts), *targets], ("a", "b"), 12 * INCH)
    return Case(family, scenario, "legal" if step <= 0 else "impossible", step)


def slot(dice: Random, step: int) -> Case:
    """A wall across the board with a slot 2r + step wide: through it or not at all."""
    radius = radius_from_diameter_mm(dice.choice(BASES_MM))
    other = radius_from_diameter_mm(dice.choice(BASES_MM))
    x, y = dice.randint(20, 40) * INCH, dice.randint(15, 30) * INCH
    thick = dice.choice((INCH // 2, INCH, 2 * INCH))
    low = y - radius
    high = low + 2 * radius + step
    walls = (
        Terrain("s", "impassable", Polygon(((x, 0), (x + thick, 0), (x + thick, low), (x, low))), None),
        Terrain(
            "n", "impassable", Polygon(((x, high), (x + thick, high), (x + thick, 44 * INCH), (x, 44 * INCH))), None
        ),
    )
    start = (x - radius - INCH, y)
    goal = (x + thick + 2 * radius + other + 4 * INCH, y)
    units = [_unit("us", "A", radius, [start]), _unit("t", "B", other, [goal])]
    return Case("slot", _table(units, ("t",), 12 * INCH, walls), "legal" if step >= 0 else "impossible", step)


def gap(dice: Random, step: int) -> Case:
    """A target whose straight gap is the roll and a step: it may be chosen or not, whatever could be engaged."""
    radius = radius_from_diameter_mm(dice.choice(BASES_MM))
    other = radius_from_diameter_mm(dice.choice(BASES_MM))
    roll = dice.randint(3, 12) * INCH
    start = (dice.randint(10, 20) * INCH, dice.randint(10, 30) * INCH)
    goal = (start[0] + radius + other + roll + step, start[1])
    units = [_unit("us", "A", radius, [start]), _unit("t", "B", other, [goal])]
    return Case("gap", _table(units, ("t",), roll), "legal" if step <= 0 else "ineligible", step)


def judge(case: Case) -> str:
    """Give "right", "open" or "false" for what the planner says."""
    said = planner.plan_charge(case.scenario).verdict
    if said == case.verdict:
        return "right"
    return "open" if said == "undecided" else "false"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    counts: Counter[tuple[str, int, str]] = Counter()
    for _, case in zip(range(arguments.count), cases(arguments.seed)):
        counts[case.family, case.step, judge(case)] += 1
    for (family, step, word), count in sorted(counts.items()):
        print(f"{family:8} {step:+6d} units  {word:6} {count:5}")
    wrong = sum(n for (_, _, word), n in counts.items() if word == "false")
    far_open = sum(n for (_, step, word), n in counts.items() if word == "open" and abs(step) > 1)
    print(f"{arguments.count} cases: {wrong} false, {far_open} undecided beyond one unit")
    raise SystemExit(1 if wrong or far_open else 0)


if __name__ == "__main__":
    main()
