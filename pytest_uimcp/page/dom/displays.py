"""How elements are displayed by the browser's own sheet, and which of their children are not drawn at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pytest_uimcp.page.dom.controls import is_listed
from pytest_uimcp.page.dom.namespaces import SVG, is_drawn_in
from pytest_uimcp.page.dom.nodes import HTML, DomNode, Element
from pytest_uimcp.page.dom.words import words

# Measured in Chromium; everything else is inline.
_DISPLAY = {
    tag: display
    for display, tags in {
        "block": "address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure "
        "footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend listing main menu nav ol optgroup "
        "option p plaintext pre search section summary ul xmp",
        "none": "area base datalist dialog head link meta noembed noframes noscript param rp script style template "
        "title",
        "inline-block": "button input marquee meter progress select textarea",
        "table-caption": "caption", "table-column": "col", "table-column-group": "colgroup", "list-item": "li",
        "ruby": "ruby", "contents": "slot", "table": "table", "table-row-group": "tbody", "table-cell": "td th",
        "table-footer-group": "tfoot", "table-header-group": "thead", "table-row": "tr",
    }.items()
    for tag in tags.split()
}  # fmt: skip
# The same for components, which bring their own: `page/shoelace` adds them when it is installed.
HOSTS: Final[dict[str, str | Callable[[Element], str]]] = {}
# Elements of SVG, of which some only describe something; all others are inline.
_SVG_DISPLAY: Final = {
    **dict.fromkeys(words("desc filter metadata script style title"), "none"),
    **dict.fromkeys(words("foreignObject text"), "block"),
}
# Replaced elements: they draw something of their own, not their child elements.
_OWN_CONTENT = frozenset({"audio", "canvas", "meter", "option", "progress", "video"})


def default_display(element: Element) -> str:
    attributes = element.attributes
    tag = element.tag
    if tag in HOSTS:
        # A component's own sheet overrides the browser's, including its rule for `hidden`.
        display = HOSTS[tag]
        return display if isinstance(display, str) else display(element)
    if "hidden" in attributes and attributes["hidden"].lower() != "until-found":
        return "none"
    if element.namespace != HTML:
        if element.namespace == SVG:
            return _SVG_DISPLAY.get(tag, "inline")
        return "inline" if tag == "math" else "block"
    # The browser's own sheet hides what is closed.
    if (tag == "dialog" and "open" in attributes) or "popover" in attributes:
        return "block" if "open" in attributes or _is_open_popover(element) else "none"
    if tag == "input" and attributes.get("type", "").lower() == "hidden":
        return "none"
    if tag == "audio" and "controls" not in attributes:
        return "none"
    if tag == "summary" and element.parent is not None and summary_of(element.parent) is element:
        return "list-item"
    if tag == "rt" and isinstance(element.parent, Element) and element.parent.tag == "ruby":
        return "ruby-text"
    return _DISPLAY.get(tag, "inline")


def _is_open_popover(element: Element) -> bool:
    document = element.document()
    return document is not None and element in document.popovers


def hides_children(parent: Element, child: DomNode) -> bool:
    if isinstance(child, Element) and (parent.namespace != HTML or child.namespace != HTML):
        return not is_drawn_in(parent, child)
    if parent.tag == "details":
        return "open" not in parent.attributes and summary_of(parent) is not child
    if parent.get("hidden") == "until-found" or (parent.tag in _OWN_CONTENT and isinstance(child, Element)):
        return True
    if parent.tag in ("select", "optgroup"):
        select = parent.closest("select")
        if select is not None:
            is_item = isinstance(child, Element) and child.tag in ("hr", "optgroup", "option")
            return not is_listed(select) or (parent.tag == "select" and not is_item)
    return False


def summary_of(details: DomNode) -> DomNode | None:
    if not isinstance(details, Element) or details.tag != "details":
        return None
    return next((child for child in details.elements() if child.tag == "summary"), None)
