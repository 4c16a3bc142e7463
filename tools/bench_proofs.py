"""Measures how well and how fast the planner says no: proofs, the odds of every set, and what is to blame.

    python tools/bench.py --proofs [--quick] [--each] [--sizes 5 10 20]
    python tools/bench.py --find 20            more brackets for tools/proof_cases.py, until stopped

The tables are those of `tests.strategies.real_table`, by fixed seeds; everything runs warm. Brackets of least rolls are
kept in `tools.proof_cases`: found once and true for good, they keep the sample the same.

- clear: what is impossible at some roll is clearly so half an inch below; median of 3 calls.
- decided: the share of tables that get an answer other than ``undecided`` within 2 s, asked as they are, at the next
  whole inch; those that may not be declared cost nothing and are left out. Once without a limit, once with 2 s.
- band: from the whole inches about a least roll, 5 s in all to close in on it, to a 64th of an inch. The band is what
  is left between the greatest roll refused and the least planned. Only where cells prove the roll below the least, or
  nothing does. Then, in the middle of what is left, the band that an undecided answer names (`inf`: one side or none).
  With ``--each`` also with 5 s for each question, which takes minutes.
- odds: of the nearest 3 targets (7 sets), and of 4 (15 sets).
- why: of charges that cells refute, at the greatest quarter inch at which they do: all of it, the plan it begins with
  included; then that plan and the blame apart. In a process of its own, which is ended at 4 times the bound.

Grades compare medians (of `decided`, the share) with the bounds; below the table stand the questions that are beyond
the bound by themselves. Times of a busy machine are longer: compare ratios of one run.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, count, islice
from math import ceil, floor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Literal

import planner
from planner.errors import RefereeDisagreement, UnsupportedRule
from planner.referee import declaration_violations
from planner.rulesets import Ruleset, load_ruleset
from planner.units import from_inches
from planner.wire import refuse_unmodelled, scenario_to_json
from planner.world import Answer, Scenario
from tests.strategies import real_table
from tools.proof_cases import CASES
from tools.timing import median_ms, timed

Word = Literal["no", "yes", "open"]
HALF, QUARTER, FINEST = Fraction(1, 2), Fraction(1, 4), Fraction(1, 64)
FINDING_S = 6.0
"""Seconds for one question while brackets are looked for; it is no measure of anything."""
BAND_S = 5.0
DECIDED_S = 2.0
SHARE = 4
"""A question may take this part of the seconds that are left, so that an open one does not eat them all."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tables each measure takes."""

    clear: int
    decided: int
    band: int
    odds: int
    odds_of_four: int
    why: int


@dataclass(frozen=True, slots=True)
class Size:
    """A size of the charging unit: its name, and from how many models to how many."""

    name: int
    least: int
    most: int
    counts: Counts
    quick: Counts


SIZES = (
    Size(5, 4, 6, Counts(15, 60, 8, 8, 4, 8), Counts(3, 8, 2, 2, 1, 2)),
    Size(10, 9, 12, Counts(15, 40, 8, 6, 3, 8), Counts(3, 6, 2, 2, 1, 2)),
    Size(20, 18, 20, Counts(15, 30, 8, 4, 2, 8), Counts(3, 4, 1, 1, 1, 1)),
)
BOUNDS: dict[str, dict[int, tuple[float, float | None]]] = {
    "clear, ms": {5: (20, None), 10: (40, None), 20: (100, None)},
    "decided, %": {5: (93, 98), 10: (91, 97), 20: (91, 96)},
    "decided under a limit, %": {5: (93, 98), 10: (91, 97), 20: (91, 96)},
    "band, in": {5: (0.25, 0.05), 10: (0.3, 0.05), 20: (0.4, 0.1)},
    "band of 5 s each, in": {5: (0.25, 0.05), 10: (0.3, 0.05), 20: (0.4, 0.1)},
    "band as answered, in": {5: (0.25, 0.05), 10: (0.3, 0.05), 20: (0.4, 0.1)},
    "odds of 3 targets, s": {5: (2, 0.5), 10: (5, 1.5), 20: (12, 4)},
    "why of a joint conflict, s": {5: (1, None), 10: (3, None), 20: (5, None)},
}
"""What must be reached and what is aimed at, by measure and size."""
ORDER = (
    *("clear, ms", "decided, %", "decided under a limit, %", "band, in", "band of 5 s each, in"),
    *("band as answered, in", "undecided, s", "odds of 3 targets, s", "odds of 4 targets, s"),
    *("why of a joint conflict, s", "its plan, s", "its blame, s"),
)
"""The measures in the order of the table."""
MORE_IS_BETTER = ("decided, %", "decided under a limit, %")


