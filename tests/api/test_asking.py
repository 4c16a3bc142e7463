"""`plan_charge`: what overrides the file, what it refuses, and what it answers when targets or roll are left open."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import planner
from planner.api import plan_charge
from planner.errors import InputError, RefereeDisagreement, UnsupportedRule
from planner.solve.goals import GOALS
from planner.units import from_inches
from planner.wire import parse_scenario, scenario_to_json
from planner.world import Answer, Judgement, Scenario, Unit, Violation
from tests.builders import D32, Inches, area, charge, table, unit, wall

TABLES = Path(__file__).parents[2] / "fixtures" / "tables"


def gap(inches: Inches, roll: Inches | None = 7, *more: Unit, **options: object) -> Scenario:
    """One model at (10, 10), the target `b` at this gap to its right."""
    units = [unit("a", "A", [(10, 10)]), unit("b", "B", [(10 + D32 + inches, 10)]), *more]
    return table(units=units, charge=charge("a", ["b"], roll, **options))


def two_ways() -> Scenario:
    """Targets `b` 5" to the right and `c` 5" above; a friend `f`; together they are too far apart for one model."""
    more = [unit("c", "B", [(10, 10 + D32 + 5)]), unit("f", "A", [(5, 5)])]
    return gap(5, 7, *more)


def stable(answer: Answer) -> dict[str, Any]:
    """Give the answer without the time it took."""
    return {key: value for key, value in answer.to_dict().items() if key != "elapsed_s"}


# --- overriding ----------------------------------------------------------------------------------------------------


def test_targets_given_win() -> None:
    """The file says b, the caller c: the answer, and the model, go to c."""
    answer = plan_charge(two_ways(), targets=["c"])
    assert (answer.targets, answer.verdict) == (("c",), "legal")
    assert answer.moves[0].engages == ("c",)
    assert plan_charge(two_ways(), targets=("b", "c")).verdict == "impossible"


@pytest.mark.parametrize("roll", [6.5, 6, "6.5", Fraction(13, 2), "13/2"])
def test_a_roll_in_any_writing(roll: float | str | Fraction) -> None:
    """6 or 6.5 for a gap of 5; 127,000 units an inch."""
    answer = plan_charge(gap(5, 3), roll_in=roll)
    assert answer.verdict == "legal"
    assert answer.roll == Fraction(str(roll)) * 127_000


def test_a_roll_exactly_the_gap() -> None:
    """A roll of 5 for a gap of 5 is enough, one unit less is none; a float of many digits is rounded to the unit."""
    assert plan_charge(gap(5), roll_in=5).verdict == "legal"
    assert plan_charge(gap(5), roll_in=Fraction(5 * 127_000 - 1, 127_000)).verdict == "ineligible"
    assert plan_charge(gap(5), roll_in=4.9999999).roll == 5 * 127_000


def test_options_are_added_to_those_of_the_file() -> None:
    """The file's own switch stays unless the caller turns it too."""
    scenario = gap(5, 7, close_ring_in=2)
    answer = plan_charge(scenario, options={"coherency_connected": True})
    assert answer.options == {"close_ring_in": 2, "coherency_connected": True}
    assert plan_charge(scenario, options={"close_ring_in": 1}).options == {"close_ring_in": 1}
    assert scenario.charge.options == {"close_ring_in": 2}


def test_ruleset_seed_and_goal_get_through() -> None:
    """The ruleset by name (the same one), the seed in the answer, the goal in its measures, in their order."""
    answer = plan_charge(gap(5), ruleset="wh40k-11e", seed=5, goal="tight")
    assert (answer.ruleset, answer.seed) == ("wh40k-11e", 5)
    assert [goal.name for goal in answer.goals] == list(GOALS["tight"])
    with pytest.raises(InputError, match="ruleset"):
        plan_charge(gap(5), ruleset="wh40k-99e")


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"targets": ["x"]}, "'x'"),
        ({"targets": ["f"]}, "'f'"),
        ({"targets": ["a"]}, "'a'"),
        ({"targets": ["b", "b"]}, "each unit once"),
        ({"targets": []}, "an empty list"),
        ({"roll_in": -1}, "-1"),
        ({"roll_in": 1000}, "1000"),
        ({"roll_in": float("nan")}, "nan"),
        ({"roll_in": float("inf")}, "inf"),
        ({"roll_in": "seven"}, "seven"),
        ({"roll_in": "1/0"}, "1/0"),
        ({"goal": "win"}, "'win'"),
        ({"time_limit_s": 0}, "above 0"),
        ({"time_limit_s": -1.0}, "above 0"),
        ({"time_limit_s": float("nan")}, "above 0"),
        ({"options": {"flying": True}}, "unknown option"),
        ({"options": {"close_ring_in": 3}}, "3"),
        ({"options": {"coherency_connected": 1}}, "true or false"),
    ],
)
def test_what_is_refused(given: dict[str, Any], found: str) -> None:
    """An input error that shows what was found: nothing else may come out of a wrong question."""
    with pytest.raises(InputError) as told:
        plan_charge(two_ways(), **given)
    assert found in str(told.value)


