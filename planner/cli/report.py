"""What a person reads: the verdict in a sentence, reasons, moves, goals, violations, rulesets."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from planner.render import measure_text, measure_words, rule_words
from planner.rulesets import Ruleset, key_named, load_ruleset, shown_value
from planner.shapes import Point
from planner.units import UNITS_PER_INCH, in_text
from planner.world import Answer, Goal, Judgement, Move, Reason, Violation, Witness

if TYPE_CHECKING:
    from rich.table import Table

WIDTH_UNWATCHED = 120
"""Columns of a table that goes to a file or a pipe."""


def answer_text(answer: Answer) -> str:
    """Write an answer for a person."""
    blocks = [verdict_sentence(answer)]
    if answer.reasons:
        blocks.append("\n".join(_reason_line(reason) for reason in answer.reasons))
    if answer.moves:
        blocks.append(_moves_table(answer.moves))
        fights_near = load_ruleset(answer.ruleset).flag("engaged_by_support")
        blocks += _remarks(answer.moves, "in contact with" if fights_near else "engaged with")
    if answer.goals:
        rules = load_ruleset(answer.ruleset).with_options(answer.options)
        blocks.append("\n".join(["goals:", *(_goal_line(goal, rules) for goal in answer.goals)]))
    blocks.append(f"seed {answer.seed}, {answer.elapsed_s:.3f} s")
    return "\n\n".join(blocks)


def verdict_sentence(answer: Answer) -> str:
    """Say the verdict in one sentence."""
    # of targets that may be let go, or of which one is enough, those that are reached
    targets = _and(answer.locked or answer.targets) or "anybody"
    distance = "" if answer.roll is None else f" on {in_text(answer.roll)}"
    if answer.terrain_roll is not None:
        distance += f" ({in_text(answer.terrain_roll)} through difficult terrain)"
    is_counter = any(goal.name == "closest_gap_in" for goal in answer.goals)
    match answer.verdict:
        case "legal":
            does = "counter-charge" if is_counter else "charge"
            first = f", {answer.primary} first" if answer.primary and len(answer.targets) > 1 else ""
            return f"legal: {answer.unit} can {does} {targets}{first}{distance}, and here is how."
        case "impossible":
            proof = f" (proved: {answer.proof.kind.replace('_', ' ')})" if answer.proof else ""
            return f"impossible: {answer.unit} cannot charge {targets}{distance}, whatever way its models take{proof}."
        case "ineligible":
            return f"ineligible: {answer.unit} may not declare this charge at {targets}{distance}."
        case "undecided":
            return (
                f"undecided: whether {answer.unit} can charge {targets}{distance} was not found out within the limit."
            )


def judgement_text(answer: Answer, judgement: Judgement) -> str:
    """Write what the referee says of an answer for a person."""
    charge = f"the answer {answer.verdict!r} of {answer.unit} at {_and(answer.targets) or 'nobody'}"
    if judgement.legal:
        blocks = [f"no violation: {charge} stands."]
    else:
        number = len(judgement.violations)
        blocks = [f"{number} violation{'' if number == 1 else 's'}: {charge} does not stand."]
        blocks += [_violation_text(violation) for violation in judgement.violations]
    blocks += [f"warning: {warning}" for warning in judgement.warnings]
    duties = _duties(judgement) if answer.moves else ""
    return "\n".join([*blocks, duties] if duties else blocks)


def _duties(judgement: Judgement) -> str:
    """Say how far it was looked into what models could have done better; empty where the violations say it.

    None found is no proof that there is none.
    """
    if judgement.legal and judgement.duties == "none found":
        return "duties (what a model that is able must do): no model was found that could have done better"
    if judgement.duties in ("none found", "not looked into"):
        return "duties (what a model that is able must do): not looked into"
    return ""


def ruleset_text(rules: Ruleset) -> str:
    """Write a ruleset and its switches for a person."""
    lines = [f"{rules.id}: {rules.title}"]
    for option, facts in ruleset_dict(rules)["options"].items():
        lines.append(f"  {option} = {_json_word(facts['default'])}: {facts['meaning']} ({facts['source']})")
        others = [value for value in facts["choices"] if value != facts["default"]]
        if others:
            lines.append(f"    or {' or '.join(map(_json_word, others))}")
        lines += [f"    {_json_word(value)} is known and not modelled" for value in facts["not_modelled"]]
    return "\n".join(lines)


def ruleset_dict(rules: Ruleset) -> dict[str, Any]:
    """Give a ruleset as plain JSON values: its id, its title, its switches."""
    options = {}
    for option, name in rules.options().items():
        key, setting = key_named(name), rules.settings[name]
        options[option] = {
            "key": name,
            "kind": key.kind,
            "default": shown_value(key, setting.value),
            "choices": list(setting.choices),
            "not_modelled": list(setting.unmodelled),
            "meaning": key.meaning,
            "source": setting.source,
        }
    return {"id": rules.id, "title": rules.title, "options": options}


def _json_word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _and(names: Iterable[str]) -> str:
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _reason_line(reason: Reason) -> str:
    return f"- {reason.text} [{rule_words(reason.rule)}]"


def _goal_line(goal: Goal, rules: Ruleset) -> str:
    bound = "" if goal.bound is None else f" (no plan has better than {measure_text(goal.name, goal.bound)})"
    return f"  {measure_words(goal.name, rules)}: {measure_text(goal.name, goal.value)}{bound}"


def _place(point: Point, digits: int = 3) -> str:
    return f"{point[0] / UNITS_PER_INCH:.{digits}f}, {point[1] / UNITS_PER_INCH:.{digits}f}"


def _remarks(moves: Iterable[Move], engaged: str) -> list[str]:
    """Say what the table of moves leaves out or hides; `engaged`: what it is to meet an enemy, in words."""
    lines = []
    idle = [move.model for move in moves if not move.engages]
    if idle:
        lines.append(f"{_and(idle)} end{'s' if len(idle) == 1 else ''} {engaged} nobody.")
    if any(len(move.path) > 2 for move in moves):
        lines.append("Where a path has turns, --json lists its way points and --picture draws them.")
    return ["\n".join(lines)] if lines else []


def _moves_table(moves: Sequence[Move]) -> str:
    """Write the moves within the width there is: with fewer decimals, then without the starts, before a line breaks."""
    return shown_table(*(_as_table(moves, *way) for way in ((3, True), (2, True), (2, False))))


def shown_table(*tables: Table) -> str:
    """Write the first of some tables that the terminal has room for, or else the last."""
    from rich.console import Console

    is_watched = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_watched else WIDTH_UNWATCHED
    endless = Console(file=io.StringIO(), width=10_000)
    fitting = next((table for table in tables if endless.measure(table).maximum <= width), tables[-1])
    page = io.StringIO()
    Console(file=page, width=width, force_terminal=is_watched, highlight=False).print(fitting)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()).strip("\n")


def _as_table(moves: Iterable[Move], digits: int, with_start: bool) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("order", "model", "from", "to", "length", "engages", "contacts"):
        if name == "from" and not with_start:
            continue
        is_number = name in ("order", "from", "to", "length")
        # a number that is broken in two reads as another one; lists of units may go on in the next line
        is_whole = is_number or name == "model"
        table.add_column(name, justify="right" if is_number else "left", no_wrap=is_whole)
    for move in moves:
        turns = len(move.path) - 2
        way = f" ({turns} turn{'s' if turns > 1 else ''})" if turns > 0 else ""
        stays = len(move.path) == 1
        cells = (
            str(move.order),
            move.model,
            *([_place(move.path[0], digits)] if with_start else []),
            "stays" if stays else _place(move.end, digits),
            "" if stays else in_text(move.length) + way,
            ", ".join(move.engages),
            ", ".join(move.contacts),
        )
        # as Text, so that brackets in somebody's ids are brackets
        table.add_row(*(Text(cell) for cell in cells))
    return table


def _violation_text(violation: Violation) -> str:
    who = _and((*violation.models, *violation.units))
    numbers = []
    # how deep bases overlap is in the sentence; as a gap below nought it would only puzzle
    is_overlap = violation.measured is not None and violation.measured < 0
    if violation.measured is not None and not is_overlap:
        numbers.append(f"measured {in_text(violation.measured)}")
    if violation.allowed is not None and not is_overlap:
        numbers.append(f"allowed {in_text(violation.allowed)}")
    line = f"- {rule_words(violation.rule)}: {violation.text}"
    line += f" [{who}]" if who else ""
    line += f" ({', '.join(numbers)})" if numbers else ""
    if violation.witness is not None:
        line += f"\n    {witness_text(violation.witness)}"
    return line


def witness_text(witness: Witness) -> str:
    """Write a better move for a person."""
    return f"a better move: {witness.model} by {' -> '.join(f'({_place(point)})' for point in witness.path)}"
