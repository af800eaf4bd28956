"""`ui-mcp record FILE.model.yaml model`: a port in front of a real model, whose answers are written to a file."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import counted, printable_lines
from pytest_uimcp.transport.users import add_allow_users

ENDING: Final = ".model.yaml"
URL: Final = "UIMCP_MODEL_URL"
KEY: Final = "UIMCP_MODEL_KEY"


def main(file: Path, arguments: Sequence[str]) -> int:
    """Record until a signal; returns 0, or 1 if the start fails."""
    options = _parser().parse_args(list(arguments))
    try:
        asyncio.run(_record(file, options))
    except UimcpError as error:
        sys.stderr.write(f"ui-mcp record: {printable_lines(str(error))}\n")
        return 1
    except KeyboardInterrupt:
        pass
    return 0


async def _record(file: Path, options: argparse.Namespace) -> None:
    from pytest_uimcp.agent.recording import (
        RecordingError,
        RecordingProxy,
        ReplayModel,
        read_recording,
        write_recording,
    )
    from pytest_uimcp.transport.signals import stop_signals
    from pytest_uimcp.transport.site import HttpSite

    base_url = options.base_url or os.environ.get(URL, "")
    if not base_url:
        raise RecordingError(f"which service? Name it with --base-url, or in {URL}, such as https://api.openai.com/v1")
    replay = None
    if file.exists():
        if not options.new:
            raise RecordingError(f"{file} exists: give another name, or --new to record on behind what still fits")
        replay = ReplayModel(read_recording(file))
    key = os.environ.get(options.key_env, "")
    proxy = RecordingProxy(base_url, partial(write_recording, path=file), key=key, replay=replay)
    site = HttpSite()
    site.bind("model", proxy.application(), options.port, lambda: options.allow_users)
    stopped = asyncio.Event()
    try:
        await site.start()
        with stop_signals(stopped.set):
            sys.stdout.write(f"model  {site.url('model')}/v1  (in front of {base_url})\n")
            sys.stdout.flush()
            await stopped.wait()
    finally:
        await site.close()
    sys.stderr.write(f"ui-mcp record: {counted(len(proxy.recording.turns), 'turn')} in {file}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"ui-mcp record FILE{ENDING} model",
        description="Pass requests on to a real model, of OpenAI's or Anthropic's interface, and write what it answers "
        "as turns that `uimcp_agent.replays(FILE)` plays. Give the printed address to the agent.",
    )
    parser.add_argument("--base-url", metavar="URL", help=f"the service (default: {URL} of the environment)")
    parser.add_argument(
        "--key-env", metavar="NAME", default=KEY, help=f"the variable with its key (default: {KEY}); without one the "
        "agent's own is passed on",
    )  # fmt: skip
    parser.add_argument("--new", action="store_true", help="play what the file has, and record what is new")
    parser.add_argument("--port", type=int, default=0, help="the port (default: any free one)")
    add_allow_users(parser)
    return parser