def test_all_wrong_targets_are_told_at_once() -> None:
    """Two unknown ids are two faults, each naming the enemies there are."""
    with pytest.raises(InputError) as told:
        plan_charge(two_ways(), targets=["x", "y"])
    assert [fault.found for fault in told.value.faults] == ["'x'", "'y'"]
    assert "b, c" in told.value.faults[0].allowed


def test_an_option_that_is_not_modelled_is_said() -> None:
    """Flying is known and not modelled: no verdict as if it were not there."""
    with pytest.raises(UnsupportedRule):
        plan_charge(gap(5), options={"take_to_the_skies": True})


# --- left open -----------------------------------------------------------------------------------------------------


def many(roll: Inches | None, *gaps: Inches) -> Scenario:
    """Three models in a row from (10, 10) up, targets t0, t1 ... to the right, 3" above each other, at these gaps."""
    ours = unit("a", "A", [(10, 10), (10, 12), (10, 14)])
    foes = [unit(f"t{k}", "B", [(10 + D32 + far, 9 + 3 * k)]) for k, far in enumerate(gaps)]
    return table(units=[ours, *foes], charge=charge("a", None, roll))


def test_without_targets_the_largest_set_that_works() -> None:
    """Gaps of about 5, 5 and 11 at roll 7: the two near ones together; at roll 12 all three."""
    assert plan_charge(many(7, 5, 5, 11)).targets == ("t0", "t1")
    answer = plan_charge(many(12, 5, 5, 11))
    assert (answer.verdict, answer.targets) == ("legal", ("t0", "t1", "t2"))


def test_among_sets_of_one_size_the_goal_decides_and_then_the_ids() -> None:
    """One model, a target on either side, too far apart for both: equal, so the id decides; else the shorter way."""
    ours = unit("u", "A", [(20, 20)])

    def ask(left: Inches, right: Inches) -> Answer:
        foes = [unit("b", "B", [(20 + D32 + right, 20)]), unit("a", "B", [(20 - D32 - left, 20)])]
        return plan_charge(table(units=[ours, *foes], charge=charge("u", None, 7)))

    assert ask(5, 5).targets == ("a",)
    assert ask(5, 4).targets == ("b",)
    assert ask(4, 5).targets == ("a",)


def test_without_targets_nothing_legal() -> None:
    """Nobody in range is ineligible, a wall right across impossible; and no enemy at all has its own reason."""
    far = plan_charge(many(7, 20))
    assert (far.verdict, far.targets) == ("ineligible", ())
    assert {reason.rule for reason in far.reasons} == {"declare_range", "target_within_roll"}
    across = table(
        units=[unit("a", "A", [(10, 10)]), unit("b", "B", [(18, 10)])],
        terrain=[wall("w", 13, 0, 13.5, 44)],
        charge=charge("a", None, 9),
    )
    answer = plan_charge(across)
    assert (answer.verdict, answer.targets) == ("impossible", ("b",))
    alone = plan_charge(table(units=[unit("a", "A", [(10, 10)])], charge=charge("a", None, 9)))
    assert alone.verdict == "ineligible"
    assert "no enemy" in alone.reasons[0].text


def test_without_targets_the_most_open_verdict() -> None:
    """As good as no time for the target in the open: undecided; the one behind a wall across the board is impossible.

    The answer is the open one, or a person would take "impossible" for the last word on all.
    """
    foes = [unit("b", "B", [(18, 10)]), unit("c", "B", [(5, 10)])]
    across = [wall("w", 13, 0, 13.5, 44)]
    scenario = table(units=[unit("a", "A", [(10, 10)]), *foes], terrain=across, charge=charge("a", None, 9))
    assert plan_charge(scenario, targets=["b"]).verdict == "impossible"
    assert plan_charge(scenario, targets=["c"], time_limit_s=1e-9).verdict == "undecided"
    answer = plan_charge(scenario, time_limit_s=1e-9)
    assert (answer.verdict, answer.targets) == ("undecided", ("c",))
    assert plan_charge(scenario).targets == ("c",)


