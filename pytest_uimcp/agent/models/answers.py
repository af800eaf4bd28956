"""What an endpoint of OpenAI's chat completions answers, whole or in pieces."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.agent.errors import ModelError, ModelUnavailable
from pytest_uimcp.agent.events import AssistantText, FunctionCall, Reasoning
from pytest_uimcp.agent.models.base import ModelTurn
from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.agent.models.service import is_final
from pytest_uimcp.agent.models.toolnames import ProviderNames
from pytest_uimcp.core.printable import shortened

_DONE: Final = "[DONE]"
_REASONING: Final = ("reasoning_content", "reasoning")


def read_answer(body: Any, names: ProviderNames) -> ModelTurn:
    choice = _first(body)
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise ModelError(f"the model's answer has no message: {_shown(body)}")
    pieces = StreamedAnswer()
    pieces.add_delta(message, is_whole=True)
    return pieces.turn(names, body.get("usage"))


@dataclass
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass
class StreamedAnswer:
    text: str = ""
    reasoning: str = ""
    refusal: str = ""
    calls: dict[int, _Call] = field(default_factory=dict)
    usage: Any = None
    is_complete: bool = False

    def add_data(self, data: str) -> None:
        """Take the data of one event of the stream."""
        if data == _DONE:
            self.is_complete = True
            return
        body = stream_json(data)
        # Errors in the middle of a stream have no status of HTTP.
        if isinstance(body, Mapping) and body.get("error"):
            raise stream_error(body["error"])
        self._add(body)

    def draft(self, names: ProviderNames) -> AnswerDraft:
        """What has come so far."""
        calls = (FunctionCall(names.ours(call.name), call.arguments, call.id) for _, call in sorted(self.calls.items()))
        return AnswerDraft(self.text, tuple(calls))

    def add_delta(self, delta: Mapping[str, Any], *, is_whole: bool = False) -> None:
        self.text += _text(delta.get("content"))
        self.refusal += _text(delta.get("refusal"))
        self.reasoning += next((_text(delta[name]) for name in _REASONING if delta.get(name)), "")
        calls = delta.get("tool_calls") or []
        if not isinstance(calls, list):
            raise ModelError(f"the model's calls are not a list: {_shown(calls)}")
        for position, call in enumerate(calls):
            self._add_call(position, call, is_whole=is_whole)

    def turn(self, names: ProviderNames, usage: Any = None) -> ModelTurn:
        usage = usage or self.usage
        # Neither text nor a call: people are to read why nothing was done.
        if self.refusal.strip():
            raise ModelError(f"the model refused to answer: {shortened(self.refusal.strip(), 500)}")
        return ModelTurn(tuple(self._items(names)), usage if isinstance(usage, Mapping) else {})

    def _items(self, names: ProviderNames) -> Iterator[AssistantText | FunctionCall | Reasoning]:
        if self.reasoning:
            yield Reasoning(self.reasoning)
        if self.text.strip():
            yield AssistantText(self.text)
        for _, call in sorted(self.calls.items()):
            if not call.name:
                raise ModelError("the model made a call without a name")
            yield FunctionCall(names.ours(call.name), call.arguments or None, call.id or f"call_{uuid.uuid4().hex}")

    def _add(self, body: Any) -> None:
        if isinstance(body, Mapping) and body.get("usage"):
            self.usage = body["usage"]
        if isinstance(body, Mapping) and body.get("choices") == []:
            return  # the piece that tells the usage
        delta = _first(body).get("delta")
        if isinstance(delta, Mapping):
            self.add_delta(delta)

    def _add_call(self, position: int, tool_call: Any, *, is_whole: bool) -> None:
        function = tool_call.get("function") if isinstance(tool_call, Mapping) else None
        # Whole answers do not number their calls; pieces do, because they come mixed.
        if is_whole:
            index = position
        elif isinstance(tool_call, Mapping):
            index = tool_call.get("index", position)
        else:
            index = None
        if not isinstance(function, Mapping) or not isinstance(index, int):
            raise ModelError(f"the model made a call that cannot be read: {_shown(tool_call)}")
        call = self.calls.setdefault(index, _Call())
        # Only the first piece of a call has its id and name.
        call.id = call.id or _text(tool_call.get("id"))
        call.name += _text(function.get("name"))
        arguments = function.get("arguments")
        # Some servers send an object where the text of one is due.
        call.arguments += json.dumps(arguments) if isinstance(arguments, Mapping) else _text(arguments)


def stream_json(data: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise ModelError(f"the model's stream has a line that is not JSON: {data[:200]!r}") from None


def stream_error(error: Any) -> ModelError:
    """An error that came in the middle of a stream: most of them are of the moment."""
    message = f"the model stopped with an error: {_shown(error)}"
    if is_final(error):
        return ModelError(message)
    return ModelUnavailable(message)


def _first(body: Any) -> Mapping[str, Any]:
    choices = body.get("choices") if isinstance(body, Mapping) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise ModelError(f"the model's answer has no choices: {_shown(body)}")
    return choices[0]


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return ""


def _shown(value: Any) -> str:
    return shortened(json.dumps(value, default=str), 200)
