from __future__ import annotations

import json
import logging

import httpx2
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.principals import principal_of
from pytest_uimcp.transport.token_files import new_token
from tests.transport.sample import Sample
from tests.transport.sites import ask, connected, site
from tests.transport.wires import INITIALIZE, call

pytestmark = pytest.mark.anyio

TOKENS = {"the-agent-token": "agent", "the-human-token": "human"}

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize(
    ("header", "principal"),
    [
        ("Bearer the-agent-token", "agent"),
        ("bearer the-human-token", "human"),
        ("BEARER  the-human-token ", "human"),
        (None, None),
        ("", None),
        ("Bearer", None),
        ("Bearer ", None),
        ("Bearer the-agent-toke", None),
        ("Bearer the-agent-token2", None),
        ("Basic the-agent-token", None),
        ("the-agent-token", None),
        ("Bearer agent", None),
        ("Bearer t\udcffken", None),
    ],
)
async def test_a_token_identifies_its_principal(header: str | None, principal: str | None) -> None:
    assert BearerTokens(TOKENS).principal(header) == principal


async def test_a_single_token_has_the_default_principal() -> None:
    token = new_token()
    assert BearerTokens(token).principal(f"Bearer {token}") == "owner"
    assert token != new_token()
    assert len(token) >= 40


@pytest.mark.parametrize("tokens", [{}, {"": "nobody"}, ""])
async def test_missing_or_empty_tokens_are_an_error(tokens: dict[str, str] | str) -> None:
    with pytest.raises(ValueError, match="expected at least one token, and no empty one"):
        BearerTokens(tokens)


@pytest.mark.parametrize(
    ("headers", "challenge", "says"),
    [
        ({}, 'Bearer realm="mcp"', "a token is required"),
        (bearer("wrong"), 'Bearer realm="mcp", error="invalid_token"', "this token is not known here"),
    ],
)
async def test_without_a_known_token_every_route_is_refused(
    sample: Sample, headers: dict[str, str], challenge: str, says: str
) -> None:
    async with site(sample, authenticator=BearerTokens(TOKENS)) as here:
        for method, path in [("GET", "/hello"), ("GET", "/sse"), ("POST", "/mcp"), ("GET", "/nowhere")]:
            answer = await ask(here.port, method, path, headers=headers)
            assert (answer.status, answer.headers["www-authenticate"]) == (401, challenge)
            assert says in answer.text
            assert "wrong" not in answer.text


async def test_only_the_given_paths_require_a_token(sample: Sample) -> None:
    tokens = BearerTokens(TOKENS, ("/sse", "/message", "/mcp"))
    async with site(sample, authenticator=tokens) as here:
        assert (await ask(here.port, "GET", "/hello")).status == 200
        assert (await ask(here.port, "GET", "/nowhere")).status == 404
        for path in ("/mcp", "/%6dcp", "/mcp?x=1", "/./mcp", "/hello/../mcp"):
            assert (await ask(here.port, "POST", path)).status in (401, 404)
        assert (await ask(here.port, "POST", "/mcp")).status == 401


async def test_a_foreign_page_is_refused_before_its_token_is_checked(sample: Sample) -> None:
    async with site(sample, authenticator=BearerTokens(TOKENS)) as here:
        answer = await ask(here.port, "GET", "/hello", headers={"Origin": "null"})
        assert answer.status == 403


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("way", ["sse", "streamable"])
async def test_handlers_know_the_principal_of_a_call(sample: Sample, mode: str, way: str) -> None:
    headers = bearer("the-human-token")
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        site(sample, authenticator=BearerTokens(TOKENS)) as here,
    ):
        if way == "sse":
            transport = sse_client(f"{here.url}/sse", headers=headers)
        else:
            transport = streamable_http_client(f"{here.url}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            result = await client.call_tool("whoami", {})
            assert getattr(result.content[0], "text", None) == "human"


async def test_without_tokens_there_is_no_principal(sample: Sample) -> None:
    async with site(sample) as here:
        for transport in (sse_client(f"{here.url}/sse"), streamable_http_client(f"{here.url}/mcp")):
            async with Client(transport, mode="legacy") as client:
                result = await client.call_tool("whoami", {})
                assert getattr(result.content[0], "text", None) == "None"
    assert principal_of(None) is None


async def test_an_event_stream_belongs_to_the_principal_that_opened_it(sample: Sample) -> None:
    async with (
        site(sample, authenticator=BearerTokens(TOKENS)) as here,
        connected(here.port) as connection,
    ):
        host = {"Host": f"127.0.0.1:{here.port}"}
        await connection.ask("GET", "/sse", host | bearer("the-agent-token"))
        _, address = await connection.event()
        body = json.dumps(INITIALIZE).encode()
        other = await ask(here.port, "POST", address, body, headers=JSON | bearer("the-human-token"))
        assert other.status == 404
        own = await ask(here.port, "POST", address, body, headers=JSON | bearer("the-agent-token"))
        assert own.status == 202


async def test_a_session_belongs_to_the_principal_that_opened_it(sample: Sample) -> None:
    async with site(sample, authenticator=BearerTokens(TOKENS)) as here:
        async with connected(here.port) as connection:
            headers = JSON | {"Host": f"127.0.0.1:{here.port}"}
            body = json.dumps(INITIALIZE).encode()
            opened = await connection.ask("POST", "/mcp", headers | bearer("the-agent-token"), body)
        session = {"Mcp-Session-Id": opened.headers["mcp-session-id"]}
        body = json.dumps(call(1, "echo", text="x")).encode()
        for token, status in (("the-human-token", 404), ("the-agent-token", 200)):
            answer = await ask(here.port, "POST", "/mcp", body, headers=JSON | session | bearer(token))
            assert answer.status == status


async def test_tokens_are_never_shown(sample: Sample, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = BearerTokens(TOKENS)
    async with site(sample, authenticator=tokens) as here:
        for token in (*TOKENS, "an-unknown-token"):
            await ask(here.port, "POST", "/mcp", b"{}", headers=JSON | bearer(token))
    assert repr(tokens) == "<BearerTokens of ['agent', 'human']>"
    for token in (*TOKENS, "an-unknown-token"):
        assert token not in caplog.text
        assert token not in str(vars(tokens))
