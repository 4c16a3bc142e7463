"""Gaps exactly as wide as a base, closed to it by one reading: no base stands in one after its start (A12).

A base stands in such a gap where it touches two obstacles at opposite ends of a diameter: bases, corners and edges.
Where that is for a pair of them, one place or a stretch between two parallel edges, has rational coordinates and is
given exactly, as integers over a common scale. A gap that is wider by a lattice unit is open. The edge of the
battlefield and the distance kept from other enemies are no sides of a gap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from planner.referee.bases import Disc, require_round
from planner.referee.case import Case, Mover, enemy_obstacles
from planner.referee.motion import dense_in_the_way, mates_at_turn
from planner.referee.obstacles import Obstacle, base_obstacle, entered
from planner.referee.plane import cross, is_less, point_to_segment, segment_to_segment
from planner.shapes import Point
from planner.units import in_text
from planner.world import Violation


@dataclass(frozen=True, slots=True)
class _Side:
    """What may be one side of a gap: a disc or a corner, which has no radius (`a` is `b`); or an edge from a to b."""

    obstacle: Obstacle
    a: Point
    b: Point
    radius: int

    @property
    def is_edge(self) -> bool:
        return self.a != self.b


@dataclass(frozen=True, slots=True)
class _Stand:
    """Where the centre of a base in a gap is: from `u` to `v`, one place if they are equal, both over `scale`."""

    u: Point
    v: Point
    scale: int


def narrow_gap_closed(case: Case) -> Iterator[Violation]:
    """No path comes, after its start, to where the base just fits between two things that it may not cross (A12)."""
    for mover in case.movers:
        radius, told = mover.start.radius, set[tuple[str, str]]()
        for one, other in combinations(_sides_touched(case, mover), 2):
            stand, names = _stand_between(one, other, radius), (_name(one), _name(other))
            if stand is not None and names not in told and _comes_to(mover.path, stand):
                told.add(names)
                yield _in_a_gap(case, mover, one, other)


def _in_a_gap(case: Case, mover: Mover, one: _Side, other: _Side) -> Violation:
    bases = [s.obstacle.source for s in (one, other) if isinstance(s.obstacle.source, Disc)]
    require_round(*bases)
    width = 2 * mover.start.radius
    text = f"the path of {mover.model} comes to a gap between {_name(one)} and {_name(other)} that is exactly"
    text += f" {in_text(width)} wide, as its base; it has to be wider"
    units = tuple(dict.fromkeys((case.unit.id, *(d.unit for d in bases))))
    return Violation("narrow_gap_closed", text, (mover.model, *(d.model for d in bases)), units, width, width)


def _name(side: _Side) -> str:
    source = side.obstacle.source
    return source.model if isinstance(source, Disc) else source.id


def _sides_touched(case: Case, mover: Mover) -> list[_Side]:
    """Give the sides that the base touches somewhere on its path; what it runs through has none."""
    found, obstacles = [], tuple(_in_the_way(case, mover))
    run_through = [obstacle for obstacle, _ in entered(mover.start, mover.path, obstacles)]
    for obstacle in obstacles:
        for side in () if obstacle in run_through else _sides(obstacle):
            reach = mover.start.radius + side.radius
            ways = (segment_to_segment(p, q, side.a, side.b) for p, q in pairwise(mover.path))
            if any(not is_less((reach * reach, 1), way) for way in ways):
                found.append(side)
    return found


def _in_the_way(case: Case, mover: Mover) -> Iterator[Obstacle]:
    """Give everything that a model may not cross at its turn."""
    rules = case.rules
    if rules.flag("enemies_block"):
        yield from enemy_obstacles(case, "AIRCRAFT" if rules.flag("pass_aircraft") else None)
    if rules.has("pass_friends") and not rules.flag("pass_friends"):
        yield from (base_obstacle(d) for d in (*case.friends, *mates_at_turn(case, mover)))
    yield from case.solid
    yield from dense_in_the_way(case)


def _sides(obstacle: Obstacle) -> Iterator[_Side]:
    corners = obstacle.core
    yield from (_Side(obstacle, corner, corner, obstacle.margin) for corner in corners)
    if len(corners) > 1:
        yield from (_Side(obstacle, a, b, 0) for a, b in pairwise((*corners, corners[0])))


def _stand_between(one: _Side, other: _Side, radius: int) -> _Stand | None:
    """Give where a base of this radius touches both at opposite ends of a diameter; None if nowhere."""
    if one.is_edge and other.is_edge:
        return _between_edges(one, other, radius)
    if one.is_edge:
        return _between_edge_and_disc(one, other, radius)
    if other.is_edge:
        return _between_edge_and_disc(other, one, radius)
    return _between_discs(one, other, radius)


def _between_discs(one: _Side, other: _Side, radius: int) -> _Stand | None:
    """On the line of the centres, if that is exactly as long as the radii and the base together."""
    dx, dy = other.a[0] - one.a[0], other.a[1] - one.a[1]
    apart, reach = one.radius + 2 * radius + other.radius, one.radius + radius
    if dx * dx + dy * dy != apart * apart:
        return None
    at = (one.a[0] * apart + dx * reach, one.a[1] * apart + dy * reach)
    return _Stand(at, at, apart)


def _between_edge_and_disc(edge: _Side, disc: _Side, radius: int) -> _Stand | None:
    """On the plumb line from the disc's centre to the edge, if it falls on the edge and is exactly that long.

    At an end of the edge this says what the corner says.
    """
    dx, dy, square = _direction(edge)
    aside, along = cross(edge.a, edge.b, disc.a), _along(edge, disc.a)
    apart, reach = 2 * radius + disc.radius, radius + disc.radius
    if aside * aside != apart * apart * square or not 0 <= along <= square:
        return None
    # The foot is a + d * along / square; from there it is `radius` of `apart` to the disc's centre.
    foot_x, foot_y = edge.a[0] * square + dx * along, edge.a[1] * square + dy * along
    at = (foot_x * reach + disc.a[0] * square * radius, foot_y * reach + disc.a[1] * square * radius)
    return _Stand(at, at, square * apart)


def _between_edges(one: _Side, other: _Side, radius: int) -> _Stand | None:
    """Midway between two parallel edges, as far as they lie opposite each other."""
    dx, dy, square = _direction(one)
    aside, ends = cross(one.a, one.b, other.a), sorted((_along(one, other.a), _along(one, other.b)))
    is_parallel = cross(one.a, one.b, other.b) == aside
    if not is_parallel or aside * aside != 4 * radius * radius * square:
        return None
    low, high = max(0, ends[0]), min(square, ends[1])
    if low > high:
        return None
    # Half of a + b' and, along the edge, what is missing from there: all times 2 * square.
    here = _along(one, other.a)
    middle = (square * (one.a[0] + other.a[0]), square * (one.a[1] + other.a[1]))
    u, v = ((middle[0] + dx * (2 * s - here), middle[1] + dy * (2 * s - here)) for s in (low, high))
    return _Stand(u, v, 2 * square)


def _direction(edge: _Side) -> tuple[int, int, int]:
    """Give the edge's direction and its square."""
    dx, dy = edge.b[0] - edge.a[0], edge.b[1] - edge.a[1]
    return dx, dy, dx * dx + dy * dy


def _along(edge: _Side, point: Point) -> int:
    """Give how far along the edge a point is: from 0 at its start to its square at its end."""
    dx, dy, _ = _direction(edge)
    return dx * (point[0] - edge.a[0]) + dy * (point[1] - edge.a[1])


def _comes_to(path: Sequence[Point], stand: _Stand) -> bool:
    """Whether the path has a place of the stand after its start; who starts in a gap may leave it."""
    points = [(x * stand.scale, y * stand.scale) for x, y in path]
    for p, q in pairwise(points):
        if segment_to_segment(p, q, stand.u, stand.v)[0] == 0:
            # Of the places of the path that are in the stand, only its start is not the end of some way into it.
            is_off = point_to_segment(p, stand.u, stand.v)[0] > 0
            if is_off or _goes_along(p, q, stand):
                return True
    return False


def _goes_along(p: Point, q: Point, stand: _Stand) -> bool:
    """Whether the way from p, a place of the stand, to q goes on in it: toward one of its ends, for it has sides."""
    ahead = [(q[0] - p[0]) * (x - p[0]) + (q[1] - p[1]) * (y - p[1]) for x, y in (stand.u, stand.v)]
    return max(ahead) > 0
