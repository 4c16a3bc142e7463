"""Keywords that are nearly ones that rules read are slips of the pen; all other words are free."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from planner.errors import InputError
from planner.wire import faults_of, parse_scenario
from tests.builders import table, unit

OF_THE_GAME = (
    "CHARACTER WALKER CAVALRY BIKER MOUNTED FLYER TRANSPORT BATTLELINE GRENADES PSYKER TITANIC TOWERING AIRCRAFT "
    "FORTIFICATION DAEMON EPIC_HERO IMPERIUM CHAOS SMOKE JUMP_PACK TERMINATOR ARTILLERY BEAST_SNAGGA RIPPER_SWARMS "
    "INFANTRY BEASTS SWARM MOBILE FRAME FLY VEHICLE MONSTER"
)


def with_keywords(*words: str) -> dict[str, Any]:
    """Give a sound file whose one unit has these keywords."""
    base = {"shape": "round", "diameter_mm": 32}
    models = [{"id": "a1", "at": [10, 10]}]
    return {
        "format": "charge-scenario/1",
        "ruleset": "wh40k-11e",
        "board": {"width_in": 44, "height_in": 30},
        "units": [{"id": "a", "side": "A", "keywords": list(words), "base": base, "models": models}],
        "charge": {"unit": "a"},
    }


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("INFANTY", "INFANTRY"),
        ("Infantery", "INFANTRY"),
        ("BEASTTS", "BEASTS"),
        ("SWARMS", "SWARM"),
        ("MOBIL", "MOBILE"),
        ("AIRCRAFTS", "AIRCRAFT"),
        ("VEHICEL", "VEHICLE"),
        ("MONSTERS", "MONSTER"),
        (" FRAMES ", "FRAME"),
        ("FLYS", "FLY"),
    ],
)
def test_a_slip_is_a_fault(slip: str, meant: str) -> None:
    """A unit of INFANTY would be planned as if it were none and the answer be wrong; so it is told, with the place.

    BEASTTS and BEASTS: 6 letters of 7 and of 6 alike, 2 x 6 / 13 = 0.92.
    """
    with pytest.raises(InputError) as raised:
        parse_scenario(with_keywords("GRENADES", slip))
    (fault,) = raised.value.faults
    assert (fault.where, fault.found) == ("units[0].keywords[1]", f'"{slip}"')
    assert fault.allowed == f'"{meant}", if that is meant; other words need to differ more'


def test_words_of_the_game_are_free() -> None:
    """FLYER is like FLY (2 x 3 / 8 = 0.75) and BEAST SNAGGA begins like BEASTS; both are words of their own."""
    words = [word.replace("_", " ") for word in OF_THE_GAME.split()]
    scenario = parse_scenario(with_keywords(*words))
    assert scenario.charger.keywords == frozenset(words)


def test_all_keywords_of_the_data_package_are_free() -> None:
    """Whatever a published unit is called by can be written; the package has almost a thousand words.

    But for BEAST: whether it is the BEASTS of the rule is for who writes the file to say, by writing BEASTS.
    """
    pytest.importorskip("wh40kdc")
    units = import_module("wh40kdc").Dataset.embedded().units.all
    words = sorted({word.upper() for record in units for word in record.keywords})
    assert len(words) >= 500
    assert parse_scenario(with_keywords(*words)).charger.keywords == frozenset(words)


def test_a_scenario_built_by_hand_is_checked_too() -> None:
    """`faults_of` says the same of values that never were a file."""
    (fault,) = faults_of(table(units=[unit("a", "A", [(10, 10)], keywords=["INFANTY"])]))
    assert fault.where == "units[0].keywords[0]"
