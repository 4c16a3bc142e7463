"""What the command line says and with which status it leaves.

Most tests put a stand-in for `planner.api` behind the door, so that they show the door alone.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import types
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import planner
from planner.errors import InputError, PlannerError, RefereeDisagreement, UnsupportedRule
from planner.wire import parse_scenario, scenario_to_json
from planner.world import Answer, Goal, Judgement, Move, Reason, Scenario, Verdict, Violation, Witness
from tests.doors.command import Command, run_apart

ROOT = Path(__file__).parents[2]
BROKEN = ROOT / "fixtures" / "broken"
TABLE = ROOT / "fixtures" / "tables" / "one_model.json"
INCH = 127_000

LEGAL = Answer(
    ruleset="wh40k-11e",
    unit="pack",
    targets=("t",),
    roll=7 * INCH,
    verdict="legal",
    moves=(Move("p[1]", 1, ((20 * INCH, 22 * INCH), (24 * INCH, 22 * INCH)), 4.0 * INCH, 0.0, ("t",), ("t1",)),),
    goals=(Goal("models_engaged", 1, 1), Goal("base_contacts", 0)),
    judgement=Judgement(legal=True),
)


def answer_of(verdict: Verdict) -> Answer:
    """Give an answer without moves."""
    reason = Reason("declare_range", "t is 12.5 inches away, at most 12 allowed.", units=("t",))
    return Answer("wh40k-11e", "pack", ("t",), 7 * INCH, verdict, reasons=(reason,))


class StandIn(types.ModuleType):
    """Stands for `planner.api`: notes what it is asked, and gives what it is told to give."""

    def __init__(self) -> None:
        super().__init__("planner.api")
        self.asked: dict[str, Any] = {}
        self.answer: Answer = LEGAL
        self.judgement = Judgement(legal=True)
        self.trouble: Exception | None = None

    def plan_charge(self, scenario: Scenario, **asked: Any) -> Answer:
        self.asked = {"scenario": scenario, **asked}
        if self.trouble is not None:
            raise self.trouble
        if asked["progress"] is not None:
            asked["progress"]("12 places tried")
        return self.answer

    def check(self, scenario: Scenario, answer: Answer) -> Judgement:
        self.asked = {"scenario": scenario, "answer": answer}
        if self.trouble is not None:
            raise self.trouble
        return self.judgement


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """Put the stand-in behind the door."""
    stand_in = StandIn()
    monkeypatch.setitem(sys.modules, "planner.api", stand_in)
    return stand_in


@pytest.fixture
def answer_file(tmp_path: Path) -> Path:
    """Give a file with an answer to `TABLE`."""
    path = tmp_path / "answer.json"
    path.write_text(LEGAL.to_json(), encoding="utf-8")
    return path


# ── plan ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("verdict", "status"), [("legal", 0), ("impossible", 3), ("ineligible", 3), ("undecided", 4)], ids=str
)
def test_status_of_a_verdict(command: Command, api: StandIn, verdict: Verdict, status: int) -> None:
    """The status is the verdict, with and without --json; a program reads nothing else."""
    api.answer = LEGAL if verdict == "legal" else answer_of(verdict)
    for words in ((), ("--json",)):
        told = command("plan", TABLE, *words)
        assert told.status == status
        assert told.err == ""
    assert command("plan", TABLE).out.startswith(f"{verdict}: ")


def test_json_is_the_answer_and_nothing_else(command: Command, api: StandIn, tmp_path: Path) -> None:
    """Standard output is the answer's JSON, also when a picture is drawn."""
    told = command("plan", TABLE, "--json", "--picture", tmp_path / "out.svg")
    assert json.loads(told.out) == LEGAL.to_dict()
    assert (tmp_path / "out.svg").read_text(encoding="utf-8").startswith("<")


def test_a_person_reads(command: Command, api: StandIn) -> None:
    """A sentence, a row for each move with its numbers, and the goals; brackets in an id are no markup."""
    told = command("plan", TABLE).out
    assert told.splitlines()[0] == 'legal: pack can charge t on 7", and here is how.'
    (row,) = (line for line in told.splitlines() if "p[1]" in line)
    assert row.split() == ["1", "p[1]", "20.000,", "22.000", "24.000,", "22.000", '4"', "t", "t1"]
    assert "  models engaged: 1 (no plan has better than 1)" in told
    assert "  base contacts: 0\n" in told


