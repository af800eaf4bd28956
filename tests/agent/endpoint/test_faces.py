"""The same turns over all three services: calls, texts, errors, streams that break, and what they refuse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from pytest_uimcp.agent import SampleRequest, call, end, say, text
from pytest_uimcp.agent.models import Turn, TurnStep, cut, fail, length, refuse, respond, slow
from tests.agent.endpoint.serving import CHAT, HELLO, MESSAGES, RESPONSES, TOOLS, ServedScript, pieces, serving

pytestmark = [pytest.mark.anyio, pytest.mark.warm]

EVERY_FACE = pytest.mark.parametrize("path", [CHAT, RESPONSES, MESSAGES])


@pytest.fixture
async def served() -> AsyncIterator[ServedScript]:
    async with serving() as made:
        yield made


def texts(path: str, body: Any) -> list[str]:
    if path == CHAT:
        message = body["choices"][0]["message"]
        return [message["content"] or message["refusal"]]
    if path == RESPONSES:
        parts = [part for item in body["output"] if item["type"] == "message" for part in item["content"]]
        return [part.get("text", part.get("refusal")) for part in parts]
    return [block["text"] for block in body["content"] if block["type"] == "text"]


def reason(path: str, body: Any) -> str:
    if path == CHAT:
        return str(body["choices"][0]["finish_reason"])
    if path == RESPONSES:
        return str((body["incomplete_details"] or {}).get("reason", body["status"]))
    return str(body["stop_reason"])


def joined(path: str, events: list[Any]) -> str:
    """The text and the arguments of a stream, put together again."""
    if path == CHAT:
        deltas = [event["choices"][0]["delta"] for event in events]
        calls = [made for delta in deltas for made in delta.get("tool_calls", [])]
        return "".join(delta.get("content") or "" for delta in deltas) + "".join(
            made["function"]["arguments"] for made in calls
        )
    if path == RESPONSES:
        return "".join(event["delta"] for event in events if "delta" in event)
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    return "".join(delta.get("text") or delta.get("partial_json", "") for delta in deltas)


@EVERY_FACE
async def test_a_stream_has_the_turn_in_small_pieces(served: ServedScript, path: str) -> None:
    served.script.plays([[text("I look at the file."), call("files_read", path="/a/b")]])
    events = pieces(await served.ask(path, stream=True))
    assert joined(path, events) == 'I look at the file.{"path": "/a/b"}'
    assert len(events) > 8


@EVERY_FACE
async def test_a_refusal_and_a_limit_are_said_in_the_words_of_the_service(served: ServedScript, path: str) -> None:
    served.script.plays([refuse("No."), length("It beg")])
    refused = (await served.ask(path)).json()
    limited = (await served.ask(path)).json()
    assert (texts(path, refused), texts(path, limited)) == (["No."], ["It beg"])
    reasons = {
        CHAT: ("stop", "length"),
        RESPONSES: ("completed", "max_output_tokens"),
        MESSAGES: ("refusal", "max_tokens"),
    }
    assert (reason(path, refused), reason(path, limited)) == reasons[path]


@EVERY_FACE
async def test_an_error_of_the_service_is_no_failure_of_the_test(served: ServedScript, path: str) -> None:
    served.script.plays([fail(429, retry_after=1), fail(503, "down"), text("Here I am.")])
    busy = await served.ask(path)
    assert (busy.status_code, busy.headers["retry-after"]) == (429, "1")
    assert busy.json()["error"]["type"] == "rate_limit_error"
    down = await served.ask(path)
    assert (down.status_code, down.json()["error"]["message"]) == (503, "down")
    assert texts(path, (await served.ask(path)).json()) == ["Here I am."]
    assert served.failures == []


@EVERY_FACE
@pytest.mark.parametrize("stream", [True, False])
async def test_a_connection_is_cut_in_the_middle_of_an_answer(served: ServedScript, path: str, stream: bool) -> None:
    served.script.plays([[text("I am about to say a lot."), cut()], text("Done.")])
    with pytest.raises(httpx.RemoteProtocolError):
        await served.ask(path, stream=stream)
    assert texts(path, (await served.ask(path)).json()) == ["Done."]
    assert served.failures == []


@EVERY_FACE
async def test_a_turn_can_be_made_of_the_request(served: ServedScript, path: str) -> None:
    async def later(request: SampleRequest) -> Turn:
        return [text(f"{request.model} {request.parameters.get('temperature')}")]

    def broken(_request: SampleRequest) -> Turn:
        raise KeyError("x")

    def loud(request: SampleRequest) -> TurnStep:
        return text(str(request.transcript[-1].to_json()["text"]).upper())

    served.script.plays([respond(loud), respond(later), respond(broken)])
    assert texts(path, (await served.ask(path)).json()) == ["HELLO"]
    assert texts(path, (await served.ask(path, temperature=0.5)).json()) == ["any 0.5"]
    response = await served.ask(path)
    assert response.status_code == 400
    assert response.json()["error"]["message"] == "turn 3: respond(broken) failed: KeyError: 'x'"


@EVERY_FACE
async def test_a_call_of_what_is_not_offered_is_refused_with_the_near_name(served: ServedScript, path: str) -> None:
    served.script.plays([call("files_raed", path="/a")])
    response = await served.ask(path)
    assert response.status_code == 400
    assert served.failures == [
        "turn 1 calls 'files_raed', which the agent does not offer (did you mean files_read?); it offers files_read"
    ]
    assert response.json()["error"]["message"] == served.failures[0]


async def test_a_host_may_put_a_name_before_that_of_the_tool(served: ServedScript) -> None:
    served.script.plays([call("read", path="/a"), call("read")])
    response = await served.ask(CHAT)
    assert response.json()["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "files_read"
    twice = [*TOOLS[CHAT], {"type": "function", "function": {"name": "notes-read"}}]
    ambiguous = await served.ask(CHAT, tools=twice)
    assert ambiguous.json()["error"]["message"] == (
        "turn 2 calls 'read', which the agent does not offer; it offers files_read, notes-read"
    )


@EVERY_FACE
async def test_what_is_said_is_the_text_of_an_agent_without_a_chat(served: ServedScript, path: str) -> None:
    served.script.plays([[say("Done."), end()]])
    body = (await served.ask(path)).json()
    assert (texts(path, body), reason(path, body)) == (
        ["Done."],
        {CHAT: "stop", RESPONSES: "completed", MESSAGES: "end_turn"}[path],
    )


@EVERY_FACE
async def test_an_agent_that_ends_with_a_tool_of_its_own_gets_what_is_said_by_it(
    served: ServedScript, path: str
) -> None:
    schema = {"type": "object", "properties": {"answer": {"type": "string"}}}
    tool = {
        CHAT: {"type": "function", "function": {"name": "final_answer", "parameters": schema}},
        RESPONSES: {"type": "function", "name": "final_answer", "parameters": schema},
        MESSAGES: {"name": "final_answer", "input_schema": schema},
    }[path]
    served.script.plays([[say("Done."), end()], [text("Thinking.")]])
    response = await served.ask(path, tools=[*TOOLS[path], tool])
    assert "final_answer" in response.text
    assert "Done." in response.text
    assert texts(path, (await served.ask(path, tools=[tool])).json()) == ["Thinking."]


async def test_an_agent_whose_turn_ended_with_a_call_gets_an_empty_answer(served: ServedScript) -> None:
    served.script.plays([[call("files_read"), end()], text("Later.")])
    message = (await served.ask(CHAT)).json()["choices"][0]["message"]
    output = {"role": "tool", "tool_call_id": "call_1", "content": "milk"}
    again = (await served.ask(CHAT, messages=[*HELLO, message, output])).json()
    assert again["choices"][0]["message"]["content"] is None
    assert len(served.script.left) == 1


@EVERY_FACE
async def test_the_numbers_of_tokens_add_up(served: ServedScript, path: str) -> None:
    served.script.plays([text("12345678"), text("12345678")])
    first = (await served.ask(path)).json()["usage"]
    longer = [{"role": "user", "content": "Hello, is anybody there?"}]
    second = (await served.ask(path, **{"input" if path == RESPONSES else "messages": longer})).json()["usage"]
    names = ("prompt_tokens", "completion_tokens") if path == CHAT else ("input_tokens", "output_tokens")
    assert second[names[0]] > first[names[0]]
    assert first[names[1]] == second[names[1]] == 2
    assert served.endpoint.usage.total_tokens == sum(usage[name] for usage in (first, second) for name in names)


@EVERY_FACE
async def test_a_slow_answer_comes_whole(served: ServedScript, path: str) -> None:
    served.script.plays([[slow(0.05), text("At last.")], [slow(0.05), text("At last.")]])
    assert joined(path, pieces(await served.ask(path, stream=True))) == "At last."
    assert texts(path, (await served.ask(path)).json()) == ["At last."]


CALL = {"id": "c1", "type": "function", "function": {"name": "files_read", "arguments": "{}"}}
USE = {"type": "tool_use", "id": "c1", "name": "files_read", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "c2", "content": "milk"}
MADE = {"type": "function_call", "call_id": "c1", "name": "files_read"}
OUTPUT = {"type": "function_call_output", "call_id": "c2", "output": ""}
UNPAIRED: list[tuple[str, dict[str, Any], str]] = [
    (CHAT, {"messages": [*HELLO, {"role": "assistant", "tool_calls": [CALL]}, *HELLO]}, "response messages: c1"),
    (CHAT, {"messages": [*HELLO, {"role": "tool", "tool_call_id": "c2", "content": ""}]}, "no tool_call_id c2"),
    (
        CHAT,
        {
            "messages": [
                {"role": "assistant", "tool_calls": [CALL, {**CALL, "id": "c3"}]},
                {"role": "tool", "tool_call_id": "c1", "content": ""},
            ]
        },
        "did not have response messages: c3",
    ),
    (RESPONSES, {"input": [MADE]}, "output found for function call c1."),
    (RESPONSES, {"input": [OUTPUT]}, "output with call_id c2."),
    (MESSAGES, {"messages": [*HELLO, {"role": "assistant", "content": [USE]}, *HELLO]}, "immediately after: c1."),
    (MESSAGES, {"messages": [{"role": "user", "content": [RESULT]}]}, "in `tool_result` blocks: c2."),
    (MESSAGES, {"max_tokens": None}, "max_tokens: Field required"),
    (MESSAGES, {"messages": [{"role": "system", "content": ""}]}, "messages.0.role: expected user or"),
    (MESSAGES, {"tool_choice": {"type": "some"}}, "tool_choice.type: expected auto, any, none or tool, got 'some'"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "message"), UNPAIRED)
async def test_what_the_service_refuses_is_refused(
    served: ServedScript, path: str, body: dict[str, Any], message: str
) -> None:
    served.script.plays([end()])
    response = await served.ask(path, **body)
    assert response.status_code == 400
    assert message in response.json()["error"]["message"]
    assert len(served.script.left) == 1


async def test_a_conversation_goes_on_from_a_response(served: ServedScript) -> None:
    served.script.plays([call("files_read", path="/a"), text("It says milk."), text("Nothing more.")])
    first = (await served.ask(RESPONSES)).json()
    output = {"type": "function_call_output", "call_id": "call_1", "output": "milk"}
    second = (await served.ask(RESPONSES, input=[output], previous_response_id=first["id"])).json()
    [reference] = [{"type": "item_reference", "id": item["id"]} for item in second["output"]]
    asked = [*HELLO, reference, {"role": "user", "content": "And?"}]
    third = (await served.ask(RESPONSES, input=asked, store=False)).json()
    kinds = [[event.type for event in request.transcript] for request in served.script.requests]
    assert kinds[1:] == [
        ["user_text", "tool_call", "function_call_output"],
        ["user_text", "assistant_text", "user_text"],
    ]
    assert (await served.client.get(f"{RESPONSES}/{second['id']}")).json() == second
    assert (await served.client.get(f"{RESPONSES}/{third['id']}")).status_code == 404
    unknown = await served.ask(RESPONSES, input=[{"type": "item_reference", "id": "msg_1"}])
    assert unknown.json()["error"]["message"] == "Item with id 'msg_1' not found."


async def test_messages_have_their_own_shape(served: ServedScript) -> None:
    served.script.plays([[text("I look."), call("files_read", path="/a")], text("Milk.")])
    body = (await served.ask(MESSAGES, system=[{"type": "text", "text": "Be brief."}])).json()
    spoken, use = body["content"]
    assert (body["type"], body["role"], body["stop_reason"], spoken["text"]) == (
        "message", "assistant", "tool_use", "I look.",
    )  # fmt: skip
    assert use == {"type": "tool_use", "id": "call_1", "name": "files_read", "input": {"path": "/a"}}
    result = {
        "type": "tool_result",
        "tool_use_id": "call_1",
        "content": [{"type": "text", "text": "milk"}],
        "is_error": True,
    }
    history = [*HELLO, {"role": "assistant", "content": [spoken, use]}, {"role": "user", "content": [result]}]
    events = pieces(await served.ask(MESSAGES, messages=history, stream=True))
    assert [event["type"] for event in events] == [
        "message_start", "ping", "content_block_start", "content_block_delta", "content_block_stop", "message_delta",
        "message_stop",
    ]  # fmt: skip
    first, second = served.script.requests
    assert (first.instructions, first.parameters) == ("Be brief.", {"max_tokens": 100})
    assert second.transcript[-1].result.is_error  # type: ignore[attr-defined]  # an output
    counted = await served.post(f"{MESSAGES}/count_tokens", messages=HELLO)
    assert counted.json() == {"input_tokens": 5}


async def test_a_client_that_adds_the_version_itself_is_served_too(served: ServedScript) -> None:
    served.script.plays([text("Hi.")])
    response = await served.post(f"/v1{MESSAGES}", messages=HELLO, max_tokens=5)
    assert response.json()["content"][0]["text"] == "Hi."


async def test_several_agents_have_a_script_each(served: ServedScript) -> None:
    from pytest_uimcp.agent import ScriptedModel

    served.endpoint.add("planner", ScriptedModel([text("A plan.")]))
    served.script.plays([text("Work.")])
    planned = (await served.post(f"/planner{CHAT}", messages=HELLO)).json()
    worked = (await served.post(CHAT, messages=HELLO)).json()
    assert (texts(CHAT, planned), texts(CHAT, worked)) == (["A plan."], ["Work."])
    unknown = await served.post(f"/planer{CHAT}", messages=HELLO)
    assert unknown.json()["error"]["message"] == "there is no agent 'planer' (did you mean planner?)"
    with pytest.raises(ValueError, match="has letters, digits"):
        served.endpoint.add("a/b", ScriptedModel())
