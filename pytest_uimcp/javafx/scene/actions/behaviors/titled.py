"""Titled panes and accordions."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.base import hook


def _toggle(pane: Any) -> None:
    if pane.read("collapsible"):
        pane.put(pane.fx.props["expanded"], not pane.read("expanded"))


@on("MOUSE_PRESSED", "TitledPane")
def _pressed(pane: Any, event: FxEvent) -> None:
    if inside(event, "title") is not None:
        take_focus(pane)


@on("MOUSE_RELEASED", "TitledPane")
def _released(pane: Any, event: FxEvent) -> None:
    if event.button == "PRIMARY" and inside(event, "title") is not None:
        _toggle(pane)


@on("KEY_PRESSED", "TitledPane")
def _key(pane: Any, event: FxEvent) -> None:
    if event.target is pane and event.code == "SPACE":
        _toggle(pane)
        event.consume()


STEPS = {"UP": -1, "LEFT": -1, "DOWN": 1, "RIGHT": 1, "PAGE_UP": -1, "PAGE_DOWN": 1}


@on("KEY_PRESSED", "Accordion")
def _between(accordion: Any, event: FxEvent) -> None:
    """Arrow keys go from title to title; with PAGE_UP and PAGE_DOWN the pane that is reached expands."""
    panes = [pane for pane in accordion.read("panes") if not pane.off and pane.tree_visible]
    if event.target not in panes or event.modifiers:
        return
    ends = {"HOME": 0, "END": len(panes) - 1}
    here = panes.index(event.target)
    if event.code not in STEPS and event.code not in ends:
        return
    reached = panes[ends.get(event.code, (here + STEPS.get(event.code, 0)) % len(panes))]
    accordion.scene.request_focus(reached)
    if event.code.startswith("PAGE") and reached.read("collapsible"):
        reached.put(reached.fx.props["expanded"], True)
    event.consume()


@hook("Accordion", "focused")
def _focused(accordion: Any, _old: bool, new: bool) -> None:
    """The focus goes on to the expanded pane, or to the first."""
    panes = accordion.read("panes")
    if new and panes and accordion.scene is not None:
        accordion.scene.request_focus(accordion.read("expandedPane") or panes[0])
