from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
import respx

from pytest_uimcp.agent import (
    ModelError,
    NetworkNotAllowed,
    SampleRequest,
    ToolSpec,
    UserText,
    require_specific,
)
from pytest_uimcp.agent.events import AssistantText, FunctionCall, FunctionCallOutput, Reasoning, SystemText
from pytest_uimcp.agent.models.base import ModelTurn
from pytest_uimcp.agent.models.openai import OpenAIModel
from pytest_uimcp.agent.models.progress import AnswerDraft, Progress
from pytest_uimcp.agent.models.retries import ONCE
from pytest_uimcp.agent.models.toolnames import provider_name
from pytest_uimcp.mcp.calls import ToolResult
from tests.transport.packed import nested_bomb

pytestmark = pytest.mark.anyio

URL = "https://models.example/v1/chat/completions"
LONG = "a_very_long_mount_prefix_" + "x" * 60
REQUEST = SampleRequest(
    (
        UserText("list the files"),
        FunctionCall("files_list", '{"path": "/"}', "c1"),
        FunctionCall(LONG, None, "c2"),
        FunctionCallOutput("c1", ToolResult(data={"files": ["a"]})),
        FunctionCallOutput("c2", ToolResult.of_text("broken", is_error=True)),
        SystemText("a notice", role="user"),
        SystemText("a rule"),
        AssistantText("plain"),
    ),
    (ToolSpec("files_list", "Lists.", {"type": "object"}), ToolSpec(LONG)),
    "required",
    "Be brief.",
)


def model(**options: Any) -> OpenAIModel:
    return OpenAIModel("gpt-x", base_url="https://models.example/v1/", api_key="s3cret", retries=ONCE, **options)


@pytest.fixture
async def mocked() -> AsyncIterator[respx.MockRouter]:
    with respx.mock as router:
        yield router


def events(*data: Any) -> bytes:
    lines = [f"data: {one if isinstance(one, str) else json.dumps(one)}\r\n\r\n" for one in data]
    return (": a comment\r\nevent: message\n" + "".join(lines)).encode()


def delta(**given: Any) -> dict[str, Any]:
    return {"choices": [{"delta": given}]}


def piece(index: int, call_id: str | None = None, **function: str) -> dict[str, Any]:
    return {"index": index, **({"id": call_id} if call_id else {}), "function": function}


async def asked(asking: OpenAIModel, request: SampleRequest = REQUEST) -> ModelTurn:
    async with asking:
        return await asking.sample(request)


async def test_the_request_has_the_format_of_chat_completions(mocked: respx.MockRouter) -> None:
    route = mocked.post(URL).respond(json={"choices": [{"message": {"content": "hi"}}]})
    await asked(model(stream=False, temperature=0))
    sent = route.calls.last.request
    assert sent.headers["authorization"] == "Bearer s3cret"
    assert json.loads(sent.content) == {
        "model": "gpt-x",
        "temperature": 0,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "list the files"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "files_list", "arguments": '{"path": "/"}'}},
                    {"id": "c2", "type": "function", "function": {"name": provider_name(LONG), "arguments": "{}"}},
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": '{"files":["a"]}'},
            {"role": "tool", "tool_call_id": "c2", "content": "ERROR\nbroken"},
            {"role": "user", "content": "a notice"},
            {"role": "system", "content": "a rule"},
            {"role": "assistant", "content": "plain"},
        ],
        "tools": [
            {
                "type": "function",
                "function": {"name": "files_list", "description": "Lists.", "parameters": {"type": "object"}},
            },
            {
                "type": "function",
                "function": {
                    "name": provider_name(LONG),
                    "description": "",
                    "parameters": {"type": "object", "properties": {}},
                },
            },
        ],
        "tool_choice": "required",
    }


async def test_without_tools_no_choice_is_sent_and_one_tool_may_be_required(mocked: respx.MockRouter) -> None:
    route = mocked.post(URL).respond(json={"choices": [{"message": {}}]})
    await asked(model(stream=False), SampleRequest((UserText("hi"),)))
    assert json.loads(route.calls.last.request.content).keys() == {"model", "messages"}
    await asked(model(stream=False), SampleRequest((), (ToolSpec(LONG),), require_specific(LONG)))
    assert json.loads(route.calls.last.request.content)["tool_choice"] == {
        "type": "function",
        "function": {"name": provider_name(LONG)},
    }


async def test_instructions_and_notices_name_tools_as_the_request_lists_them(mocked: respx.MockRouter) -> None:
    route = mocked.post(URL).respond(json={"choices": [{"message": {}}]})
    said = f"Use {LONG}, not files_list."
    request = SampleRequest((SystemText(said), UserText(said)), REQUEST.tools, "auto", said)
    await asked(model(stream=False), request)
    listed = f"Use {provider_name(LONG)}, not files_list."
    messages = json.loads(route.calls.last.request.content)["messages"]
    assert [message["content"] for message in messages] == [listed, listed, said]


