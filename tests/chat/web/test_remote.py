from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import pytest
from mcp import Client

from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.web import RemoteApprovals
from pytest_uimcp.chat.web.remote import PENDING
from pytest_uimcp.compositor.policy import ApprovalError, ApprovalItem, Approvals
from pytest_uimcp.mcp.arguments import NON_EMPTY, STRING, Parameter
from pytest_uimcp.mcp.calls import ToolCall, ToolError
from pytest_uimcp.mcp.resources import JSON, Resource, ResourceRequest
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.http import serve_http
from tests.chat.served import served
from tests.chat.web.test_site import Live, bearer
from tests.transport.wires import PATIENCE

pytestmark = pytest.mark.anyio


async def _pending(approvals: Approvals, _request: ResourceRequest) -> dict[str, Any]:
    return {"pending": [item.to_json() for item in approvals.pending()]}


async def _decide(approvals: Approvals, call: ToolCall) -> dict[str, bool]:
    try:
        approvals.decide(call["call_id"], call["decision"], reason=call["reason"], by=call.principal or "human")
    except ApprovalError as error:
        raise ToolError(str(error), code=error.code) from None
    return {"ok": True}


class Agent:
    """An agent whose approvals are served over MCP, as a compositor does it."""

    def __init__(self) -> None:
        self.approvals = Approvals()
        tool = Tool(
            "decide_call",
            "Decide",
            "Decide about a call.",
            _decide,
            (
                Parameter("call_id", NON_EMPTY, "Which.", required=True),
                Parameter("decision", NON_EMPTY, "What.", required=True),
                Parameter("reason", STRING, "Why."),
            ),
        )
        self.mcp = McpServer("approver", self.approvals, [tool], [Resource(PENDING, "pending", "", JSON, _pending)])
        self.approvals.listen(lambda _: self.mcp.publisher.resource_updated(PENDING))

    async def ask(self, name: str, decided: Callable[[ApprovalItem], None] = lambda item: None) -> None:
        decided(await self.approvals.ask(ToolCall(name, {}), "default: ask"))

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        async with Client(self.mcp.sdk, cache=None) as client:
            yield client


async def until(remote: RemoteApprovals, condition: Callable[[], bool]) -> None:
    """Wait for a change after which the condition holds."""
    changed = anyio.Event()

    def hear(_: object) -> None:
        if condition():
            changed.set()

    stop = remote.listen(hear)
    hear(None)
    with anyio.fail_after(PATIENCE):
        await changed.wait()
    stop()


async def test_what_waits_in_another_process_is_shown_and_answered_there() -> None:
    agent = Agent()
    decided: list[Any] = []
    remote = RemoteApprovals(agent.client)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(agent.ask, "first", decided.append)
        tasks.start_soon(remote.run)
        await until(remote, lambda: len(remote.pending()) == 1)
        tasks.start_soon(agent.ask, "second", decided.append)
        await until(remote, lambda: len(remote.pending()) == 2)
        first, second = (item.to_json() for item in remote.pending())
        assert (first["name"], second["name"]) == ("first", "second")
        await remote.decide(second["id"], "deny_continue", reason="not now")
        await until(remote, lambda: len(remote.pending()) == 1)
        assert [(item.name, item.decision, item.reason) for item in decided] == [("second", "deny_continue", "not now")]
        with pytest.raises(ToolError, match="is over: deny_continue") as refused:
            await remote.decide(second["id"], "approve")
        assert refused.value.code == "already_resolved"
        await remote.decide(first["id"], "approve")
        await until(remote, lambda: not remote.pending())
        tasks.cancel_scope.cancel()


async def test_a_lost_connection_shows_nothing_and_is_opened_again() -> None:
    agent = Agent()
    remote = RemoteApprovals(agent.client)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(agent.ask, "first")
        tasks.start_soon(remote.run)
        await until(remote, lambda: len(remote.pending()) == 1)
        agent.mcp.close()
        await until(remote, lambda: not remote.pending())
        with pytest.raises(ChatError, match="the agent cannot be reached now"):
            await remote.decide("x", "approve")
        tasks.cancel_scope.cancel()


@pytest.mark.slow
async def test_the_page_of_the_command_answers_for_an_agent_in_another_process(
    anyio_backend: str, tmp_path: Path
) -> None:
    agent = Agent()
    decided: list[Any] = []
    token = tmp_path / "approver.token"
    token.write_text("the-token\n")
    token.chmod(0o600)
    async with (
        serve_http(agent.mcp.sdk, authenticator=BearerTokens({"the-token": "human:ada"})) as url,
        anyio.create_task_group() as tasks,
        aiohttp.ClientSession() as http,
    ):
        options = ("--approvals", f"{url}/mcp", "--approvals-token", str(token))
        command = served(tmp_path, "talk.db", *options)
        at = await anyio.to_thread.run_sync(command.__enter__)
        async with http.ws_connect(f"{at.url}/live", headers=bearer(at.tokens["human"])) as socket:
            page = Live(socket)
            tasks.start_soon(agent.ask, "first", decided.append)
            pending: list[Any] = []
            while not pending:
                pending = (await page.next("approvals"))["pending"]
            decide = {"type": "decide", "request": 1, "id": pending[0]["id"], "decision": "approve"}
            assert (await page.ask(decide))["ok"]["decision"] == "approve"
            assert (await page.ask(decide))["error"]["code"] == "already_resolved"
        assert await anyio.to_thread.run_sync(at.stop) == 0
        command.__exit__(None, None, None)
        tasks.cancel_scope.cancel()
    assert [(item.decision, item.decided_by) for item in decided] == [("approve", "human:ada")]


def test_a_token_file_that_is_missing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pytest_uimcp.chat.command import main

    arguments = ["--db", ":memory:", "--tokens", str(tmp_path / "t.json"), "--approvals", "http://127.0.0.1:9/mcp"]
    assert main([*arguments, "--approvals-token", str(tmp_path / "none")]) == 1
    assert "the token in" in capsys.readouterr().err
