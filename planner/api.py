"""The use cases: `plan_charge` answers a question, `check` judges anyone's answer.

Nothing leaves unjudged: every plan passes the referee here, and a plan that it refuses is our fault and raised as
`RefereeDisagreement` with the question attached.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from planner.errors import Fault, InputError, RefereeDisagreement
from planner.referee import declaration_violations, judge
from planner.rulesets import Ruleset, load_ruleset
from planner.units import UNITS_PER_INCH, from_inches, in_text, to_inches
from planner.wire import faults_of, refuse_unmodelled, scenario_to_json
from planner.world import Answer, Goal, Judgement, Move, Plan, Proof, Reason, Scenario, Verdict, Violation, Witness

if TYPE_CHECKING:
    from planner.candidates import Ints, Question
    from planner.impossible import Refutation
    from planner.solve import Solution

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question with everything that overrides the file already in it."""

    scenario: Scenario
    rules: Ruleset
    goal: str
    seed: int
    deadline: float | None
    progress: Progress | None
    began: float


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

    _refuse_numbers(seed, time_limit_s)
    scenario = _overridden(scenario, targets, roll_in, ruleset, options)
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    began = time.perf_counter()
    deadline = None if time_limit_s is None else time.monotonic() + time_limit_s
    asked = _Asked(scenario, rules, check_goal(goal), seed, deadline, progress, began)
    refuse_unmodelled(scenario, rules, scenario.charge.roll)
    answer = (
        _best_targets(asked) if scenario.charge.targets is None else _at_roll_or_least(asked, scenario.charge.targets)
    )
    return replace(answer, elapsed_s=round(time.perf_counter() - began, 6))


def check(scenario: Scenario, answer: Answer, *, find_witnesses: bool = True) -> Judgement:
    """Judge anyone's answer to this scenario: every violation, and "if able" breaches with a better move.

    The scenario's own charge wins where both speak; a mismatch is an `InputError`. On an ``impossible`` answer
    the proof is run again. `find_witnesses` False: clauses only.
    """
    scenario = _asked_by_answer(scenario, answer)
    rules = load_ruleset(scenario.ruleset).with_options(scenario.charge.options)
    if answer.verdict == "impossible":
        return _check_proof(scenario, rules)
    if answer.verdict == "ineligible":
        return _check_ineligible(scenario, rules)
    if not answer.moves:
        # "undecided" claims nothing, so nothing of it can be wrong; "legal" claims a plan
        if answer.verdict == "undecided":
            return Judgement(legal=True, duties="none asked")
        return Judgement(legal=False, violations=(Violation("moves", "The answer says 'legal' and has no moves."),))
    targets, roll = _said(scenario)
    plan = Plan(answer.unit, targets, roll, answer.moves)
    refuse_unmodelled(scenario, rules, roll)
    judgement = judge(scenario, rules, plan)
    if not judgement.legal or not find_witnesses or not _has_open_duty(scenario, rules, plan):
        return judgement
    witnesses = _witnesses(scenario, rules, plan)
    return judge(scenario, rules, plan, witnesses) if witnesses else judgement


# --- what is asked -----------------------------------------------------------------------------------------------


def _overridden(
    scenario: Scenario,
    targets: Sequence[str] | None,
    roll_in: float | str | Fraction | None,
    ruleset: str | None,
    options: Mapping[str, object] | None,
) -> Scenario:
    charge = scenario.charge
    if targets is not None:
        faults = _target_faults(scenario, targets)
        if faults:
            raise InputError(faults)
        charge = replace(charge, targets=tuple(targets))
    if roll_in is not None:
        charge = replace(charge, roll=_roll(roll_in))
    if options is not None:
        charge = replace(charge, options={**charge.options, **options})
    scenario = replace(scenario, charge=charge)
    if ruleset is not None and ruleset != scenario.ruleset:
        scenario = replace(scenario, ruleset=ruleset)
        faults = list(faults_of(scenario))
        if faults:
            raise InputError(faults)
    return scenario


def _refuse_numbers(seed: object, time_limit_s: object) -> None:
    """Raise `InputError` for a seed or a time limit that is none."""
    faults = []
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
        faults.append(Fault("seed", repr(seed), "a whole number from 0 to below 2**31"))
    limited = time_limit_s is not None
    if limited and (
        isinstance(time_limit_s, bool) or not isinstance(time_limit_s, int | float) or not time_limit_s > 0
    ):
        faults.append(Fault("time_limit_s", repr(time_limit_s), "a number of seconds above 0"))
    if faults:
        raise InputError(faults)


