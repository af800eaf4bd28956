"""The recordings' extension `x`: what the contract does not show, read from our nodes."""

from __future__ import annotations

import struct
from typing import Any

from pytest_uimcp.javafx.scene.layout.bounds import to_scene
from pytest_uimcp.javafx.scene.layout.measure import layout_box
from pytest_uimcp.javafx.scene.layout.shapes import font_of
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.values.geometry import apply

# Written only where they are not the usual.
UNUSUAL = {"viewOrder": 0.0, "translateX": 0.0, "translateY": 0.0, "scaleX": 1.0, "mouseTransparent": False}


def single(number: float) -> float:
    """As JavaFX keeps it, in single precision."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


def extension(node: Node) -> dict[str, Any]:
    """The object that a recorded node has under `x`."""
    box = layout_box(node)
    found = {
        "className": node.fx.path,
        "typeSelector": node.fx.selector,
        "isParent": node.is_parent,
        "disable": bool(node.values.get("disable", False)),
        "focusTraversable": bool(node.read("focusTraversable")),
        "pseudoClassStates": sorted(node.css_states()),
        "layoutX": node.lx,
        "layoutY": node.ly,
        "layoutBounds": {"minX": box[0], "minY": box[1], "width": box[2] - box[0], "height": box[3] - box[1]},
    }
    for name, usual in UNUSUAL.items():
        if node.read(name) != usual:
            found[name] = node.read(name)
    if node.is_a("Labeled") or node.is_a("Text") or node.is_a("TextInputControl"):
        font = font_of(node)
        found["font"] = f"{font.name}@{single(font.size)!r}"
    if node.is_a("Labeled"):
        found["mnemonicParsing"] = bool(node.read("mnemonicParsing"))
    if node.is_a("IndexedCell"):
        found |= {"index": node.read("index"), "empty": bool(node.read("empty"))}
        found["cellSelected"] = bool(node.read("selected"))
    return found


def rows_extension(node: Node) -> dict[str, Any]:
    """What the recordings add to `virtualization`: the flow's position, its box, widths of columns."""
    flow, rows = node.skin.flow, node.skin.flow.shown()
    whole = flow.whole()
    box = apply(to_scene(flow.node), layout_box(flow.node))
    return {
        "selectedIndex": node.values["selectionModel"].read("selectedIndex"),
        "expandedItemCount": len(node.skin.rows),
        "flowPosition": flow.position,
        "firstVisibleIndex": rows[0][0] if rows else -1,
        "lastVisibleIndex": rows[-1][0] if rows else -1,
        "fullyVisibleRange": {"from": whole[0], "to": whole[-1]} if whole else None,
        "flowBoundsInScene": {"minX": box[0], "minY": box[1], "width": box[2] - box[0], "height": box[3] - box[1]},
        "columnWidths": [float(column.read("width")) for column in getattr(node.skin, "columns", ())],
    }
