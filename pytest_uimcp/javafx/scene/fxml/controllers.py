"""Controllers: a program's objects that handlers call and nodes are put into."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

from pytest_uimcp.javafx.scene.model.registry import snake

Method = Callable[..., object]
EventHandler = Callable[[object], object]


def fill(controller: object, name: str, value: object) -> None:
    """Put an object into the attribute of its `fx:id`, also as Python spells it if the class declares that.

    A method of that name stays what it is: in Java fields and methods do not share their names.
    """
    # Replacing a method by a node would break the handler of that name.
    if not callable(getattr(type(controller), name, None)):
        setattr(controller, name, value)
    spelled = snake(name)
    if spelled != name and spelled in _declared(type(controller)):
        setattr(controller, spelled, value)


def _declared(kind: type) -> set[str]:
    # Annotations count as declared: `user_name: TextField` has no value before the document is loaded.
    return {name for base in kind.__mro__ for name in (*vars(base), *inspect.get_annotations(base))}


def method_of(controller: object, name: str) -> Method | None:
    """The method of this name, or of its Python spelling."""
    for spelling in (name, snake(name)):
        method: object = getattr(controller, spelling, None)
        if callable(method):
            return method
    return None


def handler(method: Method) -> EventHandler:
    """A handler that gives the event to a method that takes one."""
    try:
        takes = any(
            parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD, parameter.VAR_POSITIONAL)
            for parameter in inspect.signature(method).parameters.values()
        )
    except (TypeError, ValueError):
        # A function of C has no signature to look at; handlers take an event.
        takes = True
    # JavaFX calls handlers with and without the event.
    if takes:
        return method

    def without_event(_event: object) -> object:
        return method()

    return without_event


def initialize(controller: object, location: str, resources: Mapping[str, object]) -> None:
    for name, value in (("location", location), ("resources", resources)):
        if name in _declared(type(controller)):
            setattr(controller, name, value)
    method = getattr(controller, "initialize", None)
    if callable(method):
        method()
