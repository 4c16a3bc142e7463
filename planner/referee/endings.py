"""After moving: where bases stand, who is near whom (03.01, 03.03, 03.04, 11.04). One function per ruleset key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from planner.referee.bases import (
    Disc,
    gap_of,
    is_any_within,
    is_overlapping,
    is_smaller,
    is_within,
    nearest,
    reach_of,
    shown,
)
from planner.referee.bases import shown_gap as smallest_shown_gap
from planner.referee.case import Case, Mover
from planner.referee.obstacles import overlap_at
from planner.referee.sentences import depth, listed, told_apart
from planner.units import in_text
from planner.world import Terrain, Violation


def end_clear(case: Case) -> Iterator[Violation]:
    """No base ends overlapping another base or solid or dense terrain; touching is allowed.

    Who may pass through something may still not end in it. What an input may hold for touching is forgiven
    between bases that have not moved.
    """
    standing = [d for bases in case.enemies.values() for d in bases] + list(case.friends)
    for mover in case.movers:
        for other in standing:
            if is_overlapping(mover.end, other, forgiven=mover.stays):
                yield _bases_overlap(mover.end, other)
    for a, b in combinations(case.movers, 2):
        if is_overlapping(a.end, b.end, forgiven=a.stays and b.stays):
            yield _bases_overlap(a.end, b.end)
    for mover in case.movers:
        for obstacle in (*case.solid, *case.dense):
            clearance = overlap_at(mover.end, obstacle, forgiven=mover.stays)
            if clearance is not None:
                assert isinstance(obstacle.source, Terrain)
                text = f"{mover.model} ends {depth(clearance)} inside {obstacle.source.id} ({obstacle.source.kind})"
                yield Violation("end_clear", text, (mover.model,), (case.unit.id,), clearance, 0)


def _bases_overlap(a: Disc, b: Disc) -> Violation:
    measured = shown(gap_of(a, b))
    text = f"the bases of {a.model} and {b.model} overlap by {depth(measured)} at the end"
    return Violation("end_clear", text, (a.model, b.model), tuple(dict.fromkeys((a.unit, b.unit))), measured, 0)


def coherency(case: Case) -> Iterator[Violation]:
    """Each model ends within the coherency distance of at least one other model of its unit."""
    for mover, others, near in _neighbours(case):
        if not near:
            measured, allowed = shown(nearest(mover.end, others)), case.rules.length("coherency")
            far, limit = told_apart(measured, allowed)
            text = f"{mover.model} ends {far} from the nearest other model of {case.unit.id}, at most {limit} allowed"
            yield Violation("coherency", text, (mover.model,), (case.unit.id,), measured, allowed)


def coherency_neighbours(case: Case) -> Iterator[Violation]:
    """Each model has enough such neighbours, where a ruleset asks for more than one. Counts, not lengths."""
    yield from _too_few(case, "coherency_neighbours")


def coherency_many_neighbours(case: Case) -> Iterator[Violation]:
    """Each model of a unit of many has as many such neighbours as that asks for (10-3)."""
    if len(case.movers) >= case.rules["coherency_many_from"]:
        yield from _too_few(case, "coherency_many_neighbours")


def _too_few(case: Case, rule: str) -> Iterator[Violation]:
    for mover, others, near in _neighbours(case):
        needed = min(case.rules[rule], len(others))
        if 0 < len(near) < needed:
            reach = in_text(case.rules.length("coherency"))
            text = f"{mover.model} ends within {reach} of {len(near)} other model of its unit, {needed} are needed"
            yield Violation(rule, text, (mover.model,), (case.unit.id,))


def _neighbours(case: Case) -> Iterator[tuple[Mover, list[Disc], list[Disc]]]:
    """Give each model of a unit of two or more, its mates, and those within the coherency distance of it."""
    if not case.rules.has("coherency"):
        return
    reach = reach_of(case.rules, "coherency")
    for mover in case.movers:
        others = [m.end for m in case.movers if m is not mover]
        if others:
            yield mover, others, [d for d in others if is_within(mover.end, d, reach)]


def coherency_span(case: Case) -> Iterator[Violation]:
    """Each model ends within the span of every other model of its unit."""
    span = case.rules.length("coherency_span")
    for a, b in combinations(case.ends, 2):
        if not is_within(a, b, span):
            measured = shown(gap_of(a, b))
            far, limit = told_apart(measured, span)
            text = f"{a.model} and {b.model} end {far} apart, at most {limit} allowed in {case.unit.id}"
            yield Violation("coherency_span", text, (a.model, b.model), (case.unit.id,), measured, span)


def coherency_connected(case: Case) -> Iterator[Violation]:
    """The unit is one group, linked by the coherency distance (the reading A6 that a player may switch on)."""
    groups = _groups(case.ends, reach_of(case.rules, "coherency"))
    if len(groups) > 1:
        told = listed(tuple("(" + ", ".join(d.model for d in group) + ")" for group in groups))
        text = f"{case.unit.id} ends in {len(groups)} groups, not in one: {told}"
        yield Violation("coherency_connected", text, tuple(d.model for d in case.ends), (case.unit.id,))


def _groups(discs: tuple[Disc, ...], reach: int) -> list[list[Disc]]:
    """Split into groups whose members are linked by gaps of at most `reach`."""
    left, groups = list(discs), []
    while left:
        group = [left.pop(0)]
        for member in group:
            linked = [d for d in left if is_within(member, d, reach)]
            group.extend(linked)
            left = [d for d in left if d not in linked]
        groups.append(group)
    return groups


def engage_every_target(case: Case) -> Iterator[Violation]:
    """The unit ends engaged with each target: one pair of models within the engagement distance is enough.

    Targets that a roll for difficult terrain let it fall short of are left out (A7).
    """
    for target in case.targets:
        if target not in case.let_go and not _is_engaged(case, target):
            fault = _not_engaged(case, "engage_every_target", target)
            if case.rules.flag("targets_may_fall_short") and case.cap is not None and target != case.primary:
                hint = "a terrain roll lets it go only if the plan shows the moves of the declaration that contact all"
                fault = replace(fault, text=f"{fault.text}; {hint}")
            yield fault


def engage_any_target(case: Case) -> Iterator[Violation]:
    """The unit ends engaged with at least one target, declared or added (G-1, G-5)."""
    if case.targets and not any(_is_engaged(case, target) for target in case.targets):
        nearest_first = sorted(case.targets, key=lambda t: smallest_shown_gap(case.ends, case.enemies[t]))
        yield _not_engaged(case, "engage_any_target", nearest_first[0])


def _is_engaged(case: Case, target: str) -> bool:
    return is_any_within(case.ends, case.enemies[target], reach_of(case.rules, "engagement"))


def _not_engaged(case: Case, rule: str, target: str) -> Violation:
    reach = case.rules.length("engagement")
    measured = smallest_shown_gap(case.ends, case.enemies[target])
    far, limit = told_apart(measured, reach)
    needed = f"at most {limit} is engaged" if reach else "where they have to touch"
    text = f"{case.unit.id} ends {far} from its target {target}, {needed}"
    return Violation(rule, text, (), (case.unit.id, target), measured, reach)


def engage_no_other(case: Case) -> Iterator[Violation]:
    """The unit ends engaged with no enemy unit that it did not choose; AIRCRAFT are no exception (A15)."""
    yield from _engaged_with_others(case, "engage_no_other")


def nontarget_engagement(case: Case) -> Iterator[Violation]:
    """Where a ruleset does not permit it, the unit ends engaged with no enemy unit that is no target (A28)."""
    yield from _engaged_with_others(case, "nontarget_engagement")


def _engaged_with_others(case: Case, rule: str) -> Iterator[Violation]:
    reach = reach_of(case.rules, "engagement")
    for other in case.others:
        engaged = tuple(d.model for d in case.ends if is_any_within([d], case.enemies[other], reach))
        if engaged:
            measured = smallest_shown_gap(case.ends, case.enemies[other])
            who = f"{listed(engaged)} {'ends' if len(engaged) == 1 else 'end'}"
            text = f"{who} engaged with {other}, which is no target: {in_text(measured)} away"
            text += f", where more than {in_text(reach)} is needed"
            yield Violation(rule, text, engaged, (case.unit.id, other), measured, reach)


def ends_closer(case: Case) -> Iterator[Violation]:
    """Each model ends strictly nearer to the closest model of at least one target unit than it started (A3, A4)."""
    must_all = not case.rules.has("stationary_must_close") or case.rules.flag("stationary_must_close")
    for mover in case.movers:
        if not case.targets or (mover.stays and not must_all):
            continue
        if not any(_is_closer(mover, case.enemies[target]) for target in case.targets):
            yield _not_closer(case, mover)


def _is_closer(mover: Mover, bases: tuple[Disc, ...]) -> bool:
    return is_smaller(nearest(mover.end, bases), nearest(mover.start, bases))


def _not_closer(case: Case, mover: Mover) -> Violation:
    target = min(case.targets, key=lambda t: shown(nearest(mover.start, case.enemies[t])))
    before = shown(nearest(mover.start, case.enemies[target]))
    after = shown(nearest(mover.end, case.enemies[target]))
    far, start = told_apart(after, before)
    if mover.stays:
        text = f"{mover.model} stays {start} from {target}; each model must end closer to a target"
    else:
        text = f"{mover.model} ends closer to no target: {far} from {target}, where it started {start} away"
    return Violation("ends_closer", text, (mover.model,), (case.unit.id, *case.targets), after, before)
