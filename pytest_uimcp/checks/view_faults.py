"""The errors that a page shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.checks.deadline import TimeIsUp
from pytest_uimcp.page import Page
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.selectors import select

__all__ = ["NO_VIEWDEF", "Fault", "faults_of", "is_drawn", "name_what_was_drawn", "type_of"]

NO_VIEWDEF: Final = "no-viewdef"
_OFTEN: Final = 100
# Faults of files, which every page shows; other checks report them.
_OF_FILES: Final = frozenset({"viewdef", "reload"})
_TYPE: Final = re.compile(r"^no viewdef for (\S+):")


@dataclass(frozen=True, slots=True)
class Fault:
    """One error: the page's message, the element's bindings, and the viewdef it comes from."""

    code: str
    description: str
    written: str = ""
    viewdef: str = ""


def faults_of(page: Page) -> tuple[Fault, ...]:
    """Every error that the page shows, then those of variables without an element."""
    page.settle()
    shown = [_fault(element) for element in select(page.document, ".ui-error")]
    described = {fault.description for fault in shown}
    rest = [Fault(code, text) for code, text in page.problems if text not in described and code not in _OF_FILES]
    return tuple(dict.fromkeys([*shown, *rest]))


@contextmanager
def name_what_was_drawn(page: Page) -> Iterator[None]:
    """When time is up inside the block, name the viewdef that was drawn most often."""
    try:
        yield
    except TimeIsUp as up:
        drawn = Counter(
            element.get("ui-viewdef") for element in page.document.descendants() if element.has("ui-viewdef")
        )
        key, times = next(iter(drawn.most_common(1)), ("", 0))
        if times >= _OFTEN:
            reached = f"; {key} was drawn {times} times by then"
        else:
            reached = ""
        raise TimeIsUp(reached, up.spent) from None


def is_drawn(page: Page, key: str) -> bool:
    """Whether a viewdef is on the page."""
    return any(element.get("ui-viewdef") == key for element in page.document.descendants())


def type_of(fault: Fault) -> str | None:
    """The type without a viewdef that a fault names."""
    match = _TYPE.match(fault.description)
    if match:
        return match[1]
    return None


def _fault(element: Element) -> Fault:
    around = [element, *element.ancestors()]
    viewdef = next((found for one in around if (found := one.get("ui-viewdef"))), "")
    # A row of a list has no bindings of its own, but the list has.
    written = next(filter(None, map(_written, around[:2])), "")
    code = element.get("ui-error-code") or "error"
    text = element.get("ui-error-description") or ""
    return Fault(code, text, written, viewdef)


def _written(element: Element) -> str:
    return " ".join(
        f'{name}="{value}"'
        for name, value in element.attributes.items()
        if name.startswith("ui-") and not name.startswith(_NOT_BOUND)
    )


_NOT_BOUND: Final = ("ui-error", "ui-viewdef", "ui-namespace", "ui-empty", "ui-action", "ui-event")
