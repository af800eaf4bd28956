"""What background and border of a style take from the inside and add to the outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS, Insets

__all__ = ["BORDER", "OUTSETS", "edges"]

OUTSETS = "#outsets"
BORDER = "#border"
"""Names that no property has."""
ONE = Insets(1.0, 1.0, 1.0, 1.0)


def edges(style: Mapping[str, Any]) -> dict[str, Any]:
    """Outsets, and the insets of the border or `None` without one."""
    background = _outside(style.get("backgroundColor"), style.get("backgroundInsets"))
    border = _outside(style.get("borderColor"), style.get("borderInsets"))
    outsets = Insets(
        *(max(inner_layer, outer_layer) for inner_layer, outer_layer in zip(background, border, strict=True))
    )
    return {OUTSETS: outsets if any(outsets) else None, BORDER: _inside(style)}


def _nth(values: list[Insets], place: int) -> Insets:
    return values[min(place, len(values) - 1)]


def _outside(layers: Any, insets: list[Insets] | None) -> Insets:
    """How far the farthest layer reaches beyond the size."""
    layer_insets = [_nth(insets or [NO_INSETS], place) for place in range(len(layers or ()))]
    if layer_insets:
        return Insets(*(max(0.0, *(-layer[side] for layer in layer_insets)) for side in range(4)))
    return NO_INSETS


def _inside(style: Mapping[str, Any]) -> Insets | None:
    """What the strokes of the border take."""
    strokes = style.get("borderColor")
    if not strokes:
        return None
    widths = style.get("borderWidth") or [ONE]
    offsets = style.get("borderInsets") or [NO_INSETS]
    total = [0.0] * 4
    for place in range(len(strokes)):
        width = _nth(widths, place)
        offset = _nth(offsets, place)
        total = [
            max(old, width_of_stroke + offset_of_stroke)
            for old, width_of_stroke, offset_of_stroke in zip(total, width, offset, strict=True)
        ]
    return Insets(*total)
