"""What rules and measures are called in front of a person; files keep the keys."""

from __future__ import annotations

from planner.rulesets import Ruleset
from planner.units import in_text

_RULES = {
    "aircraft_need_fly": "only FLY may charge AIRCRAFT",
    "barred_keywords": "may not charge",
    "barred_states": "may not charge this turn",
    "base_shape": "shape of the base",
    "close_ring": "close to a target, if able",
    "coherency_connected": "coherency, one group",
    "coherency_neighbours": "coherency, neighbours",
    "coherency_span": "coherency, whole unit",
    "declare_range": "declaration",
    "dense_climb": "climbing",
    "end_clear": "no base on another or in terrain",
    "ends_closer": "ends closer to a target",
    "engage_every_target": "engages every target",
    "engage_if_able": "engages, if able",
    "engage_no_other": "engages nobody else",
    "enemies_block": "not through enemies",
    "limit": "limit of the search",
    "max_distance": "distance",
    "not_while_engaged": "not while engaged",
    "solid_terrain": "not through walls",
    "stay_on_board": "stays on the board",
    "target_within_roll": "target within the roll",
}
_MEASURES = {
    "models_engaged": "models engaged",
    "base_contacts": "base contacts",
    "enemies_engaged": "enemy models engaged",
    "movement_in": "total movement",
}


def rule_words(key: str) -> str:
    """Name a rule by its key; one that has no better name by the words of the key."""
    return _RULES.get(key, key.replace("_", " "))


def measure_text(name: str, value: float) -> str:
    """Write a value of a measure; names that end in ``_in`` are inches."""
    return f'{value:g}"' if name.endswith("_in") else f"{value:g}"


def measure_words(name: str, rules: Ruleset | None) -> str:
    """Name a measure; `rules` are those it was measured under."""
    if name == "models_within_close_ring" and rules is not None and rules.has("close_ring"):
        return f"models within {in_text(rules.length('close_ring'))}"
    return _MEASURES.get(name, name.removesuffix("_in").replace("_", " "))
