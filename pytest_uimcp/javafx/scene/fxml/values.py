"""Elements that stand for values: insets, fonts, colours, strings, numbers, lists."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pytest_uimcp.javafx.scene.model.kinds import from_text, number
from pytest_uimcp.javafx.scene.model.lists import ObservableList
from pytest_uimcp.javafx.scene.values.colors import Color, parse_color
from pytest_uimcp.javafx.scene.values.enums import ENUMS
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets

# Value classes by package; an element of one collects its properties first and is built from them.
VALUES: Final[Mapping[str, tuple[str, ...]]] = {
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
JAVA_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "java.lang": ("String", "Integer", "Double", "Float", "Long", "Short", "Byte", "Boolean", "Character", "Object"),
    "java.net": ("URL",),
    "java.util": ("ArrayList", "HashMap", "Locale", "Date"),
    "java.time": ("LocalDate",),
    "java.math": ("BigDecimal", "BigInteger"),
}


def _numbers(properties: Mapping[str, object], *names: str) -> list[float]:
    values = [properties.get(name, 0.0) for name in names]
    return [float(value) if isinstance(value, (int, float)) else number(str(value)) for value in values]


def _insets(properties: Mapping[str, object]) -> Insets:
    top, right, bottom, left, both = _numbers(properties, "top", "right", "bottom", "left", "topRightBottomLeft")
    if both:
        return Insets(both, both, both, both)
    return Insets(top, right, bottom, left)


# Of a `<Font>` that says none; that of the theme is larger.
BUILT_SIZE_PX: Final = 12.0
LOGICAL_FAMILIES: Final = ("Serif", "SansSerif", "Monospaced")


def _font(properties: Mapping[str, object]) -> Font:
    name = str(properties.get("name", properties.get("family", "System")))
    words = name.split()
    styles = {word.lower() for word in words} & {"bold", "italic", "regular", "oblique"}
    family = " ".join(word for word in words if word.lower() not in styles) or "System"
    # Only with its style is the name of a logical family the name of a font.
    if properties.get("name") in LOGICAL_FAMILIES:
        family = "System"
    size = BUILT_SIZE_PX
    if "size" in properties:
        size = _numbers(properties, "size")[0]
    return Font(family, size, "bold" in styles, bool(styles & {"italic", "oblique"}))


def _color(properties: Mapping[str, object]) -> Color:
    red, green, blue = _numbers(properties, "red", "green", "blue")
    return Color(red, green, blue, _numbers(properties, "opacity")[0] if "opacity" in properties else 1.0)


def _gradient(properties: Mapping[str, object]) -> object:
    """Its first colour: gradients of documents are not drawn as such."""
    stops = properties.get("stops") or Color(0, 0, 0)
    if isinstance(stops, list):
        return stops[0]
    return stops


def _stop(properties: Mapping[str, object]) -> object:
    color = properties.get("color", "BLACK")
    if isinstance(color, str):
        return from_text("paint", color)
    return color


def _combination(properties: Mapping[str, object]) -> str:
    keys = ("shortcut", "control", "alt", "shift", "meta")
    down = [key.title() for key in keys if str(properties.get(key, "UP")).upper() == "DOWN"]
    return "+".join([*down, str(properties.get("code", properties.get("character", "")))])


def _point(*names: str) -> Callable[[Mapping[str, object]], tuple[float, ...]]:
    def build_point(properties: Mapping[str, object]) -> tuple[float, ...]:
        return tuple(_numbers(properties, *names))

    return build_point


def _duration(properties: Mapping[str, object]) -> float:
    return _numbers(properties, "millis")[0]


def _url(properties: Mapping[str, object]) -> str:
    return str(properties.get("value", ""))


def _empty_list(_properties: Mapping[str, object]) -> ObservableList[object]:
    return ObservableList()


def _map(properties: Mapping[str, object]) -> dict[str, object]:
    """Each attribute is an entry."""
    return dict(properties)


def _object(_properties: Mapping[str, object]) -> object:
    return object()


def _empty_text(_properties: Mapping[str, object]) -> str:
    return ""


# Built from attributes and property elements.
BUILDERS: Final[Mapping[str, Callable[[Mapping[str, object]], object]]] = {
    "Insets": _insets,
    "Font": _font,
    "Color": _color,
    "LinearGradient": _gradient,
    "RadialGradient": _gradient,
    "Stop": _stop,
    "Point2D": _point("x", "y"),
    "Point3D": _point("x", "y", "z"),
    "Dimension2D": _point("width", "height"),
    "Rectangle2D": _point("minX", "minY", "width", "height"),
    "Duration": _duration,
    "KeyCodeCombination": _combination,
    "KeyCharacterCombination": _combination,
    "URL": _url,
    "ArrayList": _empty_list,
    "HashMap": _map,
    "Object": _object,
    "String": _empty_text,
}


def _boolean(text: str) -> bool:
    return text.strip().lower() == "true"


def _parsed_color(text: str) -> object:
    return parse_color(text) or from_text("paint", text)


def _date(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text.strip())


# `<Double fx:value="1.5"/>`
PARSERS: Final[Mapping[str, Callable[[str], object]]] = {
    "String": str,
    "Character": str,
    "URL": str,
    "Integer": int,
    "Long": int,
    "Short": int,
    "Byte": int,
    "BigInteger": int,
    "Double": number,
    "Float": number,
    "BigDecimal": number,
    "Boolean": _boolean,
    "Color": _parsed_color,
    "Duration": partial(from_text, "duration"),
    "LocalDate": _date,
    "Cursor": str,
    "KeyCombination": str,
}
INFINITY: Final = float("inf")
# `<Double fx:constant="NEGATIVE_INFINITY"/>`
CONSTANTS: Final[Mapping[str, Mapping[str, object]]] = {
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


def _no_items(_items: list[object]) -> ObservableList[object]:
    return ObservableList()


def _default_font(_items: list[object]) -> Font:
    return Font()


def _today(_items: list[object]) -> datetime.date:
    return datetime.datetime.now(tz=datetime.UTC).date()


# `<FXCollections fx:factory="observableArrayList">`: the children are what is in it.
FACTORIES: Final[Mapping[tuple[str, str], Callable[[list[object]], object]]] = {
    ("FXCollections", "observableArrayList"): ObservableList,
    ("FXCollections", "observableSet"): ObservableList,
    ("FXCollections", "emptyObservableList"): _no_items,
    ("Font", "getDefault"): _default_font,
    ("LocalDate", "now"): _today,
}


def build(name: str, properties: Mapping[str, object]) -> object:
    """A value from what its element says; raises `LookupError` for one that has nothing to say."""
    return BUILDERS[name](properties)


def is_map(name: str, factory: str) -> bool:
    """Whether a factory makes a map, whose attributes are its entries."""
    return (name, factory) == ("FXCollections", "observableHashMap")


def parse(name: str, text: str) -> object:
    return PARSERS[name](text)


def constant(name: str, constant_name: str) -> object:
    """What `fx:constant` means; raises `LookupError` for one that is not there."""
    if constant_name in ENUMS.get(name, ()):
        return constant_name
    if name == "Color" and parse_color(constant_name):
        return parse_color(constant_name)
    if name == "Cursor":
        return constant_name
    return CONSTANTS[name][constant_name]
