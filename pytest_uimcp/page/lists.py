"""`ui-viewlist`: an array drawn row by row. A row that stays keeps its nodes and its variable.

Rows are matched by the object they show, plain values by their position. The session knows the object of a row too
(`rowObject`, see docs/protocol.md): a row that moves has nothing to say to it, and hears nothing.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.bindings import bind
from pytest_uimcp.page.bindings.base import Binding
from pytest_uimcp.page.dom.nodes import DomNode, Element
from pytest_uimcp.page.faults import Fault
from pytest_uimcp.page.outgoing import VariableShape
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
    __slots__ = ("bindings", "index", "key", "view")

    def __init__(self, key: int | None, view: View, index: int) -> None:
        # The object's number, None for a plain value.
        self.key = key
        self.view = view
        self.index = index
        self.bindings: list[Binding] = []

    def move(self, index: int) -> None:
        """Note where the session has it now."""
        self.index = self.view.place = index
        self.view.variable.properties["path"] = str(index)


class ViewList:
    __slots__ = (
        "element", "enclosing", "exemplar", "object_rows", "plain_rows", "renderer", "rows", "tail", "variable",
    )  # fmt: skip

    def __init__(
        self, renderer: Renderer, element: Element, plan: ListPlan, view: View, inherited: dict[str, str]
    ) -> None:
        self.renderer = renderer
        # The enclosing view.
        self.enclosing = view
        parent = view.variable
        self.element = element
        self.exemplar = plan.exemplar
        self.rows: list[ListRow] = []
        # The element's other content; it follows the rows.
        self.tail = list(element.children)
        if plan.path.has("scrollOnOutput"):
            renderer.keep_scrolled(element)
        # The options of a `select` come later than its value, which is applied again then.
        select = element.closest("select")
        if select is not None:
            renderer.choices[select] = None
        properties = {**inherited, **plan.path.watched_properties(), "elementId": element.id}
        create = renderer.variables.create
        if any(name in plan.path.query for name in _WRAPPING):
            properties.setdefault("wrapper", "lua.ViewList")
            top = create(parent, properties, self)
            # The wrapper's own variable holds what it makes of the array; the rows follow its field `items`.
            items = {"path": "items", "access": "r", **inherited, "elementId": element.id}
            self.variable = create(top, items, self)
        else:
            self.variable = create(parent, properties, self)
        namespace = plan.namespace or properties.get("namespace")
        row = {"access": "r", "fallbackNamespace": "list-item"}
        if namespace:
            row["namespace"] = namespace
        if presenter := element.get("ui-item-wrapper"):
            row["wrapper"] = presenter
        self.plain_rows = VariableShape(row, "path", "elementId")
        self.object_rows = VariableShape(row, "path", "rowObject", "elementId")

    def changed(self, variable: Variable) -> None:
        faults = self.renderer.faults
        if variable is not self.variable:
            faults.set(self.element, variable, variable.error)
            return
        values = variable.value
        fault = variable.error
        if not isinstance(values, list):
            if fault is None and values is not None:
                fault = _not_an_array(values)
            values = []
        faults.set(self.element, self, fault)
        self._follow(values)

    def look(self) -> None:
        """Check again whether a row would draw an object inside itself."""
        for row in tuple(self.rows):
            row.view.look()

    def close(self) -> None:
        for row in self.rows:
            row.view.close()

    def _follow(self, values: list[Any]) -> None:
        matches = self._match(values)
        # Rows are compared by identity: equal plain values are different rows.
        staying = {id(row) for row in matches if row is not None}
        self._drop([row for row in self.rows if id(row) not in staying])
        for place, match in enumerate(matches):
            if match is not None and match.index != place:
                match.move(place)
        old_rows = [row for row in self.rows if id(row) in staying]
        self.rows = [row or self._make(values[place], place) for place, row in enumerate(matches)]
        if old_rows != [row for row in self.rows if id(row) in staying]:
            self.element.count_removal()
        if old_rows != self.rows:
            self._arrange()
        self.renderer.grew(self.element)

    def _match(self, values: list[Any]) -> list[ListRow | None]:
        rows_by_key: dict[int, deque[ListRow]] = defaultdict(deque)
        for row in self.rows:
            if row.key is not None:
                rows_by_key[row.key].append(row)
        matches: list[ListRow | None] = []
        for place, value in enumerate(values):
            match = None
            if isinstance(value, dict):
                # An object that stands in the array several times has as many rows, which keep their order.
                if rows_by_key[value["obj"]]:
                    match = rows_by_key[value["obj"]].popleft()
            elif place < len(self.rows) and self.rows[place].key is None:
                match = self.rows[place]
            matches.append(match)
        return matches

    def _make(self, value: Any, place: int) -> ListRow:
        host = self.exemplar.copy_alone()  # what is in it, the row's view replaces
        self.renderer.name(host)
        view = View(self.renderer, host, self.enclosing, is_row=True)
        view.place = place
        self.element.append(host)
        key = value["obj"] if isinstance(value, dict) else None
        row = ListRow(key, view, place)
        if key is None:
            view.ask_like(self.plain_rows, self.variable, str(place))
        else:
            view.ask_like(self.object_rows, self.variable, str(place), str(key))
        if host.plan is not None:
            row.bindings = [bind(self.renderer, host, plan, view.variable) for plan in host.plan.bindings]
            view.host_bindings.extend(row.bindings)
        return row

    def _drop(self, rows: list[ListRow]) -> None:
        nodes = [node for row in rows for node in row.view.nodes]
        for row in rows:
            row.view.close()
            self.renderer.variables.destroy(row.view.variable)
        for place, node in enumerate(nodes):
            if self.renderer.has_focus(node):
                # Those in front go first, as in a browser: Tab goes on behind a row that stays.
                self.element.remove_children(nodes[:place])
                self.renderer.leave_focus(node)
                break
        self.element.remove_children(nodes)

    def _arrange(self) -> None:
        """Order the rows' nodes, in front of the element's other content."""
        ordered: list[DomNode] = [node for row in self.rows for node in row.view.nodes]
        self.element.arrange([*ordered, *(node for node in self.tail if node.parent is self.element)])


def _not_an_array(value: Any) -> Fault:
    if isinstance(value, dict):
        return message_of("notAnArray", what="an object")
    return message_of("notAnArray", what=to_json(value))


def to_json(value: Any) -> str:
    """A value as `JSON.stringify` writes it."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return to_string(value)
