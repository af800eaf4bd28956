"""What a spinner steps through: whole numbers, fractions, a list."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import create, method

__all__ = ["integer_factory"]


def integer_factory(low: int, high: int, value: int, step: int = 1) -> Any:
    """A factory of whole numbers."""
    return create("IntegerSpinnerValueFactory", min=low, max=high, initialValue=value, amountToStepBy=step)


@hook("IntegerSpinnerValueFactory DoubleSpinnerValueFactory", "initialValue")
def _initial(factory: FxObject, _old: Any, new: Any) -> None:
    factory.put(factory.fx.props["value"], new)


@hook("IntegerSpinnerValueFactory DoubleSpinnerValueFactory", "value min max")
def _within(factory: FxObject, _old: Any, _new: Any) -> None:
    value = factory.read("value")
    if isinstance(value, int | float):
        bounded = min(max(value, factory.read("min")), factory.read("max"))
        if bounded != value:
            factory.put(factory.fx.props["value"], bounded)


@hook("ListSpinnerValueFactory", "items")
def _list(factory: FxObject, _went: Any, _came: Any) -> None:
    items = factory.read("items")
    if factory.read("value") not in items:
        factory.put(factory.fx.props["value"], items[0] if items else None)


@hook("Spinner", "valueFactory")
def _factory(spinner: Any, old: FxObject | None, new: FxObject | None) -> None:
    if old is not None:
        old.values["owner"] = None
    if new is not None:
        new.values["owner"] = spinner
        new.observe("value", lambda *_: _take(spinner, new))
        _take(spinner, new)


def _take(spinner: Any, factory: FxObject) -> None:
    if spinner.read("valueFactory") is factory:
        spinner.put(spinner.fx.props["value"], factory.read("value"))


@method("IntegerSpinnerValueFactory DoubleSpinnerValueFactory")
def increment(factory: FxObject, steps: int = 1) -> None:
    """So many steps up."""
    _step(factory, steps)


@method("IntegerSpinnerValueFactory DoubleSpinnerValueFactory")
def decrement(factory: FxObject, steps: int = 1) -> None:
    """So many steps down."""
    _step(factory, -steps)


def _step(factory: FxObject, steps: int) -> None:
    low = factory.read("min")
    high = factory.read("max")
    value = factory.read_number("value") or 0
    wanted = value + steps * factory.read("amountToStepBy")
    if factory.read("wrapAround") and not low <= wanted <= high:
        size = high - low + (1 if isinstance(wanted, int) else 0)
        wanted = low + (wanted - low) % size if size else low
    factory.put(factory.fx.props["value"], min(max(wanted, low), high))


@method("ListSpinnerValueFactory")
def advance(factory: FxObject, steps: int = 1) -> None:
    """So many items further; past the end only where it wraps around."""
    items = factory.read("items")
    if items:
        place = items.index(factory.read("value")) + steps
        if factory.read("wrapAround"):
            place = place % len(items)
        else:
            place = min(max(place, 0), len(items) - 1)
        factory.put(factory.fx.props["value"], items[place])


@hook("Slider", "min max value")
def _slider(slider: Any, _old: float, _new: float) -> None:
    low = slider.read("min")
    high = slider.read("max")
    value = slider.read("value")
    if low <= high and not low <= value <= high:
        slider.put(slider.fx.props["value"], min(max(value, low), high))


@hook("ProgressIndicator", "progress")
def _progress(node: Any, _old: float, new: float) -> None:
    node.put(node.fx.props["indeterminate"], new < 0)
    node.restyle()
