from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, inside, on
from pytest_uimcp.javafx.scene.model.base import FxItem
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import selection_of
from pytest_uimcp.javafx.scene.skins.tabs import tab_of

STEPS: Final[Mapping[str, int]] = {"RIGHT": 1, "DOWN": 1, "LEFT": -1, "UP": -1}
ENDS: Final[Mapping[str, int]] = {"HOME": 0, "END": -1}


def _step(pane: Node, step: int) -> None:
    """The next tab that is not disabled, round to the first from the last."""
    tabs = pane.read("tabs")
    model = selection_of(pane)
    start = model.read("selectedIndex")
    for distance in range(1, len(tabs) + 1):
        index = (start + step * distance) % len(tabs)
        if not tabs[index].read("disable"):
            model.clear_and_select(index)
            return


def _end(pane: Node, end: int) -> None:
    enabled = [index for index, tab in enumerate(pane.read("tabs")) if not tab.read("disable")]
    if enabled:
        selection_of(pane).clear_and_select(enabled[end])


@on("KEY_PRESSED", "TabPane")
def _key(pane: Node, event: FxEvent) -> None:
    # These work from anywhere in a tab; plain arrows only while the pane itself has the focus.
    if event.control and event.code in ("TAB", "PAGE_UP", "PAGE_DOWN"):
        _step(pane, -1 if event.shift or event.code == "PAGE_UP" else 1)
        event.consume()
    elif event.target is pane and not event.modifiers and event.code in STEPS:
        _step(pane, STEPS[event.code])
        event.consume()
    elif event.target is pane and not event.modifiers and event.code in ENDS:
        _end(pane, ENDS[event.code])
        event.consume()


@on("MOUSE_PRESSED", "TabPane")
def _pressed(pane: Node, event: FxEvent) -> None:
    if inside(event, "tab-header-area") is not None:
        take_focus(pane)


@on("MOUSE_PRESSED", "TabHeaderSkin")
def _header(header: Node, event: FxEvent) -> None:
    tab = tab_of(header)
    pane = tab.values.get("tabPane")
    if pane is None or tab.read("disable") or event.button == "SECONDARY":
        return
    # Both close the tab, when the button is let go.
    if event.button == "MIDDLE" or inside(event, "tab-close-button") is not None:
        return
    selection_of(pane).select(tab)


@on("MOUSE_RELEASED", "TabHeaderSkin")
def _close(header: Node, event: FxEvent) -> None:
    """Its cross closes it, and so does the middle button."""
    tab = tab_of(header)
    pane = tab.values.get("tabPane")
    if pane is None or tab.read("disable") or not tab.read("closable"):
        return
    crossed = event.button == "PRIMARY" and inside(event, "tab-close-button") is not None
    if (crossed or event.button == "MIDDLE") and pane.read("tabClosingPolicy") != "UNAVAILABLE":
        close(pane, tab)


def close(pane: Node, tab: FxItem) -> None:
    """Take a tab out, unless its program says no."""
    # The program may consume it, and so keep the tab.
    request = FxEvent("TAB_CLOSE_REQUEST", tab)
    on_request = tab.values.get("onCloseRequest")
    if on_request is not None:
        on_request(request)
    if not request.consumed:
        pane.read("tabs").remove(tab)
        on_closed = tab.values.get("onClosed")
        if on_closed is not None:
            on_closed(FxEvent("TAB_CLOSED", tab))
