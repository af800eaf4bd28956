"""The page's side of the wire: its variables, what it has yet to send, and where what comes in goes.

A page chooses the ids of its variables and waits for nobody: it asks for a path and is told the value, now and
whenever it changes (contract §3, §7).
"""

from __future__ import annotations

import json
from typing import Any, Protocol

__all__ = ["ROOT", "Variable", "Variables"]

ROOT = 1


class Watcher(Protocol):
    """Whoever a variable was made for."""

    def changed(self, variable: Variable) -> None:
        """The value or a property came in."""

    def failed(self, variable: Variable) -> None:
        """The error of the variable came or went."""


class Variable:
    """A path into an object of the server."""

    __slots__ = ("children", "error", "id", "known", "parent", "properties", "value", "watcher")

    def __init__(
        self, number: int, parent: Variable | None, properties: dict[str, str], watcher: Watcher | None
    ) -> None:
        self.id = number
        self.parent = parent
        self.properties = properties
        self.watcher = watcher
        self.value: Any = None
        self.known = False
        self.error: tuple[str, str] | None = None
        self.children: dict[int, Variable] = {}

    @property
    def writes_always(self) -> bool:
        """Whether a value counts even when it is the same as before."""
        return self.properties.get("access") in ("action", "w")


class Variables:
    """All variables of one page."""

    def __init__(self) -> None:
        self._by_id: dict[int, Variable] = {}
        self._last_id = ROOT
        self._outgoing: list[dict[str, Any]] = []
        self._user_event = False
        self.problems: list[tuple[str, str]] = []
        self.root = self._by_id[ROOT] = Variable(ROOT, None, {}, None)

    def __len__(self) -> int:
        return len(self._by_id)

    def watch_root(self, watcher: Watcher) -> None:
        """Ask for the app variable and with it for everything else."""
        self.root.watcher = watcher
        self._send("watch", varId=ROOT)

    def create(self, parent: Variable, properties: dict[str, str], watcher: Watcher) -> Variable:
        """Ask for a path; the answer goes to `watcher`."""
        self._last_id += 1
        variable = Variable(self._last_id, parent, dict(properties), watcher)
        parent.children[variable.id] = variable
        self._by_id[variable.id] = variable
        self._outgoing.append(
            {"type": "create", "data": {"id": variable.id, "parentId": parent.id, "properties": properties}}
        )
        return variable

    def update(self, variable: Variable, value: Any) -> bool:
        """Send a value that a human gave, unless the server has it already; whether it was sent."""
        if not variable.writes_always and variable.known and _same(variable.value, value):
            return False
        if not variable.writes_always:
            variable.value, variable.known = value, True
        self._send("update", varId=variable.id, value=value)
        return True

    def move(self, variable: Variable, path: str) -> None:
        """Have the variable read another path from now on."""
        variable.properties["path"] = path
        self._send("update", varId=variable.id, properties={"path": path})

    def destroy(self, variable: Variable) -> None:
        """Be done with a variable and all below it."""
        if variable.id in self._by_id:
            self._forget(variable)
            self._send("destroy", varId=variable.id)

    def destroy_children(self, variable: Variable) -> None:
        """Be done with all below a variable."""
        for child in tuple(variable.children.values()):
            self.destroy(child)

    @property
    def has_news(self) -> bool:
        """Whether there is anything to send."""
        return bool(self._outgoing)

    def mark_user_event(self) -> None:
        """Somebody waits for what is sent next: the server is to answer without delay."""
        self._user_event = True

    def take(self) -> str | None:
        """The frame to send, if there is anything to say."""
        if not self._outgoing:
            return None
        batch = {"userEvent": self._user_event, "messages": self._outgoing}
        self._outgoing, self._user_event = [], False
        return json.dumps(batch, separators=(",", ":"), ensure_ascii=False)

    def receive(self, frame: str) -> None:
        """Read a frame of the server: a message or an array of them."""
        found = json.loads(frame)
        for message in found if isinstance(found, list) else [found]:
            read = getattr(self, f"_on_{message['type']}", None)
            if read is not None:
                read(message["data"])

    def _on_update(self, data: dict[str, Any]) -> None:
        variable = self._by_id.get(data["varId"])
        if variable is None:
            return
        for name, value in data.get("properties", {}).items():
            variable.properties[name.partition(":")[0]] = value
        if "value" in data:
            variable.value, variable.known = data["value"], True
        watcher = variable.watcher
        if variable.error is not None:
            variable.error = None
            if watcher is not None:
                watcher.failed(variable)
        if watcher is not None:
            watcher.changed(variable)

    def _on_error(self, data: dict[str, Any]) -> None:
        found = data["code"], data["description"]
        variable = self._by_id.get(data.get("varId", 0))
        self.problems.append(found)
        if variable is not None and variable.watcher is not None:
            variable.error = found
            variable.watcher.failed(variable)

    def _on_destroy(self, data: dict[str, Any]) -> None:
        variable = self._by_id.get(data["varId"])
        if variable is not None and variable is not self.root:
            self._forget(variable)

    def _forget(self, variable: Variable) -> None:
        if variable.parent is not None:
            variable.parent.children.pop(variable.id, None)
        stack = [variable]
        while stack:
            gone = stack.pop()
            gone.watcher = None
            self._by_id.pop(gone.id, None)
            stack.extend(gone.children.values())

    def _send(self, kind: str, **data: Any) -> None:
        self._outgoing.append({"type": kind, "data": data})


def _same(one: Any, other: Any) -> bool:
    # 1 and true are equal in Python and different in JSON.
    return one == other and isinstance(one, bool) == isinstance(other, bool)
