"""Where models may end: `Sites`, points that are legal for a base by themselves, and who reaches them.

A site is kept only if a base there overlaps nothing that stands still, engages no enemy that is no target, and
some model of the unit gets there within the roll and ends closer to a target. What remains is between the models:
overlap, coherency, one engagement for each target, and the duties; that is the solver's part.

First come the points where something is decided (base contact, the rims of the rings, their crossings with
each other and with walls), then a lattice where there is room; thinned to a number that CP-SAT can carry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from planner.candidates.question import Floats, Ints, Question
from planner.kernels.ends import crossings, look
from planner.pathing import Ground, Roadmap, build_roadmap, may_stand, reach, reach_ring
from planner.units import UNITS_PER_INCH

ROUNDING = 1.5
"""Units by which a curve is moved to its legal side: the nearest lattice point (0.71 off at most) is then legal, with
more to spare than six decimals of an inch lose, and a base on the rim of contact still touches (gap up to 4)."""
TIGHT = 4
"""Units left of the roll below which the very rim is tried too, where only an exact lattice point will do."""
MOST_BRIDGE = 80
"""Most points between targets that are kept whatever else is thinned."""
RIGID = 16
"""Units to spare below which a bridge between two targets counts as rigid."""
FINEST = UNITS_PER_INCH // 8
"""Pitch at which a lattice over open ground is fine enough."""
MOST_POINTS = 4000
"""Most points of one lattice, before it is sifted."""
MOST_ARRIVALS = 12
"""Most target models, nearest first, to which a model's ways round are sought."""
CLOSER_BY = 1e-6
"""Units by which a gap must be smaller to be called closer: far above rounding, far below a lattice step."""


@dataclass(frozen=True)
class Roadmaps:
    """One roadmap per base size: the shared part of every path question."""

    question: Question

    @cached_property
    def by_radius(self) -> dict[int, Roadmap]:
        """The roadmap of each base radius of the unit."""
        question = self.question
        starts = question.starts()
        return {
            r: build_roadmap(
                question.ground,
                r,
                tuple(s for s, own in zip(starts, question.radius) if own == r),
                question.roll,
            )
            for r in question.radii()
        }

    def of(self, model: int) -> Roadmap:
        """The roadmap for this model's base."""
        return self.by_radius[int(self.question.radius[model])]


@dataclass(frozen=True, slots=True, eq=False)
class Sites:
    """Sites for one question, all base sizes together.

    Attributes
    ----------
    at, radius : int64 (s, 2), (s,)
        Centre, and the base size that the site is for.
    ring, mask, contacts : int64 (s,)
        See `planner.kernels.ends.look`.
    gaps : float64 (s, targets)
        Gap to the closest model of each target.
    length : float64 (n, s)
        An upper bound of the path length of each model, inf where it may not end there.
    """

    at: Ints
    radius: Ints
    ring: Ints
    mask: Ints
    contacts: Ints
    gaps: Floats
    length: Floats

    def __len__(self) -> int:
        return len(self.at)

    def take(self, chosen: Ints) -> Sites:
        """Give only these sites, in this order."""
        return Sites(
            self.at[chosen],
            self.radius[chosen],
            self.ring[chosen],
            self.mask[chosen],
            self.contacts[chosen],
            self.gaps[chosen],
            self.length[:, chosen],
        )

    def without(self, model: int, site: int) -> Sites:
        """Give the sites with one end taken from one model (its path proved too long after all)."""
        length = self.length.copy()
        length[model, site] = np.inf
        return replace(self, length=length)

    def join(self, other: Sites) -> Sites:
        """Give both, each point of a base size once, the earlier kept."""
        together = stacked([self, other])
        _, base = np.unique(together.radius, return_inverse=True)
        _, first = np.unique(_point_keys(together.at) * (int(base.max(initial=0)) + 1) + base, return_index=True)
        return together.take(np.sort(first))


def stacked(parts: Sequence[Sites]) -> Sites:
    """Give all of these sites in order, twice where they are in two parts."""
    return Sites(
        np.concatenate([part.at for part in parts]),
        np.concatenate([part.radius for part in parts]),
        np.concatenate([part.ring for part in parts]),
        np.concatenate([part.mask for part in parts]),
        np.concatenate([part.contacts for part in parts]),
        np.concatenate([part.gaps for part in parts]),
        np.concatenate([part.length for part in parts], axis=1),
    )


