"""The tree as it is drawn: components show their shadow trees, and their own children in its slots."""

from __future__ import annotations

from pytest_uimcp.page.dom.nodes import Element, Node, ShadowRoot, Text

__all__ = ["assigned_nodes", "assigned_slot", "flat_children", "host_of", "in_shadow", "parent_in_flat_tree"]


def flat_children(element: Element) -> list[Node]:
    """What is drawn in it."""
    if element.shadow is not None:
        return element.shadow.children
    if element.tag == "slot":
        return assigned_nodes(element) or element.children
    return element.children


def in_shadow(element: Element) -> bool:
    """Whether it belongs to a component, out of reach for the document's rules."""
    node = element.parent
    while isinstance(node, Element):
        node = node.parent
    return isinstance(node, ShadowRoot)


def parent_in_flat_tree(node: Node) -> Element | None:
    """The element it is drawn in: its slot, its host, or its parent."""
    parent = node.parent
    if isinstance(parent, ShadowRoot):
        return parent.host
    if not isinstance(parent, Element):
        return None
    if parent.shadow is not None:
        return assigned_slot(node, parent) or parent
    return parent


def assigned_slot(node: Node, host: Element) -> Element | None:
    """The slot of the host's shadow tree that shows this child."""
    assert host.shadow is not None
    name = node.get("slot") or "" if isinstance(node, Element) else ""
    if not isinstance(node, (Element, Text)):
        return None
    return next((e for e in host.shadow.descendants() if e.tag == "slot" and (e.get("name") or "") == name), None)


def assigned_nodes(slot: Element) -> list[Node]:
    """The nodes of the host that a slot shows."""
    node: Node | None = slot
    while node is not None and not isinstance(node, ShadowRoot):
        node = node.parent
    if node is None:
        return []
    name = slot.get("name") or ""
    return [
        child
        for child in node.host.children
        if isinstance(child, (Element, Text))
        and (child.get("slot") or "" if isinstance(child, Element) else "") == name
    ]


def host_of(element: Element) -> Element:
    """The element of the page that a piece of a component stands for."""
    node = element
    while True:
        top = node
        while isinstance(top.parent, Element):
            top = top.parent
        if not isinstance(top.parent, ShadowRoot):
            return node
        node = top.parent.host
