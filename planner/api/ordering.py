"""Plan a charge whose models move in turn: which primary, through difficult terrain or round it, in which order.

Plans come from `planner.sequence`. Proofs are over places, whatever the order or by who may move first
(`planner.api.places`), or by what the second mover has to do (`planner.api.duties`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from planner.api.asking import Asked
from planner.api.duties import refute_by_duties
from planner.api.places import Charge, prove
from planner.api.rolls import ROLLS, roll_reason, rolls_that_do
from planner.candidates import Roadmaps, make_question
from planner.impossible import Held, Refutation, goal_bounds, refute
from planner.rulesets import Ruleset
from planner.sequence import (
    GOALS,
    Setting,
    Standing,
    Way,
    best_plan,
    counter_move,
    dive,
    first_movers,
    follow,
    has_difficult,
    is_of,
    is_slowed,
    measured,
    moves_of,
    names_first_mover,
    plugged,
    primaries,
    setting_of,
    usual_breadths,
    ways_of,
    where_first_ends,
    with_added,
)
from planner.solve import default_limits, find_layout
from planner.units import UNITS_PER_INCH, in_text
from planner.world import Goal, Move, Plan, Reason, Scenario

MOST_DRAWN = 12
"""Models of a unit for which orders are drawn by lot at last."""
LAYOUTS = 2
"""Layouts that are followed for each model that may move first."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A plan of order, and what is said of it.

    `rolls`: where nobody has rolled and the plan leads through difficult terrain, the rolls (inches) that do.
    """

    moves: tuple[Move, ...]
    goals: tuple[Goal, ...]
    primary: str | None
    contacted: frozenset[str]
    reasons: tuple[Reason, ...] = ()
    declaration: tuple[Move, ...] = ()
    rolls: tuple[int, ...] = ()


def plan_in_order(asked: Asked, targets: tuple[str, ...], roll: int) -> Ordered | Refutation | Reason:
    """Give a plan, a proof, or why neither. Where a terrain roll falls short of some targets, they are let go."""
    rolled = asked.scenario.charge.terrain_roll
    permitted = primaries(asked.scenario, asked.rules, targets)
    found = _plan_all(asked, targets, roll, rolled, permitted)
    slowed = rolled is not None and has_difficult(asked.scenario, asked.rules)
    short = slowed and asked.rules.flag("targets_may_fall_short") and len(targets) > 1
    if isinstance(found, Ordered) or not short:
        return found
    whole: Ordered | None = None
    if asked.rules.flag("reach_all_at_declaration"):
        declared = _plan_all(asked, targets, roll, roll, permitted)
        if not isinstance(declared, Ordered):
            return declared
        whole = declared
    open_words: list[Reason] = []
    for primary in permitted:
        fewer = _fallen_short(asked, targets, roll, primary, whole)
        if isinstance(fewer, Ordered):
            return fewer
        open_words += [fewer] if isinstance(fewer, Reason) else []
    return open_words[0] if open_words else found


def plan_with_roll(
    asked: Asked, targets: tuple[str, ...], roll: int, terrain_roll: int
) -> Ordered | Refutation | Reason:
    """Give a plan that reaches all targets after this roll for difficult terrain, a proof, or why neither."""
    charge = replace(asked.scenario.charge, terrain_roll=terrain_roll)
    asked = replace(asked, scenario=replace(asked.scenario, charge=charge))
    return _plan_all(asked, targets, roll, terrain_roll, primaries(asked.scenario, asked.rules, targets))


def _fallen_short(
    asked: Asked, targets: tuple[str, ...], roll: int, primary: str | None, whole: Ordered | None
) -> Ordered | Refutation | Reason:
    """Give the plan that reaches this primary and most of the other targets, after a roll that was too low for all.

    `whole`: a plan of the declaration, of some primary; None: the rules ask for none.

    Who is let go is a target still: it may be contacted, and nobody need keep away from it. So what refutes the primary
    alone, all others let go, refutes every set.
    """
    if whole is not None and whole.primary != primary:
        other = _plan_all(asked, targets, roll, roll, [primary])
        if not isinstance(other, Ordered):
            return other
        whole = other
    declared = () if whole is None else whole.moves
    others = [name for name in targets if name != primary]
    rolled = asked.scenario.charge.terrain_roll
    for size in range(1, len(others) + 1):
        for gone in combinations(others, size):
            # who is not slowed has no excuse: only a way through the terrain lets a target go
            found = _plan_all(asked, targets, roll, rolled, [primary], let_go=gone)
            if isinstance(found, Ordered) and _is_slowed(asked, found.moves):
                left = [name for name in gone if name not in found.contacted]
                text = (
                    f"After this roll for difficult terrain no plan was found that also contacts {' and '.join(left)}."
                )
                reason = Reason("targets_may_fall_short", text, units=tuple(left))
                return replace(found, reasons=(*found.reasons, reason), declaration=declared)
    if isinstance(found, Ordered):
        return Reason("limit", "No plan was found that the roll slows.", targets)
    return found


def plan_counter(asked: Asked, against: str, roll: int) -> Ordered | Reason:
    """Give the counter-charge that comes nearest to half the gap; why not, where some model finds no place."""
    setting = Setting(make_question(asked.scenario, asked.rules, (against,), roll), (against,), None, roll)
    found = counter_move(setting)
    if found is None:
        text = "No place was found for some model: the unit may stand out of coherency already."
        return Reason("limit", text, units=(asked.scenario.charge.unit,))
    least = max(found.before / 2, found.before - roll)
    goals = (
        Goal("closest_gap_in", round(found.after / UNITS_PER_INCH, 6), round(least / UNITS_PER_INCH, 6)),
        Goal("movement_in", round(measured(found.standing)["movement_in"], 6)),
    )
    before, half = in_text(found.before), in_text(found.before / 2)
    reason = Reason("counter_charge", f"The gap was {before}, so nobody ends nearer than {half}.", units=(against,))
    return Ordered(moves_of(found.standing), goals, None, frozenset(), (reason,))


def _plan_all(
    asked: Asked,
    targets: tuple[str, ...],
    roll: int,
    terrain_roll: int | None,
    permitted: Sequence[str | None],
    *,
    let_go: tuple[str, ...] = (),
) -> Ordered | Refutation | Reason:
    """Give a plan that reaches these targets (or one, where one is enough), a proof, or why neither.

    `let_go`: targets that need not be reached, by a way through difficult terrain.
    """
    ways = ways_of(asked.scenario, asked.rules, roll, terrain_roll)
    charge = Charge(asked, targets, tuple(permitted), let_go)
    proofs: list[Refutation] = []
    open_ways: list[Way] = []
    for way in ways if not let_go else [way for way in ways if not way.is_dry]:
        question = plugged(charge.question(way))
        refutation = refute(question, Roadmaps(question))
        if refutation is None:
            open_ways.append(way)
        else:
            proofs.append(refutation)
    laid: list[Way] = []
    found = _search(charge, open_ways, laid)
    if found is not None:
        return _ordered(charge, *found, roll)
    for way in open_ways:
        proof = refute_by_duties(charge, way) if way in laid else prove(charge, way)
        if proof is None:
            return _open(charge, is_laid=way in laid)
        proofs.append(proof)
    return proofs[-1]


def _open(charge: Charge, *, is_laid: bool) -> Reason:
    """Say what was looked for in vain."""
    if is_laid:
        text = (
            "Places are found from which every target is contacted, and no order of moves that leads there with each "
        )
        text += "model doing its duty at its turn."
    else:
        text = "No order of moves was found that reaches every target, and none of the proofs applies."
    models = len(charge.asked.scenario.charger.models)
    kept = max(breadth.states for breadth in usual_breadths(models))
    text += (
        f" Up to {kept} ways to go on were kept after each move, and {LAYOUTS} layouts followed for each first mover."
    )
    return Reason("limit", text, units=charge.targets, numbers={"kept": float(kept), "layouts": float(LAYOUTS)})


def _search(charge: Charge, ways: Sequence[Way], laid: list[Way]) -> tuple[Way, Standing] | None:
    """Give the best plan found: by a narrow beam, by layouts, by wider beams, at last by lot where there are layouts.

    `laid` gets the ways for which there are layouts.
    """
    asked = charge.asked
    look = partial(
        best_plan, asked.scenario, asked.rules, charge.targets, ways, charge.permitted,
        goal=asked.goal, let_go=charge.let_go,
    )  # fmt: skip
    narrow, *wider = usual_breadths(len(asked.scenario.charger.models), asked.deadline)
    found = look([narrow])
    if found is not None:
        return found
    for way in ways:
        standing = _by_layouts(charge, way, laid)
        if standing is not None:
            return way, standing
    found = look(wider)
    if found is not None or len(asked.scenario.charger.models) > MOST_DRAWN:
        return found
    for way in laid:
        for primary in () if asked.is_over() else charge.permitted:
            drawn = dive(charge.setting(way, primary), asked.seed)
            if drawn is not None and is_of(way, drawn):
                return way, drawn
    return None


def _by_layouts(charge: Charge, way: Way, laid: list[Way]) -> Standing | None:
    """Look for layouts first and an order of moves for them; `laid` gets the way if there are layouts.

    A layout with the first mover where it has to be means that no proof over places is to be had.
    """
    asked = charge.asked
    question = charge.question(way, relaxed=False)
    limits = replace(default_limits(question.size, thorough=False), deadline=asked.deadline)
    maps = Roadmaps(question)
    for primary in charge.permitted:
        setting = charge.setting(way, primary)
        for first, held in _first_ends(setting):
            for seed in range(asked.seed, asked.seed + LAYOUTS):
                if asked.is_over():
                    return None
                ends = find_layout(question, maps, limits, seed, lambda: False, held)
                if ends is None:
                    break
                if way not in laid:
                    laid.append(way)
                standing = follow(setting, ends, first)
                if standing is not None and is_of(way, standing):
                    return standing
    return None


def _first_ends(setting: Setting) -> Iterator[tuple[list[tuple[int, int]], Held]]:
    """Give who may move first and at whom, with where it ends then; nobody named: whoever, anywhere."""
    if not names_first_mover(setting.question.rules):
        yield [], {}
        return
    for i, foe in first_movers(setting):
        yield [(i, foe)], {i: where_first_ends(setting, i, foe)}


def setting_of_plan(scenario: Scenario, rules: Ruleset, plan: Plan, *, relaxed: bool = False) -> Setting:
    """Give the setting in which somebody's plan is looked over: slowed by difficult terrain if a path of it is.

    `relaxed`: with ways that are rather too short than too long.
    """
    permitted = primaries(scenario, rules, plan.targets)
    primary = plan.primary or (permitted[0] if len(permitted) == 1 else None)
    paths = ((move.model, move.path) for move in plan.moves)
    ways = ways_of(scenario, rules, plan.roll, plan.terrain_roll)
    way = ways[-1] if is_slowed(scenario, rules, paths) else ways[0]
    return setting_of(scenario, rules, plan.targets, way, primary, relaxed=relaxed)


def _ordered(charge: Charge, way: Way, standing: Standing, roll: int) -> Ordered:
    """Give what is told of a plan, with its bounds and what it asks of the dice."""
    asked, setting = charge.asked, standing.setting
    values = measured(standing)
    bounds = _bounds(charge, way, roll)
    goals = tuple(Goal(name, round(values[name], 6), bounds.get(name)) for name in GOALS[asked.goal])
    contacted = frozenset(setting.targets[t] for t in standing.contacted)
    moves = moves_of(standing)
    if asked.scenario.charge.terrain_roll is not None or not has_difficult(asked.scenario, asked.rules):
        return Ordered(moves, goals, setting.primary, contacted)
    # nobody has rolled yet: what the difficult terrain asks of the dice
    if _is_slowed(asked, moves):
        rolls = rolls_that_do(asked, charge.targets, roll, sure=ROLLS[-1:])
        return Ordered(moves, goals, setting.primary, contacted, (roll_reason(asked, rolls),), rolls=rolls)
    text = "Every path keeps clear of difficult terrain, so nothing is rolled for it."
    reason = Reason("difficult_terrain", text, numbers={"terrain_roll_in": 0.0, "chance": 1.0})
    return Ordered(moves, goals, setting.primary, contacted, (reason,))


def _bounds(charge: Charge, way: Way, roll: int) -> dict[str, float | None]:
    """Give what no plan of any way that there is does better than; None where one of them has no bound."""
    asked = charge.asked
    ways = ways_of(asked.scenario, asked.rules, roll, asked.scenario.charge.terrain_roll)
    each = []
    for one in {way, *ways}:
        question = charge.question(one)
        each.append(goal_bounds(question, Roadmaps(question), {}))
    bounds: dict[str, float | None] = {}
    for name in set().union(*each):
        values = [one.get(name) for one in each]
        known = [value for value in values if value is not None]
        best = min if name == "movement_in" else max
        bounds[name] = best(known) if len(known) == len(values) else None
    bounds["targets_contacted"] = float(len(with_added(asked.scenario, charge.targets)))
    return bounds


def _is_slowed(asked: Asked, moves: Sequence[Move]) -> bool:
    return is_slowed(asked.scenario, asked.rules, ((move.model, move.path) for move in moves))
