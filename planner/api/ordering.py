"""Plan a charge whose models move in turn: which primary, through difficult terrain or round it, in which order.

A proof is one over the places alone, whatever the order: what no final layout allows, no order leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from planner.api.asking import Asked
from planner.api.duties import refute_by_duties
from planner.api.rolls import roll_reason
from planner.candidates import Roadmaps, make_question
from planner.impossible import Held, OuterLimits, Refutation, goal_bounds, refute, refute_by_cells, refute_room
from planner.rulesets import Ruleset
from planner.sequence import (
    GOALS,
    MOST_TERRAIN_ROLL,
    Setting,
    Standing,
    Way,
    best_plan,
    contacts_of,
    counter_move,
    first_movers,
    follow,
    has_difficult,
    is_slowed,
    measured,
    plugged,
    primaries,
    question_of,
    setting_of,
    usual_breadths,
    ways_of,
    where_first_ends,
)
from planner.solve import default_limits, find_layout
from planner.units import UNITS_PER_INCH, in_text, to_inches
from planner.world import Goal, Move, Plan, Proof, Reason, Scenario

OF_ORDER = ("first_movers", "duties")
"""Proofs that hang on who may move first and on duties: a shorter way may change both, in either direction."""
LAYOUTS = 2
"""Layouts that are followed for each model that may move first."""
PROOF_TIE = 8.0
"""Units by which the search's ground may lengthen a way: a unit more round a range, plugs in narrow gaps."""
FIRST_MOVER_ROUNDS = 15
"""Rounds of splitting for each pair that may start the charge: there may be several."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A plan of order, and what is said of it."""

    moves: tuple[Move, ...]
    goals: tuple[Goal, ...]
    primary: str | None
    contacted: frozenset[str]
    reasons: tuple[Reason, ...] = ()
    declaration: tuple[Move, ...] = ()


def plan_in_order(asked: Asked, targets: tuple[str, ...], roll: int) -> Ordered | Refutation | Reason:
    """Give a plan, a proof, or why neither. Where a terrain roll falls short of some targets, they are let go."""
    rolled = asked.scenario.charge.terrain_roll
    permitted = primaries(asked.scenario, asked.rules, targets)
    found = _plan_all(asked, targets, roll, rolled, permitted)
    slowed = rolled is not None and has_difficult(asked.scenario, asked.rules)
    short = slowed and asked.rules.flag("targets_may_fall_short")
    if isinstance(found, Ordered) or not short:
        return found
    open_words: list[Reason] = []
    for primary in permitted:
        fewer = _fallen_short(asked, targets, roll, primary)
        if isinstance(fewer, Ordered):
            return fewer
        open_words += [fewer] if isinstance(fewer, Reason) else []
    return open_words[0] if open_words else found


def plan_with_roll(
    asked: Asked, targets: tuple[str, ...], roll: int, terrain_roll: int
) -> Ordered | Refutation | Reason:
    """Give a plan that reaches all targets after this roll for difficult terrain, a proof, or why neither."""
    return _plan_all(asked, targets, roll, terrain_roll, primaries(asked.scenario, asked.rules, targets))


def _fallen_short(
    asked: Asked, targets: tuple[str, ...], roll: int, primary: str | None
) -> Ordered | Refutation | Reason:
    """Give the plan that reaches this primary and most of the other targets, after a roll that was too low for all."""
    declared: tuple[Move, ...] = ()
    if asked.rules.flag("reach_all_at_declaration"):
        whole = _plan_all(asked, targets, roll, roll, [primary])
        if not isinstance(whole, Ordered):
            return whole
        declared = whole.moves
    assert primary is not None
    others = [name for name in targets if name != primary]
    rolled = asked.scenario.charge.terrain_roll
    found = _plan_all(asked, targets, roll, rolled, [primary])
    for size in range(len(others) - 1, -1, -1):
        for some in combinations(others, size):
            fewer = tuple(name for name in targets if name == primary or name in some)
            # who is not slowed has no excuse: only a way through the terrain lets a target go
            found = _plan_all(asked, fewer, roll, rolled, [primary], through=True)
            slowed = isinstance(found, Ordered) and _is_slowed(asked, targets, roll, found.moves)
            if isinstance(found, Ordered) and slowed:
                gone = [name for name in targets if name not in found.contacted]
                text = f"The roll for difficult terrain leaves {' and '.join(gone)} out of reach."
                reason = Reason("targets_may_fall_short", text, units=tuple(gone))
                return replace(found, reasons=(*found.reasons, reason), declaration=declared)
    # the last set is the primary alone: refuted, it refutes all others
    return Reason("limit", "No plan was found that the roll slows.", targets) if isinstance(found, Ordered) else found


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
    return Ordered(tuple(_moves(found.standing)), goals, None, frozenset(), (reason,))


