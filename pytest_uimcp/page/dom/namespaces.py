"""The namespace of what stands in an element, and what of SVG is drawn at all.

A browser draws in SVG only what was made as SVG; in `foreignObject` and the like it is HTML again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pytest_uimcp.page.dom.nodes import HTML, DomNode, Element, Parent
from pytest_uimcp.page.dom.parsers import parse
from pytest_uimcp.page.dom.words import words

__all__ = ["SVG", "attribute_in", "group_in", "holds_drawn_text", "is_drawn_in", "namespace_in", "placeholder_in"]

SVG: Final = "svg"
MATH: Final = "math"
_HOLD_HTML: Final = {
    SVG: frozenset({"foreignObject", "desc", "title"}),
    MATH: frozenset({"mi", "mo", "mn", "ms", "mtext", "annotation-xml"}),
}
_GROUPS: Final = {HTML: "div", SVG: "g", MATH: "mrow"}
_PLACEHOLDERS: Final = {**_GROUPS, HTML: "span"}

# What is in these is kept for use elsewhere. A browser lays it out, but draws it only there.
_KEPT: Final = words("clipPath defs linearGradient marker mask pattern radialGradient symbol")
_CONTAINERS: Final = words("a g svg switch") | _KEPT
_TEXTS: Final = words("text textPath tspan")
_IN_CONTAINERS: Final = _CONTAINERS | words(
    "circle ellipse foreignObject image line path polygon polyline rect text use"
)
_IN_TEXTS: Final = words("a textPath tspan")


def namespace_in(parent: Parent | None) -> str:
    if not isinstance(parent, Element) or parent.namespace == HTML:
        return HTML
    if parent.tag in _HOLD_HTML.get(parent.namespace, ()):
        return HTML
    return parent.namespace


def group_in(namespace: str) -> Element:
    return Element(_GROUPS[namespace], namespace=namespace)


def placeholder_in(namespace: str) -> Element:
    """Marks a place where there is nothing to show."""
    return Element(_PLACEHOLDERS[namespace], {"hidden": ""}, namespace)


def attribute_in(element: Element, name: str) -> str:
    """The name of an attribute as the parser writes it, given in small letters: `viewBox` in SVG."""
    if element.namespace == SVG:
        return _in_svg(name)
    return name


@lru_cache(maxsize=256)
def _in_svg(name: str) -> str:
    svg = next((element for element in parse(f"<svg {name}></svg>").descendants() if element.tag == "svg"), None)
    if svg is not None:
        return next(iter(svg.attributes), name)
    return name


def is_drawn_in(parent: Element, child: Element) -> bool:
    """Whether this is a place where a browser draws such an element, as far as SVG is concerned."""
    if parent.namespace != SVG or parent.tag == "foreignObject":
        return child.namespace != SVG or child.tag == "svg"
    if child.namespace != SVG:
        return False
    if child.tag == "foreignObject" and any(ancestor.tag in _KEPT for ancestor in parent.path()):
        return False
    if _is_text(parent):
        return child.tag in _IN_TEXTS
    if parent.tag == "switch":
        return child is next(filter(_is_for_us, parent.elements()), None)
    return parent.tag in _CONTAINERS and child.tag in _IN_CONTAINERS


def _is_for_us(element: Element) -> bool:
    """Whether `switch` may draw it: it is for no other language."""
    languages = element.get("systemLanguage")
    return languages is None or any(word.strip().split("-")[0] == "en" for word in languages.lower().split(","))


def holds_drawn_text(parent: DomNode) -> bool:
    """Whether text that stands directly in an element is drawn: in SVG only that of its elements for text is."""
    if not isinstance(parent, Element) or parent.namespace != SVG or parent.tag == "foreignObject":
        return True
    return _is_text(parent) and not any(ancestor.tag in _KEPT for ancestor in parent.ancestors())


def _is_text(element: Element) -> bool:
    parent = element.parent
    is_in_svg = isinstance(parent, Element) and namespace_in(parent) == SVG
    return element.tag in _TEXTS or (
        element.tag == "a" and is_in_svg and isinstance(parent, Element) and _is_text(parent)
    )
