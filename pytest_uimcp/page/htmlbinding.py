"""`ui-html`: HTML text of the server inside an element, or with `?replace` in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.bindings import Binding
from pytest_uimcp.page.dom.nodes import Element, Node
from pytest_uimcp.page.dom.parse import parse_fragment
from pytest_uimcp.page.plans import Asked
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.variables import Variable

if TYPE_CHECKING:
    from pytest_uimcp.page.render import Renderer
    from pytest_uimcp.page.views import View

__all__ = ["HtmlBinding"]


class HtmlBinding(Binding):
    """One element and the HTML it shows."""

    __slots__ = ("holder", "nodes")

    def __init__(
        self, renderer: Renderer, element: Element, asked: Asked, parent: Variable, holder: View | None
    ) -> None:
        self.nodes: list[Node] = [element]
        self.holder = holder
        super().__init__(renderer, element, asked, parent)

    def show(self, value: Any) -> None:
        """Put other HTML in place."""
        nodes = parse_fragment(to_string(value))
        if self.asked.path.has("replace"):
            self._replace(nodes)
        else:
            self.element.replace_children(nodes)

    def _replace(self, nodes: list[Node]) -> None:
        elements = [node for node in nodes if isinstance(node, Element)]
        if not nodes:
            elements = [Element("span", {"style": "display: none;"})]
            nodes = list(elements)
        elif not elements:
            around = Element("span")
            around.replace_children(nodes)
            elements, nodes = [around], [around]
        elements[0].set("id", self.element.id)
        for other in elements[1:]:
            self.renderer.name(other)
        parent = self.nodes[0].parent
        if parent is None:
            return
        old, self.nodes = self.nodes, nodes
        parent.swap(old, nodes)
        if self.holder is not None:
            self.holder.replaced(old, nodes)
        self.element = elements[0]
