"""Who may use the page: a one-time address makes a session, whose cookie the browser keeps.

Keys and sessions live as long as the server. Both are kept as digests and compared in constant time.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Final

from pytest_uimcp.transport.tokens import new_token

__all__ = ["PageSessions"]

MOST: Final = 100
"""So many addresses can wait to be opened, and so many sessions be alive; the oldest end."""


class PageSessions:
    """The addresses not opened yet and the sessions, each with its principal."""

    def __init__(self) -> None:
        self._keys: dict[bytes, str] = {}
        self._sessions: dict[bytes, str] = {}

    def invite(self, principal: str) -> str:
        """A new key, which opens one session."""
        return _add(self._keys, principal)

    def open(self, key: str) -> str | None:
        """The cookie of a new session; None if there is no such key, or no longer."""
        digest = _find(self._keys, key)
        return None if digest is None else _add(self._sessions, self._keys.pop(digest))

    def principal(self, cookie: str | None) -> str | None:
        """Whose session it is."""
        digest = _find(self._sessions, cookie or "")
        return None if digest is None else self._sessions[digest]


def _add(kept: dict[bytes, str], principal: str) -> str:
    while len(kept) >= MOST:
        del kept[next(iter(kept))]
    secret = new_token()
    kept[_digest(secret)] = principal
    return secret


def _find(kept: dict[bytes, str], secret: str) -> bytes | None:
    given, found = _digest(secret), None
    for known in kept:
        if hmac.compare_digest(known, given):
            found = known
    return found


def _digest(secret: str) -> bytes:
    return sha256(secret.encode(errors="surrogateescape")).digest()
