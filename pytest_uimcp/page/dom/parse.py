"""HTML text to nodes, with the tree that a browser builds.

turbohtml runs the standard's own tree construction and hands every node to `_Builder`; nothing of its own
tree is ever made.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from turbohtml.treebuild import TreeBuilder, parse_into

from pytest_uimcp.page.dom.nodes import HTML, Comment, Document, Element, Fragment, Node, Parent, Text

__all__ = ["parse_document", "parse_fragment", "template_content"]

_SVG = "http://www.w3.org/2000/svg"
_NAMESPACES = {"http://www.w3.org/1999/xhtml": HTML, _SVG: "svg"}


def parse_document(text: str) -> Document:
    """Parse a whole page."""
    return _document(text).copy_nodes()


def parse_fragment(text: str) -> list[Node]:
    """Parse what `innerHTML` of an ordinary element would be set to."""
    if "<" not in text and "&" not in text:
        return [Text(text)] if text else []
    return _taken(_body(text).copy())


def template_content(text: str) -> Fragment:
    """The content of the template element that `text` consists of; shared, so copy it before a change."""
    return _template(text)


@lru_cache(maxsize=512)
def _template(text: str) -> Fragment:
    for element in _parse(text).descendants():
        if element.content is not None:
            return element.content
    return Fragment()


@lru_cache(maxsize=64)
def _document(text: str) -> _Tree:
    return _parse(text)


@lru_cache(maxsize=512)
def _body(text: str) -> Fragment:
    fragment = Fragment()
    fragment.replace_children(_taken(_parse(f"<!DOCTYPE html><body>{text}").body))
    return fragment


def _taken(parent: Parent) -> list[Node]:
    nodes, parent.children = parent.children, []
    for node in nodes:
        node.parent = None
    return nodes


class _Tree(Document):
    __slots__ = ()

    def copy_nodes(self) -> Document:
        copy = Document()
        copy.replace_children([child.copy() for child in self.children])
        return copy


class _Builder:
    """Makes our nodes as the parser asks for them."""

    def create_document(self) -> Node:
        return _Tree()

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> Node:
        # Nothing on the page depends on it, and it is not content.
        return Fragment()

    def create_element(self, name: str, namespace: str, attrs: tuple[tuple[str, str | None], ...]) -> Node:
        attributes = {key: value or "" for key, value in attrs}
        element = Element(name, attributes, _NAMESPACES.get(namespace, namespace))
        if name == "template" and element.namespace == HTML:
            element.content = Fragment()
        return element

    def create_text(self, data: str) -> Node:
        return Text(data)

    def create_comment(self, data: str) -> Node:
        return Comment(data)

    def create_pi(self, target: str, data: str) -> Node:
        return Comment(f"?{target} {data}")

    def append(self, parent: Node, child: Node) -> None:
        if isinstance(child, Fragment):
            return
        if isinstance(parent, Element) and parent.content is not None:
            parent.content.append(child)
        else:
            cast(Parent, parent).append(child)


def _parse(text: str) -> _Tree:
    builder: TreeBuilder[Node] = _Builder()
    return cast(_Tree, parse_into(text, builder))
