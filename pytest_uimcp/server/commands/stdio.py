"""The server of `ui-mcp mcp` at work: everything that takes long to import is imported here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.garbage import collector_paused
from pytest_uimcp.server.commands.exit import exit_despite_threads, exit_without_cleanup, let_lua_finish
from pytest_uimcp.server.commands.logs import log_to_directory
from pytest_uimcp.server.errors import LifecycleError

if TYPE_CHECKING:
    from pytest_uimcp.server.commands.options import CommandLine
    from pytest_uimcp.server.mcp.recorder import SessionRecorder
    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.transport.claim import StdioClaim


log = logging.getLogger(__name__)


def serve(
    line: CommandLine, claim: StdioClaim, recorder: SessionRecorder | None, take_over: Callable[[], object]
) -> None:
    """Serve one agent; `take_over` is called when the server is there, right before it reads."""
    # Importing the SDK creates many long-lived objects; garbage collection meanwhile takes a tenth of the start.
    with collector_paused():
        import anyio

        from pytest_uimcp.server.mcp.server import UiMcpServer
        from pytest_uimcp.server.server import UiServer
        from pytest_uimcp.transport.signals import stop_signals
        from pytest_uimcp.transport.stdio import serve_stdio

    async def run() -> None:
        server = UiServer(line.base_dir, options=line.options, explicit=line.explicit)
        server.configured.add(log_to_directory)
        starting: asyncio.Task[None] | None = None
        if recorder is not None:
            recorder.attach(server)
        try:
            if line.options.auto_configure:
                await server.configure()
                # `initialize` is answered meanwhile; what needs the session waits for it.
                starting = asyncio.create_task(_start_itself(server))
            mcp = UiMcpServer(server)
            take_over()
            try:
                ending = await serve_stdio(
                    mcp.sdk, claim, input_ended=partial(let_lua_finish, server), stopped=server.stop_start
                )
                log.info("the end: %s", ending)
            finally:
                mcp.close()
        finally:
            # The first signal during shutdown is ignored, because it is already ending; the second one kills.
            with stop_signals(lambda: None):
                await server.close()
                if starting is not None:
                    await starting
        exit_despite_threads()

    try:
        anyio.run(run)
    finally:
        exit_without_cleanup()


async def _start_itself(server: UiServer) -> None:
    try:
        await server.start_itself()
    except LifecycleError as error:
        log.info("not started: %s", error)
    except UimcpError as error:
        log.error("the server could not start by itself, and waits for ui_start: %s", error)
