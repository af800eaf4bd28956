"""`ui-view`: an object drawn by its viewdef, in place of the element with the attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.bindings.value import set_text
from pytest_uimcp.page.dom.namespaces import namespace_in, placeholder_in
from pytest_uimcp.page.dom.nodes import DomNode, Element
from pytest_uimcp.page.faults import Fault
from pytest_uimcp.page.outgoing import VariableShape
from pytest_uimcp.page.plans import Template
from pytest_uimcp.page.rules import message_of
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.variables import Variable
from pytest_uimcp.page.viewclasses import is_view_class, view_class

if TYPE_CHECKING:
    from pytest_uimcp.page.render import Renderer

__all__ = ["View", "ViewPart"]

_UNSEEN: Final = frozenset({"script", "style"})


class ViewPart(Protocol):
    def close(self) -> None:
        """Release everything held outside the document."""

    def look(self) -> None:
        """Check again whether it would draw an object inside itself."""


class View:
    """The nodes that show one object, or the host element while there is none."""

    __slots__ = (
        "_complaint",
        "_main_classes",
        "_marked",
        "_object",
        "_root_classes",
        "_slot",
        "_style",
        "bindings",
        "enclosing",
        "holder",
        "host",
        "host_bindings",
        "is_row",
        "nodes",
        "pieces",
        "place",
        "renderer",
        "template",
        "variable",
    )

    def __init__(
        self,
        renderer: Renderer,
        host: Element,
        enclosing: View | None,
        holder: View | None = None,
        *,
        is_row: bool = False,
    ) -> None:
        self.renderer = renderer
        self.host = host
        self.is_row = is_row
        # The enclosing view.
        self.enclosing = enclosing
        # The enclosing view if this one is at its top, so that our nodes are among its own.
        self.holder = holder
        # Where the nodes probably stand among their siblings, which is known of rows.
        self.place = -1
        if host.children:
            host.replace_children()
        self.nodes: list[DomNode] = [host]
        self.template: Template | None = None
        self.pieces: list[ViewPart] = []
        self.bindings: list[Binding] = []
        # Bindings of the host; they move to the element that replaces it.
        self.host_bindings: list[Binding] = []
        self._marked: Element | None = None
        self._object: Any = None
        self._complaint = ""
        self._style = host.get("style")
        self._slot = host.get("slot")
        ours = view_class(renderer.next_view())
        self._main_classes = self._root_classes = ours
        if "class" in host.attributes:
            host_classes = host.attributes["class"].split()
            self._main_classes = " ".join([*host_classes, ours])
            self._root_classes = " ".join([*filter(is_view_class, host_classes), ours])
            host.add_class(ours)
        else:
            host.set("class", ours)
        self.variable: Variable
        host.owner = self

    def ask(self, parent: Variable, properties: dict[str, str]) -> None:
        properties["elementId"] = self.host.id
        self.variable = self.renderer.variables.create(parent, properties, self)
        self.renderer.views[self] = None

    def ask_like(self, shape: VariableShape, parent: Variable, *texts: str) -> None:
        """The same for one of many; the element's id comes after its other texts."""
        self.variable = self.renderer.variables.create_like(shape, parent, self, *texts, self.host.id)
        self.renderer.views[self] = None

    @property
    def first(self) -> Element:
        return next((node for node in self.nodes if isinstance(node, Element)), self.host)

    @property
    def main(self) -> Element:
        return next((n for n in self.nodes if isinstance(n, Element) and n.tag not in _UNSEEN), self.first)

    def changed(self, variable: Variable) -> None:
        """Redraw after the object, its type, its error or a template changed."""
        value = variable.value
        # The views inside may now show this very object (see `look_inside_moved`).
        if value != self._object and self.template is not None:
            self.renderer.moved[self] = None
        self._object = value
        if not isinstance(value, dict):
            fault = variable.error
            if fault is None and isinstance(value, list):
                fault = message_of("notAnObject")
            self._show_bare(fault)
            return
        template = self.renderer.template_for(variable, namespace_in(self.nodes[0].parent))
        if template is None:
            self._show_bare(self.renderer.missing(variable))
        elif (chain := self._chain_to(template.key)) is not None:
            self._show_inside_itself(message_of("insideItself", chain=" > ".join(chain)))
        elif template is not self.template:
            self._draw(template)
            self._mark(variable.error)
        else:
            self._mark(variable.error)

    def _show_inside_itself(self, fault: Fault) -> None:
        if self._complaint != fault[1]:  # for the session's log, once
            self.renderer.variables.report(self.variable, *fault)
        self._complaint = fault[1]
        self._show_bare(fault)

    def look_inside(self) -> None:
        """Check the views inside again after the object changed."""
        for piece in tuple(self.pieces):
            piece.look()

    def look(self) -> None:
        """Check again whether it would draw an object inside itself."""
        if self.variable.is_known:
            self.changed(self.variable)
        self.look_inside()

    def _chain_to(self, key: str) -> list[str] | None:
        """The viewdefs from the enclosing view that already draws this object with this viewdef, if there is one."""
        # Only views that draw this object with the same viewdef would go on forever.
        view = self.enclosing
        value = self.variable.value
        while view is not None and view.template is not None:
            if view.template.key == key and view.variable.value == value:
                return [*self._keys_from(view), key]
            view = view.enclosing
        return None

    def _keys_from(self, ancestor: View) -> list[str]:
        """The viewdefs from an enclosing view to the one around this view, outermost first."""
        keys: list[str] = []
        view = self.enclosing
        while view is not None and view.template is not None:
            keys.insert(0, view.template.key)
            if view is ancestor:
                break
            view = view.enclosing
        return keys

    def close(self) -> None:
        """Release the drawing; the caller destroys the variable."""
        self.renderer.views.pop(self, None)
        self._close_pieces()
        self._mark(None)

    def replaced(self, old: list[DomNode], new: list[DomNode]) -> None:
        """Update our nodes after a part at the top of this view replaced its own."""
        for place, node in enumerate(self.nodes):
            if node is old[0]:
                old_main = self._carrier
                self.nodes[place : place + len(old)] = new
                self._carry(old_main)
                break
        if self.holder is not None:
            self.holder.replaced(old, new)

    def _close_pieces(self) -> None:
        for piece in self.pieces:
            piece.close()
        self.pieces = []
        self.bindings = []

    def _show_bare(self, fault: Fault | None) -> None:
        """Without a viewdef, show the host itself, empty or with a plain value."""
        self._mark(None)
        value = self.variable.value
        if self.template is not None:
            self.template = None
            self._close_pieces()
            self.renderer.variables.destroy_children(self.variable)
        for node in self.nodes:
            if node is not self.host:
                self.renderer.leave_focus(node)
        self._put([self.host])
        text = ""
        if not isinstance(value, dict | list):
            text = to_string(value)
        # What a binding of the row itself shows is its own affair.
        if text or not (self.host.has("ui-value") or self.host.has("ui-html")):
            set_text(self.host, text)
        if value is None:
            self.host.set("ui-empty", "")
        else:
            self.host.unset("ui-empty")
        self._mark(fault)
        self._describe("")

    def _describe(self, viewdef: str) -> None:
        """Tell the server what shows the object, for the page of variables."""
        top = self.nodes[0]
        element = top if isinstance(top, Element) else self.first
        self.renderer.variables.describe(self.variable, viewdef, element.id)

    def _draw(self, template: Template) -> None:
        self._mark(None)
        restore_focus = None
        if self.template is not None:
            self._close_pieces()
            self.renderer.variables.destroy_children(self.variable)
            # Now: a field that loses the focus fires `change`, and would write into the object shown from now on.
            restore_focus = self.renderer.keep_focus(self.nodes)
        self.template = template
        nodes, concerned = template.copies()
        if not any(isinstance(node, Element) for node in nodes):
            nodes.append(placeholder_in(namespace_in(self.nodes[0].parent)))
        self._inherit_attributes(nodes, template.key)
        for element in concerned:
            if element.plan is not None:
                self.renderer.name(element)
        self._put(list(nodes))
        self.renderer.bind_view(self, nodes, concerned)
        if restore_focus is not None:
            restore_focus()
        self._describe(template.key)
        if template.has_scripts:
            self.renderer.run_scripts(nodes)
        self.renderer.grew(self.first)

    def _put(self, nodes: list[DomNode]) -> None:
        old = self.nodes
        if len(old) == len(nodes) and all(old_node is new_node for old_node, new_node in zip(old, nodes, strict=True)):
            return
        old_main = self._carrier
        parent = old[0].parent
        assert parent is not None
        if not self.is_row:  # a row is put together before it is shown
            parent.count_removal()
        # The nodes take the place of the former ones, whatever stands beside them.
        parent.swap(old, nodes, self.place)
        self.nodes = nodes
        self._carry(old_main)
        if self.holder is not None:
            self.holder.replaced(old, nodes)

    @property
    def _carrier(self) -> Element | None:
        """The element that the bindings of the host are at, if it has any."""
        if self.host_bindings:
            return self.main
        return None

    def _carry(self, old_main: Element | None) -> None:
        """Move the bindings of the host to the element that replaced it."""
        main = self._carrier
        if main is not None and main is not old_main:
            for binding in self.host_bindings:
                binding.move(main)

    def _inherit_attributes(self, nodes: list[DomNode], key: str) -> None:
        """Pass the host's id to the first element, its look to the first that shows, classes of views to all."""
        elements = [node for node in nodes if isinstance(node, Element)]
        root = elements[0]
        main = next((element for element in elements if element.tag not in _UNSEEN), root)
        # The elements are new, and in no document that would have to hear of it.
        root.attributes["ui-viewdef"] = key
        # An id that the author chose stays, except in rows of lists, where each would have it.
        if not root.id or self.is_row or not self.renderer.is_ours(self.host.id):
            root.attributes["id"] = self.host.id
        for element in elements:
            self.renderer.name(element)
            classes = self._root_classes
            if element is main:
                classes = self._main_classes
            element.attributes["class"] = " ".join(filter(None, (element.get("class"), classes)))
        if self._style:
            style = (main.get("style") or "").rstrip("; \n\t")
            main.attributes["style"] = "; ".join(filter(None, (style, self._style)))
        if self._slot and not main.get("slot"):
            main.attributes["slot"] = self._slot

    def _mark(self, fault: Fault | None) -> None:
        if self._marked is not None:
            self.renderer.faults.set(self._marked, self, None)
            self._marked = None
        if fault is not None:
            self._marked = self.main
            self.renderer.faults.set(self._marked, self, fault)
