"""Layouts put in order, and layouts whose models better themselves with all others held."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from planner.rulesets import load_ruleset
from planner.sequence import Setting, dive, follow, primaries, setting_of, standing_at_start, ways_of
from planner.sequence.jointly import better_jointly, settle
from tests.api.test_order import A1, INCH, asked, at

BRIDGE = [at("a", "A", A1, (0, 3), (0, 6)), at("x", "B", (3, -1)), at("y", "B", (3, 7))]
"""K6b: one of a2 and a3 stands at (3, 3), so that the other touches y."""


def setting(y: tuple[float, float] = (3, 7), **options: object) -> Setting:
    scenario = asked([*BRIDGE[:2], at("y", "B", y)], ["x", "y"], primary="x", roll=6 * INCH, options=options)
    rules = load_ruleset(scenario.ruleset).with_options(options)
    (way,) = ways_of(scenario, rules, 6 * INCH, None)
    return setting_of(scenario, rules, ("x", "y"), way, primaries(scenario, rules, ("x", "y"))[0])


def ends(*places: tuple[float, float]) -> np.ndarray:
    return np.array([(round((x + 20) * INCH), round((y + 20) * INCH)) for x, y in places], dtype=np.int64)


def test_a_layout_is_brought_into_an_order_that_its_duties_allow() -> None:
    found = follow(setting(), ends((3, 0), (3, 6), (3, 3)), [(0, 0)])
    assert found is not None
    assert found.moved == (0, 2, 1)
    assert (found.at == ends((3, 0), (3, 6), (3, 3))).all()


def test_a_place_that_a_duty_forbids_is_left_for_another() -> None:
    """Here a2 is to bridge, which it may not: only in the reading that judges the layout is that an order."""
    layout = ends((3, 0), (3, 3), (3, 6))
    kept = follow(setting(duties_judged="globally"), layout, [(0, 0)])
    assert kept is not None
    assert (kept.at == layout).all()
    other = follow(setting(), layout, [(0, 0)])
    assert other is None or (other.at != layout).any()


def test_a_layout_that_is_no_way_to_the_targets_is_none() -> None:
    """A3 stays, so y is out of everybody's coherent reach."""
    scene = setting(contact_hierarchy=False)
    assert follow(scene, ends((3, 0), (2, 2), (0, 4)), [(0, 0)]) is None


def test_who_can_do_better_with_all_others_held_does() -> None:
    """Only x is charged. A2 and a3 stand off: a3 can do better, a2 only when a3 needs it no more."""
    scenario = asked(BRIDGE[:2], ["x"], primary="x", roll=6 * INCH, options={"duties_judged": "globally"})
    rules = load_ruleset(scenario.ruleset).with_options({"duties_judged": "globally"})
    (way,) = ways_of(scenario, rules, 6 * INCH, None)
    lazy = standing_at_start(setting_of(scenario, rules, ("x",), way, "x"))
    for i, place in enumerate(((3, 0), (1, 2), (0, 4))):
        path = lazy.path_to(i, ends(place)[0])
        assert path is not None
        lazy = lazy.moved_along(i, path)
    better = list(better_jointly(lazy))
    assert {one.model for one in better} == {2}
    settled = settle(lazy)
    assert settled is not None
    assert settled.engages is not None
    assert settled.engages.any(axis=1).sum() > 1
    assert not list(better_jointly(settled))


def test_two_manners_of_going_give_the_shorter_way() -> None:
    """Round a wood of 4 by 2, or through it as far as the roll lets: one place is nearer this way, one the other."""
    from tests.builders import wall

    units = [at("a", "A", A1, (-2, 0)), at("x", "B", (5, 0))]
    wood = [wall("w", 21, 19, 22, 21.4, kind="difficult")]
    scenario = asked(
        units, ["x"], terrain=wood, roll=6 * INCH, terrain_roll=3 * INCH, options={"difficult_binds": "model"}
    )
    rules = load_ruleset(scenario.ruleset).with_options({"difficult_binds": "model"})
    (way,) = ways_of(scenario, rules, 6 * INCH, 3 * INCH)
    start = standing_at_start(setting_of(scenario, rules, ("x",), way, "x"))
    through, beyond = start.walks(0).lengths(ends((3, 0), (4, 0)))
    assert through == 3 * INCH
    assert 4 * INCH < beyond < 6 * INCH
    path = start.path_to(0, ends((4, 0))[0])
    assert path is not None
    assert len(path) > 2
    slow = replace(start, setting=replace(start.setting, courses=()), _walks={})
    assert slow.walks(0).lengths(ends((4, 0)))[0] == 4 * INCH


def test_orders_drawn_by_lot_find_the_one_there_is() -> None:
    """As K6b, with y an inch nearer; the same seed draws the same."""
    near = setting(y=(3, 6))
    found = dive(near, 1, 400)
    assert found is not None
    assert near.is_enough(found.contacted)
    again = dive(near, 1, 400)
    assert again is not None
    assert (again.at == found.at).all()
    assert dive(near, 1, 2) is None
