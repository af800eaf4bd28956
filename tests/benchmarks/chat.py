"""The chat's log: an append beside a bare insert, 10 subscribers that read 10,000 messages, news between processes.

`python -m tests.benchmarks.chat` prints these rows alone.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from pytest_uimcp.chat import ChatStore, Conversation, Message, open_store
from pytest_uimcp.chat.sql import SqlStore
from pytest_uimcp.storage.sqlite import SqliteDatabase
from tests.benchmarks.measure import Result
from tests.benchmarks.runs import CACHE, Unmeasured

TEXT: Final = "A message of ordinary length, as people write them in a chat. " * 2
MODES: Final = {"on disk (FULL)": (True, 500), "in the system's cache (NORMAL)": (False, 3000)}
MESSAGES: Final = 10_000
SUBSCRIBERS: Final = 10
WAIT: Final = 300

Append = Callable[[], object]


def bare(path: Path, *, durable: bool) -> tuple[sqlite3.Connection, Append]:
    """An insert of the same row without anything around it."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
    connection.execute(
        "CREATE TABLE chat_messages (conversation TEXT, id INTEGER, ts TEXT, author TEXT, mime TEXT, content TEXT, "
        "PRIMARY KEY (conversation, id))"
    )
    numbers = iter(range(1, 10**9))
    sql = "INSERT INTO chat_messages VALUES ('default', ?, '2025-11-18T08:00:00.123456Z', 'user', 'text/markdown', ?)"
    return connection, lambda: connection.execute(sql, (next(numbers), TEXT))


def ours(path: Path, *, durable: bool) -> tuple[ChatStore, Append]:
    store = SqlStore(SqliteDatabase(path, durable=durable))
    return store, lambda: store.append("user", "text/markdown", TEXT)


def taken(work: Append) -> float:
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def append(folder: Path, mode: str) -> Result:
    durable, rounds = MODES[mode]
    store, mine = ours(folder / f"ours-{durable}.db", durable=durable)
    connection, reference = bare(folder / f"bare-{durable}.db", durable=durable)
    pairs = [(taken(mine), taken(reference)) for _ in range(rounds)]
    store.close()
    connection.close()
    figures = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    return Result(f"append {mode}, beside a bare SQLite insert", *figures, limit=5)


class Subscriber(threading.Thread):
    """Reads what is new each time it is told that there is something."""

    def __init__(self, store: ChatStore) -> None:
        super().__init__(daemon=True)
        self.read: list[str] = []
        self._conversation = Conversation(store)
        self._news = threading.Event()
        self._stop = store.listen(self._told)

    def _told(self, _: Sequence[Message]) -> None:
        self._news.set()

    def run(self) -> None:
        after = None
        while len(self.read) < MESSAGES and self._news.wait(WAIT):
            self._news.clear()
            more = True
            while more:
                page = self._conversation.read_since({"after_id": after, "limit": 1000})
                self.read += [message["id"] for message in page["messages"]]
                after, more = page["last_id"], page["has_more"]
        self._stop()


def subscribers(folder: Path) -> Result:
    store, mine = ours(folder / "subscribed.db", durable=False)
    connection, reference = bare(folder / "unsubscribed.db", durable=False)
    everybody = [Subscriber(store) for _ in range(SUBSCRIBERS)]
    for one in everybody:
        one.start()
    pairs = [(taken(mine), taken(reference)) for _ in range(MESSAGES)]
    for one in everybody:
        one.join(WAIT)
    stored = [message.id for message in store.since(0)]
    lost = sum(one.read != stored for one in everybody)
    store.close()
    connection.close()
    if lost or len(stored) != MESSAGES:
        raise Unmeasured(f"{lost} of {SUBSCRIBERS} subscribers have not read the {len(stored)} messages once in order")
    figures = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    name = f"append (NORMAL) while {SUBSCRIBERS} subscribers read all {MESSAGES:,} messages, beside a bare insert"
    return Result(name, *figures, limit=5)


LISTENER: Final = """
import json, sys, time
from pytest_uimcp.chat import open_store
store = open_store(sys.argv[1])
def told(messages):
    now = time.time()
    for message in messages:
        sys.stdout.write(json.dumps([message.content, now]) + "\\n")
    sys.stdout.flush()
stop = store.listen(told)
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
"""


def between_processes(address: str, name: str, bound: float) -> Result:
    """How long after the post another process is told; a bound in milliseconds rather than a ratio.

    The post itself is not counted, as most of it is the disk.
    """
    store = open_store(address)
    command = [sys.executable, "-c", LISTENER, address]
    posts = []
    delays = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        for number in range(60):
            begin = time.time()
            store.append("user", "text/plain", str(number))
            appended = time.time()
            content, told = json.loads(process.stdout.readline())
            assert content == str(number)
            posts.append((appended - begin) * 1000)
            delays.append((told - begin) * 1000)
        process.stdin.close()
        process.wait(WAIT)
    store.close()
    taken_ms = max(0.0, median(delays) - median(posts))
    return Result(f"a message of one process told in another, {name}, beside {bound:g} ms", taken_ms, bound, limit=1)


def results() -> Iterator[Result]:
    # pytest's fail ends a bench as it ends a test.
    from tests.storage.postgres import server

    CACHE.mkdir(parents=True, exist_ok=True)  # a disk, where the system's temporary directory may be memory
    with TemporaryDirectory(dir=CACHE) as name:
        folder = Path(name)
        for mode in MODES:
            yield append(folder, mode)
        yield subscribers(folder)
        yield between_processes(str(folder / "shared.db"), "SQLite", 5)
        yield between_processes(server().schema(), "PostgreSQL", 100)


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
