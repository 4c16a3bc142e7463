"""The odds: least rolls with a plan at them and a reason below, chances from exact dice, sets in order."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import planner
from planner.api import plan_charge
from planner.errors import InputError
from planner.units import from_inches
from planner.world import Likelihood, Odds, Scenario, TargetSet
from tests.builders import charge, table, unit, wall

ROOT = Path(__file__).parents[2]


def row_of(odds: Odds, *targets: str) -> TargetSet:
    """Give the row of a set."""
    return next(row for row in odds.rows if row.targets == targets)


def plain(chances: tuple[Likelihood, ...]) -> Fraction:
    """Give the chance with plain dice; both sides must meet."""
    one = next(one for one in chances if one.manner == "plain")
    assert one.low == one.high
    return one.low


def two_and_a_far_one() -> Scenario:
    """Targets at gaps 5 and 7 and one at 12.5: 10 + 1.26 + gap is each centre's x (32 mm bases, 1.2598 across)."""
    far = 1.2598425
    units = [
        unit("us", "A", [(10, 20), (10, 21.5)]),
        unit("near", "B", [(10 + far + 5, 20)]),
        unit("mid", "B", [(10 + far + 7, 21.5)]),
        unit("far", "B", [(10 + far + 12.5, 20)]),
    ]
    return table(60, 44, units=units, charge=charge("us", None, None))


def test_least_rolls_are_the_gaps_and_chances_those_of_the_dice() -> None:
    """In the open the least roll is the widest gap: 5 (30 of 36), 7 (21 of 36); a target beyond 12 is in no set."""
    found = planner.odds(two_and_a_far_one())
    assert {row.targets for row in found.rows} == {("near",), ("mid",), ("mid", "near")}
    assert row_of(found, "near").least == from_inches(5)
    assert plain(row_of(found, "near").chances) == Fraction(30, 36)
    assert row_of(found, "mid").least == from_inches(7)
    assert plain(row_of(found, "mid").chances) == Fraction(21, 36)
    assert found.rows[0].targets == ("mid", "near")
    assert found.rows[0].answer is not None
    assert found.rows[0].answer.verdict == "legal"
    assert row_of(found, "mid").below[0].rule == "target_within_roll"


def test_least_rolls_agree_with_planning_each_roll() -> None:
    """Going up roll by roll with `plan_charge` gives the same least roll, legal from there on."""
    scenario = two_and_a_far_one()
    for row in planner.odds(scenario).rows:
        assert row.least is not None
        for roll in range(2, 13):
            verdict = plan_charge(scenario, targets=row.targets, roll_in=roll).verdict
            assert (verdict == "legal") == (from_inches(roll) >= row.least)


def test_a_set_walled_in_never_works() -> None:
    """A box of walls about the target: no roll reaches it, and the reason is a proof."""
    box = [
        wall("n", 14, 23, 20, 23.5),
        wall("s", 14, 16.5, 20, 17),
        wall("w", 14, 17, 14.5, 23),
        wall("e", 19.5, 17, 20, 23),
    ]
    units = [unit("us", "A", [(10, 20)]), unit("in", "B", [(17, 20)]), unit("out", "B", [(10, 28)])]
    found = planner.odds(table(60, 44, units=units, terrain=box, charge=charge("us", None, None)))
    row = row_of(found, "in")
    assert (row.word, row.least, row.answer) == ("never", None, None)
    assert plain(row.chances) == 0
    assert row.below[0].rule == "engage_every_target"
    assert row_of(found, "in", "out").word == "never"
    assert row_of(found, "out").word == "possible"


def test_or_more_counts_larger_sets() -> None:
    """ "This set or more" is what the best of its supersets gives; of the full set it is its own chance."""
    found = planner.odds(two_and_a_far_one())
    both = plain(row_of(found, "mid", "near").chances)
    assert plain(row_of(found, "mid").or_more) == max(both, plain(row_of(found, "mid").chances))
    assert plain(row_of(found, "mid", "near").or_more) == both


def test_modifiers_shift_the_dice() -> None:
    """+1 makes a need of 7 a need of 6: 26 of 36; -2 makes it 9: 10 of 36."""
    found = planner.odds(two_and_a_far_one(), modifiers=[0, 1, -2])
    chances = {c.modifier: c.low for c in row_of(found, "mid").chances if c.manner == "plain"}
    assert chances == {0: Fraction(21, 36), 1: Fraction(26, 36), -2: Fraction(10, 36)}


def test_best_set_by_roll() -> None:
    """Nothing below 5, the near one on 5 and 6, both from 7 on."""
    best = dict(planner.odds(two_and_a_far_one()).best_by_roll)
    assert best[4] == ()
    assert best[5] == best[6] == ("near",)
    assert best[7] == best[12] == ("mid", "near")


@pytest.mark.parametrize("wrong", [[], [13], [True], ["1"], [0.5]])
def test_modifiers_that_are_none_are_refused(wrong: list[int]) -> None:
    """A clear error for each."""
    with pytest.raises(InputError, match="modifiers"):
        planner.odds(two_and_a_far_one(), modifiers=wrong)


def test_json_has_exact_fractions() -> None:
    """Chances are written as fractions and as percent, rolls in inches, each plan as an answer."""
    shown = planner.odds(two_and_a_far_one()).to_dict()
    assert shown["format"] == "charge-odds/1"
    row = next(row for row in shown["sets"] if row["targets"] == ["near"])
    assert row["least_roll_in"] == 5
    assert row["chances"][0] == {
        "manner": "plain", "modifier": 0, "low": "5/6", "high": "5/6", "low_percent": 83.3333, "high_percent": 83.3333,
    }  # fmt: skip
    assert row["answer"]["verdict"] == "legal"
