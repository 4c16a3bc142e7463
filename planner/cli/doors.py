"""What every command does alike: say things, tell errors, watch long work, check a picture's name."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import typer

from planner.cli import OUR_FAULT
from planner.errors import Fault, InputError, PlannerError, RefereeDisagreement, UnsupportedRule

if TYPE_CHECKING:
    from planner.world import Answer, Scenario

PROGRAM = "charge-planner"
STANDARD_INPUT = "-"
THE_ANSWER = "the answer"
"""How `planner.api` calls an answer that it was handed without a name."""
PICTURE_KINDS = (".svg", ".png")

A = TypeVar("A")
B = TypeVar("B")


class Status(IntEnum):
    """Exit statuses; 2 is the command line parser's own for wrong usage."""

    LEGAL = 0
    WRONG_INPUT = 1
    NOT_LEGAL = 3
    UNDECIDED = 4
    OUR_FAULT = OUR_FAULT


def say(text: str, *, is_json: bool = False) -> None:
    """Write to standard output. A reader that has gone away (``| head``) changes nothing about the exit status."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        # JSON is UTF-8 whatever the terminal speaks; a sentence is shown as well as the terminal can
        reconfigure(encoding="utf-8") if is_json else reconfigure(errors="replace")
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # so that the interpreter's last flush has somewhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tell(text: str) -> None:
    """Write to standard error."""
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def errors_told(*files: str, options: Mapping[str, str] | None = None) -> Iterator[None]:
    """Tell the package's errors, one line per fault with the file named, and leave with their status.

    `options`: what was given on the command line instead of in the file, by its place in a fault, such as
    ``{"targets": "--targets"}``; a fault of such a thing is told of the option.
    """
    names = ["standard input" if file == STANDARD_INPUT else file for file in files]
    named = ", ".join(names)
    try:
        yield
    except InputError as error:
        # what is wrong only with both files in view is wrong with the second, the answer
        _tell_faults(error, names[-1] if error.source == THE_ANSWER else named, options or {})
        raise typer.Exit(Status.WRONG_INPUT) from None
    except UnsupportedRule as error:
        tell(f"{named}: {error}")
        raise typer.Exit(Status.WRONG_INPUT) from None
    except RefereeDisagreement as error:
        tell(f"{named}: this is a fault of the program itself: its referee refuses its own plan; please report it")
        tell(f"{error}\nthe scenario:\n{error.scenario_json}")
        raise typer.Exit(Status.OUR_FAULT) from None
    except PlannerError as error:
        tell(f"{named}: {error}")
        raise typer.Exit(Status.WRONG_INPUT) from None


def both(first: Callable[[], A], second: Callable[[], B]) -> tuple[A, B]:
    """Read two files; where both are wrong, all faults of both are told."""
    try:
        one = first()
    except InputError as error:
        try:
            second()
        except InputError:
            _tell_faults(error, "", {})
            raise
        raise
    return one, second()


def _tell_faults(error: InputError, named: str, options: Mapping[str, str]) -> None:
    source = named if error.source in ("", THE_ANSWER) else error.source
    for fault in error.faults:
        if fault.where in options:
            tell(f"{PROGRAM}: {replace(fault, where=options[fault.where])}")
        else:
            tell(f"{source}: {fault}")


@contextlib.contextmanager
def progress_line(*, is_wanted: bool) -> Iterator[Callable[[str], None] | None]:
    """Give what shows progress on one line of a terminal, from the first second on; None where nobody watches."""
    if not is_wanted or not sys.stderr.isatty():
        yield None
        return
    began = time.monotonic()
    shown = False

    def show(text: str) -> None:
        nonlocal shown
        if time.monotonic() - began > 1:
            shown = True
            sys.stderr.write(f"\r\x1b[2K{text[:100]}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()


def overrun_answer(scenario: Scenario, asked: Mapping[str, Any], limit_s: float) -> Answer:
    """Give the answer of a search that had to be killed at its time limit."""
    from planner.units import from_inches
    from planner.world import Answer, Reason

    charge = scenario.charge
    roll = charge.roll if asked["roll_in"] is None else from_inches(asked["roll_in"])
    text = f"The search did not end within {limit_s:g} seconds and was stopped from outside."
    return Answer(
        ruleset=scenario.ruleset,
        unit=charge.unit,
        targets=asked["targets"] or charge.targets or (),
        roll=roll,
        verdict="undecided",
        reasons=(Reason("limit", text, numbers={"time_limit_s": limit_s}),),
        seed=asked["seed"],
        elapsed_s=limit_s,
        options=dict(charge.options),
        primary=charge.primary,
        terrain_roll=charge.terrain_roll,
    )


def check_picture(name: str | None) -> None:
    """Refuse, before any work, a picture that cannot be written; `InputError`."""
    if name is None:
        return
    path = Path(name)
    if path.suffix.lower() not in PICTURE_KINDS:
        _refuse_picture(repr(name), "a name that ends in .svg or .png")
    if path.is_dir():
        _refuse_picture(f"{name!r}, a directory", "a file's name")
    if not path.parent.is_dir():
        _refuse_picture(f"{name!r} in a directory that is not there", "a directory that is")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        _refuse_picture(f"{name!r}, which may not be written", "a place to write to")
    from planner.render import check_kind

    try:
        check_kind(name)
    except PlannerError as error:
        _refuse_picture(f"{name!r}, but {error}", "a name that ends in .svg, which needs nothing")


def write_picture_file(name: str, svg: str) -> None:
    """Write a picture; `PlannerError` where that cannot be done after all (a full disk)."""
    from planner.render import write_picture

    try:
        write_picture(name, svg)
    except OSError as error:
        raise InputError([Fault("--picture", f"{name!r}: {error}", "a place to write to")], PROGRAM) from error


def _refuse_picture(found: str, allowed: str) -> NoReturn:
    raise InputError([Fault("--picture", found, allowed)], PROGRAM)
