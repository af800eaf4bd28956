"""The children of a parent: who may come in, and what happens when one comes or goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.lists import ObservableList

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


class ChildList(ObservableList["Node"]):
    """Children in drawing order, each with its ordinal among siblings of the same type."""

    __slots__ = ("counts", "numbered", "owner")

    def __init__(self, owner: Node | None) -> None:
        super().__init__((), self.attach, self.refuse)
        # The parent; nobody for `NO_CHILDREN`.
        self.owner = owner
        self.counts: Counter[str] | None = Counter()
        self.numbered = 0

    def refuse(self, removed: list[Node], added: list[Node]) -> None:
        """Nodes only, each once, none of them an ancestor."""
        if self.owner is None:
            raise WrongValue("this node can have no children; put them into a pane or a group")
        # What leaves in the same change may come back: that is how children are put in another order.
        leaving = {id(node) for node in removed}
        new_ids: set[int] = set()
        for node in added:
            if not hasattr(node, "kids"):
                raise WrongValue(f"children of {self.owner!r}: expected a node; got {node!r}")
            if id(node) in new_ids or (node.parent is self.owner and id(node) not in leaving):
                raise WrongValue(f"children of {self.owner!r}: {node!r} would be there twice; remove it first")
            new_ids.add(id(node))
        if added:
            self.refuse_ancestors(new_ids)

    def refuse_ancestors(self, added: set[int]) -> None:
        node: Node | None = self.owner
        while node is not None:
            if id(node) in added:
                raise WrongValue(f"children of {self.owner!r}: {node!r} is an ancestor of it, or itself")
            node = node.parent

    def attach(self, removed: list[Node], added: list[Node]) -> None:
        owner = self.owner
        if owner is None:
            return
        staying = {id(node) for node in added}
        for node in removed:
            if id(node) not in staying:
                node.leave()
        for node in added:
            node.enter(owner)
        if removed or self[len(self) - len(added) :] != added:
            # Ordinals behind the change may be others; only appending keeps them.
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
        children = list(nodes)
        if len(children) != len(self) or any(new is not old for new, old in zip(children, self, strict=True)):
            self.set_all(children)


# The children of every node that is no parent.
NO_CHILDREN: Final = ChildList(None)
