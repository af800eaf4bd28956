"""Values with bounds: the factories of spinners (whole numbers, fractions, a list), sliders, pages, progress."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import create, method
from pytest_uimcp.javafx.scene.model.node import Node


def integer_factory(minimum: int, maximum: int, value: int, step: int = 1) -> FxItem:
    return create("IntegerSpinnerValueFactory", min=minimum, max=maximum, initialValue=value, amountToStepBy=step)


def _keep_within_bounds(holder: FxObject) -> None:
    value = holder.read("value")
    if isinstance(value, int | float):
        bounded = min(max(value, holder.read("min")), holder.read("max"))
        if bounded != value:
            holder.write("value", bounded)


@hook("IntegerSpinnerValueFactory DoubleSpinnerValueFactory", "initialValue")
def _initial(factory: FxItem, _old: object, new: object) -> None:
    factory.write("value", new)


@hook("IntegerSpinnerValueFactory DoubleSpinnerValueFactory", "value min max")
def _factory_bounds(factory: FxItem, _old: object, _new: object) -> None:
    _keep_within_bounds(factory)


@hook("ListSpinnerValueFactory", "items")
def _list(factory: FxItem, _removed: object, _added: object) -> None:
    items = factory.read("items")
    if factory.read("value") not in items:
        factory.write("value", items[0] if items else None)


@hook("ListSpinnerValueFactory", "value")
def _item(factory: FxItem, _old: object, new: object) -> None:
    items = factory.read("items")
    # As in JavaFX: what a user writes into an editable spinner is one item more.
    if new is not None and new not in items:
        items.append(new)


@hook("Spinner", "valueFactory")
def _factory(spinner: Node, old: FxItem | None, new: FxItem | None) -> None:
    if old is not None:
        old.owner = None
    if new is None:
        return

    def take_value(*_change: object) -> None:
        # A factory that was replaced is still watched, and must not be heard.
        if spinner.read("valueFactory") is new:
            spinner.write("value", new.read("value"))

    new.owner = spinner
    # One that begins with what is the default of the property has not changed, and begins with it all the same.
    if new.read("value") is None and "initialValue" in new.values:
        new.write("value", new.values["initialValue"])
    new.observe("value", take_value)
    take_value()


@method("IntegerSpinnerValueFactory DoubleSpinnerValueFactory")
def increment(factory: FxItem, steps: int = 1) -> None:
    minimum = factory.read("min")
    maximum = factory.read("max")
    value = (factory.read_number("value") or 0) + steps * factory.read("amountToStepBy")
    if factory.read("wrapAround") and not minimum <= value <= maximum:
        # Whole numbers go round through one more value than their distance: after 9 comes 0.
        size = maximum - minimum + (1 if isinstance(value, int) else 0)
        if size:
            value = minimum + (value - minimum) % size
        else:
            value = minimum
    factory.write("value", min(max(value, minimum), maximum))


@method("IntegerSpinnerValueFactory DoubleSpinnerValueFactory")
def decrement(factory: FxItem, steps: int = 1) -> None:
    increment(factory, -steps)


@method("ListSpinnerValueFactory")
def advance(factory: FxItem, steps: int = 1) -> None:
    """So many items further; past the end only where it wraps around."""
    items = factory.read("items")
    value = factory.read("value")
    if items and value not in items:
        factory.write("value", items[0])
    elif items:
        index = items.index(value) + steps
        if factory.read("wrapAround"):
            index = index % len(items)
        else:
            index = min(max(index, 0), len(items) - 1)
        factory.write("value", items[index])


@hook("Slider", "min max value")
def _slider_bounds(slider: Node, _old: float, _new: float) -> None:
    # While a program sets both bounds, one after the other, they may be the wrong way round.
    if slider.read("min") <= slider.read("max"):
        _keep_within_bounds(slider)


# Set while the page that was shown is none any more: JavaFX then shows no numbers until another is turned to.
LOST: Final = "page lost"


@hook("Pagination", "pageCount")
def _page_count(pagination: Node, old: int, new: int) -> None:
    # As in JavaFX: there is at least one page, and what is fewer is not taken.
    if new < 1:
        pagination.write("pageCount", old)
    else:
        is_lost = pagination.read("currentPageIndex") >= new
        _keep_on_a_page(pagination)
        pagination.values[LOST] = is_lost


@hook("Pagination", "currentPageIndex")
def _page(pagination: Node, _old: int, _new: int) -> None:
    pagination.values.pop(LOST, None)
    _keep_on_a_page(pagination)


def _keep_on_a_page(pagination: Node) -> None:
    index = pagination.read("currentPageIndex")
    bounded = min(max(index, 0), pagination.read("pageCount") - 1)
    if bounded != index:
        pagination.write("currentPageIndex", bounded)


@hook("ProgressIndicator", "progress")
def _progress(node: Node, _old: float, new: float) -> None:
    node.write("indeterminate", new < 0)
    node.restyle()