def _target_faults(scenario: Scenario, targets: Sequence[str]) -> list[Fault]:
    if isinstance(targets, str):
        return [Fault("targets", repr(targets), "a list of unit ids")]
    side = scenario.charger.side
    foes = {u.id for u in scenario.units if u.side != side}
    allowed = ", ".join(sorted(foes)) or "there is no enemy unit"
    faults = [Fault("targets", repr(t), f"an enemy unit: {allowed}") for t in targets if t not in foes]
    if len(set(targets)) != len(targets):
        faults.append(Fault("targets", f"{list(targets)}", "each unit once"))
    if not targets:
        faults.append(Fault("targets", "an empty list", "at least one enemy unit"))
    return faults


def _roll(roll_in: float | str | Fraction) -> int:
    try:
        exact = roll_in if isinstance(roll_in, Fraction) else Fraction(str(roll_in))
    except (ValueError, ZeroDivisionError):
        exact = Fraction(-1)
    if not 0 <= exact < 1000:
        raise InputError([Fault("roll_in", repr(roll_in), "a number of inches from 0 to below 1000")])
    return from_inches(exact)


def _asked_by_answer(scenario: Scenario, answer: Answer) -> Scenario:
    """Put into the scenario what only the answer says; refuse an answer to another question."""
    charge = scenario.charge
    pairs: list[tuple[str, Any, Any]] = [
        ("unit", charge.unit, answer.unit),
        ("ruleset", scenario.ruleset, answer.ruleset or scenario.ruleset),
    ]
    if charge.targets is not None and answer.targets:
        pairs.append(("targets", sorted(charge.targets), sorted(answer.targets)))
    if charge.roll is not None and answer.roll is not None:
        pairs.append(("roll_in", to_inches(charge.roll), to_inches(answer.roll)))
    for name, own in charge.options.items():
        if name in answer.options:
            pairs.append((f"options.{name}", own, answer.options[name]))
    faults = [Fault(name, repr(said), f"what the scenario asks: {own!r}") for name, own, said in pairs if own != said]
    if charge.targets is None and answer.targets:
        faults += _target_faults(scenario, answer.targets)
    if faults:
        raise InputError(faults, source="the answer")
    return replace(
        scenario,
        charge=replace(
            charge,
            targets=charge.targets if charge.targets is not None else answer.targets or None,
            roll=charge.roll if charge.roll is not None else answer.roll,
            options={**answer.options, **charge.options},
        ),
    )


# --- planning ----------------------------------------------------------------------------------------------------


def _best_targets(asked: _Asked) -> Answer:
    """Answer for the best set: most targets, then the goal, then ids; if none is legal, the most open verdict."""
    greatest = asked.rules.length("greatest_roll")
    roll = asked.scenario.charge.roll if asked.scenario.charge.roll is not None else greatest
    failed: list[Answer] = []
    for sets in _target_sets(asked, roll):
        legal: list[Answer] = []
        for targets in sets:
            answer = _at_roll(asked, targets, roll)
            (legal if answer.verdict == "legal" else failed).append(answer)
        if legal:
            best = min(legal, key=lambda a: (_goal_key(a), a.targets))
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


def _target_sets(asked: _Asked, roll: int) -> Iterator[list[tuple[str, ...]]]:
    """Give the sets of units that may be chosen at this roll, largest first, those of one size together."""
    single = sorted(
        enemy.id
        for enemy in asked.scenario.enemies
        if not declaration_violations(asked.scenario, asked.rules, (enemy.id,), roll)
    )
    for size in range(len(single), 0, -1):
        yield list(combinations(single, size))


def _goal_key(answer: Answer) -> tuple[float, ...]:
    """Order answers by their goals: counts are wanted high, movement low."""
    return tuple(g.value if g.name == "movement_in" else -g.value for g in answer.goals)


def _no_targets(asked: _Asked, roll: int) -> Answer:
    """Say why no unit may be chosen at all: each enemy's own reasons, nearest first."""
    scenario = asked.scenario
    if not scenario.enemies:
        reason = Reason("declare_range", "There is no enemy unit on the board.")
        return _answer(asked, (), roll, "ineligible", reasons=(reason,))
    reasons: list[Reason] = []
    for enemy in scenario.enemies:
        for violation in declaration_violations(scenario, asked.rules, (enemy.id,), scenario.charge.roll):
            reason = _as_reason(violation)
            if reason not in reasons:
                reasons.append(reason)
    return _answer(asked, (), roll, "ineligible", reasons=tuple(reasons))