def test_a_model_is_made_to_call_one_tool_only() -> None:
    for names in ((), ("a", "b")):
        with pytest.raises(ValueError, match="made to call one tool"):
            require_specific(*names)


ANSWER = ModelTurn(
    (
        Reasoning("hm"),
        AssistantText("Hello"),
        FunctionCall("files_list", '{"a": 1}', "x1"),
        FunctionCall(LONG, None, "x2"),
    ),
    {"total_tokens": 5},
)


async def test_a_whole_answer_is_read(mocked: respx.MockRouter) -> None:
    calls = [
        {"id": "x1", "type": "function", "function": {"name": "files_list", "arguments": '{"a": 1}'}},
        {"id": "x2", "type": "function", "function": {"name": provider_name(LONG), "arguments": ""}},
    ]
    message = {"role": "assistant", "reasoning_content": "hm", "content": "Hello", "tool_calls": calls}
    mocked.post(URL).respond(json={"choices": [{"message": message}], "usage": {"total_tokens": 5}})
    assert await asked(model(stream=False)) == ANSWER


STREAM = events(
    delta(role="assistant", content=""),
    delta(reasoning="hm"),
    delta(content="Hel"),
    delta(content="lo", tool_calls=None),
    delta(tool_calls=[piece(0, "x1", name="files_list", arguments="")]),
    delta(tool_calls=[piece(1, "x2", name=provider_name(LONG))]),
    delta(tool_calls=[piece(0, arguments='{"a"')]),
    delta(tool_calls=[piece(0, arguments=": 1}")]),
    {"choices": [], "usage": {"total_tokens": 5}},
    "[DONE]",
)


@pytest.mark.parametrize("size", [1, 7, 100_000])
async def test_a_streamed_answer_is_read_however_it_is_cut(mocked: respx.MockRouter, size: int) -> None:
    async def parts() -> AsyncIterator[bytes]:
        for start in range(0, len(STREAM), size):
            yield STREAM[start : start + size]

    route = mocked.post(URL).mock(side_effect=lambda _: httpx.Response(200, content=parts()))
    assert await asked(model()) == ANSWER
    sent = json.loads(route.calls.last.request.content)
    assert (sent["stream"], sent["stream_options"]) == (True, {"include_usage": True})


async def test_what_has_come_of_an_answer_is_told_while_it_comes(mocked: respx.MockRouter) -> None:
    mocked.post(URL).respond(200, content=STREAM)
    told: list[Progress] = []
    await asked(model(), replace(REQUEST, heard=told.append))
    assert AnswerDraft("Hel") in told
    assert AnswerDraft("Hello", (FunctionCall("files_list", '{"a"', "x1"), FunctionCall(LONG, "", "x2"))) in told


async def test_a_refusal_is_told(mocked: respx.MockRouter) -> None:
    mocked.post(URL).respond(json={"choices": [{"message": {"content": None, "refusal": "I cannot do that."}}]})
    with pytest.raises(ModelError, match="the model refused to answer: I cannot do that"):
        await asked(model(stream=False))


async def test_calls_without_ids_and_with_old_ones_get_new_ones(mocked: respx.MockRouter) -> None:
    calls = [{"function": {"name": "a"}}, {"id": "c1", "function": {"name": "b", "arguments": {"x": 1}}}]
    mocked.post(URL).respond(json={"choices": [{"message": {"content": None, "tool_calls": calls}}]})
    first, second = (await asked(model(stream=False))).items
    assert isinstance(first, FunctionCall)
    assert isinstance(second, FunctionCall)
    assert first.call_id.startswith("call_")
    assert second.call_id not in ("c1", first.call_id)
    assert second.args_json == '{"x": 1}'


