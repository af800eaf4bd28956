"""Python classes of the JavaFX classes, made from the registry when they are first asked for.

from pytest_uimcp.javafx import fx

button = fx.Button(text="Save", style_class="primary")
button.text = "Saved"        # properties in either spelling: promptText, prompt_text
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import FxType, fx_type, snake

__all__ = ["METHODS", "FxProperty", "Namespace", "create", "fx", "fx_class", "method"]

BEHAVIOUR = "pytest_uimcp.javafx.scene.registered"
"""Has methods and hooks registered before there is a class that needs them."""
_CLASSES: dict[str, type[Any]] = {}
# Methods by class, which modules of behaviour register: `button.fire()`.
METHODS: dict[str, dict[str, Callable[..., Any]]] = {}


class FxProperty:
    """A property as an attribute."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, owner: FxObject | None, kind: type) -> Any:
        if owner is None:
            return self
        return owner.get(self.name)

    def __set__(self, owner: FxObject, value: Any) -> None:
        owner.set(self.name, value)


def method(types: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function a method of classes, under its own name and as Java spells it."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for kind in types.split():
            METHODS.setdefault(kind, {})[function.__name__] = function
            if kind in _CLASSES:
                _attach(_CLASSES[kind], function.__name__, function)
        return function

    return register


def _java(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


def _attach(cls: type[Any], name: str, function: Callable[..., Any]) -> None:
    for spelling in {name, _java(name)}:
        setattr(cls, spelling, function)


def _attributes(described: FxType) -> dict[str, FxProperty]:
    found = {}
    for name in described.own:
        found[name] = found[snake(name)] = FxProperty(name)
    return found


def _make(described: FxType) -> type[Any]:
    if "Node" in described.lineage:
        root = Node
    else:
        root = ROOTS.get(described.name, FxObject)
    base = fx_class(described.base.name) if described.base else root
    base = ROOTS.get(described.name, base)
    name = described.simple or described.selector
    if root is Node:
        taken = set(dir(FxObject)) | set(dir(Node))
    else:
        taken = set(dir(base))
    attributes = {key: value for key, value in _attributes(described).items() if key not in taken}
    made: type[Any] = type(name, (base,), {"__slots__": (), "__module__": __name__, "fx": described, **attributes})
    made.describe(described)
    for spelling, function in METHODS.get(described.name, {}).items():
        _attach(made, spelling, function)
    return made


# Classes that are more than a table: scenes and windows put theirs here.
ROOTS: dict[str, type[Any]] = {}


def fx_class(name: str) -> type[Any]:
    """The Python class of a JavaFX class."""
    if name not in _CLASSES:
        import_module(BEHAVIOUR)
        _CLASSES[name] = _make(fx_type(name))
    return _CLASSES[name]


def create(name: str, **properties: Any) -> Any:
    """A new object of a class."""
    return fx_class(name)(**properties)


class Namespace:
    """`fx.Button`, `fx.VBox`, and so on."""

    def __getattr__(self, name: str) -> type[Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return fx_class(name)


fx = Namespace()
