"""The duties "if able", by the witnesses that are handed over: better moves, which are judged like any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from planner.referee.bases import is_any_within, reach_of, shown_gap
from planner.referee.case import Case, lay_out
from planner.referee.clauses import broken_clauses, is_on
from planner.referee.turns import PRIMARY, TIERS, UNENGAGED, Rank, last_turn_of, may_end, may_take, rank_of, turn_of
from planner.rulesets import Ruleset
from planner.units import in_text
from planner.world import Plan, Scenario, Violation, Witness

_RINGS = (("close_ring", "close_ring", "within"), ("engage_if_able", "engagement", "engaged, within"))
"""Duties to end near a target: the ruleset key, the key of the distance, and how it is told."""


def breached_jointly(
    scenario: Scenario, rules: Ruleset, plan: Plan, witnesses: Sequence[Witness]
) -> Iterator[Violation]:
    """Give a violation for each model and duty of rings that a witness shows to be breached, all others held (A1)."""
    if not any(is_on(rules, rule) for rule, _, _ in _RINGS):
        return
    case = lay_out(scenario, rules, plan)
    shown: set[tuple[str, str]] = set()
    for witness in witnesses:
        better = _with_move(plan, witness)
        if better is None:
            continue
        unmet = _rings_unmet(case, lay_out(scenario, rules, better), witness)
        found = [v for v in unmet if (v.rule, witness.model) not in shown]
        if found and not any(broken_clauses(scenario, rules, better)):
            shown.update((v.rule, witness.model) for v in found)
            yield from found


def _with_move(plan: Plan, witness: Witness) -> Plan | None:
    """Give the plan with this one model moved as the witness says; None if the plan has no such model."""
    if not witness.path or all(move.model != witness.model for move in plan.moves):
        return None
    moves = tuple(replace(m, path=witness.path) if m.model == witness.model else m for m in plan.moves)
    return replace(plan, moves=moves)


def _rings_unmet(case: Case, better: Case, witness: Witness) -> Iterator[Violation]:
    """Give the duties that the model meets in the better plan and not in this one (not yet: whether that is legal)."""
    for rule, key, what in _RINGS:
        if not is_on(case.rules, rule):
            continue
        reach = reach_of(case.rules, key)
        if _reaches(better, witness.model, reach) and not _reaches(case, witness.model, reach):
            measured, asked = _gap_to_targets(case, witness.model), case.rules.length(key)
            closer = f"end {what} {in_text(asked)}" if asked else "touch it"
            text = f"{witness.model} ends {in_text(measured)} from the nearest target, and can {closer}"
            units = (case.unit.id, *case.targets)
            yield Violation(rule, text, (witness.model,), units, measured, asked, witness)


def _reaches(case: Case, model: str, reach: int) -> bool:
    """Whether the model ends within `reach` of some target."""
    ends = [m.end for m in case.movers if m.model == model]
    return any(is_any_within(ends, case.enemies[target], reach) for target in case.targets)


def _gap_to_targets(case: Case, model: str) -> float:
    """Give the model's gap to the nearest target at its end, for display only."""
    ends = [m.end for m in case.movers if m.model == model]
    return min(shown_gap(ends, case.enemies[target]) for target in case.targets)


def breached_in_order(case: Case, witnesses: Sequence[Witness]) -> Iterator[Violation]:
    """Give a violation for each model that a witness shows could end in a higher tier at its turn (A4, A6, A29).

    The better move is judged where others stand by then, and has to leave the model coherent with those that have
    moved. Where contact comes before coherency, it need not if it contacts an enemy; of two ends in one tier the
    coherent one is then the better. What it does to models that move later is not asked. The first mover has its
    own rules.
    """
    movers = {m.model: m for m in case.movers}
    first = min(case.movers, key=lambda m: m.order)
    shown: set[str] = set()
    for witness in witnesses:
        mover = movers.get(witness.model)
        if mover is None or mover is first or mover.model in shown:
            continue
        turn = turn_of(case, mover)
        other = may_take(turn, witness.path, is_duty=True)
        if other is None or not may_end(turn, other.end):
            continue
        rank, better = rank_of(turn, mover.end), rank_of(turn, other.end)
        if better < rank:
            shown.add(mover.model)
            yield _breach(case, witness, rank, better, "at its turn")


def breached_globally(
    scenario: Scenario, rules: Ruleset, plan: Plan, witnesses: Sequence[Witness]
) -> Iterator[Violation]:
    """Give a violation for each model that a witness shows could end in a higher tier, all others held (A4).

    The plan with that one move replaced, in the same order, has to break no clause at all. Tiers, and coherency where
    contact comes before it, are those of the final layout. The first mover has its own rules.
    """
    case = lay_out(scenario, rules, plan)
    first = min(case.movers, key=lambda m: m.order)
    shown = {first.model}
    for witness in witnesses:
        changed = _with_move(plan, witness)
        if changed is None or witness.model in shown:
            continue
        if case.cap is None:
            changed = replace(changed, terrain_roll=case.terrain_roll)
        other = lay_out(scenario, rules, changed)
        slows = case.cap is None and other.cap is not None
        if slows and not rules.flag("duty_forces_terrain"):
            continue
        rank, better = _rank_at_the_end(case, witness.model), _rank_at_the_end(other, witness.model)
        if better < rank and not any(broken_clauses(scenario, rules, changed)):
            shown.add(witness.model)
            yield _breach(case, witness, rank, better, "with all others where they end")


def _rank_at_the_end(case: Case, model: str) -> Rank:
    (mover,) = (m for m in case.movers if m.model == model)
    return rank_of(last_turn_of(case, mover), mover.end)


def _breach(case: Case, witness: Witness, rank: Rank, better: Rank, when: str) -> Violation:
    """Give the breach of a model that ends in one rank and could end in a better one."""
    rule = "contact_primary_first" if (better[0], rank[0]) == (PRIMARY, UNENGAGED) else "contact_hierarchy"
    text = f"{witness.model} ends {_told(rank)}, and {when} it could end {_told(better)}"
    return Violation(rule, text, (witness.model,), (case.unit.id, *case.targets), witness=witness)


def _told(rank: Rank) -> str:
    tier, is_incoherent = rank
    return TIERS[tier] + (" and out of coherency" if is_incoherent else "")
