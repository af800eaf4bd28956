"""What Anthropic's Messages answer, whole or in pieces."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.agent.errors import ModelError
from pytest_uimcp.agent.events import AssistantText, FunctionCall, Reasoning
from pytest_uimcp.agent.models.answers import stream_error, stream_json
from pytest_uimcp.agent.models.base import ModelTurn
from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.agent.models.toolnames import ProviderNames
from pytest_uimcp.core.printable import shortened

# The kinds of pieces, each with the key that its text is under.
_PIECES: Final[Mapping[str, str]] = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "input_json_delta": "partial_json",
}


@dataclass
class _ContentBlock:
    kind: str
    text: str = ""
    id: str = ""
    name: str = ""


@dataclass
class StreamedMessage:
    blocks: dict[int, _ContentBlock] = field(default_factory=dict)
    usage: dict[str, Any] = field(default_factory=dict)
    stop_reason: str = ""
    is_complete: bool = False

    def add_data(self, data: str) -> None:
        """Take the data of one event of the stream."""
        event = stream_json(data)
        if not isinstance(event, Mapping):
            raise ModelError(f"the model's stream has an event that cannot be read: {_shown(event)}")
        match event.get("type"):
            case "error":
                raise stream_error(event.get("error"))
            case "message_start":
                self._add_usage(_mapping(event.get("message")))
            case "content_block_start":
                self.add_block(_index(event), _mapping(event.get("content_block")))
            case "content_block_delta":
                self._add_piece(_index(event), _mapping(event.get("delta")))
            case "message_delta":
                self.stop_reason = str(_mapping(event.get("delta")).get("stop_reason") or "")
                self._add_usage(event)
            case "message_stop":
                self.is_complete = True
        # Others, such as `ping`, say nothing; there may be more of them one day.

    def add_block(self, index: int, block: Mapping[str, Any]) -> None:
        kind = str(block.get("type"))
        # A block has its text under the name of its kind, except for a call, whose input comes as an object.
        text = block.get(kind)
        if kind == "tool_use" and block.get("input"):
            text = json.dumps(block["input"])
        if not isinstance(text, str):
            text = ""
        self.blocks[index] = _ContentBlock(kind, text, str(block.get("id") or ""), str(block.get("name") or ""))

    def draft(self, names: ProviderNames) -> AnswerDraft:
        """What has come so far."""
        text = "".join(block.text for block in self._ordered() if block.kind == "text")
        calls = (
            FunctionCall(names.ours(block.name), block.text, block.id)
            for block in self._ordered()
            if block.kind == "tool_use"
        )
        return AnswerDraft(text, tuple(calls))

    def turn(self, names: ProviderNames) -> ModelTurn:
        # People are to read why nothing was done.
        if self.stop_reason == "refusal":
            raise ModelError("the model refused to answer")
        return ModelTurn(tuple(self._items(names)), self.usage)

    def _items(self, names: ProviderNames) -> Iterator[AssistantText | FunctionCall | Reasoning]:
        for block in self._ordered():
            if block.kind == "thinking" and block.text:
                yield Reasoning(block.text)
            elif block.kind == "text" and block.text.strip():
                yield AssistantText(block.text)
            elif block.kind == "tool_use":
                if not block.name:
                    raise ModelError("the model made a call without a name")
                yield FunctionCall(names.ours(block.name), block.text or None, block.id or f"call_{uuid.uuid4().hex}")

    def _ordered(self) -> list[_ContentBlock]:
        return [block for _, block in sorted(self.blocks.items())]

    def _add_piece(self, index: int, delta: Mapping[str, Any]) -> None:
        key = _PIECES.get(str(delta.get("type")))
        # Signatures of thoughts and citations are of no use here.
        if key is None:
            return
        if index not in self.blocks:
            raise ModelError(f"the model's stream has a piece of a block that was not begun: {_shown(delta)}")
        self.blocks[index].text += str(delta.get(key) or "")

    def _add_usage(self, holder: Mapping[str, Any]) -> None:
        self.usage |= _mapping(holder.get("usage"))


def read_message(body: Any, names: ProviderNames) -> ModelTurn:
    """The turn of an answer that came as a whole."""
    content = _mapping(body).get("content")
    if not isinstance(content, list):
        raise ModelError(f"the model's answer has no content: {_shown(body)}")
    answer = StreamedMessage(usage=dict(_mapping(body.get("usage"))))
    answer.stop_reason = str(body.get("stop_reason") or "")
    for index, block in enumerate(content):
        answer.add_block(index, _mapping(block))
    return answer.turn(names)


def _index(event: Mapping[str, Any]) -> int:
    index = event.get("index")
    if not isinstance(index, int):
        raise ModelError(f"the model's stream has a block without a number: {_shown(event)}")
    return index


def _mapping(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    return {}


def _shown(value: Any) -> str:
    return shortened(json.dumps(value, default=str), 200)
