"""Where a label goes: the place, of a few, where it covers least."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from planner.render.canvas import Spot, text_width
from planner.render.outlines import Disc

Area = tuple[float, float, float, float]
"""Left, top, right, bottom on the sheet."""


class Labels:
    """Remembers what is taken, and finds room for one label after the other."""

    def __init__(self, sheet: Area) -> None:
        self._sheet = sheet
        self._taken: list[tuple[Area, float]] = []

    def take(self, area: Area, weight: float = 1.0) -> None:
        """Mark an area as taken; `weight` says how bad it is to cover it."""
        self._taken.append((area, weight))

    def take_line(self, spots: Sequence[Spot], weight: float = 0.6) -> None:
        """Mark a line as taken, in beads of 12 pixels."""
        for (x0, y0), (x1, y1) in pairwise(spots):
            beads = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) / 12))
            for k in range(beads + 1):
                x, y = x0 + (x1 - x0) * k / beads, y0 + (y1 - y0) * k / beads
                self.take((x - 4, y - 4, x + 4, y + 4), weight)

    def take_rim(self, discs: Sequence[Disc], weight: float = 0.1) -> None:
        """Mark the outline of a union of discs as taken, in beads some 16 pixels apart."""
        for index, (x, y, r) in enumerate(discs):
            beads = max(8, int(2 * math.pi * r / 16))
            for k in range(beads):
                at = (x + r * math.cos(2 * math.pi * k / beads), y + r * math.sin(2 * math.pi * k / beads))
                if all(math.dist(at, disc[:2]) >= disc[2] for n, disc in enumerate(discs) if n != index):
                    self.take((at[0] - 5, at[1] - 5, at[0] + 5, at[1] + 5), weight)

    def place(self, words: str, size: float, around: Iterable[Area], tolerance: float = 0.25) -> Spot | None:
        """Find a place beside one of the areas (the first is liked best); give the middle of its baseline.

        None when at the best place more than `tolerance` of the label would lie on what is taken.
        """
        # names in bold are the wider ones: room for them is room for all
        width, height = text_width(words, size, bold=True) + 4, size + 2
        best: tuple[float, Spot, Area] | None = None
        for rank, middle in enumerate(spot for area in around for spot in _beside(area, width, height)):
            area = (middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2)
            liking = rank * 0.0015
            if best is not None and best[0] <= liking:
                break
            cost = self._covered(area) / (width * height) + liking
            if best is None or cost < best[0]:
                best = (cost, middle, area)
        if best is None or best[0] > tolerance:
            return None
        self.take(best[2], 3.0)
        return best[1][0], best[1][1] + size * 0.36

    def freest(self, spots: Iterable[Spot], width: float, height: float) -> Spot:
        """Take the one of some middles (the first is liked best) where a box covers least; for what must be there."""
        boxes = [(x - width / 2, y - height / 2, x + width / 2, y + height / 2) for x, y in spots]
        best = min(enumerate(boxes), key=lambda entry: self._covered(entry[1]) + 8 * entry[0])[1]
        self.take(best, 3.0)
        return (best[0] + best[2]) / 2, (best[1] + best[3]) / 2

    def _covered(self, area: Area) -> float:
        whole = (area[2] - area[0]) * (area[3] - area[1])
        outside = whole - _overlap(area, self._sheet)
        return 8 * outside + sum(_overlap(area, taken) * weight for taken, weight in self._taken)


def _overlap(a: Area, b: Area) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def _beside(area: Area, width: float, height: float) -> list[Spot]:
    """Middles of labels above, below, right, left, at the corners of an area, and last in the midst of it."""
    left, top, right, bottom = area
    x, y = (left + right) / 2, (top + bottom) / 2
    above, below = top - height / 2 - 2, bottom + height / 2 + 2
    east, west = right + width / 2 + 3, left - width / 2 - 3
    near = [(x, above), (x, below), (east, y), (west, y), (east, above), (west, above), (east, below), (west, below)]
    shifted = [(x + dx, v) for v in (above, below) for dx in (-width / 2, width / 2)]
    further = [(x, above - height), (x, below + height), (east, y - height), (east, y + height)]
    return [*near, *shifted, *further, (x, y)]
