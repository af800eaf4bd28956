"""The connections of a session: which are open, which may come back, and what each is sent."""

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
from pytest_uimcp.engine.log import ERROR, WARNING
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.problems import Problem
from pytest_uimcp.engine.timer_heap import WorkerTimer
from pytest_uimcp.engine.wire.codec import decode
from pytest_uimcp.engine.wire.messages import ABSENT, ErrorMessage, Malformed, Message, Update
from pytest_uimcp.engine.wire.requests import code_of, perform

__all__ = ["Connections"]

log = logging.getLogger(__name__)


class Connections:
    def __init__(self, context: SessionContext, refusal: Callable[[], Exception]) -> None:
        """`refusal` gives the error to report while the worker is stalled."""
        self._context = context
        self.trace = context.options.trace
        self._refusal = refusal
        self._lock = threading.Lock()
        self._last = 0
        self._ended = False
        self._by_number: dict[int, Connection] = {}
        self._by_page: dict[str, int] = {}
        self._leaving: dict[int, WorkerTimer] = {}
        self._flush: WorkerTimer | None = None
        # How many problems had been closed after the last unit of work.
        self._closings = 0

    # Coming and going, from any thread.

    def connect(self, deliver: Callable[[str], None], page: str | None) -> Connection:
        """Open a connection; it replaces an earlier one of the same page."""
        with self._lock:
            if self._ended:
                raise SessionClosed("the session is closed; nobody can connect to it")
            # A page that comes back keeps its number, under which Lua holds its variables.
            number = None if page is None else self._by_page.get(page)
            earlier = None if number is None else self._by_number[number]
            if number is None:
                self._last = number = self._last + 1
            key = self._context.vended_id, number
            connection = Connection(self, key, deliver, page, resumed=earlier is not None)
            self._by_number[number] = connection
            if page is not None:
                self._by_page[page] = number
        # Closed when its place is taken, so that its leaving finds another connection there and forgets nothing.
        if earlier is not None:
            earlier.close()
        self._context.submit(partial(self._welcome, connection), survives_stall=True)
        return connection

    @property
    def open_connections(self) -> tuple[Connection, ...]:
        with self._lock:
            return tuple(connection for connection in self._by_number.values() if connection.is_open)

    def receive(self, connection: Connection, frame: str | bytes) -> Future[None]:
        """Queue a frame. During a stall the frame is kept, and its sender gets the error `busy`."""
        if (trace := self.trace) is not None:
            trace.add(connection.key, frame, from_page=True)
        future = self._context.submit(partial(self._handle, connection.number, frame), survives_stall=True)
        if self._context.worker.stalled:
            connection.send([ErrorMessage(None, "busy", str(self._refusal()))])
        return future

    def connection_closed(self, connection: Connection) -> None:
        """Remove the variables of a closed connection, later if its page has a name to come back with."""
        if not self._ended:
            until = self._context.clock.now() + self._context.options.resume_within
            self._context.submit(partial(self._leave, connection, until), survives_stall=True)

    def broadcast_stall(self) -> None:
        """Tell every tab why it gets no answer."""
        for connection in self.open_connections:
            connection.send([ErrorMessage(None, "busy", str(self._refusal()))])

    def end(self) -> None:
        with self._lock:
            self._ended = True
            connections = list(self._by_number.values())
        for connection in connections:
            connection.close()

    # The rest runs on the worker.

    def after_unit(self) -> None:
        """Detect changes, route them to the connections, and send them now or a little later."""
        self._tell_what_is_mended()
        if not self._by_number:
            return  # nothing is watched, so nothing is computed
        try:
            self._route(self._context.host.call("detect"))
        except LuaError as error:
            self._context.log(ERROR, f"change detection failed: {error}")
            self._context.app_failed(error, "looking for changes")
        except Exception:
            log.exception("changes could not be routed")
        if self._context.urgent:
            self.flush()
        elif self._flush is None and any(connection.outbox for connection in self.open_connections):
            worker = self._context.worker
            self._flush = worker.call_at(worker.now + self._context.options.debounce, self._flush_due)

    @property
    def all_sent(self) -> bool:
        """Whether nothing waits to be sent a little later."""
        return self._flush is None

    def flush(self) -> None:
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        for connection in self.open_connections:
            connection.flush()

    def broadcast_problem(self, code: str, problem: Problem) -> None:
        """Queue a new problem of a file, for every connection."""
        for connection in self.open_connections:
            connection.outbox.problem(code, str(problem), problem.id)

    def send_changed_viewdefs(self, changes: Mapping[str, str | None], *, unasked: bool = False) -> None:
        """Queue changed viewdefs for the tabs that know their types, or with `unasked` for all."""
        for connection in self.open_connections:
            connection.add_changed_viewdefs(changes, unasked=unasked)

    def _tell_what_is_mended(self) -> None:
        """Queue the open problems for every connection, once one of those it was told of has been closed."""
        problems = self._context.problems
        if problems.closings != self._closings:
            self._closings = problems.closings
            for connection in self.open_connections:
                connection.outbox.open_problems(problems.ids)

    def _welcome(self, connection: Connection) -> None:
        if not connection.is_open:
            return
        problems = self._context.problems
        for problem in problems:
            code = "viewdef" if problem.kind == "viewdef" else "reload"
            connection.outbox.problem(code, str(problem), problem.id)
        if connection.resumed and problems.closings:
            # Something may have been mended while the tab was away.
            connection.outbox.open_problems(problems.ids)
        if timer := self._leaving.pop(connection.number, None):
            timer.cancel()
        if connection.resumed:
            self._context.host.call("refresh", connection.number)

    def _handle(self, number: int, frame: str | bytes) -> None:
        # By number: if the page has come back meanwhile, its new connection gets the answer.
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
            if isinstance(message, Update) and message.value is not ABSENT:
                connection.outbox.forget_value(message.id)
            try:
                perform(self._context.host, connection.number, message)
            except LuaError as error:
                connection.outbox.error(getattr(message, "id", None), code_of(error), str(error))
                self._context.app_failed(error, "doing what a page asked for")
            except Exception:
                log.exception("the request %r failed", message)
                connection.outbox.error(getattr(message, "id", None), "internal", "the server failed at this message")

    def _route(self, answer: bytes) -> None:
        if answer == b"[]":
            return
        present = {connection.number: connection for connection in self.open_connections}
        for connection in present.values():
            connection.outbox.begin_batch()
        for event in decode_json(answer):
            if (addressee := present.get(event[1])) is not None:
                addressee.add(event, self._viewdefs_of)

    def _viewdefs_of(self, type_name: str) -> Mapping[str, str]:
        viewdefs = self._context.viewdefs.of_type(type_name)
        self._context.record_viewdef_problems()
        return viewdefs

    def _flush_due(self, due: float) -> None:
        self._flush = None
        self.flush()

    def _leave(self, connection: Connection, until: float) -> None:
        if self._by_number.get(connection.number) is not connection:
            return
        if connection.page is None:
            self._forget(connection)
            return
        forget = partial(self._forget, connection)
        self._leaving[connection.number] = self._context.worker.call_at(until, lambda due: self._context.unit(forget))

    def _forget(self, connection: Connection) -> None:
        with self._lock:
            if self._by_number.get(connection.number) is not connection:
                return
            del self._by_number[connection.number]
            if connection.page is not None:
                del self._by_page[connection.page]
        self._leaving.pop(connection.number, None)
        self._context.host.call("disconnect", connection.number)
