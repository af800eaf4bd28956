"""Structured conditions on a node; all of them have to hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.errors import JavaFxError, near
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.selectors.texts import matcher

Test = Callable[[Node], bool]


class PredicateError(JavaFxError):
    """A condition that is unknown or has the wrong value."""


def _names(value: object) -> frozenset[str]:
    if isinstance(value, (list, tuple)):
        names = value
    else:
        names = [value]
    if not all(isinstance(name, str) for name in names):
        raise PredicateError(f"typeIs: expected a class name or a list of them; got {value!r}")
    return frozenset(names)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise PredicateError(f"{name}: expected a text; got {value!r}")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise PredicateError(f"{name}: expected true or false; got {value!r}")
    return value


def _type_is(value: object) -> Test:
    names = _names(value)

    def test(node: Node) -> bool:
        # The class and its superclasses by name; a nested class is found without its outer one, too.
        return not names.isdisjoint(node.fx.lineage) or node.fx.simple in names

    return test


def _id_equals(value: object) -> Test:
    expected = _text("idEquals", value)

    def test(node: Node) -> bool:
        return node.css_id == expected

    return test


def _style_class_has(value: object) -> Test:
    style_class = _text("styleClassHas", value)

    def test(node: Node) -> bool:
        return style_class in node.classes

    return test


def _visible(value: object) -> Test:
    expected = _flag("visible", value)

    def test(node: Node) -> bool:
        return node.tree_visible is expected

    return test


def _enabled(value: object) -> Test:
    expected = _flag("enabled", value)

    def test(node: Node) -> bool:
        return node.off is not expected

    return test


# `typeIs` counts superclasses, `visible` and `enabled` count ancestors.
def _text_contains(value: object) -> Test:
    return matcher(_text("textContains", value))


CONDITIONS: Final[Mapping[str, Callable[[object], Test]]] = {
    "typeIs": _type_is,
    "idEquals": _id_equals,
    "styleClassHas": _style_class_has,
    "textContains": _text_contains,
    "visible": _visible,
    "enabled": _enabled,
}


def predicate(conditions: object) -> Test:
    if not isinstance(conditions, Mapping):
        raise PredicateError(f"predicate: expected an object of conditions; got {conditions!r}")
    tests = []
    for name, value in conditions.items():
        if name not in CONDITIONS:
            raise PredicateError(
                f"predicate: no condition {name!r}.{near(str(name), CONDITIONS)} There are {', '.join(CONDITIONS)}."
            )
        # A condition that is null is not asked, as one that is left out.
        if value is not None:
            tests.append(CONDITIONS[name](value))
    return lambda node: all(test(node) for test in tests)
