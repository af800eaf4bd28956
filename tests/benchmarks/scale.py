"""What one machine holds: sessions, pages, events and chat messages, as processor time and memory.

`python -m tests.benchmarks.scale` prints these rows alone. docs/scale.md says what follows from them.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import anyio

from pytest_uimcp.chat.sql import SqlStore
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.sessions import Sessions
from pytest_uimcp.page.page import Page
from pytest_uimcp.server.server import UiServer
from pytest_uimcp.storage.sqlite import SqliteDatabase
from tests.benchmarks.fixtures import directory
from tests.benchmarks.many import together, write_repository
from tests.benchmarks.measure import Result, children, processor
from tests.benchmarks.page import ROWS
from tests.benchmarks.runs import CACHE, Unmeasured
from tests.files import CONTACTS, write

SESSIONS: Final = 1000
PAGES: Final = 100
PAGE_ROWS: Final = 20
EVENTS: Final = 5000
BATCH: Final = 50
MESSAGES: Final = 20_000
STORIES: Final = (16, 116)
WAIT: Final = 120.0


def memory() -> float:
    """Megabytes of this process; what was freed may still be among them."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError as error:
        raise Unmeasured("the memory of a process is known only where there is /proc") from error
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def session_threads() -> int:
    return sum(thread.name.startswith("uimcp-session") for thread in threading.enumerate())


def until(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WAIT
    while not holds():
        if time.monotonic() > end:
            raise Unmeasured(f"{what}: not within {WAIT:g} s")
        time.sleep(0.01)


def sessions(folder: Path) -> Iterator[Result]:
    """All on one server, with an app each."""
    write(folder, CONTACTS)
    with Sessions() as on_server:
        opened: list[Session] = []

        def open_next() -> None:
            opened.append(on_server.create(folder, output=MemoryOutput()))

        # The first few compile what all share.
        for _ in range(10):
            open_next()
        empty = memory()
        times = [processor(open_next) for _ in range(SESSIONS - len(opened))]
        until(lambda: session_threads() == 0, "all sessions are idle")
        held = (memory() - empty) / (SESSIONS - 10)
        yield Result("the last of 1,000 sessions opens, beside the first", median(times[-50:]), median(times[:50]), 1.5)
        yield Result("threads that 1,000 idle sessions hold, beside 1", session_threads(), 1, limit=1)
        yield Result("memory (MB) of one of them, beside 0.8", held, 0.8, limit=1)
        idle = processor(lambda: time.sleep(2.0)) / 20
        yield Result("what 1,000 idle sessions take of a processor (%), beside 1", idle, 1, limit=1)
        calls = processor(lambda: [session.eval("return 1") for session in opened]) / SESSIONS
        yield Result("a call to each of 1,000 sessions, processor time, beside 1 ms", calls, 1, limit=1)
        rung = threading.Semaphore(0)
        for session in opened:
            session.observe(lambda: rung.release())
        for session in opened:
            session.eval("setTimeout(function() end, 3000)")
            rung.acquire()

        def wait_for_all() -> None:
            for _ in opened:
                if not rung.acquire(timeout=WAIT):
                    raise Unmeasured("not every session's timer came")

        timers = processor(wait_for_all) / SESSIONS
        yield Result("a timer in each of 1,000 sessions, processor time, beside 1 ms", timers, 1, limit=1)


def pages(folder: Path) -> Iterator[Result]:
    """A page of 20 rows on each of 100 sessions."""
    ROWS.write(folder)
    with Sessions() as on_server:
        opened: list[Page] = []

        def open_next() -> None:
            session = on_server.create(folder, output=MemoryOutput())
            session.display(ROWS.name)
            session.eval(f"t:fill({PAGE_ROWS})")
            opened.append(Page(session).open())

        for _ in range(5):
            open_next()
        gc.collect()
        empty = memory()
        times = [processor(open_next) for _ in range(PAGES)]
        held = (memory() - empty) / PAGES
        yield Result("a page of 20 rows with its session, processor time, beside 50 ms", median(times), 50, limit=1)
        yield Result("memory (MB) of both, beside 4", held, 4, limit=1)
        yield Result("the last of 100 such pages, beside the first", median(times[-20:]), median(times[:20]), 1.5)
        for page in opened:
            page.close()


async def events(folder: Path) -> Result:
    """What an app pushes until somebody takes it."""
    server = UiServer(folder / "project" / ".ui")
    code = f"for i = 1, {BATCH} do mcp.pushState({{app = 'a', event = 'e', n = i}}) end"
    try:
        await server.configure()
        await server.start()
        face = server.ui_session()
        taken = 0
        begin = time.process_time()
        while taken < EVENTS:
            await server.run(code)
            taken += len(await face.events.wait(1.0))
        spent = (time.process_time() - begin) * 1000
    finally:
        await server.close()
    return Result(
        "an event from Lua to whoever waits for it, processor time, beside 0.1 ms", spent / taken, 0.1, limit=1
    )


def messages(folder: Path) -> Result:
    """A conversation whose listener reads everything."""
    store = SqlStore(SqliteDatabase(folder / "chat.db", durable=False))
    heard: list[int] = []
    stop = store.listen(lambda new: heard.append(len(new)))

    def post() -> None:
        for number in range(MESSAGES):
            store.append("user", "text/plain", f"message {number}")

    spent = processor(post)
    store.wait_quiet(WAIT)
    stop()
    store.close()
    if sum(heard) != MESSAGES:
        raise Unmeasured(f"{sum(heard)} of {MESSAGES} messages were heard")
    return Result("a chat message stored and told, processor time, beside 0.1 ms", spent / MESSAGES, 0.1, limit=1)


def stories() -> Result:
    """What one more story costs on two workers, without what a run costs once."""

    def run(count: int) -> float:
        with directory() as folder:
            write_repository(folder, count)

            def tell() -> None:
                code, text = together(folder, "-n", "2")
                if code != 0:
                    raise Unmeasured(text[-3000:])

            return children(tell)

    few, many = (run(count) for count in STORIES)
    each = (many - few) / (STORIES[1] - STORIES[0])
    return Result("one more story of a large run, processor time of all, beside 150 ms", each, 150, limit=1)


def results() -> Iterator[Result]:
    CACHE.mkdir(parents=True, exist_ok=True)
    yield stories()
    # The sessions last: what they leave of this process's memory would be counted for others.
    for part in (pages, sessions):
        with TemporaryDirectory(dir=CACHE) as name:
            yield from part(Path(name))
    with TemporaryDirectory(dir=CACHE) as name:
        yield anyio.run(events, Path(name))
        yield messages(Path(name))


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
