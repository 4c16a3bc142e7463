"""Sums of square roots against Decimal with 200 digits and against cases whose sign is known by construction."""

from __future__ import annotations

from decimal import Decimal, localcontext
from itertools import pairwise
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.referee.roots import is_path_within, sign_of_root_sum

TERMS = st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 10**14)), max_size=6)


def sign(value: Decimal | int) -> int:
    return (value > 0) - (value < 0)


@given(TERMS, st.integers(-(10**9), 10**9))
def test_the_sign_is_that_of_200_digits(terms: list[tuple[int, int]], rest: int) -> None:
    """Random sums are never within 10**-150 of zero unless they are zero, which their digits then show."""
    with localcontext() as context:
        context.prec = 200
        value = rest + sum((c * Decimal(n).sqrt() for c, n in terms), Decimal(0))
        expected = 0 if abs(value) < Decimal(10) ** -150 else sign(value)
    assert sign_of_root_sum(terms, rest) == expected


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=5), st.integers(2, 1000), st.integers(-1, 1))
def test_multiples_of_one_root_cancel_exactly(multiples: list[int], radicand: int, rest: int) -> None:
    """k sqrt(n) summed over k, minus the root of (sum of k)**2 n, is zero: no precision ever shows it, algebra does."""
    total = sum(multiples)
    terms = [(1, k * k * radicand) for k in multiples] + [(-1, total * total * radicand)]
    assert sign_of_root_sum(terms, rest) == rest


def test_roots_of_several_kinds_cancel_together() -> None:
    """sqrt 8 + sqrt 27 + 1 - 2 sqrt 2 - 3 sqrt 3 - sqrt 1 = 0, and without the last term 1."""
    terms = [(1, 8), (1, 27), (1, 1), (-2, 2), (-3, 3)]
    assert sign_of_root_sum([*terms, (-1, 1)]) == 0
    assert sign_of_root_sum(terms) == 1


def test_a_near_miss_is_told_from_a_hit() -> None:
    """sqrt(n**2 + 1) is above n by about 1 / 2n: at n = 10**40 only the fortieth digit behind the point shows it."""
    n = 10**40
    assert sign_of_root_sum([(1, n * n + 1)], -n) == 1
    assert sign_of_root_sum([(1, n * n)], -n) == 0
    assert sign_of_root_sum([(1, n * n - 1)], -n) == -1


def test_a_famous_close_pair_of_root_sums() -> None:
    """sqrt 10 + sqrt 11 against sqrt 5 + sqrt 18: they differ in the fourth digit only (6.4789 and 6.4787)."""
    assert sign_of_root_sum([(1, 10), (1, 11), (-1, 5), (-1, 18)]) == 1


def test_empty_sums_and_zero_roots() -> None:
    """Nothing is 0; roots of 0 add nothing."""
    assert [sign_of_root_sum([], rest) for rest in (-1, 0, 1)] == [-1, 0, 1]
    assert sign_of_root_sum([(5, 0), (-7, 0)]) == 0


def test_a_path_of_exactly_the_limit_is_within_it() -> None:
    """3-4-5 and 5-12-13 in a row are 18; with a corner moved by one unit it is more."""
    assert is_path_within([(0, 0), (3, 4), (8, 16)], 18)
    assert not is_path_within([(0, 0), (3, 4), (8, 16)], 17)
    assert not is_path_within([(0, 0), (3, 5), (8, 16)], 18 - 1)
    assert is_path_within([(7, 7)], 0)
    assert not is_path_within([(7, 7)], -1)


def test_a_straight_path_in_pieces_is_as_long_as_in_one() -> None:
    """Diagonal steps k (1, 1) have length k sqrt 2: in pieces or whole they compare alike with every limit."""
    pieces = [(0, 0), (3, 3), (10, 10), (99, 99), (1000, 1000)]
    whole = [(0, 0), (1000, 1000)]
    limit = isqrt(2 * 1000 * 1000)
    for bound in (limit - 1, limit, limit + 1):
        assert is_path_within(pieces, bound) == is_path_within(whole, bound) == (bound > limit)


@given(st.lists(st.tuples(st.integers(0, 7_620_000), st.integers(0, 5_588_000)), min_size=2, max_size=7), st.data())
def test_a_path_is_within_its_length_rounded_up_and_not_down(path: list[tuple[int, int]], data: st.DataObject) -> None:
    """The whole number above the length holds it, the one below does not (unless the length is whole)."""
    with localcontext() as context:
        context.prec = 60
        length = sum(
            (Decimal((a - c) ** 2 + (b - d) ** 2).sqrt() for (a, b), (c, d) in pairwise(path)),
            Decimal(0),
        )
        below = int(length)
    assert is_path_within(path, below + 1)
    assert is_path_within(path, below) == (length == below)
    less = data.draw(st.integers(1, 1000))
    assert not is_path_within(path, below - less)


@pytest.mark.parametrize("count", [20, 200])
def test_long_paths_stay_quick(count: int) -> None:
    """Many pieces of unlike slopes are decided at the first precision; the walk is some thousands of units long."""
    path = [(i * 1000 + i * i % 7, i * i % 1000) for i in range(count)]
    assert not is_path_within(path, 1000 * (count - 1) - 10)
    assert is_path_within(path, 10**9)
