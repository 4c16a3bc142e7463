"""The nearest change that makes a charge legal: a longer roll, fewer targets, something off the table.

Each is shown by a plan that the referee passed. Where minimal sets are known, only what is in all of them is tried:
any set that a change leaves whole still forbids the charge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from planner.explain.asking import QUICK, Effort, Found, ask, is_declared
from planner.explain.blame import ENEMY, FRIEND, ROLL, TERRAIN, Group, Groups
from planner.explain.case import Case
from planner.explain.guide import Guide
from planner.explain.sentences import listed
from planner.shapes import Circle, Point, Polygon
from planner.units import UNITS_PER_INCH, in_text
from planner.world import Change, Plan, Scenario, Terrain, Unit

MOST_THINGS = 4
"""Most units, and most terrain pieces, whose absence is tried where no set is known; the nearest of them."""
MOST_MODELS = 4
"""Most models whose absence is tried."""
MOST_SETS = 20
"""Most sets of targets that are tried where dropping one is not enough."""
EVERY_MODEL_COUNTS = frozenset({"cells", "no_closer", "scattered"})
"""Proofs that may fail with a model less. The others say that nobody can: so they hold for any part of the unit."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the search for blame leaves: what every minimal set has, the kinds of proofs, models that were named."""

    core: Groups
    proofs: frozenset[str] = EVERY_MODEL_COUNTS
    models: tuple[str, ...] = ()
    guide: Guide | None = None

    def may_help(self, case: Case, gone: Group) -> bool:
        """Whether leaving this group out may make the charge possible, as far as is known."""
        return gone in self.core and not (self.guide and self.guide.looks_impossible(case.groups - {gone}))


def nearest_changes(case: Case, known: Known | None, seed: int, effort: Effort | None = None) -> tuple[Change, ...]:
    """Give the single changes that make the charge legal; dropping several targets only where nothing else does.

    `known` None: no set is known (the charge may not be declared, or is undecided).
    """
    effort = effort or Effort()
    told = known or Known(case.groups)
    changes = [*_longer_roll(case, told.core, seed, effort), *_one_target_less(case, told.core, seed, QUICK)]
    changes += _one_thing_less(case, told, seed, QUICK)
    if known is not None and known.proofs <= EVERY_MODEL_COUNTS:
        changes += _one_model_less(case, known.models, seed, QUICK)
    return tuple(changes or _fewer_targets(case, seed, QUICK))


def _asked(case: Case, seed: int, effort: Effort) -> Found:
    return ask(case, seed, effort) if is_declared(case) else None


