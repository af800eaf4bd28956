"""Accessible names, computed by the numbered steps of https://w3c.github.io/accname/."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final

from pytest_uimcp.aria.text import flatten
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.flat import assigned_nodes
from pytest_uimcp.page.dom.nodes import DomNode, Element, Text

if TYPE_CHECKING:
    from pytest_uimcp.page.accessible.page_view import PageView

from pytest_uimcp.page.dom.words import words

__all__ = ["name_of"]

_PROHIBITED = words(
    """caption code definition deletion emphasis generic insertion mark paragraph presentation strong subscript
    suggestion superscript term time"""
)
_FROM_CONTENT = words(
    """button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio
    row rowheader switch tab tooltip treeitem"""
)
_FROM_CONTENT_INSIDE = words(
    """caption code contentinfo definition deletion emphasis insertion list listitem mark none paragraph
    presentation region row rowgroup section strong subscript superscript table term time"""
) | {""}
_VALUED = frozenset({"progressbar", "scrollbar", "slider", "spinbutton", "meter"})
_LABELLED_BY_FIRST: Final = {"fieldset": "legend", "figure": "figcaption", "table": "caption"}
_INERT = frozenset({"style", "script", "noscript", "template"})
_LABELLING = frozenset({"aria-labelledby", "aria-labeledby"})


@dataclass(frozen=True, slots=True)
class _Way:
    visited: set[Element] = field(default_factory=set)
    # `self` for the element to be named, `inside` for its content; empty after following a reference or a label.
    place: str = "self"
    label: bool = False
    labelledby: bool = False
    native: bool = False
    # Whether the reference led to a hidden element, whose whole content then counts.
    hidden: bool = False

    def inside(self) -> _Way:
        if self.place == "self":
            return replace(self, place="inside")
        return self


def name_of(look: PageView, element: Element) -> str:
    if (look.role(element) or "") in _PROHIBITED:
        return ""
    return flatten(_text(look, element, _Way()))


def _text(look: PageView, element: Element, way: _Way) -> str:
    # The steps of accname 1.2. 2A: what is hidden counts only if it is referenced.
    if element in way.visited:
        return ""
    if element.tag in _INERT or (not way.hidden and look.is_hidden(element)):
        way.visited.add(element)
        return ""
    # 2B: references are followed once, not from what was referenced.
    references = _references(look, element)
    if references and not way.labelledby:
        name = " ".join(
            _text(look, reference, _Way(way.visited, "", labelledby=True, hidden=look.is_hidden(reference)))
            for reference in references
        )
        if name:
            return name
    role = look.role(element) or ""
    # 2C: a control within a label says its value.
    if (way.label or way.labelledby or way.place == "inside") and element not in references:
        found_value = _embedded_value(look, element, role, way)
        if found_value is not None:
            way.visited.add(element)
            return found_value
    # 2D: a label of the attribute, unless it is only white space.
    label = element.attributes.get("aria-label", "")
    if label.strip():
        way.visited.add(element)
        return label
    # 2E: what HTML itself says, by labels, captions or attributes.
    if role not in ("presentation", "none"):
        native = _native(look, element, way, bool(references))
        if native is not None:
            way.visited.add(element)
            return native
    return _from_content(look, element, role, way)


def _from_content(look: PageView, element: Element, role: str, way: _Way) -> str:
    is_inside = way.place == "inside"
    # 2F: roles that are named by what they contain; 2I is the title behind it.
    allowed = role in _FROM_CONTENT or (is_inside and role in _FROM_CONTENT_INSIDE)
    if allowed or (element.tag == "summary" and role not in ("presentation", "none")) or (
        way.labelledby or way.label or way.native
    ):  # fmt: skip
        way.visited.add(element)
        text = _content(look, element, way.inside())
        # White space names nothing, but between other parts of a name it counts.
        if text.strip() or (text and way.place != "self"):
            return text
    way.visited.add(element)
    if role not in ("presentation", "none") or element.tag in ("iframe", "frame"):
        title = element.attributes.get("title", "")
        if title.strip():
            return title
    return ""


def _embedded_value(look: PageView, element: Element, role: str, way: _Way) -> str | None:
    if role in ("textbox", "searchbox"):
        return controls.value(element) if element.tag in ("input", "textarea") else element.text_content()
    if role in ("combobox", "listbox"):
        return _chosen(look, element, role, way.inside())
    if role in _VALUED:
        attributes = element.attributes
        for name in ("aria-valuetext", "aria-valuenow", "value"):
            if name in attributes:
                return attributes[name]
        return ""
    return "" if role == "menu" else None


def _chosen(look: PageView, element: Element, role: str, way: _Way) -> str:
    if element.tag == "select":
        selection = controls.selected_options(element) or controls.options(element)[:1]
    else:
        owned = look.by_ids(element, "aria-owns")
        candidates = [*element.descendants(), *(e for top in owned for e in (top, *top.descendants()))]
        listbox = next((e for e in candidates if look.role(e) == "listbox"), None) if role == "combobox" else element
        options = listbox.descendants() if listbox is not None else iter(())
        selection = [
            e for e in options if (e.get("aria-selected") or "").lower() == "true" and look.role(e) == "option"
        ]
        if not selection and element.tag == "input":
            return controls.value(element)
    return " ".join(_text(look, option, way) for option in selection)


def _native(look: PageView, element: Element, way: _Way, labelled: bool) -> str | None:
    """The name from the element's HTML semantics: labels, captions, `alt`; None if none applies."""
    tag = element.tag
    if tag == "input":
        special = _native_button(look, element, way)
        if special is not None:
            return special
    if tag in ("button", "output", "input", "textarea", "select", "meter", "progress") and not labelled:
        labels = look.labels(element)
        way.visited.add(element)  # a label around the control must not name it by the control's value
        if labels:
            return _labels(look, labels, way)
        if tag == "button":
            return None
        return _hint(element)
    if tag in _LABELLED_BY_FIRST and (tag == "table" or not labelled):
        return _caption(look, element, way)
    if tag in ("img", "area"):
        alt = element.attributes.get("alt", "")
        return alt if alt.strip() else element.attributes.get("title", "")
    if element.namespace == "svg":
        return _drawing_title(look, element, way)
    return None


