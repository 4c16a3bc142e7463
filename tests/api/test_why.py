"""`why`: what it says for every verdict, of answers that are handed in, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import planner
from planner.errors import InputError
from planner.world import Answer, Move, Scenario
from tests.builders import D32, charge, plan, rules_of, table, unit


def gap(inches: float, roll: float | None = 7, **state: object) -> Scenario:
    """One model at (10, 10), the target `b` at this gap to its right."""
    units = [unit("a", "A", [(10, 10)], state=state), unit("b", "B", [(10 + D32 + inches, 10)])]
    return table(units=units, charge=charge("a", ["b"], roll))


def answered(scenario: Scenario, end: float) -> Answer:
    """Give an answer that moves the one model to x = `end`."""
    made = plan(scenario, {"a1": [(end, 10)]})
    return Answer(rules_of(scenario).id, "a", ("b",), made.roll, "legal", made.moves)


def test_a_legal_charge_has_nothing_to_blame() -> None:
    """Gap 5 on 7."""
    found = planner.why(gap(5))
    assert (found.verdict, found.blame, found.nearest, found.is_complete) == ("legal", (), (), True)
    assert "nothing is to blame" in found.text


def test_the_question_may_be_overridden() -> None:
    """The file says 7, the caller 4: the gap of 5 is too far, and 5 would do."""
    found = planner.why(gap(5), targets=["b"], roll_in=4)
    assert found.roll == 4 * 127_000
    assert [(c.change, c.roll) for c in found.nearest] == [("roll", 5 * 127_000)]


def test_what_no_roll_mends_has_no_roll_to_offer() -> None:
    """A unit that advanced may not charge on 2 nor on 12: its state is to blame, and no change is offered."""
    found = planner.why(gap(5, advanced=True))
    assert [one.rules for one in found.blame] == [("barred_states",)]
    assert found.nearest == ()


def test_no_target_may_be_chosen() -> None:
    """Nobody is named and the one enemy is 13 away: the reasons are to blame, nothing is asked without targets."""
    scenario = replace(gap(13), charge=charge("a", None, 7))
    found = planner.why(scenario)
    assert found.verdict == "ineligible"
    assert {one.rules[0] for one in found.blame} == {"declare_range", "target_within_roll"}


def test_several_targets_too_far() -> None:
    """b at 5 and c at 8 on a roll of 4: each is a reason by itself; 8 mends both, no target dropped mends b."""
    units = [
        unit("a", "A", [(20, 20), (20, 18.5)]),
        unit("b", "B", [(25 + D32, 20)]),
        unit("c", "B", [(20, 28 + D32)]),
    ]
    found = planner.why(table(units=units, charge=charge("a", ["b", "c"], 4)))
    assert {one.units[-1] for one in found.blame} == {"b", "c"}
    assert {c.change for c in found.nearest} <= {"roll"}


def test_json_has_what_is_promised() -> None:
    """Names of fields and lengths in inches; a change has only its own fields."""
    read = json.loads(planner.why(gap(5), roll_in=4).to_json())
    assert read["format"] == "charge-why/1"
    assert {"verdict", "unit", "targets", "roll_in", "reasons", "blame", "nearest"} <= set(read)
    assert {"rules", "units", "terrain", "models", "text"} <= set(read["blame"][0])
    assert read["nearest"] == [{"change": "roll", "text": 'On a roll of 5" it can be done.', "roll_in": 5.0}]


def test_the_same_question_gives_the_same_words() -> None:
    """Twice the same but for the time it took."""
    first, second = (replace(planner.why(gap(5), roll_in=4), elapsed_s=0.0) for _ in range(2))
    assert first == second


def test_an_answer_that_stands() -> None:
    """At 5.9 of the way the gap left is below 1: nothing to blame, and the verdict is the answer's."""
    scenario = gap(5)
    found = planner.why(scenario, answer=answered(scenario, 14.5))
    assert (found.verdict, found.blame) == ("legal", ())


def test_a_breach_is_told_with_the_better_move() -> None:
    """Left 1.5 from the target and able to be within 1: one violation, its witness, and the move as the change."""
    scenario = gap(5)
    found = planner.why(scenario, answer=answered(scenario, 13.5))
    assert found.verdict == "refused"
    (only,) = found.blame
    assert only.rules == ("close_ring",)
    assert only.witness is not None
    assert [(c.change, c.model) for c in found.nearest] == [("better_move", "a1")]


def test_every_violation_is_told() -> None:
    """7.5 on a roll of 7 and through the target: the length and the base are told apart."""
    scenario = gap(5)
    found = planner.why(scenario, answer=answered(scenario, 17.5))
    assert {"max_distance", "enemies_block"} <= {one.rules[0] for one in found.blame}
    assert found.judgement is not None
    assert len(found.blame) == len(found.judgement.violations)


def test_an_answer_and_a_question_are_one_too_many() -> None:
    """Whoever hands in an answer may not ask something else besides."""
    scenario = gap(5)
    with pytest.raises(InputError, match="the one or the other"):
        planner.why(scenario, answer=answered(scenario, 14.5), roll_in=6)


def test_wrong_input_is_refused() -> None:
    """A target that is not there, a seed that is none."""
    with pytest.raises(InputError, match="targets"):
        planner.why(gap(5), targets=["nobody"])
    with pytest.raises(InputError, match="seed"):
        planner.why(gap(5), seed=-1)


def test_moves_are_not_needed_to_claim() -> None:
    """An answer that claims "impossible" of a charge that is possible: refused, for want of a proof."""
    scenario = gap(5)
    claim = Answer(rules_of(scenario).id, "a", ("b",), 7 * 127_000, "impossible", moves=tuple[Move, ...]())
    found = planner.why(scenario, answer=claim)
    assert found.verdict == "refused"
    assert [one.rules for one in found.blame] == [("proof",)]
