"""After a change only the components are drawn that it concerns; drawing all of them would change nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from pytest_uimcp.page import driver
from pytest_uimcp.page.dom.nodes import Document, Element, Parent, Text
from pytest_uimcp.page.drawing import draw_changed, draw_components
from pytest_uimcp.page.shoelace import base

__all__ = ["EVERY", "Redrawing"]

EVERY: Final = 8
"""In every eighth case all is drawn again, and compared."""


class Redrawing:
    """Draws everything after each drawing of what has changed, in the cases that it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.case_id = ""
        self.failures: list[str] = []
        self.drawings = 0
        for module in (driver, base):
            monkeypatch.setattr(module, "draw_changed", self._draw)

    def begin(self, number: int, case_id: str) -> None:
        if number % EVERY:
            case_id = ""
        self.case_id = case_id

    def _draw(self, document: Document) -> None:
        draw_changed(document)
        if not self.case_id:
            return
        self.drawings += 1
        before = [*_shape(document)]
        draw_components(document)
        if before != [*_shape(document)]:
            self.failures.append(f"{self.case_id}: drawing everything changes more than drawing what has changed")


def _shape(root: Parent) -> Iterator[object]:
    """All that is in a document, shadow trees included, and what its components have put off."""
    for node in root.children:
        if isinstance(node, Text):
            yield node.data
        elif isinstance(node, Element):
            yield id(node), [*node.attributes.items()], len(node.children)
            if node.shadow is not None:
                yield from _shape(node.shadow)
            yield from _shape(node)
    if isinstance(root, Document):
        yield root.tasks.pending
