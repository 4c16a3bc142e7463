"""While moving: how far, through what, past whom. One function per ruleset key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import dist, fsum, sqrt

from planner.errors import UnsupportedRule
from planner.referee.bases import Disc, require_round
from planner.referee.case import Case, Mover, enemy_obstacles, is_in_difficult
from planner.referee.obstacles import Obstacle, base_obstacle, closest_approach, entered
from planner.referee.plane import is_less
from planner.referee.roots import is_path_within
from planner.referee.sentences import depth, told_apart
from planner.shapes import Point
from planner.units import INPUT_OVERLAP_MAX, in_text
from planner.world import Terrain, Violation


def shown_length(path: Sequence[Point]) -> float:
    """Give a path's length in units, for display only."""
    return fsum(dist(p, q) for p, q in pairwise(path))


def max_distance(case: Case) -> Iterator[Violation]:
    """The straight pieces of a path add up to at most the roll. Turning on the spot is free."""
    for mover in case.movers:
        if not is_path_within(mover.path, case.roll):
            measured = shown_length(mover.path)
            moved, roll = told_apart(measured, case.roll)
            what = "the distance" if case.rules.has("fixed_distance") else "the charge roll"
            text = f"{mover.model} moves {moved}, further than {what} of {roll}"
            yield Violation("max_distance", text, (mover.model,), (case.unit.id,), measured, case.roll)


def difficult_terrain(case: Case) -> Iterator[Violation]:
    """Once one path is in difficult terrain, the roll for it caps the path of every model of the unit.

    If so chosen, only the paths that are in it themselves (A8).
    """
    if case.cap is None or case.cap >= case.roll:
        return
    for mover in case.movers:
        is_bound = not case.binds_model or is_in_difficult(mover, case.difficult)
        if is_bound and not is_path_within(mover.path, case.cap):
            measured = shown_length(mover.path)
            moved, cap = told_apart(measured, case.cap)
            whom = "it" if case.binds_model else "its unit"
            text = f"{mover.model} moves {moved}, further than the {cap} that difficult terrain leaves {whom}"
            yield Violation("difficult_terrain", text, (mover.model,), (case.unit.id,), measured, case.cap)


def stay_on_board(case: Case) -> Iterator[Violation]:
    """No base crosses the edge; on a convex board a path is on it if its points are."""
    for mover in case.movers:
        worst = max(_over_edge(case, mover, point) for point in mover.path)
        if worst > 0:
            text = f"the base of {mover.model} crosses the edge of the battlefield by {depth(-worst)}"
            yield Violation("stay_on_board", text, (mover.model,), (case.unit.id,), -worst, 0)


def _over_edge(case: Case, mover: Mover, point: Point) -> int:
    """Give by how much the base at `point` crosses an edge, if that is more than it may, else 0.

    On the way it may be over as far as an input may hold and as it is at the start; where it ends, only if it
    has not moved.
    """
    over, start = _over_edges(case, mover.start, point), _over_edges(case, mover.start, mover.start.at)
    is_clean_end = point == mover.end.at and not mover.stays
    worst = 0
    for now, before in zip(over, start):
        forgiven = before if 0 < before <= INPUT_OVERLAP_MAX and not is_clean_end else 0
        if now > forgiven:
            worst = max(worst, now)
    return worst


def _over_edges(case: Case, base: Disc, point: Point) -> tuple[int, int, int, int]:
    board, r = case.scenario.board, base.radius
    return r - point[0], r - point[1], point[0] + r - board.width, point[1] + r - board.height


def enemies_block(case: Case) -> Iterator[Violation]:
    """No base passes through the base of an enemy model, but for AIRCRAFT (23.02)."""
    passable = "AIRCRAFT" if case.rules.flag("pass_aircraft") else None
    yield from _through_bases(case, "enemies_block", "the enemy", enemy_obstacles(case, passable))


def keepout(case: Case) -> Iterator[Violation]:
    """No part of a path comes nearer to an enemy model that is no target than the ruleset allows (40-3, 10-7).

    Exactly that near is allowed unless `keepout_closed`. A model that starts too near may move as long as it never
    comes nearer than it was: away, or round the enemy. AIRCRAFT do not keep anybody off where they may be passed
    through (10-13).
    """
    limit, is_closed = case.rules.length("keepout"), case.rules.flag("keepout_closed")
    if limit == 0 and not is_closed:
        return
    passed = {u.id for u in case.scenario.enemies if case.rules.flag("pass_aircraft") and "AIRCRAFT" in u.keywords}
    kept_off = [base_obstacle(d, limit) for u in case.others if u not in passed for d in case.enemies[u]]
    for mover in case.movers:
        if len(mover.path) == 1:
            continue
        for obstacle in kept_off:
            assert isinstance(obstacle.source, Disc)
            # A box is passed by what only touches it; one unit more lets a closed boundary be seen.
            closest = closest_approach(mover.start.radius + 1, mover.path, obstacle)
            reach = mover.start.radius + obstacle.margin
            square = (reach * reach, 1)
            if closest is None or is_less(square, closest) or not (is_closed or is_less(closest, square)):
                continue
            require_round(obstacle.source)
            if is_less(closest, obstacle.squared_to(mover.start.at, mover.start.at)):
                yield _too_near(case, mover, obstacle.source, sqrt(closest[0] / closest[1]) - reach + limit)


