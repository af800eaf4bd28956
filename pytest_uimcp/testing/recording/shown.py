"""What a page showed: its accessibility tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from pytest_uimcp.aria.nodes import AriaNode, Child
from pytest_uimcp.aria.yaml import to_yaml


class Shown:
    """An accessibility tree; two with the same text are equal."""

    def __init__(self, nodes: list[Child]) -> None:
        # Without the elements, which would keep each state of the document alive.
        self._nodes = [_masked(node, str) for node in nodes]

    @cached_property
    def text(self) -> str:
        return to_yaml(self._nodes)

    def masked(self, mask: Callable[[str], str]) -> str:
        """The text with every name and value masked; before it is written, for quotes depend on what they hold."""
        return to_yaml([_masked(node, mask) for node in self._nodes])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Shown):
            return self.text == other.text
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)


def _masked(node: Child, mask: Callable[[str], str]) -> Child:
    if not isinstance(node, AriaNode):
        return mask(node)
    properties = {name: mask(value) for name, value in node.properties.items()}
    children = [_masked(child, mask) for child in node.children]
    return replace(node, element=None, name=mask(node.name), properties=properties, children=children)