def _longer_roll(case: Case, core: Groups, seed: int, effort: Effort) -> Iterator[Change]:
    """The least whole roll, up to the greatest that the dice give."""
    if Group(ROLL) not in core:
        return
    if case.rules.has("fixed_distance"):
        yield from _higher_terrain_roll(case, seed)
        return
    greatest = case.rules.length("greatest_roll") // UNITS_PER_INCH
    open_cases: list[Case] = []
    for inches in range(case.roll // UNITS_PER_INCH + 1, greatest + 1):
        longer = replace(case, roll=inches * UNITS_PER_INCH)
        found = _asked(longer, seed, QUICK)
        if isinstance(found, Plan):
            yield _least_roll(case, longer, open_cases, seed, effort)
            return
        if found is None and is_declared(longer):
            open_cases.append(longer)


def _higher_terrain_roll(case: Case, seed: int) -> Iterator[Change]:
    """The least roll for difficult terrain above the one there was: all that dice can better at a fixed distance."""
    rolled = case.scenario.charge.terrain_roll
    for inches in range(1, 7) if rolled is not None else ():
        if inches * UNITS_PER_INCH > (rolled or 0):
            charge = replace(case.scenario.charge, terrain_roll=inches * UNITS_PER_INCH)
            if isinstance(_asked(replace(case, scenario=replace(case.scenario, charge=charge)), seed, QUICK), Plan):
                text = f"With {inches} rolled for the difficult terrain it can be done."
                yield Change("terrain_roll", text, roll=inches * UNITS_PER_INCH)
                return


def _least_roll(case: Case, longer: Case, open_cases: Sequence[Case], seed: int, effort: Effort) -> Change:
    """Say how sure it is that this roll is the least; cells are asked about lower ones only now that it matters."""
    least, still_open = longer, []
    for lower in open_cases:
        found = ask(lower, seed, effort)
        if isinstance(found, Plan):
            least = lower
            break
        if found is None:
            still_open.append(in_text(lower.roll))
    text = f"On a roll of {in_text(least.roll)} it can be done"
    if still_open:
        text += f"; whether {listed(still_open)} would do was not found out"
    elif least.roll - case.roll > UNITS_PER_INCH:
        text += "; less is proved too short"
    return Change("roll", f"{text}.", roll=least.roll)


def _one_target_less(case: Case, core: Groups, seed: int, effort: Effort) -> Iterator[Change]:
    """Leaving one target unchosen: it stays on the table, and its range is then one to keep out of."""
    if len(case.targets) < 2:
        return
    for name in case.targets:
        left = tuple(other for other in case.targets if other != name)
        if case.group_of(name) in core and isinstance(_asked(_with_targets(case, left), seed, effort), Plan):
            first = " (another primary target)" if name == case.scenario.charge.primary else ""
            text = f"Without {name} as a target, {listed(left)} can be charged{first}."
            yield Change("fewer_targets", text, target=name, targets=left)


def _with_targets(case: Case, left: tuple[str, ...]) -> Case:
    """Give the case with these targets alone; a primary target that is gone is named no more."""
    charge = case.scenario.charge
    if charge.primary is None or charge.primary in left:
        return replace(case, targets=left)
    scenario = replace(case.scenario, charge=replace(charge, targets=left, primary=None))
    return replace(case, targets=left, scenario=scenario)


def _fewer_targets(case: Case, seed: int, effort: Effort) -> Iterator[Change]:
    """The largest set of targets, two or more left out, that can be charged."""
    for size in range(len(case.targets) - 2, 0, -1):
        for left in islice(combinations(case.targets, size), MOST_SETS):
            if isinstance(_asked(_with_targets(case, left), seed, effort), Plan):
                gone = listed(name for name in case.targets if name not in left)
                yield Change(
                    "fewer_targets", f"Without {gone} as targets, {listed(left)} can be charged.", targets=left
                )
                return


def _one_thing_less(case: Case, known: Known, seed: int, effort: Effort) -> Iterator[Change]:
    """One unit or one piece of terrain off the table."""
    scenario = case.scenario
    units = [u for u in scenario.units if any(known.may_help(case, Group(kind, u.id)) for kind in (ENEMY, FRIEND))]
    for unit in sorted(units, key=lambda u: (_unit_distance(scenario, u), u.id))[:MOST_THINGS]:
        rest = tuple(other for other in scenario.units if other.id != unit.id)
        if isinstance(_asked(replace(case, scenario=replace(scenario, units=rest)), seed, effort), Plan):
            yield Change("without_unit", f"Without {unit.id} on the table it could be done.", unit=unit.id)
    pieces = [piece for piece in scenario.terrain if known.may_help(case, Group(TERRAIN, piece.id))]
    for piece in sorted(pieces, key=lambda p: (_piece_distance(scenario, p), p.id))[:MOST_THINGS]:
        left = tuple(other for other in scenario.terrain if other.id != piece.id)
        if isinstance(_asked(replace(case, scenario=replace(scenario, terrain=left)), seed, effort), Plan):
            yield Change("without_terrain", f"Without {piece.id} on the table it could be done.", terrain=piece.id)


def _one_model_less(case: Case, named: Sequence[str], seed: int, effort: Effort) -> Iterator[Change]:
    """The unit without one of its models: who is the trouble, if it is one alone."""
    models = case.scenario.charger.models
    if len(models) < 2:
        return
    for model in sorted(models, key=lambda m: (m.id not in named, -_from_targets(case, m.at), m.id))[:MOST_MODELS]:
        own = replace(case.scenario.charger, models=tuple(other for other in models if other.id != model.id))
        units = tuple(own if unit.id == own.id else unit for unit in case.scenario.units)
        if isinstance(_asked(replace(case, scenario=replace(case.scenario, units=units)), seed, effort), Plan):
            text = f"{model.id} is the trouble: the unit without it could do it."
            yield Change("without_model", text, model=model.id)


def _from_targets(case: Case, at: Point) -> float:
    return min(math.dist(at, m.at) for name in case.targets for m in case.scenario.unit(name).models)


def _unit_distance(scenario: Scenario, unit: Unit) -> float:
    own = scenario.charger.models
    return min((math.dist(m.at, n.at) for m in unit.models for n in own), default=math.inf)


def _piece_distance(scenario: Scenario, piece: Terrain) -> float:
    """Give about how near a piece is: by its middle or its corners; only an order of trying hangs on it."""
    match piece.outline:
        case Circle(centre):
            points: tuple[Point, ...] = (centre,)
        case Polygon(corners):
            points = corners
    return min(math.dist(m.at, point) for m in scenario.charger.models for point in points)
