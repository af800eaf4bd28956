"""Parses HTML into the tree that a browser would build. Each text is parsed only once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pytest_uimcp.page.dom.namespaces import group_in
from pytest_uimcp.page.dom.nodes import HTML, Document, DomNode, Element, Fragment, Text
from pytest_uimcp.page.dom.parsers import parse
from pytest_uimcp.page.dom.parsers.pieces import without_early_ends

__all__ = ["parse_document", "parse_fragment", "template_content"]

_DOCTYPE = "<!DOCTYPE html>"


def parse_document(text: str) -> Document:
    copy = Document()
    copy.replace_children([child.copy() for child in _document(text).children])
    return copy


def parse_fragment(text: str, namespace: str = HTML) -> list[DomNode]:
    """Parse markup as a browser does when `innerHTML` of an element that holds this namespace is set."""
    if "<" not in text and "&" not in text:
        if text:
            return [Text(text)]
        return []
    if namespace == HTML:
        return _body(text).copy().take_children()
    foreign, *behind = _foreign(text, namespace).copy().take_children()
    assert isinstance(foreign, Element)
    return [*foreign.take_children(), *behind]


def template_content(text: str, namespace: str = HTML) -> Fragment:
    """The content of the template element that `text` consists of; shared, so copy it before a change.

    It is parsed as in an element that holds this namespace. HTML that stands in it directly ends SVG, wherever it is;
    but a `div` for a view or a list, as in the wrappers of the library, only groups.
    """
    if namespace == HTML:
        return _template(text)
    return _content_of(text, namespace)


def _foreign(text: str, namespace: str) -> Fragment:
    return _body(f"<{namespace}>{text}</{namespace}>")


@lru_cache(maxsize=512)
def _content_of(text: str, namespace: str) -> Fragment:
    children = list(_foreign(text, namespace).elements())
    templates = list(children[0].elements())
    if len(children) == len(templates) == 1 and templates[0].tag == "template":
        fragment = Fragment()
        fragment.replace_children(templates[0].copy().take_children())
        return fragment
    content = _template(text).copy()
    for element in tuple(content.elements()):
        if element.tag == "div" and (element.has("ui-view") or element.has("ui-viewlist")):
            group = group_in(namespace)
            group.attributes.update(element.attributes)
            group.replace_children(element.take_children())
            content.swap([element], [group])
    return content


@lru_cache(maxsize=512)
def _template(text: str) -> Fragment:
    # The page has this doctype, and templates are parsed in the mode of their page.
    for element in parse(f"{_DOCTYPE}{without_early_ends(text)}").descendants():
        if element.content is not None:
            return element.content
    return Fragment()


# Each text is parsed once; whoever asks gets a copy.
_document: Final = lru_cache(maxsize=64)(parse)


@lru_cache(maxsize=512)
def _body(text: str) -> Fragment:
    fragment = Fragment()
    fragment.replace_children(parse(f"{_DOCTYPE}<body>{text}").body.take_children())
    return fragment
