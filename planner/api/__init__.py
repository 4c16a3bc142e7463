"""The use cases: `plan_charge` answers a question, `check` judges anyone's answer, `odds` gives the chances, `why` the
blame.

Nothing leaves unjudged: every plan passes the referee here, and a plan that it refuses is our fault and raised as
`RefereeDisagreement` with the question attached.
"""

from planner.api.checking import check
from planner.api.odds import odds
from planner.api.planning import plan_charge
from planner.api.why import why

__all__ = ["check", "odds", "plan_charge", "why"]
