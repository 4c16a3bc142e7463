"""`check`: anyone's answer judged. What it must refuse, what it must pass, and the better move it must show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

import planner
from planner.api import check, plan_charge
from planner.errors import InputError
from planner.referee import judge
from planner.units import from_inches
from planner.world import Answer, Judgement, Move, Proof, Scenario, Verdict
from tests.builders import D32, LU, Inches, Place, charge, plan, rules_of, table, unit, wall


def gap(inches: Inches = 5, roll: Inches | None = 7, **options: object) -> Scenario:
    """One model at (10, 10), its target `b` at this gap to the right, another enemy far off, a friend."""
    units = [
        unit("a", "A", [(10, 10)]),
        unit("b", "B", [(10 + D32 + inches, 10)]),
        unit("c", "B", [(50, 40)]),
        unit("f", "A", [(5, 30)]),
    ]
    return table(units=units, charge=charge("a", ["b"], roll, **options))


def answer_to(
    scenario: Scenario, ways: Mapping[str, Sequence[Place]], verdict: Verdict = "legal", **changes: object
) -> Answer:
    """Give a hand-made answer with these ways."""
    made = plan(scenario, ways)
    answer = Answer("wh40k-11e", made.unit, made.targets, made.roll, verdict, made.moves)
    return replace(answer, **changes)  # type: ignore[arg-type]


def keys(judgement: Judgement) -> set[str]:
    return {violation.rule for violation in judgement.violations}


# --- another question ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"unit": "f"}, "unit"),
        ({"targets": ("c",)}, "targets"),
        ({"targets": ("b", "c")}, "targets"),
        ({"roll": from_inches(8)}, "roll_in"),
        ({"roll": from_inches(7) + 1}, "roll_in"),
        ({"ruleset": "wh40k-10e"}, "ruleset"),
        ({"options": {"close_ring_in": 1}}, "options.close_ring_in"),
    ],
)
def test_an_answer_to_another_question(changes: dict[str, object], where: str) -> None:
    """Another unit, targets, roll (by a unit), rules or switch than the file asks: an input error, no judgement."""
    scenario = gap(5, 7, close_ring_in=2)
    answer = answer_to(scenario, {"a1": [(14.5, 10)]}, options={"close_ring_in": 2})
    assert check(scenario, answer).legal
    with pytest.raises(InputError) as told:
        check(scenario, replace(answer, **changes))  # type: ignore[arg-type]
    assert [fault.where for fault in told.value.faults] == [where]


def test_all_mismatches_at_once() -> None:
    """Three wrong things are three faults."""
    scenario = gap()
    answer = answer_to(scenario, {}, unit="f", targets=("c",), roll=1)
    with pytest.raises(InputError) as told:
        check(scenario, answer)
    assert [fault.where for fault in told.value.faults] == ["unit", "targets", "roll_in"]


def test_the_order_of_targets_is_no_mismatch() -> None:
    """Sets are compared: c, b answers b, c."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(16, 8.5)]), unit("c", "B", [(16, 11.5)])]
    scenario = table(units=units, charge=charge("a", ["b", "c"], 7))
    answer = plan_charge(scenario)
    assert answer.verdict == "legal"
    assert check(scenario, replace(answer, targets=("c", "b"))).legal


def test_what_only_the_answer_says_is_taken_from_it() -> None:
    """A file without targets, roll and switches: those of the answer count; its ring of 2" makes 1.5" enough."""
    scenario = replace(gap(), charge=charge("a"))
    asked = gap()
    answer = answer_to(asked, {"a1": [(13.5, 10)]})
    assert keys(check(scenario, answer)) == {"close_ring"}
    assert check(scenario, replace(answer, options={"close_ring_in": 2})).legal
    assert keys(check(scenario, replace(answer, roll=from_inches(3)))) == {"target_within_roll", "max_distance"}
    with pytest.raises(InputError, match="'f'"):
        check(scenario, replace(answer, targets=("f",)))
    with pytest.raises(InputError, match="roll_in"):
        check(scenario, replace(answer, roll=None))
    with pytest.raises(InputError, match="targets"):
        check(scenario, replace(answer, targets=()))


# --- claims without a plan -----------------------------------------------------------------------------------------


def test_impossible_is_proved_again() -> None:
    """A slot a unit too narrow: true. The same claim of a slot as wide as the base: refused, with any proof."""
    narrow, wide = slot(D32 - LU), slot(D32)
    answer = plan_charge(narrow)
    assert answer.verdict == "impossible"
    assert check(narrow, answer).legal
    refused = check(wide, answer)
    assert not refused.legal
    assert keys(refused) == {"proof"}
    bare = replace(answer, proof=None, reasons=())
    assert check(narrow, bare).legal
    assert not check(wide, replace(answer, proof=Proof("span", {"targets": ["b"]}))).legal


