"""Answers of the three services as turns, whole or as the stream that they came in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.agent.errors import ModelError
from pytest_uimcp.agent.events import AssistantText, FunctionCall
from pytest_uimcp.agent.models.answers import StreamedAnswer, read_answer, stream_json
from pytest_uimcp.agent.models.anthropicanswers import StreamedMessage, read_message
from pytest_uimcp.agent.models.base import Finish, ModelTurn
from pytest_uimcp.agent.models.toolnames import ProviderNames

_NAMES: Final = ProviderNames(())
# How each service says that an answer was cut off by its limit.
_LENGTHS: Final = ("length", "max_tokens", "max_output_tokens")


def data_of(content: bytes) -> Iterator[str]:
    """The data of the events of a stream."""
    for line in content.decode(errors="replace").splitlines():
        kind, _, data = line.partition(":")
        if kind == "data":
            yield data.strip()


def chat_turn(content: bytes, *, streamed: bool) -> ModelTurn:
    if not streamed:
        body = json.loads(content)
        return _finished(read_answer(body, _NAMES), body["choices"][0].get("finish_reason"))
    pieces = StreamedAnswer()
    reason = None
    for data in data_of(content):
        pieces.add_data(data)
        choices = stream_json(data).get("choices") if data != "[DONE]" else None
        reason = (choices[0].get("finish_reason") if choices else None) or reason
    if not pieces.is_complete:
        raise ModelError("the stream broke off")
    return _finished(pieces.turn(_NAMES), reason)


def message_turn(content: bytes, *, streamed: bool) -> ModelTurn:
    if not streamed:
        body = json.loads(content)
        return _finished(read_message(body, _NAMES), body.get("stop_reason"))
    message = StreamedMessage()
    for data in data_of(content):
        message.add_data(data)
    if not message.is_complete:
        raise ModelError("the stream broke off")
    return _finished(message.turn(_NAMES), message.stop_reason)


def response_turn(content: bytes, *, streamed: bool) -> ModelTurn:
    body = response_body(content, streamed=streamed)
    items: list[AssistantText | FunctionCall] = []
    for item in body.get("output", []):
        if item.get("type") == "message":
            texts = [part.get("text", "") for part in item["content"] if part.get("type") == "output_text"]
            items.append(AssistantText("".join(texts)))
        elif item.get("type") == "function_call":
            items.append(FunctionCall(item["name"], item.get("arguments") or None, item["call_id"]))
    return _finished(ModelTurn(tuple(items)), (body.get("incomplete_details") or {}).get("reason"))


def response_body(content: bytes, *, streamed: bool) -> Mapping[str, Any]:
    """The response itself; in a stream it is in the last event."""
    if not streamed:
        body: Mapping[str, Any] = json.loads(content)
        return body
    for data in data_of(content):
        event = stream_json(data)
        if event.get("type") in ("response.completed", "response.incomplete"):
            response: Mapping[str, Any] = event["response"]
            return response
    raise ModelError("the stream broke off")


TURNS: Final[Mapping[str, Callable[..., ModelTurn]]] = {
    "/chat/completions": chat_turn,
    "/responses": response_turn,
    "/messages": message_turn,
}


def _finished(turn: ModelTurn, reason: Any) -> ModelTurn:
    finish: Finish = "length" if reason in _LENGTHS else "stop"
    return ModelTurn(turn.items, turn.usage, finish)
