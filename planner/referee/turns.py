"""One model's turn to move, where models move one after another: what stands where by then, and what it may do.

Rules of order judge a model at its turn: earlier ones stand at their ends, later ones still where they started. What
comes after is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from planner.referee import endings, gaps, motion
from planner.referee.bases import Disc, is_any_within, is_smaller, nearest, reach_of, shown
from planner.referee.case import Case, Mover, is_in_difficult
from planner.referee.roots import is_path_within
from planner.referee.sentences import told_apart
from planner.rulesets import Ruleset
from planner.shapes import Point
from planner.world import Violation

CLAUSES_OF_A_TURN = (
    ("max_distance", motion.max_distance),
    ("difficult_terrain", motion.difficult_terrain),
    ("stay_on_board", motion.stay_on_board),
    ("enemies_block", motion.enemies_block),
    ("keepout", motion.keepout),
    ("friendly_hulls_block", motion.friendly_hulls_block),
    ("solid_terrain", motion.solid_terrain),
    ("dense_terrain", motion.dense_terrain),
    ("narrow_gap_closed", gaps.narrow_gap_closed),
    ("end_clear", endings.end_clear),
    ("engage_no_other", endings.engage_no_other),
)
"""What binds one model's move whatever the others do; a ruleset key and its clause."""

INVERTED_OF_A_TURN = (
    ("pass_friends", motion.friends_block),
    ("nontarget_engagement", endings.nontarget_engagement),
)
"""Likewise, for permissions: the clause holds where the key is there and says no."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A model about to move: the mates that have moved and those that have not, where they stand."""

    case: Case
    mover: Mover
    moved: tuple[Disc, ...]
    waiting: tuple[Disc, ...]

    @property
    def friends(self) -> tuple[Disc, ...]:
        """Everybody else of its side, where they stand now."""
        return (*self.case.friends, *self.moved, *self.waiting)


def turn_of(case: Case, mover: Mover, is_first: bool = False) -> Turn:
    """Give the model's turn as the plan has it; `is_first`: as if it moved before all others."""
    mates = [m for m in case.movers if m is not mover]
    moved = tuple(m.end for m in mates if m.order < mover.order and not is_first)
    waiting = tuple(m.start for m in mates if m.order >= mover.order or is_first)
    return Turn(case, mover, moved, waiting)


def last_turn_of(case: Case, mover: Mover) -> Turn:
    """Give the model's turn as if it moved last: everybody else at the end of its move."""
    return Turn(case, mover, tuple(m.end for m in case.movers if m is not mover), ())


def is_judged_globally(rules: Ruleset) -> bool:
    """Whether the hierarchy asks what tier an end is on the final layout, and not at the model's turn (A4)."""
    return rules.has("duties_judged") and rules.choice("duties_judged") == "globally"


def may_take(turn: Turn, path: tuple[Point, ...], is_duty: bool = False) -> Mover | None:
    """Give the model moved along another path, if nothing that binds a single move forbids it now; else None.

    A path in difficult terrain is open only to a unit that is slowed already: no model has to slow the unit for
    the sake of a duty, unless `is_duty` and the ruleset says so (A9).
    """
    start = turn.mover.start
    if not path or path[0] != start.at:
        return None
    other = Mover(start, path, start.moved_to(path[-1]), turn.mover.order)
    slows = turn.case.cap is None and is_in_difficult(other, turn.case.difficult)
    if slows and not (is_duty and _is_forced(turn, other)):
        return None
    alone = replace(turn.case, movers=(other,), friends=turn.friends)
    return None if any(_what_forbids(alone)) else other


def _is_forced(turn: Turn, other: Mover) -> bool:
    """Whether a duty takes the model into terrain: the roll is enough for it and for all moves made by then (A9)."""
    case = turn.case
    before = [] if case.binds_model else [m for m in case.movers if m.order < other.order]
    is_asked = case.rules.flag("duty_forces_terrain")
    return is_asked and all(is_path_within(m.path, case.terrain_roll) for m in (other, *before))


def _what_forbids(alone: Case) -> Iterator[Violation]:
    rules = alone.rules
    for key, clause in CLAUSES_OF_A_TURN:
        if rules.has(key) and rules[key] is not False:
            yield from clause(alone)
    for key, clause in INVERTED_OF_A_TURN:
        if rules.has(key) and not rules.flag(key):
            yield from clause(alone)


def contacts(case: Case, end: Disc, units: tuple[str, ...]) -> tuple[Disc, ...]:
    """Give the enemy models of some units that a base standing there contacts."""
    reach = reach_of(case.rules, "engagement")
    return tuple(d for u in units for d in case.enemies[u] if is_any_within([end], [d], reach))