@dataclass(frozen=True, slots=True)
class Case:
    """One question without its roll: a table by its seed, and targets."""

    seed: int
    scenario: Scenario
    targets: tuple[str, ...]

    def ask(self, roll: Fraction, limit_s: float | None = None) -> Answer:
        return planner.plan_charge(self.scenario, targets=self.targets, roll_in=roll, time_limit_s=limit_s)

    def at(self, roll: Fraction) -> str:
        return f"real-{self.seed} {','.join(self.targets)} at {float(roll):.4g}"


@dataclass(frozen=True, slots=True)
class Bracket:
    """Where the least roll of a case lies: none up to `none_at`, a plan from `plan_from`; None: never one."""

    case: Case
    none_at: Fraction
    plan_from: Fraction | None
    proof: str


@dataclass(slots=True)
class Row:
    """A measure at a size: a value for each table that was measured, the table's name, and a remark for the end."""

    measure: str
    size: int
    values: list[float] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    remark: str = ""

    def add(self, name: str, value: float) -> None:
        self.names.append(name)
        self.values.append(value)

    def bounds(self) -> tuple[float | None, float | None]:
        return BOUNDS.get(self.measure, {}).get(self.size, (None, None))

    def median(self) -> float:
        """Give the median; of shares, which are 0 or 100, the mean."""
        return statistics.fmean(self.values) if self.measure in MORE_IS_BETTER else statistics.median(self.values)

    def worst(self) -> float:
        return min(self.values) if self.measure in MORE_IS_BETTER else max(self.values)

    def grade(self) -> str:
        """Say which bound the median (or the share) meets."""
        must, aim = self.bounds()
        if must is None or not self.values:
            return ""
        sign = -1 if self.measure in MORE_IS_BETTER else 1
        if sign * self.median() > sign * must:
            return "MISSES"
        return "aim" if aim is not None and sign * self.median() <= sign * aim else "must"

    def missing(self) -> list[str]:
        """Give the tables that miss the bound by themselves, whatever the median."""
        must = self.bounds()[0]
        if must is None:
            return []
        sign = -1 if self.measure in MORE_IS_BETTER else 1
        return [f"{n} ({v:.3g})" for n, v in zip(self.names, self.values) if sign * v > sign * must]


def tables_of(size: Size) -> Iterator[tuple[int, Scenario]]:
    """Give the real-looking tables with a charging unit of this size, by seed, each with its targets."""
    for seed in count():
        scenario = real_table(seed)
        if scenario is None or not size.least <= len(scenario.charger.models) <= size.most:
            continue
        if is_modelled(scenario):
            yield seed, scenario


def is_modelled(scenario: Scenario) -> bool:
    """Whether every rule that bears on the table at the greatest roll is modelled: some vehicles could climb."""
    rules = _rules(scenario)
    try:
        refuse_unmodelled(scenario, rules, rules.length("greatest_roll"))
    except UnsupportedRule:
        return False
    return True


