"""Who may use the page: a one-time address makes a session, whose cookie the browser keeps.

A session ends when nobody has opened the page with it for 30 days, when its principal gets another token, or as the
oldest of too many. With a file beside the database, it outlives the server; without, it ends with it, as a conversation
in memory does. One-time addresses always end with the server, which prints another one at its start. Keys and cookies
are kept as digests and compared in constant time.
"""

from __future__ import annotations

import hmac
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from typing import Final

from pytest_uimcp.storage import Database, StorageError, open_database
from pytest_uimcp.transport.errors import TokenFileError
from pytest_uimcp.transport.principals import Principal
from pytest_uimcp.transport.token_files import check_private, new_token

log = logging.getLogger(__name__)

# So many addresses can wait to be opened, and so many sessions be alive; the oldest end.
MAX_SESSIONS: Final = 100
# Seconds without use after which a session ends.
LIFETIME: Final = 30 * 24 * 3600
# Seconds after which another use is written down.
NOTED: Final = 3600

_SESSIONS: Final = """
CREATE TABLE IF NOT EXISTS page_sessions (
    digest TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    principal TEXT NOT NULL,
    token TEXT NOT NULL,
    name TEXT NOT NULL,
    used BIGINT NOT NULL
)
"""
_PORTS: Final = "CREATE TABLE IF NOT EXISTS ports (conversation TEXT PRIMARY KEY, port BIGINT NOT NULL)"
_ALL: Final = "SELECT digest, id, principal, token, name, used FROM page_sessions"
_KEEP: Final = """
INSERT INTO page_sessions (digest, id, principal, token, name, used) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (digest) DO UPDATE SET name = excluded.name, used = excluded.used
"""
_END: Final = "DELETE FROM page_sessions WHERE digest = ?"
_PORT: Final = "SELECT port FROM ports WHERE conversation = ?"
_REMEMBER: Final = """
INSERT INTO ports (conversation, port) VALUES (?, ?) ON CONFLICT (conversation) DO UPDATE SET port = excluded.port
"""


@dataclass(frozen=True, slots=True)
class PageSession:
    """A browser's session. `id` tells it from others and is no secret, `name` is what its human wants to be called."""

    digest: str
    id: str
    principal: Principal
    token: str
    name: str
    used_at: int


class SessionFile:
    """The file that sessions are kept in, which only its owner may read; several servers may share it."""

    def __init__(self, path: Path) -> None:
        if path.exists():
            check_private(path, "the sessions")
        try:
            self._database: Database = open_database(path)
            self._database.create(_SESSIONS, _PORTS)
        except StorageError as error:
            raise TokenFileError(
                f"the sessions of browsers cannot be kept: {error}; if {path} is damaged, remove it: "
                "people then need a new address to open the page"
            ) from error

    def sessions(self) -> list[PageSession]:
        rows = self._database.read(_ALL)
        return [PageSession(digest, id_, Principal(principal), *fields) for digest, id_, principal, *fields in rows]

    def keep(self, session: PageSession) -> None:
        with self._database.transaction("sessions") as transaction:
            transaction.execute(
                _KEEP, session.digest, session.id, session.principal, session.token, session.name, session.used_at
            )

    def end(self, session: PageSession) -> None:
        with self._database.transaction("sessions") as transaction:
            transaction.execute(_END, session.digest)

    def port(self, conversation: str) -> int:
        """The port that the conversation was served on, 0 if it never was: a browser knows its session by the port."""
        rows = self._database.read(_PORT, conversation)
        if rows:
            return int(rows[0][0])
        return 0

    def remember_port(self, conversation: str, port: int) -> None:
        with self._database.transaction("ports") as transaction:
            transaction.execute(_REMEMBER, conversation, port)

    def close(self) -> None:
        self._database.close()


class PageSessions:
    """The addresses not opened yet and the sessions. `tokens` are those of each principal."""

    def __init__(
        self, tokens: Mapping[str, str], file: SessionFile | None = None, *, clock: Callable[[], float] = time.time
    ) -> None:
        self._tokens = {principal: _digest(token) for principal, token in tokens.items()}
        self._file = file
        self._now = clock
        self._keys: dict[str, Principal] = {}
        self._sessions: dict[str, PageSession] = {}
        self._load()

    def invite(self, principal: Principal) -> str:
        # The first entry of a dictionary is its oldest.
        while len(self._keys) >= MAX_SESSIONS:
            del self._keys[next(iter(self._keys))]
        key = new_token()
        self._keys[_digest(key)] = principal
        return key

    def open(self, key: str) -> str | None:
        """The cookie of a new session; None if there is no such key, or no longer."""
        digest = _known(self._keys, key)
        if digest is None:
            return None
        # Once: an address in a chat or a log opens nothing any more.
        principal = self._keys.pop(digest)
        # The session's id, which other people's pages are told, is another random text and no part of it.
        cookie = new_token()
        session = PageSession(
            _digest(cookie), secrets.token_hex(8), principal, self._tokens.get(principal, ""), "", int(self._now())
        )
        self._keep(session)
        for oldest in sorted(self._sessions.values(), key=attrgetter("used_at"))[:-MAX_SESSIONS]:
            self._end(oldest)
        return cookie

    def find(self, cookie: str | None) -> PageSession | None:
        """The session of a cookie, which this use keeps alive."""
        if not cookie:
            return None
        session = self._session(cookie)
        if session is None or self._expired(session):
            self._load()  # another server with the same file may have opened or used it
            session = self._session(cookie)
        if session is None:
            return None
        moment = int(self._now())
        if self._expired(session):
            self._end(session)
            return None
        # A write for each request would be one for each file of the page.
        if moment - session.used_at >= NOTED:
            session = replace(session, used_at=moment)
            self._keep(session)
        return session

    def name(self, digest: str) -> str:
        session = self._sessions.get(digest)
        return session.name if session else ""

    def rename(self, digest: str, name: str) -> None:
        if session := self._sessions.get(digest):
            self._keep(replace(session, name=name))

    def _session(self, cookie: str) -> PageSession | None:
        return self._sessions.get(_known(self._sessions, cookie) or "")

    def _load(self) -> None:
        if self._file is None:
            return
        with _noted("read"):
            for session in self._file.sessions():
                if self._expired(session):
                    self._file.end(session)
                # A session ends with the token it was opened under.
                elif hmac.compare_digest(session.token, self._tokens.get(session.principal, "")):
                    self._sessions[session.digest] = session

    def _expired(self, session: PageSession) -> bool:
        return self._now() - session.used_at >= LIFETIME

    def _keep(self, session: PageSession) -> None:
        self._sessions[session.digest] = session
        if self._file is not None:
            with _noted("written"):
                self._file.keep(session)

    def _end(self, session: PageSession) -> None:
        self._sessions.pop(session.digest, None)
        if self._file is not None:
            with _noted("written"):
                self._file.end(session)


@contextmanager
def _noted(verb: str) -> Iterator[None]:
    # Sessions go on in memory: a full disk is no reason to turn people away.
    try:
        yield
    except StorageError as error:
        log.warning("the sessions cannot be %s, so they may end with the server: %s", verb, error)


def _known(digests: Mapping[str, object], secret: str) -> str | None:
    secret_digest = _digest(secret)
    match = None
    for digest in digests:
        if hmac.compare_digest(digest, secret_digest):
            match = digest
    return match


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="surrogateescape")).hexdigest()
