"""The layers of the table itself: board, terrain, ranges, bases, moves, links, marks, names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from planner.render import style
from planner.render.canvas import Canvas, Spot, poly_path, text_width
from planner.render.frame import Box, Frame
from planner.render.glyphs import arrow_head, draw_base, draw_flag, draw_number, flag_size, round_about, without_tail
from planner.render.labels import Area, Labels
from planner.render.outlines import base_outline, clipped, union_path
from planner.render.subject import Pair, Standing, Subject, terrain_discs
from planner.shapes import Circle, Point, RoundBase
from planner.units import UNITS_PER_INCH, in_text
from planner.world import Terrain, Witness

_LEAST_LETTER = 7.5
_SHORT_LINK = 14.0
_LEAST_SEEN = 4.0
_BANDS = (
    {"stroke": style.BLACK, "stroke_width": 2 * style.BLAMED_RIM + 2.4},
    {"stroke": style.YELLOW, "stroke_width": 2 * style.BLAMED_RIM},
)
_LOOKS = {
    "charger": style.CHARGER,
    "target": style.TARGET,
    "enemy": style.OTHER_ENEMY,
    "friend": style.FRIEND,
}


class Table:
    """Draws on a canvas within a frame; keeps what room is taken, for labels, and what was used, for the legend."""

    def __init__(self, subject: Subject, canvas: Canvas, frame: Frame) -> None:
        self.subject = subject
        self.canvas = canvas
        self.frame = frame
        self.labels = Labels((frame.x, frame.y, frame.x + frame.width, frame.y + frame.height))
        self.used: set[str] = set()

    # ---- ground

    def board(self) -> None:
        """Paint the ground, a line for every inch, a stronger one for every sixth, and the board's edge."""
        frame, canvas, board = self.frame, self.canvas, self.subject.scenario.board
        canvas.box(frame.x, frame.y, frame.width, frame.height, fill=style.OFF_BOARD)
        left, top = frame.spot((0, board.height))
        size = (frame.length(board.width), frame.length(board.height))
        canvas.box(left, top, *size, fill=style.WHITE)
        for inch in _inches(frame.box.left, frame.box.right, board.width):
            x = frame.spot((inch * UNITS_PER_INCH, 0))[0]
            canvas.line((x, top), (x, top + size[1]), **_grid_line(inch))
        for inch in _inches(frame.box.bottom, frame.box.top, board.height):
            y = frame.spot((0, inch * UNITS_PER_INCH))[1]
            canvas.line((left, y), (left + size[0], y), **_grid_line(inch))
        canvas.box(left, top, *size, fill="none", stroke=style.BLACK, stroke_width=3)

    def terrain(self) -> None:
        for piece in self._pieces():
            look = style.TERRAIN[piece.kind]
            paint: dict[str, object] = {
                "fill": f"url(#{style.pattern_id(piece.kind)})",
                "stroke": look.stroke,
                "stroke_width": 1.6,
                "stroke_dasharray": look.dash,
                "stroke_linejoin": "round",
            }
            if self.subject.blame and piece.id in self.subject.blame[0].terrain:
                for band in _BANDS:
                    self._piece(piece, fill="none", stroke_linejoin="round", **band)
                self.used.add("blamed")
            self._piece(piece, **paint)
            self._take_outline(piece)
            self.used.add(f"terrain {piece.kind}")

    def _take_outline(self, piece: Terrain) -> None:
        """Keep names off the outline of a piece, where there is room beside it."""
        if isinstance(piece.outline, Circle):
            self.labels.take_rim([(*self.frame.spot(piece.outline.centre), self.frame.length(piece.outline.radius))])
        else:
            spots = [self.frame.spot(corner) for corner in piece.outline.corners]
            self.labels.take_line([*spots, spots[0]], 0.9)

    def _piece(self, piece: Terrain, **paint: object) -> None:
        if isinstance(piece.outline, Circle):
            circle = piece.outline
            self.canvas.circle(self.frame.spot(circle.centre), self.frame.length(circle.radius), **paint)
        else:
            self.canvas.polygon([self.frame.spot(corner) for corner in piece.outline.corners], **paint)

    # ---- ranges

    def ranges(self) -> None:
        """Outline what is within engagement range of targets and of others, and the ring that must be reached."""
        targets = [s for s in self.subject.others if s.party == "target"]
        enemies = [s for s in self.subject.others if s.party == "enemy" and self._is_in_view(s)]
        self._range(enemies, self.subject.barring, style.OTHER_RANGE, "range enemy")
        self._range(targets, "engagement", style.TARGET_RANGE, "range target")
        if self.subject.length("close_ring") != self.subject.length("engagement"):
            self._range(targets, "close_ring", style.CLOSE_RANGE, "range close")

    def _range(self, standings: list[Standing], key: str, line: Mapping[str, object], name: str) -> None:
        distance = self.subject.length(key)
        if not distance or not standings:
            return  # contact has no range
        round_ones = [s for s in standings if isinstance(s.base, RoundBase)]
        discs = [(*self.frame.spot(s.at), self.frame.length(s.reach + distance)) for s in round_ones]
        data = union_path(discs)
        self.labels.take_rim(discs)
        for other in standings:
            if not isinstance(other.base, RoundBase):
                around = base_outline(other.base, other.at, other.facing_deg, float(distance))
                data += poly_path(self.frame.spot(point) for point in around)
        self.canvas.path(data, fill="none", **line)
        self.used.add(name)

    # ---- bases

    def bands(self) -> None:
        """Put a band round every model that the first set blames; under all bases, so that it cuts no neighbour."""
        for standing in (*self.subject.starts, *self.subject.others):
            if self.subject.is_blamed(standing):
                spot, radius, outline = *self._disc(standing), self.outline(standing)
                for band in _BANDS:
                    if outline is None:
                        self.canvas.circle(spot, radius, fill="none", **band)
                    else:
                        self.canvas.path(outline, fill="none", **band)
                self.labels.take(_square(spot, radius + style.BLAMED_RIM), 0.3)
                self.used.add("blamed")

    def _disc(self, standing: Standing) -> tuple[Spot, float]:
        """Give middle and radius of a base on the sheet."""
        return self.frame.spot(standing.at), self.frame.length(standing.reach)

    def bystanders(self) -> None:
        for other in self.subject.others:
            if self._is_in_view(other):
                self._base(other, _LOOKS[other.party])
                self._letters(other, [other.id], _LOOKS[other.party].letter)
                self.used.add(f"base {other.party}")

    def starts(self) -> None:
        """Draw the chargers where they stand now: as ghosts when they have somewhere to go."""
        moving = bool(self.subject.ends)
        look = style.GHOST if moving else style.CHARGER
        for start in self.subject.starts:
            self._base(start, look, weight=1.0 if moving else 2.5)
            self.used.add("base ghost" if moving else "base charger")
            if not moving:
                self._letters(start, [start.id], look.letter)

    def ghost_letters(self) -> None:
        """Name the ghosts, on top of the paths that cross them; where a name has no room, number them as the ends are.

        A ghost without a move has its name or nothing.
        """
        for start in self.subject.starts if self.subject.ends else ():
            move = self.subject.moves.get(start.id)
            short = [] if move is None else [str(move.order)]
            radius = self.frame.length(start.reach)
            label = next((w for w in (start.id, *short) if _size_that_fits(w, radius, 10.5) is not None), start.id)
            self._letters(start, [label], style.GHOST.letter, halo=style.WHITE)

    def ends(self) -> None:
        for end in self.subject.ends:
            self._base(end, style.CHARGER)
            self.used.add("base end")

    def end_letters(self) -> None:
        # a better move may run over a base; its number stays legible
        halo = style.CHARGER.fill if self.subject.witnesses else None
        for end in self.subject.ends:
            self._letters(end, [str(self.subject.moves[end.id].order), end.id], style.CHARGER.letter, halo)

    def _base(self, standing: Standing, look: style.BaseLook, weight: float = 2.5) -> None:
        spot, radius = self._disc(standing)
        self.labels.take(_square(spot, radius * 0.85), weight)
        draw_base(self.canvas, self.outline(standing), spot, radius, look)

    def outline(self, standing: Standing) -> str | None:
        """Give the path data of a base that is not round."""
        if isinstance(standing.base, RoundBase):
            return None
        points = base_outline(standing.base, standing.at, standing.facing_deg)
        return poly_path(self.frame.spot(point) for point in points)

    def _letters(self, standing: Standing, lines: list[str], fill: str, halo: str | None = None) -> None:
        """Write into a base what fits, the first line largest."""
        x, y = self.frame.spot(standing.at)
        radius = self.frame.length(standing.reach)
        first = _size_that_fits(lines[0], radius, 15.0 if len(lines) > 1 else 10.5)
        if first is None:
            return
        middle: dict[str, Any] = {"anchor": "middle", "fill": fill, "halo": halo}
        second = _size_that_fits(lines[1], radius * 0.9, 9.0) if len(lines) > 1 and radius > 15 else None
        if second is None:
            self.canvas.text((x, y + first * 0.36), lines[0], first, **middle, bold=len(lines) > 1)
            return
        self.canvas.text((x, y + first * 0.1), lines[0], first, **middle, bold=True)
        self.canvas.text((x, y + first * 0.1 + second + 1), lines[1], second, **middle)

    # ---- moves

    def paths(self) -> None:
        """Draw every path as far as the rim of its end's base, with an arrow head there."""
        for end in self.subject.ends:
            spots = [self.frame.spot(point) for point in self.subject.moves[end.id].path]
            shaft = without_tail(spots, self.frame.length(end.reach))
            if len(shaft) > 1:
                self._arrow(shaft, style.PATH)
                self.labels.take_line(shaft)
                self.used.add("path")

    def short_paths(self) -> None:
        """Draw the arrows that lie within their own end's base, on top of it."""
        for end in self.subject.ends:
            spots = [self.frame.spot(point) for point in self.subject.moves[end.id].path]
            if len(spots) > 1 and len(without_tail(spots, self.frame.length(end.reach))) < 2:
                self.canvas.path(poly_path(spots, closed=False), fill="none", stroke=style.WHITE, stroke_width=1)

    def _arrow(self, spots: list[Spot], line: Mapping[str, object]) -> None:
        data = poly_path(spots, closed=False)
        join = {"fill": "none", "stroke_linejoin": "round"}
        self.canvas.path(data, stroke=style.WHITE, stroke_width=4.2, **join)
        self.canvas.path(data, **line, **join)
        head = arrow_head(spots[-2], spots[-1], 9.0)
        self.canvas.polygon(head, fill=line["stroke"], stroke=style.WHITE, stroke_width=0.8)

    # ---- how they stand at the end

    def coherency(self) -> None:
        for a, b in self.subject.coherency_links():
            self.canvas.line(*self._rim_to_rim(a, b, 3.0), **style.COHERENCY)
            self.used.add("coherency")

    def engaged(self, on_top: bool) -> None:
        """Link the engaged pairs: long links belong under the bases, where they cross no number, short ones on top."""
        for pair in self.subject.engaged_pairs():
            start, end = self._rim_to_rim(pair.charger, pair.enemy, 0.0)
            is_short = pair.how == "touch" or math.dist(start, end) < _SHORT_LINK
            if is_short == on_top:
                self._engaged(pair)
                self.used.add(f"engaged {pair.how}")

    def _engaged(self, pair: Pair) -> None:
        start, end = self._rim_to_rim(pair.charger, pair.enemy, 4.0)
        if pair.how == "touch":
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            self.canvas.circle(middle, 3.6, fill=style.BLACK, stroke=style.WHITE, stroke_width=1)
            return
        line = style.ENGAGED_CLOSE if pair.how == "close" else style.ENGAGED
        self.canvas.line(start, end, stroke=style.WHITE, stroke_width=5)
        self.canvas.line(start, end, **line)
        self.labels.take_line((start, end))

    def _rim_to_rim(self, a: Standing, b: Standing, overlap: float) -> tuple[Spot, Spot]:
        """Give the line from base to base, reaching `overlap` pixels into both."""
        (ax, ay), (bx, by) = self.frame.spot(a.at), self.frame.spot(b.at)
        apart = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / apart, (by - ay) / apart
        ra, rb = self.frame.length(a.reach) - overlap, self.frame.length(b.reach) - overlap
        return (ax + ux * ra, ay + uy * ra), (bx - ux * rb, by - uy * rb)

    # ---- what is wrong

    def violations(self) -> None:
        """Mark every model that a broken rule names with the rule's number."""
        judgement = self.subject.answer.judgement
        if judgement is None:
            return
        numbers: dict[str, list[str]] = {}
        for index, violation in enumerate(judgement.violations, 1):
            for model in violation.models:
                numbers.setdefault(model, []).append(str(index))
        placed = {s.id: s for s in (*self.subject.others, *self.subject.starts, *self.subject.ends)}
        marked = [(placed[m], found) for m, found in sorted(numbers.items()) if m in placed]
        marked = [(standing, found) for standing, found in marked if self._is_in_view(standing)]
        for standing, _ in marked:
            self._ring(standing)
        # over all rings, so that none cuts a number
        for standing, found in marked:
            self._flag(*self._disc(standing), ",".join(found))

    def _ring(self, standing: Standing) -> None:
        spot, radius = self._disc(standing)
        ring = {"fill": "none", "stroke_dasharray": "6 3"}
        self.canvas.circle(spot, radius + 2.5, stroke=style.WHITE, stroke_width=5, fill="none")
        self.canvas.circle(spot, radius + 2.5, stroke=style.BLACK, stroke_width=2.4, **ring)

    def _flag(self, spot: Spot, radius: float, numbers: str) -> None:
        """Put the flag with the numbers of broken rules at the rim of a base, where it hides least."""
        self.used.add("violation")
        draw_flag(self.canvas, self.labels.freest(round_about(spot, radius + 6), *flag_size(numbers)), numbers)

    def witnesses(self) -> None:
        """Draw the better moves beside the refused ones, from rim to rim."""
        for witness, start, _ in self._witnesses():
            spots, radius = [self.frame.spot(point) for point in witness.path], self.frame.length(start.reach)
            shaft = without_tail(without_tail(spots[::-1], radius)[::-1], radius)
            self.canvas.circle(spots[-1], radius, fill="none", stroke=style.WHITE, stroke_width=4)
            self.canvas.circle(spots[-1], radius, fill="none", **style.WITNESS)
            if len(shaft) > 1:
                self._arrow(shaft, style.WITNESS)
                self.labels.take_line(shaft)
            self.used.add("witness")

    def witness_flags(self) -> None:
        """Put the numbers of the rules that a better move shows to be broken at its end."""
        for witness, start, numbers in self._witnesses():
            self._flag(self.frame.spot(witness.path[-1]), self.frame.length(start.reach), numbers)

    def _witnesses(self) -> list[tuple[Witness, Standing, str]]:
        starts = {start.id: start for start in self.subject.starts}
        return [(w, starts[w.model], numbers) for w, numbers in self.subject.witnesses if w.model in starts]

    def blamed_models(self) -> None:
        """Number the models that the sets to blame name one by one."""
        for start in self.subject.starts:
            numbers = self.subject.sets_of("models", start.id)
            if numbers:
                spot, radius = self._disc(start)
                at = self.labels.freest(round_about(spot, radius + 6), *flag_size(numbers))
                draw_number(self.canvas, at, numbers)
                self.used.add("set")

    # ---- names

    def names(self) -> None:
        """Name units and terrain where there is room: targets, chargers and the blamed always, others if they fit."""
        for words, badge, standings, must in self._unit_names():
            band = style.BLAMED_RIM + 1 if self.subject.is_blamed(standings[0]) else 0.0
            areas = [_square(spot, radius + band) for spot, radius in map(self._disc, standings[:8])]
            around = [_hull(areas), *areas]
            self._name(words, 12.5 if must else 11, around, math.inf if must else 0.2, badge, bold=must)
        blamed = {name for reason in self.subject.answer.reasons for name in reason.terrain}
        blamed |= {name for one in self.subject.blame for name in one.terrain}
        for piece in sorted(self._pieces(), key=lambda p: (p.id not in blamed, p.id)):
            height = "" if piece.height is None else f" {in_text(piece.height)}"
            must = piece.id in blamed
            around = [_grown(area, style.BLAMED_RIM if must else 0.0) for area in self._seen_of(piece)]
            if around:
                badge = self.subject.sets_of("terrain", piece.id)
                tolerance = math.inf if must else 0.12
                self._name(f"{piece.id}{height}", 10, around, tolerance, badge, italic=True, bold=must)

    def _name(
        self, words: str, size: float, around: Iterable[Area], tolerance: float, badge: str, **slant: bool
    ) -> None:
        """Write a name, and after it the badge: the numbers of sets to blame, or of broken rules behind a ``!``."""
        room = f"{words} {badge}m" if badge else words
        spot = self.labels.place(room, size, around, tolerance)
        if spot is None:
            return
        if not badge:
            self.canvas.text(spot, words, size, anchor="middle", fill=style.INK, halo=style.WHITE, **slant)
            return
        draw, used = (draw_flag, "violation") if badge.startswith("!") else (draw_number, "set")
        width, _ = flag_size(badge)
        self.canvas.text(
            (spot[0] - width / 2 - 2, spot[1]), words, size, anchor="middle", fill=style.INK, halo=style.WHITE, **slant
        )
        end = spot[0] + text_width(words, size, bold=True) / 2
        draw(self.canvas, (end + 2, spot[1] - size * 0.36), badge.removeprefix("!"))
        self.used.add(used)

    def _unit_names(self) -> list[tuple[str, str, list[Standing], bool]]:
        """Give name, badge, models and whether the name must be there, of every unit that is seen.

        A unit that a broken rule names without a model carries the rule's number; others are marked at the models.
        """
        own = self.subject.answer.unit
        starts = list(self.subject.starts)
        badges = self._badges_of_units()
        out = [(own, badges.get(own, ""), starts, True)] if starts else []
        for unit in self.subject.scenario.units:
            standings = [s for s in self.subject.others if s.unit == unit.id and self._is_in_view(s)]
            if standings:
                is_target = standings[0].party == "target"
                must = is_target or unit.id in badges or self.subject.is_blamed(standings[0])
                out.append((f"{unit.id} (target)" if is_target else unit.id, badges.get(unit.id, ""), standings, must))
        return sorted(out, key=lambda entry: not entry[3])

    def _badges_of_units(self) -> dict[str, str]:
        sets = {unit.id: self.subject.sets_of("units", unit.id) for unit in self.subject.scenario.units}
        judgement = self.subject.answer.judgement
        numbers: dict[str, list[str]] = {}
        for index, violation in enumerate(judgement.violations if judgement else (), 1):
            for unit in () if violation.models else violation.units:
                numbers.setdefault(unit, []).append(str(index))
        flags = {unit: f"!{','.join(found)}" for unit, found in numbers.items()}
        return {**{unit: found for unit, found in sets.items() if found}, **flags}

    # ---- what is seen

    def _pieces(self) -> list[Terrain]:
        crop = self.frame.box
        return [p for p in self.subject.scenario.terrain if _meets(crop, Box.around(terrain_discs(p)))]

    def _is_in_view(self, standing: Standing) -> bool:
        return self.frame.box.meets(standing.at, standing.reach)

    def _seen_of(self, piece: Terrain) -> list[Area]:
        """Give the areas beside which a piece may be named, best first; none where too little of it is seen.

        The box round what is seen, and places along it; where that is mostly empty (an L, a wall aslant), its longest
        edges come before.
        """
        crop, outline = self.frame.box, piece.outline
        if isinstance(outline, Circle):
            corners: Iterable[Point] = base_outline(RoundBase(outline.radius), outline.centre, 0.0)
        else:
            corners = outline.corners
        seen = clipped(corners, (crop.left, crop.bottom, crop.right, crop.top))
        if not seen:
            return []
        spots = [self.frame.spot((round(x), round(y))) for x, y in seen]
        area = _hull([_square(spot, 0) for spot in spots])
        whole = Box.around(terrain_discs(piece))
        is_cut = (
            whole.left < crop.left or whole.bottom < crop.bottom or whole.right > crop.right or whole.top > crop.top
        )
        is_sliver = min(area[2] - area[0], area[3] - area[1]) < _LEAST_SEEN
        if is_cut and is_sliver:
            return []
        sides = sorted(zip(spots, [*spots[1:], spots[0]]), key=lambda side: -math.dist(*side))
        middles = [_square(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), 2) for a, b in sides[:4]]
        return [area, *_towards_the_ends(area)] if _fills(spots, area) else [*middles, area]


