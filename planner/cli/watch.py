"""A watchdog for a time limit: the work runs in a process of its own, which is killed when it overruns.

The planner looks at the clock itself, and usually stops in time; what it calls may not (a solver that is loading a
model, kernels that are compiled on the first run).
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

T = TypeVar("T")

GRACE_S = 0.5
"""Seconds that the work may overrun by before it is killed: to judge a plan and hand it over."""


class Overrun(Exception):
    """The work was killed."""


def run_watched(prepare: Callable[[], object], work: Callable[[], T], limit_s: float) -> T:
    """Give what `work` gives, or raise `Overrun` when it takes longer than the limit.

    `prepare` goes before, in the same process, and its time is not counted. Where processes cannot be forked, or the
    work fails over there, it is done here, so that its error is raised here.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        return work()
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(prepare, work, there), daemon=True)
    process.start()
    there.close()
    try:
        here.recv()
        if not here.poll(limit_s + GRACE_S):
            process.kill()
            raise Overrun
        found: T = here.recv()
    except EOFError:
        return work()
    finally:
        process.join()
        here.close()
    return found


def _work(prepare: Callable[[], object], work: Callable[[], object], there: Connection) -> None:
    prepare()
    there.send("ready")
    try:
        found = work()
    except Exception:  # told by whoever waits: it gets the end of the pipe and does the work over
        return
    there.send(found)