def _at_roll_or_least(asked: _Asked, targets: tuple[str, ...]) -> Answer:
    """Answer at the scenario's roll; without one, at the least whole roll that works."""
    roll = asked.scenario.charge.roll
    if roll is not None:
        return _at_roll(asked, targets, roll)
    open_rolls: list[int] = []
    answer = None
    for inches in range(1, asked.rules.length("greatest_roll") // UNITS_PER_INCH + 1):
        answer = _at_roll(asked, targets, inches * UNITS_PER_INCH)
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


def _at_roll(asked: _Asked, targets: tuple[str, ...], roll: int) -> Answer:
    """Answer one question: declared or not, refuted or not, planned or not."""
    refused = declaration_violations(asked.scenario, asked.rules, targets, roll)
    if refused:
        return _answer(asked, targets, roll, "ineligible", reasons=tuple(_as_reason(v) for v in refused))
    from planner.candidates import make_question

    refuse_unmodelled(asked.scenario, asked.rules, roll)
    question = make_question(asked.scenario, asked.rules, targets, roll)
    from planner.solve import Solution

    found = _decide(asked, question)
    if isinstance(found, Reason):
        return _answer(asked, targets, roll, "undecided", reasons=(found,))
    if not isinstance(found, Solution):
        return _answer(asked, targets, roll, "impossible", reasons=(found.reason,), proof=found.proof)
    order = {i: k + 1 for k, i in enumerate(found.order)}
    moves = tuple(
        Move(name, order[i], found.paths[i], found.lengths[i], 0.0, found.engaged[i], found.touched[i])
        for i, name in enumerate(question.names)
    )
    from planner.solve.goals import GOALS

    goals = tuple(Goal(name, round(found.measured[name], 6)) for name in GOALS[asked.goal])
    answer = _answer(asked, targets, roll, "legal", moves=tuple(sorted(moves, key=lambda m: m.order)), goals=goals)
    _second_look(asked, question, answer)
    return _judged(asked, answer)


def _decide(asked: _Asked, question: Question) -> Solution | Refutation | Reason:
    """Give a plan, a proof, or why neither: quick proofs, then the search, then proof and search over cells."""
    from planner.candidates import Terrainmap
    from planner.impossible import OuterLimits, Refutation, refute, refute_by_cells, refute_room
    from planner.solve import Solution, default_limits, solve, solve_from

    maps = Terrainmap(question)
    refutation = refute(question, maps)
    if refutation is not None:
        return refutation
    limits = replace(default_limits(question.size), deadline=asked.deadline)
    room = cache(lambda: refute_room(question))
    found = solve(question, maps, asked.goal, limits, asked.seed, asked.progress, lambda: room() is not None)
    if isinstance(found, Solution):
        return found
    refutation = room()
    if refutation is not None:
        return refutation
    if asked.progress is not None:
        asked.progress("looking for a proof that it is impossible")
    plans: list[Solution] = []

    def push(ends: Ints) -> bool:
        plan = solve_from(question, maps, asked.goal, limits, asked.seed, asked.progress, ends)
        plans.extend([plan] if plan is not None else [])
        return plan is not None

    outer = refute_by_cells(question, OuterLimits(deadline=asked.deadline), push)
    if outer is None:
        return plans[0]
    if isinstance(outer, Refutation):
        return outer
    over = " The time limit ended the search." if limits.is_over() else ""
    text = f"{found.text} No proof was found either: {outer.cells} squares that cover the table, the smallest "
    text += f"{in_text(outer.smallest)} wide, leave it open.{over}"
    numbers = {"places": float(found.sites), "squares": float(outer.cells), "smallest_in": to_inches(outer.smallest)}
    return Reason("limit", text, numbers=numbers)


def _second_look(asked: _Asked, question: Question, answer: Answer) -> None:
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


def _disagreement(asked: _Asked, answer: Answer, said: str) -> RefereeDisagreement:
    charge = replace(asked.scenario.charge, targets=answer.targets, roll=answer.roll)
    question = scenario_to_json(replace(asked.scenario, charge=charge))
    return RefereeDisagreement(f"the referee refuses our own plan: {said}", question)


def _judged(asked: _Asked, answer: Answer) -> Answer:
    """Have the referee pass our own plan, or raise."""
    assert answer.plan is not None
    judgement = judge(asked.scenario, asked.rules, answer.plan)
    if not judgement.legal:
        raise _disagreement(asked, answer, "; ".join(f"{v.rule}: {v.text}" for v in judgement.violations))
    return replace(answer, judgement=judgement)


def _as_reason(violation: Violation) -> Reason:
    numbers: dict[str, float] = {}
    if violation.measured is not None:
        numbers["measured_in"] = round(violation.measured / UNITS_PER_INCH, 6)
    if violation.allowed is not None:
        numbers["allowed_in"] = round(violation.allowed / UNITS_PER_INCH, 6)
    return Reason(violation.rule, violation.text, violation.units, violation.models, numbers=numbers)


def _answer(
    asked: _Asked,
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


# --- checking ----------------------------------------------------------------------------------------------------


def _has_open_duty(scenario: Scenario, rules: Ruleset, plan: Plan) -> bool:
    """Whether some model ends outside the best ring: only then a better end can be looked for."""
    close = rules.length("close_ring")
    bases = {m.id: m.base.radius for m in scenario.charger.models}  # type: ignore[union-attr]
    foes = [m for t in plan.targets for m in scenario.unit(t).models]
    for move in plan.moves:
        x, y = move.end
        limits = [(m.at, bases[move.model] + m.base.radius + close) for m in foes]  # type: ignore[union-attr]
        if not any((x - a) ** 2 + (y - b) ** 2 <= limit**2 for (a, b), limit in limits):
            return True
    return False


def _witnesses(scenario: Scenario, rules: Ruleset, plan: Plan) -> list[Witness]:
    """Let the finder look for a better end of each model; the referee judges what it shows."""
    import numpy as np

    from planner.candidates import Terrainmap, make_question
    from planner.solve import find_better

    question = make_question(scenario, rules, plan.targets, plan.roll)
    by_model = {move.model: move.end for move in plan.moves}
    ends = np.array([by_model[name] for name in question.names], dtype=np.int64)
    maps = Terrainmap(question)
    found = (find_better(question, maps, ends, only=(i,)) for i in range(question.size))
    return [Witness(question.names[better.model], better.path) for better in found if better is not None]


def _said(scenario: Scenario) -> tuple[tuple[str, ...], int]:
    """Give the targets and the roll of the question that is judged; `InputError` where neither file says them."""
    charge = scenario.charge
    faults = []
    if not charge.targets:
        faults.append(Fault("targets", "nothing", "the targets, in the scenario or the answer"))
    if charge.roll is None:
        faults.append(Fault("roll_in", "nothing", "the roll, in the scenario or the answer"))
    if faults or charge.targets is None or charge.roll is None:
        raise InputError(faults, source="the answer")
    return charge.targets, charge.roll


def _check_ineligible(scenario: Scenario, rules: Ruleset) -> Judgement:
    """Judge the claim that this charge may not be declared; without targets, that no enemy unit may be chosen."""
    charge = scenario.charge
    sets = [charge.targets] if charge.targets else [(enemy.id,) for enemy in scenario.enemies]
    roll = charge.roll if charge.roll is not None else rules.length("greatest_roll")
    allowed = [targets for targets in sets if not declaration_violations(scenario, rules, targets, roll)]
    if not allowed:
        return Judgement(legal=True, duties="none asked")
    text = "The answer says that this charge may not be declared, but every flag and straight gap allows it."
    return Judgement(legal=False, violations=(Violation("moves", text, units=allowed[0]),))


def _check_proof(scenario: Scenario, rules: Ruleset) -> Judgement:
    """Run the proof of an ``impossible`` again."""
    from planner.candidates import Terrainmap, make_question
    from planner.impossible import OuterLimits, Refutation, refute, refute_by_cells, refute_room

    targets, roll = _said(scenario)
    refused = declaration_violations(scenario, rules, targets, roll)
    if refused:
        return Judgement(legal=False, violations=refused)
    refuse_unmodelled(scenario, rules, roll)
    question = make_question(scenario, rules, targets, roll)
    if (refute(question, Terrainmap(question)) or refute_room(question)) is not None:
        return Judgement(legal=True, duties="none asked")
    if isinstance(refute_by_cells(question, OuterLimits(), lambda _: False), Refutation):
        return Judgement(legal=True, duties="none asked")
    text = f"The charge is said to be impossible at {in_text(roll)}, and no proof of that is found."
    return Judgement(legal=False, violations=(Violation("proof", text, units=targets),))
