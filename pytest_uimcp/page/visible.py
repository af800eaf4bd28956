"""The visible text: what is drawn, line by line, without the values of form fields."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.components import refuse_unknown
from pytest_uimcp.page.dom.flat import flat_children
from pytest_uimcp.page.dom.namespaces import holds_drawn_text
from pytest_uimcp.page.dom.nodes import DomNode, Element, Text
from pytest_uimcp.page.dom.words import words

__all__ = ["line_text", "visible_text"]

# Their content is a value, or is not drawn at all.
_SILENT: Final = words("template textarea datalist noscript select style script")
_INLINE: Final = frozenset({"inline", "contents"})


def visible_text(look: PageView, root: DomNode) -> str:
    """The lines of text in a node; every block stands on lines of its own."""
    pieces: list[str] = []
    _collect(look, root, pieces)
    lines = (collapse(line) for line in "".join(pieces).split("\n"))
    return "\n".join(line for line in lines if line)


def _is_undrawn(look: PageView, text: Text) -> bool:
    if look.is_text_hidden(text) or (text.parent is not None and not holds_drawn_text(text.parent)):
        return True
    return look.styles.any_skips and isinstance(text.parent, Element) and look.styles.skips_content(text.parent)


def line_text(look: PageView, root: DomNode) -> str:
    return visible_text(look, root).replace("\n", " ")


def _separator(display: str) -> str:
    if display in _INLINE:
        return ""
    if display.startswith(("inline", "table-cell")):
        return " "
    return "\n"


def _collect(look: PageView, node: DomNode, pieces: list[str]) -> None:
    styles = look.styles
    if isinstance(node, Text):
        if not _is_undrawn(look, node):
            pieces.append(node.data.replace("\n", " "))
        return
    if not isinstance(node, Element) or node.tag in _SILENT or not styles.is_rendered(node):
        return
    tag = node.tag
    if "-" in tag and look.is_simulated:
        refuse_unknown(node)
    if tag == "br":
        pieces.append("\n")
        return
    separator = _separator(styles.display(node))
    generating = styles.generating
    generates = generating is None or tag == "q" or not generating.isdisjoint(node.attributes)
    pieces.append(separator)
    if generates:
        pieces.append((styles.drawn_content(node, "before") or "").replace("\n", " "))
    is_flat = node.shadow is None and tag != "slot"
    for child in node.children if is_flat else flat_children(node):
        # A hidden element may have visible ones in it, but no text of its own.
        if isinstance(child, Element) or styles.visibility(node) == "visible":
            _collect(look, child, pieces)
    if generates:
        pieces.append((styles.drawn_content(node, "after") or "").replace("\n", " "))
    pieces.append(separator)
