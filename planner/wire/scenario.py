"""Scenario files in, `Scenario` out, checked against its ruleset; and back again.

Every check runs whose inputs are sound, so that all faults of a file are told at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.errors import Fault, InputError, UnsupportedRule
from planner.rulesets import Ruleset, load_ruleset
from planner.shapes import Base, Circle, HullBase, OvalBase, Point, Polygon, RectBase, RoundBase
from planner.units import (
    INPUT_OVERLAP_MAX,
    from_inches,
    from_mm,
    in_text,
    radius_from_diameter_mm,
    to_inches,
    to_mm,
    two_texts,
)
from planner.wire.forms import ScenarioForm
from planner.wire.keywords import read_keywords
from planner.wire.outlines import counter_clockwise, opened, outline_fault
from planner.wire.overlaps import Footprint, footprint, off_board_by, overlap_depth, overlaps, terrain_footprint
from planner.wire.reading import Part, found_text, plain, read_json, read_source, source_name
from planner.wire.structure import structural_faults
from planner.world import Board, Charge, Model, Scenario, Terrain, Unit

_TERRAIN_WORDS = ("free_terrain", "solid_terrain", "dense_terrain", "difficult_terrain")
_FURTHER_CHARGE_FIELDS = {
    "primary": "primary_target",
    "terrain_roll": "difficult_terrain",
    "against": "counter_charge",
    "added_targets": "added_targets",
}
"""The further fields of a charge, and the ruleset key that reads each."""
_TOUCHING = 'touching at most (0.001" of overlap counts as touching)'


def load_scenario(source: str | Path, *, ruleset: str | None = None) -> Scenario:
    """Read a scenario file; ``"-"`` is standard input.

    Parameters
    ----------
    source
        The file's name.
    ruleset
        Stands instead of the file's own ruleset.

    Raises `InputError` with every fault of the file, `UnsupportedRule` for a kind of charge that is not modelled.
    """
    return parse_scenario(read_source(source), source_name(source), ruleset=ruleset)


def parse_scenario(text: str | Mapping[str, Any], source: str = "", *, ruleset: str | None = None) -> Scenario:
    """Read a scenario from JSON text or from its values; `source` names it in messages."""
    raw, faults = read_json(text, source) if isinstance(text, str) else plain(text, source)
    if ruleset is not None and isinstance(raw, dict):
        raw["ruleset"] = ruleset
    scenario = _checked(raw, faults)
    if scenario is None:
        raise InputError(faults, source)
    if scenario.charge.kind != "charge" and not load_ruleset(scenario.ruleset).flag("counter_charge"):
        text = "a charge in answer to one (heroic intervention, 15.11) is known and not modelled yet"
        raise UnsupportedRule("charge_kind", text, "charge.kind")
    return scenario


def faults_of(scenario: Scenario) -> tuple[Fault, ...]:
    """Give every fault of a scenario that was built by hand; empty where a file of it would be read."""
    raw, faults = plain(scenario_to_dict(scenario))
    _checked(raw, faults)
    return tuple(faults)


def _checked(raw: Any, faults: list[Fault]) -> Scenario | None:
    """Add every fault to `faults`; give the scenario where there are none."""
    structural, bad = structural_faults(ScenarioForm, raw)
    faults += structural
    top = Part(raw, bad)
    rules = _ruleset(top, faults)
    board = _board(top, faults)
    terrain = list(_terrain(top, rules, faults))
    units = list(_units(top, rules, faults))
    _check_ids(units, faults)
    known = _known_units(top, units)
    _check_shot_at(units, known, faults)
    _check_placing(board, terrain, units, rules, faults)
    charge = _charge(top, known, rules, faults)
    if faults or rules is None or board is None or charge is None:
        assert faults, "a part is missing and no fault was told"
        return None
    pieces = tuple(piece for _, piece in terrain)
    return Scenario(rules.id, board, pieces, tuple(u.value for u in units), charge, top.get("description") or "")


def _ruleset(top: Part, faults: list[Fault]) -> Ruleset | None:
    name = top.get("ruleset")
    if name is None:
        return None
    try:
        return load_ruleset(name)
    except InputError as error:
        faults += error.faults
        return None


def _board(top: Part, faults: list[Fault]) -> Board | None:
    part = top.part("board")
    width, height = (part.get("width_in"), part.get("height_in")) if part else (None, None)
    if part is None or width is None or height is None:
        return None
    board = Board(from_inches(width), from_inches(height))
    if min(board.width, board.height) == 0:
        faults.append(Fault(part.at(), "a board that rounds to nothing", "a board of some size"))
        return None
    return board


# ── terrain ──────────────────────────────────────────────────────────────────────────────────────────────


def _terrain(top: Part, rules: Ruleset | None, faults: list[Fault]) -> Iterator[tuple[str, Terrain]]:
    """Give each sound piece of terrain with its place in the file."""
    seen: dict[str, str] = {}
    for part in top.parts("terrain"):
        name, kind, height = part.get("id"), part.get("kind"), part.get("height_in")
        if name is not None:
            _note_id(name, part.at("id"), seen, faults)
        if kind is not None and rules is not None:
            faults += _kind_faults(kind, part.at("kind"), rules)
        outline = _terrain_outline(part, faults)
        if name is not None and kind is not None and outline is not None:
            yield part.at(), Terrain(name, kind, outline, None if height is None else from_inches(height))


def _kind_faults(kind: str, where: str, rules: Ruleset) -> list[Fault]:
    known = sorted(word for key in _TERRAIN_WORDS if rules.has(key) for word in rules.words(key))
    return [] if kind in known else [Fault(where, repr(kind), f"{rules.id} knows {', '.join(known)}")]


def _terrain_outline(part: Part, faults: list[Fault]) -> Polygon | Circle | None:
    if part.has("polygon") == part.has("circle"):
        found = "a polygon and a circle" if part.has("polygon") else "neither a polygon nor a circle"
        faults.append(Fault(part.at(), found, "one of polygon and circle"))
        return None
    if part.has("circle"):
        return _disc(part.part("circle"), faults)
    corners = part.get("polygon")
    if corners is None:
        return None
    ring = _ring([_point(c) for c in corners], part.at("polygon"), faults)
    return Polygon(ring) if ring else None


def _disc(part: Part | None, faults: list[Fault]) -> Circle | None:
    at, radius_in = (part.get("at"), part.get("radius_in")) if part else (None, None)
    if part is None or at is None or radius_in is None:
        return None
    radius = from_inches(radius_in)
    if radius == 0:
        faults.append(Fault(part.at("radius_in"), found_text(radius_in), 'at least 0.00001"'))
        return None
    return Circle(_point(at), radius)


def _point(pair: list[float]) -> Point:
    return from_inches(pair[0]), from_inches(pair[1])


def _ring(corners: list[Point], where: str, faults: list[Fault]) -> tuple[Point, ...] | None:
    """Give the corners once each, counter-clockwise; None, and a fault, where they are no simple polygon."""
    ring = opened(tuple(corners))
    fault = outline_fault(ring)
    if fault is not None:
        faults.append(Fault(where, *fault))
        return None
    return counter_clockwise(ring)


# ── units ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _ReadUnit:
    """A unit as far as it is sound. `id` and `side` are empty where they are at fault; `models` the sound ones."""

    where: str
    value: Unit
    named: tuple[tuple[str, str], ...]
    standing: tuple[tuple[str, Model], ...]


def _units(top: Part, rules: Ruleset | None, faults: list[Fault]) -> Iterator[_ReadUnit]:
    for part in top.parts("units"):
        state = part.get("state")
        is_sound = state is not None or not part.has("state")
        is_off_board = bool(state and state.get("off_board"))
        base = _base(part.part("base"), faults)
        models = list(part.parts("models"))
        standing: list[tuple[str, Model]] = []
        if is_sound and not is_off_board:
            if not models and not part.has("models"):
                faults.append(Fault(part.at("models"), "nothing", "at least one model (none only off the board)"))
            if part.raw.get("models") == []:
                faults.append(Fault(part.at("models"), "a list of 0", "at least one model (none only off the board)"))
        for model in models:
            own = _base(model.part("base"), faults)
            at = model.get("at")
            if is_sound and not is_off_board:
                _check_complete(model, part, faults)
            chosen = own if model.has("base") else base
            if at is not None and chosen is not None and not is_off_board:
                placed = Model(model.get("id") or "", _point(at), chosen, float(model.get("facing_deg") or 0.0))
                standing.append((model.at(), placed))
        unit = Unit(
            id=part.get("id") or "",
            side=part.get("side") or "",
            keywords=read_keywords(part, rules, faults),
            models=tuple(model for _, model in standing),
            state=_state(state or {}),
        )
        named = tuple((m.at("id"), m.get("id")) for m in models if m.get("id") is not None)
        yield _ReadUnit(part.at(), unit, named, tuple(standing))


def _check_complete(model: Part, unit: Part, faults: list[Fault]) -> None:
    """A model on the board has a place and a base."""
    if not model.has("at"):
        faults.append(Fault(model.at("at"), "nothing", "[x, y] in inches (none only off the board)"))
    if not model.has("base") and not unit.has("base"):
        faults.append(Fault(model.at("base"), "nothing", "a base, here or on the unit"))


def _state(raw: Mapping[str, Any]) -> dict[str, object]:
    given = {name: value for name, value in raw.items() if value is not None}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def _base(part: Part | None, faults: list[Fault]) -> Base | None:
    """Give a base; None where there is none, or none that is sound."""
    if part is None:
        return None
    match part.get("shape"):
        case "round":
            return _round_base(part, faults)
        case "oval":
            axes = _axes(part, faults)
            return OvalBase(*axes) if axes else None
        case "rect":
            axes = _axes(part, faults)
            return RectBase(*axes) if axes else None
        case "hull":
            corners = part.get("outline_mm")
            points = [(from_mm(x), from_mm(y)) for x, y in corners or ()]
            ring = _ring(points, part.at("outline_mm"), faults) if corners is not None else None
            return HullBase(ring) if ring else None
    return None


def _round_base(part: Part, faults: list[Fault]) -> RoundBase | None:
    diameter = part.get("diameter_mm")
    if diameter is None:
        return None
    radius = radius_from_diameter_mm(diameter)
    if radius == 0:
        faults.append(Fault(part.at("diameter_mm"), found_text(diameter), "at least 0.0004 mm"))
        return None
    return RoundBase(radius)


def _axes(part: Part, faults: list[Fault]) -> tuple[int, int] | None:
    length, width = part.get("length_mm"), part.get("width_mm")
    if length is None or width is None:
        return None
    axes = from_mm(length), from_mm(width)
    if 0 in axes:
        faults.append(Fault(part.at(), "a base that rounds to nothing", "axes of at least 0.0002 mm"))
        return None
    return axes


def _note_id(name: str, where: str, seen: dict[str, str], faults: list[Fault]) -> None:
    if name in seen:
        faults.append(Fault(where, f"{found_text(name)} a second time", f"each id once (first at {seen[name]})"))
    seen.setdefault(name, where)


def _check_ids(units: list[_ReadUnit], faults: list[Fault]) -> None:
    """Unit ids differ; model ids differ over all units, since moves and violations name models alone."""
    seen_units: dict[str, str] = {}
    seen_models: dict[str, str] = {}
    for unit in units:
        if unit.value.id:
            _note_id(unit.value.id, f"{unit.where}.id", seen_units, faults)
        for where, name in unit.named:
            _note_id(name, where, seen_models, faults)


def _known_units(top: Part, units: list[_ReadUnit]) -> dict[str, Unit]:
    """Give the units by id; none at all where an id is at fault, so that nobody is called unknown for that."""
    raw = top.raw.get("units")
    number = len(raw) if isinstance(raw, list) else 0
    by_id = {unit.value.id: unit.value for unit in reversed(units)}
    return {} if "" in by_id or len(units) != number else by_id


def _check_shot_at(units: list[_ReadUnit], known: Mapping[str, Unit], faults: list[Fault]) -> None:
    for unit in units if known else ():
        named = unit.value.state.get("shot_at", ())
        assert isinstance(named, tuple)
        faults.extend(
            _unknown_unit(f"{unit.where}.state.shot_at[{i}]", name, known)
            for i, name in enumerate(named)
            if name not in known
        )


def _unknown_unit(where: str, name: str, known: Iterable[str]) -> Fault:
    return Fault(where, f"{found_text(name)}, which is no unit here", ", ".join(sorted(known)) or "an enemy unit")


# ── places ───────────────────────────────────────────────────────────────────────────────────────────────


def _check_placing(
    board: Board | None,
    terrain: list[tuple[str, Terrain]],
    units: list[_ReadUnit],
    rules: Ruleset | None,
    faults: list[Fault],
) -> None:
    """No base is off the board, on another base, or in terrain that nobody can stand in."""
    standing = [
        (where, model, footprint(model.base, model.at, model.facing_deg))
        for unit in units
        for where, model in unit.standing
    ]
    if board is not None:
        for where, _, base in standing:
            over = off_board_by(base, board.width, board.height)
            if over > INPUT_OVERLAP_MAX:
                size = f"{in_text(board.width)} x {in_text(board.height)}"
                found = f"a base that reaches {two_texts(over, INPUT_OVERLAP_MAX)[0]} over the edge"
                allowed = f"bases on the board of {size}; up to {in_text(INPUT_OVERLAP_MAX)} over counts as touching"
                faults.append(Fault(f"{where}.at", found, allowed))
    if rules is not None and rules.has("solid_terrain"):
        solid = [(t.id, terrain_footprint(t.outline)) for _, t in terrain if t.kind in rules.words("solid_terrain")]
        for where, _, base in standing:
            for name, piece in solid:
                if overlaps(base, piece):
                    found = f"a base {in_text(overlap_depth(base, piece))} inside terrain {found_text(name)}"
                    faults.append(Fault(f"{where}.at", found, _TOUCHING))
    _check_overlaps(standing, faults)


def _check_overlaps(standing: list[tuple[str, Model, Footprint]], faults: list[Fault]) -> None:
    """Compare bases from left to right, each with those that still reach it."""
    order = sorted(range(len(standing)), key=lambda i: standing[i][2].at[0] - standing[i][2].reach)
    active: list[int] = []
    found: list[tuple[int, int]] = []
    for i in order:
        base = standing[i][2]
        left = base.at[0] - base.reach
        active = [j for j in active if standing[j][2].at[0] + standing[j][2].reach > left]
        found += [(max(i, j), min(i, j)) for j in active if overlaps(base, standing[j][2])]
        active.append(i)
    for later, earlier in sorted(found):
        where, _, base = standing[later]
        other_where, other, other_base = standing[earlier]
        name = found_text(other.id) if other.id else other_where
        depth = in_text(overlap_depth(base, other_base))
        faults.append(Fault(f"{where}.at", f"a base that overlaps that of {name} by {depth}", _TOUCHING))


# ── the question ─────────────────────────────────────────────────────────────────────────────────────────


def _charge(top: Part, known: Mapping[str, Unit], rules: Ruleset | None, faults: list[Fault]) -> Charge | None:
    part = top.part("charge")
    if part is None:
        return None
    if rules is not None:
        for name in _FURTHER_CHARGE_FIELDS:
            if name in _fields_read(rules):
                continue
            if part.raw.get(name) not in (None, []):
                faults.append(Fault(part.at(name), found_text(part.raw[name]), f"{rules.id} does not read this field"))
        faults += rules.option_faults(part.get("options") or {}, part.at("options"))
    unit, targets, roll = part.get("unit"), part.get("targets"), part.get("roll_in")
    if known:
        _check_units_named(part, known, frozenset() if rules is None else _fields_read(rules), faults)
    if unit is None:
        return None
    return Charge(
        unit=unit,
        targets=None if targets is None else tuple(targets),
        roll=None if roll is None else from_inches(roll),
        kind=part.get("kind") or "charge",
        primary=part.get("primary"),
        terrain_roll=None if part.get("terrain_roll") is None else from_inches(part.get("terrain_roll")),
        against=part.get("against"),
        added_targets=tuple(part.get("added_targets") or ()),
        options=dict(part.get("options") or {}),
    )


def _fields_read(rules: Ruleset) -> frozenset[str]:
    """Give the further fields of a charge that a ruleset reads."""
    return frozenset(name for name, key in _FURTHER_CHARGE_FIELDS.items() if rules.has(key) and rules[key])


def _check_units_named(part: Part, known: Mapping[str, Unit], reads: frozenset[str], faults: list[Fault]) -> None:
    """The charge speaks of units that are there; its targets are enemies, each once."""
    name = part.get("unit")
    if name is not None and name not in known:
        faults.append(_unknown_unit(part.at("unit"), name, known))
    charger = known.get(name)
    own_side = charger.side if charger is not None else ""
    seen: dict[str, str] = {}
    for field in ("targets", *sorted(reads & {"added_targets"})):
        for i, target in enumerate(part.get(field) or ()):
            _note_id(target, part.at(field, i), seen, faults)
            _check_enemy(target, part.at(field, i), known, own_side, faults)
    for field in sorted(reads & {"primary", "against"}):
        if part.get(field) is not None:
            _check_enemy(part.get(field), part.at(field), known, own_side, faults)
    primary, targets = part.get("primary"), part.get("targets")
    if "primary" in reads and primary is not None and targets is not None and primary not in targets:
        faults.append(Fault(part.at("primary"), found_text(primary), "one of the targets"))
    is_counter = part.get("kind") == "counter"
    if "against" in reads and is_counter and part.get("against") is None:
        faults.append(Fault(part.at("against"), "nothing", "the unit that charges"))
    if "against" in reads and not is_counter and part.get("against") is not None:
        faults.append(
            Fault(part.at("against"), found_text(part.get("against")), "nothing: only a counter-charge has it")
        )
    if is_counter and part.get("added_targets"):
        faults.append(Fault(part.at("added_targets"), "units", "nothing: a counter-charge is against one unit"))


def _check_enemy(name: str, where: str, known: Mapping[str, Unit], own_side: str, faults: list[Fault]) -> None:
    if name not in known:
        enemies = [unit.id for unit in known.values() if not own_side or unit.side != own_side]
        faults.append(_unknown_unit(where, name, enemies))
    elif own_side and known[name].side == own_side:
        found = f"{found_text(name)}, which is on the charger's own side"
        faults.append(Fault(where, found, "units of another side"))


# ── back to a file ───────────────────────────────────────────────────────────────────────────────────────


def scenario_to_json(scenario: Scenario, indent: int | None = 2) -> str:
    """Give a scenario as a file's text; reading it gives the same integers."""
    return json.dumps(scenario_to_dict(scenario), indent=indent, ensure_ascii=False)


