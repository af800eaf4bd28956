from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.node import Node


def _toggle(pane: Node) -> None:
    if pane.read("collapsible"):
        pane.write("expanded", not pane.read("expanded"))


@on("MOUSE_PRESSED", "TitledPane")
def _pressed(pane: Node, event: FxEvent) -> None:
    # The content is inside the pane as well, with controls that answer for themselves.
    if inside(event, "title") is not None:
        take_focus(pane)


@on("MOUSE_RELEASED", "TitledPane")
def _released(pane: Node, event: FxEvent) -> None:
    if event.button == "PRIMARY" and inside(event, "title") is not None:
        _toggle(pane)


@on("KEY_PRESSED", "TitledPane")
def _key(pane: Node, event: FxEvent) -> None:
    # A SPACE that is typed into the content passes here on its way up.
    if event.target is pane and event.code == "SPACE":
        _toggle(pane)
        event.consume()


STEPS: Final[Mapping[str, int]] = {"UP": -1, "LEFT": -1, "DOWN": 1, "RIGHT": 1, "PAGE_UP": -1, "PAGE_DOWN": 1}


@on("KEY_PRESSED", "Accordion")
def _between(accordion: Node, event: FxEvent) -> None:
    """Arrow keys go from title to title; with PAGE_UP and PAGE_DOWN the pane that is reached expands."""
    panes = [pane for pane in accordion.read("panes") if not pane.off and pane.tree_visible]
    if event.target not in panes or event.modifiers or accordion.scene is None:
        return
    ends = {"HOME": 0, "END": len(panes) - 1}
    if event.code not in STEPS and event.code not in ends:
        return
    index = (panes.index(event.target) + STEPS.get(event.code, 0)) % len(panes)
    pane = panes[ends.get(event.code, index)]
    accordion.scene.request_focus(pane)
    if event.code.startswith("PAGE") and pane.read("collapsible"):
        pane.write("expanded", True)
    event.consume()


@hook("Accordion", "focused")
def _focused(accordion: Node, _old: bool, new: bool) -> None:
    """The focus goes on to the expanded pane, or to the first."""
    panes = accordion.read("panes")
    if new and panes and accordion.scene is not None:
        accordion.scene.request_focus(accordion.read("expandedPane") or panes[0])