def _point_keys(points: Ints) -> Ints:
    """Give each point (k, 2) one number, the order of which is that of the points; tables reach to 2**27 units."""
    keys: Ints = (points[:, 0] << 31) + points[:, 1]
    return keys


def distinct(points: Ints) -> Ints:
    """Give the points (k, 2), sorted, each once; several times quicker than by rows."""
    _, first = np.unique(_point_keys(points), return_index=True)
    return points[first]


def no_sites(question: Question) -> Sites:
    """Give the empty set."""
    none = np.zeros(0, dtype=np.int64)
    empty = np.zeros((0, len(question.targets)))
    return Sites(none.reshape(0, 2), none, none, none, none, empty, np.zeros((question.size, 0)))


def look_at(question: Question, radius: int, points: Ints) -> tuple[np.ndarray, Ints, Ints, Ints, Floats]:
    """Give what a base of this radius meets at each point: clear, ring, mask, contacts, gaps (`kernels.ends.look`)."""
    seen: tuple[np.ndarray, Ints, Ints, Ints, Floats] = look(
        points, radius, question.foe_at, question.foe_radius, question.foe_unit, len(question.targets),
        question.engagement, question.close,
    )  # fmt: skip
    return seen


def survey(question: Question, maps: Roadmaps, radius: int, points: Ints) -> Sites:
    """Keep the points that are sites for this base size, with all that is known of them."""
    points = distinct(points.reshape(-1, 2))
    own = np.flatnonzero(question.radius == radius)
    away = points[:, None, :] - question.start[own][None, :, :]
    points = points[((away * away).sum(axis=2) <= question.roll**2).any(axis=1)]
    if not len(points):
        return no_sites(question)
    clear, ring, mask, contacts, gaps = look_at(question, radius, points)
    keep = np.flatnonzero(clear)
    keep = keep[may_stand(question.footing, radius, points[keep])]
    sites = Sites(
        points[keep],
        np.full(len(keep), radius, dtype=np.int64),
        ring[keep],
        mask[keep],
        contacts[keep],
        gaps[keep],
        np.full((question.size, len(keep)), np.inf),
    )
    for i in own:
        sites.length[i] = _lengths(question, maps, int(i), sites)
    return sites.take(np.flatnonzero(np.isfinite(sites.length).any(axis=0)))


def _lengths(question: Question, maps: Roadmaps, model: int, sites: Sites) -> Floats:
    """Give one model's path length to each site, inf where it is too far or would not end closer."""
    start = question.starts()[model]
    allowed = is_closer(question, model, sites.gaps)
    if not question.rules.flag("stationary_must_close"):
        allowed |= (sites.at == question.start[model]).all(axis=1)
    length = np.full(len(sites), np.inf)
    within = np.flatnonzero(allowed)
    if len(within):
        upper = reach(maps.of(model), start, question.roll, sites.at[within]).upper
        length[within] = np.where(upper <= question.roll, upper, np.inf)
    return length


def is_closer(question: Question, model: int, gaps: Floats) -> np.ndarray:
    """Whether an end with these gaps (k, targets) is closer to some target than the model's start (11.04)."""
    if not question.rules.flag("ends_closer"):
        return np.ones(len(gaps), dtype=np.bool_)
    closer: np.ndarray = (gaps < question.start_gap[model] - CLOSER_BY).any(axis=1)
    return closer


def stand(question: Question, ends: Ints, lengths: Floats) -> Sites:
    """Give the ends of a finished plan (n, 2) as sites, one for each model in order, with these path lengths (n,)."""
    seen = [look_at(question, int(r), ends[i : i + 1]) for i, r in enumerate(question.radius)]
    ring, mask, contacts, gaps = (np.concatenate([one[k] for one in seen]) for k in range(1, 5))
    own = np.where(np.eye(question.size, dtype=np.bool_), lengths[:, None], np.inf)
    return Sites(ends, question.radius, ring, mask, contacts, gaps, own)


