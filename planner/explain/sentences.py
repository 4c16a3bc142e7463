"""What a player would say about a set that is to blame."""

from __future__ import annotations

from collections.abc import Iterable

from planner.explain.blame import CLOSER, COHERENCY, ENEMY, FRIEND, RANGE, ROLL, TARGET, TERRAIN, Group, Groups
from planner.explain.case import Case
from planner.impossible import Refutation
from planner.units import UNITS_PER_INCH, in_text
from planner.world import Blame


def listed(names: Iterable[str]) -> str:
    """Write names with commas and "and"."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def blame_of(case: Case, groups: Groups, refutation: Refutation, *, is_minimal: bool) -> Blame:
    """Say of a set what it forbids and by which rules; the sentence is true of the set alone."""
    named = {kind: tuple(sorted(g.name for g in groups if g.kind == kind)) for kind in (FRIEND, TERRAIN, ENEMY)}
    targets = tuple(name for name in case.targets if case.group_of(name) in groups)
    own = {model.id for model in case.scenario.charger.models}
    models = tuple(m for m in refutation.reason.models if m in own)
    return Blame(
        rules=_rules(case, groups, refutation),
        text=_sentence(case, groups, refutation, targets),
        units=(*targets, *named[ENEMY], *named[FRIEND]),
        terrain=named[TERRAIN],
        models=models if len(models) < len(own) else (),
        proof=refutation.proof.kind,
        is_minimal=is_minimal,
    )


def _rules(case: Case, groups: Groups, refutation: Refutation) -> tuple[str, ...]:
    """Give the ruleset keys that the set stands for, the telling ones first."""
    kinds = {group.kind for group in groups}
    said = refutation.reason.rule
    rules = []
    if COHERENCY in kinds:
        rules.append(said if said in ("coherency", "coherency_span") else "coherency")
    if TARGET in kinds:
        rules.append("engage_any_target" if case.rules.flag("engage_any_target") else "engage_every_target")
    if CLOSER in kinds:
        rules.append("ends_closer")
    if ROLL in kinds:
        rules.append("max_distance")
    if ENEMY in kinds:
        rules.append("enemies_block")
    if RANGE in kinds:
        keys = ("engage_no_other", "nontarget_engagement", "keepout")
        rules += [key for key in keys if case.rules.has(key)]
    blamed = {piece.kind for piece in case.scenario.terrain if Group(TERRAIN, piece.id) in groups}
    for key in ("solid_terrain", "dense_terrain", "difficult_terrain"):
        if blamed & case.rules.words(key):
            rules.append(key)
    if FRIEND in kinds:
        rules.append("end_clear")
    return tuple(rules)


def _sentence(case: Case, groups: Groups, refutation: Refutation, targets: tuple[str, ...]) -> str:
    match refutation.proof.kind:
        case "reach":
            return _out_of_reach(case, groups, refutation)
        case "span" | "chain":
            # the bound on what the models reach is the roll's part in it
            tail = (
                f" (by those models that can reach each of them on {in_text(case.roll)})" if _has_roll(groups) else ""
            )
            return refutation.reason.text.removesuffix(".") + f"{tail}."
        case "no_closer":
            return _no_closer(case, groups, refutation)
        case "no_room" if _has_roll(groups):
            return refutation.reason.text
        case "scattered":
            return refutation.reason.text
    return _no_arrangement(case, groups, refutation, targets)


def _has_roll(groups: Groups) -> bool:
    return Group(ROLL) in groups


def _things(case: Case, groups: Groups) -> list[str]:
    """Give the names of what stands about: terrain, then enemies, then friends."""
    found = []
    for kind in (TERRAIN, ENEMY, FRIEND):
        for group in sorted(groups):
            if group.kind == kind:
                ranged = Group(RANGE, group.name) in groups
                found.append(f"{_range_of(case)} {group.name}" if ranged else group.name)
    return found


def _range_of(case: Case) -> str:
    if case.rules.has("keepout") and case.rules.length("keepout") > 0:
        return f"the {in_text(case.rules.length('keepout'))} about"
    return "the engagement range of"


def _out_of_reach(case: Case, groups: Groups, refutation: Refutation) -> str:
    target = str(refutation.proof.facts["target"])
    things = _things(case, groups)
    engagement = case.rules.length("engagement")
    meet = f"come within {in_text(engagement)} of" if engagement else "touch"
    gap = f"{refutation.reason.numbers['straight_gap_in']:.4f}".rstrip("0").rstrip(".") + '"'
    if not _has_roll(groups):
        return f"No model of {case.scenario.charger.id} can {meet} {target} at all: {_bar(things)}."
    cap, straight = case.scenario.charge.terrain_roll, refutation.reason.numbers["straight_gap_in"]
    if cap is not None and cap < min(case.roll, straight * UNITS_PER_INCH):
        slow = listed(g.name for g in sorted(groups) if g.kind == TERRAIN) or "difficult terrain"
        left = f"{in_text(cap)} of the {in_text(case.roll)}"
        return f"{target} is out of reach: it is {gap} away, and {slow} leaves {left} to a unit that goes through."
    if not things:
        return f"{target} is out of reach on {in_text(case.roll)}: it is {gap} away."
    return (
        f"{target} is out of reach on {in_text(case.roll)}: it is {gap} away as the crow flies, but "
        f"{_bar(things)}, and every way round is too long."
    )


def _bar(things: list[str]) -> str:
    return f"{listed(things)} {'bars' if len(things) == 1 else 'bar'} the way"


def _no_closer(case: Case, groups: Groups, refutation: Refutation) -> str:
    model, things = str(refutation.proof.facts["model"]), _things(case, groups)
    on = f" on {in_text(case.roll)}" if _has_roll(groups) else ""
    why = f": {_bar(things)}" if things else ""
    return f"{model} cannot end closer to any target{on}{why}."


def _no_arrangement(case: Case, groups: Groups, refutation: Refutation, targets: tuple[str, ...]) -> str:
    """Say of a proof over places what the set leaves no room for."""
    unit, own = case.scenario.charger.id, {model.id for model in case.scenario.charger.models}
    stuck = [model for model in refutation.reason.models if model in own]
    at = f"{'engage' if targets else 'end its move at'} {listed(targets)}" if targets else "end its move"
    both = " together" if len(targets) > 1 else ""
    coherent = " in coherency" if Group(COHERENCY) in groups else ""
    closer = " with each model closer to a target" if Group(CLOSER) in groups else ""
    roll = f" on {in_text(case.roll)}" if _has_roll(groups) else ", whatever the roll"
    things = _things(case, groups)
    why = f": {listed(things)} {'leaves' if len(things) == 1 else 'leave'} no room for it" if things else ""
    who = (
        f" ({listed(stuck)} has no place to end)" if refutation.proof.kind == "cells" and len(stuck) < len(own) else ""
    )
    return f"{unit} cannot {at}{both}{coherent}{closer}{roll}{why}{who}."
