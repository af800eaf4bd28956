"""Titled panes and accordions."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.model.base import hook

from .buttons import take_focus


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


@hook("Accordion", "focused")
def _focused(accordion: Any, _old: bool, new: bool) -> None:
    """The focus goes on to the expanded pane, or to the first."""
    panes = accordion.read("panes")
    if new and panes and accordion.scene is not None:
        accordion.scene.request_focus(accordion.read("expandedPane") or panes[0])