def first_sites(question: Question, maps: Roadmaps, most: int) -> Sites:
    """Give the first, thinned set of sites: at most about `most`, those by which something is decided first."""
    sites = no_sites(question)
    share = max(60, most // len(question.radii()))
    for radius in question.radii():
        keen = survey(question, maps, radius, _keen_points(question, radius))
        keen = _thin(keen, share * 3 // 10)
        decided = survey(question, maps, radius, _decided_points(question, radius))
        decided = _thin(decided, share * 9 // 20)
        bridge = _rounded(np.array(_bridge_points(question, radius)))
        sites = sites.join(_thin(survey(question, maps, radius, bridge), MOST_BRIDGE))
        sites = sites.join(keen).join(decided).join(_open_ground(question, maps, radius, share // 4))
    return sites


def _open_ground(question: Question, maps: Roadmaps, radius: int, wanted: int) -> Sites:
    """Give a lattice over the ground where models may end, as fine as it must be to leave `wanted` sites."""
    pitch = radius * 0.9
    while True:
        sites = survey(question, maps, radius, _lattice_points(question, pitch))
        if len(sites) >= wanted or pitch < FINEST:
            return _thin(sites, wanted)
        pitch /= 2


def near_sites(question: Question, maps: Roadmaps, radius: int, centres: Ints, pitch: int, steps: int) -> Sites:
    """Give a small lattice of this pitch about each of these points."""
    offsets = np.arange(-steps, steps + 1) * pitch
    grid = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    return survey(question, maps, radius, (centres[:, None, :] + grid[None, :, :]).reshape(-1, 2))


def arrival_sites(question: Question, maps: Roadmaps, width: int) -> Sites:
    """Give the places where each model's shortest ways, round what stands between, come within `width` of a target."""
    points: dict[int, list[tuple[int, int]]] = {r: [] for r in question.radii()}
    for i, start in enumerate(question.starts()):
        radius = int(question.radius[i])
        discs = zone(question, radius, width)
        beyond = np.hypot(*(discs[:, :2] - question.start[i]).T) - discs[:, 2]
        for k in np.argsort(beyond, kind="stable")[:MOST_ARRIVALS]:
            if 0 < beyond[k] <= question.roll:
                x, y, full = discs[k]
                points[radius] += reach_ring(maps.of(i), start, question.roll, (int(x), int(y)), int(full)).points
    sites = no_sites(question)
    for radius, places in points.items():
        sites = sites.join(survey(question, maps, radius, np.array(places, dtype=np.int64).reshape(-1, 2)))
    return sites


def hair_sites(question: Question, maps: Roadmaps) -> Sites:
    """Give the least steps forward there are: for a model that has almost no room to end closer."""
    sites = no_sites(question)
    wanted = question.foe_at[question.foe_unit >= 0].astype(np.float64)
    for i, radius in enumerate(question.radius):
        away = wanted - question.start[i]
        unit = away / np.hypot(away[:, 0], away[:, 1])[:, None]
        steps = np.array([1.0, 2.0, 4.0, 32.0, 254.0])
        points = question.start[i] + (unit[:, None, :] * steps[None, :, None]).reshape(-1, 2)
        sites = sites.join(survey(question, maps, int(radius), _rounded(points)))
    return sites


def mate_sites(question: Question, maps: Roadmaps, sources: Sites, most: int) -> Sites:
    """Give places for mates of models at these sites: rims of coherency where they cross all other rims.

    When few places engage a target, the rest of the unit must stand just so about them; no lattice hits that.
    """
    sites = no_sites(question)
    for radius in question.radii():
        circles, lines = rims(question, radius)
        full = sources.radius + radius + question.coherency
        links = np.column_stack([sources.at, full - ROUNDING]).astype(np.float64)
        touching = np.column_stack([sources.at, sources.radius + radius + ROUNDING]).astype(np.float64)
        crossed = crossings(
            np.concatenate([circles, links, touching]), lines, links + np.array([0.0, 0.0, 1.0]), 40_000
        )
        starts = question.start[question.radius == radius].astype(np.float64)
        away = starts[:, None, :] - links[None, :, :2]
        distance = np.maximum(1.0, np.hypot(away[..., 0], away[..., 1]))[..., None]
        square = links[None, :, :2] + away / distance * links[None, :, 2:]
        angle = 2 * np.pi * np.arange(16) / 16
        around = links[:, None, :2] + links[:, None, 2:] * np.column_stack([np.cos(angle), np.sin(angle)])[None]
        points = np.concatenate([crossed, square.reshape(-1, 2), around.reshape(-1, 2)])
        sites = sites.join(_thin(survey(question, maps, radius, _rounded(points)), most))
    return sites


def _keen_points(question: Question, radius: int) -> Ints:
    """Points each model would think of first: straight at the nearest enemies, onto each rim, and a hair forward."""
    wanted = question.foe_unit >= 0
    foe_at = question.foe_at[wanted].astype(np.float64)
    foe_radius = question.foe_radius[wanted]
    foe_unit = question.foe_unit[wanted]
    points = []
    for i in np.flatnonzero(question.radius == radius):
        start = question.start[i].astype(np.float64)
        away = foe_at - start
        distance = np.hypot(away[:, 0], away[:, 1])
        order = np.argsort(distance - foe_radius, kind="stable")
        nearest = [m for t in range(len(question.targets)) for m in order[foe_unit[order] == t][:3]]
        for m in nearest:
            unit = away[m] / distance[m]
            for width in (0, question.close, question.engagement):
                full = distance[m] - (radius + foe_radius[m] + width)
                onward = -ROUNDING if width == 0 else ROUNDING
                points.append(start + unit * (full + onward))
                if full + TIGHT > question.roll:
                    points.append(start + unit * full)
            steps = (
                UNITS_PER_INCH // 100,
                UNITS_PER_INCH // 8,
                question.roll // 4,
                question.roll // 2,
                3 * question.roll // 4,
            )
            points += [start + unit * step for step in (*steps, question.roll - ROUNDING)]
        points.append(start)
    return _rounded(np.array(points))


def _bridge_points(question: Question, radius: int) -> list[Floats]:
    """Points between two targets: where one model engages the first, and steps of coherency from there on.

    A unit that must span two targets with little to spare stands on the line between their closest models.
    """
    points = []
    at, size, unit = question.foe_at.astype(np.float64), question.foe_radius, question.foe_unit
    widest = 2 * question.engagement + question.span + 4 * radius
    for a in np.flatnonzero(unit >= 0):
        for b in np.flatnonzero((unit >= 0) & (unit != unit[a])):
            away = at[b] - at[a]
            distance = float(np.hypot(*away))
            gap = distance - size[a] - size[b]
            if gap > widest or gap < 2 * radius:
                continue
            along = away / distance
            first = float(size[a] + radius + question.engagement) - ROUNDING
            step = 2 * radius + question.coherency - 2 * ROUNDING
            last = distance - size[b] - radius
            reach_of = np.arange(first, min(last, first + 3 * step + 1), step)
            middle = distance / 2 + 0.5 * float(size[a] - size[b])
            points += [at[a] + along * r for r in (*reach_of, middle)]
            if _is_rigid(question, radius, gap):
                # nothing to spare: only the exact points will do, where they are lattice points
                steps = np.arange(question.size) * (2 * radius + question.coherency)
                points += [at[a] + along * r for r in size[a] + radius + question.engagement + steps if r < distance]
    return points


def _is_rigid(question: Question, radius: int, gap: float) -> bool:
    """Whether two targets stand exactly as far apart as a chain of these bases, or a pair at the span, reaches."""
    chains = [2 * radius * k + question.coherency * (k - 1) for k in range(1, question.size + 1)]
    spans = [4 * radius + question.span] if question.size > 1 else []
    return any(abs(gap - 2 * question.engagement - wide) <= RIGID for wide in chains + spans)


def rims(question: Question, radius: int) -> tuple[Floats, Floats]:
    """Give the curves on which a base's fate changes: circles (c, 3) and segments (l, 4), on their legal side."""
    outside, inside = ROUNDING, -ROUNDING
    circles = [(x, y, question.roll + inside) for x, y in question.start[question.radius == radius]]
    for (x, y), r, unit in zip(question.foe_at, question.foe_radius, question.foe_unit):
        if unit < 0:
            circles.append((x, y, r + radius + question.engagement + 1 + outside))
            continue
        circles.append((x, y, r + radius + outside))
        circles.append((x, y, r + radius + question.close + inside))
        if question.close != question.engagement:
            circles.append((x, y, r + radius + question.engagement + inside))
    more, lines = footing_rims(question.footing, radius)
    return np.array(circles + more, dtype=np.float64).reshape(-1, 3), lines


def footing_rims(footing: Ground, radius: int) -> tuple[list[tuple[float, float, float]], Floats]:
    """Give the rims of what a base may not stand on: other bases, terrain, the edge of the board."""
    circles = [
        (float(x), float(y), r + radius + ROUNDING) for (x, y), r in ((d.centre, d.radius) for d in footing.discs)
    ]
    lines = []
    for wall in footing.polygons:
        corners = wall.corners
        for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
            size = np.hypot(x2 - x1, y2 - y1)
            out_x, out_y = (y2 - y1) / size, -(x2 - x1) / size
            for shift in (radius, radius + ROUNDING):
                lines.append((x1 + shift * out_x, y1 + shift * out_y, x2 + shift * out_x, y2 + shift * out_y))
            circles.append((x1, y1, radius + ROUNDING))
    right, top = footing.width - radius, footing.height - radius
    lines += [(radius, radius, right, radius), (right, radius, right, top)]
    lines += [(right, top, radius, top), (radius, top, radius, radius)]
    return circles, np.array(lines, dtype=np.float64).reshape(-1, 4)


def zone(question: Question, radius: int, width: int) -> Floats:
    """Give the discs (z, 3) in which a base of this radius is within `width` of a target."""
    wanted = question.foe_unit >= 0
    reach_of = question.foe_radius[wanted] + radius + width
    return np.column_stack([question.foe_at[wanted], reach_of]).astype(np.float64)


def _decided_points(question: Question, radius: int) -> Ints:
    """Crossings of rims within engagement of a target, and places all round each target's contact and rings."""
    circles, lines = rims(question, radius)
    ring = zone(question, radius, question.engagement)
    crossed = crossings(circles, lines, ring, 20000)
    around = []
    for x, y, full in ring:
        contact = full - question.engagement + ROUNDING
        for rho, pitch in ((contact, radius), (full - question.engagement + question.close - ROUNDING, 2 * radius)):
            count = max(8, int(2 * np.pi * rho / pitch))
            angle = 2 * np.pi * np.arange(count) / count
            around.append(np.column_stack([x + rho * np.cos(angle), y + rho * np.sin(angle)]))
    return _rounded(np.concatenate([crossed, *around]))


def _lattice_points(question: Question, pitch: float) -> Ints:
    """A triangular lattice over the ground where a model may end: between the unit and its targets, and about both."""
    wanted = question.foe_at[question.foe_unit >= 0]
    low = np.minimum(question.start.min(axis=0), wanted.min(axis=0)) - 2 * UNITS_PER_INCH
    high = np.maximum(question.start.max(axis=0), wanted.max(axis=0)) + 2 * UNITS_PER_INCH
    low = np.maximum(low, question.start.min(axis=0) - question.roll)
    high = np.minimum(high, question.start.max(axis=0) + question.roll)
    area = float(high[0] - low[0]) * float(high[1] - low[1])
    pitch = max(pitch, np.sqrt(area / MOST_POINTS))
    xs = np.arange(low[0], high[0], pitch)
    ys = np.arange(low[1], high[1], pitch * np.sqrt(0.75))
    x, y = np.meshgrid(xs, ys)
    x = x + (np.arange(len(ys)) % 2)[:, None] * pitch / 2
    return _rounded(np.column_stack([x.ravel(), y.ravel()]))


def _rounded(points: Floats) -> Ints:
    rounded: Ints = np.rint(points.reshape(-1, 2)).astype(np.int64)
    return rounded


def _thin(sites: Sites, most: int) -> Sites:
    return sites.take(spread(sites, most))


def spread(sites: Sites, most: int) -> Ints:
    """Give at most `most` sites (indices, ascending), spread out: the best of each kind in each cell of a grid."""
    if len(sites) <= most:
        return np.arange(len(sites))
    reachers = np.isfinite(sites.length).sum(axis=0)
    nearest = np.where(np.isfinite(sites.length), sites.length, 1e18).min(axis=0)
    order = np.lexsort((sites.at[:, 1], sites.at[:, 0], nearest, -reachers, -sites.contacts, -sites.ring))
    kinds = np.column_stack([sites.mask, sites.ring, sites.contacts > 0, sites.radius])
    _, kind = np.unique(kinds, axis=0, return_inverse=True)
    kind = kind.reshape(-1)
    cell = UNITS_PER_INCH // 5
    while True:
        key = _point_keys(sites.at // cell) * (int(kind.max()) + 1) + kind
        _, first = np.unique(key[order], return_index=True)
        if len(first) <= most:
            return np.sort(order[first])
        if cell > 4 * UNITS_PER_INCH:
            return np.sort(order[np.sort(first)[:most]])
        cell = cell * 5 // 4
