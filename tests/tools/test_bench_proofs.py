"""The benchmark of proofs: closing in on a threshold, grading against bounds, and kept brackets that stay true."""

from __future__ import annotations

from fractions import Fraction

import pytest

from planner.world import Answer, Reason
from tools.bench_proofs import (
    SIZES,
    Row,
    Size,
    Word,
    band_of,
    close_in,
    is_clear,
    is_open,
    known_brackets,
    measure_clear,
    narrow,
)

STEP = Fraction(1, 64)


def test_narrow_finds_a_threshold_to_the_step() -> None:
    """With every roll decided, what is left is one step about the threshold."""
    least = Fraction(7 * 64 + 21, 64)
    no, yes = narrow(lambda roll: "yes" if roll >= least else "no", Fraction(6), Fraction(9), STEP)
    assert (no, yes) == (least - STEP, least)


def test_narrow_finds_both_ends_of_what_stays_open() -> None:
    """Around rolls that stay open, the greatest refused and the least planned are found to the step."""
    low, high = Fraction(7), Fraction(29, 4)

    def ask(roll: Fraction) -> Word:
        return "no" if roll < low else "yes" if roll > high else "open"

    assert narrow(ask, Fraction(6), Fraction(9), STEP) == (low - STEP, high + STEP)


def test_narrow_stops_when_told() -> None:
    """After the last word, what is known by then is given."""
    words: list[Word | None] = ["no", "open", None]
    no, yes = narrow(lambda _: words.pop(0), Fraction(6), Fraction(8), STEP)
    assert (no, yes, words) == (7, 8, [])


@pytest.mark.parametrize(("values", "grade"), [([10.0, 19.0, 50.0], "must"), ([10.0, 21.0, 22.0], "MISSES")])
def test_medians_are_graded(values: list[float], grade: str) -> None:
    """A median within the bound meets it; single tables beyond it are named all the same."""
    row = Row("clear, ms", 5, values, ["a", "b", "c"])
    assert row.grade() == grade
    assert row.missing() == [f"{name} ({value:.3g})" for name, value in zip("abc", values) if value > 20]


@pytest.mark.parametrize(("decided", "grade"), [(100, "aim"), (95, "must"), (92, "MISSES")])
def test_shares_are_graded_the_other_way_round(decided: int, grade: str) -> None:
    """Of shares more is better, and what counts is the mean of decided and open tables."""
    row = Row("decided, %", 5, [100.0] * decided + [0.0] * (100 - decided), [str(k) for k in range(100)])
    assert row.grade() == grade
    assert len(row.missing()) == 100 - decided


def test_the_band_is_read_from_an_undecided_answer() -> None:
    """The band's ends stand among the numbers of the reasons, or are missing."""
    reasons = (Reason("limit", "open"), Reason("limit", "band", numbers={"none_at_in": 7.0}))
    answer = Answer("wh40k-11e", "us", ("a",), 1_000_000, "undecided", reasons=reasons)
    assert band_of(answer) == (7.0, None)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size.name))
def test_there_are_brackets_for_every_measure(size: Size) -> None:
    """Kept brackets are enough for the counts, of the right size, and ends are in order."""
    known = list(known_brackets(size))
    assert sum(is_clear(one) for one in known) >= size.counts.clear
    assert sum(is_open(one) for one in known) >= size.counts.band
    assert sum(one.proof == "cells" for one in known) >= size.counts.why
    for one in known:
        assert size.least <= len(one.case.scenario.charger.models) <= size.most
        assert one.plan_from is None or one.none_at < one.plan_from


def test_closing_in_stays_true_to_the_bracket() -> None:
    """A kept bracket and what is found anew overlap, and the bracket's ends get their words."""
    one = next(one for one in known_brackets(SIZES[0]) if is_open(one) and is_clear(one))
    assert one.plan_from is not None
    assert one.case.ask(one.plan_from).verdict == "legal"
    no, yes = close_in(one, in_all_s=1.0)
    assert no < one.plan_from
    assert yes > one.none_at


def test_clear_impossibilities_are_proved() -> None:
    """Half an inch below what was proved, the answer is a proof, and its kind is reported."""
    [row] = measure_clear(SIZES[0], [next(one for one in known_brackets(SIZES[0]) if is_clear(one))])
    assert row.values[0] > 0
    assert row.remark == "cells 100%"