def _drawing_title(look: PageView, element: Element, way: _Way) -> str | None:
    title = next((child for child in element.elements() if child.tag == "title"), None)
    if title is not None:
        return _text(look, title, _Way(way.visited, way.place, labelledby=True, hidden=look.is_hidden(title)))
    if element.tag == "a":
        return element.attributes.get("xlink:title") or None
    return None


def _hint(element: Element) -> str:
    attributes = element.attributes
    title = attributes.get("title", "")
    if title or not controls.takes_text(element):
        return title
    return attributes.get("placeholder", "")


def _native_button(look: PageView, element: Element, way: _Way) -> str | None:
    kind = controls.input_type(element)
    attributes = element.attributes
    if kind in ("button", "submit", "reset"):
        value = controls.value(element)
        fallback = {"submit": "Submit", "reset": "Reset"}.get(kind)
        return value if value.strip() else fallback or attributes.get("title", "")
    if kind not in ("file", "image"):
        return None
    labels = look.labels(element)
    way.visited.add(element)
    if labels and not way.labelledby:
        return _labels(look, labels, way)
    if kind == "file":
        return "Choose File"
    texts = (attributes.get(name, "") for name in ("alt", "title"))
    return next(filter(str.strip, texts), "Submit")


def _caption(look: PageView, element: Element, way: _Way) -> str | None:
    caption_tag = _LABELLED_BY_FIRST[element.tag]
    for child in element.elements():
        if child.tag == caption_tag:
            way.visited.add(element)
            hidden = way.hidden or look.is_hidden(child)
            return _text(look, child, replace(way.inside(), native=True, hidden=hidden))
    if element.tag == "table":
        return element.attributes.get("summary") or None
    return element.attributes.get("title", "")


def _labels(look: PageView, labels: Iterable[Element], way: _Way) -> str:
    texts = (_text(look, label, _Way(way.visited, "", label=True, hidden=look.is_hidden(label))) for label in labels)
    return " ".join(text for text in texts if text)


def _content(look: PageView, element: Element, way: _Way) -> str:
    # Slotted nodes count where they are drawn, not where they are in the document.
    nodes = assigned_nodes(element) or [child for child in _below(look, element) if not look.is_slotted(child)]
    pieces = [_piece(look, node, way) for node in nodes]
    generating = look.styles.generating
    # Nearly no element has what a rule of `::before` or `::after` asks for.
    if generating is None or element.tag == "q" or not generating.isdisjoint(element.attributes):
        pieces.insert(0, look.styles.content(element, "before") or "")
        pieces.append(look.styles.content(element, "after") or "")
    return "".join(pieces)


def _references(look: PageView, element: Element) -> list[Element]:
    """The elements that it is named by; Chromium, and so Playwright, reads the other spelling too."""
    if _LABELLING.isdisjoint(element.attributes):
        return []
    return look.by_ids(element, "aria-labelledby") or look.by_ids(element, "aria-labeledby")


def _below(look: PageView, element: Element) -> list[DomNode]:
    shadow = element.shadow.children if element.shadow is not None else []
    if "aria-owns" not in element.attributes:
        return [*element.children, *shadow]
    return [*element.children, *shadow, *look.by_ids(element, "aria-owns")]


def _piece(look: PageView, node: DomNode, way: _Way) -> str:
    if isinstance(node, Element):
        text = _text(look, node, way)
        return text if look.styles.display(node) == "inline" and node.tag != "br" else f" {text} "
    if isinstance(node, Text) and (way.hidden or not look.is_text_hidden(node)):
        return node.data
    return ""