@pytest.mark.parametrize(
    ("status", "body", "message"),
    [
        (401, {"error": {"message": "wrong key"}}, "answered 401: wrong key"),
        (500, "oops " * 200, "answered 500: oops"),
        (200, "no json", "answered with something that is not JSON: b'no json'"),
        (200, {}, "the model's answer has no choices: {}"),
        (200, {"choices": []}, "has no choices"),
        (200, {"choices": [5]}, "has no choices"),
        (200, [1], "has no choices"),
        (200, {"choices": [{}]}, "has no message"),
        (200, {"choices": [{"message": {"tool_calls": {"a": 1}}}]}, "calls are not a list"),
        (200, {"choices": [{"message": {"tool_calls": [5]}}]}, "a call that cannot be read: 5"),
        (200, {"choices": [{"message": {"tool_calls": [{"function": {}}]}}]}, "a call without a name"),
    ],
)
async def test_an_answer_that_cannot_be_used_is_explained(
    mocked: respx.MockRouter, status: int, body: Any, message: str
) -> None:
    content = body if isinstance(body, str) else json.dumps(body)
    mocked.post(URL).respond(status, content=content)
    with pytest.raises(ModelError) as caught:
        await asked(model(stream=False))
    assert message in str(caught.value)
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize(
    ("stream", "message"),
    [
        (events(delta(content="hi")), "ended its stream before it was done"),
        (b"", "ended its stream before it was done"),
        (events("{broken"), "stream has a line that is not JSON: '{broken'"),
        (events({"error": {"message": "overloaded"}}), 'stopped with an error: {"message": "overloaded"}'),
        (events({"choices": [{"delta": {"tool_calls": [{"index": "x", "function": {}}]}}]}), "cannot be read"),
    ],
)
async def test_a_stream_that_cannot_be_used_is_explained(mocked: respx.MockRouter, stream: bytes, message: str) -> None:
    mocked.post(URL).respond(200, content=stream)
    with pytest.raises(ModelError) as caught:
        await asked(model())
    assert message in str(caught.value)


@pytest.mark.parametrize("streamed", [True, False])
async def test_an_answer_without_end_is_cut_off(mocked: respx.MockRouter, streamed: bool) -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 1_000_000

    mocked.post(URL).mock(side_effect=lambda _: httpx.Response(200, content=endless()))
    with pytest.raises(ModelError, match="answered more than 16777216 bytes"):
        await asked(model(stream=streamed))


@pytest.mark.slow
@pytest.mark.parametrize("streamed", [True, False])
async def test_an_answer_that_is_small_only_while_packed_is_cut_off(mocked: respx.MockRouter, streamed: bool) -> None:
    async def packed() -> AsyncIterator[bytes]:
        yield nested_bomb(2)

    headers = {"Content-Encoding": "deflate, gzip"}
    mocked.post(URL).mock(side_effect=lambda _: httpx.Response(200, headers=headers, content=packed()))
    with pytest.raises(ModelError, match="answered more than 16777216 bytes"):
        await asked(model(stream=streamed))


@pytest.mark.parametrize("error", [httpx.ConnectTimeout("slow"), httpx.ReadError("cut"), httpx.ConnectError("refused")])
async def test_an_endpoint_that_cannot_be_reached_is_named(mocked: respx.MockRouter, error: Exception) -> None:
    mocked.post(URL).mock(side_effect=error)
    with pytest.raises(ModelError, match=f"{URL} could not be asked: {type(error).__name__}"):
        await asked(model(network=True))


async def test_a_model_that_was_not_asked_to_reaches_no_network() -> None:
    with pytest.raises(NetworkNotAllowed) as caught:
        await asked(model())
    assert str(caught.value) == (
        f"the model gpt-x may not send a request to {URL}: mock it with respx, use a ScriptedModel, or allow it with "
        "OpenAIModel(…, network=True)"
    )


async def test_not_even_to_this_machine_or_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    import anyio

    requests: list[bytes] = []

    async def listen(stream: Any) -> None:
        async with stream:
            requests.append(await stream.receive())

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.extra(anyio.abc.SocketAttribute.local_port)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, listen)
        for address in (f"http://127.0.0.1:{port}/v1", "https://models.example/v1", f"http://localhost:{port}"):
            with pytest.raises(NetworkNotAllowed):
                await asked(OpenAIModel("m", base_url=address))
        tasks.cancel_scope.cancel()
    assert requests == []


async def test_a_transport_that_is_given_is_used() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json={"choices": [{"message": {"content": "hi"}}]}))
    assert (await asked(model(transport=transport, stream=False))).items == (AssistantText("hi"),)


async def test_the_key_is_not_shown(mocked: respx.MockRouter) -> None:
    mocked.post(URL).respond(401, json={"error": {"message": "no"}})
    asking = model()
    assert repr(asking) == "OpenAIModel('gpt-x', base_url='https://models.example/v1')"
    with pytest.raises(ModelError) as caught:
        await asked(asking)
    assert "s3cret" not in str(caught.value)


async def test_half_a_surrogate_pair_is_sent_as_json_writes_it(mocked: respx.MockRouter) -> None:
    route = mocked.post(URL).respond(json={"choices": [{"message": {}}]})
    await asked(model(stream=False), SampleRequest((UserText("\ud83d"),)))
    assert rb"\ud83d" in route.calls.last.request.content


def test_a_long_name_keeps_its_beginning_and_stays_different() -> None:
    names = [provider_name(LONG + last) for last in "ab"]
    assert all(len(name) == 64 for name in names)
    assert names[0] != names[1]
    assert names[0][:58] == LONG[:58]
    assert provider_name("chat.assistant.post") == "chat_assistant_post"
