"""Attributes that JavaFX hands to a constructor, because no property has their name (`@NamedArg`)."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.classes import create

__all__ = ["apply"]

SPINNER: Final = ("min", "max", "initialValue", "amountToStepBy")
NEEDED: Final = SPINNER[:3]


def apply(target: object, attributes: dict[str, str]) -> dict[str, str]:
    """Use the constructor arguments among the attributes; the rest is returned. Raises `WrongValue`."""
    if not (isinstance(target, FxObject) and target.is_a("Spinner")):
        return attributes
    arguments = {name: text for name, text in attributes.items() if name in SPINNER}
    if arguments:
        target.set("valueFactory", _value_factory(arguments))
    return {name: text for name, text in attributes.items() if name not in arguments}


def _value_factory(arguments: dict[str, str]) -> FxObject:
    """Whole numbers make an integer spinner, as the constructors of `Spinner` do; any other number a double one."""
    missing = [name for name in NEEDED if name not in arguments]
    if missing:
        raise WrongValue(f"<Spinner> takes min, max and initialValue together; {', '.join(missing)} is missing")
    # `<Spinner min="0" max="1.5">` is a spinner of doubles, also if the value has no point.
    are_integers = all(text.strip().lstrip("+-").isdigit() for text in arguments.values())
    factory: FxObject = create("IntegerSpinnerValueFactory" if are_integers else "DoubleSpinnerValueFactory")
    # The range first: the value is kept within it.
    for name in SPINNER:
        if name in arguments:
            factory.set(name, arguments[name])
    return factory
