"""Rules that are known, are not modelled, and could change this verdict: said, never skipped.

Errs
    Distances are taken too short, never too long: what might matter is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.errors import UnsupportedRule
from planner.rulesets import Ruleset
from planner.shapes import Circle, HullBase, Point, Polygon, RoundBase, circumradius
from planner.units import INPUT_OVERLAP_MAX, UNITS_PER_INCH, UNITS_PER_MM, in_text
from planner.wire.overlaps import to_segment
from planner.world import Model, Scenario, Terrain, Unit

STEM_RADIUS = 16 * UNITS_PER_MM
"""Radius (units) of the widest round base on which a vehicle turns for nothing."""
OVERHANG = 5 * UNITS_PER_INCH
"""How far a whole model may reach beyond its base; a file says nothing of it unless the base is a hull."""


def refuse_unmodelled(scenario: Scenario, rules: Ruleset, roll: int | None) -> None:
    """Raise `UnsupportedRule` where something that is not modelled on a flat table could change the verdict.

    Parameters
    ----------
    scenario
        The table and the question.
    rules
        The ruleset, its options turned.
    roll
        The distance (units); None: the greatest the dice can give.
    """
    distance = rules.length("greatest_roll") if roll is None else roll
    _refuse_movers(scenario, rules)
    for where, unit in _charger_then_others(scenario):
        for i, model in enumerate(unit.models):
            _refuse_base(scenario, rules, unit, model, distance, f"{where}.models[{i}].base")
    for i, piece in enumerate(scenario.terrain):
        _refuse_climb(scenario, rules, piece, distance, f"terrain[{i}]")


def _refuse_movers(scenario: Scenario, rules: Ruleset) -> None:
    """Refuse chargers that move in a way of their own: through the air, or paying for turns on the spot."""
    charger = scenario.charger
    if rules.flag("fly_over") and "FLY" in charger.keywords:
        text = f"unit {charger.id!r} can FLY: passing over models ({rules.source('fly_over')}) is not modelled yet"
        raise UnsupportedRule("fly_over", text, "charge.unit")
    wide = any(circumradius(model.base) > STEM_RADIUS for model in charger.models)
    if rules.flag("pivot_costs") and "VEHICLE" in charger.keywords and wide:
        text = f"unit {charger.id!r} pays for its first turn ({rules.source('pivot_costs')}): not modelled yet"
        raise UnsupportedRule("pivot_costs", text, "charge.unit")
    hulls = frozenset({"MONSTER", "VEHICLE"})
    if rules.flag("friendly_hulls_block") and charger.keywords & hulls and len(charger.models) > 1:
        text = f"models of {charger.id!r} may not pass each other ({rules.source('friendly_hulls_block')})"
        raise UnsupportedRule("friendly_hulls_block", f"{text}: not modelled yet", "charge.unit")


def _charger_then_others(scenario: Scenario) -> Iterator[tuple[str, Unit]]:
    """Give the units on the board with their paths in the file (whose order the scenario keeps)."""
    placed = [(f"units[{i}]", unit) for i, unit in enumerate(scenario.units)]
    yield from (entry for entry in placed if entry[1].id == scenario.charge.unit)
    yield from (entry for entry in placed if entry[1].id != scenario.charge.unit and not entry[1].is_off_board)


def _refuse_base(scenario: Scenario, rules: Ruleset, unit: Unit, model: Model, distance: int, where: str) -> None:
    frames = rules.words("hull_keywords") & unit.keywords if rules.has("hull_keywords") else frozenset()
    if isinstance(model.base, RoundBase) and not frames:
        return
    reach = distance + circumradius(model.base)
    if unit.side != scenario.charger.side:
        reach += rules.length("engagement")
    if frames and not isinstance(model.base, HullBase):
        reach += OVERHANG
    if not _may_matter(scenario, unit, model, reach):
        return
    if frames:
        text = f"model {model.id!r} of unit {unit.id!r} ({', '.join(sorted(frames))}) is measured from the whole model"
        raise UnsupportedRule("hull_keywords", f"{text} ({rules.source('hull_keywords')}): not modelled yet", where)
    shape = type(model.base).__name__.removesuffix("Base").lower()
    text = f"model {model.id!r} of unit {unit.id!r} has a base of shape {shape}: only round is modelled yet"
    raise UnsupportedRule("base_shape", text, where)


def _may_matter(scenario: Scenario, unit: Unit, model: Model, reach: int) -> bool:
    """Whether it is the charger, a target, or near enough to be run into, stood on or engaged with."""
    charger = scenario.charger
    if unit.id == charger.id or unit.id in (scenario.charge.targets or ()):
        return True
    return any(math.dist(own.at, model.at) <= reach + circumradius(own.base) + 1 for own in charger.models)


def _refuse_climb(scenario: Scenario, rules: Ruleset, piece: Terrain, distance: int, where: str) -> None:
    """Refuse where somebody who may not cross dense terrain stands in it, or might climb it within the distance."""
    if not (rules.has("dense_climb") and rules.flag("dense_climb") and piece.kind in rules.words("dense_terrain")):
        return
    charger = scenario.charger
    if charger.keywords & rules.words("dense_pass_keywords"):
        return
    if piece.height is not None and piece.height <= rules.length("dense_low"):
        return
    for model in charger.models:
        gap = _distance(model.at, piece.outline) - circumradius(model.base)
        if gap < -INPUT_OVERLAP_MAX:
            raise UnsupportedRule(
                "dense_terrain",
                f"model {model.id!r} stands in terrain {piece.id!r}, which it may not cross: leaving it "
                f"({rules.source('dense_terrain')}) is not modelled yet",
                where,
            )
        # without a height it is endless: nobody climbs that
        if piece.height is not None and max(0.0, gap - 1) + 2 * piece.height <= distance:
            text = f"model {model.id!r} could climb terrain {piece.id!r} ({in_text(piece.height)} up and down again)"
            raise UnsupportedRule(
                "dense_climb",
                f"{text}: climbing ({rules.source('dense_climb')}) is not modelled yet",
                f"{where}.height_in",
            )


def _distance(at: Point, outline: Polygon | Circle) -> float:
    """Give the distance from a point to an outline or what it encloses; 0 inside."""
    if isinstance(outline, Circle):
        return max(0.0, math.dist(at, outline.centre) - outline.radius)
    corners = outline.corners
    edges = list(zip(corners, (*corners[1:], corners[0])))
    if _is_inside(at, edges):
        return 0.0
    return min(to_segment(at, a, b) for a, b in edges)


def _is_inside(at: Point, edges: list[tuple[Point, Point]]) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times; exact in integers."""
    x, y = at
    is_inside = False
    for (ax, ay), (bx, by) in edges:
        if (ay > y) == (by > y):
            continue
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        is_inside ^= (side > 0) == (by > ay)
    return is_inside
