"""`ui-mcp mcp`: the server over stdio, for an agent that starts it as a subprocess.

A client waits for the first answers, so these come before the server is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.server.base_dir import prepare_base_dir
from pytest_uimcp.server.commands.options import CommandLine, parser
from pytest_uimcp.server.options import PUBLISHER_PORT, ServerOptions
from pytest_uimcp.transport.claim import StdioClaim, can_be_polled, claim_stdout

if TYPE_CHECKING:
    from pytest_uimcp.mcp.front import StdioFront
    from pytest_uimcp.server.mcp.recorder import SessionRecorder


FIRST_ANSWERS: Final = Path(__file__).parents[1] / "mcp" / "first_answers.json"
"""What the server answers to what every client asks first; `make docs` writes it."""


def main(arguments: Sequence[str], recorder: SessionRecorder | None = None) -> int:
    """Serve one agent until it closes its end of the pipe; returns 0, or 1 if the start fails."""
    options_parser = parser("ui-mcp mcp", "Serve MCP over stdio, the UI over HTTP on free local ports.")
    try:
        line = CommandLine(options_parser.parse_args(list(arguments)), ServerOptions(publisher_port=PUBLISHER_PORT))
    except UimcpError as error:
        options_parser.error(str(error))
    # From here on only the protocol may reach standard output, whatever prints.
    with claim_stdout(restore=False) as claim, ExitStack() as stack:
        front = _front(line, claim)
        if front is not None:
            stack.callback(front.finish)
        # After the first answers: these modules import the SDK, Lua and much else.
        from pytest_uimcp.server.commands.exit import set_exit_code
        from pytest_uimcp.server.commands.logs import log_to_stderr

        log_to_stderr(line.verbosity)
        from pytest_uimcp.server.commands.stdio import serve

        try:
            serve(line, claim, recorder, stack.close)
        except UimcpError as error:
            sys.stderr.write(f"ui-mcp mcp: {printable_lines(str(error))}\n")
            return set_exit_code(1)
        return set_exit_code(0)


def _front(line: CommandLine, claim: StdioClaim) -> StdioFront | None:
    """Answers the client until the server is there; None where the server has to, or cannot be started at all."""
    if not (can_be_polled(claim.stdin) and can_be_polled(claim.stdout)):
        return None
    # The server begins by configuring itself, and says what is wrong. A client whose server ends has no answer before.
    try:
        if line.options.auto_configure:
            prepare_base_dir(line.base_dir.absolute())
            if (line.base_dir / "config.toml").exists():
                from pytest_uimcp.server.config import read_config

                read_config(line.base_dir.absolute(), line.options, line.explicit)
    except UimcpError:
        return None
    # Not above: some systems have nothing to wait with for several descriptors.
    from pytest_uimcp.mcp.first_answers import first_answers_of
    from pytest_uimcp.mcp.front import StdioFront

    answers = first_answers_of(FIRST_ANSWERS)
    return None if answers is None else StdioFront(claim, answers)
