"""The process that may die: does batches of calls, and says what it is at before it begins.

A line of standard input is a batch: {"seed": …, "count": …} or {"calls": […]}. Each has a session of its own.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaTimeout
from pytest_uimcp.engine.lua.limits import LuaLimits
from pytest_uimcp.engine.lua.output import MemoryOutput
from pytest_uimcp.engine.lua.runtime import Dialect
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.stalls import UninterruptibleCall
from tests.engine.lua.fuzz.calls import calls

HERE = Path(__file__).parent
LIMITS = LuaLimits(seconds=0.05, memory=8 * 2**20)
TRIES = 100
KINDS: Mapping[type[Exception], str] = {LuaTimeout: "timeout", LuaMemoryError: "memory", UninterruptibleCall: "stuck"}
# In a loop these make thousands, and the session is busy with them ever after.
TIMERS = ("setInterval", "setTimeout", "setImmediate")


class Fuzzing:
    """What the sessions have more than others: the operations of `part.lua`."""

    part = ("fuzz", (HERE / "part.lua").read_bytes())

    def functions(self, session: Session) -> Mapping[str, Callable[..., Any]]:
        return {"memory_used": lambda: session.host.memory_used}


def main(dialect: str, access: str, grace: str) -> None:
    """Serve batches until standard input ends."""
    faulthandler.enable()
    logging.disable(logging.CRITICAL)
    options = SessionOptions(
        dialect=Dialect(dialect), lua_io=LuaIo(access), limits=LIMITS, viewdefs=None, call_grace=float(grace)
    )
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            with opened(Path(folder), options) as session:
                for call in calls_of(session, json.loads(line)):
                    say(call=call)
                    say(outcome=outcome(session, call))
            say(done=True)


@contextmanager
def opened(folder: Path, options: SessionOptions) -> Iterator[Session]:
    """A session that has run the prelude; a machine with much to do may need several tries."""
    for _ in range(TRIES):
        session = Session(folder, options=options, output=MemoryOutput(10), extensions=[Fuzzing()])
        try:
            session.open()
            session.eval((HERE / "prelude.lua").read_bytes(), "prelude")
        except LuaTimeout:
            session.close()
            continue
        break
    try:
        yield session
    finally:
        session.close()


def calls_of(session: Session, batch: dict[str, Any]) -> Iterable[str]:
    """The calls of a batch."""
    return batch.get("calls") or islice(calls(batch["seed"], names(session)), batch["count"])


def names(session: Session) -> list[str]:
    """The functions that a script can call."""
    found: list[str] = session.eval("return function_names").data.split()
    return [name for name in found if not name.endswith(TIMERS)]


def outcome(session: Session, call: str) -> str:
    """In a word: how a call ended."""
    try:
        result: bytes = session.submit(partial(session.host.call, "fuzz", call)).result()
    except LuaError as error:
        return KINDS.get(type(error), "error")
    except UimcpError as error:
        return f"refused: {error}"
    return result.decode()


def say(**what: Any) -> None:
    """Tell the parent."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
