"""Parses HTML into the tree that a browser would build. Each text is parsed only once."""

from __future__ import annotations

from functools import lru_cache

from pytest_uimcp.page.dom.nodes import Document, Fragment, Node, Text
from pytest_uimcp.page.dom.parsers import parse

__all__ = ["parse_document", "parse_fragment", "template_content"]

_DOCTYPE = "<!DOCTYPE html>"


def parse_document(text: str) -> Document:
    """Parse a whole page."""
    copy = Document()
    copy.replace_children([child.copy() for child in _document(text).children])
    return copy


def parse_fragment(text: str) -> list[Node]:
    """Parse HTML as a browser does when `innerHTML` of an ordinary element is set."""
    if "<" not in text and "&" not in text:
        return [Text(text)] if text else []
    return _body(text).copy().take_children()


def template_content(text: str) -> Fragment:
    """The content of the template element that `text` consists of; shared, so copy it before a change."""
    return _template(text)


@lru_cache(maxsize=512)
def _template(text: str) -> Fragment:
    # The page has this doctype, and templates are parsed in the mode of their page.
    for element in parse(f"{_DOCTYPE}{text}").descendants():
        if element.content is not None:
            return element.content
    return Fragment()


@lru_cache(maxsize=64)
def _document(text: str) -> Document:
    return parse(text)


@lru_cache(maxsize=512)
def _body(text: str) -> Fragment:
    fragment = Fragment()
    fragment.replace_children(parse(f"{_DOCTYPE}<body>{text}").body.take_children())
    return fragment
