"""What an agent keeps between its runs: a folder with one database, the tokens, and the sessions of browsers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from pytest_uimcp.agent.eventlog import EventLog, MemoryEventLog, SqlEventLog
from pytest_uimcp.chat import ChatStore, open_store
from pytest_uimcp.chat.principals import ROLES
from pytest_uimcp.chat.web import token_file
from pytest_uimcp.compositor.policy import Journal, MemoryJournal, SqlJournal
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.storage import open_database
from pytest_uimcp.transport.token_files import new_token

DATABASE: Final = "agent.db"
TOKENS: Final = "tokens.json"
SESSIONS: Final = "sessions.db"


class AgentDataError(UimcpError):
    """The folder of an agent cannot be used."""


@dataclass(frozen=True, slots=True)
class AgentData:
    """`sessions` is None for an agent in memory, whose browsers start anew with it."""

    store: ChatStore
    log: EventLog
    journal: Journal
    tokens: dict[str, str]
    sessions: Path | None = None

    @classmethod
    @contextmanager
    def opened(cls, folder: Path | str | None, conversation: str = "default") -> Iterator[Self]:
        if folder is None:
            tokens: dict[str, str] = {role: new_token() for role in ROLES}
            yield cls(open_store(conversation=conversation), MemoryEventLog(), MemoryJournal(), tokens)
            return
        path = Path(folder)
        try:
            # What is said in it concerns its owner only.
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise AgentDataError(f"the folder {path} cannot be made: {error}") from error
        with ExitStack() as stack:
            stack.enter_context(_alone(path))
            database = open_database(path / DATABASE)
            stack.callback(database.close)
            store = open_store(path / DATABASE, conversation)
            stack.callback(store.close)
            log = SqlEventLog(database, conversation)
            journal = SqlJournal(database, conversation)
            yield cls(store, log, journal, token_file(path / TOKENS), path / SESSIONS)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time: two agents would answer every message twice. The system unlocks for a killed one."""
    if sys.platform == "win32":  # directories cannot be locked there
        yield
        return
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AgentDataError(
                f"another process runs the agent of {folder}; stop it first, or choose another folder with `data`"
            ) from None
        yield
    finally:
        os.close(descriptor)
