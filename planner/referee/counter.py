"""The counter-charge: a charged unit moves toward the charging one, no nearer than half the gap (G-4, A24)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from planner.referee.bases import Gap, gap_of, is_smaller, require_round, shown
from planner.referee.case import Case
from planner.referee.roots import sign_of_root_sum
from planner.referee.sentences import told_apart
from planner.world import Scenario, Violation


def declaration_faults(scenario: Scenario) -> Iterator[Violation]:
    """A counter-charge is made by a unit on the table against an enemy unit on the table."""
    unit, against = scenario.charger, scenario.charge.against
    if unit.is_off_board or not unit.models:
        yield Violation("counter_charge", f"{unit.id} is not on the battlefield", units=(unit.id,))
    if not any(u.id == against and u.models for u in scenario.enemies):
        name = against or "nobody"
        text = f"{unit.id} counter-charges against {name}, which is no enemy unit on the battlefield"
        yield Violation("counter_charge", text, units=(unit.id, name))


def counter_charge(case: Case) -> Iterator[Violation]:
    """The closest gap of the two units does not fall below half of what it was before the move, and does not grow."""
    for target in case.targets:
        before = _closest(case, target, at_end=False)
        after = _closest(case, target, at_end=True)
        units = (case.unit.id, target)
        if is_smaller(before, after):
            far, near = told_apart(shown(after), shown(before))
            text = f"{case.unit.id} ends {far} from {target}, farther than the {near} before it moved"
            yield Violation("counter_charge", text, (), units, shown(after), shown(before))
        elif sign_of_root_sum([(2, after[0]), (-1, before[0])], before[1] - 2 * after[1]) < 0:
            near, half = told_apart(shown(after), shown(before) / 2)
            text = f"{case.unit.id} ends {near} from {target}, nearer than {half}, half the gap before it moved"
            yield Violation("counter_charge", text, (), units, shown(after), shown(before) / 2)


def _closest(case: Case, target: str, at_end: bool) -> Gap:
    """Give the smallest gap over all pairs of models, before the move or after it."""
    best: Gap | None = None
    for mover, other in product(case.movers, case.enemies[target]):
        require_round(other)
        gap = gap_of(mover.end if at_end else mover.start, other)
        if best is None or is_smaller(gap, best):
            best = gap
    assert best is not None, "a unit on the table has models"
    return best
