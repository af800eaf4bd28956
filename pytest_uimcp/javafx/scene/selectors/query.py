"""Finding nodes: `lookup` and `lookupAll` with JavaFX's order, and an index for ids.

`lookup="javafx11"` ignores pseudo-classes (except `:dir`) as JavaFX did before 22; the default honours them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.selectors.match import matches
from pytest_uimcp.javafx.scene.selectors.model import Selector
from pytest_uimcp.javafx.scene.selectors.parse import parse

Lookup = Literal["javafx11", "javafx22"]


def in_document_order(nodes: list[Node]) -> list[Node]:
    if len(nodes) < 2:
        return nodes
    return sorted(nodes, key=_route)


def _route(node: Node) -> list[int]:
    route = []
    while node.parent is not None:
        route.append(node.parent.kids.index(node))
        node = node.parent
    return route[::-1]


def _inside(node: Node, start: Node) -> bool:
    ancestor: Node | None = node
    while ancestor is not None and ancestor is not start:
        ancestor = ancestor.parent
    return ancestor is start


def _candidates(start: Node, selector: Selector) -> list[Node]:
    identifier = selector.last.id
    # The scene has an index of ids; other selectors ask every node.
    if identifier is None or start.scene is None:
        return start.walk()
    nodes = start.scene.with_id(identifier)
    return in_document_order([node for node in nodes if _inside(node, start)])


def _matching(start: Node, selector: Selector, states: bool) -> Iterator[Node]:
    return (node for node in _candidates(start, selector) if matches(selector, node, states))


def find_all(start: Node, text: str, style: Lookup = "javafx22") -> list[Node]:
    """Every matching node at or below `start`, each once, in document order."""
    selector = parse(text)
    if selector:
        return list(_matching(start, selector, style != "javafx11"))
    return []


def lookup_all(start: Node, text: str, style: Lookup = "javafx22") -> list[Node]:
    """As `Node.lookupAll`: a tab pane at the start finds the contents of its tabs a second time."""
    return _with_tabs(start, lambda node: find_all(node, text, style))


def _with_tabs(start: Node, find: Callable[[Node], list[Node]]) -> list[Node]:
    nodes = find(start)
    # JavaFX has an override there that appends the contents of the tabs, which are children already.
    if start.is_a("TabPane"):
        for tab in start.read("tabs"):
            content = tab.read("content")
            if isinstance(content, Node):
                nodes = nodes + _with_tabs(content, find)
    return nodes


def lookup(start: Node, text: str, style: Lookup = "javafx22") -> Node | None:
    """As `Node.lookup`: the first in document order."""
    selector = parse(text)
    if selector:
        return next(_matching(start, selector, style != "javafx11"), None)
    return None
