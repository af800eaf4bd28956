"""When components are drawn: all of them, or only those that changes concern.

A browser's components draw themselves some time after a change; here they are drawn when somebody looks, or when the
page comes to rest. An element that changes notes itself in `Document.touched`. Drawing one component may touch others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_uimcp.page.dom.nodes import CONTENT, ELEMENT, Document, DomNode, Element, Parent, ShadowRoot

if TYPE_CHECKING:
    from pytest_uimcp.page.components import Component

__all__ = ["draw_changed", "draw_components"]

# With more changes than this, drawing everything is faster than looking for what they concern.
_MAX_CHANGES: Final = 32
_MAX_ROUNDS: Final = 8


def draw_components(document: Document) -> None:
    _take_changes(document)
    _draw_below(document, document.touched)


def draw_changed(document: Document) -> None:
    """Draw the components that the changes since the last drawing concern (see `Document.touched`).

    A change concerns all components around its element; if more has changed than the list of children, also those below
    it. What else a component depends on, it must not draw from.
    """
    try:
        for _ in range(_MAX_ROUNDS):  # drawing one may change another
            if len(document.touched) > _MAX_CHANGES:
                draw_components(document)
                return
            if not document.touched:
                return
            _draw_concerned(document)
    except BaseException:
        document.is_drawn = False
        raise


def _draw_concerned(document: Document) -> None:
    concerned: dict[Element, bool] = {}
    for element, change in _take_changes(document):
        # It was removed again before anybody looked.
        if element.document() is not document:
            continue
        for ancestor in element.path():
            if ancestor.component is not None:
                concerned.setdefault(ancestor, False)
        if change & ELEMENT and (element in concerned or element.children):
            concerned[element] = True
    elements = list(concerned)
    if len(elements) > 1:
        elements.sort(key=_position)
    for element in elements:
        if element.component is not None:
            _draw(element.component, document.touched)
        if concerned[element]:
            _draw_below(element, document.touched)


def _take_changes(document: Document) -> list[tuple[Element, int]]:
    changes = [(element, element.touched) for element in document.touched]
    document.touched.clear()
    document.drawings += 1
    for element, _ in changes:
        element.touched = 0
    return changes


def _draw(component: Component, touched: dict[Element, None]) -> None:
    element = component.element
    element.touched = CONTENT | ELEMENT  # what it changes in itself is no news
    try:
        component.draw()
    finally:
        element.touched = 0
        touched.pop(element, None)
    if element.shadow is not None and not element.shadow.is_plain:
        _draw_below(element.shadow, touched)


def _draw_below(root: Parent, touched: dict[Element, None]) -> None:
    # The whole document may be walked here, so this is `descendants()` written out.
    stack = root.children[::-1]
    while stack:
        node = stack.pop()
        if not isinstance(node, Element):
            continue
        if "-" in node.tag and (component := node.component) is not None:
            _draw(component, touched)
        if node.children:
            stack.extend(reversed(node.children))


def _position(element: Element) -> list[int]:
    """Its place in the order in which everything is drawn: a component, its shadow tree, its children."""
    places: list[int] = []
    node: DomNode = element
    while True:
        while node.parent is not None:
            places.append(node.place())
            node = node.parent
        if not isinstance(node, ShadowRoot):
            return places[::-1]
        places.append(-1)
        node = node.host
