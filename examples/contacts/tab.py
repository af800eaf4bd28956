"""A browser tab without a page: it watches variables by their paths and collects their changes."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from pytest_uimcp import Session


class Tab:
    """What one user sees of the displayed app."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ids = count(2)  # 1 is the session's own variable, the shell that holds the app
        self._paths: dict[int, str] = {}
        self._variables: dict[tuple[str, str], int] = {}
        self._values: dict[int, Any] = {}
        self._news: list[str] = []
        self._connection = session.connect(self._hear)
        self._say("watch", varId=1)
        self._app = self._open(parent=1, path="value", access="r")

    def see(self, path: str) -> Any:
        """Return the value at a path; from then on, its changes are reported by `news`."""
        variable = self._variable(path, "r")
        self._session.settle()
        return self._values[variable]

    def fill(self, path: str, value: Any) -> None:
        """Write into the field at the path."""
        self._say("update", varId=self._variable(path, "rw"), value=value)

    def click(self, path: str) -> None:
        """Call the method at the path, as a button does."""
        self._say("update", varId=self._variable(path, "action"), value=None)

    def news(self) -> list[str]:
        """Return the changes of watched paths since the last call, one line each."""
        news, self._news = self._news, []
        return news

    def _variable(self, path: str, access: str) -> int:
        if (path, access) not in self._variables:
            self._variables[path, access] = self._open(parent=self._app, path=path, access=access)
            self._news.clear()  # a first value is not a change
        return self._variables[path, access]

    def _open(self, *, parent: int, path: str, access: str) -> int:
        variable = next(self._ids)
        self._paths[variable] = path
        self._say("create", id=variable, parentId=parent, properties={"path": path, "access": access})
        return variable

    def _say(self, message: str, **data: Any) -> None:
        frame = {"userEvent": True, "messages": [{"type": message, "data": data}]}
        self._connection.receive(json.dumps(frame)).result(timeout=10)
        self._session.settle()

    def _hear(self, frame: str) -> None:
        for message in json.loads(frame):
            data = message["data"]
            if message["type"] == "update" and data["varId"] in self._paths and "value" in data:
                self._values[data["varId"]] = data["value"]
                self._news.append(f"{self._paths[data['varId']]} = {json.dumps(data['value'])}")
            elif message["type"] == "error":
                self._news.append(f"{self._paths.get(data.get('varId'), 'the app')}: {data['description']}")
