"""Laws of the table: whoever mirrors, turns, shifts, renames or reorders it asks the same question."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import planner
from planner.api import plan_charge
from planner.shapes import Circle, Point, Polygon
from planner.units import from_inches
from planner.world import Answer, Board, Scenario, Terrain, Unit
from tests.builders import unit
from tests.strategies import tables

FIXTURES = Path(__file__).parents[2] / "fixtures"
INDEX = tomllib.loads((FIXTURES / "index.toml").read_text(encoding="utf-8"))
SMALL = sorted(name for name, entry in INDEX.items() if entry["models"] <= 6)
MARGIN = 1_234_567
"""How far a table is shifted: a prime-like number of units, near 9.7"."""


def allowed(name: str) -> list[str]:
    verdict = INDEX[name]["verdict"]
    return [verdict] if isinstance(verdict, str) else list(verdict)


# --- what is done to a table ---------------------------------------------------------------------------------------


def carried(scenario: Scenario, carry: Callable[[Point], Point], board: Board, *, flips: bool = False) -> Scenario:
    """Give the table with every place carried elsewhere; a flip turns polygons clockwise, so they are turned back."""

    def outline(shape: Polygon | Circle) -> Polygon | Circle:
        if isinstance(shape, Circle):
            return replace(shape, centre=carry(shape.centre))
        corners = tuple(carry(corner) for corner in shape.corners)
        return Polygon(corners[::-1] if flips else corners)

    terrain = tuple(replace(piece, outline=outline(piece.outline)) for piece in scenario.terrain)
    units = tuple(
        replace(one, models=tuple(replace(model, at=carry(model.at)) for model in one.models)) for one in scenario.units
    )
    return replace(scenario, board=board, terrain=terrain, units=units)


def mirrored_in_x(scenario: Scenario) -> Scenario:
    width = scenario.board.width
    return carried(scenario, lambda p: (width - p[0], p[1]), scenario.board, flips=True)


def mirrored_in_y(scenario: Scenario) -> Scenario:
    height = scenario.board.height
    return carried(scenario, lambda p: (p[0], height - p[1]), scenario.board, flips=True)


def turned(scenario: Scenario) -> Scenario:
    """A quarter turn counter-clockwise."""
    board = scenario.board
    return carried(scenario, lambda p: (board.height - p[1], p[0]), Board(board.height, board.width))


def turned_back(scenario: Scenario) -> Scenario:
    """A quarter turn clockwise."""
    board = scenario.board
    return carried(scenario, lambda p: (p[1], board.width - p[0]), Board(board.height, board.width))


def shifted(scenario: Scenario) -> Scenario:
    """Everything up and right by `MARGIN`, on a larger board; walls fill what was off the board."""
    width, height = scenario.board.width, scenario.board.height
    wide, high = width + 2 * MARGIN, height + 2 * MARGIN
    moved = carried(scenario, lambda p: (p[0] + MARGIN, p[1] + MARGIN), Board(wide, high))

    def strip(name: str, left: int, low: int, right: int, top: int) -> Terrain:
        return Terrain(name, "impassable", Polygon(((left, low), (right, low), (right, top), (left, top))))

    frame = (
        strip("south", 0, 0, wide, MARGIN),
        strip("north", 0, MARGIN + height, wide, high),
        strip("west", 0, MARGIN, MARGIN, MARGIN + height),
        strip("east", MARGIN + width, MARGIN, wide, MARGIN + height),
    )
    return replace(moved, terrain=(*moved.terrain, *frame))


def renamed(scenario: Scenario) -> Scenario:
    """Every unit and model under a name that sorts the other way round."""

    def other(name: str) -> str:
        return "".join(chr(0x250 - ord(letter)) for letter in name)

    def state(one: Unit) -> dict[str, object]:
        shot = one.state.get("shot_at", ())
        assert isinstance(shot, tuple)
        return {**one.state, **({"shot_at": tuple(map(other, shot))} if shot else {})}

    units = tuple(
        replace(
            one,
            id=other(one.id),
            models=tuple(replace(model, id=other(model.id)) for model in one.models),
            state=state(one),
        )
        for one in scenario.units
    )
    asked = scenario.charge
    charge = replace(
        asked,
        unit=other(asked.unit),
        targets=None if asked.targets is None else tuple(map(other, asked.targets)),
        primary=None if asked.primary is None else other(asked.primary),
        against=None if asked.against is None else other(asked.against),
        added_targets=tuple(map(other, asked.added_targets)),
    )
    return replace(scenario, units=units, charge=charge)


