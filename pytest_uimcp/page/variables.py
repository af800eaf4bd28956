"""The page's side of the wire: its variables, the messages to send, and the dispatch of received ones.

A page chooses the ids of its variables, so it need not wait for the server: it creates a variable for a path, and the
server sends the value, now and whenever it changes (docs/protocol.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from pytest_uimcp.page.outgoing import Outgoing, VariableShape

__all__ = ["ROOT", "Variable", "VariableWatcher", "Variables", "is_same_json"]

ROOT = 1


class VariableWatcher(Protocol):
    def changed(self, variable: Variable) -> None:
        """Handle a new value, property or error."""


class Variable:
    """A variable: a path from a parent variable to a value on the server."""

    __slots__ = ("children", "error", "id", "is_known", "parent", "properties", "value", "watched", "watcher")

    def __init__(
        self,
        number: int,
        parent: Variable | None,
        properties: dict[str, str],
        watcher: VariableWatcher | None,
        watched: bool,
    ) -> None:
        self.id = number
        self.parent = parent
        self.properties = properties
        self.watcher = watcher
        self.watched = watched
        self.value: Any = None
        # Whether the server has sent anything about it.
        self.is_known = False
        self.error: tuple[str, str] | None = None
        self.children: dict[int, Variable] | None = None

    @property
    def is_state(self) -> bool:
        """Whether the server keeps reading it, so that writing an unchanged value is pointless."""
        return self.properties.get("access") not in ("action", "w")


class Variables:
    def __init__(self, on_viewdefs: Callable[[str], None] | None = None) -> None:
        self._by_id: dict[int, Variable] = {}
        self._last_id = ROOT
        self._outgoing = Outgoing()
        self._fences: dict[int, Callable[[], None]] = {}
        self._on_viewdefs = on_viewdefs
        self.problems: list[tuple[str, str]] = []
        self.root = self._by_id[ROOT] = Variable(ROOT, None, {}, None, True)

    def __len__(self) -> int:
        return len(self._by_id)

    def watch_root(self) -> None:
        """Create the app variable, from which everything else follows."""
        self._outgoing.send("watch", varId=ROOT)

    def create(self, parent: Variable, properties: dict[str, str], watcher: VariableWatcher) -> Variable:
        variable = self._add(parent, properties, watcher, True)
        self._announce(variable)
        return variable

    def create_like(self, shape: VariableShape, parent: Variable, watcher: VariableWatcher, *texts: str) -> Variable:
        """The same for one of many; `texts` are its own properties (`VariableShape.varying`)."""
        properties = shape.properties.copy()
        if texts:
            properties.update(zip(shape.varying, texts, strict=True))
        variable = self._add(parent, properties, watcher, shape.is_watched)
        self._outgoing.create(shape, variable.id, parent.id, *texts)
        return variable

    def _add(self, parent: Variable, properties: dict[str, str], watcher: VariableWatcher, watched: bool) -> Variable:
        self._last_id = number = self._last_id + 1
        variable = self._by_id[number] = Variable(number, parent, properties, watcher, watched)
        if parent.children is None:
            parent.children = {}
        parent.children[number] = variable
        return variable

    def update(self, variable: Variable, value: Any, base: str | None = None) -> None:
        """Send a value that the user entered, unless the server has it already; `base` is what it was made from."""
        if variable.id not in self._by_id:
            return
        if variable.is_state:
            # After an error the server's value is not known to be this one.
            if variable.error is None and is_same_json(variable.value, value):
                return
            variable.value = value
        data = {} if base is None else {"base": base}
        self._outgoing.send("update", varId=variable.id, value=value, **data)

    def describe(self, variable: Variable, viewdef: str, element_id: str) -> None:
        """Tell the server which viewdef shows a variable's object, if any, and the element's id."""
        properties = variable.properties
        news = {}
        if properties.get("viewdef", "") != viewdef:
            news["viewdef"] = properties["viewdef"] = viewdef
        if properties.get("elementId") != element_id:
            news["elementId"] = properties["elementId"] = element_id
        if news and variable.id in self._by_id:
            self._outgoing.describe(variable.id, news)

    def report(self, variable: Variable, code: str, description: str) -> None:
        self._outgoing.send("error", varId=variable.id, code=code, description=description)

    def fence(self, on_passed: Callable[[], None]) -> int:
        """Call back when the server has answered everything sent before.

        It creates and destroys a variable: the server confirms the destruction in order.
        """
        number = self._new_id()
        self._fences[number] = on_passed
        self._outgoing.send("create", id=number, parentId=0, properties={}, nowatch=True, unbound=True)
        self._outgoing.send("destroy", varId=number)
        return number

    def destroy(self, variable: Variable) -> None:
        if variable.id in self._by_id:
            self._forget(variable)
            self._outgoing.destroy(variable.id)

    def destroy_children(self, variable: Variable) -> None:
        for child in tuple((variable.children or {}).values()):
            self.destroy(child)

    def announce_again(self) -> None:
        """Create all variables again on a server that has forgotten this page."""
        # What the former server had not answered, nobody will.
        self._fences.clear()
        self._outgoing.clear()
        self.watch_root()
        description = {name: text for name, text in self.root.properties.items() if name in ("viewdef", "elementId")}
        self._outgoing.send("update", varId=ROOT, properties=description)
        for variable in self._by_id.values():
            if variable is not self.root:
                self._announce(variable)

    def mark_user_event(self) -> None:
        """Mark the next frame as caused by the user, so that the server answers without delay."""
        self._outgoing.mark_user_event()

    @property
    def is_user_event(self) -> bool:
        """Whether the next frame is marked so."""
        return self._outgoing.is_user_event

    @property
    def has_news(self) -> bool:
        return bool(self._outgoing)

    def take(self) -> str | None:
        """The next frame to send, if any."""
        return self._outgoing.take()

    def receive(self, frame: str) -> None:
        """Process a frame, one message or an array of them, then notify the watchers."""
        messages = json.loads(frame)
        if not isinstance(messages, list):
            messages = [messages]
        touched: dict[Variable, None] = {}
        callbacks: list[Callable[[], None]] = []
        for message in messages:
            kind = message["type"]
            data = message["data"]
            number = data.get("varId", 0)
            variable = self._by_id.get(number)
            if kind != "update" and number in self._fences:
                callbacks.append(self._fences.pop(number))
            elif kind == "error":
                self.problems.append((data["code"], data["description"]))
            if variable is not None and kind != "destroy":
                # Nearly all watchers need only the last of several values in a frame; some need each.
                if variable in touched and "each" in variable.properties:
                    self._tell(variable)
                self._take(variable, kind, data)
                touched[variable] = None
        for pass_fence in callbacks:
            pass_fence()
        for variable in touched:
            self._tell(variable)

    def _tell(self, variable: Variable) -> None:
        if variable.watcher is not None:
            variable.is_known = True
            variable.watcher.changed(variable)

    def _take(self, variable: Variable, kind: str, data: dict[str, Any]) -> None:
        if kind == "error":
            variable.error = data["code"], data["description"]
        if "value" in data:
            variable.value = data["value"]
            variable.error = None
        for name, value in data.get("properties", {}).items():
            if variable is self.root and name == "viewdefs":
                if self._on_viewdefs is not None:
                    self._on_viewdefs(value)
            elif not value:
                variable.properties.pop(name, None)
            else:
                variable.properties[name] = value

    def _forget(self, variable: Variable) -> None:
        if variable.parent is not None and variable.parent.children is not None:
            variable.parent.children.pop(variable.id, None)
        stack = [variable]
        while stack:
            destroyed = stack.pop()
            destroyed.watcher = None
            self._by_id.pop(destroyed.id, None)
            if destroyed.children:
                stack.extend(destroyed.children.values())

    def _new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _announce(self, variable: Variable) -> None:
        assert variable.parent is not None
        properties = variable.properties.copy()
        element = properties.pop("elementId", None)
        names: tuple[str, ...] = ()
        texts: tuple[str, ...] = ()
        if element is not None:
            names = ("elementId",)
            texts = (element,)
        shape = VariableShape(properties, *names, is_watched=variable.watched)
        self._outgoing.create(shape, variable.id, variable.parent.id, *texts)


def is_same_json(a: Any, b: Any) -> bool:
    """Whether two values are the same JSON; unlike in Python, 1 and true differ."""
    return a is b or (a == b and isinstance(a, bool) == isinstance(b, bool))
