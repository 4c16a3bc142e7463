"""Sums of square roots, decided exactly: no floats, no epsilon, and always an end.

A path's length is a sum of roots of integers, and a gap is a root minus two radii. Which of two such numbers is
larger can be settled in integers alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt, lcm

from planner.shapes import Point

Term = tuple[int, int]
"""``(c, n)`` stands for c times the root of n, n >= 0."""


def sign_of_root_sum(terms: Sequence[Term], rest: int = 0) -> int:
    """Give -1, 0 or 1: the sign of ``rest`` plus the sum of ``c * sqrt(n)``.

    Whole roots decide nearly always. Where they do not, roots with a rational ratio are added up first; the roots
    that are left are linearly independent over the rationals (Besicovitch, 1940), so the sum is zero only if
    nothing is left, and else some finite precision shows its sign.
    """
    sign = _sign_at_precision(terms, rest, bits=0)
    if sign is not None:
        return sign
    terms, rest = _independent(terms, rest)
    bits = 16
    while True:
        sign = _sign_at_precision(terms, rest, bits)
        if sign is not None:
            return sign
        bits *= 2


def _sign_at_precision(terms: Iterable[Term], rest: int, bits: int) -> int | None:
    """Give the sign if roots known to `bits` binary places decide it, else None."""
    low = high = rest << bits
    for factor, radicand in terms:
        scaled = radicand << (2 * bits)
        root = isqrt(scaled)
        above = root if root * root == scaled else root + 1
        low += factor * (root if factor > 0 else above)
        high += factor * (above if factor > 0 else root)
    if low > 0:
        return 1
    if high < 0:
        return -1
    return 0 if low == high else None


def _independent(terms: Iterable[Term], rest: int) -> tuple[list[Term], int]:
    """Add up roots whose ratio is rational; give a sum of the same sign in independent roots.

    The ratio of sqrt(n) to sqrt(m) is rational exactly if n * m is a square: then sqrt(n) = sqrt(n m) / m * sqrt(m).
    """
    factors: dict[int, Fraction] = {1: Fraction(rest)}
    for factor, radicand in terms:
        if radicand == 0:
            continue
        for known in factors:
            root = isqrt(radicand * known)
            if root * root == radicand * known:
                factors[known] += Fraction(factor * root, known)
                break
        else:
            factors[radicand] = Fraction(factor)
    scale = lcm(*(f.denominator for f in factors.values()))
    whole = factors.pop(1) * scale
    return [(int(f * scale), n) for n, f in factors.items() if f != 0], int(whole)


def is_path_within(path: Sequence[Point], limit: int) -> bool:
    """Whether the path, straight between its points, is at most `limit` long. One point has length 0."""
    steps = [(1, (bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(path)]
    return sign_of_root_sum(steps, -limit) <= 0