def slot(width: Inches) -> Scenario:
    """A wall across the board with one opening before the target."""
    low = 22 - Fraction(1, 2)
    walls = [wall("south", 13, 0, 13.5, low), wall("north", 13, low + Fraction(width), 13.5, 44)]
    units = [unit("a", "A", [(10, 22)]), unit("b", "B", [(19, 22)])]
    return table(units=units, terrain=walls, charge=charge("a", ["b"], 9))


def test_impossible_is_not_ineligible() -> None:
    """What may not be declared is not "impossible": the flags and gaps are told."""
    scenario = gap(8, 7)
    assert plan_charge(scenario).verdict == "ineligible"
    assert keys(check(scenario, answer_to(scenario, {}, "impossible", moves=()))) == {"target_within_roll"}


def test_ineligible_true_and_false() -> None:
    """Gap 8 for a roll of 7: true. Gap 7 for 7: false, and the answer is wrong."""
    assert check(gap(8), answer_to(gap(8), {}, "ineligible", moves=())).legal
    refused = check(gap(7), answer_to(gap(7), {}, "ineligible", moves=()))
    assert not refused.legal
    assert refused.violations


def test_ineligible_for_every_enemy() -> None:
    """Without targets the claim is that nobody may be chosen: false as soon as one enemy is in range."""
    for far, true in ((8, True), (7, False)):
        scenario = replace(gap(far), charge=charge("a", None, 7))
        answer = answer_to(gap(far), {}, "ineligible", moves=(), targets=())
        assert check(scenario, answer).legal is true


def test_a_plan_that_says_ineligible_is_judged_by_what_it_says() -> None:
    """The claim counts, not moves that hang on to it."""
    scenario = gap(5)
    assert not check(scenario, answer_to(scenario, {"a1": [(14.5, 10)]}, "ineligible")).legal


def test_undecided_claims_nothing() -> None:
    """The word undecided claims nothing, so nothing of it is wrong; "legal" without a move claims a plan."""
    scenario = gap()
    assert check(scenario, answer_to(scenario, {}, "undecided", moves=())).legal
    assert not check(scenario, answer_to(scenario, {}, "legal", moves=())).legal


# --- plans changed by hand -----------------------------------------------------------------------------------------


def three() -> tuple[Scenario, Answer]:
    """Three models, a target 5" off, an enemy that is none 6.7" above; and our own plan."""
    units = [
        unit("a", "A", [(10, 10), (10, 12), (10, 14)]),
        unit("b", "B", [(15 + D32, 11), (15 + D32, 13)]),
        unit("n", "B", [(10, 22)]),
    ]
    scenario = table(units=units, terrain=[wall("w", 10, 3, 20, 4)], charge=charge("a", ["b"], 7))
    return scenario, plan_charge(scenario)


def moved(answer: Answer, model: str, *path: Place) -> Answer:
    """Give the answer with one model's way after its start replaced."""
    moves = tuple(
        replace(m, path=(m.path[0], *((from_inches(x), from_inches(y)) for x, y in path))) if m.model == model else m
        for m in answer.moves
    )
    return replace(answer, moves=moves)


def test_our_own_plan_is_passed() -> None:
    """The plan that is changed below is legal as it stands."""
    scenario, answer = three()
    assert answer.verdict == "legal"
    assert check(scenario, answer).legal


@pytest.mark.parametrize(
    ("model", "path", "key"),
    [
        # 3 to the left and 12 up from (10, 14): farther than 7, and alone
        ("a3", [(7, 26)], "max_distance"),
        ("a3", [(7, 26)], "coherency"),
        # away from the target, within 2 of mates
        ("a3", [(9.5, 14)], "ends_closer"),
        # onto the target model at (16.26, 11)
        ("a1", [(15.5, 11)], "end_clear"),
        # through the wall below and back
        ("a1", [(11, 3.5), (14, 9)], "solid_terrain"),
        ("a1", [(10, 0.3)], "stay_on_board"),
        # 22 - 19.4 - 1.26 = 1.34 from the enemy that is no target
        ("a3", [(10, 19.4)], "engage_no_other"),
        # through the target's base and beyond
        ("a2", [(17.9, 12)], "enemies_block"),
    ],
)
def test_a_change_by_hand_is_refused_with_its_key(model: str, path: list[Place], key: str) -> None:
    """One model moved otherwise breaks the clause that is named (others may break with it)."""
    scenario, answer = three()
    assert key in keys(check(scenario, moved(answer, model, *path)))


