"""Compares two pictures pixel by pixel, and draws a third that shows where they differ."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass
from functools import reduce
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from pytest_uimcp.core.errors import UimcpError, public

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# A few bytes of PNG can stand for gigabytes of pixels; the largest screens have fewer than these.
MAX_PIXELS: Final = 40_000_000
RED: Final = (224, 0, 32)
ORANGE: Final = (255, 144, 0)
GREY: Final = (96, 96, 96)
GAP: Final = 8
FADED: Final = [255 - (255 - value) // 4 for value in range(256)]


@public
class BadPicture(UimcpError):
    """Not a PNG, a broken one, or one that is too large."""


def read_png(data: bytes) -> Image.Image:
    """The pixels of a PNG as RGB or RGBA; raises BadPicture with the reason."""
    if not data.startswith(SIGNATURE):
        raise BadPicture(f"expected a PNG, got {len(data)} bytes that begin with {data[:8]!r}")
    try:
        _check_size(*struct.unpack_from(">II", data, 16))  # before the library, which would only warn of some
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            return image.convert("RGBA" if image.has_transparency_data else "RGB")
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        struct.error,
        zlib.error,
        Image.DecompressionBombError,
    ) as error:
        raise BadPicture(f"a broken PNG of {len(data)} bytes: {error}") from error


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise BadPicture(f"a PNG of {width} x {height} pixels; pictures have at most {MAX_PIXELS:,} of them")


def write_png(picture: Image.Image) -> bytes:
    into = io.BytesIO()
    picture.save(into, "PNG")
    return into.getvalue()


@dataclass(frozen=True, slots=True)
class Comparison:
    expected: Image.Image
    received: Image.Image
    # White where the pictures differ, black elsewhere; none if their sizes differ.
    different: Image.Image | None
    # The number of pixels that differ; 0 if the sizes differ.
    pixels: int

    @property
    def share(self) -> float:
        """The fraction of pixels that differ, from 0 to 1; 1 if the sizes differ."""
        if self.different is None:
            return 1.0
        return self.pixels / max(1, self.expected.width * self.expected.height)

    def __str__(self) -> str:
        expected = self.expected
        received = self.received
        if self.different is None:
            return f"the size is another: {expected.width} x {expected.height} → {received.width} x {received.height}"
        share = "less than 0.01%"
        if self.share >= 0.0001 or not self.pixels:
            share = f"{self.share:.2%}"
        return f"{self.pixels} of {expected.width * expected.height} pixels differ ({share})"

    def picture(self) -> bytes:
        """A PNG of expected, difference and received side by side; without the middle one if the sizes differ."""
        panels = [self.expected.convert("RGB"), self.received.convert("RGB")]
        if self.different is not None:
            panels.insert(1, _marked(panels[1], self.different))
        return write_png(_beside(panels))


def compare_pictures(expected: bytes, received: bytes, *, shade: int = 0) -> Comparison:
    """Compare two PNGs; a pixel differs if one of its channels does by more than `shade` of 255."""
    expected_image = read_png(expected)
    received_image = expected_image if received == expected else read_png(received)
    if expected_image.mode != received_image.mode:
        expected_image = expected_image.convert("RGBA")
        received_image = received_image.convert("RGBA")
    if expected_image.size != received_image.size:
        return Comparison(expected_image, received_image, None, 0)
    away = reduce(ImageChops.lighter, ImageChops.difference(expected_image, received_image).split())
    different = away.point([255 if value > shade else 0 for value in range(256)])
    return Comparison(expected_image, received_image, different, different.histogram()[255])


def _marked(picture: Image.Image, different: Image.Image) -> Image.Image:
    """The picture, faded, with the pixels that differ in red and an orange frame around all of them."""
    marked = picture.point(FADED * 3)
    marked.paste(RED, mask=different)
    box = different.getbbox()
    if box is not None:
        x, top, right, bottom = box
        frame = (
            max(0, x - 4),
            max(0, top - 4),
            min(marked.width, right + 4) - 1,
            min(marked.height, bottom + 4) - 1,
        )
        ImageDraw.Draw(marked).rectangle(frame, outline=ORANGE)
    return marked


def _beside(panels: list[Image.Image]) -> Image.Image:
    width = sum(panel.width for panel in panels) + GAP * (len(panels) - 1)
    sheet = Image.new("RGB", (width, max(panel.height for panel in panels)), "white")
    x = 0
    for panel in panels:
        sheet.paste(panel, (x, 0))
        x += panel.width + GAP
        if x < width:
            sheet.paste(GREY, (x - GAP, 0, x, sheet.height))
    return sheet
