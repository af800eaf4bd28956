"""sl-tree with its items."""

from __future__ import annotations

from pytest_uimcp.page.components import Component, focus_in
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import Shoelace, emit, facts_of, focus_on, tasks_of

__all__ = ["TREES"]

_KEYS = frozenset({"ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Home", "End", "Enter", " "})


def _children(item: Element) -> list[Element]:
    return [child for child in item.elements() if child.tag == "sl-tree-item"]


def _items(tree: Element) -> list[Element]:
    return [one for one in tree.descendants() if one.tag == "sl-tree-item"]


def _tree_of(item: Element) -> Element | None:
    return next((around for around in item.ancestors() if around.tag == "sl-tree"), None)


def _mark(element: Element, name: str, on: bool) -> None:
    if on:
        element.set(name, element.get(name) or "")
    else:
        element.unset(name)


class Tree(Shoelace):
    """A tree of items; Tab leads to the item that had the focus last."""

    focusable = True

    def host(self, element: Element) -> None:
        """Set roles and states of the items."""
        element.set("role", "tree")
        element.set("aria-multiselectable", "true" if _mode(element) == "multiple" else "false")
        if not element.has("tabindex"):
            element.set("tabindex", "0")
        items = _items(element)
        facts = facts_of(element)
        if facts.get("items") != items:
            facts["items"] = items
            if _mode(element) == "multiple":
                for item in items:
                    _spread_at_first(item)
        for item in items:
            ITEM.host(item)

    def entered(self, element: Element) -> None:
        """It passes the focus on to an item."""
        focus = focus_in(element)
        items = _items(element)
        last: Element | None = facts_of(element).get("last")
        if focus is not None and items:
            focus.move(last if last in items else items[0])

    def heard(self, element: Element, event: Event) -> None:
        focus = focus_in(element)
        item = next((e for e in (event.target, *event.target.ancestors()) if e.tag == "sl-tree-item"), None)
        if focus is None or item is None:
            return
        if event.name == "click" and not item.has("disabled"):
            if _is_expand_button(item, event.target):
                ITEM.expand(item, not item.has("expanded"))
            else:
                self._select(element, item)
        elif event.name == "keydown" and event.key in _KEYS:
            self._key(element, item, event, focus)
        elif event.name == "focusin" and event.target is item and not item.has("disabled"):
            last: Element | None = facts_of(element).get("last")
            if last is not None:
                last.set("tabindex", "-1")
            facts_of(element)["last"] = item
            element.set("tabindex", "-1")
            item.set("tabindex", "0")
        elif event.name == "focusout":
            tasks_of(element).soon(lambda: self._left(element, focus))

    @staticmethod
    def _left(element: Element, focus: Focus) -> None:
        if focus.element is None or not element.contains(focus.element):
            element.set("tabindex", "0")

    def _key(self, element: Element, item: Element, event: Event, focus: Focus) -> None:
        items = [one for one in _items(element) if not one.has("disabled") and _is_reachable(one)]
        if not items:
            return
        event.prevent_default()
        if event.key in ("Enter", " "):
            if not item.has("disabled"):
                self._select(element, item)
            return
        at = items.index(item) if item in items else -1
        is_branch = bool(_children(item)) or item.has("lazy")
        if event.key == "ArrowRight" and is_branch and not item.has("expanded"):
            ITEM.expand(item, True)
        elif event.key == "ArrowLeft" and _children(item) and item.has("expanded"):
            ITEM.expand(item, False)
        else:
            steps = {"ArrowDown": at + 1, "ArrowRight": at + 1, "ArrowUp": at - 1, "ArrowLeft": at - 1, "Home": 0}
            wanted = steps.get(event.key, len(items) - 1)
            focus_on(items[min(max(wanted, 0), len(items) - 1)], focus)

    def _select(self, element: Element, item: Element) -> None:
        """Select an item; where only leaves can be selected, open or close a branch instead."""
        items = _items(element)
        mode = _mode(element)
        before = [one for one in items if one.has("selected")]
        if mode == "multiple":
            _mark(item, "selected", not item.has("selected"))
            facts_of(item)["mixed"] = False
            if item.has("lazy"):
                ITEM.expand(item, True)
            _spread(item)
            _gather(item)
        elif mode == "single" or not (_children(item) or item.has("lazy")):
            for other in items:
                _mark(other, "selected", other is item)
        else:
            ITEM.expand(item, not item.has("expanded"))
        after = [one for one in items if one.has("selected")]
        if len(before) != len(after) or any(one not in before for one in after):
            tasks_of(element).soon(lambda: emit(element, "sl-selection-change", {"selection": after}))


