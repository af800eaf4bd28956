"""A session's side of one tab: what the tab was sent, and what it is to be sent next.

Ids of variables and the delivery of viewdefs belong to the connection, so that several tabs live side by side.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.engine.wire.codec import encode
from pytest_uimcp.engine.wire.messages import ABSENT, Message
from pytest_uimcp.engine.wire.outbox import Outbox

if TYPE_CHECKING:
    from pytest_uimcp.engine.connections import Connections

__all__ = ["Connection"]

log = logging.getLogger(__name__)

_NONE: Final[Mapping[str, str]] = {}


class Connection:
    """Takes frames by `receive` and sends frames through the function it was opened with.

    That function is called from the session's threads, one call at a time, and must not block. If it raises, the
    connection is closed; others are not affected.
    """

    def __init__(
        self,
        connections: Connections,
        key: tuple[str, int],
        deliver: Callable[[str], None],
        page: str | None,
        resumed: bool,
    ) -> None:
        # The id of its session, and its number there.
        self.key = key
        self.number = key[1]
        self.page = page
        # Whether it took over the variables of an earlier connection of this page.
        self.resumed = resumed
        self.outbox = Outbox()
        self._connections = connections
        self._deliver = deliver
        self._open = True
        # One frame at a time, whichever thread sends: the function need not stand several.
        self._delivering = threading.RLock()
        self._known_types: set[str] = set()
        self._viewdefs: set[str] = set()

    @property
    def is_open(self) -> bool:
        """Whether frames still go out."""
        return self._open

    def receive(self, frame: str | bytes) -> Future[None]:
        """Take a frame, from any thread; the future is done when the frame has been handled."""
        return self._connections.receive(self, frame)

    def close(self) -> None:
        """Send nothing more. If the page has a name, its variables wait for it to come back."""
        if self._open:
            self._open = False
            self._connections.connection_closed(self)

    # The rest is for the session, on its worker unless it says otherwise.

    def add(self, event: list[Any], viewdefs_of: Callable[[str], Mapping[str, str]]) -> None:
        """Put into the outbox what an event of change detection means for this tab."""
        if event[0] == "update":  # nearly always
            self._add_update(event[2], event[3], viewdefs_of)
            return
        match event:
            case ["destroy", _, variable]:
                self.outbox.destroy(variable)
            case ["destroyed", _, variables]:
                self.outbox.destroy_many(variables)
            case ["error", _, variable, code, description]:
                self.outbox.error(variable, code, description)
            case ["objects", _, objects]:
                self.outbox.objects(objects)

    def _add_update(self, variable: int, what: dict[str, Any], viewdefs_of: Callable[[str], Mapping[str, str]]) -> None:
        properties = _NONE
        if "properties" in what:
            properties = what["properties"]
            if "type" in properties and (type_name := properties["type"]):
                self._add_viewdefs(type_name, viewdefs_of)
        value = what.get("value", ABSENT)
        if "each" in what:
            self.outbox.append(variable, value, properties)
        else:
            self.outbox.update(variable, value, properties)

    def add_changed_viewdefs(self, changes: Mapping[str, str | None], *, unasked: bool = False) -> None:
        """Put into the outbox the changed viewdefs of types that this tab knows, or of any type."""
        deliverable = {
            key: content
            for key, content in changes.items()
            if key in self._viewdefs or (content is not None and (unasked or _type(key) in self._known_types))
        }
        self._viewdefs.update(deliverable)
        self._viewdefs.difference_update(key for key, content in deliverable.items() if content is None)
        self.outbox.viewdefs(deliverable)

    def flush(self) -> None:
        """Send what the outbox holds as one frame."""
        if self.outbox:
            self.send(self.outbox.take())

    def send(self, messages: Iterable[Message]) -> None:
        """Send messages as a frame of their own, from any thread."""
        with self._delivering:
            if not self._open:
                return
            try:
                frame = encode(messages)
                if (trace := self._connections.trace) is not None:
                    trace.add(self.key, frame, from_page=False)
                self._deliver(frame)
            except Exception:
                log.exception("connection %d takes no more frames and is closed", self.number)
                self.close()

    def _add_viewdefs(self, type_name: str, viewdefs_of: Callable[[str], Mapping[str, str]]) -> None:
        if type_name in self._known_types:
            return
        # Also if it has no viewdef yet: one that is made later is then sent to this tab.
        self._known_types.add(type_name)
        new = {key: text for key, text in viewdefs_of(type_name).items() if key not in self._viewdefs}
        self._viewdefs.update(new)
        self.outbox.viewdefs(new)


def _type(key: str) -> str:
    return key.rpartition(".")[0]
