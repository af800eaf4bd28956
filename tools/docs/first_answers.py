"""The answers that `ui-mcp mcp` gives before the server is there: results of the server itself, in a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import anyio
from mcp.shared.message import SessionMessage
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.mcp.first_answers import ENVELOPE, SDK
from pytest_uimcp.server.commands.mcp import FIRST_ANSWERS
from pytest_uimcp.server.mcp.server import UiMcpServer
from pytest_uimcp.server.server import UiServer
from pytest_uimcp.transport.jsonrpc import decode, encode

__all__ = ["IN_THE_PACKAGE", "enveloped", "handshake", "text"]

Json = dict[str, Any]
CLIENT: Final = {"name": "client", "version": "1"}


def handshake(protocol: str) -> list[Json]:
    """The first requests of a client of a version with a handshake."""
    begin = {"protocolVersion": protocol, "capabilities": {}, "clientInfo": CLIENT}
    return [
        {"jsonrpc": "2.0", "id": "initialize", "method": "initialize", "params": begin},
        {"jsonrpc": "2.0", "id": "ping", "method": "ping"},
        {"jsonrpc": "2.0", "id": "tools/list", "method": "tools/list"},
    ]


def enveloped(protocol: str) -> list[Json]:
    """The same for a version in which each request says who asks."""
    meta = {
        f"{ENVELOPE}protocolVersion": protocol,
        f"{ENVELOPE}clientInfo": CLIENT,
        f"{ENVELOPE}clientCapabilities": {},
    }
    return [
        {"jsonrpc": "2.0", "id": method, "method": method, "params": {"_meta": meta}}
        for method in ("server/discover", "tools/list")
    ]


def text() -> str:
    eras = {
        "handshake": {protocol: anyio.run(answers, handshake(protocol)) for protocol in HANDSHAKE_PROTOCOL_VERSIONS},
        "enveloped": {protocol: anyio.run(answers, enveloped(protocol)) for protocol in MODERN_PROTOCOL_VERSIONS},
    }
    # Most versions have the same results, which stand in the file once.
    results: list[Json] = []
    numbers = {
        era: {
            protocol: {method: _number(result, results) for method, result in answered.items()}
            for protocol, answered in protocols.items()
        }
        for era, protocols in eras.items()
    }
    content = {"sdk": {name: version(name.replace("_", "-")) for name in SDK}, **numbers, "results": results}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _number(result: Json, results: list[Json]) -> int:
    # As text: the order of names is a part of an answer.
    written = json.dumps(result)
    for number, known in enumerate(results):
        if json.dumps(known) == written:
            return number
    results.append(result)
    return len(results) - 1


async def answers(requests: list[Json]) -> dict[str, Json]:
    """What the server answers to a client that sends these, by id."""
    into, inbox = anyio.create_memory_object_stream[SessionMessage | Exception](len(requests))
    outbox, out_of = anyio.create_memory_object_stream[SessionMessage]()
    results: dict[str, Json] = {}
    with TemporaryDirectory() as folder:
        server = UiServer(Path(folder))
        mcp = UiMcpServer(server)
        async with anyio.create_task_group() as tasks, into, out_of:
            tasks.start_soon(mcp.serve, inbox, outbox)
            for request in requests:
                await into.send(SessionMessage(decode(json.dumps(request).encode())))
                answer = json.loads(encode((await out_of.receive()).message))
                results[answer["id"]] = answer["result"]
            tasks.cancel_scope.cancel()
        mcp.close()
        await server.close()
    return results


IN_THE_PACKAGE: Final[dict[str, Callable[[], str]]] = {
    FIRST_ANSWERS.relative_to(Path(__file__).parents[2]).as_posix(): text
}
