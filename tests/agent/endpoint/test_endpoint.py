"""The scripted model at a URL, asked by httpx and by our own OpenAIModel, as a foreign agent would."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from pytest_uimcp.agent import SampleRequest, ToolSpec, UserText, call, end, say, text
from pytest_uimcp.agent.choice import require_specific
from pytest_uimcp.agent.events import AssistantText, FunctionCall, FunctionCallOutput, SystemText
from pytest_uimcp.agent.models.openai import OpenAIModel
from pytest_uimcp.agent.models.toolnames import provider_name
from pytest_uimcp.mcp.calls import ToolResult
from tests.agent.endpoint.serving import ServedScript, pieces, serving

pytestmark = pytest.mark.anyio

CHAT = "/v1/chat/completions"
RESPONSES = "/v1/responses"
HELLO = [{"role": "user", "content": "Hello"}]
FUNCTION = {"name": "files_read", "description": "Reads", "parameters": {"type": "object"}}
TOOLS = [{"type": "function", "function": FUNCTION}]
CHAT_TOOLS = [
    *TOOLS,
    *({"type": "function", "function": {"name": name}} for name in ("chat_assistant_post", "loop_yield_turn")),
]


Served = ServedScript


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as made:
        yield made


async def test_a_turn_is_an_answer_of_chat_completions(served: Served) -> None:
    served.script.plays([[text("I look."), call("files_read", path="/a"), call("files_read")]])
    response = await served.post(CHAT, messages=HELLO, tools=TOOLS)
    body = response.json()
    assert (body["object"], body["model"]) == ("chat.completion", "any")
    [choice] = body["choices"]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"]["content"] == "I look."
    assert choice["message"]["tool_calls"] == [
        {"id": "call_1", "type": "function", "function": {"name": "files_read", "arguments": '{"path": "/a"}'}},
        {"id": "call_2", "type": "function", "function": {"name": "files_read", "arguments": "{}"}},
    ]


async def test_the_model_records_what_it_was_asked(served: Served) -> None:
    served.script.plays([[end()]])
    call_ = {"id": "c1", "type": "function", "function": {"name": "files_read", "arguments": '{"path": "/a"}'}}
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Read"}, {"type": "image_url", "image_url": {}}]},
        {"role": "assistant", "content": "Yes.", "tool_calls": [call_]},
        {"role": "tool", "tool_call_id": "c1", "content": "milk"},
        {"role": "developer", "content": "Hurry."},
    ]
    choice = {"type": "function", "function": {"name": "files_read"}}
    form = {"type": "json_object"}
    await served.post(CHAT, messages=messages, tools=TOOLS, tool_choice=choice, temperature=0, response_format=form)
    assert served.script.requests == [
        SampleRequest(
            (
                UserText("Read\n[image_url]"),
                AssistantText("Yes."),
                FunctionCall("files_read", '{"path": "/a"}', "c1"),
                FunctionCallOutput("c1", ToolResult.of_text("milk")),
                SystemText("Hurry."),
            ),
            (ToolSpec("files_read", "Reads", {"type": "object"}),),
            require_specific("files_read"),
            "Be brief.",
            model="any",
            parameters={"temperature": 0},
            response_format={"type": "json_object"},
        )
    ]
    assert [body["messages"] for body in served.endpoint.requests] == [messages]


@pytest.mark.parametrize("stream", [True, False])
async def test_our_own_client_reads_the_script_back(served: Served, stream: bool) -> None:
    served.script.plays([[say("Hé."), call("files_read", path='"/a"'), end()], [text("done")]])
    names = ("chat_assistant_post", "loop_yield_turn", "files_read")
    asked = SampleRequest((UserText("hi"),), tuple(ToolSpec(name) for name in names))
    async with OpenAIModel("m", base_url=str(served.client.base_url.join("/v1")), network=True, stream=stream) as model:
        turn = await model.sample(asked)
        last = await model.sample(asked)
    assert [(item.name, item.args) for item in turn.items if isinstance(item, FunctionCall)] == [
        ("chat_assistant_post", {"mime": "text/markdown", "content": "Hé."}),
        ("files_read", {"path": '"/a"'}),
        ("loop_yield_turn", {}),
    ]
    assert last.items == (AssistantText("done"),)


async def test_a_stream_ends_with_the_usage_if_it_is_requested(served: Served) -> None:
    served.script.plays([[text("hi")], [text("hi")]])
    plain = await served.post(CHAT, messages=HELLO, stream=True)
    counted = await served.post(CHAT, messages=HELLO, stream=True, stream_options={"include_usage": True})
    assert plain.headers["content-type"] == "text/event-stream"
    assert plain.text.endswith("data: [DONE]\n\n")
    assert [piece["choices"][0]["finish_reason"] for piece in pieces(plain)] == [None, None, "stop"]
    assert pieces(counted)[-1]["choices"] == []
    # Four bytes are a token, and a message has three more: the same in every run.
    usage = pieces(counted)[-1]["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"], usage["total_tokens"]) == (5, 1, 6)


async def test_an_agent_without_a_chat_gets_plain_text(served: Served) -> None:
    served.script.plays([[say("Done."), end()], [say("Done."), end()]])
    without = (await served.post(CHAT, messages=HELLO, tools=TOOLS)).json()["choices"][0]
    assert (without["message"]["content"], without["finish_reason"]) == ("Done.", "stop")
    assert "tool_calls" not in without["message"]
    within = (await served.post(CHAT, messages=HELLO, tools=CHAT_TOOLS)).json()["choices"][0]
    names = [call_["function"]["name"] for call_ in within["message"]["tool_calls"]]
    assert names == ["chat_assistant_post", "loop_yield_turn"]


async def test_an_agent_that_asks_after_the_end_of_its_turn_gets_an_empty_message(served: Served) -> None:
    served.script.plays([[end()], [text("Hi again.")]])
    made = (await served.post(CHAT, messages=HELLO, tools=CHAT_TOOLS)).json()["choices"][0]["message"]
    output = {"role": "tool", "tool_call_id": "call_1", "content": "{}"}
    after = (await served.post(CHAT, messages=[*HELLO, made, output], tools=CHAT_TOOLS)).json()["choices"][0]
    assert (after["message"]["content"], after["finish_reason"]) == (None, "stop")
    assert len(served.script.left) == 1
    more = [*HELLO, made, output, after["message"], *HELLO]
    later = (await served.post(CHAT, messages=more, tools=CHAT_TOOLS)).json()["choices"][0]
    assert later["message"]["content"] == "Hi again."


async def test_long_names_are_those_the_agent_was_told(served: Served) -> None:
    long = "files_" + "x" * 80
    served.script.plays([[call(long), call("a.b")]])
    short = provider_name(long)
    tools = [{"type": "function", "function": {"name": name}} for name in (short, "a_b")]
    response = await served.post(CHAT, messages=HELLO, tools=tools)
    first, second = (one["function"]["name"] for one in response.json()["choices"][0]["message"]["tool_calls"])
    assert (first, len(first), second) == (short, 64, "a_b")


async def test_one_request_too_many_is_refused_with_the_next_step(served: Served) -> None:
    served.script.plays([end()])
    await served.post(CHAT, messages=HELLO)
    response = await served.post(CHAT, messages=HELLO)
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["code"] == "no_turn_left"
    assert error["message"] == (
        "no turn left: the model was asked for turn 2, but its script has 1 turn; the last thing it was told: 'Hello'; "
        "add the turn with plays([…]), or let the turn before finish with end()"
    )
    assert served.failures == [error["message"]]
    served.script.plays([text("later")])
    assert (await served.post(CHAT, messages=HELLO)).status_code == 200


BAD = [
    ({}, "messages: expected a list, got None"),
    ({"messages": []}, "messages: expected at least one message"),
    ({"messages": ["x"]}, "messages[0]: expected an object, got 'x'"),
    (
        {"messages": [{"role": "robot"}]},
        "messages[0].role: expected system, developer, user, assistant or tool, got 'robot'",
    ),
    ({"messages": [{"role": "tool", "content": "x"}]}, "messages[0].tool_call_id: expected a string, got None"),
    ({"messages": [{"role": "user", "content": 5}]}, "messages[0].content: expected a list, got 5"),
    ({"messages": HELLO, "n": 2}, "n: a script has one answer for each request; leave n out, or give 1"),
    ({"messages": HELLO, "tools": [{}]}, "tools[0].function: expected an object, got None"),
    (
        {"messages": HELLO, "tool_choice": "maybe"},
        "tool_choice: expected auto, none, required, or an object, got 'maybe'",
    ),
]


@pytest.mark.parametrize(("body", "message"), BAD, ids=[message.split(":")[0] for _, message in BAD])
async def test_a_bad_request_costs_no_turn(served: Served, body: dict[str, Any], message: str) -> None:
    served.script.plays([end()])
    response = await served.post(CHAT, **body)
    assert (response.status_code, response.json()["error"]["message"]) == (400, message)
    assert len(served.script.left) == 1


async def test_input_that_is_not_a_json_object_is_refused(served: Served) -> None:
    for content, message in ((b"{", "the body is not JSON: "), (b"[]", "the body must be a JSON object, got list")):
        response = await served.client.post(CHAT, content=content)
        assert response.status_code == 400
        assert response.json()["error"]["message"].startswith(message)


async def test_sizes_hosts_and_paths_are_bounded(served: Served) -> None:
    large = await served.post(CHAT, messages=[{"role": "user", "content": "x" * 100_001}])
    assert large.status_code == 413
    assert large.json()["error"]["message"] == "the body is longer than the 100000 bytes allowed here"
    elsewhere = await served.client.get("/v1/embeddings")
    assert elsewhere.status_code == 404
    assert elsewhere.json()["error"]["message"] == (
        "GET /v1/embeddings is not served here; there are POST /v1/chat/completions, POST /v1/responses, "
        "POST /v1/messages and GET /v1/models"
    )
    assert (await served.client.get(CHAT)).status_code == 405
    foreign = await served.client.post(CHAT, json={}, headers={"Origin": "http://evil.example"})
    assert foreign.status_code == 403


async def test_there_is_one_model(served: Served) -> None:
    body = (await served.client.get("/v1/models")).json()
    assert [model["id"] for model in body["data"]] == ["scripted"]


async def test_a_turn_is_an_answer_of_responses(served: Served) -> None:
    served.script.plays([[text("I look."), call("files_read", path="/a")], [say("Done."), end()]])
    first = await served.post(
        RESPONSES, input="Hello", instructions="Be brief.", tools=[{"type": "function", **FUNCTION}]
    )
    body = first.json()
    assert (body["object"], body["status"]) == ("response", "completed")
    message, made = body["output"]
    assert message["content"][0]["text"] == "I look."
    assert (made["name"], made["arguments"], made["call_id"]) == ("files_read", '{"path": "/a"}', "call_1")
    history = [
        {"role": "user", "content": [{"type": "input_text", "text": "Hello"}]},
        {"type": "reasoning", "summary": []},
        made,
        {"type": "function_call_output", "call_id": "call_1", "output": "milk"},
    ]
    second = await served.post(RESPONSES, input=history, tools=[{"type": "web_search"}])
    assert second.json()["output"][0]["content"][0]["text"] == "Done."
    asked = served.script.requests
    assert asked[0].instructions == "Be brief."
    assert [tool.name for tool in asked[0].tools] == ["files_read"]
    assert asked[1].transcript == (
        UserText("Hello"),
        FunctionCall("files_read", '{"path": "/a"}', "call_1"),
        FunctionCallOutput("call_1", ToolResult.of_text("milk")),
    )


async def test_responses_are_streamed_as_numbered_events(served: Served) -> None:
    served.script.plays([[text("I look."), call("files_read", path="/a")]])
    tools = [{"type": "function", **FUNCTION}]
    response = await served.post(RESPONSES, input="Hello", stream=True, tools=tools)
    events = pieces(response)
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert (events[0]["type"], events[-1]["type"]) == ("response.created", "response.completed")
    assert f"event: {events[0]['type']}\n" in response.text
    arguments = [one["delta"] for one in events if one["type"] == "response.function_call_arguments.delta"]
    assert "".join(arguments) == '{"path": "/a"}'
    assert [item["type"] for item in events[-1]["response"]["output"]] == ["message", "function_call"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "input: expected a list, got None"),
        ({"input": [{"role": "robot"}]}, "input[0].role: expected user, assistant, system, developer, got 'robot'"),
        (
            {"input": [{"type": "mystery"}]},
            "input[0].type: expected message, function_call or function_call_output, got 'mystery'",
        ),
        (
            {"input": "x", "previous_response_id": "resp_1"},
            "Previous response with id 'resp_1' not found.",
        ),
    ],
)
async def test_a_bad_request_for_a_response_costs_no_turn(served: Served, body: dict[str, Any], message: str) -> None:
    served.script.plays([end()])
    response = await served.post(RESPONSES, **body)
    assert (response.status_code, response.json()["error"]["message"]) == (400, message)
    assert len(served.script.left) == 1
