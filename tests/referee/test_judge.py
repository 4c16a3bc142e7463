"""The judgement as a whole: garbage never crashes it, mirrored and turned tables get the same verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import UnsupportedRule
from planner.referee import judge
from planner.referee.clauses import CLAUSES, FORBIDS_NOTHING, NOT_MODELLED, PERMISSIONS, READ_BY_CLAUSES
from planner.referee.sentences import depth, listed, told_apart
from planner.rulesets import Setting, load_ruleset, ruleset_ids
from planner.shapes import Circle, Point, Polygon
from planner.world import Board, Charge, Judgement, Model, Move, Plan, Scenario, Terrain, Unit, Witness
from tests.builders import charge, pillar, plan, rules_of, table, unit, wall

W, H = 24 * 127_000, 24 * 127_000

SCENARIO = table(
    24,
    24,
    units=[
        unit("a", "A", [(4, 8), (4, 10), (4, 12)], 32, ["INFANTRY"]),
        unit("m", "A", [(7, 9)], 40),
        unit("b", "B", [(14, 8), (14, 10)]),
        unit("c", "B", [(14, 15), (15.5, 15)], 28.5),
        unit("n", "B", [(9, 15)], 60),
    ],
    terrain=[wall("w", 9, 5, 9.5, 9), wall("r", 10, 11, 12, 14, "dense"), pillar("p", (11, 3), 1)],
    charge=charge("a", ["b", "c"], 12),
)

POINTS = st.tuples(st.integers(-W // 4, W + W // 4), st.integers(-H // 4, H + H // 4))
TABLE_POINTS = st.tuples(st.integers(0, W), st.integers(0, H))


def plan_of(paths: list[tuple[Point, ...]]) -> Plan:
    """A plan for the three chargers: each goes from its place along these points."""
    models = SCENARIO.charger.models
    moves = tuple(Move(m.id, i, (m.at, *p)) for i, (m, p) in enumerate(zip(models, paths, strict=True), start=1))
    return Plan("a", ("b", "c"), 12 * 127_000, moves, primary="b")


PATHS = st.lists(st.lists(TABLE_POINTS, max_size=3).map(tuple), min_size=3, max_size=3)


def told(judgement: Judgement) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return sorted((v.rule, v.models, v.units) for v in judgement.violations)


def flipped(scenario: Scenario) -> Scenario:
    """The table seen with x and y exchanged: a mirror image, so every gap is kept."""

    def at(point: Point) -> Point:
        return point[1], point[0]

    def model(m: Model) -> Model:
        return replace(m, at=at(m.at))

    def one(u: Unit) -> Unit:
        return replace(u, models=tuple(model(m) for m in u.models))

    def piece(t: Terrain) -> Terrain:
        if isinstance(t.outline, Circle):
            return replace(t, outline=Circle(at(t.outline.centre), t.outline.radius))
        return replace(t, outline=Polygon(tuple(at(c) for c in reversed(t.outline.corners))))

    board = Board(scenario.board.height, scenario.board.width)
    units, terrain = tuple(one(u) for u in scenario.units), tuple(piece(t) for t in scenario.terrain)
    return replace(scenario, board=board, units=units, terrain=terrain)


@settings(max_examples=150, deadline=None)
@given(PATHS)
def test_a_mirrored_table_gets_the_same_violations(paths: list[tuple[Point, ...]]) -> None:
    """Any asymmetry between x and y, or between the ways round a polygon, would show here."""
    plan = plan_of(paths)
    moves = tuple(replace(m, path=tuple((y, x) for x, y in m.path)) for m in plan.moves)
    for name in ruleset_ids():
        rules = load_ruleset(name)
        seen = judge(flipped(SCENARIO), rules, replace(plan, moves=moves))
        assert told(judge(SCENARIO, rules, plan)) == told(seen)


@settings(max_examples=150, deadline=None)
@given(PATHS, st.integers(0, 12 * 127_000))
def test_more_roll_never_adds_a_violation(paths: list[tuple[Point, ...]], less: int) -> None:
    """Whatever a shorter roll lets pass, the greater lets pass too."""
    plan, rules = plan_of(paths), rules_of(SCENARIO)
    short = replace(plan, roll=plan.roll - less)
    assert set(told(judge(SCENARIO, rules, plan))) <= set(told(judge(SCENARIO, rules, short)))


@settings(max_examples=150, deadline=None)
@given(PATHS)
def test_a_detour_over_the_same_points_changes_only_the_length(paths: list[tuple[Point, ...]]) -> None:
    """Going back over the last piece and forth again adds way and nothing else."""
    plan, rules = plan_of(paths), rules_of(SCENARIO)
    there_and_back = tuple(replace(m, path=(*m.path, *m.path[-2:])) for m in plan.moves)
    once, twice = judge(SCENARIO, rules, plan), judge(SCENARIO, rules, replace(plan, moves=there_and_back))
    lengths = {"max_distance"}
    assert [t for t in told(once) if t[0] not in lengths] == [t for t in told(twice) if t[0] not in lengths]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.builds(
            Move,
            st.sampled_from(["a1", "a2", "a3", "b1", "nobody"]),
            st.integers(-1, 5),
            st.lists(POINTS, max_size=4).map(tuple),
            st.sampled_from([0.0, float("nan"), float("inf"), -5.0]),
        ),
        max_size=5,
    ),
    st.lists(st.sampled_from(["b", "c", "n", "a", "m", "x"]), max_size=3),
    st.integers(-127_000, 15 * 127_000),
    st.lists(
        st.builds(Witness, st.sampled_from(["a1", "b1", "x"]), st.lists(POINTS, max_size=3).map(tuple)), max_size=2
    ),
    st.sampled_from(ruleset_ids()),
    st.sampled_from(["b", "n", "x", None]),
    st.booleans(),
)
def test_garbage_is_judged_and_never_crashes(
    moves: list[Move],
    targets: list[str],
    roll: int,
    witnesses: list[Witness],
    ruleset: str,
    other: str | None,
    is_declared: bool,
) -> None:
    """Missing, doubled and foreign models, empty and wild paths, bad targets: told by known keys, with a sentence."""
    rules = load_ruleset(ruleset)
    declaration = tuple(moves) if is_declared else ()
    made = Plan("a", tuple(targets), roll, tuple(moves), other, roll // 2, declaration)
    found = judge(SCENARIO, rules, made, witnesses)
    assert found.legal == (not found.violations)
    assert all(rules.has(v.rule) or v.rule == "moves" for v in found.violations)
    assert all(v.text for v in found.violations)
    if sorted(m.model for m in moves) != ["a1", "a2", "a3"] or not targets:
        assert not found.legal


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_key_of_a_ruleset_is_read_or_refused(name: str) -> None:
    """A key that the referee does not know is said; none of a ruleset's own keys is unknown."""
    rules = load_ruleset(name)
    clauses = {key for key, _ in (*CLAUSES, *PERMISSIONS)}
    assert set(rules.settings) <= READ_BY_CLAUSES | FORBIDS_NOTHING | set(NOT_MODELLED) | clauses
    scenario = replace(SCENARIO, ruleset=name)
    judge(scenario, rules, plan_of([(), (), ()]))
    stranger = replace(rules, settings={**rules.settings, "engage_by_shouting": Setting(True, "nowhere")})
    with pytest.raises(UnsupportedRule, match="engage_by_shouting"):
        judge(scenario, stranger, plan_of([(), (), ()]))


