"""`ui-viewlist`: an array drawn row by row. A row that stays keeps its nodes and its variable.

Rows are known by the object they show, plain values by their position. A row that moves is told its new place in
the array; nothing else about it changes (contract §5).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_uimcp.page.dom.nodes import Element, Node
from pytest_uimcp.page.plans import ListPlan
from pytest_uimcp.page.variables import Variable
from pytest_uimcp.page.views import View

if TYPE_CHECKING:
    from pytest_uimcp.page.render import Renderer

__all__ = ["ViewList"]

LIST_ITEM = "list-item"
_WRAPPING = ("wrapper", "itemWrapper", "item")


@dataclass(slots=True)
class Row:
    """One element of the array."""

    key: Hashable
    view: View
    index: int


class ViewList:
    """An element whose children follow an array."""

    __slots__ = ("element", "exemplar", "namespace", "renderer", "rows", "source", "variable")

    def __init__(
        self, renderer: Renderer, element: Element, plan: ListPlan, parent: Variable, inherited: dict[str, str]
    ) -> None:
        self.renderer = renderer
        self.element = element
        self.exemplar = plan.exemplar
        self.rows: list[Row] = []
        self.namespace = inherited.get("namespace")
        if plan.path.has("scrollOnOutput"):
            renderer.keep_scrolled(element)
        properties = plan.path.properties(access="r", **inherited)
        properties["fallbackNamespace"] = LIST_ITEM
        wrapped = any(name in plan.path.query for name in _WRAPPING)
        if wrapped:
            properties.setdefault("wrapper", "lua.ViewList")
        variables = renderer.variables
        self.variable = variables.create(parent, properties, self)
        self.source = self.variable
        if wrapped:
            self.source = variables.create(self.variable, {"path": "items", "access": "r", **inherited}, self)

    def changed(self, variable: Variable) -> None:
        """The array is another than before."""
        if variable is self.source:
            found = variable.value
            self._follow(found if isinstance(found, list) else [])

    def failed(self, variable: Variable) -> None:
        """The variable's error came or went."""
        View.failed(self, variable)  # type: ignore[arg-type]  # both have an element that shows it

    @property
    def first(self) -> Element:
        """The element that shows an error."""
        return self.element

    def close(self) -> None:
        """Let go of the rows."""
        for row in self.rows:
            row.view.close()

    def _follow(self, values: list[Any]) -> None:
        keys = [_key(value, place) for place, value in enumerate(values)]
        if [row.key for row in self.rows] == keys:
            return
        old: dict[Hashable, deque[Row]] = defaultdict(deque)
        for row in self.rows:
            old[row.key].append(row)
        before = self.rows
        kept = [old[key].popleft() if old[key] else None for key in keys]
        for rows in old.values():
            for row in rows:
                self._drop(row)
        # Destructions and moves first: then no new row asks for a place that an old one still reads.
        for place, stays in enumerate(kept):
            if stays is not None and stays.index != place:
                stays.index = place
                self.renderer.variables.move(stays.view.variable, str(place))
        self.rows = [row or self._make(key, place) for place, (key, row) in enumerate(zip(keys, kept, strict=True))]
        stayed = [row for row in before if row in self.rows]
        if stayed != self.rows:
            self._arrange()
        self.renderer.grew(self.element)

    def _make(self, key: Hashable, place: int) -> Row:
        placeholder = self.exemplar.copy()
        self.renderer.name(placeholder)
        view = View(self.renderer, placeholder, None)
        self.element.append(placeholder)
        properties = {"path": str(place), "access": "r", "fallbackNamespace": LIST_ITEM}
        namespace = placeholder.get("ui-namespace") or self.namespace
        if namespace:
            properties["namespace"] = namespace
        view.ask(self.source, properties)
        return Row(key, view, place)

    def _drop(self, row: Row) -> None:
        row.view.close()
        self.renderer.variables.destroy(row.view.variable)
        for node in row.view.nodes:
            node.remove()

    def _arrange(self) -> None:
        """Put the rows' nodes into their order, behind what else stands in the element."""
        ordered: list[Node] = [node for row in self.rows for node in row.view.nodes]
        ours = set(map(id, ordered))
        others = [child for child in self.element.children if id(child) not in ours]
        self.element.children = others + ordered


def _key(value: Any, place: int) -> Hashable:
    if isinstance(value, dict):
        return "object", value.get("obj")
    return "place", place
