"""Files outside, values inside, one converter: ``charge-scenario/1`` and ``charge-answer/1``.

Whatever is wrong with a file is told at once, fault by fault, by `planner.errors.InputError`. pydantic, which is
only known here, says what single fields may hold; what takes more than one field is in plain Python.
"""

from planner.wire.answer import load_answer, parse_answer
from planner.wire.published import schemas
from planner.wire.scenario import faults_of, load_scenario, parse_scenario, scenario_to_dict, scenario_to_json
from planner.wire.unmodelled import refuse_unmodelled

__all__ = [
    "faults_of",
    "load_answer",
    "load_scenario",
    "parse_answer",
    "parse_scenario",
    "refuse_unmodelled",
    "scenario_to_dict",
    "scenario_to_json",
    "schemas",
]