@pytest.mark.parametrize(("key", "value"), [(key, object()) for key in sorted(NOT_MODELLED)])
def test_a_value_that_is_not_modelled_is_refused(key: str, value: object) -> None:
    """Each key that is known with one value alone, with another."""
    rules = load_ruleset("wh40k-11e")
    other = replace(rules, settings={**rules.settings, key: Setting(value, "somewhere")})
    with pytest.raises(UnsupportedRule, match=f"{key}|does not judge"):
        judge(SCENARIO, other, plan_of([(), (), ()]))


@settings(max_examples=100, deadline=None)
@given(PATHS, st.sampled_from(["b", "m", "nobody", None]), st.integers(-127_000, 15 * 127_000))
def test_garbage_in_a_counter_charge(paths: list[tuple[Point, ...]], against: str | None, reach: int) -> None:
    """Against a friend, a stranger, nobody; with wild ways and distances."""
    asked = Charge("a", kind="counter", against=against)
    rules = load_ruleset("melee-engine")
    found = judge(replace(SCENARIO, charge=asked), rules, replace(plan_of(paths), roll=reach, targets=()))
    assert all(rules.has(v.rule) for v in found.violations)
    assert against == "b" or not found.legal


def test_a_ruleset_may_leave_clauses_out() -> None:
    """A key that is absent switches its clause off and breaks nothing; only the rest is judged."""
    rules = load_ruleset("wh40k-11e")
    kept = {"free_terrain", "solid_terrain", "engagement", "engage_every_target", "end_clear"}
    bare = replace(rules, settings={k: v for k, v in rules.settings.items() if k in kept})
    far_off = plan_of([((W, H),), (), ()])
    assert {v.rule for v in judge(SCENARIO, rules, far_off).violations} >= {"max_distance", "coherency", "ends_closer"}
    no_dense = replace(SCENARIO, terrain=tuple(t for t in SCENARIO.terrain if t.kind != "dense"))
    assert {v.rule for v in judge(no_dense, bare, far_off).violations} == {"engage_every_target"}
    with pytest.raises(UnsupportedRule, match="dense"):
        judge(SCENARIO, bare, far_off)


def test_sentences_agree_in_number() -> None:
    """One model "ends engaged", two "end engaged"."""
    scenario = table(
        units=[unit("a", "A", [(4, 8), (4, 9.5)]), unit("b", "B", [(12, 8)]), unit("n", "B", [(10, 13)])],
        charge=charge("a", ["b"], 12),
    )
    texts: list[str] = []
    for second in ((9, 9), (10, 11)):
        found = judge(scenario, rules_of(scenario), plan(scenario, {"a1": [(10.5, 10.5)], "a2": [second]})).violations
        texts.extend(v.text for v in found if v.rule == "engage_no_other")
    assert [" ends engaged" in t for t in texts] == [True, False]
    assert "a1 and a2 end engaged with n" in texts[1]


def test_lengths_in_sentences_are_told_apart() -> None:
    """A lattice unit shows at five decimals; equal lengths are written alike; depths are never negative."""
    assert told_apart(254_001, 254_000) == ('2.00001"', '2"')
    assert told_apart(254_000, 254_000) == ('2"', '2"')
    assert told_apart(1.5 * 127_000, 127_000) == ('1.5"', '1"')
    assert (depth(-127_000), depth(-1), depth(-0.0), depth(1e-9)) == ('1"', '0.00001"', "a hair", "a hair")
    assert (listed(("a",)), listed(("a", "b")), listed(("a", "b", "c"))) == ("a", "a and b", "a, b and c")
