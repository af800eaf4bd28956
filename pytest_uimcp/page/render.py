"""Renders the app variable as elements: templates, views and bindings, and what a browser would do besides."""

from __future__ import annotations

import itertools
import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.bindings import bind
from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.bindings.value import value_binding
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Document, DomNode, Element
from pytest_uimcp.page.dom.submission import stay_on_page
from pytest_uimcp.page.errors import PageError
from pytest_uimcp.page.faults import Fault, Faults
from pytest_uimcp.page.gaps import refuse_if_exact
from pytest_uimcp.page.input.focus_restore import KeptFocus, keep_focus
from pytest_uimcp.page.input.handlers import run_code
from pytest_uimcp.page.input.opening import close_if_another_is_open, details_changed, open_from_the_start
from pytest_uimcp.page.lists import ViewList
from pytest_uimcp.page.plans import ElementPlan, Template, is_named_and_open, template
from pytest_uimcp.page.rules import message_of
from pytest_uimcp.page.variables import Variable, Variables
from pytest_uimcp.page.views import View

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_uimcp.page.input.focus import Focus
    from pytest_uimcp.page.records import Records

__all__ = ["Renderer"]


class Renderer:
    """Keeps a document up to date with the variables behind it."""

    def __init__(self, document: Document, records: Records, focus: Focus) -> None:
        self.document = document
        self.records = records
        self.faults = Faults()
        self.variables = Variables(self.take_viewdefs)
        self.views: dict[View, None] = {}
        # Views that show another object than before with the same viewdef.
        self.moved: dict[View, None] = {}
        self._focus = focus
        self._sources: dict[str, str] = {}
        # Those that were asked for, by type, namespaces of the variable, and namespace of the element.
        self._templates: dict[tuple[str | None, ...], Template] = {}
        self._ids = itertools.count(1)
        self._view_numbers = itertools.count(1)
        # Of views that have been drawn, not yet recorded.
        self._scripts: list[Element] = []
        # Code of elements that are not in the page yet.
        self._later_code: list[tuple[Element, str]] = []
        self._scrolled: list[Element] = []
        self._kept_focus: KeptFocus | None = None
        self._wanting_focus: list[Element] = []
        self._opened: list[Element] = []
        # Drop-down lists whose options come from the server.
        self.choices: dict[Element, None] = {}

    # The root: [ui-app] shows variable 1.

    def start(self, element: Element) -> None:
        host = Element("div")
        element.replace_children([host])
        self.name(host)
        view = View(self, host, None)
        view.variable = self.variables.root
        self.variables.root.watcher = view
        self.views[view] = None
        self.variables.watch_root()
        element.listen("submit", stay_on_page)

    def take_viewdefs(self, text: str) -> None:
        """Store viewdefs and redraw the views that show them or wait for them."""
        news = False
        for key, source in json.loads(text or "{}").items():
            if self._sources.get(key) == source:
                continue
            news = True
            if source is None:
                self._sources.pop(key, None)
            else:
                self._sources[key] = source
        if not news:
            return
        self._templates.clear()
        # Drawing one view may close others of the list.
        for view in tuple(self.views):
            if view in self.views and view.variable.is_known:
                view.changed(view.variable)

    def template_for(self, variable: Variable, namespace: str) -> Template | None:
        """The viewdef for a variable's object in an element that holds this namespace; None until it arrives."""
        get = variable.properties.get
        asked = (get("type"), get("namespace"), get("fallbackNamespace"), namespace)
        if asked in self._templates:
            return self._templates[asked]
        for key in _keys(variable):
            if key in self._sources:
                self._templates[asked] = template(key, self._sources[key], namespace)
                return self._templates[asked]
        return None

    def missing(self, variable: Variable) -> Fault:
        kind = variable.properties.get("type")
        if not kind:
            return message_of("noType")
        return message_of("noViewdef", type=kind, keys=", ".join(_keys(variable)))

    def is_ours(self, name: str) -> bool:
        return _OURS.fullmatch(name) is not None

    def has_focus(self, node: DomNode) -> bool:
        return self._focus.is_in(node)

    def leave_focus(self, node: DomNode) -> None:
        self._focus.leave(node)

    def keep_focus(self, nodes: list[DomNode]) -> Callable[[], None] | None:
        """Remove the focus from nodes that are about to be replaced; returns a function that restores it."""
        kept_focus = keep_focus(self, self._focus, nodes)
        if kept_focus is None:
            return None

        def put_back() -> None:
            # The focus may have been in a nested view, which is drawn later, and so is the value of the field.
            self._kept_focus = kept_focus
            kept_focus.restore()

        return put_back

    def restore_focus(self, can: Callable[[Element], bool]) -> bool:
        """Once everything is drawn, restore what could not be restored before; returns whether the focus moved."""
        kept_focus = self._kept_focus
        self._kept_focus = None
        if kept_focus is None:
            return False
        if self._focus.element is None:
            return kept_focus.restore(can)
        kept_focus.select()
        return False

    def close_groups(self) -> None:
        """Of `details` with the same name that were inserted open, only the first stays so."""
        open_details = self._opened
        self._opened = []
        for place, details in enumerate(open_details):
            if details.document() is self.document:
                close_if_another_is_open(details, open_details[place:])

    def focus_at_first(self, can: Callable[[Element], bool]) -> None:
        """Focus the first element with `autofocus` since the page was loaded; later ones come too late."""
        wanting = self._wanting_focus
        self._wanting_focus = []
        if self.document.is_autofocused or not wanting:
            return
        if self._focus.element is not None:
            # A browser does not take the focus from what has it already.
            self.document.is_autofocused = True
            return
        candidates = (element for element in wanting if element.document() is self.document)
        target = next(filter(can, candidates), None)
        if target is not None:
            self.document.is_autofocused = True
            self._focus.move(target)

    def is_focused(self, element: Element) -> bool:
        return self._focus.element is element

    # Binding

    def name(self, element: Element) -> None:
        if not element.attributes.get("id"):
            element.attributes["id"] = f"ui-{next(self._ids)}"
            if element.parent is not None:  # or else it is new, and in no document that would have to hear of it
                element.touch()

    def bind_view(self, view: View, nodes: list[DomNode], concerned: list[Element]) -> None:
        """Bind the new elements of a view for which its template asks something (see `Template.copies`)."""
        for element in concerned:
            if "autofocus" in element.attributes:
                self._wanting_focus.append(element)
            if is_named_and_open(element):
                self._opened.append(element)
            plan: ElementPlan | None = element.plan
            if plan is not None:
                self._bind(view, element, plan, at_top=element in nodes)

    def _bind(self, view: View, element: Element, plan: ElementPlan, *, at_top: bool) -> None:
        parent = view.variable
        if element.tag == "details" and element.has("open"):
            self.document.tasks.later_once(("toggle", element), partial(open_from_the_start, element))
        if plan.list is not None:
            view.pieces.append(ViewList(self, element, plan.list, view, self._inherited(plan, parent)))
        holder = view if at_top else None  # what replaces a root of the view is a root as well
        nested_view: View | None = None
        if plan.view is not None:
            nested_view = View(self, element, view, holder)
            view.pieces.append(nested_view)
            nested_view.ask(parent, {**self._inherited(plan, parent), **plan.view.path.watched_properties()})
            if plan.view.path.has("scrollOnOutput"):
                self.keep_scrolled(element)
        if plan.bindings:
            bindings = [bind(self, element, binding, parent, holder) for binding in plan.bindings]
            self.belong(element, bindings)
            view.bindings.extend(bindings)
            if nested_view is not None:
                nested_view.host_bindings.extend(bindings)

    def belong(self, element: Element, bindings: list[Binding]) -> None:
        """Record the bindings of an element; those of a view's host belong to the view."""
        if element.owner is None:
            element.owner = []
        if isinstance(element.owner, list):
            element.owner.extend(bindings)

    def bindings_of(self, element: Element) -> list[Binding]:
        owner = element.owner
        if isinstance(owner, View):
            return owner.host_bindings
        if isinstance(owner, list):
            return owner
        return []

    def _inherited(self, plan: ElementPlan, parent: Variable) -> dict[str, str]:
        """The namespaces of a view: its own or the closest in the template, else what its parent has."""
        namespaces: dict[str, str] = {}
        namespace = plan.namespace or parent.properties.get("namespace")
        if namespace:
            namespaces["namespace"] = namespace
        if "fallbackNamespace" in parent.properties:
            namespaces["fallbackNamespace"] = parent.properties["fallbackNamespace"]
        return namespaces

    # Effects that only a browser has

    def attribute_changed(self, element: Element, name: str, old_value: str | None) -> None:
        if element.component is not None:
            element.component.on_attribute(name, old_value, self._focus)
        elif name == "open" and element.tag == "details":
            details_changed(element, old_value)
        elif name == "type" and element.tag == "input":
            # A field of another type may have another value, without the user having changed it.
            state = element.control
            if state is not None and state.at_focus is not None:
                state.at_focus = controls.value(element)

    def look_inside_moved(self) -> None:
        """Check the views inside those whose object changed: they may now draw that object, or no longer do."""
        moved = self.moved
        self.moved = {}
        for view in moved:
            if view in self.views:
                view.look_inside()

    def show_choices(self) -> None:
        """Apply values to drop-down lists again, since their options arrive later."""
        for select in tuple(self.choices):
            # Lists that were removed are noticed only here.
            if select.document() is not self.document:
                del self.choices[select]
                continue
            binding = value_binding(self.bindings_of(select))
            if binding is not None:
                binding.show_again()

    def update_value(self, element_id: str, value: Any) -> None:
        """Send a value through the element with this id; None stands for what was entered."""
        for element in self.document.descendants():
            binding = value_binding(self.bindings_of(element)) if element.id == element_id else None
            if binding is not None:
                binding.put(value)
                return
        raise PageError(f"update_value: no element with the id {element_id} has ui-value")

    def run_code(self, binding: Binding, code: str) -> None:
        if self.records.code(binding.element, code, binding.variable):
            return
        if binding.element.document() is not self.document:
            self._later_code.append((binding.element, code))
        elif not run_code(self._focus, binding.element, code):
            refuse_if_exact(self.document, "code")

    def run_later_code(self) -> bool:
        """Run the code of elements that had not been in the page; returns whether there was any."""
        later = self._later_code
        self._later_code = []
        for element, code in later:
            if element.document() is self.document and not run_code(self._focus, element, code):
                refuse_if_exact(self.document, "code")
        return bool(later)

    def next_view(self) -> int:
        return next(self._view_numbers)

    def run_scripts(self, nodes: list[DomNode]) -> None:
        """Note the scripts of a template, which a browser would run."""
        for node in nodes:
            if isinstance(node, Element):
                self._scripts.extend(element for element in (node, *node.descendants()) if element.tag == "script")

    def finish_scripts(self) -> None:
        """Record the scripts of all views that have been drawn, in the order of the document."""
        if not self._scripts:
            return
        # They are recorded in the order of the document, not in that of drawing.
        new = {id(element) for element in self._scripts}
        self._scripts = []
        for element in self.document.descendants():
            if id(element) in new:
                refuse_if_exact(self.document, "script")
                self.records.script(element)

    def keep_scrolled(self, element: Element) -> None:
        """Keep an element scrolled to its end (`?scrollOnOutput`)."""
        self._scrolled.append(element)

    def grew(self, element: Element) -> None:
        """Scroll the innermost enclosing element that is kept at its end."""
        if not self._scrolled:
            return
        scrolled = next(filter(self._scrolled.__contains__, element.path()), None)
        if scrolled is not None:
            self.records.scroll(scrolled)


_OURS = re.compile(r"ui-\d+")


def _keys(variable: Variable) -> list[str]:
    properties = variable.properties
    kind = properties.get("type")
    names = [properties.get("namespace"), properties.get("fallbackNamespace"), "DEFAULT"]
    if kind:
        return [f"{kind}.{name}" for name in dict.fromkeys(filter(None, names))]
    return []