def scenario_to_dict(scenario: Scenario) -> dict[str, Any]:
    """Give a scenario as plain JSON values (``charge-scenario/1``), lengths in inches, bases in millimetres."""
    described = {"description": scenario.description} if scenario.description else {}
    return {
        "format": "charge-scenario/1",
        "ruleset": scenario.ruleset,
        **described,
        "board": {"width_in": _inches(scenario.board.width), "height_in": _inches(scenario.board.height)},
        "terrain": [_terrain_dict(piece) for piece in scenario.terrain],
        "units": [_unit_dict(unit) for unit in scenario.units],
        "charge": _charge_dict(scenario.charge),
    }


def _tidy(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _inches(units: int) -> int | float:
    return _tidy(to_inches(units))


def _mm(units: int) -> int | float:
    return _tidy(to_mm(units))


def _point_list(point: Point) -> list[int | float]:
    return [_inches(point[0]), _inches(point[1])]


def _terrain_dict(piece: Terrain) -> dict[str, Any]:
    made: dict[str, Any] = {"id": piece.id, "kind": piece.kind}
    if isinstance(piece.outline, Circle):
        made["circle"] = {"at": _point_list(piece.outline.centre), "radius_in": _inches(piece.outline.radius)}
    else:
        made["polygon"] = [_point_list(corner) for corner in piece.outline.corners]
    return made if piece.height is None else {**made, "height_in": _inches(piece.height)}


def _unit_dict(unit: Unit) -> dict[str, Any]:
    made: dict[str, Any] = {"id": unit.id, "side": unit.side}
    if unit.keywords:
        made["keywords"] = sorted(unit.keywords)
    bases = {model.base for model in unit.models}
    if len(bases) == 1:
        made["base"] = _base_dict(unit.models[0].base)
    if unit.models or not unit.is_off_board:
        made["models"] = [_model_dict(model, len(bases) > 1) for model in unit.models]
    if unit.state:
        made["state"] = {k: list(v) if isinstance(v, tuple) else v for k, v in unit.state.items()}
    return made


def _model_dict(model: Model, with_base: bool) -> dict[str, Any]:
    made: dict[str, Any] = {"id": model.id, "at": _point_list(model.at)}
    if with_base:
        made["base"] = _base_dict(model.base)
    return {**made, "facing_deg": _tidy(model.facing_deg)} if model.facing_deg else made


def _base_dict(base: Base) -> dict[str, Any]:
    match base:
        case RoundBase(radius):
            return {"shape": "round", "diameter_mm": _mm(2 * radius)}
        case OvalBase(length, width):
            return {"shape": "oval", "length_mm": _mm(length), "width_mm": _mm(width)}
        case RectBase(length, width):
            return {"shape": "rect", "length_mm": _mm(length), "width_mm": _mm(width)}
        case HullBase(outline):
            return {"shape": "hull", "outline_mm": [[_mm(x), _mm(y)] for x, y in outline]}


def _charge_dict(charge: Charge) -> dict[str, Any]:
    made: dict[str, Any] = {"unit": charge.unit}
    if charge.targets is not None:
        made["targets"] = list(charge.targets)
    if charge.roll is not None:
        made["roll_in"] = _inches(charge.roll)
    if charge.kind != "charge":
        made["kind"] = charge.kind
    for name in ("primary", "against"):
        if getattr(charge, name) is not None:
            made[name] = getattr(charge, name)
    if charge.terrain_roll is not None:
        made["terrain_roll"] = _inches(charge.terrain_roll)
    if charge.added_targets:
        made["added_targets"] = list(charge.added_targets)
    return {**made, "options": dict(charge.options)} if charge.options else made
