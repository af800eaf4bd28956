"""A layout pass: every parent that needs it places its children, top down."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pytest_uimcp.javafx.scene.errors import JavaFxError
from pytest_uimcp.javafx.scene.layout import measure

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node


# Levels of nodes, those inside controls counted. Programs have 15 to 30. Parsers of JSON stop at 200 levels, and each
# level of nodes takes two of a snapshot's.
MAX_LEVELS = 90
# Python frames that measuring and placing one level of nodes may take.
FRAMES = 24


def layout_node(node: Node) -> None:
    # Cleared first: a parent that finds, while it places its children, that it has to do so again is marked anew.
    node.dirty = False
    if node.resizable:
        measure.sizer(node).layout(node)
    elif node.fx.name == "Group":
        _group(node)


def _group(node: Node) -> None:
    if node.read("autoSizeChildren"):
        # Groups have no sizer: JavaFX gives their children their preferred sizes, and leaves them where they are.
        for kid in node.kids:
            if kid.placed and kid.resizable:
                measure.autosize(kid)
    node.bounds_changed()


def layout(node: Node) -> None:
    """Lay out a node and what is below it, where anything changed."""
    if node.dirty:
        layout_node(node)
    if node.branch:
        # A copy, since a skin that is laid out may change the children of the node above it.
        for kid in tuple(node.kids):
            if kid.dirty or kid.branch:
                layout(kid)
        node.branch = False


def check_depth(root: Node) -> None:
    """Refuse a scene of too many levels; they are counted without recursion."""
    # By levels and not by calls: this is what protects the recursion of everything else.
    level = [root]
    for _ in range(MAX_LEVELS):
        level = [kid for node in level for kid in node.kids]
    if level:
        raise JavaFxError(
            f"nodes are nested deeper than {MAX_LEVELS} levels, those inside controls counted, from {root!r} down to "
            f"{level[0]!r}; take levels out, or show fewer of them at once"
        )


class _Room:
    """The limit of recursion is one for all threads: the first raises it, and the last puts it back."""

    # Platforms of several tests may lay out at the same time, each on a thread of its own.
    lock = threading.Lock()
    users = 0
    usual = 0


@contextmanager
def deep() -> Iterator[None]:
    """Room on Python's stack for the deepest scene."""
    with _Room.lock:
        if not _Room.users:
            _Room.usual = sys.getrecursionlimit()
            # Raised by as much as the deepest scene takes. The limit stays where a program has set a larger one.
            sys.setrecursionlimit(max(_Room.usual, MAX_LEVELS * FRAMES + 1000))
        _Room.users += 1
    try:
        yield
    finally:
        with _Room.lock:
            _Room.users -= 1
            if not _Room.users:
                sys.setrecursionlimit(_Room.usual)
