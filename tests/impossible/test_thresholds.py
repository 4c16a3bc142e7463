"""Each proof of impossibility at its threshold: one lattice unit decides, and the just-possible twin is played.

All bases are 32 mm (radius 80,000 units) unless said; 2" are 254,000 units. The twin's plan is written by hand and
passed by the referee: a proof against it would be a lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from planner.api import plan_charge
from planner.impossible import Refutation, refute, refute_room
from planner.referee import judge
from planner.world import Scenario, Terrain, Unit
from tests.builders import D32, LU, R32, Inches, Place, area, charge, pillar, plan, rules_of, table, unit, wall
from tests.candidates.questions import ask


def proof(scenario: Scenario) -> Refutation | None:
    """Give the proof that is found, quick ones first."""
    question, maps = ask(scenario)
    return refute(question, maps) or refute_room(question)


def kind(scenario: Scenario) -> str | None:
    found = proof(scenario)
    return None if found is None else found.proof.kind


def is_played(scenario: Scenario, ways: Mapping[str, Sequence[Place]]) -> bool:
    """Whether the referee passes this plan."""
    return judge(scenario, rules_of(scenario), plan(scenario, ways)).legal


# --- two targets too far apart -------------------------------------------------------------------------------------


def bridge(gaps: Sequence[Inches], more: Inches = 0, **options: object) -> tuple[Scenario, dict[str, list[Place]]]:
    """Give targets as far apart as a row with these gaps and `more`; and the row as ends, 5" below the starts.

    The row of n models has n + 1 gaps: to the first target, between models, to the second target.
    """
    y = 10
    centres: list[Fraction] = [Fraction(10)]
    for gap in gaps:
        centres.append(centres[-1] + D32 + Fraction(gap))
    first, *row, last = centres
    ours = unit("a", "A", [(x, y + 5) for x in row])
    theirs = [unit("b", "B", [(first, y)]), unit("c", "B", [(last + Fraction(more), y)])]
    scenario = table(units=[ours, *theirs], charge=charge("a", ["b", "c"], 12, **options))
    return scenario, {f"a{n}": [(x, y)] for n, x in enumerate(row, start=1)}


@pytest.mark.parametrize(
    ("gaps", "options", "expected"),
    [
        # one model between two targets: 2 + base + 2
        ([2, 2], {}, "span"),
        # two: 3 x 2" and two bases, 8.5197"; three: 4 x 2" and three bases, 11.7795": below the span of 9"
        ([2, 2, 2], {}, "chain"),
        ([2, 2, 2, 2], {}, "chain"),
        # four as one group: 5 x 2" and four bases, 15.0394"
        ([2, 2, 2, 2, 2], {"coherency_connected": True}, "chain"),
        # four in two pairs: 2 + base + 9 + base + 2, 15.5197"; between the pairs are 9 - 2 x 2 - 2 bases
        ([2, 2, 5 - 2 * D32, 2, 2], {}, "span"),
        # six, one group, could reach farther than 9" from end to end: the span is what limits them
        ([2, *[(9 - 4 * D32) / 5] * 5, 2], {"coherency_connected": True}, "span"),
    ],
)
def test_targets_too_far_apart(gaps: Sequence[Inches], options: Mapping[str, bool], expected: str) -> None:
    """At the limit the row stands, and nothing is proved; a unit more between the targets, and it is impossible."""
    # thirds and fifths of an inch are no lattice lengths: the rest goes into the last gap but one
    whole = [Fraction(int(Fraction(g) * 127_000), 127_000) for g in gaps]
    whole[len(whole) // 2] += sum(Fraction(g) for g in gaps) - sum(whole)
    scenario, row = bridge(whole, 0, **options)
    assert is_played(scenario, row)
    assert kind(scenario) is None
    farther, _ = bridge(whole, LU, **options)
    assert kind(farther) == expected
    assert plan_charge(farther).verdict == "impossible"


def test_a_bigger_base_spans_farther() -> None:
    """One 60 mm base (radius 150,000) among 32 mm: it may be an end of the span, 460,000 units and 13", 16.622".

    The limit is not that of two big ones (600,000 and 13"), nor that of the small ones.
    """
    big = Fraction(150_000, 127_000)
    y = 10
    for more, expected in ((Fraction(0), None), (LU, "span")):
        # first target, 2", big base, 9" to the last small one, 2", second target; two small ones in between
        one = 10 + R32 + 2 + big
        four = one + big + 9 + R32
        two, three = one + big + 2 + R32, four - D32 - 2
        places = [one, two, three, four]
        ours = unit("a", "A", [(x, y + 5) for x in places])
        models = (unit("a", "A", [(one, y + 5)], mm=60).models[0], *ours.models[1:])
        ours = type(ours)("a", "A", frozenset(), models)
        theirs = [unit("b", "B", [(10, y)]), unit("c", "B", [(four + R32 + 2 + R32 + more, y)])]
        scenario = table(units=[ours, *theirs], charge=charge("a", ["b", "c"], 12))
        assert kind(scenario) == expected
        assert is_played(scenario, {f"a{n}": [(x, y)] for n, x in enumerate(places, start=1)}) == (expected is None)


def one_reaches(more: Inches) -> Scenario:
    """Two in a column above the middle between two targets, roll 4: the upper one reaches neither target's range."""
    half = 2 + D32
    middle = 10 + half
    ours = unit("a", "A", [(middle, 14), (middle, 14 + D32 + 2)])
    theirs = [unit("b", "B", [(10, 10)]), unit("c", "B", [(middle + half + more, 10)])]
    return table(units=[ours, *theirs], charge=charge("a", ["b", "c"], 4))


def test_who_cannot_reach_does_not_bridge() -> None:
    """Two models could bridge 8.5", but the upper one is 4.7" from either range: the lower one alone bridges 5.2598".

    sqrt((2 + 1.26)^2 + (4 + 1.26 + 2)^2) - 3.26 = 7.96 - 3.26. At the limit both go 4" straight down.
    """
    scenario = one_reaches(0)
    middle = 10 + 2 + D32
    assert is_played(scenario, {"a1": [(middle, 10)], "a2": [(middle, 10 + D32 + 2)]})
    assert kind(scenario) is None
    found = proof(one_reaches(LU))
    assert found is not None
    assert (found.proof.kind, found.proof.facts["with_reach"]) == ("span", True)


# --- nobody gets there ---------------------------------------------------------------------------------------------


def test_the_straight_way_is_a_unit_too_long() -> None:
    """Roll 5, gap 7: the range begins 5" away. A unit more, and even the straight way does not reach it."""
    for more, expected in ((Fraction(0), None), (LU, "reach")):
        ours, theirs = unit("a", "A", [(10, 10)]), unit("b", "B", [(10 + D32 + 7 + more, 10)])
        assert kind(table(units=[ours, theirs], charge=charge("a", ["b"], 5))) == expected


def slot(width: Inches) -> Scenario:
    """A wall across the whole board with one opening; the target is 5.37" behind it."""
    low, high = 22 - Fraction(1, 2), 22 - Fraction(1, 2) + Fraction(width)
    walls = [wall("south", 13, 0, 13.5, low), wall("north", 13, high, 13.5, 44)]
    ours, theirs = unit("a", "A", [(10, 22)]), unit("b", "B", [(19, 22)])
    return table(units=[ours, theirs], terrain=walls, charge=charge("a", ["b"], 9))


def test_a_slot_a_unit_narrower_than_the_base() -> None:
    """160,000 units let a base of 160,000 through, 159,999 do not."""
    assert plan_charge(slot(D32)).verdict == "legal"
    assert kind(slot(D32)) is None
    assert kind(slot(D32 - LU)) == "reach"
    assert plan_charge(slot(D32 - LU)).verdict == "impossible"


# --- who cannot end closer -----------------------------------------------------------------------------------------


def behind_a_wall(off: Inches, **options: object) -> Scenario:
    """A wall across the board; one model stands `off` its side, square to the only target, its mate on the far side."""
    block = wall("w", 23, 0, Fraction(47, 2), 44)
    ours = unit("a", "A", [(Fraction(49, 2), 22), (23 - R32 - Fraction(off), 22)])
    return table(units=[ours, unit("b", "B", [(28, 22)])], terrain=[block], charge=charge("a", ["b"], 7, **options))


def test_touching_the_wall_nobody_gets_closer() -> None:
    """The nearest point on this side: every way leads off. A unit off the wall there is a unit to go.

    The mate ends at x 25: 1.74 from the target and 25 - 22.37 - 1.26 = 1.37 from the model behind the wall; within
    1" of the target he would be more than 2" from it. Where models may stay, the wall is no hindrance either.
    """
    found = proof(behind_a_wall(0))
    assert found is not None
    assert (found.proof.kind, found.proof.facts["model"]) == ("no_closer", "a2")
    closer: dict[str, list[Place]] = {"a1": [(25, 22)], "a2": [(23 - R32, 22)]}
    assert is_played(behind_a_wall(LU), closer)
    assert kind(behind_a_wall(LU)) is None
    assert kind(behind_a_wall(0, stationary_must_close=False)) is None
    assert is_played(behind_a_wall(0, stationary_must_close=False), {"a1": [(25, 22)]})


def test_a_wall_not_square_or_not_touched_leaves_a_way() -> None:
    """A unit aside of the target's height: along the wall, the model comes a hair closer, so nothing is proved."""
    scenario = behind_a_wall(0)
    ours = unit("a", "A", [(Fraction(49, 2), 22), (23 - R32, 22 + LU)])
    assert kind(table(units=[ours, scenario.units[1]], terrain=scenario.terrain, charge=scenario.charge)) is None


# --- no room -------------------------------------------------------------------------------------------------------


def in_a_wood(half: Inches) -> Scenario:
    """A target in the middle of a dense square of 2 x `half`, where nobody may end; INFANTRY may cross it."""
    wood = wall("w", 20 - half, 20 - half, 20 + half, 20 + half, kind="dense")
    ours, theirs = unit("a", "A", [(10, 20)], keywords=["INFANTRY"]), unit("b", "B", [(20, 20)])
    return table(units=[ours, theirs], terrain=[wood], charge=charge("a", ["b"], 10))


def test_a_wood_round_the_target() -> None:
    """Base against the square's side, the gap is half its side less the target's radius: 334,000 - 80,000 = 2".

    A unit wider there is no end; that is less than the bounds are relaxed by, so it may be left open. Eight units
    wider is proved.
    """
    half = Fraction(334_000, 127_000)
    assert is_played(in_a_wood(half), {"a1": [(20 - half - R32, 20)]})
    assert kind(in_a_wood(half)) is None
    assert plan_charge(in_a_wood(half)).verdict == "legal"
    assert plan_charge(in_a_wood(half + LU)).verdict in ("impossible", "undecided")
    assert not is_played(in_a_wood(half + LU), {"a1": [(20 - half - LU - R32, 20)]})
    assert kind(in_a_wood(half + 8 * LU)) == "no_room"
    answer = plan_charge(in_a_wood(half + 8 * LU))
    assert answer.verdict == "impossible"
    assert answer.proof is not None
    assert answer.proof.kind == "no_room"


def between_two(radius: Inches) -> Scenario:
    """Two targets 5.2157" between centres, and a round dense piece just between them.

    Both are engaged in a lens, whose tips are 248,400 units off the line: 3, 4, 5 with 331,200 and 414,000, which is
    two radii and 2".
    """
    half = Fraction(331_200, 127_000)
    ours = unit("a", "A", [(20, 27)], keywords=["INFANTRY"])
    theirs = [unit("b", "B", [(20 - half, 20)]), unit("c", "B", [(20 + half, 20)])]
    wood = pillar("w", (20, 20), radius, kind="dense")
    return table(units=[ours, *theirs], terrain=[wood], charge=charge("a", ["b", "c"], 9))


def test_one_model_has_no_place_for_two_targets() -> None:
    """A piece of radius 248,400 - 80,000 = 168,400 leaves the tip of the lens; a unit more and nothing is left."""
    full = Fraction(168_400, 127_000)
    tip = {"a1": [(20, 20 + Fraction(248_400, 127_000))]}
    assert is_played(between_two(full), tip)
    assert kind(between_two(full)) is None
    assert plan_charge(between_two(full)).verdict in ("legal", "undecided")
    assert not is_played(between_two(full + LU), tip)
    assert plan_charge(between_two(full + LU)).verdict in ("impossible", "undecided")
    found = proof(between_two(full + 8 * LU))
    assert found is not None
    assert (found.proof.kind, found.proof.facts["targets"]) == ("no_room", ["b", "c"])


def test_the_edge_of_the_board_takes_the_room() -> None:
    """A target in a niche: a wood of 2 x 334,008 units square, its lower half off the board, leaves no side open."""
    half = Fraction(334_000, 127_000)
    low = R32
    ours, theirs = unit("a", "A", [(30, 2)], keywords=["INFANTRY"]), unit("b", "B", [(20, low)])

    def niche(more: Inches) -> Scenario:
        wide = half + Fraction(more)
        corners: list[Place] = [(20 - wide, 0), (20 + wide, 0), (20 + wide, low + wide), (20 - wide, low + wide)]
        wood = area("w", corners, kind="dense")
        return table(units=[ours, theirs], terrain=[wood], charge=charge("a", ["b"], 10))

    assert is_played(niche(0), {"a1": [(20 + half + R32, low)]})
    assert kind(niche(0)) is None
    assert kind(niche(8 * LU)) == "no_room"


def squeezed(
    y: Inches, *others: Unit, terrain: Sequence[Terrain] = (), keywords: Sequence[str] = ("INFANTRY",)
) -> Scenario:
    """Roll 5 and a gap of 7: the only end that engages is 5" to the right, at (15, y)."""
    ours, theirs = unit("a", "A", [(10, y)], keywords=keywords), unit("b", "B", [(10 + D32 + 7, y)])
    return table(units=[ours, theirs, *others], terrain=terrain, charge=charge("a", ["b"], 5))


def is_the_one_end(scenario: Scenario, y: Inches) -> bool:
    """Whether the referee has nothing against that end but that the target, 7" off, is beyond the roll."""
    made = plan(scenario, {"a1": [(15, y)]})
    return {v.rule for v in judge(scenario, rules_of(scenario), made).violations} == {"target_within_roll"}


def apex(piece: str, tip: Inches, base: Inches) -> Terrain:
    """A dense triangle whose tip, at (15, tip), points up or down."""
    left, right = Fraction(14), Fraction(16)
    corners: list[Place] = [(left, base), (right, base), (15, tip)]
    return area(piece, corners if tip > base else corners[::-1], kind="dense")


def test_the_one_end_between_two_other_enemies() -> None:
    """A unit more than 2" from an enemy above and one below is an end; with eight units less there is none."""
    for less, expected in ((Fraction(0), None), (8 * LU, "no_room")):
        away = D32 + 2 + LU - less
        scenario = squeezed(10, unit("m", "B", [(15, 10 + away)]), unit("n", "B", [(15, 10 - away)]))
        assert kind(scenario) == expected
        assert is_the_one_end(scenario, 10) is (expected is None)


def test_the_one_end_between_two_tips() -> None:
    """Two tips of woods a base apart leave the end; eight units nearer, they do not."""
    for less, expected in ((Fraction(0), None), (8 * LU, "no_room")):
        tips = [apex("north", 10 + R32 - less, 14), apex("south", 10 - R32 + less, 6)]
        scenario = squeezed(10, terrain=tips)
        assert kind(scenario) == expected
        assert is_the_one_end(scenario, 10) is (expected is None)


def test_the_one_end_between_a_tip_and_the_edge() -> None:
    """All stand at the lower edge; a tip two radii above it leaves the end."""
    for less, expected in ((Fraction(0), None), (8 * LU, "no_room")):
        scenario = squeezed(R32, terrain=[apex("north", 2 * R32 - less, 5)])
        assert kind(scenario) == expected
        assert is_the_one_end(scenario, R32) is (expected is None)


def test_the_one_end_between_two_sides() -> None:
    """A lane between woods, as wide as the base, leaves the end; eight units narrower, it does not."""
    for less, expected in ((Fraction(0), None), (8 * LU, "no_room")):
        lane = [
            wall("north", 14, 10 + R32 - less, 16, 14, kind="dense"),
            wall("south", 14, 6, 16, 10 - R32, kind="dense"),
        ]
        scenario = squeezed(10, terrain=lane)
        assert kind(scenario) == expected
        assert is_the_one_end(scenario, 10) is (expected is None)


def test_the_one_end_between_two_pillars() -> None:
    """Two round pieces a base apart leave the end; eight units nearer, they do not."""
    for less, expected in ((Fraction(0), None), (8 * LU, "no_room")):
        pillars = [pillar(f"p{side}", (15, 10 + side * (R32 + 1 - less)), 1, kind="dense") for side in (1, -1)]
        scenario = squeezed(10, terrain=pillars)
        assert kind(scenario) == expected
        assert is_the_one_end(scenario, 10) is (expected is None)


def test_open_ground_at_the_edge() -> None:
    """A target at the lower edge, its whole range within the roll: the lowest ends are those at the edge itself."""
    ours, theirs = unit("a", "A", [(10, R32)]), unit("b", "B", [(15, R32)])
    scenario = table(units=[ours, theirs], charge=charge("a", ["b"], 12))
    assert kind(scenario) is None
    assert is_played(scenario, {"a1": [(15 - D32, R32)]})
