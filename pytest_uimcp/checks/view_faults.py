"""The errors that a page shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pytest_uimcp.checks.deadline import TimeIsUp
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page import Page
from pytest_uimcp.page.dom.nodes import Element, Parent
from pytest_uimcp.page.dom.selectors import select

NO_VIEWDEF: Final = "no-viewdef"
# The Lua errors for a missing part of the object.
HALF: Final = re.compile(
    r"attempt to .*(field|local|upvalue) '[^']*' \(a nil value\)"
    r"|attempt to compare .*\bnil\b"
    r"|bad argument .* got n(il|o value)\)"
)
_MANY_ROWS: Final = 20
_MANY_TIMES: Final = 100
# Faults of files, which every page shows; other checks report them.
_OF_FILES: Final = frozenset({"viewdef", "reload"})
_TYPE: Final = re.compile(r"^no viewdef for (\S+):")


@dataclass(frozen=True, slots=True)
class ViewFault:
    """One error: the page's message, the element's bindings, and the viewdef it comes from."""

    code: str
    description: str
    attributes: str = ""
    viewdef: str = ""


def faults_of(page: Page) -> tuple[ViewFault, ...]:
    """Every error that a page at rest shows, then those of variables without an element."""
    visible = [_fault(element) for element in select(page.document, ".ui-error")]
    descriptions = {fault.description for fault in visible}
    others = [
        ViewFault(code, text) for code, text in page.problems if text not in descriptions and code not in _OF_FILES
    ]
    return tuple(dict.fromkeys([*visible, *others]))


@contextmanager
def name_what_was_drawn(page: Page) -> Iterator[None]:
    """When time is up inside the block, name the viewdef that was drawn most often."""
    try:
        yield
    except TimeIsUp as up:
        # A viewdef that shows itself is drawn without end; how often it is there gives it away.
        counts = Counter(
            element.get("ui-viewdef") for element in page.document.descendants() if element.has("ui-viewdef")
        )
        key, times = next(iter(counts.most_common(1)), ("", 0))
        reached = ""
        if times >= _MANY_TIMES:
            reached = f"; {key} was drawn {times} times by then"
        raise TimeIsUp(reached, up.spent) from None


def with_viewdefs(parent: Parent) -> list[tuple[Element, str]]:
    """Every element below, with the key of the viewdef that it was drawn by.

    Only the first element of a view names it; the others have a class in common with it.
    """
    elements: list[tuple[Element, str]] = []
    _add_with_viewdefs(parent, "", elements)
    return elements


def _add_with_viewdefs(parent: Parent, key: str, elements: list[tuple[Element, str]]) -> None:
    views: dict[str, str] = {}
    rows = 0
    for element in parent.elements():
        own_key = element.get("ui-viewdef")
        inner_key = own_key or key
        if own_key is not None:
            # Of a list some rows are enough: a row like the others has nothing new.
            rows += 1
            if rows > _MANY_ROWS:
                return
        names = element.get("class")
        if names and "ui-view-" in names:
            classes = [name for name in names.split() if name.startswith("ui-view-")]
            if own_key:
                views.update(dict.fromkeys(classes, own_key))
            else:
                inner_key = next((views[name] for name in classes if name in views), key)
        elements.append((element, inner_key))
        if element.children:
            _add_with_viewdefs(element, inner_key, elements)


def is_drawn(page: Page, key: str) -> bool:
    return key in keys_drawn(page)


def keys_drawn(page: Page) -> frozenset[str]:
    """The viewdefs that the page shows."""
    keys = (element.get("ui-viewdef") for element in page.document.descendants())
    return frozenset(key for key in keys if key)


def type_of(fault: ViewFault) -> str | None:
    match = _TYPE.match(fault.description)
    if match:
        return match[1]
    return None


def _fault(element: Element) -> ViewFault:
    lineage = [element, *element.ancestors()]
    viewdef = next((key for parent in lineage if (key := parent.get("ui-viewdef"))), "")
    # A row of a list has no bindings of its own, but the list has.
    attributes = next(filter(None, map(_bound_attributes, lineage[:2])), "")
    code = element.get("ui-error-code") or "error"
    text = element.get("ui-error-description") or ""
    return ViewFault(code, text, attributes, viewdef)


def _bound_attributes(element: Element) -> str:
    return " ".join(
        f'{name}="{value}"'
        for name, value in element.attributes.items()
        if name.startswith("ui-") and not name.startswith(_NOT_BOUND)
    )


_NOT_BOUND: Final = ("ui-error", "ui-viewdef", "ui-namespace", "ui-empty", "ui-action", "ui-event")
