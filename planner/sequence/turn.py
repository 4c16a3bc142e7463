"""One model's turn: the best tier of the contact hierarchy it can meet, and ends that meet it.

The region where a model may end in a tier is bounded by circles and lines (rims of bases, links of coherency, terrain),
and the shortest way into it ends at a crossing of two of them or comes in square to one. So crossings, square arrivals,
arrivals round what stands between and some points round each rim are looked at; what this misses is thinner than a few
lattice units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from planner.candidates import Floats, Ints, distinct
from planner.kernels.ends import crossings
from planner.kernels.turns import look_round
from planner.pathing import may_stand
from planner.sequence.setting import ROUNDING, Standing, within
from planner.sequence.walks import Walks

PRIMARY, UNENGAGED, ENGAGED, SUPPORT, COHERENT = range(0, 10, 2)
"""The tiers, best first: an unengaged enemy (of the primary), an engaged one, support, mere coherency.

Where contact goes before coherency (A6), each end that is out of coherency counts one more.
"""
WORST = COHERENT + 1
MOST_CROSSINGS = 6000
AROUND = 24
"""Points tried round each rim."""
MOST_ARRIVALS = 8
"""Enemy models, nearest first, to which ways round are sought."""


@dataclass(frozen=True, eq=False)
class Ends:
    """Where one model may end at its turn: points (k, 2), path lengths (k,), whom it engages (k, m), tiers (k,)."""

    at: Ints
    length: Floats
    engages: np.ndarray
    tier: Ints

    def __len__(self) -> int:
        return len(self.at)

    def take(self, chosen: Any) -> Ends:
        return Ends(self.at[chosen], self.length[chosen], self.engages[chosen], self.tier[chosen])


def best_ends(standing: Standing, i: int) -> Ends:
    """Give ends of model i in the best tier that it can meet at its turn; none where it can end nowhere.

    Without a hierarchy every end is as good as another: those that engage and those that do not are both given.
    """
    walks = standing.walks(i)
    if not standing.setting.has_duty_at_turn:
        return all_ends(standing, i, walks)
    ends = _best_by(standing, i, walks)
    lured = standing.lured
    if lured is not None:
        better = _best_by(lured, i, lured.walks(i))
        if len(better) and (not len(ends) or better.tier[0] < ends.tier[0]):
            return ends.take([])
    return ends


def all_ends(standing: Standing, i: int, walks: Walks) -> Ends:
    """Give ends of model i of every tier, by these ways."""
    points = np.concatenate([_contact_points(standing, i), _arrivals(standing, i, walks)])
    contact = _contacts(standing, i, walks, distinct(points))
    return _joined(contact, _within_reach(standing, i, walks, _other_points(standing, i)))


def _best_by(standing: Standing, i: int, walks: Walks) -> Ends:
    """Give ends of model i in the best tier that these ways lead to."""
    best = PRIMARY if standing.setting.question.rules.flag("contact_primary_first") else UNENGAGED
    ends = _contacts(standing, i, walks, _contact_points(standing, i))
    if not len(ends) or ends.tier.min() > best:
        # ways round what stands between are looked for where a better end may come of it
        open_ = ~standing.engaged if len(ends) else None
        ends = _joined(ends, _contacts(standing, i, walks, _arrivals(standing, i, walks, open_)))
    if not len(ends):
        ends = _within_reach(standing, i, walks, _other_points(standing, i))
    return ends.take(ends.tier == ends.tier.min(initial=WORST))


def _contacts(standing: Standing, i: int, walks: Walks, points: Ints) -> Ends:
    """Give those of some points at which model i engages somebody, if it gets there."""
    ends = _within_reach(standing, i, walks, points)
    return ends.take(ends.engages.any(axis=1))


def first_ends(standing: Standing, i: int, foe: int) -> Ends:
    """Give ends at which the first mover touches this enemy model."""
    walks = standing.walks(i)
    points = np.concatenate([_contact_points(standing, i), _arrivals(standing, i, walks)])
    ends = _within_reach(standing, i, walks, distinct(points))
    return ends.take(ends.engages[:, foe])


def _joined(one: Ends, other: Ends) -> Ends:
    return Ends(
        np.concatenate([one.at, other.at]),
        np.concatenate([one.length, other.length]),
        np.concatenate([one.engages, other.engages]),
        np.concatenate([one.tier, other.tier]),
    )


def look_over(standing: Standing, i: int, points: Ints) -> tuple[np.ndarray, np.ndarray, Ints]:
    """Say of each point whether model i may end there but for the way, whom it engages there, and the tier.

    Whom it engages and the tier are said of points that fit only.
    Gives bool (k,), bool (k, m), int64 (k,).
    """
    setting = standing.setting
    question = setting.question
    mates = np.array([j for j in range(setting.size) if j != i], dtype=np.int64)
    done = np.array(standing.moved, dtype=np.int64)
    soft = setting.is_contact_first
    join = done[:0] if soft else done
    permits = question.rules.flag("nontarget_engagement")
    fits, engages = look_round(
        points, int(question.radius[i]), question.foe_at, question.foe_radius,
        np.zeros_like(setting.is_target) if permits else ~setting.is_target, question.engagement,
        standing.at[mates], question.radius[mates], standing.at[join], question.radius[join], question.coherency,
    )  # fmt: skip
    engages[:, ~setting.is_target] = False
    left = np.flatnonzero(fits)
    fits[left] = may_stand(question.footing, int(question.radius[i]), points[left])
    tier = _tiers(standing, i, points, engages)
    if soft and len(done):
        own = np.full(len(points), question.radius[i])
        apart = ~within(points, own, standing.at[done], question.radius[done], question.coherency).any(axis=1)
        tier += apart
        fits &= ~apart | engages.any(axis=1)
    return fits, engages, tier


def _tiers(standing: Standing, i: int, points: Ints, engages: np.ndarray) -> Ints:
    setting, question = standing.setting, standing.setting.question
    fresh = engages & ~standing.engaged[None, :]
    tier = np.full(len(points), COHERENT, dtype=np.int64)
    if question.rules.has("support"):
        rest = np.flatnonzero(~engages.any(axis=1))
        tier[rest[_is_supporting(standing, i, points[rest])]] = SUPPORT
    tier[engages.any(axis=1)] = ENGAGED
    tier[fresh.any(axis=1)] = UNENGAGED
    if question.rules.flag("contact_primary_first"):
        tier[(fresh & setting.of_primary[None, :]).any(axis=1)] = PRIMARY
    return tier


def _is_supporting(standing: Standing, i: int, points: Ints) -> np.ndarray:
    """Whether a base at each point is within the support distance of an engaged model."""
    question = standing.setting.question
    at, radius = supporters(standing)
    own = np.full(len(points), question.radius[i])
    return np.asarray(within(points, own, at, radius, question.rules.length("support")).any(axis=1))


def supporters(standing: Standing) -> tuple[Ints, Ints]:
    """Give the engaged models near which a model supports: places (k, 2) and radii (k,)."""
    setting, question = standing.setting, standing.setting.question
    own = [j for j in standing.moved if standing.engages is not None and standing.engages[j].any()]
    at, radius = standing.at[own], question.radius[own]
    if question.rules.has("support_by") and question.rules.choice("support_by") == "any_friend":
        more_at, more_radius = setting.engaged_friends
        return np.concatenate([at, more_at]), np.concatenate([radius, more_radius])
    return at, radius


def _within_reach(standing: Standing, i: int, walks: Walks, points: Ints) -> Ends:
    """Keep the points at which model i may end, by some way it can go."""
    setting, question = standing.setting, standing.setting.question
    points = points[((points - standing.at[i]) ** 2).sum(axis=1) <= setting.budget**2]
    fits, engages, tier = look_over(standing, i, points)
    if question.rules.has("toward") and question.rules.choice("toward") == "no_farther":
        fits &= (tier < COHERENT) | _is_no_farther(standing, i, points)
    points, engages, tier = points[fits], engages[fits], tier[fits]
    if not len(points):
        return Ends(points, np.zeros(0), engages, tier)
    lengths = walks.lengths(points)
    return Ends(points, lengths, engages, tier).take(np.isfinite(lengths))


def _is_no_farther(standing: Standing, i: int, points: Ints) -> np.ndarray:
    """Whether each point is no farther from the nearest target model than model i stands."""
    gaps = target_gaps(standing, i, np.concatenate([standing.at[i][None, :], points])).min(axis=1)
    return np.asarray(gaps[1:] <= gaps[0])


def target_gaps(standing: Standing, i: int, points: Ints) -> Floats:
    """Give the gap of model i's base at each point to each target model (k, targets' models)."""
    question = standing.setting.question
    wanted = standing.setting.is_target
    away = (points[:, None, :] - question.foe_at[wanted][None, :, :]).astype(np.float64)
    gaps: Floats = np.hypot(away[..., 0], away[..., 1]) - question.foe_radius[wanted] - float(question.radius[i])
    return gaps


def curves(standing: Standing, i: int) -> tuple[Floats, Floats]:
    """Give the rims for model i at its turn: circles (c, 3) and segments (l, 4), those it can get to."""
    setting, question = standing.setting, standing.setting.question
    circles, lines = setting.rims(int(question.radius[i]))
    mates = np.array([j for j in range(setting.size) if j != i], dtype=np.int64)
    both = (question.radius[mates] + question.radius[i]).astype(np.float64)
    done = np.isin(mates, standing.moved)
    at = standing.at[mates].astype(np.float64)
    rows = [np.column_stack([at, both + ROUNDING])]
    for shift in (ROUNDING, 0.0):
        rows.append(np.column_stack([at[done], both[done] + question.coherency - shift]))
    found = np.concatenate([circles, *rows])
    return found[_reaches(standing, i, found)], lines


def _reaches(standing: Standing, i: int, circles: Floats) -> np.ndarray:
    """Whether each rim (c, 3) comes within the budget of where model i stands."""
    away = circles[:, :2] - standing.at[i]
    off = np.abs(np.hypot(away[:, 0], away[:, 1]) - circles[:, 2])
    return np.asarray(off <= standing.setting.budget + 2 * ROUNDING)


def _aims(standing: Standing, i: int) -> Ints:
    """Give the target models that model i may engage, nearest first: in its reach, and near enough to who has moved."""
    setting, question = standing.setting, standing.setting.question
    both = question.foe_radius + question.radius[i] + question.engagement
    gaps = np.hypot(*(question.foe_at - standing.at[i]).T) - both
    may_be = setting.is_target & (gaps <= setting.budget)
    if standing.moved and not setting.is_contact_first:
        done = np.array(standing.moved, dtype=np.int64)
        joined = both[:, None] + question.radius[i] + question.radius[done] + question.coherency
        away = question.foe_at[:, None, :] - standing.at[done][None, :, :]
        may_be &= (np.hypot(away[..., 0], away[..., 1]) <= joined).any(axis=1)
    order = np.argsort(gaps, kind="stable")
    return np.asarray(order[may_be[order]])


def _contact_points(standing: Standing, i: int) -> Ints:
    """Give the points at which model i may come to engage a target."""
    question = standing.setting.question
    aims = _aims(standing, i)
    both = (question.foe_radius[aims] + question.radius[i]).astype(np.float64)
    at = question.foe_at[aims].astype(np.float64)
    zone = np.column_stack([at, both + question.engagement])
    if not len(zone):
        return np.zeros((0, 2), dtype=np.int64)
    circles, lines = curves(standing, i)
    crossed = crossings(circles, lines, zone, MOST_CROSSINGS)
    rim = np.column_stack([at, both + ROUNDING])
    exact = np.column_stack([at, both])
    wide = np.column_stack([at, both + question.engagement - ROUNDING])
    rows = [crossed, *(squares(standing, i, one) for one in (rim, exact, wide, zone)), around(rim)]
    return rounded(rows)


def _other_points(standing: Standing, i: int) -> Ints:
    """Give points at which model i ends in support or coherency: on the links, towards the targets, where it stands."""
    setting, question = standing.setting, standing.setting.question
    done = np.array(standing.moved, dtype=np.int64)
    at, radius = (standing.at[done], question.radius[done]) if len(done) else (standing.at[i : i + 1], np.array([0]))
    links = np.column_stack([at, radius + question.radius[i] + question.coherency]).astype(np.float64)
    rows = [links]
    if question.rules.has("support"):
        engaged_at, engaged_radius = supporters(standing)
        wide = engaged_radius + question.radius[i] + question.rules.length("support")
        rows.append(np.column_stack([engaged_at, wide]).astype(np.float64))
    links = np.concatenate(rows)
    links = links[np.hypot(*(links[:, :2] - standing.at[i]).T) - links[:, 2] <= setting.budget]
    circles, lines = curves(standing, i)
    tight = links - np.array([0.0, 0.0, ROUNDING])
    points = [standing.at[i : i + 1].astype(np.float64), crossings(circles, lines, links, MOST_CROSSINGS)]
    points += [
        squares(standing, i, tight),
        squares(standing, i, links),
        around(tight),
        _pulled(standing, tight),
        _pulled(standing, links),
    ]
    # touching the mate, on the side it comes from: room for more
    touching = tight - np.array([0.0, 0.0, float(question.coherency) - 2 * ROUNDING])
    points += [squares(standing, i, touching), around(touching)]
    return rounded(points)


def _pulled(standing: Standing, links: Floats) -> Floats:
    """Give the point of each link that is nearest to each target model: how a chain is spun towards it."""
    aims = standing.setting.question.foe_at[standing.setting.is_target].astype(np.float64)
    away = aims[None, :, :] - links[:, None, :2]
    distance = np.maximum(1.0, np.hypot(away[..., 0], away[..., 1]))[..., None]
    pulled: Floats = links[:, None, :2] + away / distance * links[:, None, 2:]
    return pulled.reshape(-1, 2)


def squares(standing: Standing, i: int, circles: Floats) -> Floats:
    """Give where the straight way from where model i stands comes square onto each rim."""
    away = standing.at[i].astype(np.float64) - circles[:, :2]
    distance = np.maximum(1.0, np.hypot(away[:, 0], away[:, 1]))[:, None]
    square: Floats = circles[:, :2] + away / distance * circles[:, 2:]
    return square


def around(circles: Floats) -> Floats:
    """Give points evenly round each rim."""
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    spokes = np.column_stack([np.cos(angle), np.sin(angle)])
    around: Floats = circles[:, None, :2] + circles[:, None, 2:] * spokes[None, :, :]
    return around.reshape(-1, 2)


def _arrivals(standing: Standing, i: int, walks: Walks, among: np.ndarray | None = None) -> Ints:
    """Give where shortest ways round what stands between come into contact; `among`: with which enemies, bool (m,)."""
    question = standing.setting.question
    aims = _aims(standing, i)
    aims = (aims if among is None else aims[among[aims]])[:MOST_ARRIVALS]
    full = question.foe_radius[aims] + question.radius[i] + 1
    rims = zip(question.foe_at[aims].tolist(), full.tolist(), strict=True)
    points = [place for (x, y), reach in rims for place in walks.arrivals((x, y), reach)]
    return np.array(points, dtype=np.int64).reshape(-1, 2)


def rounded(rows: list[Floats]) -> Ints:
    """Give the lattice points nearest to these places, each once (k, 2)."""
    return distinct(np.rint(np.concatenate([row.reshape(-1, 2) for row in rows])).astype(np.int64))
