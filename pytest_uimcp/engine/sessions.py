from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from pytest_uimcp.core.clock import Clock, RealClock
from pytest_uimcp.engine.context import AppFailed
from pytest_uimcp.engine.errors import SessionClosed, UnknownSession
from pytest_uimcp.engine.lua.output import Output
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.startup import Extension

__all__ = ["DAY", "Sessions"]

log = logging.getLogger(__name__)

DAY: Final = 24 * 60 * 60.0


class Sessions:
    """Opens sessions and finds them: by vended id ("1", "2", … in order of creation) or internal id.

    A session without connections that got no request for `timeout` seconds is closed; 0 means never.
    """

    def __init__(self, *, timeout: float = DAY, clock: Clock | None = None) -> None:
        if not timeout >= 0:
            raise ValueError(f"a session's timeout is 0 (never) or a number of seconds, not {timeout!r}")
        self.timeout = timeout
        self.clock = clock or RealClock()
        self._lock = threading.Lock()
        self._made = 0
        self._ended = False
        self._opening: set[Session] = set()
        self._open: dict[str, Session] = {}
        self._by_internal_id: dict[str, Session] = {}

    def create(
        self,
        base_dir: str | Path,
        *,
        options: SessionOptions | None = None,
        output: Output | None = None,
        extensions: Sequence[Extension] = (),
        expires: bool = True,
        app_failed: AppFailed | None = None,
    ) -> Session:
        """Open a session on an app directory; one that does not expire lives until it is closed."""
        with self._lock:
            self._made += 1
            vended = str(self._made)
        session = Session(
            base_dir,
            options=options,
            clock=self.clock,
            output=output,
            vended_id=vended,
            extensions=extensions,
            app_failed=app_failed,
        )
        # While it opens it is known to close_all: a server that stops during the start of an app must not leave a Lua
        # state.
        with self._opens(session):
            session.open()
        with self._lock:
            if not self._ended:
                self._open[vended] = self._by_internal_id[session.id] = session
        if self._ended:
            session.close()
            raise _closing()
        log.debug("session %s is open", vended)
        if expires and self.timeout > 0:
            self._check_at(session, self.clock.now() + self.timeout)
        return session

    def get(self, session_id: str) -> Session:
        """The open session with that vended or internal id; raises UnknownSession."""
        # People see the vended id; the internal one cannot be guessed.
        with self._lock:
            session = self._open.get(session_id) or self._by_internal_id.get(session_id)
        if session is not None:
            return session
        open_ids = ", ".join(session.vended_id for session in self)
        raise UnknownSession(
            f"no session {session_id!a}; " + (f"there are: {open_ids}" if open_ids else "none is open")
        )

    @property
    def default(self) -> Session:
        """The oldest open session; raises UnknownSession when there is none."""
        with self._lock:
            for session in self._open.values():
                return session
        raise UnknownSession("no session is open; create one first")

    def close(self, session_id: str) -> None:
        """Close a session; raises UnknownSession."""
        self._close(self.get(session_id))

    def close_all(self) -> None:
        """Close every session, including those that are opening, and open no more."""
        with self._lock:
            self._ended = True
        self._close_each(self._all)

    def close_busy(self) -> None:
        self._close_each([session for session in self._all if session.busy])

    def __iter__(self) -> Iterator[Session]:
        with self._lock:
            return iter(tuple(self._open.values()))

    def __len__(self) -> int:
        return len(self._open)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close_all()

    @contextmanager
    def _opens(self, session: Session) -> Iterator[None]:
        with self._lock:
            if self._ended:
                raise _closing()
            self._opening.add(session)
        try:
            yield
        finally:
            with self._lock:
                self._opening.discard(session)

    @property
    def _all(self) -> list[Session]:
        with self._lock:
            return [*self._open.values(), *self._opening]

    def _close_each(self, sessions: Sequence[Session]) -> None:
        # Those in which something runs in parallel, because each waits for that.
        busy = [session for session in sessions if session.busy]
        closing = [threading.Thread(target=self._close, args=(session,)) for session in busy]
        for thread in closing:
            thread.start()
        try:
            for session in sessions:
                if session not in busy:
                    self._close(session)
        finally:
            for thread in closing:
                thread.join()

    def _close(self, session: Session) -> None:
        with self._lock:
            self._open.pop(session.vended_id, None)
            self._by_internal_id.pop(session.id, None)
        session.close()
        log.debug("session %s is closed", session.vended_id)

    def _check_at(self, session: Session, due: float) -> None:
        session.call_at(due, partial(self._expire, session))

    def _expire(self, session: Session, planned: float) -> None:
        time_now = self.clock.moment(planned)
        # A session that somebody looks at is in use, even if no request comes.
        due = (time_now if session.connections else session.idle_since) + self.timeout
        if due <= time_now:
            log.debug("session %s has not been used for %g seconds", session.vended_id, self.timeout)
            self._close(session)
        else:
            self._check_at(session, due)


def _closing() -> SessionClosed:
    return SessionClosed("the server is closing; it opens no more sessions")
