"""An image in the coordinates of a scene: fills outlines, writes text, and stacks layers.

Everything is a mask and a paint. Masks are drawn larger and made smaller, which smooths their edges.
"""

from __future__ import annotations

import math
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from pytest_uimcp.javafx.scene.picture.letters import text_mask
from pytest_uimcp.javafx.scene.picture.outlines import Outline
from pytest_uimcp.javafx.scene.picture.paints import Gradient, Paint
from pytest_uimcp.javafx.scene.values.colors import Color
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Affine, Box, intersect, is_empty

# How many times larger a mask is drawn, and up to how many pixels.
FINENESS = ((4, 1_000_000), (2, 4_000_000), (1, math.inf))
# How far from a whole pixel an edge still counts as on it.
SHARP = 0.02

# The largest radius of a blur.
SOFTEST = 127.0


class Canvas:
    """What is drawn so far. `origin` is the place of the scene that the image's upper left corner shows."""

    def __init__(self, area: Box, clip: Box | None = None, *, installed_fonts: bool = False) -> None:
        # A layer may begin anywhere in the scene; its pixels are whole ones all the same.
        self.origin = (math.floor(area[0]), math.floor(area[1]))
        size = (max(1, math.ceil(area[2]) - self.origin[0]), max(1, math.ceil(area[3]) - self.origin[1]))
        self.image = Image.new("RGBA", size)
        self.installed_fonts = installed_fonts
        self.clip: Box = area if clip is None else intersect(area, clip)

    def layer(self, area: Box) -> Canvas:
        """An empty canvas for what this one shows of an area, to be laid over it."""
        visible = intersect(area, self.clip)
        if is_empty(visible):
            visible = (0.0, 0.0, 1.0, 1.0)
        return Canvas(visible, self.clip, installed_fonts=self.installed_fonts)

    def fill(self, outline: Outline, paint: Paint | None) -> None:
        mask = None
        if paint is not None:
            mask = self._mask(outline)
        if mask is not None and paint is not None:
            self._put(*mask, paint, _extent(outline))

    def shadow(self, outline: Outline, paint: Paint | None, blur: float, dx: float, dy: float) -> None:
        blur = _soft(blur)
        pad = math.ceil(blur) + 1
        area = _extent(outline)
        if paint is None or is_empty(area):
            return
        # The mask of a shadow is larger than its shape by as much as the blur spreads.
        moved = [[(x + dx, y + dy) for x, y in line] for line in outline]
        shadow_area = (area[0] + dx - pad, area[1] + dy - pad, area[2] + dx + pad, area[3] + dy + pad)
        masked = self._mask(moved, shadow_area)
        if masked is not None:
            mask, x, y = masked
            self._put(mask.filter(ImageFilter.GaussianBlur(blur / 2)), x, y, paint, shadow_area)

    def text(self, text: str, x: float, baseline: float, font: Font, paint: Paint | None) -> None:
        masked = None
        if paint is not None:
            masked = text_mask(text, font, self.installed_fonts)
        if masked is not None and paint is not None:
            mask, overhang, ascent = masked
            corner = (round(x) - overhang, round(baseline) - ascent)
            self._put(mask, *corner, paint, (*corner, corner[0] + mask.width, corner[1] + mask.height))

    def line(
        self, points: list[tuple[float, float]], width: float, paint: Paint | None, is_closed: bool = False
    ) -> None:
        if is_closed and points:
            points = [*points, points[0]]
        # Each piece for itself, without joins: strokes of programs are thin.
        for start, end in pairwise(points):
            self.fill([_bar(start, end, width)], paint)

    def put(self, picture: Image.Image, area: Box) -> None:
        size = (round(area[2]) - round(area[0]), round(area[3]) - round(area[1]))
        visible = intersect(area, self.clip)
        if min(size) < 1 or is_empty(visible):
            return
        picture = picture.convert("RGBA").resize(size, Image.Resampling.BILINEAR)
        self._over(picture, round(area[0]), round(area[1]))

    def lay(self, layer: Canvas, opacity: float = 1.0, blur: float = 0.0) -> None:
        picture = layer.image
        if (blur := _soft(blur)) > 0:
            picture = picture.filter(ImageFilter.GaussianBlur(blur / 2))
        if opacity < 1:
            picture.putalpha(picture.getchannel("A").point([round(value * opacity) for value in range(256)]))
        self._over(picture, *layer.origin)

    def turned(self, layer: Canvas, turn: Affine) -> None:
        """Put a layer over this that is drawn in coordinates of its own; `turn` maps them to these."""
        a, b, c, d, x, y = turn
        determinant = a * d - b * c
        # Scaled to nothing: there is nothing to see, and no way back.
        if abs(determinant) < 1e-9:
            return
        ox, oy = self.origin
        lx, ly = layer.origin
        # Pillow asks for the way back: from a pixel here to one of the layer.
        ia = d / determinant
        ib = -c / determinant
        ic = -b / determinant
        id_ = a / determinant
        back = (ia, ib, ia * (ox - x) + ib * (oy - y) - lx, ic, id_, ic * (ox - x) + id_ * (oy - y) - ly)
        picture = layer.image.transform(
            self.image.size, Image.Transform.AFFINE, back, resample=Image.Resampling.BICUBIC
        )
        self._over(picture, ox, oy)

    def _mask(self, outline: Outline, area: Box | None = None) -> tuple[Image.Image, int, int] | None:
        """The mask of closed lines, where they are within the clip."""
        region = intersect(_extent(outline) if area is None else area, self.clip)
        if is_empty(region):
            return None
        x = math.floor(region[0])
        y = math.floor(region[1])
        width = math.ceil(region[2]) - x
        height = math.ceil(region[3]) - y
        if width < 1 or height < 1:
            return None
        # Most of a picture are boxes on whole pixels, which need no smoothing.
        if area is None and _is_sharp(outline):
            return Image.new("L", (width, height), 255), x, y
        fine = next(fine for fine, max_pixels in FINENESS if width * height <= max_pixels)
        mask: Image.Image | None = None
        for line in outline:
            if len(line) > 2:
                part = Image.new("L", (width * fine, height * fine))
                points = [((px - x) * fine - 0.5, (py - y) * fine - 0.5) for px, py in line]
                ImageDraw.Draw(part).polygon(points, fill=255)
                if mask is None:
                    mask = part
                else:
                    mask = ImageChops.difference(mask, part)
        if mask is None:
            return None
        return (mask.reduce(fine), x, y)

    def _put(self, mask: Image.Image, x: int, y: int, paint: Paint, area: Box) -> None:
        if isinstance(paint, Gradient):
            picture = _shaded(paint, mask.size, (area[0] - x, area[1] - y, area[2] - x, area[3] - y))
            mask = ImageChops.multiply(mask, picture.getchannel("A"))
        else:
            picture = Image.new("RGBA", mask.size, _bytes(paint))
            if paint.opacity < 1:
                mask = mask.point([round(value * paint.opacity) for value in range(256)])
        # The mask decides where the paint is, and how strong.
        picture.putalpha(mask)
        self._over(picture, x, y)

    def _over(self, picture: Image.Image, x: int, y: int) -> None:
        """Put a picture at a place of the scene, cut to the clip."""
        # Whole pixels for the clip, so that neighbours meet without a seam.
        left = max(x, math.floor(self.clip[0] + 0.5))
        top = max(y, math.floor(self.clip[1] + 0.5))
        right = min(x + picture.width, math.floor(self.clip[2] + 0.5), self.origin[0] + self.image.width)
        bottom = min(y + picture.height, math.floor(self.clip[3] + 0.5), self.origin[1] + self.image.height)
        left = max(left, self.origin[0])
        top = max(top, self.origin[1])
        if right > left and bottom > top:
            source = (left - x, top - y, right - x, bottom - y)
            self.image.alpha_composite(picture, (left - self.origin[0], top - self.origin[1]), source)


