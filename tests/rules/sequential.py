"""Tables where models move one after another: bases of 1", places around (20, 20), plans as a list of turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import cos, dist, radians, sin

from planner.referee import judge
from planner.units import from_inches
from planner.world import Judgement, Move, Plan, Scenario, Terrain, Unit, Witness
from tests.builders import Inches, Place, charge, lattice, rules_of, table, unit

Way = Sequence[Place]
Turns = Sequence[tuple[str, Way]]
ORIGIN = 20
"""The ruling cases count from here, so that nothing of them is near an edge."""


def placed(place: Place) -> Place:
    """Give a place of a ruling case on the board."""
    return place[0] + ORIGIN, place[1] + ORIGIN


def squad(unit_id: str, side: str, places: Sequence[Place], *keywords: str, **state: object) -> Unit:
    """Give a unit on bases of 1"; its models are called ``<unit>1``, ``<unit>2`` ..."""
    return unit(unit_id, side, [placed(p) for p in places], 25.4, keywords, state)


def around(centre: Place, degrees: float) -> Place:
    """Give where a base of 1" touches another one, seen from it: one lattice unit of gap, rounded."""
    reach = 1 + 1 / 127_000
    x, y = centre[0] + reach * cos(radians(degrees)), centre[1] + reach * sin(radians(degrees))
    return Fraction(round(x * 127_000), 127_000), Fraction(round(y * 127_000), 127_000)


def field(
    *units: Unit,
    targets: Sequence[str],
    reach: Inches = 6,
    ruleset: str = "wh40k-3e-trial",
    terrain: Sequence[Terrain] = (),
    **options: object,
) -> Scenario:
    """Give a table; the first unit charges, the first target is the primary one."""
    asked = replace(charge(units[0].id, targets, reach, **options), primary=targets[0] if targets else None)
    return table(60, 44, units=units, terrain=terrain, charge=asked, ruleset=ruleset)


def path_of(scenario: Scenario, model: str, way: Way) -> tuple[tuple[int, int], ...]:
    """Give a model's path: from where it stands along these places."""
    starts = {m.id: m.at for m in scenario.charger.models}
    return (starts[model], *(lattice(placed(p)) for p in way))


def moves_of(scenario: Scenario, turns: Turns) -> tuple[Move, ...]:
    """Give moves in this order; models without a turn stay and come last."""
    left = [m.id for m in scenario.charger.models if m.id not in dict(turns)]
    moves = []
    for order, (model, way) in enumerate([*turns, *((m, ()) for m in left)], start=1):
        path = path_of(scenario, model, way)
        moves.append(Move(model, order, path, length=sum(dist(p, q) for p, q in pairwise(path))))
    return tuple(moves)


def plan_of(
    scenario: Scenario, turns: Turns, terrain_roll: Inches | None = None, declaration: Turns | None = None
) -> Plan:
    """Give a plan on the scenario's own targets, primary and distance."""
    asked = scenario.charge
    assert asked.roll is not None, "a plan has a distance"
    return Plan(
        asked.unit,
        asked.targets or (),
        asked.roll,
        moves_of(scenario, turns),
        asked.primary,
        None if terrain_roll is None else from_inches(terrain_roll),
        () if declaration is None else moves_of(scenario, declaration),
    )


def judged(
    scenario: Scenario,
    turns: Turns,
    better: Turns = (),
    *,
    terrain_roll: Inches | None = None,
    declaration: Turns | None = None,
    least_ways: Mapping[tuple[str, str], Inches] | None = None,
) -> Judgement:
    """Judge the turns; `better` holds witnesses: ways of single models, several of one model if need be."""
    witnesses = [Witness(model, path_of(scenario, model, way)) for model, way in better]
    told = {pair: from_inches(least) for pair, least in (least_ways or {}).items()}
    made = plan_of(scenario, turns, terrain_roll, declaration)
    return judge(scenario, rules_of(scenario), made, witnesses, told)


def broken(
    scenario: Scenario,
    turns: Turns,
    better: Turns = (),
    *,
    terrain_roll: Inches | None = None,
    declaration: Turns | None = None,
    least_ways: Mapping[tuple[str, str], Inches] | None = None,
) -> set[str]:
    """Give the ruleset keys that the turns break; empty: they are legal."""
    found = judged(scenario, turns, better, terrain_roll=terrain_roll, declaration=declaration, least_ways=least_ways)
    keys = {v.rule for v in found.violations}
    assert found.legal == (not keys)
    return keys
