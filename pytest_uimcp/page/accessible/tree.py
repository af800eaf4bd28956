from __future__ import annotations

from pytest_uimcp.aria.nodes import AriaNode, Child
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.accessible.states import STATES
from pytest_uimcp.page.components import refuse_unknown
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.flat import assigned_nodes
from pytest_uimcp.page.dom.nodes import DomNode, Element, Text

__all__ = ["tree_of"]


def tree_of(look: PageView, root: Element) -> list[Child]:
    top = AriaNode("fragment")
    _Walk(look).visit(top, root, True)
    _join(top)
    return top.children


class _Walk:
    def __init__(self, look: PageView) -> None:
        self._look = look
        self._seen: set[DomNode] = set()

    def visit(self, into: AriaNode, node: DomNode, is_shown: bool) -> None:
        # An element that `aria-owns` names is written there, and nowhere else.
        if node in self._seen:
            return
        self._seen.add(node)
        if isinstance(node, Text):
            if is_shown and node.data and into.role != "textbox" and not self._look.is_text_hidden(node):
                into.children.append(node.data)
        elif isinstance(node, Element) and not self._look.is_hidden(node):
            # What an unknown component shows cannot be computed; in a browser it is drawn already.
            if "-" in node.tag and self._look.is_simulated:
                refuse_unknown(node)
            accessible = self._node(node)
            if accessible is not None:
                into.children.append(accessible)
            self._content(accessible or into, node)

    def _node(self, element: Element) -> AriaNode | None:
        if element.tag in ("iframe", "frame"):
            return AriaNode("iframe", element=element)
        role = self._look.role(element)
        if role in (None, "presentation", "none"):
            return None
        assert role is not None
        if role == "generic" and self._is_plain(element):
            return None
        node = AriaNode(role, collapse(self._look.name(element)), element)
        node.states = {name: state for name, state_of in STATES.items() if (state := state_of(element, role))}
        if (element.get("aria-hidden") or "").lower() == "true":
            # Only an element without a box of its own gets here although it is hidden.
            node.states["aria-hidden"] = True
        if element.tag == "textarea" or (
            element.tag == "input" and controls.input_type(element) not in ("checkbox", "radio", "file")
        ):
            node.children = [controls.value(element)]
        return node

    def _is_plain(self, element: Element) -> bool:
        children = element.children
        return len(children) == 1 and isinstance(children[0], Text) and self._look.styles.display(element) == "inline"

    def _content(self, into: AriaNode, element: Element) -> None:
        styles = self._look.styles
        apart = styles.display(element) != "inline" or element.tag == "br"
        if apart:
            into.children.append(" ")
        into.children.append(styles.content(element, "before") or "")
        if assigned := assigned_nodes(element):
            for child in assigned:
                self.visit(into, child, True)
        else:
            for child in element.children:
                if not self._look.is_slotted(child):
                    self.visit(into, child, True)
            if element.shadow is not None:
                for child in element.shadow.children:
                    self.visit(into, child, True)
        for owned in self._owned(element):
            self.visit(into, owned, True)
        into.children.append(styles.content(element, "after") or "")
        if apart:
            into.children.append(" ")
        self._properties(into, element)

    def _owned(self, element: Element) -> list[Element]:
        ids = (element.attributes.get("aria-owns") or "").split()
        if not ids:
            return []
        document = self._look.document
        by_id = {candidate.id: candidate for candidate in reversed(list(document.descendants())) if candidate.id in ids}
        return [by_id[name] for name in ids if name in by_id]

    def _properties(self, node: AriaNode, element: Element) -> None:
        attributes = element.attributes
        if node.role == "link" and "href" in attributes:
            node.properties["url"] = _short_url(attributes["href"])
        if node.role == "textbox" and "placeholder" in attributes and attributes["placeholder"] != node.name:
            node.properties["placeholder"] = attributes["placeholder"]


def _short_url(href: str) -> str:
    head, comma, _ = href.partition(",")
    if comma and href.startswith("data:"):
        return f"{head},\u2026"
    return href


def _join(node: AriaNode) -> None:
    """Join adjacent texts, and drop a text that only repeats the name."""
    joined: list[Child] = []
    buffer: list[str] = []

    def flush() -> None:
        text = collapse("".join(buffer))
        if text:
            joined.append(text)
        buffer.clear()

    for child in node.children:
        if isinstance(child, str):
            buffer.append(child)
            continue
        _join(child)
        # An explicit generic element without content is left out.
        if child.role != "generic" or child.name or child.children:
            flush()
            joined.append(child)
    flush()
    node.children = [] if joined == [node.name] else joined