@pytest.mark.parametrize(("far", "least"), [(5, 5), (Fraction(5 * 127_000 + 1, 127_000), 6), (12, 12)])
def test_without_roll_the_least_that_works(far: Inches, least: int) -> None:
    """A gap of 5 needs a roll of 5, a unit more needs 6; 12 is the greatest there is."""
    answer = plan_charge(gap(far, None))
    assert (answer.verdict, answer.roll) == ("legal", least * 127_000)
    assert answer.reasons[-1].numbers == {"roll_in": least}
    assert "every lower roll is proved too short" in answer.reasons[-1].text


def test_without_roll_nothing_works() -> None:
    """12.5" off no roll of 2D6 is enough: the answer is that of 12, and no lower roll is claimed."""
    answer = plan_charge(gap(Fraction(25, 2), None))
    assert (answer.verdict, answer.roll) == ("ineligible", 12 * 127_000)


def test_without_both_the_largest_set_at_its_least_roll() -> None:
    """At 12 both targets can be had, so both are wanted, at the least roll for both: gaps 5 and 8, so at least 8."""
    answer = plan_charge(many(None, 5, 8))
    assert (answer.verdict, answer.targets) == ("legal", ("t0", "t1"))
    assert answer.roll is not None
    assert answer.roll >= 8 * 127_000
    assert plan_charge(many(None, 5, 8), targets=["t0", "t1"]).roll == answer.roll


# --- the same again ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two_targets", "mixed_bases", "two_groups", "slot_narrow"])
def test_same_question_same_answer(name: str) -> None:
    """Twice the same seed gives the same bytes but for the time; another seed the same verdict."""
    scenario = planner.load_scenario(TABLES / f"{name}.json")
    first = plan_charge(scenario, seed=1)
    assert stable(plan_charge(scenario, seed=1)) == stable(first)
    other = plan_charge(scenario, seed=2)
    assert (other.verdict, other.seed) == (first.verdict, 2)


@pytest.mark.parametrize("limit", [0.001, 1e-9])
@pytest.mark.parametrize("name", ["two_targets", "leader", "slot_narrow", "slot_exact", "screen_closed"])
def test_out_of_time_is_no_lie(name: str, limit: float) -> None:
    """A thousandth of a second or less: undecided, or what is true anyway; never an error, never another verdict."""
    scenario = planner.load_scenario(TABLES / f"{name}.json")
    truth = "impossible" if name in ("slot_narrow", "screen_closed") else "legal"
    answer = plan_charge(scenario, time_limit_s=limit)
    assert answer.verdict in (truth, "undecided")
    if answer.verdict == "legal":
        assert answer.judgement is not None
        assert answer.judgement.legal


@pytest.mark.parametrize(
    "wrong",
    [{"time_limit_s": 0}, {"time_limit_s": -1.0}, {"time_limit_s": "2"}, {"seed": -1}, {"seed": "x"}, {"seed": True}],
)
def test_a_limit_or_seed_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    """Python is as strict as the command line, and says it in the same kind of error."""
    with pytest.raises(InputError, match=next(iter(wrong))):
        plan_charge(gap(5), **wrong)


def test_a_bow_tie_built_in_code_is_refused() -> None:
    """No file could hold it; a scenario made in code must not be answered as if its terrain were something else."""
    bow = area("bow", [(20, 20), (24, 24), (24, 20), (20, 24)])
    with pytest.raises(InputError, match="bow"):
        plan_charge(replace(gap(5), terrain=(bow,)))


@pytest.mark.parametrize("y", [0.4921, 0.4912, 43.5079, 43.5088])
def test_bases_written_to_four_decimals_at_the_edge(y: float) -> None:
    """A 25 mm base (radius 0.492126") set at 0.4921 from the edge is a hair over it: read as touching, and planned."""
    units = [unit("a", "A", [(10, y), (11.2, y)], mm=25), unit("b", "B", [(17, y)], mm=25)]
    scenario = parse_scenario(scenario_to_json(table(60, 44, units=units, charge=charge("a", ["b"], 6))))
    answer = plan_charge(scenario)
    assert answer.verdict == "legal"
    assert planner.check(scenario, answer).legal


def test_targets_are_a_list() -> None:
    """A word is a sequence of letters to Python: unit "ab" must not charge units "a" and "b"."""
    with pytest.raises(InputError, match="a list of unit ids"):
        plan_charge(gap(5), targets="ab")