def is_contacted(case: Case, target: str) -> bool:
    """Whether some model of the unit ends in contact with the target."""
    return any(contacts(case, end, (target,)) for end in case.ends)


def join_moved(case: Case) -> Iterator[Violation]:
    """Each model but the first ends within the coherency distance of a model of its unit that has moved (A3).

    A model that stays has moved once its turn has come, and is asked the same. Where contact comes before
    coherency, who is in contact is not asked (A6).
    """
    for mover in case.movers:
        turn = turn_of(case, mover)
        if turn.moved and not may_end(turn, mover.end):
            measured, allowed = shown(nearest(mover.end, turn.moved)), case.rules.length("coherency")
            far, limit = told_apart(measured, allowed)
            text = f"{mover.model} ends {far} from the nearest model of {case.unit.id} that has moved before it"
            text += f", at most {limit} allowed"
            yield Violation("join_moved", text, (mover.model,), (case.unit.id,), measured, allowed)


def has_joined(turn: Turn, end: Disc) -> bool:
    """Whether a base standing there is in coherency: with a model that has moved, where the ruleset asks for that."""
    rules = turn.case.rules
    mates = turn.moved if rules.flag("join_moved") else (*turn.moved, *turn.waiting)
    return not rules.has("coherency") or is_any_within([end], mates, reach_of(rules, "coherency"))


def is_contact_first(rules: Ruleset) -> bool:
    """Whether a model in contact may be out of coherency (A6)."""
    return rules.has("coherency_before_contact") and not rules.flag("coherency_before_contact")


def may_end(turn: Turn, end: Disc) -> bool:
    """Whether coherency lets a base end there: it has joined those that moved, or contact comes first (A6)."""
    is_excused = is_contact_first(turn.case.rules) and contacts(turn.case, end, tuple(turn.case.enemies))
    return bool(is_excused) or has_joined(turn, end)


TIERS = (
    "in contact with a model of the primary target that nobody engages",
    "in contact with an enemy that nobody engages",
    "in contact with an enemy that is engaged already",
    "in support of an engaged model",
    "merely coherent",
)
"""The hierarchy of ends, the best first (step 2 of the trial rules)."""
PRIMARY, UNENGAGED, ENGAGED, SUPPORT, LAST = range(5)


def tier_of(turn: Turn, end: Disc) -> int:
    """Give the tier of an end at this turn, an index of `TIERS`.

    An enemy model is engaged by contact with any friendly model, of this unit or another, that stands there now.
    """
    case, rules = turn.case, turn.case.rules
    reach = reach_of(rules, "engagement")
    touched = contacts(case, end, case.targets)
    free = [d for d in touched if not is_any_within([d], turn.friends, reach)]
    if free:
        is_primary = rules.flag("contact_primary_first") and any(d.unit == case.primary for d in free)
        return PRIMARY if is_primary else UNENGAGED
    if touched:
        return ENGAGED
    return SUPPORT if rules.has("support") and _is_supporting(turn, end) else LAST


Rank = tuple[int, bool]
"""A tier and, within it, whether the end is out of coherency; the less the better."""


def rank_of(turn: Turn, end: Disc) -> Rank:
    """Give the tier of an end and whether it is out of coherency, which tells only where contact comes first (A6)."""
    return tier_of(turn, end), is_contact_first(turn.case.rules) and not has_joined(turn, end)


def _is_supporting(turn: Turn, end: Disc) -> bool:
    """Whether a base standing there is near enough to a model in contact with an enemy, whose the ruleset says."""
    case, reach = turn.case, reach_of(turn.case.rules, "support")
    is_any = case.rules.has("support_by") and case.rules.choice("support_by") == "any_friend"
    members = turn.friends if is_any else (*turn.moved, *turn.waiting)
    return any(is_any_within([end], [m], reach) and contacts(case, m, tuple(case.enemies)) for m in members)


def toward(case: Case) -> Iterator[Violation]:
    """A model that neither contacts nor supports ends no farther from the targets than it started, if so chosen."""
    if not case.rules.flag("contact_hierarchy") or case.rules.choice("toward") != "no_farther":
        return
    theirs = [d for t in case.targets for d in case.enemies[t]]
    judged_at = last_turn_of if is_judged_globally(case.rules) else turn_of
    for mover in case.movers:
        if not theirs or tier_of(judged_at(case, mover), mover.end) != LAST:
            continue
        before, after = nearest(mover.start, theirs), nearest(mover.end, theirs)
        if is_smaller(before, after):
            far, near = told_apart(shown(after), shown(before))
            text = f"{mover.model} ends {far} from the nearest target, farther than the {near} where it started"
            yield Violation("toward", text, (mover.model,), (case.unit.id,), shown(after), shown(before))
