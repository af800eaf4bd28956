"""Pseudo-classes: which states a node is in, as rules by class.

The names are those that JavaFX 11 has. What later versions added depends on more than the node and is asked only by
selectors: see `selectors.match`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.model.registry import FxType

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


# What a snapshot lists of them, in this order; `selected` only of toggles and check boxes.
REPORTED: Final = ("disabled", "focused", "hover", "pressed", "selected")

Rule = Callable[["Node"], Iterator[str]]
# Property and the state it means: while it is true, or while it has the value behind the equals sign.
SIMPLE: Final[Mapping[str, str]] = {
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
    condition, _, state = entry.partition(":")
    name, _, expected = condition.lstrip("!").partition("=")
    is_negated = condition.startswith("!")
    state = state or name

    def has_value(node: Node) -> Iterator[str]:
        if node.read(name) == expected:
            yield state

    def is_true(node: Node) -> Iterator[str]:
        if bool(node.read(name)) is not is_negated:
            yield state

    if expected:
        return has_value
    return is_true


def _index(node: Node) -> Iterator[str]:
    index = node.values.get("index")
    if index is not None:
        yield "even" if index % 2 == 0 and index >= 0 else "odd"


def _tree_item(node: Node) -> Iterator[str]:
    item = node.values.get("treeItem")
    if item is not None:
        yield "expanded" if item.read("expanded") else "collapsed"


def _table(node: Node) -> Iterator[str]:
    model = node.values.get("selectionModel")
    yield "cell-selection" if model is not None and model.cell_selection else "row-selection"
    if node.read("columnResizePolicy") == "constrained":
        yield "constrained-resize"


RULES: Final[Mapping[str, tuple[Rule, ...]]] = {
    **{kind: tuple(_simple(entry) for entry in entries.split()) for kind, entries in SIMPLE.items()},
    "IndexedCell": (_index,),
    "TreeCell": (_tree_item,),
    "TreeTableRow": (_tree_item,),
    "TableView": (_table,),
    "TreeTableView": (_table,),
}


@cache
def _rules(fx: FxType) -> tuple[Rule, ...]:
    return tuple(rule for kind in fx.order if kind != "Node" for rule in RULES.get(kind, ()))


def states_of(node: Node) -> frozenset[str]:
    values = node.values
    # Asked for every node whenever it is styled, so these three are read without their properties.
    states = [name for name in ("focused", "hover", "pressed") if values.get(name)]
    if node.off:
        states.append("disabled")
    for rule in _rules(node.fx):
        states.extend(rule(node))
    if states:
        return node.custom.union(states)
    return node.custom


def set_state(node: Node, name: str, is_on: bool) -> None:
    """A program's own pseudo-class, as `pseudoClassStateChanged`."""
    # A frozen set, which contexts of styles can have as a key.
    if is_on:
        custom = node.custom | {name}
    else:
        custom = node.custom - {name}
    if custom != node.custom:
        node.custom = custom
        node.restyle()
