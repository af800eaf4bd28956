"""Marks elements whose binding fails: class `ui-error` and two attributes.

Several bindings of one element may fail at once; it shows the first fault.
"""

from __future__ import annotations

from typing import TypeAlias

from pytest_uimcp.page.dom.nodes import Element

__all__ = ["Fault", "Faults"]

# Code and description.
Fault: TypeAlias = tuple[str, str]


class Faults:
    def __init__(self) -> None:
        self._by_element: dict[Element, dict[object, Fault]] = {}

    def set(self, element: Element, source: object, fault: Fault | None) -> None:
        """Set the fault of `source` at an element; None clears it."""
        faults = self._by_element.get(element)
        if faults is None:
            if fault is None:
                return
            faults = {}
        if fault is not None:
            faults[source] = fault
        elif faults.pop(source, None) is None:
            return
        if faults:
            self._by_element[element] = faults
        else:
            del self._by_element[element]
        _show(element, next(iter(faults.values()), None))


def _show(element: Element, fault: Fault | None) -> None:
    if fault is not None:
        element.add_class("ui-error")
        element.set("ui-error-code", fault[0])
        element.set("ui-error-description", fault[1])
        return
    element.remove_class("ui-error")
    element.unset("ui-error-code")
    element.unset("ui-error-description")
    # Without its only class the element looks as its author wrote it.
    if not element.classes:
        element.unset("class")
