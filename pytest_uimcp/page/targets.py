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
        if selector.key in _WITHOUT or (selector.key[0] == "." and _block(selector.key[1:]) in _BLOCKS):
            _ensure_means_no_part(root, css, selector)
    return (element for element in every(root) if any(selector.matches(element) for selector in alternatives))


def _ensure_means_no_part(root: Element, css: str, selector: CssSelector) -> None:
    """Refuse a selector that a part of a component matches in a browser; the parts here are fewer, without classes."""
    for host in every(root):
        if host.tag.startswith("sl-") and any(_matches(selector, part) for part in _parts(host, css, selector.key)):
            refuse("selector", f"{css}, which may mean a part of the <{host.tag}>; name a class or an id of its own")


def _parts(host: Element, css: str, key: str) -> Iterator[Element]:
    """What a component may consist of that has what a selector's key says."""
    if key in _WITHOUT:
        if host.tag not in _WITHOUT[key]:
            yield _part(host, key, [])
        return
    names = [name for name in _CLASS.findall(css) if _block(name) in _blocks(host.tag)]
    if key[1:] in names:
        yield from (_part(host, tag, names) for tag in _TAGS_OF_PARTS)


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
    return _OTHER_BLOCKS.get(tag, frozenset()) | {tag[3:]}


def _block(name: str) -> str:
    """`card` of `card`, of `card__body` and of `card--wide`."""
    return re.split("__|--", name, maxsplit=1)[0]


_CLASS: Final = re.compile(r"\.([\w-]+)")
_TAGS_OF_PARTS: Final = ("div", "span", "slot", "button", "label", "input", "textarea", "a", "header", "footer", "h2")
# The components that have no part with this tag.
_WITHOUT: Final[Mapping[str, frozenset[str]]] = {
    "div": words(
        """sl-animation sl-badge sl-breadcrumb sl-button sl-carousel-item sl-divider sl-format-bytes sl-format-date
        sl-format-number sl-icon sl-icon-button sl-include sl-menu sl-menu-label sl-mutation-observer sl-qr-code
        sl-radio sl-relative-time sl-resize-observer sl-spinner sl-tab-panel sl-tag sl-visually-hidden"""
    ),
    "span": words(
        """sl-alert sl-animated-image sl-animation sl-avatar sl-button sl-button-group sl-card sl-carousel
        sl-carousel-item sl-dialog sl-divider sl-drawer sl-format-bytes sl-format-date sl-format-number sl-icon
        sl-icon-button sl-image-comparer sl-include sl-menu sl-menu-label sl-mutation-observer sl-option
        sl-progress-bar sl-progress-ring sl-qr-code sl-radio-button sl-radio-group sl-range sl-relative-time
        sl-resize-observer sl-skeleton sl-spinner sl-split-panel sl-tab sl-tab-group sl-tab-panel sl-textarea
        sl-visually-hidden"""
    ),
}
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
