"""`nlui --mcp` and `nlui --mcp-sse`."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from pytest_uimcp.core.secrets import log_to_stderr
from pytest_uimcp.openapi.config import find_config, load_config
from pytest_uimcp.openapi.config.models import Config
from pytest_uimcp.transport.claim import claim_stdout

DEFAULT_PORT: Final = 8080


def serve(options: argparse.Namespace) -> int:
    """Serve until the client goes or a signal comes; raises UimcpError if the start fails."""
    # Over HTTP standard output is free; over standard input and output it belongs to the protocol from the first byte
    # on.
    if options.mcp_sse:
        _log()
        config = _config(options)
        if options.mcp_port is None:
            port = config.mcp.server.sse_port or DEFAULT_PORT
        else:
            port = options.mcp_port
        _run(_http, config, port, options.allow_users)
        return 0
    # From here on only the protocol may reach standard output, whatever prints.
    with claim_stdout(restore=False) as claim:
        from pytest_uimcp.openapi.serving.transports import serve_over_stdio

        _log()
        config = _config(options)
        _run(serve_over_stdio, config, claim)
    return 0


def _log() -> None:
    # Without an address or a token: httpx and others name URLs from INFO on.
    log_to_stderr(logging.WARNING, "%(levelname)s %(name)s: %(message)s")


def _config(options: argparse.Namespace) -> Config:
    config = load_config(find_config(options.config))
    overrides = {name: value for name in ("surface", "confirm") if (value := getattr(options, name)) is not None}
    server = config.mcp.server.model_copy(update=overrides)
    return config.model_copy(update={"mcp": config.mcp.model_copy(update={"server": server})})


def _run(work: Callable[..., Awaitable[object]], *arguments: object) -> None:
    import anyio

    from pytest_uimcp.transport.signals import stop_signals

    async def run() -> None:
        with anyio.CancelScope() as serving, stop_signals(serving.cancel):
            await work(*arguments)

    anyio.run(run)


async def _http(config: Config, port: int, users: frozenset[int]) -> None:
    import anyio

    from pytest_uimcp.openapi.serving.service import open_service
    from pytest_uimcp.openapi.serving.transports import serving_over_http

    async with open_service(config) as service, serving_over_http(service, port, users=users):
        await anyio.sleep_forever()
