"""Components made of several elements: sl-tree with its items."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, emit

__all__ = ["GROUPS"]


def _children(element: Element, tag: str) -> list[Element]:
    return [child for child in element.elements() if child.tag == tag]


def _mark(element: Element, name: str, on: bool) -> None:
    if on:
        element.set(name, element.get(name) or "")
    else:
        element.unset(name)


class Tree(Shoelace):
    """A tree of items."""

    def host(self, element: Element) -> None:
        """Set roles and states of the items."""
        element.set("role", "tree")
        many = element.get("selection") == "multiple"
        element.set("aria-multiselectable", "true" if many else "false")
        for item in (e for e in element.descendants() if e.tag == "sl-tree-item"):
            inner = _children(item, "sl-tree-item")
            item.set("role", "treeitem")
            item.set("aria-selected", "true" if item.has("selected") else "false")
            item.set("aria-disabled", "true" if item.has("disabled") else "false")
            if inner or item.has("lazy"):
                item.set("aria-expanded", "true" if item.has("expanded") else "false")
            else:
                item.unset("aria-expanded")
            for child in inner:
                child.set("slot", "children")

    def clicked(self, element: Element, target: Element, focus: Focus) -> None:
        """A click selects an item; where only leaves can be selected, it opens a branch instead."""
        item = next((e for e in (target, *target.ancestors()) if e.tag == "sl-tree-item"), None)
        if item is None or item.has("disabled"):
            return
        mode = element.get("selection") or "single"
        if mode == "leaf" and _children(item, "sl-tree-item"):
            self._expand(item)
            return
        items = [e for e in element.descendants() if e.tag == "sl-tree-item"]
        before = [e for e in items if e.has("selected")]
        if mode == "multiple":
            _mark(item, "selected", not item.has("selected"))
        else:
            for other in items:
                _mark(other, "selected", other is item)
        after = [e for e in items if e.has("selected")]
        if before != after:
            emit(element, "sl-selection-change", {"selection": after})

    def _expand(self, item: Element) -> None:
        on = not item.has("expanded")
        emit(item, "sl-expand" if on else "sl-collapse")
        _mark(item, "expanded", on)
        emit(item, "sl-after-expand" if on else "sl-after-collapse")


class TreeItem(Shoelace):
    """A tree item with its children."""

    def shadow(self, element: Element) -> str:
        """The item's own line, and a group with its children."""
        is_open = element.has("expanded") and bool(_children(element, "sl-tree-item"))
        state = "" if is_open else " hidden"
        return (
            '<div style="display:flex"><div style="display:flex"><div></div>'
            '<div aria-hidden=true style="display:flex"></div><slot style="display:flex"></slot></div>'
            f'<div role=group{state} style="display:{"block" if is_open else "none"}"><slot name=children></slot></div>'
            "</div>"
        )


GROUPS: dict[str, Component] = {
    "sl-tree": Tree("<div><slot></slot></div>"),
    "sl-tree-item": TreeItem(),
}
