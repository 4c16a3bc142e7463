"""What a charge of order asks, and proofs over places: whatever the order of moves, and by who may move first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner.api.asking import Asked
from planner.candidates import Question, Roadmaps
from planner.impossible import OuterLimits, Refutation, refute_by_cells, refute_room
from planner.sequence import (
    Setting,
    Way,
    first_movers,
    names_first_mover,
    question_of,
    setting_of,
    where_first_ends,
)
from planner.solve import default_limits, find_layout
from planner.units import to_inches
from planner.world import Proof, Reason

OF_ORDER = ("first_movers", "duties")
"""Proofs that hang on who may move first and on duties: a shorter way may change both, in either direction."""
TIE = 8.0
"""Units by which a pair may be farther than the nearest and still count as one that may move first: lengths are floats,
and the longest is that of a way on the lattice."""
ROUNDS = 15
"""Rounds of splitting for each pair that may start the charge: there may be several."""


@dataclass(frozen=True, slots=True)
class Charge:
    """One charge of order: whom it has to contact, who may be its primary target, who need not be contacted."""

    asked: Asked
    targets: tuple[str, ...]
    permitted: tuple[str | None, ...]
    let_go: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """Whom it has to contact, in words."""
        return " and ".join(name for name in self.targets if name not in self.let_go)

    def question(self, way: Way, *, relaxed: bool = True) -> Question:
        """Give the question over places of a way."""
        asked = self.asked
        return question_of(asked.scenario, asked.rules, self.targets, way, relaxed=relaxed, let_go=self.let_go)

    def setting(self, way: Way, primary: str | None, *, relaxed: bool = False) -> Setting:
        """Give the setting of a way with this primary target."""
        asked = self.asked
        return setting_of(
            asked.scenario, asked.rules, self.targets, way, primary, asked.goal, let_go=self.let_go, relaxed=relaxed
        )

    def openings(self, way: Way, primary: str | None) -> list[tuple[int, int]]:
        """Give every pair of a model and an enemy model that may start the charge, a few more rather than one less."""
        return first_movers(self.setting(way, primary), TIE, self.setting(way, primary, relaxed=True))


def prove(charge: Charge, way: Way) -> Refutation | None:
    """Give a proof over places, whoever moves first; else one for each pair that may start the charge."""
    asked, question = charge.asked, charge.question(way)
    room = refute_room(question)
    if room is not None:
        return room
    if asked.progress is not None:
        asked.progress("looking for a proof that it is impossible")
    limits = replace(default_limits(question.size, thorough=False), deadline=asked.deadline)
    if find_layout(question, Roadmaps(question), limits, asked.seed, lambda: False) is None:
        outer = refute_by_cells(question, OuterLimits(deadline=asked.deadline), lambda _: False)
        if isinstance(outer, Refutation):
            return outer
    return _by_first_movers(charge, way) if names_first_mover(asked.rules) else None


def _by_first_movers(charge: Charge, way: Way) -> Refutation | None:
    """Give a proof for every model that may move first, ending where it has to; None if one of them is left open."""
    asked, question = charge.asked, charge.question(way)
    pairs: list[list[str]] = []
    last: Refutation | None = None
    for primary in charge.permitted:
        setting = charge.setting(way, primary)
        for i, foe in charge.openings(way, primary):
            held = {i: where_first_ends(setting, i, foe)}
            limits = OuterLimits(deadline=asked.deadline, rounds=ROUNDS)
            outer = refute_by_cells(question, limits, lambda _: False, held=held)
            if not isinstance(outer, Refutation):
                return None
            pairs.append([question.names[i], setting.question.foe_names[foe]])
            last = outer
    unit = asked.scenario.charge.unit
    how = "; ".join(f"{model} at {foe}" for model, foe in pairs)
    text = f"Whoever may move first ({how}), {unit} cannot go on to contact {charge.names} by the rules of coherency."
    if not pairs:
        text = f"Nobody of {unit} can move first: no model gets into contact with the primary target by any way."
    numbers = {"roll_in": to_inches(way.budget)}
    facts = {} if last is None else {k: v for k, v in last.proof.facts.items() if k != "split"}
    models = tuple(dict.fromkeys(model for model, _ in pairs))
    reason = Reason("first_mover", text, units=charge.targets, models=models, numbers=numbers)
    return Refutation(reason, Proof("first_movers", {**facts, "first_movers": pairs, "targets": list(charge.targets)}))
