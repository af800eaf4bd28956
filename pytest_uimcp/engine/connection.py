"""One face of a session: a browser tab, a simulated page.

Ids and the delivery of viewdefs belong to the connection, so that several tabs live side by side.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from pytest_uimcp.engine.wire.codec import encode
from pytest_uimcp.engine.wire.messages import ABSENT, Message
from pytest_uimcp.engine.wire.outbox import Outbox

if TYPE_CHECKING:
    from pytest_uimcp.engine.connections import Connections

__all__ = ["Connection"]

_log = logging.getLogger(__name__)


class Connection:
    """Frames in by `receive`, frames out through the function it was opened with.

    That function is called from the session's threads, one call at a time, and must not wait for anything;
    one that raises closes its connection and hurts nobody else.
    """

    def __init__(
        self,
        connections: Connections,
        number: int,
        deliver: Callable[[str], None],
        page: str | None,
        resumed: bool,
    ) -> None:
        self.number = number
        self.page = page
        self.resumed = resumed
        """Whether the variables of an earlier connection of this page are there."""
        self.outbox = Outbox()
        self._connections = connections
        self._deliver = deliver
        self._open = True
        self._delivering = threading.RLock()
        self._types: set[str] = set()
        self._viewdefs: set[str] = set()

    @property
    def is_open(self) -> bool:
        """Whether frames still go out."""
        return self._open

    def receive(self, frame: str | bytes) -> Future[None]:
        """Take a frame, from any thread; the future is done when it has been worked on."""
        return self._connections.received(self, frame)

    def close(self) -> None:
        """No frame goes out any more; the variables wait for the page to resume, if it has a name."""
        if self._open:
            self._open = False
            self._connections.closed(self)

    # The rest is for the session, on its worker unless it says otherwise.

    def take(self, event: list[Any], viewdefs_of: Callable[[str], Mapping[str, str]]) -> None:
        """Put into the outbox what an event of Lua means for this face."""
        match event:
            case ["update", _, variable, what]:
                properties = what.get("properties", {})
                if shown := properties.get("type"):
                    self._show(shown, viewdefs_of)
                self.outbox.update(variable, what.get("value", ABSENT), properties)
            case ["destroy", _, variable]:
                self.outbox.destroy(variable)
            case ["error", _, variable, code, description]:
                self.outbox.error(variable, code, description)
            case ["objects", _, objects]:
                self.outbox.objects(objects)

    def redraw(self, changes: Mapping[str, str | None], *, unasked: bool = False) -> None:
        """Send changed viewdefs of types that this face has met, or of any type."""
        told = {
            key: content
            for key, content in changes.items()
            if key in self._viewdefs or (content is not None and (unasked or _type(key) in self._types))
        }
        self._viewdefs.update(told)
        self._viewdefs.difference_update(key for key, content in told.items() if content is None)
        self.outbox.viewdefs(told)

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
                self._deliver(encode(messages))
            except Exception:  # noqa: BLE001 -- whatever is wrong with one face, the others go on
                _log.exception("connection %d takes no frames any more and is closed", self.number)
                self.close()

    def _show(self, shown: str, viewdefs_of: Callable[[str], Mapping[str, str]]) -> None:
        if shown in self._types:
            return
        self._types.add(shown)
        new = {key: text for key, text in viewdefs_of(shown).items() if key not in self._viewdefs}
        self._viewdefs.update(new)
        self.outbox.viewdefs(new)


def _type(key: str) -> str:
    return key.rpartition(".")[0]
