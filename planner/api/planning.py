"""Plan a charge: declared or not, refuted or not, planned or not; every plan judged before it leaves."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from planner.api.asking import Asked, Progress, fixed_distance, overridden, refuse_numbers
from planner.api.judging import judged_in_order
from planner.errors import Fault, InputError, RefereeDisagreement, UnsupportedRule
from planner.referee import declaration_violations, judge
from planner.rulesets import load_ruleset
from planner.shapes import Polygon
from planner.units import UNITS_PER_INCH, in_text, to_inches
from planner.wire import refuse_unmodelled, scenario_to_json
from planner.world import Answer, Goal, Move, Proof, Reason, Scenario, Verdict, Violation

if TYPE_CHECKING:
    from planner.api.ordering import Ordered
    from planner.candidates import Ints, Question, Roadmaps
    from planner.impossible import Refutation
    from planner.solve import Solution


def plan_charge(
    scenario: Scenario,
    *,
    targets: Sequence[str] | None = None,
    roll_in: float | str | Fraction | None = None,
    goal: str = "engage",
    time_limit_s: float | None = None,
    seed: int = 0,
    ruleset: str | None = None,
    options: Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Answer whether the charge is possible and where every model goes.

    Parameters
    ----------
    scenario
        The table and the question; the other arguments override what it says.
    targets
        Unit ids; None: those of the scenario, or every set, best first.
    roll_in
        The distance in inches after all modifiers; None: the scenario's, or the least that works.
    goal
        "engage", "tight", "spread" or "hold" (see `planner.solve.goals`).
    time_limit_s
        A wall limit. Without one the limit is deterministic work and the answer the same on any machine.
    progress
        Called now and then with a line for a person.

    Raises
    ------
    InputError, UnsupportedRule
        The question is wrong, or bears on a rule that is not modelled.
    RefereeDisagreement
        A fault of this package.
    """
    from planner.solve import check_goal

    refuse_numbers(seed, time_limit_s)
    scenario = overridden(scenario, targets, roll_in, ruleset, options)
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    began = time.perf_counter()
    deadline = None if time_limit_s is None else time.monotonic() + time_limit_s
    fixed = fixed_distance(scenario, rules)
    if fixed is not None:
        scenario = replace(scenario, charge=replace(scenario.charge, roll=fixed))
    asked = Asked(scenario, rules, check_goal(goal), seed, deadline, progress, began)
    refuse_unmodelled(scenario, rules, scenario.charge.roll)
    if scenario.charge.kind == "counter":
        return replace(_counter(asked), elapsed_s=round(time.perf_counter() - began, 6))
    answer = (
        _best_targets(asked) if scenario.charge.targets is None else _at_roll_or_least(asked, scenario.charge.targets)
    )
    return replace(answer, elapsed_s=round(time.perf_counter() - began, 6))


def _best_targets(asked: Asked) -> Answer:
    """Answer for the best set: most targets, then the goal, then ids; if none is legal, the most open verdict."""
    roll = asked.scenario.charge.roll
    roll = asked.rules.length("greatest_roll") if roll is None else roll
    failed: list[Answer] = []
    for sets in _target_sets(asked, roll):
        legal: list[Answer] = []
        for targets in sets:
            answer = answer_at(asked, targets, roll)
            (legal if answer.verdict == "legal" else failed).append(answer)
        if legal:
            best = min(legal, key=lambda a: (goal_key(a), a.targets))
            if asked.scenario.charge.roll is None:
                best = _at_roll_or_least(asked, best.targets)
            return replace(best, reasons=(*best.reasons, *_larger_sets(failed, best.targets)))
    for verdict in ("undecided", "impossible"):
        of_kind = [a for a in failed if a.verdict == verdict]
        if of_kind:
            return of_kind[0]
    return _no_targets(asked, roll)