def _size_that_fits(words: str, radius: float, largest: float) -> float | None:
    """Give the largest font size at which the words fit into a disc, or None when that is too small to read."""
    size = min(largest, largest * 1.8 * radius / text_width(words, largest), radius * 1.1)
    return size if size >= _LEAST_LETTER else None


def _square(spot: Spot, half: float) -> Area:
    return (spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half)


def _grown(area: Area, by: float) -> Area:
    return (area[0] - by, area[1] - by, area[2] + by, area[3] + by)


def _hull(areas: list[Area]) -> Area:
    lefts, tops, rights, bottoms = zip(*areas)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _fills(spots: list[Spot], area: Area) -> bool:
    """Whether a polygon covers most of the box round it."""
    doubled = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(spots, [*spots[1:], spots[0]]))
    return abs(doubled) > 1.2 * (area[2] - area[0]) * (area[3] - area[1])


def _towards_the_ends(area: Area) -> list[Area]:
    """Give slices of a long box, a quarter and a sixth from either end."""
    left, top, right, bottom = area
    width, height = right - left, bottom - top
    parts = (0.25, 0.75, 1 / 6, 5 / 6)
    if height > 2 * width:
        return [(left, top + k * height - 2, right, top + k * height + 2) for k in parts]
    if width > 2 * height:
        return [(left + k * width - 2, top, left + k * width + 2, bottom) for k in parts]
    return []


