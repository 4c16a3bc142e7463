"""The closed vocabulary of rulesets: every key, its unit, its meaning; and `Ruleset`, the values.

A ruleset file (``data/<id>.toml``) gives each key a table with ``value`` and ``source`` (the clause in
the book). What no key can say needs a new mechanism with both readings, never a flag named after a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from planner.errors import Fault, InputError, UnsupportedRule
from planner.units import UNITS_PER_INCH, from_inches


@dataclass(frozen=True, slots=True)
class Key:
    """A word of the vocabulary: its kind of value, its unit, and what it means."""

    name: str
    kind: str
    meaning: str
    choices: tuple[Any, ...] = ()


LENGTH, SIGNED, FLAG, WORDS, COUNT, CHOICE = "inches", "signed inches", "flag", "words", "count", "choice"
_ALLOWED = {
    LENGTH: "a number of inches from 0 to below 1000",
    SIGNED: "a number of inches above -1000 and below 1000",
    CHOICE: "one of the words the ruleset gives",
    FLAG: "true or false",
    WORDS: "a list of words",
    COUNT: "a whole number from 0",
}

KEYS: tuple[Key, ...] = (
    Key("declare_range", LENGTH, "an enemy unit must be this near for a charge to be declared, and each target"),
    Key("greatest_roll", LENGTH, "the greatest distance the dice can give, before modifiers"),
    Key("target_within_roll", FLAG, "each target's straight gap may not exceed the maximum distance"),
    Key("not_while_engaged", FLAG, "a unit that is engaged may not declare a charge"),
    Key("barred_states", WORDS, "a unit with one of these in its state may not declare a charge"),
    Key("barred_keywords", WORDS, "a unit with one of these keywords may not declare a charge"),
    Key("aircraft_need_fly", FLAG, "only a unit with FLY may choose an AIRCRAFT unit as a target"),
    Key("pass_friends", FLAG, "bases of other friendly models may be passed through while moving"),
    Key("enemies_block", FLAG, "bases of enemy models may not be passed through while moving"),
    Key("pass_aircraft", FLAG, "bases of enemy AIRCRAFT models may be passed through while moving"),
    Key("end_clear", FLAG, "no base ends overlapping another base or a solid piece of terrain; touching is allowed"),
    Key("stay_on_board", FLAG, "no base may cross the edge of the battlefield"),
    Key("max_distance", FLAG, "no model's path is longer than the maximum distance"),
    Key("fixed_distance", LENGTH, "the distance of the move where no dice decide it"),
    Key("distance_states", WORDS, "states of a unit that give its distance in inches, in place of the fixed one"),
    Key("distance_modifier", SIGNED, "what is added to the distance"),
    Key("primary_target", FLAG, "one of the targets is the primary: the first mover contacts it"),
    Key("shot_is_primary", FLAG, "a unit that fired this turn has a unit it shot at as its primary target"),
    Key("reach_all_at_declaration", FLAG, "several targets need moves that contact them all, before any terrain roll"),
    Key("targets_may_fall_short", FLAG, "targets but the primary that a terrain roll puts out of reach are let go"),
    Key("keepout", LENGTH, "no base comes nearer to an enemy that is no target than this, anywhere on its path"),
    Key("keepout_closed", FLAG, "exactly that near is too near as well"),
    Key("narrow_gap_closed", FLAG, "a gap exactly as wide as the base is too narrow"),
    Key("first_mover", CHOICE, "who moves first: anybody, or whoever is nearest to the enemy charged, measured so",
        ("any", "shortest_path", "straight_line")),
    Key("first_contact", CHOICE, "where the first mover touches the nearest enemy model of the primary",
        ("anywhere", "shortest_route")),
    Key("join_moved", FLAG, "each later model ends in coherency with a model of its unit that has already moved"),
    Key("contact_hierarchy", FLAG, "each later model, at its turn: an unengaged enemy, else any enemy, else support"),
    Key("contact_primary_first", FLAG, "models of the primary come before other unengaged enemies"),
    Key("duties_judged", CHOICE, "whether the hierarchy asks the best of each model at its turn, or of all together",
        ("in_order", "globally")),
    Key("coherency_before_contact", FLAG, "a contact that would leave coherency is not possible"),
    Key("support", LENGTH, "who cannot contact ends within this of an engaged model, if possible"),
    Key("support_by", CHOICE, "whose engaged models count for that", ("own_unit", "any_friend")),
    Key("toward", CHOICE, "what the last tier asks: coherency alone, or to end no farther from the enemy charged",
        ("coherency", "no_farther")),
    Key("engaged_by_support", FLAG, "a model within the support distance of a mate in contact is engaged too"),
    Key("difficult_terrain", WORDS, "terrain kinds that slow a move which starts in, enters or crosses them"),
    Key("difficult_dice", COUNT, "how many D6 are rolled for difficult terrain; the highest caps the move"),
    Key("difficult_binds", CHOICE, "whom that roll binds", ("unit", "model")),
    Key("duty_forces_terrain", FLAG, "a duty that only difficult terrain lets a model meet takes it in there"),
    Key("engagement", LENGTH, "two models are engaged when the gap of their bases is at most this; 0: they touch"),
    Key("engage_any_target", FLAG, "after moving, the unit is engaged with at least one target"),
    Key("nontarget_engagement", FLAG, "the unit may end engaged with enemies that are no targets"),
    Key("added_targets", FLAG, "targets that other rules add after the declaration are legal to engage"),
    Key("counter_charge", FLAG, "a charged unit may move towards the charger, no nearer than half the gap"),
    Key("engage_every_target", FLAG, "after moving, the unit is engaged with every target"),
    Key("engage_no_other", FLAG, "after moving, the unit is engaged with no enemy unit that is no target"),
    Key("coherency", LENGTH, "each model ends within this of enough other models of its unit"),
    Key("coherency_neighbours", COUNT, "how many others each model needs within the coherency distance"),
    Key("coherency_many_from", COUNT, "a unit of at least this many models needs more neighbours"),
    Key("coherency_many_neighbours", COUNT, "how many others each model of such a unit needs"),
    Key("coherency_span", LENGTH, "each model ends within this of every other model of its unit"),
    Key("coherency_connected", FLAG, "the unit must also be one connected group (a disputed reading, A6)"),
    Key("ends_closer", FLAG, "each model ends strictly closer to at least one target unit than it started"),
    Key("stationary_must_close", FLAG, "models that do not move must end closer too (a disputed reading, A3)"),
    Key("close_ring", LENGTH, "each model that can end within this of a target must; 0: touching"),
    Key("engage_if_able", FLAG, "each model that can end engaged with a target must"),
    Key("take_to_the_skies", FLAG, "the unit declared to fly over everything before the roll"),
    Key("fly_over", FLAG, "a unit with FLY passes over models, and its way is measured through the air"),
    Key("pivot_costs", FLAG, "some models pay for their first turn on the spot"),
    Key("friendly_hulls_block", FLAG, "MONSTER and VEHICLE models may not pass friendly ones (disputed, A10)"),
    Key("free_terrain", WORDS, "terrain kinds that hinder neither moving nor standing"),
    Key("solid_terrain", WORDS, "terrain kinds that no base may cross or end on"),
    Key("dense_terrain", WORDS, "terrain kinds that only some may cross and no base may end on"),
    Key("dense_pass_keywords", WORDS, "a unit with one of these keywords crosses dense terrain"),
    Key("dense_low", LENGTH, "anybody crosses dense terrain that is at most this high"),
    Key("dense_climb", FLAG, "whoever may not cross dense terrain may climb it, up and down paid from the distance"),
    Key("hull_keywords", WORDS, "models with one of these keywords are measured from the whole model, not the base"),
)  # fmt: skip

_BY_NAME = {key.name: key for key in KEYS}


@dataclass(frozen=True, slots=True)
class Setting:
    """A key's value in one ruleset, the clause it comes from, and its switch, if players may turn it.

    `option` is the name in ``charge.options``; `choices` the values allowed there (empty: any of the
    kind); `unmodelled` those that are known and raise `UnsupportedRule`.
    """

    value: Any
    source: str
    option: str | None = None
    choices: tuple[Any, ...] = ()
    unmodelled: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules as data. ``rules["coherency"]`` gives a value: lengths in lattice units, words as frozensets.

    A key that the file does not give is absent: a flag is then off, a list of words empty, and asking for any other
    value is a KeyError; `has` tells.
    """

    id: str
    title: str
    settings: Mapping[str, Setting]

    def __getitem__(self, key: str) -> Any:
        return self.settings[key].value

    def has(self, key: str) -> bool:
        return key in self.settings

    def length(self, key: str) -> int:
        """Give a length in lattice units."""
        value = self.settings[key].value
        assert isinstance(value, int)
        return value

    def flag(self, key: str) -> bool:
        return self.has(key) and bool(self.settings[key].value)

    @property
    def moves_in_order(self) -> bool:
        """Whether the models' moves are planned one after another, not as one arrangement for a roll of dice."""
        return not self.flag("pass_friends") or self.has("fixed_distance")

    def choice(self, key: str) -> str:
        """Give the word that is chosen."""
        return str(self.settings[key].value)

    def words(self, key: str) -> frozenset[str]:
        if not self.has(key):
            return frozenset()
        value = self.settings[key].value
        assert isinstance(value, frozenset)
        return value

    def source(self, key: str) -> str:
        """The clause of the book behind a key."""
        return self.settings[key].source

    def options(self) -> dict[str, str]:
        """The switches players may turn: option name to key."""
        return {s.option: key for key, s in sorted(self.settings.items()) if s.option}

    def option_faults(self, options: Mapping[str, object], where: str = "charge.options") -> list[Fault]:
        """Every fault in a set of options: unknown names, values of the wrong kind or not allowed."""
        known = self.options()
        faults = []
        for name, value in sorted(options.items()):
            place = f"{where}.{name}"
            if name not in known:
                allowed = ", ".join(sorted(known)) or "no options"
                faults.append(Fault(place, "an unknown option", f"{self.id} has {allowed}"))
                continue
            setting = self.settings[known[name]]
            if read_value(_BY_NAME[known[name]], value) is None:
                faults.append(Fault(place, repr(value), _ALLOWED[_BY_NAME[known[name]].kind]))
            elif setting.choices and value not in setting.choices:
                faults.append(Fault(place, repr(value), " or ".join(str(c) for c in setting.choices)))
        return faults

    def with_options(self, options: Mapping[str, object]) -> Ruleset:
        """Give the ruleset with these switches turned.

        Raises `InputError` with every fault, `UnsupportedRule` for a known value that is not modelled.
        """
        faults = self.option_faults(options)
        if faults:
            raise InputError(faults)
        known = self.options()
        settings = dict(self.settings)
        for name, value in sorted(options.items()):
            key = known[name]
            if value in settings[key].unmodelled:
                text = f"the option {name} = {str(value).lower()} is known and not modelled yet"
                raise UnsupportedRule(key, f"{text} ({settings[key].source})", f"charge.options.{name}")
            settings[key] = replace(settings[key], value=read_value(_BY_NAME[key], value))
        return replace(self, settings=settings)


def read_value(key: Key, raw: Any) -> Any:
    """Turn a raw value into the key's kind; None when it is of another kind."""
    if key.kind == FLAG:
        return raw if isinstance(raw, bool) else None
    if key.kind == COUNT:
        return raw if isinstance(raw, int) and not isinstance(raw, bool) and raw >= 0 else None
    if key.kind == LENGTH:
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 <= raw < 1000:
            return None
        return from_inches(raw)
    if key.kind == SIGNED:
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not -1000 < raw < 1000:
            return None
        return from_inches(raw)
    if key.kind == CHOICE:
        return raw if raw in key.choices else None
    if isinstance(raw, list | tuple) and all(isinstance(word, str) for word in raw):
        return frozenset(raw)
    return None


def shown_value(key: Key, value: Any) -> Any:
    """Turn a stored value back into what a person writes: inches, sorted words, flags."""
    if key.kind in (LENGTH, SIGNED):
        inches = value / UNITS_PER_INCH
        return int(inches) if inches == int(inches) else inches
    if key.kind == WORDS:
        return sorted(value)
    return value


def key_named(name: str) -> Key:
    """Give the vocabulary's entry; KeyError if the word is unknown."""
    return _BY_NAME[name]
