"""What is answered before the server is there is, byte for byte, what the server answers."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Final

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from pytest_uimcp.mcp.first_answers import ENVELOPE, SDK, FirstAnswers, first_answers_of
from pytest_uimcp.server.commands.mcp import FIRST_ANSWERS
from pytest_uimcp.server.mcp.server import UiMcpServer
from pytest_uimcp.server.server import UiServer
from tests.transport.wires import served
from tools.docs.first_answers import enveloped, handshake, text

pytestmark = pytest.mark.anyio

NEWEST: Final = HANDSHAKE_PROTOCOL_VERSIONS[-1]
FULL: Final[dict[str, Any]] = {
    "roots": {"listChanged": True},
    "sampling": {"context": {}, "tools": {}},
    "elicitation": {"form": {}, "url": {}},
    "experimental": {},
    "extensions": {},
}
CLIENT: Final = {"name": "ü", "version": "1", "title": "t", "description": "d", "websiteUrl": "https://x.example"}
INITIALIZED: Final = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def answers_of_this_sdk() -> Path:
    """The file of the package, or with another version of the SDK one that is made with it."""
    if first_answers_of(FIRST_ANSWERS) is not None:
        return FIRST_ANSWERS
    path = Path(tempfile.mkdtemp(prefix="uimcp-first-")) / "answers.json"
    path.write_text(text(), encoding="utf-8")
    return path


# Not in a test: it has an event loop of its own.
ANSWERS_FILE: Final = answers_of_this_sdk()


def first() -> FirstAnswers:
    answers = first_answers_of(ANSWERS_FILE)
    assert answers is not None
    return answers


def initialize(**changes: Any) -> dict[str, Any]:
    request = handshake(NEWEST)[0]
    return request | {"params": request["params"] | changes}


def lines(messages: list[dict[str, Any]]) -> list[bytes]:
    return [json.dumps(message, ensure_ascii=False).encode() + b"\n" for message in messages]


ANSWERED: Final = {
    **{version: lines(handshake(version)) for version in (*HANDSHAKE_PROTOCOL_VERSIONS, "1999-01-01", "")},
    **{version: lines(enveloped(version)) for version in MODERN_PROTOCOL_VERSIONS},
    "a version of the other era": lines(handshake(MODERN_PROTOCOL_VERSIONS[0])),
    "all that a client may say": lines([initialize(capabilities=FULL, clientInfo=CLIENT), INITIALIZED]),
    "after the handshake": lines([initialize(), INITIALIZED, *handshake(NEWEST)[1:]]),
    "empty params": lines([initialize(), INITIALIZED | {"params": {}}, handshake(NEWEST)[1] | {"params": {}}]),
    "ids": lines([initialize() | {"id": 0}, *(handshake(NEWEST)[1] | {"id": id_} for id_ in (-1, "a:b", 2**52))]),
    "spaces": [b" " + lines([initialize()])[0].replace(b": ", b" :  ").replace(b"\n", b" \r\n")],
    "the list first": lines(enveloped(MODERN_PROTOCOL_VERSIONS[0])[1:]),
}  # fmt: skip


@pytest.mark.parametrize("kind", ANSWERED)
async def test_the_answers_are_those_of_the_server(tmp_path: Path, kind: str) -> None:
    answers = first()
    early = [answers.to(line) for line in ANSWERED[kind]]
    server = UiServer(tmp_path / "ui")
    mcp = UiMcpServer(server)
    try:
        async with served(mcp.sdk) as wire:
            for line, answer in zip(ANSWERED[kind], early, strict=True):
                await wire.raw(line)
                assert answer is not None
                if answer:
                    assert await wire.line() == answer.removesuffix(b"\n")
    finally:
        mcp.close()
        await server.close()


META: Final = enveloped(MODERN_PROTOCOL_VERSIONS[0])[0]["params"]["_meta"]
LEFT: Final = {
    "no JSON": b"{",
    "no UTF-8": b"\xff{}",
    "a batch": b"[]",
    "text": b'"text"',
    "nothing": b"",
    "half of a pair": lines([initialize()])[0].replace(b'"client"', b'"\\ud800"'),
    "a name twice": b'{"id": 1, ' + lines([initialize()])[0][1:],
    "a number that is none": lines([initialize()])[0].replace(b'"1"', b"NaN"),
    "too deep": b"[" * 100_000,
    **{
        name: lines([message])[0]
        for name, message in {
            "the list before the handshake": handshake(NEWEST)[2],
            "a ping before it": handshake(NEWEST)[1],
            "another method": initialize() | {"method": "prompts/list"},
            "another JSON-RPC": initialize() | {"jsonrpc": "1.0"},
            "a message with more": initialize() | {"more": 1},
            "an id that is no number": initialize() | {"id": 1.5},
            "an id that is true": initialize() | {"id": True},
            "an id that is null": initialize() | {"id": None},
            "an id that is long": initialize() | {"id": "x" * 200},
            "no params": initialize() | {"params": None},
            "a version that is a number": initialize(protocolVersion=1),
            "params with more": initialize(more=1),
            "capabilities of a wrong type": initialize(capabilities={"roots": {"listChanged": 1}}),
            "capabilities with more": initialize(capabilities={"tasks": {}}),
            "a client without a name": initialize(clientInfo={"version": "1"}),
            "an envelope with more": enveloped("")[0] | {"params": {"_meta": META | {"progressToken": 1}}},
            "an envelope of a later version": enveloped("2099-01-01")[0],
            "an incomplete envelope": enveloped("")[0] | {"params": {"_meta": {f"{ENVELOPE}protocolVersion": NEWEST}}},
            "a handshake with an envelope": initialize(_meta=META),
            "a ping with an envelope": enveloped(MODERN_PROTOCOL_VERSIONS[0])[0] | {"method": "ping"},
            "a notification": INITIALIZED,
            "an answer": {"jsonrpc": "2.0", "id": 1, "result": {}},
        }.items()
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", LEFT)
def test_whatever_is_of_another_form_is_left_to_the_server(kind: str) -> None:
    assert first().to(LEFT[kind]) is None


LATER: Final = {
    "a second handshake": initialize() | {"id": 2},
    "the same id": handshake(NEWEST)[1] | {"id": "initialize"},
    "a call": {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "ui_status"}},
    "an envelope": enveloped(MODERN_PROTOCOL_VERSIONS[0])[1],
    "a page of the list": handshake(NEWEST)[2] | {"params": {"cursor": "x"}},
    "a cancellation": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
}


@pytest.mark.parametrize("kind", LATER)
def test_what_follows_the_handshake_is_left_to_the_server_too(kind: str) -> None:
    answers = first()
    assert answers.to(lines([initialize()])[0])
    assert answers.to(lines([LATER[kind]])[0]) is None


@pytest.mark.parametrize("name", SDK)
def test_answers_of_another_version_of_the_sdk_are_not_used(tmp_path: Path, name: str) -> None:
    content = json.loads(ANSWERS_FILE.read_bytes())
    content["sdk"][name] = "0.0.1"
    (tmp_path / "answers.json").write_text(json.dumps(content))
    assert first_answers_of(tmp_path / "answers.json") is None
