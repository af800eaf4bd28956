"""The modules that register what they know when they are imported; the first class that is made imports them."""

from __future__ import annotations

from .actions import behaviors
from .layout import boxes, flows, grid, panes, shapes
from .model import choices, items, selection, spinners, structure, textinput, toggles, tree
from .stage import scene, window

__all__ = [
    "behaviors", "boxes", "choices", "flows", "grid", "items", "panes", "scene", "selection", "shapes", "spinners",
    "structure", "textinput", "toggles", "tree", "window",
]  # fmt: skip