def test_progress_is_told() -> None:
    """Lines for a person, at least one before the plan."""
    lines: list[str] = []
    plan_charge(gap(5), progress=lines.append)
    assert lines
    assert all(isinstance(line, str) and line for line in lines)


# --- goals ---------------------------------------------------------------------------------------------------------


def crowd() -> Scenario:
    """Four models, 6" to the left of three enemies in a column 1.6" apart (0.34" between bases)."""
    ours = unit("a", "A", [(10, 10), (10, 12), (10, 14), (10, 16)])
    foes = unit("b", "B", [(16 + D32, 11.4), (16 + D32, 13), (16 + D32, 14.6)])
    return table(units=[ours, foes], charge=charge("a", ["b"], 9))


def measures(answer: Answer) -> dict[str, float]:
    return {goal.name: goal.value for goal in answer.goals}


def touched(answer: Answer) -> int:
    return sum(len(move.contacts) for move in answer.moves)


def walked(answer: Answer) -> float:
    return sum(move.length for move in answer.moves) / 127_000


def test_each_goal_gets_what_it_is_for() -> None:
    """`tight` touches at least as many bases as `engage`, `spread` engages as many enemies, `hold` walks no farther.

    No plan is better than the bound over the whole table that is claimed for each goal.
    """
    answers = {goal: plan_charge(crowd(), goal=goal) for goal in GOALS}
    assert {answer.verdict for answer in answers.values()} == {"legal"}
    assert touched(answers["tight"]) >= touched(answers["engage"]) >= 1
    assert measures(answers["tight"])["base_contacts"] == touched(answers["tight"])
    assert measures(answers["spread"])["enemies_engaged"] == 3
    for answer in answers.values():
        assert walked(answers["hold"]) <= walked(answer) + 0.05
        assert measures(answer)["movement_in"] == pytest.approx(walked(answer), abs=1e-5)
        for measured in answer.goals:
            assert measured.bound is not None
            least = measured.name == "movement_in"
            assert measured.bound <= measured.value if least else measured.bound >= measured.value
    # 6" away and within 1" wanted of all who can: nobody walks less than 5" but for those behind the others
    assert measures(answers["engage"])["models_within_close_ring"] == 4
    assert walked(answers["hold"]) >= 3 * 5 - 1


# --- nothing unjudged ----------------------------------------------------------------------------------------------


def test_a_plan_that_the_referee_refuses_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the searcher found: if the referee says no, nobody sees it, and the question comes with the error."""
    said = Violation("coherency", "a1 is alone.", models=("a1",))
    monkeypatch.setattr("planner.api.planning.judge", lambda *_: Judgement(legal=False, violations=(said,)))
    scenario = table(units=gap(5).units, charge=charge("a", None, 7))
    with pytest.raises(RefereeDisagreement, match=r"coherency: a1 is alone\.") as raised:
        plan_charge(scenario)
    asked = replace(scenario, charge=charge("a", ["b"], 7))
    assert raised.value.scenario_json == scenario_to_json(asked)


def test_the_command_says_whose_fault_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    """Status 70, nothing that looks like an answer on standard output, the question on standard error."""
    from planner.cli import main

    said = Violation("coherency", "a1 is alone.", models=("a1",))
    monkeypatch.setattr("planner.api.planning.judge", lambda *_: Judgement(legal=False, violations=(said,)))
    file = tmp_path / "table.json"
    file.write_text(scenario_to_json(gap(5)), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["charge-planner", "plan", str(file), "--json"])
    with pytest.raises(SystemExit) as left:
        main()
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (70, "")
    assert "a1 is alone" in told.err


def test_a_scenario_survives_its_own_writing() -> None:
    """What is attached to a disagreement asks the same question again."""
    scenario = two_ways()
    read_back = parse_scenario(json.loads(scenario_to_json(scenario)))
    assert stable(plan_charge(read_back)) == stable(plan_charge(scenario))


def test_lengths_are_those_of_the_paths() -> None:
    """Straight at the target: 5 less the gap it ends at, and the path's first point is where the model stands."""
    answer = plan_charge(gap(5))
    (move,) = answer.moves
    assert move.path[0] == (from_inches(10), from_inches(10))
    assert move.length == pytest.approx(sum(abs(b[0] - a[0]) for a, b in zip(move.path, move.path[1:])), abs=2)
    assert 4 <= move.length / 127_000 <= 5