def whole_roll(seed: int, scenario: Scenario) -> tuple[Case, Fraction] | None:
    """Give the table's own question at the next whole inch; None where it may not be declared."""
    roll, targets = scenario.charge.roll, scenario.charge.targets
    assert roll is not None, "these tables have a roll"
    assert targets is not None, "these tables have targets"
    inches = -(-roll // from_inches(1))
    if declaration_violations(scenario, _rules(scenario), targets, inches * from_inches(1)):
        return None
    return Case(seed, scenario, targets), Fraction(inches)


def _rules(scenario: Scenario) -> Ruleset:
    return load_ruleset(scenario.ruleset).with_options(scenario.charge.options)


def choosable(scenario: Scenario) -> list[tuple[Fraction, str]]:
    """Give the enemies that the greatest roll lets the unit choose, nearest first, with their least quarter inch."""
    found = [(least_declared(scenario, (enemy.id,)), enemy.id) for enemy in scenario.enemies]
    return sorted((roll, name) for roll, name in found if roll is not None)


def least_declared(scenario: Scenario, targets: Sequence[str]) -> Fraction | None:
    """Give the least roll, in quarter inches, at which these may be declared; None up to the greatest."""
    rules = _rules(scenario)
    greatest = rules.length("greatest_roll")
    for quarters in count(1):
        roll = quarters * QUARTER
        if from_inches(roll) > greatest:
            return None
        if not declaration_violations(scenario, rules, targets, from_inches(roll)):
            return roll
    raise AssertionError("a count has no end")


def word_of(answer: Answer) -> Word:
    """Reduce a verdict to what a search for the least roll needs."""
    return {"legal": "yes", "undecided": "open"}.get(answer.verdict, "no")  # type: ignore[return-value]


def narrow(
    ask: Callable[[Fraction], Word | None], no: Fraction, yes: Fraction, step: Fraction
) -> tuple[Fraction, Fraction]:
    """Close in on a threshold from both sides, around rolls that stay open.

    Parameters
    ----------
    ask
        Gives the word at a roll; None ends the search.
    no, yes
        Rolls known to be too small and great enough, in whole steps apart.

    Returns
    -------
    The greatest roll known to be too small and the least known to be great enough.
    """
    opened: tuple[Fraction, Fraction] | None = None
    while True:
        below, above = (yes - no, Fraction(0)) if opened is None else (opened[0] - no, yes - opened[1])
        if max(below, above) <= step:
            return no, yes
        base, wide = (no, below) if opened is None or below >= above else (opened[1], above)
        roll = base + wide / step // 2 * step
        word = ask(roll)
        match word:
            case None:
                return no, yes
            case "no":
                no = roll
                opened = None if opened is None or roll > opened[0] else opened
            case "yes":
                yes = roll
                opened = None if opened is None or roll < opened[1] else opened
            case "open":
                opened = (roll, roll) if opened is None else (min(opened[0], roll), max(opened[1], roll))


def bracket(case: Case) -> Bracket | None:
    """Find a case's least roll to a quarter inch; None where the least roll it may be declared at is enough, or where
    it is open whether any is."""
    first = least_declared(case.scenario, case.targets)
    if first is None or word_of(case.ask(first, FINDING_S)) == "yes":
        return None
    greatest = Fraction(_rules(case.scenario).length("greatest_roll"), from_inches(1))
    proofs = {first - QUARTER: "declared"}

    def ask(roll: Fraction) -> Word:
        answer = case.ask(roll, FINDING_S)
        if answer.proof is not None:
            proofs[roll] = answer.proof.kind
        return word_of(answer)

    match ask(greatest):
        case "open":
            return None
        case "no":
            return Bracket(case, greatest, None, proofs[greatest])
    no, yes = narrow(ask, first - QUARTER, greatest, QUARTER)
    return Bracket(case, no, yes, proofs[no])


def find(models: int) -> None:
    """Print brackets as `tools.proof_cases` keeps them: of each table's own targets, else of some of the four nearest;
    without end."""
    for seed, scenario in tables_of(next(size for size in SIZES if size.name == models)):
        near = [name for _, name in choosable(scenario)[:4]]
        sets = [scenario.charge.targets or (), *(chosen for n in (4, 3, 2) for chosen in combinations(near, n))]
        tried = (bracket(Case(seed, scenario, tuple(sorted(targets)))) for targets in sets if targets)
        found = [one for one in tried if one is not None]
        if found:
            best = max(found, key=is_open)
            upper = None if best.plan_from is None else float(best.plan_from)
            row = (seed, " ".join(best.case.targets), float(best.none_at), upper, best.proof)
            print(f"        {row},", flush=True)


def known_brackets(size: Size) -> Iterator[Bracket]:
    """Give the brackets that are kept, in the order of their seeds."""
    for seed, targets, none_at, plan_from, proof in CASES[size.name]:
        scenario = real_table(seed)
        assert scenario is not None, f"table {seed} has changed: find the cases again"
        upper = None if plan_from is None else Fraction(plan_from)
        yield Bracket(Case(seed, scenario, tuple(targets.split())), Fraction(none_at), upper, proof)


def is_clear(found: Bracket) -> bool:
    """Whether the roll half an inch below the proved one may be declared."""
    first = least_declared(found.case.scenario, found.case.targets)
    return first is not None and first <= found.none_at - HALF


def is_open(found: Bracket) -> bool:
    """Whether no plain sum fixes the least roll: cells prove the roll below it, or nothing does."""
    return found.plan_from is not None and (found.proof == "cells" or found.plan_from - found.none_at > QUARTER)


def measure_clear(size: Size, found: list[Bracket]) -> list[Row]:
    """Time clear impossibilities."""
    row = Row("clear, ms", size.name)
    kinds: Counter[str] = Counter()
    for one in found:
        roll = one.none_at - HALF
        answer = one.case.ask(roll)
        kind = answer.verdict if answer.proof is None else answer.proof.kind
        kinds[kind] += 1
        row.add(f"{one.case.at(roll)} {kind}", median_ms(3, lambda c=one.case, r=roll: c.ask(r)))
    row.remark = ", ".join(f"{kind} {100 * n / len(found):.0f}%" for kind, n in kinds.most_common())
    return [row]


def measure_decided(size: Size, tables: int) -> list[Row]:
    """Give the share of tables decided within 2 s, without a limit and with one."""
    free, limited = Row("decided, %", size.name), Row("decided under a limit, %", size.name)
    verdicts: Counter[str] = Counter()
    times = []
    asked = (whole_roll(seed, scenario) for seed, scenario in tables_of(size))
    for case, roll in islice((one for one in asked if one is not None), tables):
        answer, spent = timed(lambda c=case, r=roll: c.ask(r))
        verdicts[answer.verdict] += 1
        times.append(spent)
        in_time = answer.verdict != "undecided" and spent <= DECIDED_S
        name = f"{case.at(roll)} {answer.verdict} in {spent:.2f} s"
        free.add(name, 100.0 * in_time)
        limited.add(name, 100.0 * (in_time or case.ask(roll, DECIDED_S).verdict != "undecided"))
    free.remark = f"{', '.join(f'{n} {v}' for v, n in verdicts.most_common())}; median {statistics.median(times):.2f} s"
    return [free, limited]


def close_in(one: Bracket, *, in_all_s: float = BAND_S, each_s: float | None = None) -> tuple[Fraction, Fraction]:
    """Close in on a least roll, from the whole inches about it, within a wall limit; what comes later does not count.

    `each_s`: seconds for each question; None: a share of what is left. Raises `RefereeDisagreement` when what is found
    contradicts the bracket: then a proof was false.
    """
    assert one.plan_from is not None, "a least roll is there to be found"
    end = time.perf_counter() + in_all_s

    def ask(roll: Fraction) -> Word | None:
        left = end - time.perf_counter()
        if left <= 0:
            return None
        word = word_of(one.case.ask(roll, max(0.05, left / SHARE) if each_s is None else each_s))
        return word if time.perf_counter() <= end else None

    no, yes = narrow(ask, Fraction(floor(one.none_at)), Fraction(ceil(one.plan_from)), FINEST)
    if no >= one.plan_from or yes <= one.none_at:
        said = f"a plan and a proof at one roll between {float(no)} and {float(yes)}"
        raise RefereeDisagreement(said, scenario_to_json(one.case.scenario))
    return no, yes


def measure_band(size: Size, found: list[Bracket]) -> list[Row]:
    """Give the band left open after 5 s, and the one that an undecided answer within it names."""
    left, said, said_in = (Row(name, size.name) for name in ("band, in", "band as answered, in", "undecided, s"))
    for one in found:
        no, yes = close_in(one)
        middle = (no + yes) / 2
        left.add(f"{one.case.at(middle)} [{float(no):.4g}, {float(yes):.4g}]", float(yes - no))
        answer, spent = timed(lambda c=one.case, r=middle: c.ask(r))
        if answer.verdict == "undecided":
            low, high = band_of(answer)
            name = f"{one.case.at(middle)} [{low}, {high}]"
            said.add(name, float("inf") if low is None or high is None else high - low)
            said_in.add(name, spent)
    said.remark = f"{len(said.values)} of {len(found)} undecided at the middle of what is left"
    return [left, said, said_in]


def measure_band_of_each(size: Size, found: list[Bracket]) -> list[Row]:
    """Give the band left open when each question may take 5 s."""
    row = Row("band of 5 s each, in", size.name)
    for one in found:
        no, yes = close_in(one, in_all_s=float("inf"), each_s=BAND_S)
        row.add(f"{one.case.at((no + yes) / 2)} [{float(no):.4g}, {float(yes):.4g}]", float(yes - no))
    return [row]


def band_of(answer: Answer) -> tuple[float | None, float | None]:
    """Give the band that an undecided answer names: no plan at, plan from (inches); None where it names none."""
    numbers: dict[str, float] = {}
    for reason in answer.reasons:
        numbers.update(reason.numbers)
    return numbers.get("none_at_in"), numbers.get("plan_from_in")


def measure_odds(size: Size, targets: int, tables: int) -> list[Row]:
    """Time the odds of every set of so many targets."""
    row = Row(f"odds of {targets} targets, s", size.name)
    words: Counter[str] = Counter()
    for seed, scenario in tables_of(size):
        names = tuple(sorted(name for _, name in choosable(scenario)[:targets]))
        if len(names) < targets:
            continue
        odds, spent = timed(lambda s=scenario, n=names: planner.odds(s, targets=n))
        words.update("open rolls" if one.open_rolls else one.word for one in odds.rows)
        row.add(f"real-{seed} {','.join(names)}", spent)
        if len(row.values) == tables:
            break
    row.remark = ", ".join(f"{n} sets {word}" for word, n in words.most_common())
    return [row]


@dataclass(frozen=True, slots=True)
class Explained:
    """What explaining one charge took: its plan alone, and all of it; whether every set to blame is minimal."""

    plan_s: float
    whole_s: float
    is_minimal: bool


def explain(case: Case, roll: Fraction) -> Explained:
    """Plan a charge, then ask why it is as it is."""
    _, plan_s = timed(lambda: case.ask(roll))
    why, whole_s = timed(lambda: planner.why(case.scenario, targets=case.targets, roll_in=roll))
    return Explained(plan_s, whole_s, bool(why.blame) and all(blame.is_minimal for blame in why.blame))


def _explain_all(questions: Connection) -> None:
    while True:
        questions.send(explain(*questions.recv()))


class Explainer:
    """A warm process that explains charges; it is killed when it overruns, since `why` has no limit of its own."""

    def __init__(self, warm_up: tuple[Case, Fraction]) -> None:
        self._warm_up = warm_up
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_explain_all, args=(there,), daemon=True)
        self._process.start()
        self._here.send(self._warm_up)
        self._here.recv()

    def ask(self, case: Case, roll: Fraction, limit_s: float) -> Explained | None:
        """Explain a charge; None where it takes longer."""
        self._here.send((case, roll))
        if self._here.poll(limit_s):
            explained: Explained = self._here.recv()
            return explained
        self.stop()
        self._start()
        return None

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._here.close()


