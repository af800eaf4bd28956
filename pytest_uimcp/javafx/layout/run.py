"""A layout pass: every parent that needs it places its children, top down."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import measure

if TYPE_CHECKING:
    from pytest_uimcp.javafx.model.node import Node

__all__ = ["deep", "layout", "layout_node"]

FRAMES = 12
"""Python frames that measuring and placing one level of nodes may take."""


def layout_node(node: Node) -> None:
    """Let one parent place its children."""
    node.dirty = False
    if node.resizable:
        measure.sizer(node).layout(node)
    elif node.fx.name == "Group":
        _group(node)


def _group(node: Node) -> None:
    if node.read("autoSizeChildren"):
        for kid in node.kids:
            if kid.placed and kid.resizable:
                measure.autosize(kid)
    node.bounds_changed()


def layout(node: Node) -> None:
    """Lay out a node and what is below it, where anything changed."""
    if node.dirty:
        layout_node(node)
    if node.branch:
        for kid in tuple(node.kids):
            if kid.dirty or kid.branch:
                layout(kid)
        node.branch = False


@contextmanager
def deep(levels: int) -> Iterator[None]:
    """Room on Python's stack for a scene of so many levels."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, levels * FRAMES + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
