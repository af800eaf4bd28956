"""Questions, progress and cancellation through a compositor, whatever eras its client and its mount speak."""

from __future__ import annotations

from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client

from pytest_uimcp.compositor.policy import Rule, RulePolicy
from pytest_uimcp.transport.http import serve_http
from tests.compositor.mounting import (
    ERAS,
    PATIENCE,
    child_command,
    client_of,
    composed,
    mounted,
    permissive,
    said,
    until,
)
from tests.mcp.reports import told

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:.*sampling.*deprecated"),
]
MOUNTS = ["legacy", "modern", "http legacy", "http modern"]


class Human:
    """Answers what a client is asked."""

    def __init__(self, name: str = "Ada") -> None:
        self.name = name
        self.asked: list[str] = []

    async def elicit(self, _context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        self.asked.append(params.message)
        return types.ElicitResult(action="accept", content={"name": self.name})

    async def sample(self, _context: Any, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        self.asked.append(params.messages[0].content.text)
        content = types.TextContent(type="text", text=f"hello from {self.name}")
        return types.CreateMessageResult(role="assistant", content=content, model="none")

    @property
    def callbacks(self) -> dict[str, Any]:
        return {"elicitation_callback": self.elicit, "sampling_callback": self.sample}


@pytest.mark.parametrize("outer", ERAS)
@pytest.mark.parametrize("inner", MOUNTS)
async def test_questions_of_a_mount_reach_the_client_that_made_the_call(outer: str, inner: str) -> None:
    human = Human()
    async with composed(inner) as (compositor, child), client_of(compositor, outer, **human.callbacks) as client:
        with anyio.fail_after(PATIENCE):
            assert said(await client.call_tool("p_ask")) == "accept {'name': 'Ada'}"
            assert said(await client.call_tool("p_sample")) == "hello from Ada"
    assert human.asked == ["Your name?", "Say hello."]
    assert [record.outcome for record in compositor.calls] == ["policy_allow"] * 2
    assert len(child.calls) == (4 if "modern" in inner else 2)


@pytest.mark.parametrize("outer", ERAS)
@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_questions_pass_through_two_compositors_and_a_wire(outer: str, era: Any) -> None:
    human = Human()
    async with (
        composed() as (inner, _),
        serve_http(inner.mcp.sdk) as url,
        permissive() as compositor,
    ):
        await compositor.mount_server("far", {"url": f"{url}/mcp"}, era=era)
        async with client_of(compositor, outer, **human.callbacks) as client:
            with anyio.fail_after(PATIENCE):
                assert said(await client.call_tool("far_p_ask")) == "accept {'name': 'Ada'}"
                assert said(await client.call_tool("far_p_sample")) == "hello from Ada"
        await compositor.unmount_server("far")


@pytest.mark.slow
async def test_a_process_asks_too() -> None:
    human = Human()
    async with permissive() as compositor:
        await compositor.mount_server("p", child_command(), era="legacy")
        async with client_of(compositor, "2026-07-28", **human.callbacks) as client:
            with anyio.fail_after(PATIENCE):
                assert said(await client.call_tool("p_ask")) == "accept {'name': 'Ada'}"


@pytest.mark.parametrize("outer", ERAS)
@pytest.mark.parametrize("inner", ["legacy", "modern"])
async def test_a_human_is_asked_once_about_a_call_whose_server_also_asks(outer: str, inner: str) -> None:
    human = Human()
    rules = RulePolicy([Rule("p_ask", "ask")])
    async with composed(inner, policy=rules) as (compositor, _):
        items: list[Any] = []
        compositor.approvals.listen(
            lambda item: compositor.approvals.decide(item.id, "approve") if item.pending else items.append(item)
        )
        async with client_of(compositor, outer, **human.callbacks) as client:
            with anyio.fail_after(PATIENCE):
                assert said(await client.call_tool("p_ask")) == "accept {'name': 'Ada'}"
    assert len({item.id for item in items}) == 1


@pytest.mark.parametrize("outer", ERAS)
@pytest.mark.parametrize("inner", ["legacy", "modern"])
async def test_a_client_that_answers_no_questions_makes_the_mounts_question_fail(outer: str, inner: str) -> None:
    async with composed(inner) as (compositor, _), client_of(compositor, outer) as client:
        with anyio.fail_after(PATIENCE):
            assert "elicitation" in told(await client.call_tool("p_ask"))


@pytest.mark.parametrize("outer", ERAS)
async def test_clients_that_call_at_once_each_get_their_own_questions(outer: str) -> None:
    ada, bob = Human("Ada"), Human("Bob")
    async with (
        permissive() as compositor,
        mounted(compositor, "legacy"),
        client_of(compositor, outer, **ada.callbacks) as one,
        client_of(compositor, outer, **bob.callbacks) as two,
    ):
        results: dict[str, str] = {}

        async def call(name: str, client: Any) -> None:
            results[name] = said(await client.call_tool("p_ask"))

        with anyio.fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(call, "Ada", one)
                tasks.start_soon(call, "Bob", two)
    assert results == {name: f"accept {{'name': '{name}'}}" for name in ("Ada", "Bob")}


async def test_a_question_over_a_wire_is_refused_while_several_clients_are_calling() -> None:
    ada, bob = Human("Ada"), Human("Bob")
    async with (
        composed("http legacy") as (compositor, _),
        client_of(compositor, **ada.callbacks) as one,
        client_of(compositor, **bob.callbacks) as two,
    ):
        with anyio.fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(one.call_tool, "p_wait")
                await until(lambda: len(compositor.calls) == 1)
                assert "several clients are calling p" in told(await two.call_tool("p_ask"))
                tasks.cancel_scope.cancel()
    assert (ada.asked, bob.asked) == ([], [])


async def test_a_request_state_of_somebody_else_is_refused() -> None:
    human = Human()
    async with (
        composed("legacy") as (compositor, _),
        client_of(compositor, "2026-07-28", **human.callbacks) as client,
    ):
        asked = await client.session.call_tool("p_ask", allow_input_required=True)
        assert isinstance(asked, types.InputRequiredResult)
        assert asked.input_requests is not None
        for name, state in (("p_sample", asked.request_state), ("p_ask", "guessed")):
            refused = await client.session.call_tool(name, request_state=state, allow_input_required=True)
            assert isinstance(refused, types.CallToolResult)
            assert told(refused).startswith("no call is waiting with this request state")
        answers: dict[str, Any] = {key: types.ElicitResult(action="decline") for key in asked.input_requests}
        result = await client.session.call_tool("p_ask", request_state=asked.request_state, input_responses=answers)
        assert said(result) == "decline None"
        again = await client.session.call_tool("p_ask", request_state=asked.request_state)
        assert "make the call again" in told(again)


async def test_a_parked_call_whose_client_does_not_come_back_ends_with_the_compositor() -> None:
    human = Human()
    async with (
        composed("legacy") as (compositor, _),
        client_of(compositor, "2026-07-28", **human.callbacks) as client,
    ):
        asked = await client.session.call_tool("p_ask", allow_input_required=True)
        assert isinstance(asked, types.InputRequiredResult)
    assert compositor.calls[0].is_error


@pytest.mark.parametrize("outer", ERAS)
@pytest.mark.parametrize("inner", MOUNTS)
@pytest.mark.parametrize("callbacks", [{}, Human().callbacks], ids=["silent", "answering"])
async def test_progress_and_cancellation_pass(outer: str, inner: str, callbacks: dict[str, Any]) -> None:
    reports: list[Any] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        reports.append((progress, total, message))

    async with composed(inner) as (compositor, child), client_of(compositor, outer, **callbacks) as client:
        with anyio.fail_after(PATIENCE):
            async with anyio.create_task_group() as tasks:
                call = lambda: client.call_tool("p_wait", progress_callback=progress)  # noqa: E731 -- one expression that is called again
                tasks.start_soon(call)
                await until(lambda: bool(reports))
                tasks.cancel_scope.cancel()
            await child.cancelled.wait()
            await until(lambda: compositor.calls[0].state == "completed")
    assert reports == [(1.0, 2.0, "half way")]
    assert compositor.calls[0].outcome == "aborted"


@pytest.mark.parametrize("outer", ["legacy", "2026-07-28"])
async def test_a_client_that_asks_for_progress_hears_that_its_call_waits_for_a_decision(outer: str) -> None:
    reports: list[Any] = []

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        reports.append((progress, total, message))
        if len(reports) == 2:
            [item] = compositor.approvals.pending()
            compositor.approvals.decide(item.id, "deny_continue", reason="no")

    async with composed("legacy") as (compositor, _child):
        compositor.policy = RulePolicy()
        compositor.tools.heartbeat_seconds = 0.01
        # Over HTTP: in memory a client asks for progress without a token, and waits as long as it takes.
        async with serve_http(compositor.mcp.sdk) as url, Client(f"{url}/mcp", mode=outer) as client:
            with anyio.fail_after(PATIENCE):
                refused = await client.call_tool("p_wait", progress_callback=progress)
    assert refused.is_error
    assert reports[:2] == [(1e-6, None, "waits for a decision"), (2e-6, None, "waits for a decision")]
