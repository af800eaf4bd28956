"""How MCP travels: stdio, Server-Sent Events, Streamable HTTP, and who may come in.

Nothing here knows a tool. Names are loaded when they are first used, because the MCP SDK takes a third of a
second to import and a command may have to claim its streams, or show its help, before that.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    "AsgiBridge": "asgi",
    "BearerTokens": "tokens",
    "Ending": "stdio",
    "Guard": "guard",
    "HttpListener": "listen",
    "LineBuffer": "lines",
    "PortUnavailable": "errors",
    "Publisher": "subscriptions",
    "Refusal": "envelope",
    "Serve": "peer",
    "Served": "peer",
    "SseEndpoint": "sse",
    "StdioClaim": "claim",
    "StdioUnavailable": "errors",
    "StreamableEndpoint": "streamable",
    "TransportError": "errors",
    "bind": "listen",
    "claim_stdout": "claim",
    "decode": "envelope",
    "encode": "envelope",
    "in_memory": "memory",
    "listening": "listen",
    "new_token": "tokens",
    "principal_of": "principals",
    "serve_stdio": "stdio",
    "serving": "peer",
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
