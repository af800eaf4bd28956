"""The one client of the wire for tests of the engine: it knows nothing but the protocol and remembers what it got."""

from __future__ import annotations

import json
from typing import Any

from pytest_uimcp.engine.session import Session


class Peer:
    """One connection: sends frames, keeps the values, properties and errors that came back."""

    def __init__(self, session: Session, page: str | None = None) -> None:
        self.session = session
        self.frames: list[list[dict[str, Any]]] = []
        self.values: dict[int, Any] = {}
        self.properties: dict[int, dict[str, str]] = {}
        self.errors: dict[int, tuple[str, str]] = {}
        self.destroyed: list[int] = []
        self.viewdefs: dict[str, str | None] = {}
        self._next = 1
        self.connection = session.connect(self._deliver, page)

    def _deliver(self, frame: str) -> None:
        messages = json.loads(frame)
        self.frames.append(messages)
        take = {"update": self._update, "error": self._error, "destroy": self._destroy}
        for message in messages:
            take[message["type"]](message["data"])

    def _update(self, data: dict[str, Any]) -> None:
        var_id = data["varId"]
        self.errors.pop(var_id, None)
        if "value" in data:
            self.values[var_id] = data["value"]
        for name, value in data.get("properties", {}).items():
            # A priority is a mark of the sender's queue: no client ever sees one.
            assert not name.endswith((":high", ":med", ":medium", ":low")), data
            if name == "viewdefs":
                self.viewdefs.update(json.loads(value))
            else:
                self.properties.setdefault(var_id, {})[name] = value

    def _error(self, data: dict[str, Any]) -> None:
        self.errors[data.get("varId", 0)] = (data["code"], data["description"])

    def _destroy(self, data: dict[str, Any]) -> None:
        for var_id in data.get("varIds") or [data["varId"]]:
            self.destroyed.append(var_id)
            self.values.pop(var_id, None)
            self.properties.pop(var_id, None)

    def send(self, *messages: dict[str, Any], user_event: bool = False) -> None:
        """One frame; returns when everything it caused has arrived."""
        self.connection.receive(json.dumps({"userEvent": user_event, "messages": list(messages)}))
        self.session.settle()

    def create(self, path: str, parent: int = 1, *, var_id: int | None = None, **more: Any) -> int:
        """Create a watched variable; keywords are properties, but for value, nowatch and unbound."""
        var_id = var_id or self.new_id()
        data: dict[str, Any] = {"id": var_id, "parentId": parent}
        for name in ("value", "nowatch", "unbound"):
            if name in more:
                data[name] = more.pop(name)
        data["properties"] = {"path": path, **more} if path is not None else more
        self.send({"type": "create", "data": data})
        return var_id

    def update(self, var_id: int, *value: Any, **properties: str) -> None:
        data: dict[str, Any] = {"varId": var_id}
        if value:
            data["value"] = value[0]
        if properties:
            data["properties"] = properties
        self.send({"type": "update", "data": data})

    def tell(self, kind: str, var_id: int) -> None:
        self.send({"type": kind, "data": {"varId": var_id}})

    def new_id(self) -> int:
        self._next += 1
        return self._next

    def news(self) -> list[dict[str, Any]]:
        """The messages since the last look."""
        messages = [message for frame in self.frames for message in frame]
        self.frames.clear()
        return messages

    def news_of(self, var_id: int) -> list[dict[str, Any]]:
        """The messages about one variable since the last look, which stay news."""
        messages = [message for frame in self.frames for message in frame]
        return [message for message in messages if message["data"].get("varId") == var_id]

    def run(self, lua: str) -> list[dict[str, Any]]:
        """Run Lua in the session and return the messages that it caused here."""
        self.news()
        self.session.eval(lua)
        self.session.settle()
        return self.news()
