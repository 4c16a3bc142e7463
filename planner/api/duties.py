"""Proof that duties forbid a charge: whoever moves second has to contact somebody, and then the rest cannot go on.

Whether there is a legal order of moves is asked case by case. The first mover ends somewhere on an arc about the enemy
it is nearest to. Wherever on that arc: if the second mover surely has a contact to make (an end and a way that the
first mover leaves open from all of the arc), it must make one, and ends about one of the enemies that are left; else it
may end anywhere. If no final layout has the two so placed, the case is closed; arcs that are left open are halved. What
comes third and later is bound by nothing here, so what is refuted is refuted for every order (readings A4 in order,
A29).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from planner.api.asking import Asked
from planner.api.places import Charge
from planner.candidates import Question, Roadmaps
from planner.impossible import Held, OuterLimits, Refutation, refute_by_cells
from planner.sequence import (
    ENGAGED,
    UNENGAGED,
    Setting,
    Standing,
    Way,
    best_ends,
    first_ends,
    is_by_shortest_route,
    names_first_mover,
    standing_at_start,
    where_first_ends,
)
from planner.solve import default_limits, find_layout
from planner.units import CONTACT_MAX, to_inches
from planner.world import Proof, Reason

Within = tuple[float, float, float]
"""A disc: x, y, radius (units)."""
MOST_MODELS = 6
"""Larger units have too many mates that are bound by nothing here."""
MOST_CASES = 75
"""Proofs over cells that one question may cost, over the unit's models: each costs more for a larger unit."""
ARCS = 4
"""Arcs about an enemy model to begin with."""
NARROWEST = math.pi / 32
"""Arcs (radians) that are not halved any more."""
ROUNDED = 2
"""Units by which places of cases are rounded; discs are that much wider."""


@dataclass(eq=False)
class _Cases:
    """One way of one primary being split into cases; `left`: proofs over cells that may still be asked.

    `bound`: cases closed because the second mover has a duty.
    """

    asked: Asked
    setting: Setting
    loose: Setting
    relaxed: Question
    left: int
    bound: int = 0

    def is_over(self) -> bool:
        return self.left <= 0 or self.asked.is_over()


def refute_by_duties(charge: Charge, way: Way) -> Refutation | None:
    """Give a proof that closes every case, or None."""
    asked = charge.asked
    if not names_first_mover(asked.rules) or way.slowed is not None:
        return None
    pairs: list[list[str]] = []
    count = bound = 0
    for primary in charge.permitted:
        setting = charge.setting(way, primary)
        if not _may_be_refuted(setting):
            return None
        most = MOST_CASES // setting.size
        cases = _Cases(asked, setting, charge.setting(way, primary, relaxed=True), charge.question(way), most)
        for i, foe in charge.openings(way, primary):
            if not _is_closed(cases, i, foe):
                return None
            pairs.append([setting.question.names[i], setting.question.foe_names[foe]])
        count += most - cases.left
        bound += cases.bound
    unit = asked.scenario.charge.unit
    how = "; ".join(f"{model} at {foe}" for model, foe in pairs)
    if not pairs:
        text = f"Nobody of {unit} can move first: no model gets into contact with the primary target by any way."
    elif bound:
        text = f"Whoever may move first ({how}), the next model of {unit} has an enemy to contact before it may do "
        text += f"anything else, and then the others cannot go on to contact {charge.names}."
    else:
        text = f"Whoever may move first ({how}), {unit} cannot go on to contact {charge.names}."
    numbers = {"roll_in": to_inches(way.budget), "cases": float(count)}
    models = tuple(dict.fromkeys(model for model, _ in pairs))
    reason = Reason("contact_hierarchy", text, units=charge.targets, models=models, numbers=numbers)
    facts = {"first_movers": pairs, "cases": count, "targets": list(charge.targets), "solvers": ["CP-SAT", "CaDiCaL"]}
    return Refutation(reason, Proof("duties", facts))


def _may_be_refuted(setting: Setting) -> bool:
    """Whether duties bind at each turn, by contact, and the unit is small enough."""
    is_by_contact = setting.question.engagement == CONTACT_MAX
    return (
        setting.has_duty_at_turn and not setting.is_contact_first and is_by_contact and 1 < setting.size <= MOST_MODELS
    )


def _is_closed(cases: _Cases, i: int, foe: int) -> bool:
    """Whether no plan begins with model i at this enemy model."""
    question = cases.setting.question
    about = where_first_ends(cases.setting, i, foe)
    full = float(question.radius[i] + question.foe_radius[foe])
    if about[2] < full:
        return _is_closed_from(cases, i, foe, about)
    start, loose = standing_at_start(cases.setting), standing_at_start(cases.loose)
    longest = float(cases.setting.budget)
    if is_by_shortest_route(cases.setting.question.rules):
        longest = first_ends(start, i, foe).length.min(initial=longest) + CONTACT_MAX + ROUNDED
    quarter = 2 * math.pi / ARCS
    arcs = [(k * quarter, (k + 1) * quarter) for k in range(ARCS)]
    while arcs:
        low, high = arcs.pop()
        disc = _disc_about(question, i, foe, low, high)
        x, y, radius = disc
        if loose.walks(i).least_to((round(x), round(y)), math.ceil(radius) + ROUNDED) > longest:
            continue
        if _is_closed_from(cases, i, foe, disc):
            continue
        if cases.is_over() or high - low <= NARROWEST:
            return False
        middle = (low + high) / 2
        arcs += [(low, middle), (middle, high)]
    return True


