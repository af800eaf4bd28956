"""The value of a choice: what is selected in a combo box, a choice box, a tab pane."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject, hook
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import on_selection, selection_of


def text_of(owner: FxObject, item: object) -> str:
    converter = None
    if "converter" in owner.fx.props:
        converter = owner.read("converter")
    if converter is not None:
        # A function, or an object of the program that is spelled as Java's StringConverter.
        to_text = converter if callable(converter) else getattr(converter, "toString")  # noqa: B009  # a dynamic name
        return str(to_text(item))
    if item is None:
        return ""
    if isinstance(item, float):
        return repr(item)
    if isinstance(item, bool):
        return str(item).lower()
    return str(item)


@on_selection("ComboBox ChoiceBox")
def _take_value(owner: Node) -> None:
    model = selection_of(owner)
    value = model.read("selectedItem")
    # The control may have a value that is no item; only a selection replaces it.
    if owner.read("value") != value and (value is not None or model.read("selectedIndex") < 0):
        owner.write("value", value)


@hook("ComboBox ChoiceBox", "value")
def _select_value(owner: Node, _old: object, new: object) -> None:
    model = selection_of(owner)
    index = model.index_of(new) if new is not None else -1
    if index < 0 and new is not None:
        model.select_no_item()
    elif index != model.read("selectedIndex"):
        model.set_indices([index] if index >= 0 else [])


@on_selection("TabPane")
def _show_tab(pane: Node) -> None:
    selected = selection_of(pane).read("selectedIndex")
    for index, tab in enumerate(pane.read("tabs")):
        tab.write("selected", index == selected)


@hook("TabPane", "tabs")
def _tabs(pane: Node, removed: list[FxItem], added: list[FxItem]) -> None:
    for tab in removed:
        tab.values["tabPane"] = None
    for tab in added:
        tab.values["tabPane"] = pane
    model = selection_of(pane)
    if model.read("selectedIndex") < 0 and pane.read("tabs"):
        # The first that can be used; the first of all if none can.
        usable = (place for place, tab in enumerate(pane.read("tabs")) if not tab.read("disable"))
        model.select(next(usable, 0))
    else:
        _show_tab(pane)


@hook("Tab", "disable")
def _disable(tab: FxItem, _old: bool, new: bool) -> None:
    tab.write("disabled", new)
