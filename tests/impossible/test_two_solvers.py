"""Two solvers on the same relaxed charges: what one refutes the other refutes, in hundreds of tables."""

from __future__ import annotations

from planner.candidates import make_question
from planner.clauses import state_charge
from planner.cpsat import BooleanModel
from planner.impossible.cells import Cover, places_of
from planner.rulesets import load_ruleset
from planner.sat import ask_cadical
from planner.units import UNITS_PER_INCH
from tests.strategies import GENERATORS


def test_cpsat_and_cadical_agree_on_relaxed_charges() -> None:
    """Three hundred relaxed charges over first cells, at rolls low and high, about half of them without a plan.

    A wrong INFEASIBLE of one solver, or a kind of clause that is stated differently to the two, shows as a
    disagreement. Rolls beyond what the gaps allow are asked too: here only the clauses count.
    """
    rules = load_ruleset("wh40k-11e")
    asked = refuted = seed = 0
    while asked < 300:
        scenario = GENERATORS["small" if seed % 2 else "lattice"](seed)
        seed += 1
        if scenario is None or not scenario.charge.targets:
            continue
        for inches in (2, 3, 4, 6, 9):
            question = make_question(scenario, rules, scenario.charge.targets, inches * UNITS_PER_INCH)
            cells = Cover(question).first()
            if not 0 < len(cells) <= 700:
                continue
            formula = state_charge(places_of(question, cells)).formula
            model = BooleanModel()
            model.add(formula)
            status = model.solve("feasible", 20.0).status
            assert status in ("optimal", "feasible", "infeasible")
            word = ask_cadical(formula, 60.0)
            assert (word == "unsatisfiable") == (status == "infeasible"), (seed, inches)
            asked += 1
            refuted += word == "unsatisfiable"
    assert 100 <= refuted <= 240
