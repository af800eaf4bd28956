"""How like two pictures are: structural similarity, 1 for the same.

The index of Wang, Bovik, Sheikh and Simoncelli, of windows of 8 x 8 pixels, in shades of grey: what differs in mean, in
contrast and in structure counts, window for window. A plain area is alike only if it is plain in both.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Final

from PIL import Image

WINDOW: Final = 8
STEP: Final = 4
# What keeps the quotient steady where a window is plain: shares of the range of 255 shades.
STEADY_MEAN: Final[float] = (0.01 * 255) ** 2
STEADY_SPREAD: Final[float] = (0.03 * 255) ** 2


def likeness(first: bytes, second: bytes) -> float:
    """The mean of all windows; of pictures of two sizes what both have, as if the rest were alike in nothing."""
    pictures = [Image.open(io.BytesIO(data)).convert("L") for data in (first, second)]
    width, height = (min(sizes) for sizes in zip(*(picture.size for picture in pictures), strict=True))
    shades = [picture.crop((0, 0, width, height)).tobytes() for picture in pictures]
    values = [_window(shades[0], shades[1], place, width) for place in _places(width, height)]
    widest, highest = (max(sizes) for sizes in zip(*(picture.size for picture in pictures), strict=True))
    share: float = (width * height) / (widest * highest)
    return share * sum(values) / len(values)


def _places(width: int, height: int) -> Iterator[int]:
    """Where each window begins."""
    for top in range(0, max(1, height - WINDOW + 1), STEP):
        for left in range(0, max(1, width - WINDOW + 1), STEP):
            yield top * width + left


def _window(first: bytes, second: bytes, place: int, width: int) -> float:
    rows = [slice(place + row * width, place + row * width + WINDOW) for row in range(WINDOW)]
    a = b"".join([first[row] for row in rows])
    b = b"".join([second[row] for row in rows])
    if a == b:
        return 1.0
    count = len(a)
    mean_a, mean_b = sum(a) / count, sum(b) / count
    spread_a = sum([shade * shade for shade in a]) / count - mean_a * mean_a
    spread_b = sum([shade * shade for shade in b]) / count - mean_b * mean_b
    together = sum([x * y for x, y in zip(a, b, strict=True)]) / count - mean_a * mean_b
    light = (2 * mean_a * mean_b + STEADY_MEAN) / (mean_a * mean_a + mean_b * mean_b + STEADY_MEAN)
    return light * (2 * together + STEADY_SPREAD) / (spread_a + spread_b + STEADY_SPREAD)
