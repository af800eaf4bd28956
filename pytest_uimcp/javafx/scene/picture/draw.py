"""From a stage to a picture: the nodes of its scene in the order in which they lie over each other, then its popups."""

from __future__ import annotations

import io
from typing import cast

from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.layout.bounds import in_parent, local, to_parent
from pytest_uimcp.javafx.scene.layout.run import deep
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.picture.canvas import Canvas
from pytest_uimcp.javafx.scene.picture.outlines import box
from pytest_uimcp.javafx.scene.picture.paints import paint_of
from pytest_uimcp.javafx.scene.picture.regions import draw_region
from pytest_uimcp.javafx.scene.picture.shapes import draw_shape
from pytest_uimcp.javafx.scene.snapshot.paths import windows
from pytest_uimcp.javafx.scene.stage.window import StageWindow, Window
from pytest_uimcp.javafx.scene.values.colors import WHITE
from pytest_uimcp.javafx.scene.values.geometry import Box, Insets, grow, intersect, is_empty, move

MAX_EDGE_PIXELS = 16_384
MAX_PIXELS = 20_000_000
# What shadows and focus rings may reach beyond the box of a node.
AROUND = Insets(24.0, 24.0, 24.0, 24.0)
# How far popups may make a picture larger than its scene.
MAX_OVERHANG_PIXELS = 2_000


def draw_stage(stage: StageWindow, *, installed_fonts: bool = False) -> bytes:
    """A PNG of a stage. A pixel is a point of the scene, so what is seen at a place can be clicked there.

    Popups that reach beyond the right or the lower edge make the picture larger. With the fonts that are installed, as
    JavaFX draws it, a picture is another one on another machine.
    """
    scene = stage.scene
    if scene is None:
        raise UiError("MCP_UI_INTERNAL", f"{stage!r} has no scene to draw")
    width, height = (max(1.0, scene.values.get(name, 0.0)) for name in ("width", "height"))
    # The first window is the stage itself.
    popups = [(popup, popup.scene, _place(popup, stage)) for popup in windows(stage)[1:] if popup.scene is not None]
    rights = [x + popup_scene.values["width"] for _, popup_scene, (x, _) in popups]
    bottoms = [y + popup_scene.values["height"] for _, popup_scene, (_, y) in popups]
    right = min(max([width, *rights]), width + MAX_OVERHANG_PIXELS)
    bottom = min(max([height, *bottoms]), height + MAX_OVERHANG_PIXELS)
    # Checked before the image is made, which would take the memory.
    if max(right, bottom) > MAX_EDGE_PIXELS or right * bottom > MAX_PIXELS:
        raise UiError(
            "MCP_UI_INTERNAL",
            f"a picture of {right:.0f} x {bottom:.0f} is too large; it may have {MAX_PIXELS:,} pixels",
        )
    canvas = Canvas((0.0, 0.0, right, bottom), installed_fonts=installed_fonts)
    scene_canvas = Canvas((0.0, 0.0, width, height), installed_fonts=installed_fonts)
    # The scene on a canvas of its own: what it has beyond its edges is cut, popups are not.
    scene_canvas.fill([box((0.0, 0.0, width, height))], paint_of(scene.read("fill"), lambda _: None) or WHITE)
    _draw_window(scene_canvas, stage, 0.0, 0.0)
    canvas.lay(scene_canvas)
    for window, _, (x, y) in popups:
        _draw_window(canvas, window, x, y)
    into = io.BytesIO()
    canvas.image.save(into, "PNG")
    return into.getvalue()


def _place(window: Window, stage: StageWindow) -> tuple[float, float]:
    """Where a popup's scene begins, in the coordinates of the stage's scene."""
    (x, y) = window.origin
    (x0, y0) = stage.origin
    return (x - x0, y - y0)


def _draw_window(canvas: Canvas, window: Window, x: float, y: float) -> None:
    root = window.root
    if root is not None:
        with deep():
            draw_node(canvas, root, x, y)


def draw_node(canvas: Canvas, node: Node, x: float, y: float) -> None:
    """One node and what is below it; `x` and `y` are where its parent begins."""
    opacity = node.read("opacity")
    if not node.shown or opacity <= 0 or _is_out(canvas, node, x, y):
        return
    shift = to_parent(node)
    area = grow(move(in_parent(node), x, y), AROUND)
    if len(shift) != 2:
        bounds = local(node)
        width = bounds[2] - bounds[0]
        height = bounds[3] - bounds[1]
        if width * height > MAX_PIXELS or max(width, height) > MAX_PIXELS:
            return  # what is so large before it is turned is made small on purpose, and hides nothing
        layer = Canvas(bounds, installed_fonts=canvas.installed_fonts)
        _draw_inside(layer, node, 0.0, 0.0)
        a, b, c, d, tx, ty = shift
        # Drawn straight, then turned as a whole: text and strokes turn with it.
        under = canvas.layer(area)
        under.turned(layer, (a, b, c, d, tx + x, ty + y))
        canvas.lay(under, opacity)
        return
    x = x + shift[0]
    y = y + shift[1]
    blur = _blur_of(node)
    # A layer is needed only for what applies to the node and its children together.
    if opacity >= 1 and not blur:
        _draw_inside(canvas, node, x, y)
        return
    layer = canvas.layer(area)
    _draw_inside(layer, node, x, y)
    canvas.lay(layer, opacity, blur)


def _is_out(canvas: Canvas, node: Node, x: float, y: float) -> bool:
    x0, y0, x1, y1 = in_parent(node)
    return is_empty(intersect((x0 + x - 1, y0 + y - 1, x1 + x + 1, y1 + y + 1), canvas.clip))


def _blur_of(node: Node) -> float:
    effect = node.values.get("effect")
    if isinstance(effect, FxObject) and effect.is_a("GaussianBlur"):
        return effect.read("radius")
    return 0.0


def _draw_inside(canvas: Canvas, node: Node, x: float, y: float) -> None:
    # Put back in any case: the next sibling is not clipped by this one.
    outer_clip = canvas.clip
    clip = _clip_of(node)
    if clip is not None:
        canvas.clip = intersect(outer_clip, (clip[0] + x, clip[1] + y, clip[2] + x, clip[3] + y))
    try:
        if is_empty(canvas.clip):
            return
        if node.resizable:
            draw_region(canvas, node, x, y)
        else:
            draw_shape(canvas, node, x, y)
        for kid in tuple(node.kids):
            draw_node(canvas, kid, x, y)
    finally:
        canvas.clip = outer_clip


def _clip_of(node: Node) -> Box | None:
    """The box of a clip; one of another shape is taken for the box around it."""
    clip = node.values.get("clip")
    if isinstance(clip, Node):
        return in_parent(clip)
    return cast("Box | None", clip)