def _larger_sets(failed: list[Answer], targets: tuple[str, ...]) -> list[Reason]:
    """Say of the larger sets that were asked what became of them."""
    larger = [a for a in failed if len(a.targets) > len(targets)]
    if not larger:
        return []
    some = "; ".join(f"{' and '.join(a.targets)}: {a.verdict}" for a in larger[:3])
    more = f"; and {len(larger) - 3} more" if len(larger) > 3 else ""
    text = f"No larger set of targets was found legal ({some}{more})."
    return [Reason("engage_every_target", text, units=larger[0].targets, numbers={"sets": float(len(larger))})]


def _target_sets(asked: Asked, roll: int) -> Iterator[list[tuple[str, ...]]]:
    """Give the sets of units that may be chosen at this roll, largest first, those of one size together."""
    single = sorted(enemy.id for enemy in asked.scenario.enemies if may_be_a_target(asked, enemy.id, roll))
    for size in range(len(single), 0, -1):
        yield list(combinations(single, size))


def may_be_a_target(asked: Asked, name: str, roll: int) -> bool:
    """Whether nothing but its not being the primary target forbids to choose this unit."""
    found = declaration_violations(asked.scenario, asked.rules, (name,), roll)
    return all(violation.rule in ("primary_target", "shot_is_primary") for violation in found)


def goal_key(answer: Answer) -> tuple[float, ...]:
    """Order answers by their goals: counts are wanted high, movement low."""
    return tuple(g.value if g.name == "movement_in" else -g.value for g in answer.goals)


def _no_targets(asked: Asked, roll: int) -> Answer:
    """Say why no unit may be chosen at all: each enemy's own reasons, nearest first."""
    scenario = asked.scenario
    if not scenario.enemies:
        reason = Reason("declare_range", "There is no enemy unit on the board.")
        return _answer(asked, (), roll, "ineligible", reasons=(reason,))
    reasons: list[Reason] = []
    for enemy in scenario.enemies:
        for violation in declaration_violations(scenario, asked.rules, (enemy.id,), scenario.charge.roll):
            reason = as_reason(violation)
            if reason not in reasons:
                reasons.append(reason)
    return _answer(asked, (), roll, "ineligible", reasons=tuple(reasons))


