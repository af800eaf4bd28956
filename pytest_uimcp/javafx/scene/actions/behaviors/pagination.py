from __future__ import annotations

from pytest_uimcp.javafx.scene.actions.behaviors.buttons import take_focus
from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.model.node import Node


def turn_to(node: Node, index: int) -> None:
    """Show a page, the nearest if there is none of this number."""
    node.write("currentPageIndex", min(max(index, 0), node.read("pageCount") - 1))
    node.affect("k")


@on("ACTION", "Pagination")
def _button_fired(node: Node, event: FxEvent) -> None:
    skin = node.skin
    if event.target in (skin.left, skin.right):
        turn_to(node, node.read("currentPageIndex") + (1 if event.target is skin.right else -1))
        return
    for index, button in skin.numbers.items():
        if button is event.target:
            turn_to(node, index)


@on("MOUSE_PRESSED", "Pagination")
def _pressed(node: Node, _event: FxEvent) -> None:
    take_focus(node)


@on("KEY_PRESSED", "Pagination")
def _key(node: Node, event: FxEvent) -> None:
    current = node.read("currentPageIndex")
    pages = {"LEFT": current - 1, "RIGHT": current + 1, "HOME": 0, "END": node.read("pageCount") - 1}
    if event.target is node and event.code in pages and not event.modifiers:
        turn_to(node, pages[event.code])
        event.consume()
