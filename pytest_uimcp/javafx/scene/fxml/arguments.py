"""Attributes that JavaFX hands to a constructor, because no property has their name (`@NamedArg`)."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.classes import create

__all__ = ["apply"]

SPINNER = ("min", "max", "initialValue", "amountToStepBy")
NEEDED = SPINNER[:3]


def apply(built: Any, attributes: dict[str, str]) -> dict[str, str]:
    """Use the constructor arguments among the attributes; the rest is returned. Raises `WrongValue`."""
    if not (isinstance(built, FxObject) and built.is_a("Spinner")):
        return attributes
    given = {name: text for name, text in attributes.items() if name in SPINNER}
    if given:
        built.set("valueFactory", _value_factory(given))
    return {name: text for name, text in attributes.items() if name not in given}


def _value_factory(given: dict[str, str]) -> FxObject:
    """Whole numbers make an integer spinner, as the constructors of `Spinner` do; any other number a double one."""
    missing = [name for name in NEEDED if name not in given]
    if missing:
        raise WrongValue(f"<Spinner> takes min, max and initialValue together; {', '.join(missing)} is missing")
    whole = all(text.strip().lstrip("+-").isdigit() for text in given.values())
    factory: FxObject = create("IntegerSpinnerValueFactory" if whole else "DoubleSpinnerValueFactory")
    # The range first: the value is kept within it.
    for name in SPINNER:
        if name in given:
            factory.set(name, given[name])
    return factory
