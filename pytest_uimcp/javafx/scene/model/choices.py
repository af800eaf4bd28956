"""The value of a choice: what is selected in a combo box, a choice box, a tab pane."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.selection import SELECTED, models

__all__ = ["text_of"]


def text_of(owner: Any, item: Any) -> str:
    """How a control shows an item: by its converter, or as text."""
    if "converter" in owner.fx.props:
        converter = owner.read("converter")
    else:
        converter = None
    if converter is not None:
        return str(converter(item) if callable(converter) else converter.toString(item))
    if item is None:
        return ""
    if isinstance(item, float):
        return repr(item)
    if isinstance(item, bool):
        return str(item).lower()
    return str(item)


def _take_value(owner: Any) -> None:
    model = owner.values["selectionModel"]
    value = model.read("selectedItem")
    if owner.read("value") != value and (value is not None or model.read("selectedIndex") < 0):
        owner.put(owner.fx.props["value"], value)


@hook("ComboBox ChoiceBox", "value")
def _select_value(owner: Any, _old: Any, new: Any) -> None:
    models(owner)
    model = owner.values["selectionModel"]
    index = model.index_of(new) if new is not None else -1
    if index != model.read("selectedIndex"):
        model.take([index] if index >= 0 else [])


def _show_tab(pane: Any) -> None:
    index = pane.values["selectionModel"].read("selectedIndex")
    for place, tab in enumerate(pane.read("tabs")):
        tab.put(tab.fx.props["selected"], place == index)


SELECTED |= {"ComboBox": [_take_value], "ChoiceBox": [_take_value], "TabPane": [_show_tab]}


@hook("TabPane", "tabs")
def _tabs(pane: Any, went: list[Any], came: list[Any]) -> None:
    models(pane)
    for tab in went:
        tab.values["tabPane"] = None
    for tab in came:
        tab.values["tabPane"] = pane
    model = pane.values["selectionModel"]
    if model.read("selectedIndex") < 0 and pane.read("tabs"):
        model.select(0)
    else:
        _show_tab(pane)


@hook("Tab", "disable")
def _disable(tab: Any, _old: bool, new: bool) -> None:
    tab.put(tab.fx.props["disabled"], new)