def _meets(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top


def _inches(low: int, high: int, board: int) -> range:
    """The whole inches of an interval that lie on the board."""
    return range(max(0, -(-low // UNITS_PER_INCH)), min(high, board) // UNITS_PER_INCH + 1)


def _grid_line(inch: int) -> dict[str, object]:
    return {"stroke": style.PALE if inch % 6 else "#b4b4b4", "stroke_width": 0.7}


def points_shown(subject: Subject) -> list[tuple[Point, int]]:
    """Give discs round all that must be seen: chargers, their paths and ends, and the targets with their range.

    With nobody on the board at all, its middle.
    """
    reach = subject.length("engagement") or 0
    discs = [(s.at, s.reach) for s in (*subject.starts, *subject.ends)]
    discs += [(point, 0) for move in subject.moves.values() for point in move.path]
    targets = [s for s in subject.others if s.party == "target"]
    # with no target, the picture shows the whole quarrel: every enemy
    shown = targets or [s for s in subject.others if s.party == "enemy"]
    board = subject.scenario.board
    discs += [(s.at, s.reach + reach) for s in shown]
    discs += [(s.at, s.reach) for s in subject.others if subject.is_blamed(s)]
    reaches = {s.id: s.reach for s in subject.starts}
    discs += [(point, reaches.get(w.model, 0)) for w, _ in subject.witnesses for point in w.path]
    return discs or [((board.width // 2, board.height // 2), 0)]