def test_a_model_left_out_or_told_twice() -> None:
    """Every model of the unit once: no fewer, no more, no stranger."""
    scenario, answer = three()
    for moves in (answer.moves[:-1], (*answer.moves, answer.moves[0]), (*answer.moves, Move("n1", 4, ((1, 1),)))):
        assert "moves" in keys(check(scenario, replace(answer, moves=moves)))


def test_a_start_that_is_not_where_the_model_stands() -> None:
    """A path that begins a unit aside is no path of this model."""
    scenario, answer = three()
    first = answer.moves[0]
    (x, y), *rest = first.path
    shifted = replace(first, path=((x + 1, y), *rest))
    assert not check(scenario, replace(answer, moves=(shifted, *answer.moves[1:]))).legal


def test_wrong_lengths_are_warnings() -> None:
    """What is reported beside the path is no violation."""
    scenario, answer = three()
    told = replace(answer, moves=tuple(replace(m, length=m.length + 127_000) for m in answer.moves))
    judgement = check(scenario, told)
    assert judgement.legal
    assert len(judgement.warnings) == 3


# --- "if able" -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ring", "end", "breach"), [(1, 13.5, True), (2, 13.5, False), (2, 12.9, True), (1, 14, False)]
)
def test_a_breach_gets_a_witness(ring: int, end: float, breach: bool) -> None:
    """Gap 5, end at x: the gap left is 15 - x. 1.5 could be 0.9 with the ring of 1; with that of 2 it is enough.

    2.1 left is not engaged at all, which is no plan; exactly 1 is enough.
    """
    scenario = gap(5, 7, close_ring_in=ring)
    answer = answer_to(scenario, {"a1": [(end, 10)]}, options={"close_ring_in": ring})
    judgement = check(scenario, answer)
    assert judgement.legal is not breach
    if end < 13:
        assert keys(judgement) == {"engage_every_target"}
        return
    assert keys(judgement) == ({"close_ring"} if breach else set())
    if breach:
        (violation,) = judgement.violations
        witness = violation.witness
        assert witness is not None
        assert witness.model == "a1"
        made = answer.plan
        assert made is not None
        better = replace(made, moves=tuple(replace(m, path=witness.path) for m in made.moves))
        assert judge(scenario, rules_of(scenario), better).legal
        assert check(scenario, replace(answer, moves=better.moves)).legal


def test_witnesses_can_be_left_out() -> None:
    """Clauses only: the breach is not looked for, and the judgement says none was found."""
    scenario = gap()
    answer = answer_to(scenario, {"a1": [(13.5, 10)]})
    judgement = check(scenario, answer, find_witnesses=False)
    assert (judgement.legal, judgement.duties) == (True, "none found")
    assert check(scenario, answer).duties == "breached"


def test_every_model_in_breach_is_told() -> None:
    """Two models 1.5" off, both with room to go on: two violations, a witness each."""
    units = [unit("a", "A", [(10, 10), (10, 12)]), unit("b", "B", [(15 + D32, 10), (15 + D32, 12)])]
    scenario = table(units=units, charge=charge("a", ["b"], 7))
    judgement = check(scenario, answer_to(scenario, {"a1": [(13.5, 10)], "a2": [(13.5, 12)]}))
    assert sorted(v.models for v in judgement.violations) == [("a1",), ("a2",)]
    assert all(v.witness is not None and v.witness.model in v.models for v in judgement.violations)


def test_no_witness_where_the_mates_would_be_left() -> None:
    """A mate 2" behind may not be left: within 1" of the target is 2.01" from him, so 1.01" off is no breach."""
    mate = 14 - D32 - 2 - Fraction(1, 100)
    units = [unit("a", "A", [(10, 10), (9, 11.5)]), unit("b", "B", [(15 + D32, 10)])]
    scenario = table(units=units, charge=charge("a", ["b"], 7))
    ways: dict[str, list[Place]] = {"a1": [(14 - Fraction(1, 100), 10)], "a2": [(mate, 10)]}
    judgement = check(scenario, answer_to(scenario, ways))
    # the mate could come nearer himself, and is told so, with both duties; the first, held to him, could not
    assert {v.models for v in judgement.violations} == {("a2",)}


def test_check_passes_every_plan_of_ours() -> None:
    """Round trip on small tables: our plans, read by the finder again, are in nobody's breach."""
    assert planner.check is check
    for far, roll in ((2.5, 3), (5, 5), (5, 6), (6, 12)):
        scenario = gap(far, roll)
        answer = plan_charge(scenario)
        assert answer.verdict == "legal"
        assert check(scenario, answer).legal
