"""Letters that search a list: typed one after the other, they lead to the option that begins with all of them."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.core.clock import DIGITS
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element

__all__ = ["TypeAhead", "forget_search", "type_ahead"]

# For so long a browser waits for the next letter.
_MAX_PAUSE_SECONDS: Final = 1.0


class TypeAhead:
    """The letters that were typed to search one list; a pause begins a new search."""

    __slots__ = ("_element", "_text", "_time")

    def __init__(self, element: Element) -> None:
        self._element = element
        self.forget()

    @property
    def text(self) -> str:
        # Steps follow each other at once, unless virtual time is advanced between them.
        if round(self._now() - self._time, DIGITS) < _MAX_PAUSE_SECONDS:
            return self._text
        return ""

    def note(self, text: str) -> None:
        self._text = text
        self._time = self._now()

    def forget(self) -> None:
        """Begin the next search with its first letter."""
        self._text = ""
        self._time = 0.0

    def _now(self) -> float:
        document = self._element.document()
        if document is None:
            return 0.0
        return document.now()


def type_ahead(select: Element) -> TypeAhead:
    """The search in a native list, made on first use."""
    state = controls.control(select)
    if state.search is None:
        state.search = TypeAhead(select)
    return state.search


def forget_search(select: Element) -> None:
    if select.control is not None and select.control.search is not None:
        select.control.search.forget()