def _at_roll_or_least(asked: Asked, targets: tuple[str, ...]) -> Answer:
    """Answer at the scenario's roll; without one, at the least whole roll that works."""
    roll = asked.scenario.charge.roll
    if roll is not None:
        return answer_at(asked, targets, roll)
    open_rolls: list[int] = []
    answer = None
    for inches in range(1, asked.rules.length("greatest_roll") // UNITS_PER_INCH + 1):
        answer = answer_at(asked, targets, inches * UNITS_PER_INCH)
        if answer.verdict == "legal":
            return replace(answer, reasons=(*answer.reasons, _least_roll(inches, open_rolls)))
        if answer.verdict == "undecided":
            open_rolls.append(inches)
    assert answer is not None, "every ruleset's greatest roll is at least an inch"
    return answer


def _least_roll(inches: int, open_rolls: list[int]) -> Reason:
    text = f"{inches} is the least roll at which a plan was found"
    if open_rolls:
        text += f"; undecided at {', '.join(map(str, open_rolls))}"
    else:
        text += "; every lower roll is proved too short"
    return Reason("max_distance", text + ".", numbers={"roll_in": inches})


def answer_at(asked: Asked, targets: tuple[str, ...], roll: int) -> Answer:
    """Answer one question: declared or not, refuted or not, planned or not."""
    refused = declaration_violations(asked.scenario, asked.rules, targets, roll, asked.scenario.charge.primary)
    if refused:
        return _answer(asked, targets, roll, "ineligible", reasons=tuple(as_reason(v) for v in refused))
    from planner.candidates import Roadmaps, make_question
    from planner.impossible import goal_bounds
    from planner.solve import GOALS, Solution

    refuse_unmodelled(asked.scenario, asked.rules, roll)
    _refuse_bad_outlines(asked.scenario)
    if asked.rules.moves_in_order:
        return _in_order(asked, targets, roll)
    question = make_question(asked.scenario, asked.rules, targets, roll)
    maps = Roadmaps(question)
    found = decide(asked, question, maps)
    assert found != "possible", "a plan was asked for"
    if isinstance(found, Reason):
        return _answer(asked, targets, roll, "undecided", reasons=(found, *_band(asked, question)))
    if not isinstance(found, Solution):
        return _answer(asked, targets, roll, "impossible", reasons=(found.reason,), proof=found.proof)
    order = {i: k + 1 for k, i in enumerate(found.order)}
    moves = tuple(
        Move(name, order[i], found.paths[i], found.lengths[i], 0.0, found.engaged[i], found.touched[i])
        for i, name in enumerate(question.names)
    )
    bounds = goal_bounds(question, maps, {name: found.measured[name] for name in GOALS[asked.goal]})
    goals = tuple(Goal(name, round(found.measured[name], 6), bounds.get(name)) for name in GOALS[asked.goal])
    answer = _answer(asked, targets, roll, "legal", moves=tuple(sorted(moves, key=lambda m: m.order)), goals=goals)
    _second_look(asked, question, answer)
    return _judged(asked, answer)


def _counter(asked: Asked) -> Answer:
    """Answer a counter-charge: who may not make one, or the move that comes nearest."""
    from planner.api.ordering import Ordered, plan_counter

    scenario = asked.scenario
    if not asked.rules.flag("counter_charge"):
        raise UnsupportedRule("counter_charge", f"{asked.rules.id} has no counter-charge", "charge.kind")
    against, roll = scenario.charge.against, scenario.charge.roll
    assert against is not None, "a counter-charge says against whom"
    assert roll is not None, "a ruleset with counter-charges has a fixed distance"
    for name in (scenario.charge.unit, against):
        if scenario.unit(name).is_off_board or not scenario.unit(name).models:
            reason = Reason("counter_charge", f"{name} is not on the battlefield.", units=(name,))
            return _answer(asked, (against,), roll, "ineligible", reasons=(reason,))
    _refuse_bad_outlines(scenario)
    found = plan_counter(asked, against, roll)
    if not isinstance(found, Ordered):
        return _answer(asked, (against,), roll, "undecided", reasons=(found,))
    answer = _answer(asked, (against,), roll, "legal", moves=found.moves, goals=found.goals, reasons=found.reasons)
    return _judged(asked, answer)


def _in_order(asked: Asked, targets: tuple[str, ...], roll: int) -> Answer:
    """Answer where models block each other, so that their order is part of the plan."""
    from planner.api.ordering import Ordered, plan_in_order
    from planner.api.places import OF_ORDER
    from planner.api.rolls import lower_rolls_reason
    from planner.sequence import has_difficult

    found = plan_in_order(asked, targets, roll)
    if isinstance(found, Ordered):
        return answer_of(asked, targets, roll, found)
    if isinstance(found, Reason):
        return _answer(asked, targets, roll, "undecided", reasons=(found,))
    reasons: list[Reason] = [found.reason]
    if found.proof.kind in OF_ORDER and asked.scenario.charge.terrain_roll is None:
        lower = lower_rolls_reason(asked, targets, roll) if has_difficult(asked.scenario, asked.rules) else None
        reasons += [] if lower is None else [lower]
    return _answer(asked, targets, roll, "impossible", reasons=tuple(reasons), proof=found.proof)


def answer_of(asked: Asked, targets: tuple[str, ...], roll: int, found: Ordered) -> Answer:
    """Give the judged answer of a plan of order."""
    plain = _answer(asked, targets, roll, "legal", moves=found.moves, goals=found.goals, reasons=found.reasons)
    named = dict.fromkeys((*targets, *asked.scenario.charge.added_targets))
    answer = replace(
        plain,
        primary=found.primary,
        terrain_roll=asked.scenario.charge.terrain_roll,
        declaration=found.declaration,
        locked=tuple(name for name in named if name in found.contacted),
        not_contacted=tuple(name for name in targets if name not in found.contacted),
    )
    return _judged(asked, answer)


def _refuse_bad_outlines(scenario: Scenario) -> None:
    """Raise `InputError` for terrain whose outline crosses or touches itself.

    Files are checked exactly where they come in (`planner.wire`); this is shapely's second look, and the only one for a
    scenario that was built in code.
    """
    from planner.geometry import polygon_faults

    faults = [
        Fault(f"terrain {piece.id!r}", fault, "a simple polygon")
        for piece in scenario.terrain
        if isinstance(piece.outline, Polygon)
        for fault in polygon_faults(piece.outline.corners)
    ]
    if faults:
        raise InputError(faults)


def decide(
    asked: Asked, question: Question, maps: Roadmaps, *, only_whether: bool = False, work: float | None = None
) -> Solution | Refutation | Reason | Literal["possible"]:
    """Give a plan, a proof, or why neither: quick proofs, then the search, then proof and search over cells.

    `only_whether`: the word "possible" does in place of a plan, and costs a fraction of it. `work`: what the proof over
    cells may cost, in place of the usual.

    Search and proof come one after the other. Raced in two processes, the answer would be the same (a plan of the
    search before one of the cells, and a proof admits neither), and of charges that need a proof over cells the
    search takes a quarter of the time; that gains less than a second process costs an opponent that asks on all cores.
    """
    from planner.candidates import Roadmaps, relaxed_question
    from planner.impossible import OuterLimits, Refutation, refute, refute_by_cells, refute_room
    from planner.solve import Solution, Tried, default_limits, find_any, solve, solve_from

    wide = relaxed_question(question)
    refutation = refute(wide, maps if wide is question else Roadmaps(wide))
    if refutation is not None:
        return refutation
    limits = replace(default_limits(question.size, thorough=asked.thorough), deadline=asked.deadline)
    early_limits = OuterLimits(work=EARLY_WORK, work_each=EARLY_WORK, rounds=EARLY_ROUNDS, deadline=asked.deadline)
    # a proof costs less than to refine the search, where there is one
    early = cache(lambda: refute_room(wide) or refute_by_cells(wide, early_limits, lambda _: False))

    def is_hopeless() -> bool:
        return isinstance(early(), Refutation)

    tried = Tried(0, "No plan was found.", float("inf"))
    if only_whether:
        if find_any(question, maps, limits, asked.seed, is_hopeless):
            return "possible"
    else:
        found = solve(question, maps, asked.goal, limits, asked.seed, asked.progress, is_hopeless)
        if isinstance(found, Solution):
            return found
        tried = found
    begun = early()
    if isinstance(begun, Refutation):
        return begun
    if asked.progress is not None:
        asked.progress("looking for a proof that it is impossible")
    plans: list[Solution] = []

    def push(ends: Ints) -> bool:
        plan = solve_from(question, maps, asked.goal, limits, asked.seed, asked.progress, ends)
        plans.extend([plan] if plan is not None else [])
        return plan is not None

    outer_limits = OuterLimits(deadline=asked.deadline)
    if work is not None:
        outer_limits = replace(outer_limits, work=work)
    outer = refute_by_cells(wide, outer_limits, push, () if begun is None else begun.split)
    if outer is None:
        return plans[0]
    if isinstance(outer, Refutation):
        return outer
    over = " The time limit ended the search." if limits.is_over() else ""
    text = f"{tried.text} No proof was found either: {outer.cells} squares that cover the table, the smallest "
    text += f"{in_text(outer.smallest)} wide, leave it open.{over}"
    numbers = {"places": float(tried.sites), "squares": float(outer.cells), "smallest_in": to_inches(outer.smallest)}
    return Reason("limit", text, numbers=numbers)


EARLY_WORK = 0.2
EARLY_ROUNDS = 3
"""Work and rounds that a proof over cells may cost when the first walks have found nothing."""
BAND_STEPS = (1, 2, 4, 8)
"""Eighths of an inch, up and down from an undecided roll, at which the question is asked again."""
BAND_WORK = 0.3


def _band(asked: Asked, question: Question) -> tuple[Reason, ...]:
    """Say between which rolls the truth lies: where a plan exists above, and where it is proved impossible below."""
    from planner.candidates import Roadmaps, make_question
    from planner.impossible import Refutation

    def ask(roll: int) -> Solution | Refutation | Reason | Literal["possible"]:
        again = make_question(asked.scenario, asked.rules, question.targets, roll)
        return decide(asked, again, Roadmaps(again), only_whether=True, work=BAND_WORK)

    if asked.deadline is not None:
        return ()  # the time is the asker's
    if asked.progress is not None:
        asked.progress("looking how near it is")
    steps = [step * UNITS_PER_INCH // 8 for step in BAND_STEPS]
    above = next(
        (question.roll + s for s in steps if not isinstance(ask(question.roll + s), Refutation | Reason)), None
    )
    rolls = [question.roll - s for s in steps if s < question.roll]
    below = next((roll for roll in rolls if _is_out(asked, question, roll) or isinstance(ask(roll), Refutation)), None)
    if above is None and below is None:
        return ()
    numbers = {}
    words = [f"No plan was found at {in_text(question.roll)}"]
    if above is not None:
        words.append(f"one exists from {in_text(above)} on")
        numbers["plan_from_in"] = to_inches(above)
    if below is not None:
        words.append(f"at {in_text(below)} and below there is none")
        numbers["none_at_in"] = to_inches(below)
    return (Reason("limit", f"{'; '.join(words)}.", units=question.targets, numbers=numbers),)


def _is_out(asked: Asked, question: Question, roll: int) -> bool:
    return bool(declaration_violations(asked.scenario, asked.rules, question.targets, roll))


def _second_look(asked: Asked, question: Question, answer: Answer) -> None:
    """Have shapely, in floats and by other means than the search, see that every path is clear; raise if it is not.

    A model whose start overlaps something by what a file may (0.001 inch) is left to the referee, who is exact.
    """
    from planner.geometry import recheck_path

    ground = question.ground
    discs = tuple((disc.centre, disc.radius) for disc in ground.discs)
    walls = tuple(wall.corners for wall in ground.polygons)
    radii = dict(zip(question.names, question.radius))
    for move in answer.moves:
        look = partial(recheck_path, (ground.width, ground.height), discs, walls, int(radii[move.model]))
        faults = () if look(move.path[:1]) else look(move.path)
        if faults:
            raise _disagreement(asked, answer, f"{move.model} {'; '.join(faults)} on the path it was given")


def _disagreement(asked: Asked, answer: Answer, said: str) -> RefereeDisagreement:
    charge = replace(asked.scenario.charge, targets=answer.targets, roll=answer.roll)
    question = scenario_to_json(replace(asked.scenario, charge=charge))
    return RefereeDisagreement(f"the referee refuses our own plan: {said}", question)


def _judged(asked: Asked, answer: Answer) -> Answer:
    """Have the referee pass our own plan, or raise."""
    assert answer.plan is not None
    judgement = judge(asked.scenario, asked.rules, answer.plan)
    if judgement.legal and asked.rules.moves_in_order:
        # duties at a turn and who is the nearest: by what the search itself can show
        judgement = judged_in_order(asked.scenario, asked.rules, answer.plan)
    if not judgement.legal:
        raise _disagreement(asked, answer, "; ".join(f"{v.rule}: {v.text}" for v in judgement.violations))
    return replace(answer, judgement=judgement)


def as_reason(violation: Violation) -> Reason:
    numbers: dict[str, float] = {}
    if violation.measured is not None:
        numbers["measured_in"] = to_inches(violation.measured)
    if violation.allowed is not None:
        numbers["allowed_in"] = to_inches(violation.allowed)
    return Reason(violation.rule, violation.text, violation.units, violation.models, numbers=numbers)


def _answer(
    asked: Asked,
    targets: tuple[str, ...],
    roll: int,
    verdict: Verdict,
    *,
    moves: tuple[Move, ...] = (),
    goals: tuple[Goal, ...] = (),
    reasons: tuple[Reason, ...] = (),
    proof: Proof | None = None,
) -> Answer:
    charge = asked.scenario.charge
    return Answer(
        ruleset=asked.rules.id,
        unit=charge.unit,
        targets=targets,
        roll=roll,
        verdict=verdict,
        moves=moves,
        goals=goals,
        reasons=reasons,
        proof=proof,
        seed=asked.seed,
        options=dict(charge.options),
        primary=charge.primary,
        terrain_roll=charge.terrain_roll,
    )