def _bytes(color: Color) -> tuple[int, int, int, int]:
    return (round(color.red * 255), round(color.green * 255), round(color.blue * 255), 255)


def _extent(outline: Outline) -> Box:
    points = [point for line in outline for point in line]
    if not points:
        return (0.0, 0.0, -1.0, -1.0)
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _is_sharp(outline: Outline) -> bool:
    """Whether it is one box with its edges on whole pixels."""
    if len(outline) != 1 or len(outline[0]) != 4:
        return False
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = outline[0]
    if x0 != x3 or x1 != x2 or y0 != y1 or y2 != y3:
        return False
    return all(abs(value - round(value)) < SHARP for value in (x0, y0, x2, y2))


def _bar(start: tuple[float, float], end: tuple[float, float], width: float) -> list[tuple[float, float]]:
    """A thick line as a box along it, with square ends."""
    dx = end[0] - start[0]
    dy = end[1] - start[1]
    length = math.hypot(dx, dy)
    half = width / 2
    ux, uy = (dx / length * half, dy / length * half) if length else (half, 0.0)
    return [(start[0] - ux + uy, start[1] - uy - ux), (end[0] + ux + uy, end[1] + uy - ux),
            (end[0] + ux - uy, end[1] + uy + ux), (start[0] - ux - uy, start[1] - uy + ux)]  # fmt: skip


def _shaded(paint: Gradient, size: tuple[int, int], area: Box) -> Image.Image:
    """A strip of the gradient's colours, stretched over the mask."""
    start, end = (area[0], area[2]) if paint.across else (area[1], area[3])
    if paint.length:
        end = start + paint.length
    length = size[0] if paint.across else size[1]
    colors = [_at(paint, (place + 0.5 - start) / ((end - start) or 1)) for place in range(length)]
    strip = Image.new("RGBA", (length, 1) if paint.across else (1, length))
    strip.putdata(colors)
    return strip.resize(size)


def _at(paint: Gradient, place: float) -> tuple[int, ...]:
    start = paint.stops[0]
    end = paint.stops[-1]
    for stop in paint.stops:
        if stop[0] <= place:
            start = stop
        else:
            end = stop
            break
    else:
        end = start
    span = end[0] - start[0]
    share = 0.0
    if span > 0:
        share = min(max((place - start[0]) / span, 0.0), 1.0)
    return tuple(round(255 * (old + (new - old) * share)) for old, new in zip(start[1], end[1], strict=True))


def _soft(blur: float) -> float:
    """The radius of a blur as JavaFX bounds it."""
    return min(max(blur, 0.0), SOFTEST)
