"""What exact arithmetic proves impossible, over the continuous table; everything else is for others to prove.

Five bounds: a unit that starts too scattered to end coherent; nobody's shortest path reaches a target's ring; two
targets farther apart than two models of one unit may stand (the 9" span); or than the unit's chain of bases reaches,
where coherency makes it one chain; and a model that cannot end closer to any target. Each is decided in integers, or
with a lower bound that is never above the truth.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from planner.candidates import Question, Roadmaps
from planner.impossible.refutation import Refutation
from planner.pathing import path_faults, reach_ring
from planner.units import CONTACT_MAX, in_text, to_inches, two_texts
from planner.world import Proof, Reason

SHELL = 0.05
"""Units: how much deeper than "just closer" a path must come, above the deflation of path lengths."""
NEAR_RIM = 4
"""Units: a start this near to the rim of "closer" needs the local test."""


def refute(question: Question, maps: Roadmaps) -> Refutation | None:
    """Give a proof that this charge is impossible, or None if these bounds do not show it."""
    return (
        _scattered(question)
        or _apart(question, maps, check_reach=False)
        or _unreached(question, maps)
        or _never_closer(question, maps)
        or _apart(question, maps, check_reach=True)
    )


def ring_lower_bound(question: Question, maps: Roadmaps, model: int, target: int) -> float:
    """Give a length (units) below which no path brings this model to engage this target; inf: none within the roll."""
    best = np.inf
    start = question.starts()[model]
    for m in np.flatnonzero(question.foe_unit == target):
        full = int(question.radius[model] + question.foe_radius[m] + question.engagement)
        centre = (int(question.foe_at[m, 0]), int(question.foe_at[m, 1]))
        straight = np.hypot(start[0] - centre[0], start[1] - centre[1]) - full
        if straight > question.roll or straight >= best:
            continue
        best = min(best, reach_ring(maps.of(model), start, question.roll, centre, full).lower)
    return float(best)


def _can_reach(question: Question, maps: Roadmaps, model: int, target: int) -> bool:
    return ring_lower_bound(question, maps, model, target) <= question.roll


def _unreached(question: Question, maps: Roadmaps) -> Refutation | None:
    """Some target's engagement range is out of everybody's reach (engage_every_target, max_distance)."""
    for t, name in enumerate(question.targets):
        order = np.argsort(question.start_gap[:, t], kind="stable")
        if any(_can_reach(question, maps, int(i), t) for i in order):
            continue
        gap = float(question.start_gap[:, t].min())
        least = gap - question.engagement
        between = _in_the_way(question, int(order[0]), t)
        text = f"No model of {question.scenario.charge.unit} {_gets(question)} {name}: "
        text += f"the straight way needs {in_text(max(0.0, least))}, and "
        if least > question.roll:
            text += f"there are {in_text(question.roll)}."
        else:
            text += f"every way round what stands between{_named(question, between)} is longer than the "
            text += f"{in_text(question.roll)} there are."
        numbers = {"roll_in": to_inches(question.roll), "straight_gap_in": to_inches(gap)}
        facts = {"target": name, "roll_in": to_inches(question.roll)}
        pieces = tuple(piece.id for piece in question.scenario.terrain if piece.id in between)
        return Refutation(
            Reason("engage_every_target", text, (name,), question.names, pieces, numbers),
            Proof("reach", facts),
        )
    return None


def _gets(question: Question) -> str:
    if question.engagement <= CONTACT_MAX:
        return "gets into contact with"
    return f"gets within {in_text(question.engagement)} of"


def _in_the_way(question: Question, i: int, target: int) -> tuple[str, ...]:
    """Give the names of what model i would run into on its straight way to the closest model of a target."""
    of_target = np.flatnonzero(question.foe_unit == target)
    away = (question.foe_at[of_target] - question.start[i]).astype(np.float64)
    nearest = of_target[np.argmin(np.hypot(away[:, 0], away[:, 1]) - question.foe_radius[of_target])]
    goal = (int(question.foe_at[nearest, 0]), int(question.foe_at[nearest, 1]))
    ground = question.ground
    others = tuple(disc for disc in ground.discs if disc.centre != goal)
    way = (question.starts()[i], goal)
    bars = []
    for name, alone in (
        *((disc.name, replace(ground, discs=(disc,), polygons=())) for disc in others),
        *((wall.name, replace(ground, discs=(), polygons=(wall,))) for wall in ground.polygons),
    ):
        if path_faults(alone, int(question.radius[i]), way):
            bars.append(name)
    return tuple(dict.fromkeys(bars))


def _named(question: Question, between: tuple[str, ...]) -> str:
    if not between:
        return ""
    some = ", ".join(between[:4]) + (" and more" if len(between) > 4 else "")
    note = ""
    dense = question.rules.words("dense_terrain")
    if any(piece.id in between and piece.kind in dense for piece in question.scenario.terrain):
        walkers = ", ".join(sorted(question.rules.words("dense_pass_keywords")))
        note = f"; dense terrain lets only {walkers} through where it is higher than "
        note += in_text(question.rules.length("dense_low"))
    return f" ({some}{note})"


def _apart(question: Question, maps: Roadmaps, *, check_reach: bool) -> Refutation | None:
    """Two targets stand too far apart for one coherent unit (coherency_span, or the chain of coherency)."""
    for a, b in combinations(range(len(question.targets)), 2):
        if not _gap_exceeds(question, a, b, 2 * question.engagement + 2 * int(question.radius.min())):
            continue  # one model of the smallest base bridges them
        ables = [
            [i for i in range(question.size) if not check_reach or _can_reach(question, maps, i, t)] for t in (a, b)
        ]
        limit, rule = _widest(question, ables[0], ables[1])
        if not _gap_exceeds(question, a, b, limit):
            continue
        gap = _unit_gap(question, a, b)
        first, second = question.targets[a], question.targets[b]
        kind = "span" if rule == "coherency_span" else "chain"
        apart, widest = two_texts(gap, limit)
        text = (
            f"{first} and {second} stand {apart} apart; the widest that {question.scenario.charge.unit} "
            f"can stand in coherency while engaging both is {widest}."
        )
        numbers = {"apart_in": to_inches(gap), "widest_in": to_inches(limit)}
        return Refutation(
            Reason(rule, text, units=(first, second), numbers=numbers),
            Proof(kind, {"targets": [first, second], "with_reach": check_reach, **numbers}),
        )
    return None


def _widest(question: Question, to_first: list[int], to_second: list[int]) -> tuple[int, str]:
    """Give the largest gap between two targets that the unit may bridge, and the rule that limits it."""
    both = 2 * question.engagement
    radius = question.radius
    alone = max((2 * int(radius[i]) for i in set(to_first) & set(to_second)), default=-(10**12))
    best, rule = alone + both, "coherency_span"
    chained = question.is_one_group and question.neighbours > 0
    chain = int(2 * radius.sum()) + (question.size - 1) * question.coherency
    for i in to_first:
        for j in to_second:
            if i == j:
                continue
            pair = 2 * int(radius[i] + radius[j])
            wide = pair + question.span
            if chained and chain < wide:
                best, rule = max((best, rule), (chain + both, "coherency"))
            else:
                best, rule = max((best, rule), (wide + both, "coherency_span"))
    return best, rule


def _pairs(question: Question, a: int, b: int) -> tuple[np.ndarray, np.ndarray]:
    """Give squared distances and summed radii between the models of two targets."""
    in_a, in_b = question.foe_unit == a, question.foe_unit == b
    away = question.foe_at[in_a][:, None, :] - question.foe_at[in_b][None, :, :]
    return (away * away).sum(axis=2), question.foe_radius[in_a][:, None] + question.foe_radius[in_b][None, :]


def _gap_exceeds(question: Question, a: int, b: int, limit: int) -> bool:
    square, both = _pairs(question, a, b)
    full = both + limit
    return bool(((full < 0) | (square > full * full)).all())


def _unit_gap(question: Question, a: int, b: int) -> float:
    square, both = _pairs(question, a, b)
    return float((np.sqrt(square) - both).min())


def _scattered(question: Question) -> Refutation | None:
    """The unit starts so far apart that, each moving the whole roll, it cannot end coherent (03.03)."""
    if question.size == 1:
        return None
    away = question.start[:, None, :] - question.start[None, :, :]
    square = (away * away).sum(axis=2)
    both = question.radius[:, None] + question.radius[None, :] + 2 * question.roll
    for i, j in zip(*np.nonzero(np.triu(square > (both + question.span) ** 2))):
        first, second = question.names[i], question.names[j]
        text = f"{first} and {second} start too far apart to end within {in_text(question.span)} of each other"
        return _scatter_proof(question, "coherency_span", (first, second), text)
    linked = (square <= (both + question.coherency) ** 2).sum(axis=1) - 1
    for i in np.flatnonzero(linked < question.neighbours):
        mates = f"enough mates within {in_text(question.coherency)}"
        text = f"{question.names[i]} starts too far from the others to end with {mates}"
        return _scatter_proof(question, "coherency", (question.names[i],), text)
    return None


def _scatter_proof(question: Question, rule: str, models: tuple[str, ...], text: str) -> Refutation:
    numbers = {"roll_in": to_inches(question.roll)}
    reason = Reason(rule, f"{text}, on a roll of {in_text(question.roll)}.", models=models, numbers=numbers)
    return Refutation(reason, Proof("scattered", {"models": list(models), **numbers}))


def _never_closer(question: Question, maps: Roadmaps) -> Refutation | None:
    """Some model cannot end closer to any target (ends_closer; 11.04, reading A3)."""
    if not (question.rules.flag("ends_closer") and question.rules.flag("stationary_must_close")):
        return None
    for i, name in enumerate(question.names):
        if _may_get_closer(question, maps, i):
            continue
        text = f"{name} cannot end closer to any target: what stands in its way lets it only go farther off or round."
        return Refutation(
            Reason("ends_closer", text, models=(name,), numbers={"roll_in": to_inches(question.roll)}),
            Proof("no_closer", {"model": name, "roll_in": to_inches(question.roll)}),
        )
    return None


def _may_get_closer(question: Question, maps: Roadmaps, i: int) -> bool:
    """Whether the bounds leave it open that model i ends closer to some target.

    "Closer to target t" is a union of open discs about t's models, whose rim the start touches. Only an exactly
    blocked start is refuted: every disc is out of reach by a path, but for the rim itself, and at the rim the walls in
    contact leave no direction that is not away.
    """
    if question.roll <= 0:
        return False
    start = question.starts()[i]
    aims = []
    for m in np.flatnonzero(question.foe_unit >= 0):
        centre = (int(question.foe_at[m, 0]), int(question.foe_at[m, 1]))
        gap = question.start_gap[i, question.foe_unit[m]]
        full = float(gap + question.foe_radius[m] + question.radius[i])
        aims.append((np.hypot(start[0] - centre[0], start[1] - centre[1]) - full, centre, full))
    on_rim = [centre for beyond, centre, _ in aims if beyond <= NEAR_RIM]
    # cheap and usual: some way towards a closest enemy is open
    if any(not _walled_off(question, i, centre) for centre in on_rim):
        return True
    for beyond, centre, full in aims:
        inner = full - SHELL if beyond <= NEAR_RIM else full + 2
        if reach_ring(maps.of(i), start, question.roll, centre, inner).lower <= question.roll:
            return True
    return False


def _walled_off(question: Question, i: int, centre: tuple[int, int]) -> bool:
    """Whether one straight side of terrain, exactly touched and exactly square to the line, bars the way to `centre`.

    Touched and square mean integers: any small step that does not cross the wall then leads farther from `centre`.
    """
    x, y = question.starts()[i]
    radius = int(question.radius[i])
    ahead = (centre[0] - x, centre[1] - y)
    for wall in question.ground.polygons:
        for (x1, y1), (x2, y2) in zip(wall.corners, (*wall.corners[1:], wall.corners[0])):
            side = (x2 - x1, y2 - y1)
            square = side[0] * ahead[0] + side[1] * ahead[1] == 0
            along = (x - x1) * side[0] + (y - y1) * side[1]
            cross = (x - x1) * side[1] - (y - y1) * side[0]
            size = side[0] ** 2 + side[1] ** 2
            touched = cross * cross == radius * radius * size and 0 < along < size
            outward = ahead[0] * side[1] - ahead[1] * side[0]
            if square and touched and (cross > 0) != (outward > 0):
                return True
    return False