def _mode(tree: Element) -> str:
    return tree.get("selection") or "single"


def _is_reachable(item: Element) -> bool:
    """Whether all items around it are open."""
    return all(around.has("expanded") for around in item.ancestors() if around.tag == "sl-tree-item")


def _is_expand_button(item: Element, target: Element) -> bool:
    return any(
        around.get("aria-hidden") == "true" and around.root() is item.shadow for around in (target, *target.ancestors())
    )


def _spread_at_first(item: Element) -> None:
    for child in _children(item):
        _mark(child, "selected", item.has("selected") or child.has("selected"))
        _spread_at_first(child)
    _sync(item)


def _spread(item: Element) -> None:
    """The items within it are selected with it."""
    for child in _children(item):
        _mark(child, "selected", item.has("selected") and not child.has("disabled"))
        facts_of(child)["mixed"] = False
        _spread(child)


def _gather(item: Element) -> None:
    """The items around it are selected if all within them are."""
    parent = item.parent
    if isinstance(parent, Element) and parent.tag == "sl-tree-item":
        _sync(parent)
        _gather(parent)


def _sync(item: Element) -> None:
    children = [child for child in _children(item) if not child.has("disabled")]
    if children:
        every = all(child.has("selected") for child in children)
        none = all(not child.has("selected") and not facts_of(child).get("mixed") for child in children)
        _mark(item, "selected", every)
        facts_of(item)["mixed"] = not every and not none


class TreeItem(Shoelace):
    """A tree item with its children."""

    focusable = True
    focusable_if_disabled = True

    def host(self, element: Element) -> None:
        """Role and state stand on the element itself, in a tree or without one."""
        element.set("role", "treeitem")
        element.set("aria-selected", "true" if element.has("selected") else "false")
        element.set("aria-disabled", "true" if element.has("disabled") else "false")
        if not element.has("tabindex"):
            element.set("tabindex", "-1")
        inner = _children(element)
        if inner or element.has("lazy"):
            element.set("aria-expanded", "true" if element.has("expanded") else "false")
        else:
            element.unset("aria-expanded")
        for child in inner:
            child.set("slot", "children")

    def shadow(self, element: Element) -> str:
        """The item's own line, and a group with its children."""
        facts = facts_of(element)
        facts.setdefault("expanded", element.has("expanded"))
        is_open = facts["expanded"] and bool(_children(element))
        state = "" if is_open else " hidden"
        tree = _tree_of(element)
        box = ""
        if tree is not None and _mode(tree) == "multiple":
            words = " disabled" * element.has("disabled") + " checked" * element.has("selected")
            words += " indeterminate" * bool(facts.get("mixed"))
            box = f'<sl-checkbox tabindex=-1{words} style="display:flex"></sl-checkbox>'
        return (
            '<div style="display:flex"><div style="display:flex"><div></div>'
            f'<div aria-hidden=true style="display:flex"></div>{box}<slot style="display:flex"></slot></div>'
            f'<div role=group{state} style="display:{"block" if is_open else "none"}"><slot name=children></slot></div>'
            "</div>"
        )

    def expand(self, element: Element, on: bool) -> None:
        """Open or close it."""
        if element.has("expanded") != on:
            _mark(element, "expanded", on)
            self._notice(element)

    def attribute_changed(self, element: Element, name: str, was: str | None, focus: Focus) -> None:
        super().attribute_changed(element, name, was, focus)
        if name == "expanded" and element.shadow is not None:
            self._notice(element)

    def _notice(self, element: Element) -> None:
        tasks_of(element).soon(lambda: self._changed(element))

    def _changed(self, element: Element) -> None:
        on = element.has("expanded")
        facts = facts_of(element)
        if on == facts.get("expanding", facts.get("expanded", False)):
            return
        facts["expanding"] = on
        if not _children(element):
            facts["expanded"] = on
            if on and element.has("lazy"):
                refuse("component-use", "lazy items of <sl-tree>")
            return
        emit(element, "sl-expand" if on else "sl-collapse")
        facts["expanded"] = on or facts["expanded"]
        tasks_of(element).when_animated(lambda: self._end(element, on))

    @staticmethod
    def _end(element: Element, on: bool) -> None:
        facts_of(element)["expanded"] = on
        emit(element, "sl-after-expand" if on else "sl-after-collapse")


ITEM = TreeItem()
TREES: dict[str, Component] = {"sl-tree": Tree("<div><slot></slot></div>"), "sl-tree-item": ITEM}
