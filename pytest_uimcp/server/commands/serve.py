"""`ui-mcp serve`: the server over HTTP, for development and for clients that connect to a running server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.server.commands.exit import exit_despite_threads, exit_without_cleanup, set_exit_code
from pytest_uimcp.server.commands.logs import log_to_directory, log_to_stderr
from pytest_uimcp.server.commands.options import CommandLine, parser
from pytest_uimcp.server.options import PUBLISHER_PORT, ServerOptions

if TYPE_CHECKING:
    from pytest_uimcp.server.mcp.recorder import SessionRecorder


UI_PORT = 8000
MCP_PORT = 8001


def main(arguments: Sequence[str], recorder: SessionRecorder | None = None) -> int:
    """Serve until a signal; returns 0, or 1 if the start fails."""
    options_parser = parser(
        "ui-mcp serve",
        f"Serve the UI (default port {UI_PORT}) and MCP (default port {MCP_PORT}: GET /sse with POST /message, and "
        "Streamable HTTP at /mcp) on 127.0.0.1.",
    )
    try:
        defaults = ServerOptions(port=UI_PORT, mcp_port=MCP_PORT, publisher_port=PUBLISHER_PORT)
        line = CommandLine(options_parser.parse_args(list(arguments)), defaults)
    except UimcpError as error:
        options_parser.error(str(error))
    log_to_stderr(line.verbosity)
    try:
        asyncio.run(_serve(line, recorder))
    except UimcpError as error:
        sys.stderr.write(f"ui-mcp serve: {printable_lines(str(error))}\n")
        return set_exit_code(1)
    except KeyboardInterrupt:
        pass
    return set_exit_code(0)


async def _serve(line: CommandLine, recorder: SessionRecorder | None) -> None:
    # Not at the top: `--help` and wrong usage are answered without the server.
    from pytest_uimcp.server.ports.http_server import HttpUiServer
    from pytest_uimcp.transport.signals import stop_signals

    stopped = asyncio.Event()
    http = HttpUiServer(line.base_dir, options=line.options, explicit=line.explicit)
    http.server.configured.add(log_to_directory)
    if recorder is not None:
        recorder.attach(http.server)
    with stop_signals(stopped.set):
        # In a task: a signal ends a start, too, that takes long.
        opening = asyncio.create_task(http.open())
        stop_task = asyncio.create_task(stopped.wait())
        try:
            await asyncio.wait((opening, stop_task), return_when=asyncio.FIRST_COMPLETED)
            if opening.done():
                opening.result()
                sys.stdout.write(http.describe())
                sys.stdout.flush()
                await stop_task
        finally:
            # This also makes a start fail that is still in progress.
            await http.close()
            await asyncio.gather(opening, return_exceptions=True)
            exit_without_cleanup()
    exit_despite_threads()
