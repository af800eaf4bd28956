from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
import respx

from pytest_uimcp.agent import AnthropicModel, ModelError, NetworkNotAllowed, SampleRequest, ToolSpec, UserText
from pytest_uimcp.agent import require_specific as specific
from pytest_uimcp.agent.events import AssistantText, FunctionCall, FunctionCallOutput, Reasoning, SystemText
from pytest_uimcp.agent.models.base import ModelTurn
from pytest_uimcp.agent.models.progress import AnswerDraft, Progress
from pytest_uimcp.agent.models.retries import ONCE
from pytest_uimcp.agent.models.toolnames import provider_name
from pytest_uimcp.mcp.calls import ToolResult

pytestmark = pytest.mark.anyio

URL = "https://models.example/v1/messages"
LONG = "a_very_long_mount_prefix_" + "x" * 60
REQUEST = SampleRequest(
    (
        UserText("list the files"),
        FunctionCall("files_list", '{"path": "/"}', "c1"),
        FunctionCall(LONG, "no json", "c2"),
        FunctionCallOutput("c1", ToolResult(data={"files": ["a"]})),
        FunctionCallOutput("c2", ToolResult.of_text("broken", is_error=True)),
        SystemText("a notice", role="user"),
        SystemText("a rule"),
        AssistantText("plain "),
    ),
    (ToolSpec("files_list", "Lists.", {"type": "object"}), ToolSpec(LONG)),
    "required",
    f"Be brief, use {LONG}.",
)


def model(**options: Any) -> AnthropicModel:
    return AnthropicModel("claude-x", base_url="https://models.example/v1/", api_key="s3cret", retries=ONCE, **options)


@pytest.fixture
async def mocked() -> AsyncIterator[respx.MockRouter]:
    with respx.mock as router:
        yield router


async def asked(asking: AnthropicModel, request: SampleRequest = REQUEST) -> ModelTurn:
    async with asking:
        return await asking.sample(request)


def events(*data: dict[str, Any]) -> bytes:
    return "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in data).encode()


async def test_the_request_has_the_format_of_messages(mocked: respx.MockRouter) -> None:
    route = mocked.post(URL).respond(json={"content": [{"type": "text", "text": "hi"}]})
    await asked(model(stream=False, temperature=0))
    sent = route.calls.last.request
    assert (sent.headers["x-api-key"], sent.headers["anthropic-version"]) == ("s3cret", "2023-06-01")
    assert json.loads(sent.content) == {
        "model": "claude-x",
        "max_tokens": 8192,
        "temperature": 0,
        "system": f"Be brief, use {provider_name(LONG)}.",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "list the files"}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "tool_use", "id": "c1", "name": "files_list", "input": {"path": "/"}},
                    {"type": "tool_use", "id": "c2", "name": provider_name(LONG), "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "c1", "content": '{"files":["a"]}', "is_error": False},
                    {"type": "tool_result", "tool_use_id": "c2", "content": "ERROR\nbroken", "is_error": True},
                    {"type": "text", "text": "a notice"},
                    {"type": "text", "text": "<system>\na rule\n</system>"},
                ],
            },
            {"role": "assistant", "content": [{"type": "text", "text": "plain"}]},
            {"role": "user", "content": [{"type": "text", "text": "Go on."}]},
        ],
        "tools": [
            {"name": "files_list", "description": "Lists.", "input_schema": {"type": "object"}},
            {"name": provider_name(LONG), "description": "", "input_schema": {"type": "object", "properties": {}}},
        ],
        "tool_choice": {"type": "any"},
    }


async def test_a_conversation_begins_with_the_user_and_one_tool_may_be_required(mocked: respx.MockRouter) -> None:
    route = mocked.post(URL).respond(json={"content": []})
    await asked(model(stream=False), SampleRequest((), (ToolSpec(LONG),), specific(LONG)))
    sent = json.loads(route.calls.last.request.content)
    assert sent["messages"] == [{"role": "user", "content": [{"type": "text", "text": "Go on."}]}]
    assert sent["tool_choice"] == {"type": "tool", "name": provider_name(LONG)}


