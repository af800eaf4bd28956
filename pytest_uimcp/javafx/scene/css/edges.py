"""What background and border of a style take from the inside and add to the outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS, Insets

# Names that no property has.
OUTSETS: Final = "#outsets"
BORDER: Final = "#border"
ONE: Final = Insets(1.0, 1.0, 1.0, 1.0)


def edges(style: Mapping[str, object]) -> dict[str, Insets | None]:
    """Outsets, and the insets of the border or `None` without one."""
    background = _outside(_paints(style, "backgroundColor"), _layers(style, "backgroundInsets"))
    border = _outside(_paints(style, "borderColor"), _layers(style, "borderInsets"))
    outsets = Insets(
        *(max(inner_layer, outer_layer) for inner_layer, outer_layer in zip(background, border, strict=True))
    )
    return {OUTSETS: outsets if any(outsets) else None, BORDER: _inside(style)}


def _nth(values: Sequence[Insets], place: int) -> Insets:
    return values[min(place, len(values) - 1)]


def _paints(style: Mapping[str, object], name: str) -> Sequence[str]:
    return cast("Sequence[str] | None", style.get(name)) or ()


def _layers(style: Mapping[str, object], name: str) -> Sequence[Insets]:
    return cast("Sequence[Insets] | None", style.get(name)) or ()


def _outside(layers: Sequence[str], insets: Sequence[Insets]) -> Insets:
    """How far the farthest layer reaches beyond the size."""
    layer_insets = [_nth(insets or [NO_INSETS], place) for place in range(len(layers))]
    if layer_insets:
        return Insets(*(max(0.0, *(-layer[side] for layer in layer_insets)) for side in range(4)))
    return NO_INSETS


def _inside(style: Mapping[str, object]) -> Insets | None:
    """What the strokes of the border take."""
    strokes = _paints(style, "borderColor")
    # Without a colour there is no border, whatever widths are said.
    if not strokes:
        return None
    widths = _layers(style, "borderWidth") or [ONE]
    offsets = _layers(style, "borderInsets") or [NO_INSETS]
    total = [0.0] * 4
    for place in range(len(strokes)):
        width = _nth(widths, place)
        offset = _nth(offsets, place)
        total = [
            max(old, width_of_stroke + offset_of_stroke)
            for old, width_of_stroke, offset_of_stroke in zip(total, width, offset, strict=True)
        ]
    return Insets(*total)
