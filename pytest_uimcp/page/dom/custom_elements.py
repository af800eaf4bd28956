"""Which elements are components: the counterpart of `customElements` in a browser, filled by `page/shoelace`.

It stands below the nodes, so that an element finds its own component (`Element.component`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.page.components import Component
    from pytest_uimcp.page.dom.nodes import Element

__all__ = ["custom_elements"]


class CustomElements:
    def __init__(self) -> None:
        self._classes: dict[str, type[Component]] = {}

    def define(self, classes: Mapping[str, type[Component]]) -> None:
        self._classes.update(classes)

    def get(self, tag: str) -> type[Component] | None:
        return self._classes.get(tag)

    @property
    def tags(self) -> frozenset[str]:
        return frozenset(self._classes)

    def upgrade(self, element: Element) -> Component | None:
        make = self._classes.get(element.tag)
        if make is None:
            return None
        return make(element)


custom_elements: Final = CustomElements()
