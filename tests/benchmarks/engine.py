"""The engine: a detection pass, a hop through the session, opening a session."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

from lupa import lua51

from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.parts import ENGINE_PARTS, SOURCES
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from tests.benchmarks.measure import Result, side_by_side, spent
from tests.files import write

READING = (
    "the goal is 1 ms; to read 100,000 fields takes 0.95 ms, to compare them too 1.7 ms, and Lua tells nobody of an "
    "assignment to a field that is there (see detect.lua)"
)
SIZES = (100, 1_000, 10_000, 100_000)

# n objects with one field each; `last` is what a bare loop compares with.
APP = """
objects, last = {{}}, {{}}
for i = 1, {n} do objects[i] = {{v = i}} last[i] = i end
app = {{type = "App", objects = objects}}
session:createAppVariable(app)
function bare()
  local objects, last, changed = objects, last, 0
  for i = 1, {n} do
    if objects[i].v ~= last[i] then changed = changed + 1 end
  end
  return changed
end
"""


@contextmanager
def open_session(files: dict[str, str] | None = None) -> Iterator[Session]:
    with TemporaryDirectory() as folder:
        write(Path(folder), files or {})
        # The largest page here has 200,000 variables of about 2 KB.
        options = SessionOptions(limits=LuaLimits(memory=2 * 2**30, seconds=60))
        with Session(folder, output=MemoryOutput(), options=options) as session:
            yield session


@contextmanager
def watched_fields(n: int) -> Iterator[Session]:
    """A session in which a connection watches the field of n objects, and nothing else."""
    with open_session() as session:
        session.eval(APP.format(n=n))
        connection = session.connect(lambda frame: None)
        number = connection.number

        def create() -> None:
            call = session.host.call
            call("create", number, 2, 1, 1, 0, None, "path", "objects", "access", "r")
            for i in range(n):
                # Rows that are read once: only the fields take part in detection.
                call("create", number, 3 + 2 * i, 2, 1, 0, None, "path", str(i), "access", "w")
                call("create", number, 4 + 2 * i, 3 + 2 * i, 0, 0, None, "path", "v", "access", "r")

        session.submit(create).result()
        session.settle()
        yield session


# A list of n rows, and what a bare loop does that writes it: the text of each reference, joined.
ROWS = """
Row = session:prototype("Row", {{name = ""}})
app = {{type = "App", rows = {{}}}}
for i = 1, {n} do app.rows[i] = Row:new({{name = "row " .. i}}) end
session:createAppVariable(app)
function bare()
  local parts = {{}}
  for i = 1, #app.rows do parts[i] = '{{"obj":' .. i .. '}}' end
  return #table.concat(parts, ",")
end
"""


@contextmanager
def watched_rows(n: int) -> Iterator[Session]:
    """A session in which a connection watches a list of n objects, each with its name."""
    with open_session() as session:
        session.eval(ROWS.format(n=n))
        connection = session.connect(lambda frame: None)
        number = connection.number
        call = session.host.call
        session.submit(lambda: call("create", number, 2, 1, 0, 0, None, "path", "rows", "access", "r")).result()

        def create() -> None:
            # The array was sent, so its objects have the numbers from 2 up, after the app's.
            for i in range(n):
                about = ("path", str(i), "access", "r", "rowObject", str(2 + i))
                call("create", number, 3 + 2 * i, 2, 0, 0, None, *about)
                call("create", number, 4 + 2 * i, 3 + 2 * i, 0, 0, None, "path", "name", "access", "r")

        session.submit(create).result()
        session.settle()
        yield session


def row_on_top(n: int, limit: float, rounds: int) -> Result:
    with watched_rows(n) as session:
        call = session.host.call

        def ours() -> float:
            call("eval", 'table.insert(app.rows, 1, Row:new({name = "new"}))', "=bump")
            return spent(lambda: call("detect"))

        def bare() -> float:
            return spent(lambda: call("eval", "return bare()", "=bare"))

        on_worker = session.submit(lambda: side_by_side(ours, bare, rounds))
        name = f"a row on top of {n:,}, beside writing the references"
        return Result(name, *on_worker.result(), limit=limit)


def detection(n: int, changed: int, limit: float, rounds: int, note: str = "") -> Result:
    with watched_fields(n) as session:
        call = session.host.call
        step = n // changed if changed else 0
        bump = f"for i = 1, {n}, {step} do objects[i].v = objects[i].v + 1 end" if changed else ""

        def ours() -> float:
            if bump:
                call("eval", bump, "=bump")
            return spent(lambda: call("detect"))

        def bare() -> float:
            return spent(lambda: call("eval", "return bare()", "=bare"))

        on_worker = session.submit(lambda: side_by_side(ours, bare, rounds))
        what = f"{changed} changed" if changed else "nothing changed"
        return Result(f"pass over {n:,} variables, {what}", *on_worker.result(), limit=limit, note=note)


def run_one(runtime: Any) -> Callable[[], float]:
    """A bare hop: queue, thread, the same chunk, future."""
    jobs: SimpleQueue[tuple[bytes, Future[Any]] | None] = SimpleQueue()

    def work() -> None:
        while job := jobs.get():
            job[1].set_result(runtime.execute(job[0]))

    threading.Thread(target=work, daemon=True).start()

    def hop() -> float:
        def there_and_back() -> None:
            future: Future[Any] = Future()
            jobs.put((b"return 1", future))
            future.result()

        return spent(there_and_back)

    return hop


def evaluation() -> Result:
    with open_session() as session:
        hop = run_one(lua51.LuaRuntime(encoding=None))
        ours, bare = side_by_side(lambda: spent(lambda: session.eval("return 1")), hop, 2000)
        return Result('session.eval("return 1")', ours, bare, limit=1.5)


MAIN = 'Object = session:prototype("Object", {})\nreturn Object\n'


def opening() -> Result:
    with TemporaryDirectory() as folder:
        write(Path(folder), {"lua/main.lua": MAIN})
        sources = [part.source for part in ENGINE_PARTS] + [(SOURCES / "shell.lua").read_bytes(), MAIN.encode()]

        def ours() -> float:
            session = Session(folder, output=MemoryOutput())
            taken = spent(session.open)
            session.close()
            return taken

        def load_all() -> None:
            runtime = lua51.LuaRuntime(encoding=None)
            load = runtime.eval(b"loadstring")
            for source in sources:
                load(source)

        def bare() -> float:
            def in_a_thread() -> None:
                thread = threading.Thread(target=load_all)
                thread.start()
                thread.join()

            return spent(in_a_thread)

        return Result("a session opens", *side_by_side(ours, bare, 200), limit=3.0)


def results() -> Iterator[Result]:
    for n in SIZES:
        yield detection(n, 0, 2.0, min(1000, 1_000_000 // n))
    yield detection(100_000, 1, 2.0, 20, READING)
    yield detection(10_000, 100, 5.0, 100)
    yield row_on_top(1_000, 2.5, 100)
    yield row_on_top(10_000, 2, 20)
    yield evaluation()
    yield opening()