def reordered(scenario: Scenario) -> Scenario:
    """Units, their models, terrain and targets in the opposite order."""
    units = tuple(replace(one, models=one.models[::-1]) for one in reversed(scenario.units))
    asked = scenario.charge
    targets = None if asked.targets is None else asked.targets[::-1]
    return replace(scenario, units=units, terrain=scenario.terrain[::-1], charge=replace(asked, targets=targets))


CHANGES = (mirrored_in_x, mirrored_in_y, turned, turned_back, shifted, renamed, reordered)


# --- the laws ------------------------------------------------------------------------------------------------------


def test_the_changes_are_what_they_say() -> None:
    """Twice mirrored, twice renamed, turned and turned back is the same table; on one table, by hand, where b goes."""
    scenario = planner.load_scenario(FIXTURES / "tables" / "wall_way_round.json")
    lone = replace(scenario, units=(unit("a", "A", [(10, 4)]),))
    for change, back in ((mirrored_in_x, mirrored_in_x), (mirrored_in_y, mirrored_in_y), (turned, turned_back)):
        twice = back(change(scenario))
        assert twice.units == scenario.units
        assert twice.board == scenario.board
        assert change(lone).units != lone.units
    assert renamed(renamed(scenario)) == scenario
    assert reordered(reordered(scenario)) == scenario
    x, y = turned(lone).units[0].models[0].at
    assert (x, y) == (from_inches(44 - 4), from_inches(10))


@pytest.mark.parametrize("name", SMALL)
def test_the_verdict_of_a_fixture_stays(name: str) -> None:
    """What the sum in the description says holds from every side: a turned sign or a favoured axis would show.

    The least roll and the number of targets stay as well, where they were left open.
    """
    scenario = planner.load_scenario(FIXTURES / name)
    plain = plan_charge(scenario)
    for change in CHANGES:
        answer = plan_charge(change(scenario))
        assert answer.verdict in allowed(name), change.__name__
        assert answer.roll == plain.roll, change.__name__
        assert len(answer.targets) == len(plain.targets), change.__name__


@pytest.mark.parametrize(("name", "scenario"), tables("small", 700, 12) + tables("lattice", 700, 6))
def test_no_table_is_both_possible_and_impossible(name: str, scenario: Scenario) -> None:
    """Random tables, tight at many limits: the search may find here and miss there, but a proof is a proof."""
    verdicts = {plan_charge(change(scenario)).verdict for change in (mirrored_in_y, turned, renamed, reordered)}
    verdicts.add(plan_charge(scenario).verdict)
    assert len(verdicts - {"undecided"}) <= 1, name


@pytest.mark.parametrize(
    "name", ["one_model", "two_targets", "no_roll_wall", "slot_exact", "bridge_two_legal", "mixed_bases", "slot_narrow"]
)
def test_more_roll_never_hurts(name: str) -> None:
    """Rolls 1 to 12: ineligible, impossible, then legal, and never back; undecided may stand between."""
    scenario = planner.load_scenario(FIXTURES / "tables" / f"{name}.json")
    verdicts = [plan_charge(scenario, roll_in=roll).verdict for roll in range(1, 13)]
    decided = [verdict for verdict in verdicts if verdict != "undecided"]
    rank = {"ineligible": 0, "impossible": 1, "legal": 2}
    assert decided == sorted(decided, key=rank.__getitem__)
    assert decided[0] == "ineligible"
    assert decided[-1] == ("impossible" if name == "slot_narrow" else "legal")


@pytest.mark.parametrize("name", ["two_targets", "screen_passed", "mixed_bases", "slot_narrow", "close_ring_2"])
def test_who_stands_far_away_changes_nothing(name: str) -> None:
    """An enemy in a corner, farther from all than anybody moves and sees: the same answer to the last path point."""
    scenario = planner.load_scenario(FIXTURES / "tables" / f"{name}.json")
    corner = unit("corner", "B", [(58, 42)])
    assert all(
        abs(model.at[0] - corner.models[0].at[0]) > from_inches(16)
        for model in scenario.charger.models
    )  # fmt: skip
    lonely, watched = plan_charge(scenario), plan_charge(replace(scenario, units=(*scenario.units, corner)))
    assert bare(watched) == bare(lonely)


def bare(answer: Answer) -> object:
    return answer.verdict, answer.moves, answer.goals, answer.proof
