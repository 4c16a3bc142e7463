"""What the book says, as data: the vocabulary, the loader, and one TOML file per ruleset in ``data/``."""

from planner.rulesets.loader import load_ruleset, parse_ruleset, ruleset_ids
from planner.rulesets.vocabulary import KEYS, Key, Ruleset, Setting, key_named, shown_value

__all__ = [
    "KEYS",
    "Key",
    "Ruleset",
    "Setting",
    "key_named",
    "load_ruleset",
    "parse_ruleset",
    "ruleset_ids",
    "shown_value",
]
