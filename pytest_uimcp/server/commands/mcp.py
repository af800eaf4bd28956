"""`ui-mcp mcp`: the server over stdio, for an agent that starts it as a subprocess."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.server.commands.exit import exit_despite_threads, exit_without_cleanup, let_lua_finish, set_exit_code
from pytest_uimcp.server.commands.logs import log_to_directory, log_to_stderr
from pytest_uimcp.server.commands.options import CommandLine, parser
from pytest_uimcp.server.errors import LifecycleError
from pytest_uimcp.server.options import PUBLISHER_PORT, ServerOptions
from pytest_uimcp.transport.claim import StdioClaim, claim_stdout

if TYPE_CHECKING:
    from pytest_uimcp.server.mcp.recorder import SessionRecorder
    from pytest_uimcp.server.server import UiServer

__all__ = ["main"]

log = logging.getLogger(__name__)


def main(arguments: Sequence[str], recorder: SessionRecorder | None = None) -> int:
    """Serve one agent until it closes its end of the pipe; returns 0, or 1 if the start fails."""
    options_parser = parser("ui-mcp mcp", "Serve MCP over stdio, the UI over HTTP on free local ports.")
    try:
        line = CommandLine(options_parser.parse_args(list(arguments)), ServerOptions(publisher_port=PUBLISHER_PORT))
    except UimcpError as error:
        options_parser.error(str(error))
    # From here on only the protocol may reach standard output, whatever prints.
    with claim_stdout(restore=False) as claim:
        log_to_stderr(line.verbosity)
        try:
            _serve(line, claim, recorder)
        except UimcpError as error:
            sys.stderr.write(f"ui-mcp mcp: {printable_lines(str(error))}\n")
            return set_exit_code(1)
        return set_exit_code(0)


def _serve(line: CommandLine, claim: StdioClaim, recorder: SessionRecorder | None) -> None:
    # Importing the SDK creates many long-lived objects; garbage collection meanwhile takes a tenth of the start.
    gc.disable()
    import anyio

    from pytest_uimcp.server.mcp.server import UiMcpServer
    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.transport.signals import stop_signals
    from pytest_uimcp.transport.stdio import serve_stdio

    gc.enable()

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
