"""In which direction the text of an element is drawn: by style sheets, else by `dir`."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.pseudo import direction
from pytest_uimcp.page.dom.styles import Styles

__all__ = ["runs_from_right"]

_PROPERTY: Final = frozenset({"direction"})


def runs_from_right(element: Element) -> bool:
    document = element.document()
    if document is None:
        return False
    styles = Styles(document)
    for ancestor in element.path():
        declared = styles.laid(ancestor, properties=_PROPERTY).get("direction")
        if declared in ("ltr", "rtl"):
            return declared == "rtl"
        if "dir" in ancestor.attributes:  # a declaration on the same element wins
            break
    return direction(element) == "rtl"
