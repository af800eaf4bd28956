"""sl-tree with its items.

What is selected and open stands in attributes of the items. A tree in which several can be selected keeps a branch in
step with what is in it, both ways: that is when `is_mixed` matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.input.focus import Focus
from pytest_uimcp.page.shoelace.base import ShoelaceComponent, aria_bool, display_if, focus_on, mark

__all__ = ["Tree", "TreeItem"]

_KEYS: Final = frozenset({"ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Home", "End", "Enter", " "})


class Tree(ShoelaceComponent):
    """A tree of items; Tab leads to the item that had the focus last."""

    _known_items: list[TreeItem] | None = None
    _last_focused: TreeItem | None = None

    focusable = True
    html = "<div><slot></slot></div>"

    def items(self) -> list[TreeItem]:
        """Its items, at any depth."""
        return _tree_items(self.element.descendants())

    @property
    def selection(self) -> str:
        """What can be selected: one item (`single`), one without children (`leaf`), or several (`multiple`)."""
        return self.element.get("selection") or "single"

    def update_host(self) -> None:
        self.element.set("role", "tree")
        self.element.set("aria-multiselectable", aria_bool(self.selection == "multiple"))
        if not self.element.has("tabindex"):
            self.element.set("tabindex", "0")
        items = self.items()
        # Items that come later may make a branch a mixed one.
        if self._known_items != items:
            self._known_items = items
            if self.selection == "multiple":
                for item in items:
                    item.spread_at_first()
        for item in items:
            item.update_host()

    def on_focus(self) -> None:
        """It passes the focus on to an item."""
        focus = self.focus
        items = self.items()
        if focus is not None and items:
            focus.move((self._last_focused if self._last_focused in items else items[0]).element)

    def on_event(self, event: Event) -> None:
        focus = self.focus
        item = next(iter(_tree_items(event.target.path())), None)
        if focus is None or item is None:
            return
        if event.name == "click" and not item.element.has("disabled"):
            if item.is_expand_button(event.target):
                item.set_open(not item.element.has("expanded"))
            else:
                self._select(item)
        elif event.name == "keydown" and event.key in _KEYS:
            self._on_keydown(item, event, focus)
        # Tab comes back to the item that had the focus, while the tree itself is no stop.
        elif event.name == "focusin" and event.target is item.element and not item.element.has("disabled"):
            self._note_focus(item)
        elif event.name == "focusout":
            self.tasks.soon(self._become_tab_stop_if_left)

    def _note_focus(self, item: TreeItem) -> None:
        if self._last_focused is not None:
            self._last_focused.element.set("tabindex", "-1")
        self._last_focused = item
        self.element.set("tabindex", "-1")
        item.element.set("tabindex", "0")

    def _become_tab_stop_if_left(self) -> None:
        if self.is_left():
            self.element.set("tabindex", "0")

    def _on_keydown(self, item: TreeItem, event: Event, focus: Focus) -> None:
        items = [option for option in self.items() if not option.element.has("disabled") and option.is_reachable()]
        if not items:
            return
        # Also where nothing follows, or the page would scroll.
        event.prevent_default()
        if event.key in ("Enter", " "):
            if not item.element.has("disabled"):
                self._select(item)
        elif event.key == "ArrowRight" and item.is_branch() and not item.element.has("expanded"):
            item.set_open(True)
        elif event.key == "ArrowLeft" and item.children() and item.element.has("expanded"):
            item.set_open(False)
        else:
            index = items.index(item) if item in items else -1
            steps = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1, "Home": -len(items)}
            index += steps.get(event.key, len(items))
            focus_on(items[min(max(index, 0), len(items) - 1)].element, focus)

    def _select(self, item: TreeItem) -> None:
        """Select an item; where only leaves can be selected, open or close a branch instead."""
        items = self.items()
        old_selection = _selected_elements(items)
        if self.selection == "multiple":
            mark(item.element, "selected", not item.element.has("selected"))
            item.set_mixed(False)
            # Selecting a lazy item asks the app for its children.
            if item.element.has("lazy"):
                item.set_open(True)
            item.spread()
            item.gather()
        elif self.selection == "single" or not item.is_branch():
            for candidate in items:
                mark(candidate.element, "selected", candidate is item)
        else:
            item.set_open(not item.element.has("expanded"))
        selection = _selected_elements(items)
        if old_selection != selection:
            self.tasks.soon(partial(self.emit, "sl-selection-change", {"selection": selection}))


class TreeItem(ShoelaceComponent):
    """A tree item with its children."""

    _is_expanded: bool | None = None
    # Whether it is, once the animation has ended that runs.
    _will_be_expanded: bool | None = None
    # Whether only some of what is in it is selected.
    is_mixed: bool = False

    focusable = True
    focusable_if_disabled = True

    def children(self) -> list[TreeItem]:
        return _tree_items(self.element.elements())

    def is_branch(self) -> bool:
        return bool(self.children()) or self.element.has("lazy")

    def is_reachable(self) -> bool:
        return all(ancestor.has("expanded") for ancestor in self.element.ancestors() if ancestor.tag == "sl-tree-item")

    def is_expand_button(self, target: Element) -> bool:
        parts = (part for part in target.path() if part.root() is self.element.shadow)
        return any(part.get("aria-hidden") == "true" for part in parts)

    def update_host(self) -> None:
        element = self.element
        element.set("role", "treeitem")
        element.set("aria-selected", aria_bool(element.has("selected")))
        element.set("aria-disabled", aria_bool(element.has("disabled")))
        if not element.has("tabindex"):
            element.set("tabindex", "-1")
        if self.is_branch():
            element.set("aria-expanded", aria_bool(element.has("expanded")))
        else:
            element.unset("aria-expanded")
        for child in self.children():
            child.element.set("slot", "children")

    def shadow_html(self) -> str:
        has = self.element.has
        # The group stays in its place until the animation of closing has ended, so the attribute alone does not say it.
        if self._is_expanded is None:
            self._is_expanded = has("expanded")
        is_open = self._is_expanded
        box = ""
        tree = next((ancestor.component for ancestor in self.element.ancestors() if ancestor.tag == "sl-tree"), None)
        if isinstance(tree, Tree) and tree.selection == "multiple":
            words = " disabled" * has("disabled") + " checked" * has("selected") + " indeterminate" * self.is_mixed
            box = f'<sl-checkbox tabindex=-1{words} style="display:flex"></sl-checkbox>'
        return (
            '<div style="display:flex"><div style="display:flex"><div></div>'
            f'<div aria-hidden=true style="display:flex"></div>{box}<slot style="display:flex"></slot></div>'
            f'<div role=group{" hidden" * (not is_open)} style="{display_if(is_open)}"><slot name=children></slot>'
            "</div></div>"
        )

    def set_mixed(self, is_mixed: bool) -> None:
        self.is_mixed = is_mixed
        self.element.touch()

    def spread_at_first(self) -> None:
        """At first what is in a selected item is selected too."""
        for child in self.children():
            mark(child.element, "selected", self.element.has("selected") or child.element.has("selected"))
            child.spread_at_first()
        self.follow_children()

    def spread(self) -> None:
        """The items within it are selected with it."""
        for child in self.children():
            mark(child.element, "selected", self.element.has("selected") and not child.element.has("disabled"))
            child.set_mixed(False)
            child.spread()

    def gather(self) -> None:
        """The items around it are selected if all within them are."""
        parent = self.element.parent
        # From the innermost outwards, as each follows from what is in it.
        if isinstance(parent, Element) and isinstance(parent.component, TreeItem):
            parent.component.follow_children()
            parent.component.gather()

    def follow_children(self) -> None:
        children = [child for child in self.children() if not child.element.has("disabled")]
        if children:
            are_all = all(child.element.has("selected") for child in children)
            is_any = any(child.element.has("selected") or child.is_mixed for child in children)
            mark(self.element, "selected", are_all)
            self.set_mixed(is_any and not are_all)

    def set_open(self, is_open: bool) -> None:
        if self.element.has("expanded") != is_open:
            mark(self.element, "expanded", is_open)
            self.tasks.soon(self._follow_attribute)

    def on_attribute(self, name: str, old_value: str | None, focus: Focus) -> None:
        super().on_attribute(name, old_value, focus)
        if name == "expanded" and self.element.shadow is not None:
            self.tasks.soon(self._follow_attribute)

    def _follow_attribute(self) -> None:
        is_expanded = self.element.has("expanded")
        was_expanded = self._will_be_expanded
        if was_expanded is None:
            was_expanded = self._is_expanded is True
        if is_expanded == was_expanded:
            return
        self._will_be_expanded = is_expanded
        if not self.children():
            self._set_expanded(is_expanded)
            if is_expanded and self.element.has("lazy"):
                refuse("component-use", "lazy items of <sl-tree>")
        elif is_expanded:
            self.emit("sl-expand")
            self._set_expanded(True)
            self.tasks.when_animated(self._end_expanding)
        else:
            self.emit("sl-collapse")
            self.tasks.when_animated(self._end_collapsing)

    def _set_expanded(self, is_expanded: bool) -> None:
        self._is_expanded = is_expanded
        self.element.touch()

    def _end_expanding(self) -> None:
        self._set_expanded(True)
        self.emit("sl-after-expand")

    def _end_collapsing(self) -> None:
        self._set_expanded(False)
        self.emit("sl-after-collapse")


def _tree_items(elements: Iterable[Element]) -> list[TreeItem]:
    components = (element.component for element in elements)
    return [component for component in components if isinstance(component, TreeItem)]


def _selected_elements(items: list[TreeItem]) -> list[Element]:
    return [item.element for item in items if item.element.has("selected")]
