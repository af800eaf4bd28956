"""How far effects spread: the box of what is drawn when an effect has been put on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.values.geometry import Box, Insets, grow, is_empty, move, round_half_up, union

# Effects within effects.
MAX_INPUTS: Final = 32


def shadow_pad(kind: str, radius: float) -> float:
    """How far a blur spreads on each side."""
    if kind == "gaussian":
        return float(math.ceil(radius))
    # Decora approximates a Gaussian blur by one to three box blurs; each spreads by half its size.
    passes = {"one-pass-box": 1, "two-pass-box": 2}.get(kind, 3)
    size = max(1.0, round_half_up((2 * radius + 1) / 3))
    return float(int(((size - 1) * passes + 1) / 2))


def affected(box: Box, effect: object) -> Box:
    """The box with what an effect adds: one of a stylesheet is a tuple, one of a document is an object."""
    if is_empty(box):
        return box
    if isinstance(effect, tuple):
        # An inner shadow stays within the shape.
        name, kind, _, radius, _, x, y = effect
        if name != "dropshadow":
            return box
        return union(box, _shadow(box, shadow_pad(kind, radius), x, y))
    if not isinstance(effect, FxObject):
        return box
    chain = [effect]
    while len(chain) < MAX_INPUTS:
        source = chain[-1].values.get("input")
        if not isinstance(source, FxObject):
            break
        chain.append(source)
    # From the inside out: an effect is put on what its input makes.
    for link in reversed(chain):
        spread = SPREADS.get(link.fx.name)
        if spread is not None:
            box = spread(box, link)
    return box


def _blurred(effect: FxObject) -> float:
    return shadow_pad(str(effect.read("blurType")).lower().replace("_", "-"), effect.read_number("radius"))


def _drop_shadow(box: Box, effect: FxObject) -> Box:
    return union(box, _shadow(box, _blurred(effect), effect.read_number("offsetX"), effect.read_number("offsetY")))


def _only_shadow(box: Box, effect: FxObject) -> Box:
    return _shadow(box, _blurred(effect), 0.0, 0.0)


def _shadow(box: Box, pad: float, x: float, y: float) -> Box:
    return move(grow(box, Insets(pad, pad, pad, pad)), round_half_up(x), round_half_up(y))


def _gaussian_blur(box: Box, effect: FxObject) -> Box:
    return _padded(box, effect.read_number("radius"), effect.read_number("radius"))


def _box_blur(box: Box, effect: FxObject) -> Box:
    sides = (int(max(effect.read_number(name), 1)) for name in ("width", "height"))
    passes = int(effect.read_number("iterations"))
    return _padded(box, *(((side - 1) * passes + 1) // 2 for side in sides))


def _motion_blur(box: Box, effect: FxObject) -> Box:
    angle = math.radians(effect.read_number("angle"))
    radius = effect.read_number("radius")
    return _padded(box, abs(math.cos(angle)) * radius, abs(math.sin(angle)) * radius)


def _padded(box: Box, x: float, y: float) -> Box:
    across = float(math.ceil(x))
    down = float(math.ceil(y))
    return grow(box, Insets(down, across, down, across))


def _reflection(box: Box, effect: FxObject) -> Box:
    """The lower part of it, upside down, below; of a picture, which has whole pixels."""
    box = (math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3]))
    top = box[3] + effect.read_number("topOffset")
    return union(box, (box[0], top, box[2], top + effect.read_number("fraction") * (box[3] - box[1])))


SPREADS: Final[Mapping[str, Callable[[Box, FxObject], Box]]] = {
    "BoxBlur": _box_blur,
    "DropShadow": _drop_shadow,
    "GaussianBlur": _gaussian_blur,
    "MotionBlur": _motion_blur,
    "Reflection": _reflection,
    "Shadow": _only_shadow,
}
"""All others change colours alone."""