def measure_why(size: Size, found: list[Bracket]) -> list[Row]:
    """Time the reasons of joint conflicts, and their plans apart."""
    whole, plans, rest = (Row(n, size.name) for n in ("why of a joint conflict, s", "its plan, s", "its blame, s"))
    limit = 4 * BOUNDS[whole.measure][size.name][0]
    minimal = over = 0
    first = next(one for one in known_brackets(SIZES[0]) if one.proof == "cells")
    explainer = Explainer((first.case, first.none_at))
    for one in found:
        name = one.case.at(one.none_at)
        explained = explainer.ask(one.case, one.none_at, limit)
        if explained is None:
            over += 1
            whole.add(f"{name}, ended after", limit)
            continue
        minimal += explained.is_minimal
        whole.add(name, explained.whole_s)
        plans.add(name, explained.plan_s)
        rest.add(name, explained.whole_s - explained.plan_s)
    explainer.stop()
    whole.remark = f"{minimal} of {len(found)} with minimal sets only, {over} ended"
    return [whole, plans, rest]


def measure(size: Size, counts: Counts, *, with_each: bool = False) -> list[Row]:
    """Take every measure at one size."""
    known = list(known_brackets(size))
    opened = [one for one in known if is_open(one)][: counts.band]
    return [
        *measure_clear(size, [one for one in known if is_clear(one)][: counts.clear]),
        *measure_decided(size, counts.decided),
        *measure_band(size, opened),
        *(measure_band_of_each(size, opened) if with_each else ()),
        *measure_odds(size, 3, counts.odds),
        *measure_odds(size, 4, counts.odds_of_four),
        *measure_why(size, [one for one in known if one.proof == "cells"][: counts.why]),
    ]