def _plan_all(
    asked: Asked,
    targets: tuple[str, ...],
    roll: int,
    terrain_roll: int | None,
    permitted: Sequence[str | None],
    *,
    through: bool = False,
) -> Ordered | Refutation | Reason:
    """Give a plan that reaches all of these targets (or one, where one is enough), a proof, or why neither.

    `through`: only by ways through difficult terrain.
    """
    ways = ways_of(asked.scenario, asked.rules, roll, terrain_roll)
    ways = [way for way in ways if not (through and way.is_dry)]
    proofs: list[Refutation] = []
    open_ways: list[Way] = []
    for way in ways:
        question = plugged(question_of(asked.scenario, asked.rules, targets, way, relaxed=True))
        refutation = refute(question, Roadmaps(question))
        if refutation is None:
            open_ways.append(way)
        else:
            proofs.append(refutation)
    narrow, *wider = usual_breadths(len(asked.scenario.charger.models), asked.deadline)
    found = best_plan(asked.scenario, asked.rules, targets, open_ways, permitted, [narrow], asked.goal)
    are_laid = []
    for way in open_ways if found is None else []:
        standing, is_laid = _by_layouts(asked, targets, way, permitted)
        are_laid.append(is_laid)
        if standing is not None:
            found = way, standing
            break
    if found is None:
        found = best_plan(asked.scenario, asked.rules, targets, open_ways, permitted, wider, asked.goal)
    if found is not None:
        return _ordered(asked, targets, *found, roll)
    for way, is_laid in zip(open_ways, are_laid, strict=True):
        prove = partial(refute_by_duties, tie=PROOF_TIE) if is_laid else _prove
        refutation = prove(asked, targets, way, permitted)
        if refutation is None:
            return Reason("limit", _WHY_OPEN[is_laid], units=targets)
        proofs.append(refutation)
    return proofs[-1]


_WHY_OPEN = {
    True: "Places are found from which every target is contacted, and no order of moves that leads there with each "
    "model doing its duty at its turn.",
    False: "No order of moves was found that reaches every target, and none of the proofs applies.",
}


def _by_layouts(
    asked: Asked, targets: tuple[str, ...], way: Way, permitted: Sequence[str | None]
) -> tuple[Standing | None, bool]:
    """Look for layouts first and an order of moves for them: the best standing found, and whether there are layouts.

    A layout with the first mover where it has to be means that no proof over places is to be had.
    """
    question = question_of(asked.scenario, asked.rules, targets, way)
    limits = replace(default_limits(question.size, thorough=False), deadline=asked.deadline)
    maps, is_laid = Roadmaps(question), False
    for primary in permitted:
        setting = setting_of(asked.scenario, asked.rules, targets, way, primary, asked.goal)
        for first, held in _first_ends(setting):
            for seed in range(asked.seed, asked.seed + LAYOUTS):
                ends = find_layout(question, maps, limits, seed, lambda: False, held)
                if ends is None:
                    break
                is_laid = True
                standing = follow(setting, ends, first)
                if standing is not None:
                    return standing, True
    return None, is_laid


def _first_ends(setting: Setting) -> Iterator[tuple[list[tuple[int, int]], Held]]:
    """Give who may move first and at whom, with where it ends then; nobody named: whoever, anywhere."""
    rules = setting.question.rules
    if not rules.has("first_mover") or rules.choice("first_mover") == "any":
        yield [], {}
        return
    for i, foe in first_movers(setting):
        yield [(i, foe)], {i: where_first_ends(setting, i, foe)}


def setting_of_plan(scenario: Scenario, rules: Ruleset, plan: Plan) -> Setting:
    """Give the setting in which somebody's plan is looked over: slowed by difficult terrain if a path of it is."""
    permitted = primaries(scenario, rules, plan.targets)
    primary = plan.primary or (permitted[0] if len(permitted) == 1 else None)
    cap = MOST_TERRAIN_ROLL if plan.terrain_roll is None else plan.terrain_roll
    paths = ((move.model, move.path) for move in plan.moves)
    way = ways_of(scenario, rules, plan.roll, plan.terrain_roll)[-1]
    if has_difficult(scenario, rules) and not is_slowed(scenario, rules, plan.targets, plan.roll, paths):
        way = replace(way, is_dry=way.slowed is None, budget=plan.roll)
    return setting_of(scenario, rules, plan.targets, way, primary, cap=cap)


