"""Elements that stand for values: insets, fonts, colours, strings, numbers, lists."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from pytest_uimcp.javafx.scene.model.kinds import from_text, number
from pytest_uimcp.javafx.scene.model.lists import ObservableList
from pytest_uimcp.javafx.scene.values.colors import Color, parse_color
from pytest_uimcp.javafx.scene.values.enums import ENUMS
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets

__all__ = ["CONSTANTS", "FACTORIES", "JAVA_VALUES", "VALUES", "build", "constant", "parse"]

# Value classes by package; an element of one collects its properties first and is built from them.
VALUES = {
    "javafx.geometry": ("Insets", "Point2D", "Point3D", "Rectangle2D", "Dimension2D", *(
        "Pos", "HPos", "VPos", "Side", "Orientation", "NodeOrientation")),
    "javafx.scene.text": ("Font", "FontWeight", "FontPosture", "TextAlignment"),
    "javafx.scene.paint": ("Color", "LinearGradient", "RadialGradient", "Stop"),
    "javafx.scene": ("Cursor",),
    "javafx.scene.input": ("KeyCodeCombination", "KeyCharacterCombination", "KeyCombination"),
    "javafx.util": ("Duration",),
    "javafx.collections": ("FXCollections",),
    "javafx.scene.layout": ("Priority",),
    "javafx.scene.control": ("SelectionMode", "ContentDisplay", "OverrunStyle"),
}  # fmt: skip
JAVA_VALUES = {
    "java.lang": ("String", "Integer", "Double", "Float", "Long", "Short", "Byte", "Boolean", "Character", "Object"),
    "java.net": ("URL",),
    "java.util": ("ArrayList", "HashMap", "Locale", "Date"),
    "java.time": ("LocalDate",),
    "java.math": ("BigDecimal", "BigInteger"),
}


def _numbers(properties: Mapping[str, Any], *names: str) -> list[float]:
    values = [properties.get(name, 0.0) for name in names]
    return [number(value) if isinstance(value, str) else float(value) for value in values]


def _insets(properties: Mapping[str, Any]) -> Insets:
    top, right, bottom, left, both = _numbers(properties, "top", "right", "bottom", "left", "topRightBottomLeft")
    if both:
        return Insets(both, both, both, both)
    return Insets(top, right, bottom, left)


def _font(properties: Mapping[str, Any]) -> Font:
    name = str(properties.get("name", properties.get("family", "System")))
    words = name.split()
    styles = {word.lower() for word in words} & {"bold", "italic", "regular", "oblique"}
    family = " ".join(word for word in words if word.lower() not in styles) or "System"
    size = _numbers(properties, "size")[0] if "size" in properties else 13.0
    return Font(family, size, "bold" in styles, bool(styles & {"italic", "oblique"}))


def _color(properties: Mapping[str, Any]) -> Color:
    red, green, blue = _numbers(properties, "red", "green", "blue")
    return Color(red, green, blue, _numbers(properties, "opacity")[0] if "opacity" in properties else 1.0)


def _gradient(properties: Mapping[str, Any]) -> Any:
    stops = properties.get("stops") or Color(0, 0, 0)
    if isinstance(stops, list):
        return stops[0]
    return stops


def _stop(properties: Mapping[str, Any]) -> Any:
    color = properties.get("color", "BLACK")
    if isinstance(color, str):
        return from_text("paint", color)
    return color


def _combination(properties: Mapping[str, Any]) -> str:
    keys = ("shortcut", "control", "alt", "shift", "meta")
    down = [key.title() for key in keys if str(properties.get(key, "UP")).upper() == "DOWN"]
    return "+".join([*down, str(properties.get("code", properties.get("character", "")))])


# Built from attributes and property elements.
BUILDERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "Insets": _insets,
    "Font": _font,
    "Color": _color,
    "LinearGradient": _gradient,
    "RadialGradient": _gradient,
    "Stop": _stop,
    "Point2D": lambda properties: tuple(_numbers(properties, "x", "y")),
    "Point3D": lambda properties: tuple(_numbers(properties, "x", "y", "z")),
    "Dimension2D": lambda properties: tuple(_numbers(properties, "width", "height")),
    "Rectangle2D": lambda properties: tuple(_numbers(properties, "minX", "minY", "width", "height")),
    "Duration": lambda properties: _numbers(properties, "millis")[0],
    "KeyCodeCombination": _combination,
    "KeyCharacterCombination": _combination,
    "URL": lambda properties: str(properties.get("value", "")),
    "ArrayList": lambda properties: ObservableList(),
    "HashMap": lambda _: {},
    "Object": lambda _: object(),
    "String": lambda _: "",
}
# `<Double fx:value="1.5"/>`
PARSERS: dict[str, Callable[[str], Any]] = {
    "String": str,
    "Character": str,
    "URL": str,
    "Integer": lambda text: int(text.strip()),
    "Long": lambda text: int(text.strip()),
    "Short": lambda text: int(text.strip()),
    "Byte": lambda text: int(text.strip()),
    "BigInteger": lambda text: int(text.strip()),
    "Double": number,
    "Float": number,
    "BigDecimal": number,
    "Boolean": lambda text: text.strip().lower() == "true",
    "Color": lambda text: parse_color(text) or from_text("paint", text),
    "Duration": lambda text: from_text("duration", text),
    "LocalDate": lambda text: datetime.date.fromisoformat(text.strip()),
    "Cursor": str,
    "KeyCombination": str,
}
INFINITY = float("inf")
# `<Double fx:constant="NEGATIVE_INFINITY"/>`
CONSTANTS: dict[str, dict[str, Any]] = {
    "Double": {"NEGATIVE_INFINITY": -INFINITY, "POSITIVE_INFINITY": INFINITY, "MAX_VALUE": 1.7976931348623157e308,
               "MIN_VALUE": 5e-324, "NaN": float("nan")},
    "Integer": {"MAX_VALUE": 2147483647, "MIN_VALUE": -2147483648},
    "Long": {"MAX_VALUE": 9223372036854775807, "MIN_VALUE": -9223372036854775808},
    "Boolean": {"TRUE": True, "FALSE": False},
    "Insets": {"EMPTY": Insets()},
    "Font": {"DEFAULT": Font()},
    "Region": {"USE_COMPUTED_SIZE": -1.0, "USE_PREF_SIZE": -INFINITY},
    "Control": {"USE_COMPUTED_SIZE": -1.0, "USE_PREF_SIZE": -INFINITY},
    "TableView": {"CONSTRAINED_RESIZE_POLICY": "constrained", "UNCONSTRAINED_RESIZE_POLICY": "unconstrained",
                  "CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN": "constrained"},
    "TreeTableView": {"CONSTRAINED_RESIZE_POLICY": "constrained", "UNCONSTRAINED_RESIZE_POLICY": "unconstrained"},
    "GridPane": {"REMAINING": 2147483647},
    "Duration": {"ZERO": 0.0, "ONE": 1.0, "INDEFINITE": INFINITY},
    "ButtonType": {
        name: name for name in ["OK", "CANCEL", "YES", "NO", "APPLY", "CLOSE", "FINISH", "NEXT", "PREVIOUS"]
    },
}  # fmt: skip
# `<FXCollections fx:factory="observableArrayList">`: the children are what is in it.
FACTORIES: dict[tuple[str, str], Callable[[list[Any]], Any]] = {
    ("FXCollections", "observableArrayList"): lambda items: ObservableList(items),
    ("FXCollections", "observableSet"): lambda items: ObservableList(items),
    ("FXCollections", "observableHashMap"): lambda items: {},
    ("FXCollections", "emptyObservableList"): lambda items: ObservableList(),
    ("Font", "getDefault"): lambda items: Font(),
    ("LocalDate", "now"): lambda items: datetime.datetime.now(tz=datetime.UTC).date(),
}


def build(name: str, properties: Mapping[str, Any]) -> Any:
    """A value from what its element says; raises `LookupError` for one that has nothing to say."""
    return BUILDERS[name](properties)


def parse(name: str, text: str) -> Any:
    """What `fx:value` means."""
    return PARSERS[name](text)


def constant(name: str, constant_name: str) -> Any:
    """What `fx:constant` means; raises `LookupError` for one that is not there."""
    if constant_name in ENUMS.get(name, ()):
        return constant_name
    if name == "Color" and parse_color(constant_name):
        return parse_color(constant_name)
    if name == "Cursor":
        return constant_name
    return CONSTANTS[name][constant_name]
