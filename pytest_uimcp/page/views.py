"""`ui-view`: an object drawn by its viewdef, in the place of the element that asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pytest_uimcp.page.bindings import Binding
from pytest_uimcp.page.dom.nodes import Element, Node
from pytest_uimcp.page.inlinestyle import merge
from pytest_uimcp.page.plans import Template
from pytest_uimcp.page.variables import Variable

if TYPE_CHECKING:
    from pytest_uimcp.page.render import Renderer

__all__ = ["Piece", "View"]

_UNSEEN = frozenset({"script", "style"})


class Piece(Protocol):
    """Something in a view that has an end: a view or a list."""

    variable: Variable

    def close(self) -> None:
        """Let go of everything outside."""


class View:
    """The nodes that show one object, or the element that waits for one."""

    __slots__ = ("bindings", "holder", "nodes", "pieces", "placeholder", "renderer", "riders", "template", "variable")

    def __init__(self, renderer: Renderer, placeholder: Element, holder: View | None) -> None:
        self.renderer = renderer
        self.placeholder = placeholder
        self.holder = holder
        self.nodes: list[Node] = [placeholder]
        self.template: Template | None = None
        self.pieces: list[Piece] = []
        self.bindings: list[Binding] = []
        self.riders: list[Binding] = []
        """Bindings of the placeholder: they go on with whatever stands in its place."""
        self.variable: Variable
        placeholder.owner = self

    def ask(self, parent: Variable, properties: dict[str, str]) -> None:
        """Ask the server for the object."""
        self.variable = self.renderer.variables.create(parent, properties, self)
        self.renderer.views[self] = None

    @property
    def first(self) -> Element:
        """The element that has the view's id."""
        return next((node for node in self.nodes if isinstance(node, Element)), self.placeholder)

    @property
    def main(self) -> Element:
        """The first element that shows anything."""
        return next((n for n in self.nodes if isinstance(n, Element) and n.tag not in _UNSEEN), self.first)

    def changed(self, variable: Variable) -> None:
        """The object, its type or the templates are others than before."""
        if variable.value is None:
            self._clear()
            return
        template = self.renderer.template_for(variable)
        if template is not None and template is not self.template:
            self._draw(template)

    def failed(self, variable: Variable) -> None:
        """The variable's error came or went."""
        element = self.first
        if variable.error is None:
            element.remove_class("ui-error")
            element.unset("ui-error-code")
            element.unset("ui-error-description")
        else:
            element.add_class("ui-error")
            element.set("ui-error-code", variable.error[0])
            element.set("ui-error-description", variable.error[1])

    def close(self) -> None:
        """Be gone; the variable is the business of whoever closes."""
        self.renderer.views.pop(self, None)
        self._close_pieces()

    def replaced(self, old: list[Node], new: list[Node]) -> None:
        """A view that stands at the top of this one has changed its nodes."""
        for place, node in enumerate(self.nodes):
            if node is old[0]:
                self.nodes[place : place + len(old)] = new
                break
        if self.holder is not None:
            self.holder.replaced(old, new)

    def _close_pieces(self) -> None:
        for piece in self.pieces:
            piece.close()
        self.pieces = []
        self.bindings = []

    def _clear(self) -> None:
        if self.template is None:
            return
        self.template = None
        self._close_pieces()
        self.renderer.variables.destroy_children(self.variable)
        self._put([self.placeholder])
        self._carry(self.riders)

    def _draw(self, template: Template) -> None:
        if self.template is not None:
            self._close_pieces()
            self.renderer.variables.destroy_children(self.variable)
        self.template = template
        nodes = template.content.copy().children
        for node in nodes:
            node.parent = None
        if not any(isinstance(node, Element) for node in nodes):
            nodes.append(Element("span"))
        self._put(nodes)
        self._dress(template.key)
        self.renderer.bind_view(self, nodes)
        self._carry(self.riders)
        self.renderer.run_scripts(nodes)
        self.renderer.grew(self.first)

    def _put(self, nodes: list[Node]) -> None:
        parent = self.nodes[0].parent
        assert parent is not None
        old = self.nodes
        parent.swap(old, nodes)
        self.nodes = nodes
        if self.holder is not None:
            self.holder.replaced(old, nodes)

    def _dress(self, key: str) -> None:
        """Id, class and style of the placeholder go to the elements in its place."""
        first, main, old = self.first, self.main, self.placeholder.attributes
        first.set("id", self.placeholder.id)
        first.set("ui-viewdef", key)
        names = dict.fromkeys([*main.classes, *self.placeholder.classes])
        if names or "class" in old:
            main.set("class", " ".join(names))
        if old.get("style"):
            main.set("style", merge(main.get("style") or "", old["style"]))

    def _carry(self, riders: list[Binding]) -> None:
        if not riders:
            return
        target = self.main
        inner = target.owner
        if isinstance(inner, View) and inner is not self:
            inner.riders.extend(rider for rider in riders if rider not in inner.riders)
        for rider in riders:
            rider.move(target)