def _disc_about(question: Question, i: int, foe: int, low: float, high: float) -> Within:
    """Give a disc that holds all places of model i in contact with an enemy model between two directions."""
    full = float(question.radius[i] + question.foe_radius[foe])
    middle = (low + high) / 2
    x, y = question.foe_at[foe] + full * np.array([math.cos(middle), math.sin(middle)])
    return float(x), float(y), 2 * (full + CONTACT_MAX) * math.sin((high - low) / 4) + CONTACT_MAX + ROUNDED


def _is_closed_from(cases: _Cases, i: int, foe: int, disc: Within) -> bool:
    """Whether no plan begins with model i at this enemy model, in this disc."""
    others = [j for j in range(cases.setting.size) if j != i]
    for j in others:
        duty = duty_after(cases.setting, i, disc, j)
        for about in _where_it_may_end(cases.setting, i, disc, foe, j, duty):
            if not _is_refuted(cases, {i: disc, j: about}):
                return False
        cases.bound += duty is not None
    return True


def _where_it_may_end(setting: Setting, i: int, disc: Within, foe: int, j: int, duty: int | None) -> Iterator[Within]:
    """Give discs in which model j ends as second, coherent with the first: about enemies, if it has a duty there."""
    question = setting.question
    near = disc[2] + float(question.radius[i] + question.radius[j] + question.coherency) + ROUNDED
    if duty is None:
        yield disc[0], disc[1], near
        return
    for m in np.flatnonzero(setting.is_target):
        if duty == UNENGAGED and (m == foe or setting.engaged_before[m]):
            continue  # surely engaged by then
        x, y = question.foe_at[m]
        full = float(question.radius[j] + question.foe_radius[m] + question.engagement)
        if math.dist(question.start[j], question.foe_at[m]) > full + setting.budget:
            continue
        away = math.dist(disc[:2], (x, y))
        if away <= near + full + CONTACT_MAX:
            yield _within_both((float(x), float(y), full), (disc[0], disc[1], near), away)


def _within_both(ring: Within, other: Within, away: float) -> Within:
    """Give a disc that holds what of a circle's inside, near its rim, is within another disc; `away`: of the middles.

    Model j ends in contact, so no deeper inside the ring than that allows: what is so near to an arc of the rim,
    towards the other disc, holds it.
    """
    x, y, full = ring
    reach = other[2] + CONTACT_MAX
    cosine = (away * away + full * full - reach * reach) / (2 * away * full) if away else -1.0
    half = math.acos(max(-1.0, min(1.0, cosine)))
    if half > math.pi / 2:
        return ring
    direction = math.atan2(other[1] - y, other[0] - x)
    radius = 2 * full * math.sin(half / 2) + CONTACT_MAX + ROUNDED
    return x + full * math.cos(direction), y + full * math.sin(direction), radius


def duty_after(setting: Setting, i: int, disc: Within, j: int) -> int | None:
    """Give the tier of contact that model j surely has at hand once model i ended in a disc, wherever there.

    UNENGAGED or ENGAGED (contact at all); None: it may have none. Model i counts as wide as the disc makes it, as
    touching whomever it may touch from there, and as near only as it surely is.
    """
    question = setting.question
    x, y = round(disc[0]), round(disc[1])
    spread = math.ceil(disc[2]) + ROUNDED
    coherency = question.coherency - 2 * spread
    if coherency < 0 or math.dist(question.start[j], (x, y)) < question.radius[j] + question.radius[i] + spread:
        return None
    radius = question.radius.copy()
    radius[i] += spread
    narrowed = replace(question.rules.settings["coherency"], value=coherency)
    rules = replace(question.rules, settings={**question.rules.settings, "coherency": narrowed})
    wide = replace(setting, question=replace(question, radius=radius, rules=rules))
    at = question.start.copy()
    at[i] = (x, y)
    reach = question.foe_radius + radius[i] + question.engagement
    touched = np.hypot(*(question.foe_at - at[i]).T) <= reach
    engages = np.zeros((setting.size, len(touched)), dtype=np.bool_)
    engages[i] = touched
    start = (int(question.start[i, 0]), int(question.start[i, 1]))
    standing = Standing(wide, at, (i,), ((start, (x, y)),), (0.0,), engages)
    ends = best_ends(standing, j)
    if not len(ends) or ends.tier[0] > ENGAGED:
        return None
    order = np.argsort(ends.length, kind="stable")[:3]
    if all(standing.path_to(j, ends.at[k]) is None for k in order):
        return None
    return UNENGAGED if ends.tier[0] <= UNENGAGED else ENGAGED


def _is_refuted(cases: _Cases, held: Held) -> bool:
    """Whether no final layout has these models in their discs."""
    if cases.is_over():
        return False
    cases.left -= 1
    asked, relaxed = cases.asked, cases.relaxed
    limits = replace(default_limits(relaxed.size, thorough=False), deadline=asked.deadline)
    if find_layout(relaxed, Roadmaps(relaxed), limits, asked.seed, lambda: False, held) is not None:
        return False
    cells = OuterLimits(work=0.5, work_each=0.5, rounds=6, deadline=asked.deadline)
    return isinstance(refute_by_cells(relaxed, cells, lambda _: False, held=held), Refutation)
