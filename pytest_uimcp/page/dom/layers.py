"""What is open over a page: what Escape closes, and the windows behind which nothing can be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.page.dom.nodes import Element

__all__ = ["Layers"]


# As in Shoelace's style sheet, where `--sl-z-index-dialog` is above `--sl-z-index-drawer`.
_HEIGHTS: Final = {"sl-drawer": 0, "sl-dialog": 1}


class Layers:
    """The open elements of a document, in the order in which they were opened."""

    __slots__ = ("_closable", "_modal", "contained")

    def __init__(self) -> None:
        self._closable: list[Element] = []
        self._modal: list[Element] = []
        # What is open over a part of the page, and neither modal nor closed by Escape.
        self.contained: list[Element] = []

    def push(self, element: Element, *, modal: bool = False) -> None:
        # One that is opened again comes to the top.
        self.remove(element)
        self._closable.append(element)
        if modal:
            self._modal.append(element)

    def remove(self, element: Element) -> None:
        for layers in (self._closable, self._modal, self.contained):
            if element in layers:
                layers.remove(element)

    @property
    def closable(self) -> Element | None:
        return _top(self._closable)

    @property
    def open(self) -> tuple[Element, ...]:
        _top(self._closable)
        return tuple(element for element in self._closable if element.document() is not None)

    @property
    def front(self) -> Element | None:
        """The window that covers all others: a dialog covers drawers, and what comes later covers what is before it."""
        _top(self._modal)
        windows = [element for element in self._modal if element.document() is not None]
        if windows:
            return max(windows, key=self._height)
        return None

    def _height(self, element: Element) -> list[tuple[int, list[int]]]:
        """The heights of the windows that an element is in, and its own, each with its place in the document."""
        windows = [ancestor for ancestor in element.path() if ancestor in self._modal]
        return [(_HEIGHTS.get(window.tag, 0), _place(window)) for window in reversed(windows)]

    @property
    def modal(self) -> Element | None:
        return _top(self._modal)


def _place(element: Element) -> list[int]:
    return [ancestor.place() for ancestor in element.path()][::-1]


def _top(layers: list[Element]) -> Element | None:
    # An app may remove what is open without closing it.
    while layers and layers[-1].document() is None:
        layers.pop()
    if layers:
        return layers[-1]
    return None
