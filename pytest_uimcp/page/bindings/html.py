"""`ui-html`: HTML from the server as the content of an element, or in its place (`?replace`); `ui-code`: JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.dom.namespaces import namespace_in, placeholder_in
from pytest_uimcp.page.dom.nodes import DomNode, Element
from pytest_uimcp.page.dom.parse import parse_fragment
from pytest_uimcp.page.plans import BindingPlan
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.variables import Variable

if TYPE_CHECKING:
    from pytest_uimcp.page.render import Renderer
    from pytest_uimcp.page.views import View

__all__ = ["CodeBinding", "HtmlBinding"]


class HtmlBinding(Binding):
    __slots__ = ("markup", "nodes")

    grows = True

    def __init__(
        self, renderer: Renderer, element: Element, plan: BindingPlan, parent: Variable, holder: View | None = None
    ) -> None:
        self.nodes: list[DomNode] = [element]
        self.markup: str | None = None
        super().__init__(renderer, element, plan, parent, holder)

    def show(self, value: Any) -> None:
        markup = to_string(value)
        if markup == self.markup:
            return
        self.markup = markup
        if self.plan.path.has("replace"):
            self._replace(markup)
        else:
            self.element.take_children()
            self.element.replace_children(parse_fragment(markup, namespace_in(self.element)))

    def _replace(self, markup: str) -> None:
        namespace = namespace_in(self.nodes[0].parent)
        nodes = parse_fragment(markup, namespace)
        top = next((node for node in nodes if isinstance(node, Element)), None)
        if top is None:  # a node has to mark the place
            top = placeholder_in(namespace)
            nodes.append(top)
        # The element is found again by its id, and reloaded by its viewdef.
        top.set("id", self.element.id)
        if self.element.has("ui-viewdef"):
            top.set("ui-viewdef", self.element.attributes["ui-viewdef"])
        parent = self.nodes[0].parent
        if parent is None:
            return
        old = self.nodes
        self.nodes = nodes
        parent.count_removal()
        parent.swap(old, nodes)
        if self.holder is not None:
            self.holder.replaced(old, nodes)


class CodeBinding(Binding):
    """`ui-code`: a little of it is run, all of it recorded; a test may answer it (`Page.answer_code`)."""

    __slots__ = ("_last",)

    def attach(self) -> None:
        self._last: Any = None

    def show(self, value: Any) -> None:
        """Run a value that is new; a page that reconnects gets the old one again."""
        new = value != self._last
        self._last = value
        if new and isinstance(value, str) and value:
            self.renderer.run_code(self, value)
