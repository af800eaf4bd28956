"""A JavaFX in memory."""

from .model import choices, items, selection, spinners, structure, textinput, toggles, tree
from .layout import boxes, flows, grid, panes, shapes
from .stage import platform, scene, window
