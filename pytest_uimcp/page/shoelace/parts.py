"""Which parts Shoelace's components have in a browser: a test's selector may mean one, and the page draws fewer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.selectors import CssSelector
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.shoelace.elements import ELEMENTS

__all__ = ["ensure_means_no_part", "may_mean_part"]

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


def may_mean_part(selector: CssSelector) -> bool:
    """Whether a component may have a part with what the key of a selector says."""
    key = selector.key
    return key in _WITHOUT or (key[0] == "." and _block(key[1:]) in _BLOCKS)


def ensure_means_no_part(css: str, selector: CssSelector, elements: Iterable[Element]) -> None:
    """Refuse a selector that a part of a component matches in a browser; the parts here are fewer, without classes."""
    for host in elements:
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
