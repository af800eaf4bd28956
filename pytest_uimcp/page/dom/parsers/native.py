"""Parsing with turbohtml. It passes every node to our builder and makes no tree of its own."""

from __future__ import annotations

from typing import Final, cast

from turbohtml.treebuild import TreeBuilder, parse_into

from pytest_uimcp.page.dom.nodes import HTML, Comment, Document, DomNode, Element, Fragment, Parent, Text

__all__ = ["parse"]

_NAMESPACES: Final = {
    "http://www.w3.org/1999/xhtml": HTML,
    "http://www.w3.org/2000/svg": "svg",
    "http://www.w3.org/1998/Math/MathML": "math",
}


def parse(text: str) -> Document:
    builder: TreeBuilder[DomNode] = _Builder()
    return cast(Document, parse_into(text, builder))


class _Builder:
    """Makes our nodes when the parser asks for them."""

    def create_document(self) -> DomNode:
        return Document()

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> DomNode:
        # It is not content, and nothing on the page depends on it.
        return Fragment()

    def create_element(self, name: str, namespace: str, attrs: tuple[tuple[str, str | None], ...]) -> DomNode:
        return Element.parsed(name, {key: value or "" for key, value in attrs}, _NAMESPACES[namespace])

    def create_text(self, data: str) -> DomNode:
        return Text(data)

    def create_comment(self, data: str) -> DomNode:
        return Comment(data)

    def create_pi(self, target: str, data: str) -> DomNode:
        return Comment(f"?{target} {data}")

    def append(self, parent: DomNode, child: DomNode) -> None:
        if isinstance(child, Fragment):
            return
        if isinstance(parent, Element) and parent.content is not None:
            parent.content.append(child)
        else:
            cast(Parent, parent).append(child)
