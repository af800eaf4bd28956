"""Pagination: turning pages."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, on

__all__ = ["turn_to"]


def turn_to(node: Any, index: int) -> None:
    """Show a page, if there is one of this number."""
    last = node.read("pageCount") - 1
    node.put(node.fx.props["currentPageIndex"], min(max(index, 0), last))
    node.affect("k")


@on("ACTION", "Pagination")
def _pressed(node: Any, event: FxEvent) -> None:
    skin = node.skin
    current = node.read("currentPageIndex")
    if event.target in (skin.left, skin.right):
        turn_to(node, current + (1 if event.target is skin.right else -1))
    else:
        index = next((index for index, button in skin.numbers.items() if button is event.target), None)
        if index is not None:
            turn_to(node, index)


@on("MOUSE_PRESSED", "Pagination")
def _focus(node: Any, event: FxEvent) -> None:
    take_focus(node)


@on("KEY_PRESSED", "Pagination")
def _key(node: Any, event: FxEvent) -> None:
    current = node.read("currentPageIndex")
    last = node.read("pageCount") - 1
    wanted = {"LEFT": current - 1, "RIGHT": current + 1, "HOME": 0, "END": last}.get(event.code)
    if event.target is node and wanted is not None and not event.modifiers:
        turn_to(node, wanted)
        event.consume()
