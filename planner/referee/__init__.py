"""The referee: an exact check of a finished plan, independent of whatever made it.

It stands on the standard library and the plain values alone, decides in integers with no epsilon, and is meant to be
read in an hour: `roots` and `plane` (exact numbers), `bases` and `obstacles` (round bases, paths of bases),
`case` (a plan laid on its table), `declaration`, `motion`, `gaps`, `endings` (one function per ruleset key), `judge`.
"""

from planner.referee.declaration import declaration_violations
from planner.referee.judge import judge

__all__ = ["declaration_violations", "judge"]
