"""The page's side of the wire: its variables, the messages to send, and the dispatch of received ones.

A page chooses the ids of its variables, so it need not wait for the server: it creates a variable for a path, and the
server sends the value, now and whenever it changes (docs/protocol.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from json.encoder import encode_basestring
from typing import Any, Protocol

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
        # Messages to send, as JSON.
        self._outgoing: list[str] = []
        self._user_event = False
        self._fences: dict[int, Callable[[], None]] = {}
        self._held: dict[Variable, int] = {}
        self._late: dict[Variable, None] = {}
        self._on_viewdefs = on_viewdefs
        self.problems: list[tuple[str, str]] = []
        self.root = self._by_id[ROOT] = Variable(ROOT, None, {}, None, True)

    def __len__(self) -> int:
        return len(self._by_id)

    def watch_root(self) -> None:
        """Create the app variable, from which everything else follows."""
        self._send("watch", varId=ROOT)

    def create(
        self, parent: Variable, properties: dict[str, str], watcher: VariableWatcher, *, watched: bool = True
    ) -> Variable:
        variable = Variable(self._new_id(), parent, properties, watcher, watched)
        if parent.children is None:
            parent.children = {}
        parent.children[variable.id] = variable
        self._by_id[variable.id] = variable
        self._announce(variable)
        return variable

    def update(self, variable: Variable, value: Any) -> None:
        """Send a value that the user entered, unless the server has it already."""
        if variable.id not in self._by_id:
            return
        if variable.is_state:
            # After an error the server's value is not known to be this one.
            if variable.error is None and is_same_json(variable.value, value):
                return
            variable.value = value
        self._send("update", varId=variable.id, value=value)

    def describe(self, variable: Variable, viewdef: str, element_id: str) -> None:
        """Tell the server which viewdef shows a variable's object, if any, and the element's id."""
        properties = variable.properties
        news = {}
        if properties.get("viewdef", "") != viewdef:
            news["viewdef"] = properties["viewdef"] = viewdef
        if properties.get("elementId") != element_id:
            news["elementId"] = properties["elementId"] = element_id
        if news and variable.id in self._by_id:
            # One for every view: written here, because it is quicker than `_send`.
            self._outgoing.append(f'{{"type":"update","data":{{"varId":{variable.id},"properties":{_strings(news)}}}}}')

    def report(self, variable: Variable, code: str, description: str) -> None:
        self._send("error", varId=variable.id, code=code, description=description)

    def move(self, variables: Iterable[tuple[Variable, str]]) -> None:
        """Change the paths of variables.

        What the server sends before it has processed this concerns the old paths: until then no watcher is notified.
        """
        moved = set()
        for variable, path in variables:
            variable.properties["path"] = path
            self._send("update", varId=variable.id, properties={"path": path})
            moved.add(variable)
        if moved:
            fence = self.fence(lambda: self._release(moved, fence))
            # A variable that moves again meanwhile waits for the later fence.
            self._held.update(dict.fromkeys(moved, fence))

    def fence(self, on_passed: Callable[[], None]) -> int:
        """Call back when the server has answered everything sent before.

        It creates and destroys a variable: the server confirms the destruction in order.
        """
        number = self._new_id()
        self._fences[number] = on_passed
        self._send("create", id=number, parentId=0, properties={}, nowatch=True, unbound=True)
        self._send("destroy", varId=number)
        return number

    def destroy(self, variable: Variable) -> None:
        """Destroy a variable and its descendants."""
        if variable.id in self._by_id:
            self._forget(variable)
            self._send("destroy", varId=variable.id)

    def destroy_children(self, variable: Variable) -> None:
        for child in tuple((variable.children or {}).values()):
            self.destroy(child)

    def announce_again(self) -> None:
        """Create all variables again on a server that has forgotten this page."""
        # What the former server had not answered, nobody will.
        self._fences.clear()
        self._held.clear()
        self._outgoing.clear()
        self.watch_root()
        description = {name: text for name, text in self.root.properties.items() if name in ("viewdef", "elementId")}
        self._send("update", varId=ROOT, properties=description)
        for variable in self._by_id.values():
            if variable is not self.root:
                self._announce(variable)

    def mark_user_event(self) -> None:
        """Mark the next frame as caused by the user, so that the server answers without delay."""
        self._user_event = True

    @property
    def has_news(self) -> bool:
        return bool(self._outgoing)

    def take(self) -> str | None:
        """The next frame to send, if any."""
        if not self._outgoing:
            return None
        frame = f'{{"userEvent":{_json(self._user_event)},"messages":[{",".join(self._outgoing)}]}}'
        self._outgoing = []
        self._user_event = False
        return frame

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
        # What came too early for moved variables is told now, if their fence has passed.
        late = self._late
        self._late = {}
        for variable in (*touched, *late):
            self._tell(variable)

    def _tell(self, variable: Variable) -> None:
        if self._is_held(variable):
            self._late[variable] = None
        elif variable.watcher is not None:
            variable.is_known = True
            variable.watcher.changed(variable)

    def _is_held(self, variable: Variable | None) -> bool:
        if self._held:
            while variable is not None:
                if variable in self._held:
                    return True
                variable = variable.parent
        return False

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

    def _release(self, variables: Iterable[Variable], fence: int) -> None:
        for variable in variables:
            if self._held.get(variable) == fence:
                del self._held[variable]

    def _forget(self, variable: Variable) -> None:
        if variable.parent is not None and variable.parent.children is not None:
            variable.parent.children.pop(variable.id, None)
        stack = [variable]
        while stack:
            destroyed = stack.pop()
            destroyed.watcher = None
            self._by_id.pop(destroyed.id, None)
            self._held.pop(destroyed, None)
            self._late.pop(destroyed, None)
            if destroyed.children:
                stack.extend(destroyed.children.values())

    def _new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _announce(self, variable: Variable) -> None:
        assert variable.parent is not None
        unwatched = ',"nowatch":true' * (not variable.watched)
        self._outgoing.append(
            f'{{"type":"create","data":{{"id":{variable.id},"parentId":{variable.parent.id},'
            f'"properties":{_strings(variable.properties)}{unwatched}}}}}'
        )

    def _send(self, kind: str, **data: Any) -> None:
        self._outgoing.append(f'{{"type":"{kind}","data":{_json(data)}}}')


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def _strings(properties: dict[str, str]) -> str:
    """Strings by name, as JSON; a page has thousands of them, and the encoder takes long to begin."""
    return (
        "{"
        + ",".join([f"{encode_basestring(name)}:{encode_basestring(text)}" for name, text in properties.items()])
        + "}"
    )


def is_same_json(a: Any, b: Any) -> bool:
    """Whether two values are the same JSON; unlike in Python, 1 and true differ."""
    return a is b or (a == b and isinstance(a, bool) == isinstance(b, bool))
