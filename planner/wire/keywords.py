"""Keywords of units, and those that look like a slip of the pen.

A keyword means something only where a rule reads it, so a word that is nearly one of those would be passed over in
silence: INFANTY would not cross dense terrain. Every other word is free.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from planner.errors import Fault
from planner.rulesets import Ruleset
from planner.wire.reading import Part, found_text

NEAR = 0.85
"""How like a keyword another word must be to count as a slip (`difflib`'s ratio of whole words).

One letter wrong, missing or doubled in words of five to eight letters is 0.8 to 0.94.
"""
_OF_MECHANISMS = frozenset({"AIRCRAFT", "FLY", "MONSTER", "VEHICLE"})
_LISTS = ("barred_keywords", "dense_pass_keywords", "hull_keywords")


def read_keywords(unit: Part, rules: Ruleset | None, faults: list[Fault]) -> frozenset[str]:
    """Give a unit's keywords in capitals; a blank one, and one that is nearly one that a rule reads, are faults."""
    words = [word.strip().upper() for word in unit.get("keywords") or ()]
    known = _read_by(rules)
    for i, word in enumerate(words):
        where = unit.at("keywords", i)
        if not word:
            faults.append(Fault(where, "a blank text", "a keyword such as INFANTRY"))
        meant = _nearly(word, known)
        if meant is not None:
            allowed = f'"{meant}", if that is meant; other words need to differ more'
            faults.append(Fault(where, found_text(unit.get("keywords")[i]), allowed))
    return frozenset(words)


def _read_by(rules: Ruleset | None) -> list[str]:
    """Give the keywords that the ruleset's lists and its mechanisms read; none where the ruleset is at fault."""
    if rules is None:
        return []
    listed = (rules.words(key) for key in _LISTS if rules.has(key))
    return sorted(_OF_MECHANISMS.union(*listed))


def _nearly(word: str, known: list[str]) -> str | None:
    """Give the one keyword that a word is most like, if it is near and not itself one."""
    if word in known:
        return None
    likeness, meant = max(((SequenceMatcher(None, word, one).ratio(), one) for one in known), default=(0.0, ""))
    return meant if likeness >= NEAR else None
