"""How MCP travels: stdio, Server-Sent Events, Streamable HTTP, and who may come in.

Nothing here knows a tool. Names are loaded when they are first used, because the MCP SDK takes a third of a
second to import and a command may have to claim its streams, or show its help, before that.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_uimcp.transport.asgi import AsgiBridge
    from pytest_uimcp.transport.claim import StdioClaim, claim_stdout
    from pytest_uimcp.transport.envelope import Refusal, decode, encode
    from pytest_uimcp.transport.errors import PortUnavailable, StdioUnavailable, TransportError
    from pytest_uimcp.transport.guard import Guard
    from pytest_uimcp.transport.lines import LineBuffer
    from pytest_uimcp.transport.listen import HttpListener, bind, listening
    from pytest_uimcp.transport.memory import in_memory
    from pytest_uimcp.transport.peer import Serve, Served, serving
    from pytest_uimcp.transport.principals import principal_of
    from pytest_uimcp.transport.sse import SseEndpoint
    from pytest_uimcp.transport.stdio import Ending, serve_stdio
    from pytest_uimcp.transport.streamable import StreamableEndpoint
    from pytest_uimcp.transport.subscriptions import Publisher
    from pytest_uimcp.transport.tokens import BearerTokens, new_token

_HOMES = {
    "asgi": ("AsgiBridge",),
    "claim": ("StdioClaim", "claim_stdout"),
    "envelope": ("Refusal", "decode", "encode"),
    "errors": ("PortUnavailable", "StdioUnavailable", "TransportError"),
    "guard": ("Guard",),
    "lines": ("LineBuffer",),
    "listen": ("HttpListener", "bind", "listening"),
    "memory": ("in_memory",),
    "peer": ("Serve", "Served", "serving"),
    "principals": ("principal_of",),
    "sse": ("SseEndpoint",),
    "stdio": ("Ending", "serve_stdio"),
    "streamable": ("StreamableEndpoint",),
    "subscriptions": ("Publisher",),
    "tokens": ("BearerTokens", "new_token"),
}

__all__ = [
    "AsgiBridge",
    "BearerTokens",
    "Ending",
    "Guard",
    "HttpListener",
    "LineBuffer",
    "PortUnavailable",
    "Publisher",
    "Refusal",
    "Serve",
    "Served",
    "SseEndpoint",
    "StdioClaim",
    "StdioUnavailable",
    "StreamableEndpoint",
    "TransportError",
    "bind",
    "claim_stdout",
    "decode",
    "encode",
    "in_memory",
    "listening",
    "new_token",
    "principal_of",
    "serve_stdio",
    "serving",
]


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
