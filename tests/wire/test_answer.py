"""Answer files: our own there and back, and those written by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import InputError
from planner.units import from_inches
from planner.wire import parse_answer
from planner.world import Answer, Goal, Judgement, Move, Proof, Reason, Violation, Witness

HAND_WRITTEN: dict[str, Any] = {
    "format": "charge-answer/1",
    "unit": "jets",
    "targets": ["orks"],
    "roll_in": 7,
    "moves": [{"model": "j1", "path": [[10, 10], [13, 14, 90]]}, {"model": "j2", "path": [[10, 12]]}],
}


def test_what_a_hand_leaves_out() -> None:
    """Lengths are measured (3 and 4 make 5), the order is the list's, the last facing is the end's."""
    answer = parse_answer(HAND_WRITTEN)
    first, second = answer.moves
    assert (first.order, second.order) == (1, 2)
    assert first.length == from_inches(5)
    assert first.facing_deg == 90
    assert first.end == (from_inches(13), from_inches(14))
    assert second.path == (second.end,)
    assert second.length == 0
    assert (answer.verdict, answer.ruleset, answer.roll) == ("legal", "", 889_000)


def test_targets_and_roll_are_the_scenarios() -> None:
    """The scenario has them, so a hand need not write them again; whose answer it is must be said."""
    answer = parse_answer({name: HAND_WRITTEN[name] for name in ("format", "unit", "moves")})
    assert (answer.targets, answer.roll) == ((), None)
    with pytest.raises(InputError, match="unit: found nothing; allowed: a text"):
        parse_answer({name: HAND_WRITTEN[name] for name in ("format", "moves")})


def test_moves_in_their_order() -> None:
    """Moves listed the other way round are put in the order they give."""
    moves = [{**move, "order": order} for move, order in zip(HAND_WRITTEN["moves"], (2, 1))]
    answer = parse_answer({**HAND_WRITTEN, "moves": moves})
    assert [move.model for move in answer.moves] == ["j2", "j1"]


def test_reported_length_is_kept() -> None:
    """A wrong length is the referee's to say, so it must get through: 4 is read as 4 and not measured anew."""
    moves = [{**HAND_WRITTEN["moves"][0], "length_in": 4}]
    assert parse_answer({**HAND_WRITTEN, "moves": moves}).moves[0].length == from_inches(4)


def test_no_plan_where_none_is_claimed() -> None:
    """An undecided or ineligible answer has no moves, perhaps no targets and no roll."""
    bare: dict[str, Any] = {
        "format": "charge-answer/1",
        "unit": "jets",
        "targets": [],
        "roll_in": None,
        "verdict": "undecided",
    }
    assert parse_answer(bare).plan is None


def test_faults_of_both_kinds_together() -> None:
    """A field of the wrong type (seen by the form) and a model that moves twice (seen after) are told at once."""
    moves = [HAND_WRITTEN["moves"][0], {**HAND_WRITTEN["moves"][0], "facing_deg": "north"}]
    with pytest.raises(InputError) as raised:
        parse_answer({**HAND_WRITTEN, "moves": moves})
    assert [fault.where for fault in raised.value.faults] == ["moves[1].facing_deg", "moves[1].model"]


points = st.tuples(st.integers(-9_000_000, 9_000_000), st.integers(-9_000_000, 9_000_000))
paths = st.lists(points, min_size=1, max_size=4).map(tuple)
names = st.lists(st.text(min_size=1, max_size=4, alphabet="abé [,"), max_size=2).map(tuple)
numbers = st.floats(-1e6, 1e6, allow_nan=False)
violations = st.builds(
    Violation,
    rule=st.just("engagement"),
    text=st.text("xyz \"'"),
    models=names,
    units=names,
    measured=st.none() | numbers,
    allowed=st.none() | numbers,
    witness=st.none() | st.builds(Witness, st.just("m"), paths),
)
reasons = st.builds(
    Reason,
    rule=st.just("max_distance"),
    text=st.text("xyz "),
    units=names,
    models=names,
    terrain=names,
    numbers=st.dictionaries(st.sampled_from(["gap_in", "roll_in"]), numbers),
)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    """Give any answer the planner could write."""
    moves = [
        Move(f"m{n}", n, draw(paths), draw(st.floats(0, 1e7)), draw(numbers), draw(names), draw(names))
        for n in range(1, 1 + draw(st.integers(1, 4)))
    ]
    judged = st.builds(
        Judgement, st.booleans(), st.lists(violations, max_size=2).map(tuple), names, st.just("breached")
    )
    return Answer(
        ruleset="wh40k-11e",
        unit="jets",
        targets=("orks", "grots"),
        roll=draw(st.integers(0, 2_000_000)),
        verdict=draw(st.sampled_from(("legal", "impossible", "undecided", "ineligible"))),
        moves=tuple(moves),
        goals=(Goal("models_engaged", draw(st.integers(0, 9)), draw(st.none() | numbers)),),
        judgement=draw(st.none() | judged),
        reasons=tuple(draw(st.lists(reasons, max_size=2))),
        proof=draw(st.none() | st.just(Proof("span", {"models": ["a"], "gap_in": 9.5}))),
        seed=draw(st.integers(0, 2**31)),
        elapsed_s=0.125,
        options={"close_ring_in": 2},
    )


@given(answers())
@settings(max_examples=80, deadline=None)
def test_any_answer_there_and_back(answer: Answer) -> None:
    """What is read back writes the same file again, and its places are the same integers."""
    read = parse_answer(answer.to_json())
    assert [move.path for move in read.moves] == [move.path for move in answer.moves]
    assert (read.roll, read.proof, read.verdict) == (answer.roll, answer.proof, answer.verdict)
    assert read.to_dict() == answer.to_dict()
