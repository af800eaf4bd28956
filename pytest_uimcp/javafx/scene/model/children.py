"""The children of a parent: who may come in, and what happens when one comes or goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.lists import ObservableList

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node

__all__ = ["NO_CHILDREN", "ChildList"]


class ChildList(ObservableList["Node"]):
    """Children in drawing order, each with its ordinal among siblings of the same type."""

    __slots__ = ("counts", "numbered", "owner")

    def __init__(self, owner: Node | None) -> None:
        super().__init__((), self.attach, self.refuse)
        self.owner = owner
        """The parent; nobody for `NO_CHILDREN`."""
        self.counts: Counter[str] | None = Counter()
        self.numbered = 0

    def refuse(self, went: list[Node], came: list[Node]) -> None:
        """Nodes only, each once, none of them an ancestor."""
        if self.owner is None:
            raise WrongValue("this node can have no children; put them into a pane or a group")
        leaving = {id(node) for node in went}
        seen: set[int] = set()
        for node in came:
            if not hasattr(node, "kids"):
                raise WrongValue(f"children of {self.owner!r}: expected a node; got {node!r}")
            if id(node) in seen or (node.parent is self.owner and id(node) not in leaving):
                raise WrongValue(f"children of {self.owner!r}: {node!r} would be there twice; remove it first")
            seen.add(id(node))
        if came:
            self.refuse_ancestors(seen)

    def refuse_ancestors(self, came: set[int]) -> None:
        """A node cannot be inside itself."""
        node: Node | None = self.owner
        while node is not None:
            if id(node) in came:
                raise WrongValue(f"children of {self.owner!r}: {node!r} is an ancestor of it, or itself")
            node = node.parent

    def attach(self, went: list[Node], came: list[Node]) -> None:
        """Give every node its new parent and scene."""
        owner = self.owner
        if owner is None:
            return
        staying = {id(node) for node in came}
        for node in went:
            if id(node) not in staying:
                node.leave()
        for node in came:
            node.enter(owner)
        if went or self[len(self) - len(came) :] != came:
            self.counts = None
        owner.children_changed()

    def number(self) -> None:
        """Bring the ordinals up to date; appended children cost only themselves."""
        if self.counts is None:
            self.counts = Counter()
            self.numbered = 0
        for node in list.__getitem__(self, slice(self.numbered, None)):
            name = node.fx.simple
            node.ordinal = self.counts[name]
            self.counts[name] += 1
        self.numbered = len(self)

    def sync(self, nodes: Iterable[Node]) -> None:
        """These children in this order, touched only where they differ."""
        wanted = list(nodes)
        if len(wanted) != len(self) or any(new is not old for new, old in zip(wanted, self, strict=True)):
            self.set_all(wanted)


NO_CHILDREN: Final = ChildList(None)
"""The children of every node that is no parent."""
