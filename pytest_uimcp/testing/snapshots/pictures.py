"""Compares two pictures pixel by pixel, and draws a third that shows where they differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from pytest_uimcp.testing.snapshots.png import Raster, read_png, write_png

__all__ = ["Comparison", "compare_pictures"]

RED: Final = b"\xe0\x00\x20"
ORANGE: Final = b"\xff\x90\x00"
GAP: Final = b"\x60\x60\x60" * 8
_FADED: Final = bytes(255 - (255 - value) // 4 for value in range(256))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison."""

    expected: Raster
    received: Raster
    # The columns that differ, by row.
    different: dict[int, list[int]] = field(default_factory=dict)

    @property
    def same_size(self) -> bool:
        """Whether the sizes are equal, so that pixels can be compared."""
        return (self.expected.width, self.expected.height) == (self.received.width, self.received.height)

    @property
    def pixels(self) -> int:
        """The number of pixels that differ."""
        return sum(map(len, self.different.values()))

    @property
    def share(self) -> float:
        """The fraction of pixels that differ, from 0 to 1; 1 if the sizes differ."""
        return self.pixels / max(1, self.expected.width * self.expected.height) if self.same_size else 1.0

    def __str__(self) -> str:
        if not self.same_size:
            before, after = self.expected, self.received
            return f"the size is another: {before.width} x {before.height} → {after.width} x {after.height}"
        share = f"{self.share:.2%}" if self.share >= 0.0001 or not self.pixels else "less than 0.01%"
        return f"{self.pixels} of {self.expected.width * self.expected.height} pixels differ ({share})"

    def picture(self) -> bytes:
        """A PNG of expected, difference and received side by side; without the middle one if the sizes differ."""
        panels = [self.expected.rgb(), self.received.rgb()]
        if self.same_size:
            panels.insert(1, self._marked(panels[1]))
        return write_png(_beside(panels))

    def _marked(self, picture: Raster) -> Raster:
        """The picture, faded, with the pixels that differ in red and an orange frame around all of them."""
        rows = [bytearray(row.translate(_FADED)) for row in picture.rows]
        for y, columns in self.different.items():
            for x in columns:
                rows[y][3 * x : 3 * x + 3] = RED
        if self.different:
            _frame(rows, picture.width, self.different)
        return Raster(picture.width, 3, [bytes(row) for row in rows])


def compare_pictures(expected: bytes, received: bytes, *, shade: int = 0) -> Comparison:
    """Compare two PNGs; a pixel differs if one of its channels does by more than `shade` of 255."""
    before = read_png(expected)
    after = before if received == expected else read_png(received)
    if before.channels != after.channels:
        before, after = before.rgba(), after.rgba()
    found = Comparison(before, after)
    if found.same_size:
        for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)):
            columns = [] if old == new else _columns(old, new, before.channels, shade)
            if columns:
                found.different[y] = columns
    return found


def _columns(old: bytes, new: bytes, channels: int, shade: int) -> list[int]:
    away = (at // channels for at, (a, b) in enumerate(zip(old, new, strict=True)) if a != b and abs(a - b) > shade)
    return list(dict.fromkeys(away))


def _frame(rows: list[bytearray], width: int, different: dict[int, list[int]]) -> None:
    top, bottom = max(0, min(different) - 4), min(len(rows) - 1, max(different) + 4)
    left = max(0, min(columns[0] for columns in different.values()) - 4)
    right = min(width - 1, max(columns[-1] for columns in different.values()) + 4)
    for x in range(left, right + 1):
        for y in (top, bottom):
            rows[y][3 * x : 3 * x + 3] = ORANGE
    for y in range(top, bottom + 1):
        for x in (left, right):
            rows[y][3 * x : 3 * x + 3] = ORANGE


def _beside(panels: Iterable[Raster]) -> Raster:
    panels = list(panels)
    height = max(panel.height for panel in panels)
    full = [panel.rows + [b"\xff" * (3 * panel.width)] * (height - panel.height) for panel in panels]
    width = sum(panel.width for panel in panels) + len(GAP) // 3 * (len(panels) - 1)
    return Raster(width, 3, [GAP.join(rows) for rows in zip(*full, strict=True)])
