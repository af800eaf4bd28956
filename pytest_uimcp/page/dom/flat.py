"""The flat tree, which is what is drawn: a component shows its shadow tree, with its own children in the slots."""

from __future__ import annotations

from pytest_uimcp.page.dom.nodes import DomNode, Element, ShadowRoot, Text

__all__ = ["assigned_nodes", "assigned_slot", "flat_children", "host_of", "in_shadow", "parent_in_flat_tree"]


def flat_children(element: Element) -> list[DomNode]:
    if element.shadow is not None:
        return element.shadow.children
    if element.tag == "slot":
        # A slot that nothing is given to shows its own content.
        return assigned_nodes(element) or element.children
    return element.children


def in_shadow(element: Element) -> bool:
    """Whether it is in a shadow tree, where the document's style rules do not apply."""
    node = element.parent
    while isinstance(node, Element):
        node = node.parent
    return isinstance(node, ShadowRoot)


def parent_in_flat_tree(node: DomNode) -> Element | None:
    """The parent in the flat tree: its slot, its host, or its parent element."""
    parent = node.parent
    if not isinstance(parent, Element):
        if isinstance(parent, ShadowRoot):
            return parent.host
        return None
    if parent.shadow is not None:
        # What no slot shows has no place in the flat tree: the host stands in for one.
        return assigned_slot(node, parent) or parent
    return parent


def assigned_slot(node: DomNode, host: Element) -> Element | None:
    assert host.shadow is not None
    name = _slot_name(node)
    if name is None:
        return None
    return _slots(host.shadow).get(name)


def _slot_name(node: DomNode) -> str | None:
    """The name of the slot that asks for a child of a host: comments are never shown."""
    if isinstance(node, Element):
        return node.attributes.get("slot") or ""
    if isinstance(node, Text):
        return ""
    return None


def _slots(shadow: ShadowRoot) -> dict[str, Element]:
    if shadow.slots is not None:
        return shadow.slots
    slots: dict[str, Element] = {}
    for element in shadow.descendants():
        if element.tag == "slot":
            slots.setdefault(element.attributes.get("name") or "", element)
    if shadow.source is not None:
        shadow.slots = slots
    return slots


def assigned_nodes(slot: Element) -> list[DomNode]:
    """The nodes of the host that a slot shows; none for any other element."""
    if slot.tag != "slot":
        return []
    node: DomNode | None = slot
    while node is not None and not isinstance(node, ShadowRoot):
        node = node.parent
    if node is None:
        return []
    name = slot.get("name") or ""
    return [child for child in node.host.children if _slot_name(child) == name]


def host_of(element: Element) -> Element:
    """The element itself, or for an element of a shadow tree the outermost component that it belongs to."""
    node = element
    while True:
        # Components are drawn within others: on to the one that stands in the document itself.
        top = node
        while isinstance(top.parent, Element):
            top = top.parent
        if not isinstance(top.parent, ShadowRoot):
            return node
        node = top.parent.host
