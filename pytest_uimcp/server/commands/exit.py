"""Exiting in time: a client that has closed our input waits two seconds before it terminates the process."""

from __future__ import annotations

import asyncio
import atexit
import os
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer


# The seconds that Lua has after the end of the input to finish running calls.
LUA_SECONDS: Final = 0.6
# The seconds that a start has to finish, which may be reading files.
START_SECONDS: Final = 1.2
# The seconds that threads have to finish when everything else has ended.
THREAD_SECONDS: Final = 0.3
_LOOK: Final = 0.05


async def let_lua_finish(server: UiServer) -> None:
    """Wait a moment, then stop any Lua that still runs and a start that is in progress, until this is cancelled."""
    await asyncio.sleep(LUA_SECONDS)
    start = time.monotonic()
    while True:
        if time.monotonic() - start > START_SECONDS - LUA_SECONDS:
            await server.stop_start()
        await server.stop_lua()
        await asyncio.sleep(_LOOK)


def exit_without_cleanup() -> None:
    """Make the process exit right after its exit handlers, without finalizing the interpreter.

    Finalization would take longer than everything else, and crash if a thread is inside a C call of Lua.
    """
    atexit.register(_end)


def exit_despite_threads() -> None:
    """Make the process exit soon with 0, even if a thread still works on what nobody waits for any more.

    The event loop would wait for it: for an audit of a large app, say. Call this when everything has been closed.
    """

    def end() -> None:
        set_exit_code(0)
        _end()

    timer = threading.Timer(THREAD_SECONDS, end)
    timer.daemon = True
    timer.start()


def set_exit_code(code: int) -> int:
    """Store the exit code for `exit_without_cleanup`, and return it."""
    global _code
    _code = code
    return code


_code = 1


def _end() -> None:
    # Registered last, so called first: run the other handlers before the process ends.
    atexit.unregister(_end)
    atexit._run_exitfuncs()  # noqa: SLF001 -- they have no public name
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # missing, broken or closed
            stream.flush()
    os._exit(_code)
