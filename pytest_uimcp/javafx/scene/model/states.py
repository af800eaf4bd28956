"""Pseudo-classes: which states a node is in, as rules by class.

The names are those that JavaFX 11 has. What later versions added depends on more than the node and is asked only by
selectors: see `selectors.match`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.model.registry import FxType

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node

__all__ = ["REPORTED", "set_state", "states_of"]

REPORTED = ("disabled", "focused", "hover", "pressed", "selected")
"""What a snapshot lists of them, in this order; `selected` only of toggles and check boxes."""

Rule = Callable[["Node"], Iterator[str]]
# Property and the state it means: while it is true, or while it has the value behind the equals sign.
SIMPLE = {
    "Node": "focused hover pressed",
    "ButtonBase": "armed",
    "Button": "defaultButton:default cancelButton:cancel",
    "ToggleButton": "selected",
    "CheckBox": "selected indeterminate !indeterminate:determinate",
    "Hyperlink": "visited",
    "MenuButton": "showing popupSide=BOTTOM:openvertically popupSide=TOP:openvertically",
    "TextInputControl": "!editable:readonly",
    "ComboBoxBase": "editable showing armed",
    "ChoiceBox": "showing",
    "Cell": "selected empty !empty:filled",
    "TitledPane": "expanded !expanded:collapsed",
    "ProgressIndicator": "indeterminate !indeterminate:determinate",
    "ScrollBar": "orientation=HORIZONTAL:horizontal orientation=VERTICAL:vertical",
    "Separator": "orientation=HORIZONTAL:horizontal orientation=VERTICAL:vertical",
    "SplitPane": "orientation=HORIZONTAL:horizontal orientation=VERTICAL:vertical",
    "ToolBar": "orientation=HORIZONTAL:horizontal orientation=VERTICAL:vertical",
    "Slider": "orientation=VERTICAL:vertical",
    "ListView": "orientation=HORIZONTAL:horizontal",
    "TabPane": "side=TOP:top side=RIGHT:right side=BOTTOM:bottom side=LEFT:left",
    "Axis": "side=TOP:top side=RIGHT:right side=BOTTOM:bottom side=LEFT:left",
    "ScrollPane": "fitToWidth:fitToWidth fitToHeight:fitToHeight pannable",
    "ContextMenuContent": "",
}


def _simple(entry: str) -> Rule:
    asked, _, state = entry.partition(":")
    name, _, value = asked.lstrip("!").partition("=")
    state = state or name

    def rule(node: Node) -> Iterator[str]:
        found = node.read(name)
        if (found == value) if value else (bool(found) is not asked.startswith("!")):
            yield state

    return rule


def _index(node: Node) -> Iterator[str]:
    if "index" in node.values:
        yield "even" if node.values["index"] % 2 == 0 and node.values["index"] >= 0 else "odd"


def _tree_item(node: Node) -> Iterator[str]:
    item = node.values.get("treeItem")
    if item is not None:
        yield "expanded" if item.read("expanded") else "collapsed"


def _table(node: Node) -> Iterator[str]:
    model = node.values.get("selectionModel")
    yield "cell-selection" if model is not None and model.cell_selection else "row-selection"
    if node.read("columnResizePolicy") == "constrained":
        yield "constrained-resize"


RULES: dict[str, list[Rule]] = {kind: [_simple(entry) for entry in entries.split()] for kind, entries in SIMPLE.items()}
RULES |= {
    "IndexedCell": [_index],
    "TreeCell": [_tree_item],
    "TreeTableRow": [_tree_item],
    "TableView": [_table],
    "TreeTableView": [_table],
}


@cache
def _rules(described: FxType) -> tuple[Rule, ...]:
    return tuple(rule for kind in described.order if kind != "Node" for rule in RULES.get(kind, ()))


def states_of(node: Node) -> frozenset[str]:
    """Every state it is in."""
    values = node.values
    found = [name for name in ("focused", "hover", "pressed") if values.get(name)]
    if node.off:
        found.append("disabled")
    for rule in _rules(node.fx):
        found.extend(rule(node))
    if found:
        return node.custom.union(found)
    return node.custom


def set_state(node: Node, name: str, on: bool) -> None:
    """A program's own pseudo-class, as `pseudoClassStateChanged`."""
    custom = node.custom | {name} if on else node.custom - {name}
    if custom != node.custom:
        node.custom = custom
        node.restyle()
