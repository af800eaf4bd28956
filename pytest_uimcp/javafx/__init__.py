"""A JavaFX in memory."""

from .layout import boxes, flows, grid, panes, shapes
from .model import choices, items, selection, spinners, structure, textinput, toggles, tree
from .stage import platform, scene, window
