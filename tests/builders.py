"""Tables in a line of code: lengths in inches, bases in millimetres, one lattice unit as `LU`.

A coordinate may be an int, a float or a Fraction; a Fraction of 127000ths is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import dist

from planner.rulesets import Ruleset, load_ruleset
from planner.shapes import Base, Circle, Point, Polygon, RoundBase
from planner.units import from_inches, radius_from_diameter_mm
from planner.world import Board, Charge, Model, Move, Plan, Scenario, Terrain, Unit

Inches = int | float | Fraction
Place = tuple[Inches, Inches]

LU = Fraction(1, 127_000)
"""One lattice unit, in inches."""
R32 = Fraction(80_000, 127_000)
"""The radius of a 32 mm base, in inches (0.6299...)."""
D32 = 2 * R32
"""The distance of the centres of two 32 mm bases that touch, in inches (1.2598...)."""


def lattice(place: Place) -> Point:
    """Give a place on the lattice."""
    return from_inches(place[0]), from_inches(place[1])


def unit(
    unit_id: str,
    side: str,
    places: Sequence[Place],
    mm: float = 32,
    keywords: Sequence[str] = (),
    state: Mapping[str, object] | None = None,
    base: Base | None = None,
) -> Unit:
    """Give a unit; its models are called ``<unit>1``, ``<unit>2`` ... in the order of `places`."""
    shape = base or RoundBase(radius_from_diameter_mm(mm))
    models = tuple(Model(f"{unit_id}{n}", lattice(place), shape) for n, place in enumerate(places, start=1))
    return Unit(unit_id, side, frozenset(keywords), models, dict(state or {}))


def wall(
    piece_id: str, left: Inches, bottom: Inches, right: Inches, top: Inches, kind: str = "impassable",
    height_in: Inches | None = None,
) -> Terrain:  # fmt: skip
    """Give an upright rectangle of terrain."""
    return area(piece_id, [(left, bottom), (right, bottom), (right, top), (left, top)], kind, height_in)


def area(piece_id: str, corners: Sequence[Place], kind: str = "impassable", height_in: Inches | None = None) -> Terrain:
    """Give a polygon of terrain; corners counter-clockwise."""
    height = None if height_in is None else from_inches(height_in)
    return Terrain(piece_id, kind, Polygon(tuple(lattice(c) for c in corners)), height)


def pillar(
    piece_id: str, at: Place, radius: Inches, kind: str = "impassable", height_in: Inches | None = None
) -> Terrain:
    """Give a disc of terrain."""
    height = None if height_in is None else from_inches(height_in)
    return Terrain(piece_id, kind, Circle(lattice(at), from_inches(radius)), height)


def charge(
    unit_id: str, targets: Sequence[str] | None = None, roll_in: Inches | None = None, **options: object
) -> Charge:
    """Give a question; keyword arguments beyond these are ruleset switches."""
    roll = None if roll_in is None else from_inches(roll_in)
    return Charge(unit_id, None if targets is None else tuple(targets), roll, options=options)


def table(
    width_in: Inches = 60,
    height_in: Inches = 44,
    *,
    units: Sequence[Unit],
    terrain: Sequence[Terrain] = (),
    charge: Charge | None = None,
    ruleset: str = "wh40k-11e",
) -> Scenario:
    """Give a scenario; without a charge, the first unit charges and everything else is open."""
    board = Board(from_inches(width_in), from_inches(height_in))
    return Scenario(ruleset, board, tuple(terrain), tuple(units), charge or Charge(units[0].id))


def rules_of(scenario: Scenario) -> Ruleset:
    """Give the scenario's ruleset with its switches turned."""
    return load_ruleset(scenario.ruleset).with_options(scenario.charge.options)


def plan(
    scenario: Scenario,
    ways: Mapping[str, Sequence[Place]],
    targets: Sequence[str] | None = None,
    roll_in: Inches | None = None,
) -> Plan:
    """Give a plan: for each model the places it goes to, in order (its start is put in front).

    A model that is not named stays. Targets and roll are the scenario's own unless given.
    """
    roll = scenario.charge.roll if roll_in is None else from_inches(roll_in)
    chosen = scenario.charge.targets if targets is None else tuple(targets)
    assert roll is not None, "a plan has a roll"
    assert chosen is not None, "a plan has targets"
    moves = []
    for order, model in enumerate(scenario.charger.models, start=1):
        path = (model.at, *(lattice(place) for place in ways.get(model.id, ())))
        moves.append(Move(model.id, order, path, length=sum(dist(p, q) for p, q in pairwise(path))))
    return Plan(scenario.charge.unit, chosen, roll, tuple(moves))