def test_keys_are_for_programs(command: Command, api: StandIn) -> None:
    """Measures are named in words, the ring by its width, which an option may set to 2; keys are in the JSON alone."""
    names = ("models_within_close_ring", "models_engaged", "base_contacts", "enemies_engaged", "movement_in")
    api.answer = replace(LEGAL, goals=tuple(Goal(name, 3, 1) for name in names), options={"close_ring_in": 2})
    told = command("plan", TABLE).out
    for line in ('models within 2": 3', "models engaged: 3", "enemy models engaged: 3", 'total movement: 3"'):
        assert f"\n  {line} (no plan" in told
    assert "_" not in told
    assert all(name in command("plan", TABLE, "--json").out for name in names)


def test_who_is_idle_and_whose_path_turns(command: Command, api: StandIn) -> None:
    """The table has no room for way points and an empty cell is easily missed: both are said in a line."""
    assert "nobody" not in command("plan", TABLE).out
    assert "way points" not in command("plan", TABLE).out
    start, corner, end = (INCH, INCH), (INCH, 2 * INCH), (2 * INCH, 2 * INCH)
    moves = (*LEGAL.moves, Move("p2", 2, (start, corner, end), 2.0 * INCH), Move("p3", 3, (end,)))
    api.answer = replace(LEGAL, moves=moves)
    told = command("plan", TABLE).out
    assert "p2 and p3 end engaged with nobody." in told
    assert "--json lists its way points and --picture draws them" in told


@pytest.mark.parametrize(
    ("columns", "digits", "starts"), [(120, 3, True), (90, 2, True), (80, 2, False), (60, 2, False)]
)
def test_a_narrow_terminal_breaks_no_number(
    command: Command, api: StandIn, monkeypatch: pytest.MonkeyPatch, columns: int, digits: int, starts: bool
) -> None:
    """In few columns first a decimal goes, then the starts; "24.0" and "00" in two lines would be another number."""
    path = ((20 * INCH, 22 * INCH), (21 * INCH, 24 * INCH), (24 * INCH, 22 * INCH))
    moves = [Move(f"model{n}", n, path, 5.8416 * INCH, 0.0, ("green", "blue"), ("t1",)) for n in (1, 2)]
    api.answer = replace(LEGAL, moves=tuple(moves))
    monkeypatch.setattr("planner.cli.report.WIDTH_UNWATCHED", columns)
    lines = command("plan", TABLE).out.splitlines()
    rows = [line for line in lines if "model1" in line or "model2" in line][:2]
    assert len(rows) == 2
    assert max(len(line) for line in rows) <= columns
    for row in rows:
        assert f"{24:.{digits}f}, {22:.{digits}f}" in row
        assert (f"{20:.{digits}f}, {22:.{digits}f}" in row) is starts
        assert '5.8416" (1 turn)' in row


def test_a_person_reads_why_not(command: Command, api: StandIn) -> None:
    """Reasons come with the name of their rule."""
    api.answer = answer_of("ineligible")
    assert "- t is 12.5 inches away, at most 12 allowed. [declaration]" in command("plan", TABLE).out


