"""The tracks of a grid as its template says them: how many columns and rows, and how large each may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_uimcp.page.dom.nodes import Element, Text
from pytest_uimcp.page.layout.items import gap_of, items_of
from pytest_uimcp.page.layout.lengths import Pixels, length
from pytest_uimcp.page.layout.sheet import Piece

if TYPE_CHECKING:
    from pytest_uimcp.page.layout.layout import Layout

_TRACK: Final = re.compile(r"\[[^\]]*\]|(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+")
_REPEAT: Final = re.compile(r"repeat\(\s*(?P<count>[\w-]+)\s*,(?P<tracks>.*)\)")
_MINMAX: Final = re.compile(r"minmax\(\s*(?P<least>(?:[^(),]|\([^()]*\))+),(?P<most>.*)\)")
_AREA: Final = re.compile(r"[\"']([^\"']*)[\"']")
MAX_TRACKS: Final = 60


class Track(NamedTuple):
    # What it takes at least: None for its content.
    minimum: Pixels | None
    maximum: Pixels | None
    # Its share of what is free; 0 if it has none.
    share: float = 0.0
    # Whether it is as large as it says, whatever is in it.
    is_fixed: bool = False
    # Whether it is said in shares, of which it may have none.
    is_shared: bool = False


AUTO_TRACK: Final = Track(None, None)


def _row_sizes(rows: str) -> Iterator[str]:
    """What follows each string of a template with areas: the size of its row, or nothing, and names of lines."""
    for part in _AREA.split(rows)[2::2]:
        yield part.strip() or "auto"


class GridTemplate:
    """The tracks and areas that style sheets give to a grid."""

    def __init__(self, layout: Layout, box: Element, width: Pixels | None, height: Pixels | None) -> None:
        self.layout = layout
        self.box = box
        self.style = layout.sheet.style(box)
        self.width = width
        self.height = height
        self.gap = gap_of(layout, box, "column", width)
        self.row_gap = gap_of(layout, box, "row", height)
        template = self.style.get("grid-template", "")
        is_whole = "grid" not in self.style
        if not template and "auto-flow" not in self.style.get("grid", "auto-flow"):
            template = self.style["grid"]
            is_whole = True
        rows, slash, columns = template.partition("/")
        # Whether it is known which item is in which cell.
        self.is_known = is_whole and bool(slash or not rows or _AREA.search(rows))
        self.areas = self._areas(rows)
        if _AREA.search(rows):
            rows = " ".join(_row_sizes(rows))
        columns = self.style.get("grid-template-columns", columns.strip() or "none")
        self.columns = self._tracks(columns, width, self.gap)
        said_rows = self.style.get("grid-template-rows", rows.strip() or "none")
        self.has_rows_of_parent = said_rows == "subgrid"
        if self.has_rows_of_parent:
            said_rows = "none"
            parent = layout.look.parent(box)
            if parent is not None and "row-gap" not in self.style:
                self.row_gap = gap_of(layout, parent, "row", None)
        self.rows = self._tracks(said_rows, height, self.row_gap)
        names = [len(row) for row in self.areas]
        while self.areas and len(self.columns) < max(names):
            self.columns.append(self.implicit("grid-auto-columns", width))

    def _areas(self, rows: str) -> list[list[str]]:
        return [row.split() for row in _AREA.findall(self.style.get("grid-template-areas", rows))]

    def _tracks(self, text: str, room: Pixels | None, gap: Pixels) -> list[Track]:
        tracks: list[Track] = []
        if text == "none":
            return tracks
        for part in _TRACK.findall(text):
            if part.startswith("["):
                self.is_known = False
                continue
            repeat = _REPEAT.fullmatch(part)
            if repeat is None:
                tracks.append(self._track(part, room))
                continue
            nested = [
                self._track(amount, room) for amount in _TRACK.findall(repeat["tracks"]) if not amount.startswith("[")
            ]
            count = self._count(repeat["count"], nested, room, gap)
            tracks += (nested * count)[:MAX_TRACKS]
        if any(track.minimum is not None and track.minimum.low < -1 for track in tracks) or "subgrid" in text:
            self.is_known = False
        return tracks

    def _count(self, count: str, nested: list[Track], room: Pixels | None, gap: Pixels) -> int:
        if count.isdigit():
            return min(int(count), MAX_TRACKS)
        if room is None or len(nested) != 1 or not room.is_exact:
            self.is_known = False
            return 1
        size = nested[0].maximum
        if nested[0].minimum is not None:
            size = nested[0].minimum
        if size is None or not size.is_exact or size.low + gap.low <= 0:
            self.is_known = False
            return 1
        number = max(1, int((room.low + gap.low + 0.01) // (size.low + gap.low)))
        if count == "auto-fit":
            # Tracks without items have no size.
            items = len(items_of(self.layout, self.box))
            if any(self._is_placed(item[0]) for item in items_of(self.layout, self.box)):
                self.is_known = False
            number = max(1, min(number, items))
        return number

    def _is_placed(self, piece: Piece) -> bool:
        if isinstance(piece, Text):
            return False
        return any(name.startswith("grid-") for name in self.layout.sheet.piece_style(piece))

    def _track(self, text: str, room: Pixels | None) -> Track:
        size = self.layout.sheet.font(self.box).size
        if text.endswith("fr"):
            try:
                return Track(None, None, float(text[:-2]), is_shared=True)
            except ValueError:
                self.is_known = False
                return AUTO_TRACK
        bounds = _MINMAX.fullmatch(text)
        if bounds is not None:
            minimum = length(bounds["least"], room, size)
            maximum = bounds["most"].strip()
            if maximum.endswith("fr"):
                return Track(minimum, None, float(maximum[:-2]), is_shared=True)
            limit = length(maximum, room, size)
            if limit is None or minimum is None:
                return AUTO_TRACK._replace(minimum=minimum)
            return Track(minimum, limit)
        if text.startswith("fit-content"):
            return AUTO_TRACK
        pixels = length(text, room, size)
        if pixels is None:
            return AUTO_TRACK
        return Track(pixels, pixels, is_fixed=True)

    def implicit(self, name: str, room: Pixels | None) -> Track:
        text = self.style.get(name, "auto")
        if " " in text.strip() and "(" not in text:
            self.is_known = False
            return AUTO_TRACK
        return self._track(text, room)
