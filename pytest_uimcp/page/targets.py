"""The elements of a page among which a user finds something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from pytest_uimcp.aria.targets import Search, SearchStep
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.nodes import Element, Parent
from pytest_uimcp.page.dom.selectors import CssSelector, selectors
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.shoelace.elements import ELEMENTS

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
        if selector.key.startswith(".") and _block(selector.key[1:]) in _BLOCKS:
            _ensure_means_no_part(root, css, selector)
    return (element for element in every(root) if any(selector.matches(element) for selector in alternatives))


def _ensure_means_no_part(root: Element, css: str, selector: CssSelector) -> None:
    """Refuse a selector that a part of a component matches in a browser: parts have no classes here."""
    classes = _CLASS.findall(css)
    for host in every(root):
        blocks = _blocks(host.tag)
        names = [name for name in classes if _block(name) in blocks]
        if selector.key[1:] in names and any(_matches(selector, _part(host, tag, names)) for tag in _TAGS_OF_PARTS):
            refuse("selector", f"{css}, which may mean a part of the <{host.tag}>; name a class or an id of its own")


def _part(host: Element, tag: str, classes: list[str]) -> Element:
    """A part of a component as a selector sees it, which reaches through to what is around the component."""
    part = Element(tag, {"class": " ".join(classes)})
    part.parent = host
    return part


def _matches(selector: CssSelector, part: Element) -> bool:
    try:
        return selector.matches(part)
    except ValueError:  # it asks for the place among other parts
        return True


def _blocks(tag: str) -> frozenset[str]:
    """What the classes of a component's parts begin with."""
    if not tag.startswith("sl-"):
        return frozenset()
    return _OTHER_BLOCKS.get(tag, frozenset()) | {tag[3:]}


def _block(name: str) -> str:
    """`card` of `card`, of `card__body` and of `card--wide`."""
    return re.split("__|--", name, maxsplit=1)[0]


_CLASS: Final = re.compile(r"\.([\w-]+)")
_TAGS_OF_PARTS: Final = ("div", "span", "slot", "button", "label", "input", "textarea", "a", "header", "footer", "h2")
# Where they are not what the component's tag says, or others stand inside.
_OTHER_BLOCKS: Final[Mapping[str, frozenset[str]]] = {
    "sl-color-picker": words("color-dropdown"),
    "sl-copy-button": words("popup tooltip"),
    "sl-dialog": words("icon-button"),
    "sl-drawer": words("icon-button"),
    "sl-dropdown": words("popup"),
    "sl-input": words("form-control"),
    "sl-radio-button": words("button"),
    "sl-radio-group": words("form-control visually-hidden"),
    "sl-range": words("form-control"),
    "sl-select": words("form-control icon-button popup tag"),
    "sl-split-panel": words("divider end start"),
    "sl-switch": words("form-control"),
    "sl-tab": words("icon-button"),
    "sl-tab-group": words("icon-button"),
    "sl-textarea": words("form-control"),
    "sl-tooltip": words("popup"),
    "sl-tree-item": words("checkbox"),
    "sl-checkbox": words("form-control"),
}
_BLOCKS: Final = frozenset({tag[3:] for tag in ELEMENTS} | {name for names in _OTHER_BLOCKS.values() for name in names})


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
