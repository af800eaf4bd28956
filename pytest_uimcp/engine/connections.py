"""The faces of a session: who is there, who may come back, and who is told what."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial

from pytest_uimcp.engine.connection import Connection
from pytest_uimcp.engine.context import SessionContext
from pytest_uimcp.engine.errors import SessionClosed
from pytest_uimcp.engine.evaluation import decode_json
from pytest_uimcp.engine.jobs import Timer
from pytest_uimcp.engine.log import ERROR, WARNING
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.wire.codec import decode
from pytest_uimcp.engine.wire.messages import ErrorMessage, Malformed, Message
from pytest_uimcp.engine.wire.requests import code_of, perform

__all__ = ["Connections"]

_log = logging.getLogger(__name__)


class Connections:
    """Opens, resumes and closes connections, does what they ask for and routes to them what changed."""

    def __init__(self, context: SessionContext, refusal: Callable[[], Exception]) -> None:
        """`refusal` says why the session does not answer while its worker is stalled."""
        self._context = context
        self._refusal = refusal
        self._lock = threading.Lock()
        self._last = 0
        self._ended = False
        self._by_number: dict[int, Connection] = {}
        self._by_page: dict[str, int] = {}
        self._leaving: dict[int, Timer] = {}
        self._flush: Timer | None = None

    # Coming and going, from any thread.

    def connect(self, deliver: Callable[[str], None], page: str | None) -> Connection:
        """Open a connection; one of a page that was here before takes the place of its earlier one."""
        with self._lock:
            if self._ended:
                raise SessionClosed("the session is closed; nobody can connect to it")
            number = None if page is None else self._by_page.get(page)
            earlier = None if number is None else self._by_number[number]
            if number is None:
                self._last = number = self._last + 1
            connection = Connection(self, number, deliver, page, resumed=earlier is not None)
            self._by_number[number] = connection
            if page is not None:
                self._by_page[page] = number
        if earlier is not None:
            earlier.close()
        self._context.submit(partial(self._begin, connection), survives_stall=True)
        return connection

    @property
    def present(self) -> tuple[Connection, ...]:
        """The open connections."""
        with self._lock:
            return tuple(connection for connection in self._by_number.values() if connection.is_open)

    def received(self, connection: Connection, frame: str | bytes) -> Future[None]:
        """Queue a frame; while the session is stalled it is kept, and its sender told so."""
        future = self._context.submit(partial(self._work_on, connection.number, frame), survives_stall=True)
        if self._context.worker.stalled:
            connection.send([ErrorMessage(None, "busy", str(self._refusal()))])
        return future

    def closed(self, connection: Connection) -> None:
        """A connection is closed: its variables go, later if its page has a name to come back with."""
        if not self._ended:
            until = self._context.clock.now() + self._context.options.resume_within
            self._context.submit(partial(self._leave, connection, until), survives_stall=True)

    def broadcast_stall(self) -> None:
        """Tell every face why nothing happens."""
        for connection in self.present:
            connection.send([ErrorMessage(None, "busy", str(self._refusal()))])

    def end(self) -> None:
        """Close all of them; the session is closing."""
        with self._lock:
            self._ended = True
            connections = list(self._by_number.values())
        for connection in connections:
            connection.close()

    # What follows happens on the worker.

    def after_unit(self) -> None:
        """Detect what changed, tell those who have to know, and send it now or a little later."""
        if not self._by_number:
            return  # nobody watches anything, and what nobody watches is not computed
        try:
            self._route(self._context.host.call("detect"))
        except LuaError as error:
            self._context.log(ERROR, f"change detection failed: {error}")
            self._context.app_failed(error, "looking for changes")
        except Exception:  # noqa: BLE001 -- the unit's own result must not be lost over it
            _log.exception("what changed could not be told")
        if self._context.urgent:
            self.flush()
        elif self._flush is None and any(connection.outbox for connection in self.present):
            worker = self._context.worker
            self._flush = worker.call_at(worker.now + self._context.options.debounce, self._flush_due)

    def flush(self) -> None:
        """Send what was collected, one frame per face."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        for connection in self.present:
            connection.flush()

    def broadcast_error(self, code: str, description: str) -> None:
        """Put an error about no variable into every outbox."""
        for connection in self.present:
            connection.outbox.error(None, code, description)

    def redraw(self, changes: Mapping[str, str | None], *, unasked: bool = False) -> None:
        """Send changed viewdefs to the faces that have them, or to all."""
        for connection in self.present:
            connection.redraw(changes, unasked=unasked)

    def _begin(self, connection: Connection) -> None:
        if not connection.is_open:
            return
        for problem in self._context.problems:
            code = "viewdef" if problem.kind == "viewdef" else "reload"
            connection.outbox.error(None, code, str(problem))
        if timer := self._leaving.pop(connection.number, None):
            timer.cancel()
        if connection.resumed:
            self._context.host.call("refresh", connection.number)

    def _work_on(self, number: int, frame: str | bytes) -> None:
        # Whoever has the number now: a page that resumed wants done what it sent before.
        connection = self._by_number.get(number)
        if connection is None:
            return
        batch = decode(frame, self._context.options.max_frame)
        self._context.urgent = batch.user_event
        for message in batch.messages:
            self._perform(connection, message)

    def _perform(self, connection: Connection, message: Message) -> None:
        if isinstance(message, Malformed):
            connection.outbox.error(message.id, message.code, message.description)
        elif isinstance(message, ErrorMessage):
            about = "" if message.id is None else f" (variable {message.id})"
            self._context.log(WARNING, f"a browser reports {message.code}{about}: {message.description}")
        else:
            try:
                perform(self._context.host, connection.number, message)
            except LuaError as error:
                connection.outbox.error(getattr(message, "id", None), code_of(error), str(error))
                self._context.app_failed(error, "doing what a page asked for")
            except Exception:  # noqa: BLE001 -- our own fault must not take the session with it
                _log.exception("could not do what %r asks for", message)
                connection.outbox.error(getattr(message, "id", None), "internal", "the server failed at this")

    def _route(self, answer: bytes) -> None:
        if answer == b"[]":
            return
        present = {connection.number: connection for connection in self.present}
        for connection in present.values():
            connection.outbox.begin()
        for event in decode_json(answer):
            if (addressee := present.get(event[1])) is not None:
                addressee.take(event, self._viewdefs_of)

    def _viewdefs_of(self, shown: str) -> Mapping[str, str]:
        found = self._context.viewdefs.of_type(shown)
        self._context.record_viewdef_problems()
        return found

    def _flush_due(self, when: float) -> None:
        self._flush = None
        self.flush()

    def _leave(self, connection: Connection, until: float) -> None:
        if self._by_number.get(connection.number) is not connection:
            return
        if connection.page is None:
            self._forget(connection)
            return
        forget = partial(self._forget, connection)
        self._leaving[connection.number] = self._context.worker.call_at(until, lambda when: self._context.unit(forget))

    def _forget(self, connection: Connection) -> None:
        with self._lock:
            if self._by_number.get(connection.number) is not connection:
                return
            del self._by_number[connection.number]
            if connection.page is not None:
                del self._by_page[connection.page]
        self._leaving.pop(connection.number, None)
        self._context.host.call("disconnect", connection.number)
