"""`ui-viewlist`: an array drawn row by row. A row that stays keeps its nodes and its variable.

Rows are matched by the object they show, plain values by their position. A row that moves gets the new path of its
variable; nothing else about it changes.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.bindings import bind
from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.dom.nodes import DomNode, Element
from pytest_uimcp.page.faults import Fault
from pytest_uimcp.page.plans import ListPlan
from pytest_uimcp.page.rules import message_of
from pytest_uimcp.page.scripting import to_string
from pytest_uimcp.page.variables import Variable
from pytest_uimcp.page.views import View

if TYPE_CHECKING:
    from pytest_uimcp.page.render import Renderer

__all__ = ["ViewList"]

_WRAPPING = ("wrapper", "itemWrapper", "item")


class ListRow:
    """One element of the array."""

    __slots__ = ("bindings", "index", "key", "view")

    def __init__(self, key: int | None, view: View, index: int) -> None:
        self.key = key
        """The object's number, None for a plain value."""
        self.view = view
        self.index = index
        self.bindings: list[Binding] = []


class ViewList:
    """An element whose children follow an array."""

    __slots__ = ("around", "element", "exemplar", "renderer", "row_properties", "rows", "tail", "variable")

    def __init__(
        self, renderer: Renderer, element: Element, plan: ListPlan, around: View, inherited: dict[str, str]
    ) -> None:
        self.renderer = renderer
        self.around = around
        """The enclosing view."""
        parent = around.variable
        self.element = element
        self.exemplar = plan.exemplar
        self.rows: list[ListRow] = []
        self.tail = list(element.children)
        """The element's other content; it follows the rows."""
        if plan.path.has("scrollOnOutput"):
            renderer.keep_scrolled(element)
        select = element.closest("select")
        if select is not None:
            renderer.choices[select] = None
        properties = {**inherited, **plan.path.watched_properties(), "elementId": element.id}
        create = renderer.variables.create
        if any(name in plan.path.query for name in _WRAPPING):
            properties.setdefault("wrapper", "lua.ViewList")
            top = create(parent, properties, self)
            inside = {"path": "items", "access": "r", **inherited, "elementId": element.id}
            self.variable = create(top, inside, self)
        else:
            self.variable = create(parent, properties, self)
        namespace = plan.exemplar.get("ui-namespace") or properties.get("namespace")
        self.row_properties = {"fallbackNamespace": "list-item", **({"namespace": namespace} if namespace else {})}
        if presenter := element.get("ui-item-wrapper"):
            self.row_properties["wrapper"] = presenter

    def changed(self, variable: Variable) -> None:
        """Update the rows to match the array, or show its error."""
        faults = self.renderer.faults
        if variable is not self.variable:
            faults.set(self.element, variable, variable.error)
            return
        value = variable.value
        fault = variable.error
        if fault is None and value is not None and not isinstance(value, list):
            fault = _not_an_array(value)
        faults.set(self.element, self, fault)
        self._follow(value if isinstance(value, list) else [])

    def look(self) -> None:
        """Check again whether a row would draw an object inside itself."""
        for row in tuple(self.rows):
            row.view.look()

    def close(self) -> None:
        for row in self.rows:
            row.view.close()

    def _follow(self, values: list[Any]) -> None:
        kept = self._match(values)
        staying = {id(row) for row in kept if row is not None}
        for row in self.rows:
            if id(row) not in staying:
                self._drop(row)
        moved = [(row, place) for place, row in enumerate(kept) if row is not None and row.index != place]
        for row, place in moved:
            row.index = place
        # Moves first, so that no new row asks for an index that an old one still reads.
        self.renderer.variables.move((row.view.variable, str(place)) for row, place in moved)
        before = [row for row in self.rows if id(row) in staying]
        self.rows = [row or self._make(values[place], place) for place, row in enumerate(kept)]
        if before != [row for row in self.rows if id(row) in staying]:
            self.element.count_removal()
        if before != self.rows:
            self._arrange()
        self.renderer.grew(self.element)

    def _match(self, values: list[Any]) -> list[ListRow | None]:
        known: dict[int, deque[ListRow]] = defaultdict(deque)
        for row in self.rows:
            if row.key is not None:
                known[row.key].append(row)
        kept: list[ListRow | None] = []
        for place, value in enumerate(values):
            if isinstance(value, dict):
                rows = known[value["obj"]]
                kept.append(rows.popleft() if rows else None)
            else:
                old = self.rows[place] if place < len(self.rows) else None
                kept.append(old if old is not None and old.key is None else None)
        return kept

    def _make(self, value: Any, place: int) -> ListRow:
        host = self.exemplar.copy()
        host.unset("ui-namespace")
        self.renderer.name(host)
        view = View(self.renderer, host, self.around, is_row=True)
        self.element.append(host)
        row = ListRow(value["obj"] if isinstance(value, dict) else None, view, place)
        view.ask(self.variable, {"path": str(place), "access": "r", **self.row_properties})
        if host.plan is not None:
            row.bindings = [bind(self.renderer, host, plan, view.variable) for plan in host.plan.bindings]
            view.host_bindings.extend(row.bindings)
        return row

    def _drop(self, row: ListRow) -> None:
        row.view.close()
        self.renderer.variables.destroy(row.view.variable)
        for node in row.view.nodes:
            self.renderer.leave_focus(node)
            node.remove()

    def _arrange(self) -> None:
        """Order the rows' nodes, in front of the element's other content."""
        ordered: list[DomNode] = [node for row in self.rows for node in row.view.nodes]
        self.element.arrange([*ordered, *(node for node in self.tail if node.parent is self.element)])


def _not_an_array(value: Any) -> Fault:
    what = "an object" if isinstance(value, dict) else to_json(value)
    return message_of("notAnArray", what=what)


def to_json(value: Any) -> str:
    """A value as `JSON.stringify` writes it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return to_string(value)
