"""The door for a person at a terminal and for programs that run programs: parse, call `planner.api`, print.

Exit status: 0 legal, 1 the input is wrong or asks for a rule that is not modelled, 2 wrong usage, 3 impossible or
ineligible (``check``: violations), 4 undecided, 70 a fault of our own. Heavy imports happen in the command that
needs them, so that ``--help`` is quick.
"""

from __future__ import annotations

import sys

OUR_FAULT = 70


def main() -> None:
    """Run the command line and leave with its exit status."""
    # each puts its commands onto the app, in the order in which the help lists them
    from planner.cli.commands import app  # isort: skip
    from planner.cli import odds, why, listing  # isort: skip  # noqa: F401

    try:
        app(prog_name="charge-planner")
    except Exception:
        # whatever gets here is no answer and no error of the input: say all that is known, and never status 1
        import traceback

        traceback.print_exc()
        print("charge-planner: this is a fault of the program itself; please report it", file=sys.stderr)
        sys.exit(OUR_FAULT)
