"""Images: the file where it can be read, else a placeholder; and the pictures of alerts."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from PIL import Image

from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.javafx.scene.layout.bounds import layout_box
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.picture.canvas import Canvas
from pytest_uimcp.javafx.scene.picture.outlines import box, ellipse, ring
from pytest_uimcp.javafx.scene.values.colors import WHITE, Color
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Box

GREY = Color(0.6, 0.6, 0.6)
LIGHT = Color(0.91, 0.91, 0.91)
# Sign and colour of each kind of alert.
ICONS: Final = {
    "information": ("i", Color(0.18, 0.5, 0.77)), "warning": ("!", Color(0.9, 0.62, 0.1)),
    "error": ("X", Color(0.79, 0.18, 0.18)), "confirmation": ("?", Color(0.18, 0.5, 0.77)),
}  # fmt: skip
MAX_BYTES = 20_000_000
MAX_PIXELS = 20_000_000


def draw_image(canvas: Canvas, node: Node, x: float, y: float) -> None:
    image = node.read("image")
    local_box = layout_box(node)
    area = (x + local_box[0], y + local_box[1], x + local_box[2], y + local_box[3])
    if image is None or local_box[2] <= local_box[0] or local_box[3] <= local_box[1]:
        return
    url = None
    if hasattr(image, "url"):
        url = image.url
    # The pictures of alerts are not files of the program: they are drawn.
    if url in ICONS:
        _draw_icon(canvas, area, *ICONS[url])
        return
    picture = _read(str(url)) if url else None
    if picture is not None:
        canvas.put(picture, area)
    else:
        _draw_placeholder(canvas, area)


def _draw_icon(canvas: Canvas, area: Box, sign: str, color: Color) -> None:
    middle = ((area[0] + area[2]) / 2, (area[1] + area[3]) / 2)
    radius = (area[2] - area[0]) * 0.42
    canvas.fill([ellipse(middle, radius, radius)], color)
    font = Font(size=radius * 1.4, bold=True)
    canvas.text(sign, middle[0] - radius * 0.3, middle[1] + radius * 0.5, font, WHITE)


def _draw_placeholder(canvas: Canvas, area: Box) -> None:
    """A frame with a diagonal cross: an image is here that cannot be shown."""
    canvas.fill([box(area)], LIGHT)
    x0, y0, x1, y1 = area
    for start, end in (((x0, y0), (x1, y1)), ((x0, y1), (x1, y0))):
        canvas.line([start, end], 1.0, GREY)
    canvas.fill(ring(area, 1.0, (0.0,) * 4), GREY)


@lru_cache(maxsize=32)
def _read(url: str) -> Image.Image | None:
    """A picture of a file, without more bytes or pixels than a picture of a program has; no other address is read."""
    parts = urlsplit(url)
    # A picture is never fetched from the network.
    if parts.scheme not in ("", "file"):
        return None
    path = Path(unquote(parts.path))
    try:
        data = io.BytesIO(read_regular(path, MAX_BYTES))
        # Only formats that JavaFX knows: others would be read by decoders that nobody has checked.
        with Image.open(data, formats=("PNG", "JPEG", "GIF", "BMP")) as image:
            if image.width * image.height <= MAX_PIXELS:
                return image.convert("RGBA")
            return None
    except (OSError, SyntaxError, ValueError, EOFError, Warning, Image.DecompressionBombError):
        return None
