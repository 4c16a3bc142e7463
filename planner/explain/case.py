"""A charge as it stands, and with some of what forbids it left out.

Everything that may be to blame is a group (`planner.explain.blame`); leaving groups out gives a question that is
easier in truth: whatever plan the charge has, the relaxed one has. So a proof that the relaxed one is impossible shows
that the groups kept are enough to forbid the charge. Own bases that may not overlap and the edge are always there.

An enemy that is no target may be left with its bases and without its range: pillars then stand for its bases.
A target that is left out is taken off the table, and its range and its duty with it. But it was also somebody to end
closer to, so "ends closer" is left out with any target: it stands only where all targets do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from planner.explain.blame import CLOSER, COHERENCY, ENEMY, FRIEND, RANGE, ROLL, TARGET, TERRAIN, Group, Groups
from planner.rulesets import Ruleset
from planner.shapes import Circle, RoundBase
from planner.units import UNITS_PER_INCH
from planner.world import Scenario, Terrain

NO_LIMIT = 300 * UNITS_PER_INCH
"""Longer than any way on a table (two boards' edges and back), and short enough that its square is exact in a float."""


@dataclass(frozen=True)
class Case:
    """One question: who charges whom how far, under which rules (options turned).

    A primary target that is none of the targets is forgotten: then any of them may be it.
    """

    scenario: Scenario
    rules: Ruleset
    targets: tuple[str, ...]
    roll: int

    def __post_init__(self) -> None:
        charge = self.scenario.charge
        if charge.primary is not None and charge.primary not in self.targets:
            forgetful = replace(self.scenario, charge=replace(charge, primary=None))
            object.__setattr__(self, "scenario", forgetful)

    @cached_property
    def groups(self) -> Groups:
        """Everything that may be to blame here."""
        rules, scenario = self.rules, self.scenario
        found = [Group(FRIEND, unit.id) for unit in scenario.friends if rules.flag("end_clear")]
        found += [Group(TERRAIN, piece.id) for piece in scenario.terrain if self._hinders(piece)]
        others = [unit.id for unit in scenario.enemies if unit.id not in self.legal_targets]
        found += [Group(ENEMY, name) for name in others]
        found += [Group(RANGE, name) for name in others if self._keeps_off]
        found += [self.group_of(name) for name in self.legal_targets]
        if rules.flag("ends_closer"):
            found.append(Group(CLOSER))
        if len(scenario.charger.models) > 1:
            found.append(Group(COHERENCY))
        if self.roll < NO_LIMIT:
            found.append(Group(ROLL))
        return frozenset(found)

    @property
    def legal_targets(self) -> tuple[str, ...]:
        """The targets, and those that other rules added."""
        return (*self.targets, *self.scenario.charge.added_targets)

    def group_of(self, target: str) -> Group:
        """Give the group of a target; where one is enough they are one group: with fewer it is no easier."""
        return Group(TARGET, "" if self.rules.flag("engage_any_target") else target)

    @property
    def _keeps_off(self) -> bool:
        """Whether the unit has to keep off enemies that are no targets, and not only off their bases."""
        rules = self.rules
        permits = rules.has("nontarget_engagement") and not rules.flag("nontarget_engagement")
        keeps = rules.has("keepout") and rules.length("keepout") > 0
        return rules.flag("engage_no_other") or permits or keeps

    def _hinders(self, piece: Terrain) -> bool:
        return any(piece.kind in self.rules.words(f"{role}_terrain") for role in ("solid", "dense", "difficult"))

    def _as_pillars(self, name: str) -> list[Terrain]:
        """Give terrain that stands where an enemy's bases do: it blocks as they do, and nobody engages it."""
        solid = min(self.rules.words("solid_terrain"))
        return [
            Terrain(f"{name}/{model.id}", solid, Circle(model.at, model.base.radius))
            for model in self.scenario.unit(name).models
            if isinstance(model.base, RoundBase)
        ]

    def with_only(self, kept: Groups) -> Case:
        """Give the case with all groups but these left out."""
        gone = self.groups - kept
        names = {kind: {group.name for group in gone if group.kind == kind} for kind in range(ROLL + 1)}
        names[TARGET] = {name for name in self.legal_targets if self.group_of(name) in gone}
        units = names[FRIEND] | names[ENEMY] | names[TARGET]
        blunt = names[RANGE] - names[ENEMY]
        pieces = [piece for piece in self.scenario.terrain if piece.id not in names[TERRAIN]]
        pieces += [piece for name in sorted(blunt) for piece in self._as_pillars(name)]
        charge = self.scenario.charge
        added = tuple(name for name in charge.added_targets if name not in names[TARGET])
        scenario = replace(
            self.scenario,
            charge=replace(charge, added_targets=added),
            terrain=tuple(pieces),
            units=tuple(unit for unit in self.scenario.units if unit.id not in units | blunt),
        )
        settings: dict[str, object] = {}
        if names[CLOSER] or names[TARGET]:
            # who need not end closer may stay where the file has it, a hair into its neighbour
            settings |= {"ends_closer": False, "stationary_must_close": False}
        if names[COHERENCY]:
            settings |= {"coherency": NO_LIMIT, "coherency_span": NO_LIMIT, "coherency_neighbours": 0}
            settings |= {"coherency_connected": False}
        if names[ROLL]:
            # nothing slows a move that may be as long as it likes
            slow = self.rules.words("difficult_terrain")
            settings |= {"difficult_terrain": frozenset(), "free_terrain": self.rules.words("free_terrain") | slow}
        targets = tuple(name for name in self.targets if name not in names[TARGET])
        return Case(scenario, _turned(self.rules, settings), targets, NO_LIMIT if names[ROLL] else self.roll)


def _turned(rules: Ruleset, values: dict[str, object]) -> Ruleset:
    """Give the ruleset with these keys, of those it has, at other values."""
    settings = dict(rules.settings)
    for key, value in values.items():
        if rules.has(key):
            settings[key] = replace(settings[key], value=value)
    return replace(rules, settings=settings)