def test_options_get_through(command: Command, api: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every option of `plan` reaches the question; without them nothing is overridden."""
    monkeypatch.setattr("planner.cli.watch.run_watched", lambda _, work, limit_s: work())
    words = "--targets t,u --roll 8.5 --ruleset wh40k-11e --goal spread --time-limit 2.5 --seed 3"
    command("plan", TABLE, *words.split())
    scenario = api.asked.pop("scenario")
    assert (scenario.ruleset, scenario.charge.targets) == ("wh40k-11e", ("t",))
    assert api.asked == {
        "targets": ("t", "u"),
        "roll_in": 8.5,
        "goal": "spread",
        "time_limit_s": 2.5,
        "seed": 3,
        "progress": None,
    }
    command("plan", TABLE)
    del api.asked["scenario"]
    nothing = {"targets": None, "roll_in": None, "goal": "engage", "time_limit_s": None, "seed": 0, "progress": None}
    assert api.asked == nothing


@pytest.mark.parametrize(
    "words",
    [
        ("plan",),
        ("plan", TABLE, "--roll", "nan"),
        ("plan", TABLE, "--roll", "-1"),
        ("plan", TABLE, "--roll", "seven"),
        ("plan", TABLE, "--goal", "win"),
        ("plan", TABLE, "--time-limit", "0"),
        ("plan", TABLE, "--time-limit", "inf"),
        ("plan", TABLE, "--targets", "t,,u"),
        ("plan", TABLE, "--targets", ""),
        ("plan", TABLE, "--seed", "x"),
        ("plan", TABLE, "--speed", "5"),
        ("check", TABLE),
        ("check", "-", "-"),
        ("schema", "board"),
        (),
    ],
    ids=lambda words: " ".join(map(str, words)).replace(str(TABLE), "FILE") or "nothing",
)
def test_wrong_usage(command: Command, api: StandIn, words: tuple[object, ...]) -> None:
    """Words that the parser refuses leave with 2, and the question is not asked."""
    assert command(*words).status == 2
    assert api.asked == {}


# ── errors ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", sorted(BROKEN.glob("*.json")), ids=lambda path: path.stem)
def test_broken_files(command: Command, api: StandIn, path: Path) -> None:
    """Status 1, nothing on standard output, one line per fault that names the file; and nothing is asked."""
    told = command("plan", path, "--json")
    assert (told.status, told.out) == (1, "")
    with pytest.raises(InputError) as raised:
        planner.load_scenario(path)
    assert told.err.splitlines() == [f"{path}: {fault}" for fault in raised.value.faults]
    assert api.asked == {}


def test_both_files_wrong(command: Command, api: StandIn) -> None:
    """The faults of both files are told, each under its own name."""
    scenario, answer = BROKEN / "target_unknown.json", BROKEN / "answers" / "model_twice.json"
    told = command("check", scenario, answer)
    assert told.status == 1
    assert [line.split(": ")[0] for line in told.err.splitlines()] == [str(scenario), str(answer)]


@pytest.mark.parametrize("answer", sorted((BROKEN / "answers").glob("*.json")), ids=lambda path: path.stem)
def test_broken_answers(command: Command, api: StandIn, answer: Path) -> None:
    """An answer that cannot be read is wrong input, not a violation."""
    told = command("check", TABLE, answer, "--json")
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith(f"{answer}: ")


def test_missing_file_and_directory(command: Command, api: StandIn, tmp_path: Path) -> None:
    """No file, a directory, a file that may not be one: status 1 and a sentence."""
    missing = tmp_path / "none.json"
    allowed = "a file that is there, or - for standard input"
    assert command("plan", missing).err == f"{missing}: the file: found no such file; allowed: {allowed}\n"
    assert "a directory" in command("plan", tmp_path).err
    assert command("plan", "\0").status == 1


def test_unknown_ruleset(command: Command, api: StandIn) -> None:
    """An unknown ruleset in an option is told of the option."""
    told = command("plan", TABLE, "--ruleset", "chess")
    assert told.status == 1
    allowed = "melee-engine or wh40k-10e or wh40k-11e or wh40k-3e-trial or wh40k-4e"
    assert told.err == f"charge-planner: --ruleset: found 'chess'; allowed: {allowed}\n"


def test_a_fault_of_an_option_is_not_the_files(command: Command) -> None:
    """Who types --targets t9 looks at what was typed; a file that is sound is not named."""
    told = command("plan", TABLE, "--targets", "t9")
    assert (told.status, told.out) == (1, "")
    # the first run of all says before it that kernels are compiled
    assert told.err.splitlines()[-1] == "charge-planner: --targets: found 't9'; allowed: an enemy unit: t"
    assert str(TABLE) not in told.err


def test_a_fault_of_the_file_is_the_files(command: Command) -> None:
    """With options given and a file at fault, the file is named: here its own target is unknown."""
    path = BROKEN / "target_unknown.json"
    told = command("plan", path, "--targets", "orks", "--roll", "5")
    assert told.status == 1
    assert told.err.startswith(f"{path}: charge.targets[")


@pytest.mark.parametrize(
    ("trouble", "status", "said"),
    [
        (UnsupportedRule("dense_climb", "climbing is not modelled yet"), 1, "dense_climb: climbing is not modelled"),
        (PlannerError("a .png picture needs the extra"), 1, "a .png picture needs the extra"),
        (RefereeDisagreement("coherency: p1 is 3 away", '{"format": 1}'), 70, '{"format": 1}'),
        (KeyError("p9"), 70, "fault of the program itself"),
    ],
    ids=["unsupported", "other", "disagreement", "bug"],
)
def test_trouble(command: Command, api: StandIn, trouble: Exception, status: int, said: str) -> None:
    """Each kind of error has its status; a bug of ours is never told as wrong input."""
    api.trouble = trouble
    told = command("plan", TABLE)
    assert (told.status, told.out) == (status, "")
    assert said in told.err
    assert ("Traceback" in told.err) == isinstance(trouble, KeyError)


@pytest.mark.parametrize("name", ["out.gif", "out", "none/out.svg", "."])
def test_picture_that_cannot_be(command: Command, api: StandIn, tmp_path: Path, name: str) -> None:
    """A picture that cannot be written is refused before any work."""
    told = command("plan", TABLE, "--picture", tmp_path / name)
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith("charge-planner: --picture: found ")
    assert api.asked == {}


def test_a_missing_library_is_told_before_the_search(
    command: Command, api: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A .png that cannot be drawn for want of cairo is refused before any work, not after minutes of it."""

    def missing(name: str) -> types.ModuleType:
        raise OSError(f"no library called {name}")

    monkeypatch.setattr("planner.render.write.import_module", missing)
    told = command("plan", TABLE, "--picture", tmp_path / "out.png")
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith("charge-planner: --picture: found ")
    assert "charge-planner[png]" in told.err
    assert api.asked == {}
    assert command("plan", TABLE, "--picture", tmp_path / "out.svg").status == 0


def test_picture_as_png(command: Command, api: StandIn, tmp_path: Path) -> None:
    """A name that ends in .png gives one; the extra that draws it is part of the test environment."""
    told = command("plan", TABLE, "--picture", tmp_path / "out.PNG")
    assert told.out.endswith(f"picture: {tmp_path / 'out.PNG'}\n")
    assert (tmp_path / "out.PNG").read_bytes().startswith(b"\x89PNG")


def test_picture_that_fails_late(
    command: Command, api: StandIn, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A disk that fills up costs the picture and not the answer; the status says that something went wrong."""

    def full(path: str, svg: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("planner.render.write_picture", full)
    told = command("plan", TABLE, "--json", "--picture", tmp_path / "out.svg")
    assert json.loads(told.out)["verdict"] == "legal"
    assert told.status == 1
    assert "No space left" in told.err


# ── check ────────────────────────────────────────────────────────────────────────────────────────────────


def test_check_without_violation(command: Command, api: StandIn, answer_file: Path) -> None:
    """Status 0 and a sentence."""
    told = command("check", TABLE, answer_file)
    assert told.status == 0
    assert told.out.startswith("no violation: ")
    assert "no model was found that could have done better" in told.out
    assert api.asked["answer"].moves == LEGAL.moves


def test_check_with_violations(command: Command, api: StandIn, answer_file: Path) -> None:
    """Status 3; every violation with measured and allowed, and the better move; as JSON the judgement alone."""
    better = Witness("p2", ((INCH, INCH), (2 * INCH, INCH)))
    api.judgement = Judgement(
        legal=False,
        violations=(
            Violation("max_distance", "p1 moves too far", ("p1",), measured=7.5 * INCH, allowed=7.0 * INCH),
            Violation("close_ring", "p2 could end nearer", ("p2",), ("t",), witness=better),
        ),
        warnings=("p1 is said to move 4",),
        duties="breached",
    )
    told = command("check", TABLE, answer_file)
    assert told.status == 3
    assert told.out.startswith("2 violations: ")
    assert "duties" not in told.out
    assert '- distance: p1 moves too far [p1] (measured 7.5", allowed 7")' in told.out
    assert "a better move: p2 by (1.000, 1.000) -> (2.000, 1.000)" in told.out
    assert "warning: p1 is said to move 4" in told.out
    judged = json.loads(command("check", TABLE, answer_file, "--json").out)
    assert (judged["legal"], len(judged["violations"])) == (False, 2)
    assert judged["violations"][0]["measured_in"] == 7.5


def texts_of(picture: Path) -> list[str]:
    """Give the lines that are written in a picture."""
    return [element.text or "" for element in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")]


def test_picture_of_a_refused_answer(command: Command, tmp_path: Path) -> None:
    """A plan written by hand that says "legal" and moves 9 on a roll of 7 is drawn as what the referee says of it.

    The badge is REFUSED, the model and the list carry the number, and the goals it claims are nowhere to be read.
    """
    move = {"model": "p1", "path": [[20, 22], [20, 24], [25, 24], [25, 22]]}
    claims = {"verdict": "legal", "goals": [{"name": "models_engaged", "value": 1}], "judgement": {"legal": True}}
    answer = {"format": "charge-answer/1", "unit": "pack", "targets": ["t"], "roll_in": 7, "moves": [move], **claims}
    (tmp_path / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
    told = command("check", TABLE, tmp_path / "answer.json", "--picture", tmp_path / "out.svg")
    assert told.status == 3
    shown = texts_of(tmp_path / "out.svg")
    assert "REFUSED" in shown
    assert "LEGAL" not in shown
    assert "!1" in shown
    assert any(line.startswith("distance: ") and "measured 9" in line for line in shown)
    assert not any("Goals" in line for line in shown)


def test_picture_of_a_claim_that_does_not_stand(command: Command, tmp_path: Path) -> None:
    """An "impossible" that cannot be proved is no IMPOSSIBLE in the picture: gap 5, roll 7, open ground."""
    answer = {"format": "charge-answer/1", "unit": "pack", "targets": ["t"], "roll_in": 7, "verdict": "impossible"}
    (tmp_path / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
    told = command("check", TABLE, tmp_path / "answer.json", "--picture", tmp_path / "out.svg")
    assert told.status == 3
    shown = texts_of(tmp_path / "out.svg")
    assert "REFUSED" in shown
    assert "IMPOSSIBLE" not in shown
    # the violation names the target and no model, so the target's name carries the number, as the list does
    assert ("t (target)", "!1") in pairwise(shown)
    assert shown.count("!1") == 3  # there, in the legend, and in the list
    # an answer without moves has no model that could have done better
    assert "duties" not in told.out


def test_duties_that_nobody_looked_into(command: Command, api: StandIn, answer_file: Path) -> None:
    """Where a plan breaks another rule the duties are left alone: "none found" would read as if they were met."""
    api.judgement = Judgement(legal=False, violations=(Violation("max_distance", "p1 moves too far", ("p1",)),))
    told = command("check", TABLE, answer_file).out
    assert "duties (what a model that is able must do): not looked into" in told
    assert "none found" not in told


def test_answer_to_another_question(command: Command, answer_file: Path) -> None:
    """Where the answer is to another roll, the answer's file is named and not the table's."""
    answer_file.write_text(json.dumps({**LEGAL.to_dict(), "roll_in": 8}), encoding="utf-8")
    told = command("check", TABLE, answer_file)
    assert told.status == 1
    assert told.err.startswith(f"{answer_file}: roll_in: found 8")


# ── rulesets, schema, help ───────────────────────────────────────────────────────────────────────────────


def test_rulesets(command: Command) -> None:
    """The rulesets that are there, with their switches and their clauses."""
    told = command("rulesets").out
    assert "close_ring_in = 1" in told
    assert "\n    or 2\n" in told
    # beside the default stands what may not be chosen yet
    skies = told[told.index("take_to_the_skies = false") :].splitlines()
    assert skies[1] == "    true is known and not modelled"
    every = {rules["id"]: rules for rules in json.loads(command("rulesets", "--json").out)}
    assert every.keys() == {"melee-engine", "wh40k-10e", "wh40k-11e", "wh40k-3e-trial", "wh40k-4e"}
    assert every["wh40k-4e"]["options"]["first_contact"]["default"] == "shortest_route"
    rules = every["wh40k-11e"]
    assert rules["options"]["close_ring_in"]["choices"] == [1, 2]
    assert rules["options"]["coherency_connected"]["default"] is False
    assert rules["options"]["take_to_the_skies"]["not_modelled"] == [True]


def test_schema(command: Command) -> None:
    """Each schema by name, or all at once."""
    every = json.loads(command("schema").out)
    assert set(every) == {"charge-scenario/1", "charge-answer/1", "charge-odds/1", "charge-why/1"}
    for name in ("scenario", "answer", "odds", "why"):
        assert json.loads(command("schema", name).out) == every[f"charge-{name}/1"]


def test_help_and_version(command: Command) -> None:
    """The help tells the statuses; the version is the package's."""
    told = command("--help")
    assert told.status == 0
    assert "4 undecided" in re.sub(r"\s+", " ", told.out)
    assert command("--version").out == f"charge-planner {planner.__version__}\n"


def test_help_is_quick() -> None:
    """--help imports nothing heavy: time depends on the machine, what is imported does not."""
    code = "import sys; sys.argv = ['x', '--help']\nfrom planner.cli import main\n"
    code += "try: main()\nfinally: print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    loaded = set(out.split())
    assert "typer" in loaded
    heavy = {"ortools", "shapely", "numpy", "numba", "networkx", "pydantic", "pandas", "planner.wire", "planner.api"}
    assert not loaded & heavy


# ── a process of its own ─────────────────────────────────────────────────────────────────────────────────


def test_check_imports_nothing_heavy(answer_file: Path) -> None:
    """Clauses are judged on the standard library (and pydantic at the border), so `check` starts at once.

    One model that ends touching: no open duty, so no finder is called.
    """
    move = {"model": "p1", "path": [[20, 22], [25, 22]]}
    answer = {"format": "charge-answer/1", "unit": "pack", "targets": ["t"], "roll_in": 7, "moves": [move]}
    answer_file.write_text(json.dumps(answer), encoding="utf-8")
    code = f"import sys; sys.argv = ['x', 'check', {str(TABLE)!r}, {str(answer_file)!r}]\n"
    code += "from planner.cli import main\ntry: main()\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert not set(done.stdout.split()) & {"ortools", "shapely", "numpy", "numba", "networkx", "pandas"}


def test_standard_input(answer_file: Path) -> None:
    """- is standard input, for either file; a fault in it is told under that name."""
    answer_file.write_text("{}", encoding="utf-8")
    told = run_apart("check", "-", answer_file, given=TABLE.read_text(encoding="utf-8"))
    assert told.status == 1
    assert all(line.startswith(f"{answer_file}: ") for line in told.err.splitlines())
    told = run_apart("check", TABLE, "-", given="{}")
    assert told.err.startswith("standard input: format: found nothing")


def test_reader_goes_away() -> None:
    """``| head`` closes the pipe: no traceback, and the status is still that of the answer."""
    with subprocess.Popen(
        [sys.executable, "-m", "planner", "schema"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0


def test_ids_beyond_ascii(tmp_path: Path) -> None:
    """A terminal that knows no UTF-8 gets the sentence with question marks; JSON stays UTF-8."""
    file = json.loads(TABLE.read_text(encoding="utf-8"))
    file["units"][1]["id"] = "Äldari"
    path = tmp_path / "table.json"
    path.write_text(json.dumps({**file, "charge": {"unit": "Äldari", "targets": ["pack"], "roll_in": 1}}), "utf-8")
    code = "import sys; sys.argv = ['x', 'plan', {!r}, *{!r}]\nfrom planner.cli import main\nmain()"
    for words, encoding in (([], "ascii"), (["--json"], "utf-8")):
        environment = {"PYTHONIOENCODING": "ascii", "PATH": "", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code.format(str(path), words)],
            capture_output=True, check=False, timeout=120, env=environment,
        )  # fmt: skip
        assert done.returncode == 3
        assert done.stdout.decode(encoding).find("ldari") > 0


class Terminal:
    """A standard error that somebody watches."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize(("words", "seconds", "is_shown"), [((), 2, True), ((), 0, False), (("--json",), 2, False)])
def test_progress(
    command: Command,
    api: StandIn,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    seconds: int,
    is_shown: bool,
) -> None:
    """A line for who watches a terminal, after the first second, not with --json; and it is wiped at the end."""
    terminal, moments = Terminal(), iter([0.0, float(seconds)])
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("planner.cli.doors.time", types.SimpleNamespace(monotonic=lambda: next(moments)))
    assert command("plan", TABLE, *words).status == 0
    assert ("12 places tried" in terminal.text) is is_shown
    assert terminal.text.endswith("\r\x1b[2K") is is_shown


def test_the_question_of_a_disagreement_can_be_asked_again(command: Command, api: StandIn, tmp_path: Path) -> None:
    """What is printed with status 70 is a file of the same question, ready to be kept."""
    scenario = planner.load_scenario(TABLE)
    api.trouble = RefereeDisagreement("coherency", scenario_to_json(scenario))
    printed = command("plan", TABLE).err
    assert parse_scenario(printed[printed.index("{") :]) == scenario
