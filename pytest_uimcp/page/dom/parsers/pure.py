"""Parsing with justhtml, whose tree is then copied into our nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import justhtml

from pytest_uimcp.page.dom.nodes import HTML, Comment, Document, DomNode, Element, Fragment, Parent, Text
from pytest_uimcp.page.dom.parsers.pieces import Pieces, cut, doctype, first_tag

__all__ = ["parse"]

_BYTE_ORDER_MARK = "\ufeff"
# The parent element to parse a template's content in, by the content's first tag; the default is the body.
_SURROUNDINGS: Final[Mapping[str, tuple[str, ...] | None]] = {
    **dict.fromkeys(("/br", "/p"), None),
    **dict.fromkeys(("caption", "colgroup", "tbody", "tfoot", "thead"), ("table",)),
    "col": ("table", "colgroup"),
    "tr": ("table", "tbody"),
    **dict.fromkeys(("td", "th"), ("table", "tbody", "tr")),
}
# Each level of nesting parses its text again, hence the limit; deeper content is left to justhtml.
_MAX_DEPTH: Final = 32


def parse(text: str) -> Document:
    document = Document()
    content = _Reader(doctype(text)).read(text, "", 0)
    assert content is not None
    document.replace_children(content.take_children())
    return document


class _Reader:
    """Parses a page and the contents of its templates and selects, all in the mode of the page's doctype."""

    def __init__(self, doctype: str) -> None:
        self._doctype = doctype

    def read(self, text: str, parent_tag: str, depth: int) -> Fragment | None:
        """The nodes of a page or of the content of an element `parent_tag`; None if a node would end up outside."""
        pieces = cut(text) if depth < _MAX_DEPTH else None
        return (pieces and self._from_pieces(pieces, parent_tag, depth)) or self._from_whole(text, parent_tag)

    def _from_pieces(self, pieces: Pieces, parent_tag: str, depth: int) -> Fragment | None:
        root = self._root(pieces.text, parent_tag)
        if root is None:
            return None
        fragment = Fragment()
        marked = _copy(root, fragment, pieces.mark)
        for number, content in enumerate(pieces.contents):
            element = marked.get(str(number))
            nodes = self.read(content.text, content.tag, depth + 1)
            if element is None or nodes is None:
                return None
            (element.content or element).replace_children(nodes.take_children())
        return fragment

    def _from_whole(self, text: str, parent_tag: str) -> Fragment | None:
        root = self._root(text, parent_tag)
        if root is None:
            return None
        fragment = Fragment()
        _copy(root, fragment)
        return fragment

    def _root(self, text: str, parent_tag: str) -> Any:
        """The justhtml node whose children the text makes; None if some of them ended up elsewhere."""
        if not parent_tag:
            return _tree(text)
        wrappers = ("select",) if parent_tag == "select" else _SURROUNDINGS.get(first_tag(text), ())
        if wrappers is None:
            return None
        node = _tree(f"{self._doctype}<body>{''.join(f'<{tag}>' for tag in wrappers)}{text}")
        for tag, sibling in (("html", "!doctype"), ("body", "head"), *((tag, "") for tag in wrappers)):
            *siblings, child_tag = (child.name for child in node.children)
            if child_tag != tag or any(name != sibling for name in siblings):
                return None
            node = node.children[-1]
        return node


def _tree(text: str) -> Any:
    # By default justhtml removes what it considers unsafe, and parses `noscript` as with scripting enabled.
    # It drops a leading byte order mark, which in decoded text is content: so we add one for it to drop.
    return justhtml.JustHTML(_BYTE_ORDER_MARK + text, sanitize=False, scripting_enabled=False).root


def _copy(root: Any, target: Parent, mark: str = "") -> dict[str, Element]:
    """Copy all below `root` except the attribute `mark`; return the elements that had it, by its value."""
    marked: dict[str, Element] = {}
    pairs = [(root, target)]
    # A loop: markup may be nested deeper than Python's recursion limit.
    while pairs:
        theirs, ours = pairs.pop()
        for child in theirs.children or ():
            node = _node(child)
            if node is None:
                continue
            ours.append(node)
            if isinstance(node, Element):
                number = node.attributes.pop(mark, None)
                if number is not None and node.namespace == HTML:
                    marked[number] = node
                pairs.append((child, node))
                if node.content is not None:
                    pairs.append((child.template_content, node.content))
    return marked


def _node(theirs: Any) -> DomNode | None:
    """A copy of the node without its children; None for a doctype, which the page does not need."""
    match theirs.name:
        case "#text":
            return Text(theirs.data)
        case "#comment":
            return Comment(theirs.data)
        case "#processing-instruction":
            return Comment(f"?{theirs.data}")
        case "!doctype":
            return None
        case tag:
            return Element.parsed(tag, {key: value or "" for key, value in theirs.attrs.items()}, theirs.namespace)
