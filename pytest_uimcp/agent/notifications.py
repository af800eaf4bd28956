"""System notifications for the model's next sampling: changed resources and resolved approvals."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

_OPEN: Final = "<system notification>"
_CLOSE: Final = "</system notification>"

Poll = Callable[[], list[dict[str, Any]]]


@dataclass
class _Changes:
    updated: set[str] = field(default_factory=set)
    list_changed: bool = False


class NotificationsBuffer:
    """Collects until it is polled. `approvals` gives the summaries of decided calls and forgets them."""

    def __init__(self, approvals: Poll = list, peek_approvals: Poll = list) -> None:
        self._approvals = approvals
        self._peek_approvals = peek_approvals
        self._servers: dict[str, _Changes] = {}

    def resource_updated(self, server: str, uri: str) -> None:
        """A resource of a mount has changed; `uri` is the server's own."""
        self._of(server).updated.add(uri)

    def list_changed(self, server: str) -> None:
        """A mount has other resources than before."""
        self._of(server).list_changed = True

    def peek(self) -> dict[str, Any]:
        return self._body(self._peek_approvals())

    def poll(self) -> dict[str, Any]:
        """What is collected, which is then gone."""
        # The approvals forget what they have told; the changes are forgotten below.
        body = self._body(self._approvals())
        self._servers.clear()
        return body

    def poll_text(self) -> str | None:
        """The same as the model reads it, None if there is nothing to tell."""
        body = self.poll()
        # Names come from servers: none may write the closing tag.
        text = json.dumps(body, ensure_ascii=False).replace("</", "<\\/")
        if body:
            return f"{_OPEN}\n{text}\n{_CLOSE}"
        return None

    def _of(self, server: str) -> _Changes:
        return self._servers.setdefault(server, _Changes())

    def _body(self, approvals: list[dict[str, Any]]) -> dict[str, Any]:
        resources = {server: _told(changes) for server, changes in sorted(self._servers.items())}
        return _filled({"resources": resources, "approvals": approvals})


def _told(changes: _Changes) -> dict[str, Any]:
    return _filled({"updated": sorted(changes.updated), "list_changed": changes.list_changed})


def _filled(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value}