def show(rows: Sequence[Row]) -> None:
    """Print the table, and below it the tables that miss a bound."""
    heads = ("tables", "median", "worst", "must", "aim")
    print(f"{'':28}{'models':>7}" + "".join(f"{head:>9}" for head in heads) + "  meets")
    for row in sorted(rows, key=lambda row: ORDER.index(row.measure)):
        numbers: list[Any] = [len(row.values)]
        numbers += [row.median(), row.worst()] if row.values else [None, None]
        text = "".join(f"{'' if n is None else f'{n:.4g}':>9}" for n in (*numbers, *row.bounds()))
        print(f"{row.measure:28}{row.size:7}{text}  {row.grade():7} {row.remark}".rstrip())
    for row in rows:
        for name in row.missing():
            print(f"  beyond the bound: {row.measure}: {name}")


def run(names: Sequence[int], *, is_quick: bool, with_each: bool) -> None:
    """Measure the sizes and print one table; a first round of one table each warms up."""
    measure(SIZES[0], Counts(1, 1, 1, 1, 1, 1))
    rows = []
    for size in SIZES:
        if size.name in names:
            found, spent = timed(lambda s=size: measure(s, s.quick if is_quick else s.counts, with_each=with_each))
            print(f"{size.name} models: {spent:.0f} s", flush=True)
            rows += found
    show(rows)
