"""Which clause a ruleset key switches on, and every clause on a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from planner.errors import UnsupportedRule
from planner.referee import counter, endings, gaps, motion, turns
from planner.referee.case import Case, lay_out, structure_faults
from planner.referee.declaration import declaration_violations
from planner.referee.first import LeastWays, first_contact, first_mover
from planner.rulesets import Ruleset
from planner.shapes import RoundBase
from planner.units import from_mm
from planner.world import Plan, Scenario, Violation, Witness

Clause = Callable[[Case], Iterator[Violation]]

CLAUSES: tuple[tuple[str, Clause], ...] = (
    ("max_distance", motion.max_distance),
    ("difficult_terrain", motion.difficult_terrain),
    ("stay_on_board", motion.stay_on_board),
    ("enemies_block", motion.enemies_block),
    ("keepout", motion.keepout),
    ("friendly_hulls_block", motion.friendly_hulls_block),
    ("solid_terrain", motion.solid_terrain),
    ("dense_terrain", motion.dense_terrain),
    ("narrow_gap_closed", gaps.narrow_gap_closed),
    ("end_clear", endings.end_clear),
    ("coherency", endings.coherency),
    ("coherency_neighbours", endings.coherency_neighbours),
    ("coherency_many_neighbours", endings.coherency_many_neighbours),
    ("coherency_span", endings.coherency_span),
    ("coherency_connected", endings.coherency_connected),
    ("engage_every_target", endings.engage_every_target),
    ("engage_any_target", endings.engage_any_target),
    ("engage_no_other", endings.engage_no_other),
    ("ends_closer", endings.ends_closer),
    ("join_moved", turns.join_moved),
    ("toward", turns.toward),
)
"""Ruleset key and the clause it switches on. A flag that is false, or a key that is absent, switches it off."""

PERMISSIONS: tuple[tuple[str, Clause], ...] = (
    ("pass_friends", motion.friends_block),
    ("nontarget_engagement", endings.nontarget_engagement),
)
"""Ruleset key and the clause that holds where the key is there and does not permit."""

ASKED_OF_A_CHARGE = frozenset({"engage_every_target", "engage_any_target", "ends_closer", "join_moved", "toward"})
"""What is asked of a charge alone and of no counter-charge."""

ASKED_AT_THE_END = frozenset({"coherency", "coherency_neighbours", "coherency_connected"})
"""What is not asked where contact comes before coherency: there `join_moved` says who has to be coherent (A6)."""

READ_BY_CLAUSES = frozenset(
    {
        *("declare_range", "target_within_roll", "not_while_engaged", "barred_states", "barred_keywords"),
        *("aircraft_need_fly", "pass_aircraft", "engagement", "stationary_must_close", "primary_target"),
        *("shot_is_primary", "added_targets", "close_ring", "engage_if_able", "free_terrain", "dense_pass_keywords"),
        *("dense_low", "dense_climb", "hull_keywords", "coherency_many_from", "keepout_closed", "first_mover"),
        *("first_contact", "contact_hierarchy", "contact_primary_first", "support", "support_by", "fly_over"),
        *("pivot_costs", "counter_charge", "targets_may_fall_short", "reach_all_at_declaration"),
        *("difficult_binds", "duty_forces_terrain", "coherency_before_contact", "duties_judged"),
    }
)
"""Keys that clauses, duties and the declaration read."""

FORBIDS_NOTHING = frozenset(
    {"greatest_roll", "fixed_distance", "distance_states", "distance_modifier", "engaged_by_support"}
)
"""Keys that no plan can break: they say how far the move of a plan is, or who fights afterwards."""

NOT_MODELLED: Mapping[str, object] = {
    "take_to_the_skies": False,
    "difficult_dice": 2,
}
"""Keys that are known here with one value alone."""

LARGEST_FREE_TURN = from_mm(32) // 2
"""A VEHICLE on a round base of a greater radius pays for its first turn in the 10th edition (10-4)."""


def require_modelled(scenario: Scenario, rules: Ruleset) -> None:
    """Raise `UnsupportedRule` for a key that this referee does not read: it must not be passed over in silence.

    Likewise where a rule that is not modelled bears on this unit.
    """
    judged = READ_BY_CLAUSES | FORBIDS_NOTHING | {key for key, _ in (*CLAUSES, *PERMISSIONS)}
    for key in sorted(rules.settings):
        if key not in judged and not (key in NOT_MODELLED and rules[key] == NOT_MODELLED[key]):
            raise UnsupportedRule(key, f"the referee does not judge this rule of {rules.id} ({rules.source(key)})")
    if scenario.charge.kind == "counter" and not rules.flag("counter_charge"):
        raise UnsupportedRule("counter_charge", f"{rules.id} has no counter-charge", "charge.kind")
    unit = scenario.charger
    if rules.flag("fly_over") and "FLY" in unit.keywords:
        raise UnsupportedRule("fly_over", f"{unit.id} can FLY, and moving over models is not modelled")
    if rules.flag("pivot_costs") and "VEHICLE" in unit.keywords:
        for model in unit.models:
            if isinstance(model.base, RoundBase) and model.base.radius > LARGEST_FREE_TURN:
                text = f"{model.id} is a VEHICLE on a base over 32 mm, and paying for its turn is not modelled"
                raise UnsupportedRule("pivot_costs", text)


def broken_clauses(
    scenario: Scenario,
    rules: Ruleset,
    plan: Plan,
    witnesses: Sequence[Witness] = (),
    least_ways: LeastWays | None = None,
    is_slowed: bool = True,
) -> Iterator[Violation]:
    """Give every violation but those of the duties. `is_slowed` False: no terrain slows anybody, yet.

    Witnesses and least ways bear on who moves first, and by which way.
    """
    if scenario.charge.kind == "counter":
        yield from counter.declaration_faults(scenario)
    else:
        yield from declaration_violations(scenario, rules, plan.targets, plan.roll, plan.primary)
    yield from structure_faults(scenario, plan)
    if scenario.charger.is_off_board or not scenario.charger.models:
        return
    case = lay_out(scenario, rules, plan, is_slowed)
    passed_over = ASKED_OF_A_CHARGE if case.is_counter else ASKED_AT_THE_END if turns.is_contact_first(rules) else ()
    for key, clause in CLAUSES:
        if is_on(rules, key) and key not in passed_over:
            yield from clause(case)
    for key, clause in PERMISSIONS:
        if rules.has(key) and not rules.flag(key):
            yield from clause(case)
    if case.is_counter:
        yield from counter.counter_charge(case)
        return
    if rules.has("first_mover") and rules.choice("first_mover") != "any":
        yield from first_mover(case, witnesses, least_ways or {})
    if rules.has("first_contact"):
        yield from first_contact(case, witnesses)
    yield from _primary_is_named(case, plan)
    if is_on(rules, "reach_all_at_declaration"):
        yield from _declared_within_reach(case, plan)


def is_on(rules: Ruleset, key: str) -> bool:
    """Whether a key is there and is not a flag that is off."""
    return rules.has(key) and rules[key] is not False


def _primary_is_named(case: Case, plan: Plan) -> Iterator[Violation]:
    """A plan says which of several targets is the primary one."""
    if case.rules.flag("primary_target") and plan.targets and case.primary is None:
        text = f"{case.unit.id} charges several units and the plan names none of them as the primary target"
        yield Violation("primary_target", text, units=(case.unit.id, *plan.targets))


def _declared_within_reach(case: Case, plan: Plan) -> Iterator[Violation]:
    """A target that terrain made the unit miss could be declared: moves without that cap contact them all (A7).

    Only `engage_every_target` asks for contact; this asks for the moves that excuse a target without it.
    """
    missed = tuple(t for t in case.let_go if not turns.is_contacted(case, t))
    if not missed:
        return
    shown = replace(plan, moves=plan.declaration, declaration=())
    for fault in broken_clauses(case.scenario, case.rules, shown, is_slowed=False):
        text = f"the moves shown for the declaration do not contact all targets legally: {fault.text}"
        yield Violation("reach_all_at_declaration", text, fault.models, (case.unit.id, *missed))
        return
