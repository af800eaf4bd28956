"""Structured conditions on a node; all of them have to hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_uimcp.javafx.scene.errors import JavaFxError, near
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.selectors.texts import matcher

__all__ = ["CONDITIONS", "PredicateError", "predicate"]

Test = Callable[[Node], bool]


class PredicateError(JavaFxError):
    """A condition that is unknown or has the wrong value."""


def _names(value: Any) -> frozenset[str]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise PredicateError(f"typeIs: expected a class name or a list of them; got {value!r}")
    return frozenset(names)


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise PredicateError(f"{name}: expected a text; got {value!r}")
    return value


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise PredicateError(f"{name}: expected true or false; got {value!r}")
    return value


def _type_is(value: Any) -> Test:
    names = _names(value)
    return lambda node: not names.isdisjoint(node.fx.lineage) or node.fx.simple in names


def _id_equals(value: Any) -> Test:
    wanted = _text("idEquals", value)
    return lambda node: node.css_id == wanted


def _style_class_has(value: Any) -> Test:
    wanted = _text("styleClassHas", value)
    return lambda node: wanted in node.classes


def _visible(value: Any) -> Test:
    wanted = _flag("visible", value)
    return lambda node: node.tree_visible is wanted


def _enabled(value: Any) -> Test:
    wanted = _flag("enabled", value)
    return lambda node: node.off is not wanted


# `typeIs` counts superclasses, `visible` and `enabled` count ancestors.
CONDITIONS: dict[str, Callable[[Any], Test]] = {
    "typeIs": _type_is,
    "idEquals": _id_equals,
    "styleClassHas": _style_class_has,
    "textContains": lambda value: matcher(_text("textContains", value)),
    "visible": _visible,
    "enabled": _enabled,
}


def predicate(conditions: Any) -> Test:
    """One test of all conditions."""
    if not isinstance(conditions, Mapping):
        raise PredicateError(f"predicate: expected an object of conditions; got {conditions!r}")
    tests = []
    for name, value in conditions.items():
        if name not in CONDITIONS:
            raise PredicateError(
                f"predicate: no condition {name!r}.{near(str(name), CONDITIONS)} There are {', '.join(CONDITIONS)}."
            )
        if value is not None:
            tests.append(CONDITIONS[name](value))
    return lambda node: all(test(node) for test in tests)