USAGE = {"input_tokens": 7, "output_tokens": 5}
ANSWER = ModelTurn(
    (
        Reasoning("hm"),
        AssistantText("Hello"),
        FunctionCall("files_list", '{"a": 1}', "x1"),
        FunctionCall(LONG, None, "x2"),
    ),
    USAGE,
)


async def test_a_whole_answer_is_read(mocked: respx.MockRouter) -> None:
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "abc"},
        {"type": "text", "text": "Hello"},
        {"type": "tool_use", "id": "x1", "name": "files_list", "input": {"a": 1}},
        {"type": "tool_use", "id": "x2", "name": provider_name(LONG), "input": {}},
    ]
    mocked.post(URL).respond(json={"content": content, "usage": USAGE})
    assert await asked(model(stream=False)) == ANSWER


def start(index: int, **block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def piece(index: int, **delta: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": delta}


PIECES = (
    {"type": "message_start", "message": {"usage": {"input_tokens": 7, "output_tokens": 1}}},
    {"type": "ping"},
    start(0, type="thinking", thinking=""),
    piece(0, type="thinking_delta", thinking="hm"),
    piece(0, type="signature_delta", signature="abc"),
    start(1, type="text", text=""),
    piece(1, type="text_delta", text="Hel"),
    piece(1, type="text_delta", text="lo"),
    start(2, type="tool_use", id="x1", name="files_list", input={}),
    piece(2, type="input_json_delta", partial_json='{"a"'),
    piece(2, type="input_json_delta", partial_json=": 1}"),
    start(3, type="tool_use", id="x2", name=provider_name(LONG), input={}),
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 5}},
    {"type": "message_stop"},
)


@pytest.mark.parametrize("size", [1, 100_000])
async def test_a_streamed_answer_is_read_however_it_is_cut(mocked: respx.MockRouter, size: int) -> None:
    stream = events(*PIECES)

    async def parts() -> AsyncIterator[bytes]:
        for begin in range(0, len(stream), size):
            yield stream[begin : begin + size]

    mocked.post(URL).mock(side_effect=lambda _: httpx.Response(200, content=parts()))
    told: list[Progress] = []
    assert await asked(model(), replace(REQUEST, heard=told.append)) == ANSWER
    assert AnswerDraft("Hello", (FunctionCall("files_list", '{"a"', "x1"),)) in told


@pytest.mark.parametrize(
    ("stream", "message"),
    [
        (events(*PIECES[:-1]), "ended its stream before it was done"),
        (events({"type": "error", "error": {"type": "overloaded_error"}}), "stopped with an error"),
        (events(piece(4, type="text_delta", text="x")), "a piece of a block that was not begun"),
        (events({"type": "content_block_start", "index": "x"}), "a block without a number"),
        (events(start(0, type="tool_use", id="x"), {"type": "message_stop"}), "a call without a name"),
        (b"data: 5\n\n", "an event that cannot be read: 5"),
        (b"data: {broken\n\n", "a line that is not JSON: '{broken'"),
        (
            events({"type": "message_delta", "delta": {"stop_reason": "refusal"}}, {"type": "message_stop"}),
            "the model refused to answer",
        ),
    ],
)
async def test_a_stream_that_cannot_be_used_is_explained(mocked: respx.MockRouter, stream: bytes, message: str) -> None:
    mocked.post(URL).respond(200, content=stream)
    with pytest.raises(ModelError, match=message):
        await asked(model())


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (
            401,
            {"type": "error", "error": {"type": "authentication_error", "message": "invalid x-api-key"}},
            "invalid x",
        ),
        (200, [1], "the model's answer has no content"),
    ],
)
async def test_an_answer_that_cannot_be_used_is_explained(
    mocked: respx.MockRouter, status: int, body: Any, message: str
) -> None:
    mocked.post(URL).respond(status, json=body)
    with pytest.raises(ModelError, match=message) as caught:
        await asked(model(stream=False))
    assert "s3cret" not in str(caught.value)


async def test_a_model_that_was_not_asked_to_reaches_no_network() -> None:
    with pytest.raises(NetworkNotAllowed, match=r"allow it with AnthropicModel\(…, network=True\)"):
        await asked(model())
    assert repr(model()) == "AnthropicModel('claude-x', base_url='https://models.example')"