def _prove(asked: Asked, targets: tuple[str, ...], way: Way, permitted: Sequence[str | None]) -> Refutation | None:
    """Give a proof over places, whoever moves first; else one for each pair that may start the charge."""
    question = question_of(asked.scenario, asked.rules, targets, way, relaxed=True)
    room = refute_room(question)
    if room is not None:
        return room
    if asked.progress is not None:
        asked.progress("looking for a proof that it is impossible")
    limits = replace(default_limits(question.size, thorough=False), deadline=asked.deadline)
    if find_layout(question, Roadmaps(question), limits, asked.seed, lambda: False) is None:
        outer = refute_by_cells(question, OuterLimits(deadline=asked.deadline), lambda _: False)
        if isinstance(outer, Refutation):
            return outer
    if not asked.rules.has("first_mover") or asked.rules.choice("first_mover") == "any":
        return None
    return _prove_by_first_movers(asked, targets, way, permitted)


def _prove_by_first_movers(
    asked: Asked, targets: tuple[str, ...], way: Way, permitted: Sequence[str | None]
) -> Refutation | None:
    """Give a proof for every model that may move first, ending where it has to; None if one of them is left open."""
    question = question_of(asked.scenario, asked.rules, targets, way, relaxed=True)
    pairs: list[list[str]] = []
    last: Refutation | None = None
    for primary in permitted:
        setting = setting_of(asked.scenario, asked.rules, targets, way, primary)
        for i, foe in first_movers(setting, PROOF_TIE):
            held = {i: where_first_ends(setting, i, foe)}
            limits = OuterLimits(deadline=asked.deadline, rounds=FIRST_MOVER_ROUNDS)
            outer = refute_by_cells(question, limits, lambda _: False, held=held)
            if not isinstance(outer, Refutation):
                return None
            pairs.append([question.names[i], question.foe_names[foe]])
            last = outer
    unit, names = asked.scenario.charge.unit, " and ".join(targets)
    how = "; ".join(f"{model} at {foe}" for model, foe in pairs) or "nobody can"
    text = f"Whoever may move first ({how}), {unit} cannot go on to contact {names} in coherency."
    numbers = {"roll_in": to_inches(way.budget)}
    facts = {} if last is None else {k: v for k, v in last.proof.facts.items() if k != "split"}
    reason = Reason("first_mover", text, units=targets, models=tuple(model for model, _ in pairs), numbers=numbers)
    return Refutation(reason, Proof("first_movers", {**facts, "first_movers": pairs, "targets": list(targets)}))


def _ordered(asked: Asked, targets: tuple[str, ...], way: Way, standing: Standing, roll: int) -> Ordered:

    setting, question = standing.setting, standing.setting.question
    relaxed = question_of(asked.scenario, asked.rules, targets, way, relaxed=True)
    bounds = goal_bounds(relaxed, Roadmaps(relaxed), {})
    bounds["targets_contacted"] = float(len(setting.targets))
    values = measured(standing)
    goals = tuple(Goal(name, round(values[name], 6), bounds.get(name)) for name in GOALS[asked.goal])
    contacted = frozenset(setting.targets[t] for t in standing.contacted)
    moves = tuple(_moves(standing))
    reasons = tuple(_terrain_reasons(asked, targets, roll, moves))
    assert question.size == len(moves)
    return Ordered(moves, goals, setting.primary, contacted, reasons)


def _is_slowed(asked: Asked, targets: tuple[str, ...], roll: int, moves: Sequence[Move]) -> bool:
    paths = ((move.model, move.path) for move in moves)
    return is_slowed(asked.scenario, asked.rules, targets, roll, paths)


def _moves(standing: Standing) -> Iterator[Move]:

    setting, question = standing.setting, standing.setting.question
    for k, (i, path, length) in enumerate(zip(standing.moved, standing.paths, standing.lengths), start=1):
        assert standing.engages is not None
        units = dict.fromkeys(setting.targets[setting.unit_of[m]] for m in standing.engages[i].nonzero()[0])
        touched = tuple(question.foe_names[m] for m in contacts_of(standing, i))
        yield Move(question.names[i], k, path, length, 0.0, tuple(units), touched)


def _terrain_reasons(asked: Asked, targets: tuple[str, ...], roll: int, moves: Sequence[Move]) -> Iterator[Reason]:
    """Say what the difficult terrain asks of the dice, where nobody has rolled yet."""
    if not has_difficult(asked.scenario, asked.rules) or asked.scenario.charge.terrain_roll is not None:
        return
    if _is_slowed(asked, targets, roll, moves):
        yield roll_reason(asked, targets, roll)
        return
    text = "Every path keeps clear of difficult terrain, so nothing is rolled for it."
    yield Reason("difficult_terrain", text, numbers={"terrain_roll_in": 0.0, "chance": 1.0})