def _too_near(case: Case, mover: Mover, enemy: Disc, measured: float) -> Violation:
    limit = case.rules.length("keepout")
    near, allowed = told_apart(measured, limit)
    least = "more than " if case.rules.flag("keepout_closed") else ""
    text = f"the path of {mover.model} comes within {near} of {enemy.model}, which is no target; {least}{allowed}"
    text += " is needed"
    return Violation("keepout", text, (mover.model, enemy.model), (case.unit.id, enemy.unit), measured, limit)


def friends_block(case: Case) -> Iterator[Violation]:
    """Where friends may not be passed: other units where they stand, own models where they are by then."""
    yield from _through_friends(case, "pass_friends", lambda disc: True)


def friendly_hulls_block(case: Case) -> Iterator[Violation]:
    """A MONSTER or VEHICLE does not pass friendly ones, of its own unit or another (10-5)."""
    big = {u.id for u in (*case.scenario.friends, case.unit) if u.keywords & {"MONSTER", "VEHICLE"}}
    if case.unit.id in big:
        yield from _through_friends(case, "friendly_hulls_block", lambda disc: disc.unit in big)


def _through_friends(case: Case, rule: str, is_in_the_way: Callable[[Disc], bool]) -> Iterator[Violation]:
    standing = [base_obstacle(d) for d in case.friends if is_in_the_way(d)]
    for mover in case.movers:
        mates = [d for d in mates_at_turn(case, mover) if is_in_the_way(d)]
        obstacles = (*standing, *(base_obstacle(d) for d in mates))
        yield from _through_bases(case, rule, "its friend", obstacles, (mover,))


def mates_at_turn(case: Case, mover: Mover) -> tuple[Disc, ...]:
    """Give the other models of the unit where they are when this one moves: at their ends, or still at their starts."""
    return tuple(m.end if m.order < mover.order else m.start for m in case.movers if m is not mover)


def _through_bases(
    case: Case, rule: str, who: str, obstacles: Sequence[Obstacle], movers: Sequence[Mover] | None = None
) -> Iterator[Violation]:
    for mover in case.movers if movers is None else movers:
        if len(mover.path) == 1:
            continue
        for obstacle, clearance in entered(mover.start, mover.path, obstacles):
            assert isinstance(obstacle.source, Disc)
            require_round(obstacle.source)
            other = obstacle.source
            text = f"the path of {mover.model} runs {depth(clearance)} deep through {who} {other.model}"
            units = tuple(dict.fromkeys((case.unit.id, other.unit)))
            yield Violation(rule, text, (mover.model, other.model), units, clearance, 0)


def solid_terrain(case: Case) -> Iterator[Violation]:
    """Nobody crosses solid terrain."""
    for mover in case.movers:
        if len(mover.path) > 1:
            for obstacle, clearance in entered(mover.start, mover.path, case.solid):
                yield _through_terrain("solid_terrain", mover, obstacle, clearance, "")


def dense_terrain(case: Case) -> Iterator[Violation]:
    """Who has none of the keywords crosses dense terrain only where it is low."""
    high = dense_in_the_way(case)
    for mover in case.movers:
        if len(mover.path) > 1:
            for obstacle, clearance in entered(mover.start, mover.path, high):
                _require_no_climb(case, mover, obstacle)
                reason = f", higher than {in_text(case.rules.length('dense_low'))}"
                yield _through_terrain("dense_terrain", mover, obstacle, clearance, reason)


def dense_in_the_way(case: Case) -> list[Obstacle]:
    """Give the dense terrain that the unit does not cross, unless it climbs."""
    if not case.dense or case.unit.keywords & case.rules.words("dense_pass_keywords"):
        return []
    low = case.rules.length("dense_low")
    return [o for o in case.dense if (h := _piece(o).height) is None or h > low]


def _require_no_climb(case: Case, mover: Mover, obstacle: Obstacle) -> None:
    """Raise if the model could have climbed: up, down and the way itself within the roll."""
    height = _piece(obstacle).height
    if case.rules.flag("dense_climb") and height is not None and is_path_within(mover.path, case.roll - 2 * height):
        text = f"{mover.model} may be able to climb over {_piece(obstacle).id}, and climbing is not modelled"
        raise UnsupportedRule("dense_climb", text)


def _piece(obstacle: Obstacle) -> Terrain:
    assert isinstance(obstacle.source, Terrain)
    return obstacle.source


def _through_terrain(rule: str, mover: Mover, obstacle: Obstacle, clearance: float, reason: str) -> Violation:
    piece = _piece(obstacle)
    text = f"the path of {mover.model} runs {depth(clearance)} deep through {piece.id} ({piece.kind}{reason})"
    return Violation(rule, text, (mover.model,), (mover.start.unit,), clearance, 0)
