"""The modules that register what they know when they are imported; the first class that is made imports them."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.actions import behaviors
from pytest_uimcp.javafx.scene.layout import boxes, flows, grid, panes, shapes, textflow
from pytest_uimcp.javafx.scene.model import (
    choices,
    editing,
    items,
    selection,
    spinners,
    textinput,
    toggles,
    tree,
)
from pytest_uimcp.javafx.scene.stage import scene, window

__all__ = [
    "behaviors", "boxes", "choices", "editing", "flows", "grid", "items", "panes", "scene", "selection", "shapes",
    "spinners", "textflow", "textinput", "toggles", "tree", "window",
]  # fmt: skip
