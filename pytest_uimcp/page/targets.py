"""The elements of a page among which a user finds something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pytest_uimcp.aria.targets import Search, SearchStep
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element, Parent
from pytest_uimcp.page.dom.selectors import selectors
from pytest_uimcp.page.shoelace.parts import ensure_means_no_part, may_mean_part

__all__ = ["FILE", "by_css", "drawn_around", "every", "perceived"]

FILE: Final = Search("a file field", (SearchStep(frozenset({"button"}), "name"),))


def drawn_around(look: PageView, element: Element) -> Iterator[Element]:
    ancestor = look.parent(element)
    while ancestor is not None:
        yield ancestor
        ancestor = look.parent(ancestor)


def by_css(root: Element, css: str) -> Iterator[Element]:
    alternatives = selectors(css)
    for selector in alternatives:
        if may_mean_part(selector):
            ensure_means_no_part(css, selector, every(root))
    return (element for element in every(root) if any(selector.matches(element) for selector in alternatives))


def every(root: Parent) -> Iterator[Element]:
    """All descendant elements, shadow trees included."""
    for element in root.elements():
        yield element
        if element.shadow is not None:
            yield from every(element.shadow)
        yield from every(element)


def perceived(look: PageView, root: Element) -> Iterator[Element]:
    """All descendant elements that are drawn, in the order of the flat tree."""
    styles = look.styles
    stack = [root]  # every verb walks here, and nested generators are slow
    while stack:
        element = stack.pop()
        if element is not root:
            if element.tag in _NEVER or not (styles.is_rendered(element) or _is_option(element)):
                continue
            if element.tag == "slot" or not look.is_hidden(element):
                yield element
        if children := flat_children(element):
            stack += [child for child in reversed(children) if isinstance(child, Element)]


_NEVER = frozenset({"style", "script", "noscript", "template"})


def _is_option(element: Element) -> bool:
    return element.tag in ("option", "optgroup") and not element.has("hidden")
