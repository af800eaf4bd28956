"""Static properties: what a pane wants to know of a child, kept with the child."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.kinds import accept, from_text
from pytest_uimcp.javafx.scene.model.node import Node

# Kinds by class and name.
STATIC: Final[Mapping[str, Mapping[str, str]]] = {
    "GridPane": {
        "rowIndex": "index", "columnIndex": "index", "rowSpan": "span", "columnSpan": "span", "halignment": "enum:HPos",
        "valignment": "enum:VPos", "hgrow": "enum:Priority", "vgrow": "enum:Priority", "margin": "insets",
        "fillWidth": "boolean", "fillHeight": "boolean",
    },
    "HBox": {"hgrow": "enum:Priority", "margin": "insets"},
    "VBox": {"vgrow": "enum:Priority", "margin": "insets"},
    "StackPane": {"alignment": "enum:Pos", "margin": "insets"},
    "BorderPane": {"alignment": "enum:Pos", "margin": "insets"},
    "AnchorPane": {"topAnchor": "double", "rightAnchor": "double", "bottomAnchor": "double", "leftAnchor": "double"},
    "FlowPane": {"margin": "insets"},
    "TilePane": {"alignment": "enum:Pos", "margin": "insets"},
    "SplitPane": {"resizableWithParent": "boolean"},
    "ButtonBar": {"buttonData": "enum:ButtonData", "buttonUniformSize": "boolean"},
    "Tooltip": {"tooltip": "object"},
}  # fmt: skip
REMAINING: Final = 2147483647
# How many rows or columns a grid may have; each takes memory, empty ones too.
MAX_TRACKS: Final = 10_000


def _tracks(noun: str, minimum: int, value: object) -> object:
    if isinstance(value, int) and not minimum <= value < MAX_TRACKS:
        raise WrongValue(f"expected a {noun} from {minimum} to {MAX_TRACKS - 1}; got {value}")
    return value


def _value(kind: str, value: object) -> object:
    if kind == "span":
        # GridPane.REMAINING is Integer.MAX_VALUE, and documents write either.
        if value in ("REMAINING", str(REMAINING), REMAINING):
            return REMAINING
        return _tracks("span", 1, _value("int", value))
    if kind == "index":
        return _tracks("row or column", 0, _value("int", value))
    if isinstance(value, str):
        value = from_text(kind, value)
    return accept(kind, value)


def set_static(target: Node, owner: str, name: str, value: object) -> None:
    """Set a static property; raises `WrongValue` for what it cannot take."""
    target.constrain(f"{owner}.{name}", _value(STATIC[owner][name], value))
