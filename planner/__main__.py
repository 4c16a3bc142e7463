"""``python -m planner`` is the command ``charge-planner``."""

from planner.cli import main

main()
