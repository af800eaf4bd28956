"""A UiState that came over the wire.

Strict, for this is our own format: a key that is not known is a mistake of one side. The models are apart from the
items themselves, because an agent makes an item for every event, and only clients of its page read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from pytest_uimcp.agent.uistate import (
    AssistantMarkdown,
    EndTurn,
    ExecContent,
    Item,
    JsonContent,
    ToolItem,
    UiState,
    UiStateError,
    UserMessage,
)
from pytest_uimcp.compositor.policy import Answer
from pytest_uimcp.core.reading import ClosedModel, Items, ReadingError, read


class _Entry(ClosedModel):
    id: str
    ts: str


class _UserMessageEntry(_Entry):
    kind: Literal["UserMessage"]
    text: str

    def item(self) -> Item:
        return UserMessage(self.id, self.ts, self.text)


class _AssistantMarkdownEntry(_Entry):
    kind: Literal["AssistantMarkdown"]
    md: str

    def item(self) -> Item:
        return AssistantMarkdown(self.id, self.ts, self.md)


class _EndTurnEntry(_Entry):
    kind: Literal["EndTurn"]

    def item(self) -> Item:
        return EndTurn(self.id, self.ts)


class _ExecEntry(ClosedModel):
    content_kind: Literal["Exec"]
    cmd: str
    args: dict[str, Any]
    # No defaults: these keys are always written, with null where there is nothing.
    stdout: str | None
    stderr: str | None
    exit_code: int | None
    is_error: bool | None

    def content(self) -> ExecContent:
        return ExecContent(self.cmd, self.args, self.stdout, self.stderr, self.exit_code, self.is_error)


class _JsonEntry(ClosedModel):
    content_kind: Literal["Json"]
    args: dict[str, Any] | None
    result: Any
    is_error: bool | None

    def content(self) -> JsonContent:
        return JsonContent(self.args, self.result, self.is_error)


class _CallEntry(ClosedModel):
    type: str
    name: str
    args_json: str | None
    call_id: str


class _ToolEntry(_Entry):
    kind: Literal["Tool"]
    tool_call: _CallEntry
    decision: Answer | None
    content: Annotated[_ExecEntry | _JsonEntry, Field(discriminator="content_kind")]
    # This one is written only while the call waits.
    approval: Literal["pending"] | None = None

    @model_validator(mode="before")
    @classmethod
    def _nest_call(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and "tool" in data:  # the form before calls became objects
            entry = dict(data)
            call = {"type": "tool_call", "name": entry.pop("tool"), "args_json": None}
            if "call_id" in entry:
                call["call_id"] = entry.pop("call_id")
            return {**entry, "tool_call": call}
        return data

    def item(self) -> Item:
        call = self.tool_call
        content = self.content.content()
        return ToolItem(
            self.id, self.ts, call.name, call.args_json, call.call_id, content, self.decision, self.approval
        )


class _ItemsEntry(ClosedModel):
    items: Items[
        Annotated[_UserMessageEntry | _ToolEntry | _AssistantMarkdownEntry | _EndTurnEntry, Field(discriminator="kind")]
    ]


class _StateEntry(_ItemsEntry):
    seq: int


def read_state(data: Any) -> UiState:
    """The state that data is; raises UiStateError."""
    try:
        entry = read(_StateEntry, data, root="the state")
    except ReadingError as error:
        raise UiStateError(str(error)) from None
    return UiState(entry.seq, tuple(item.item() for item in entry.items))


def read_items(items: Sequence[Any]) -> list[Item]:
    """Items of a change; raises UiStateError."""
    try:
        entry = read(_ItemsEntry, {"items": list(items)})
    except ReadingError as error:
        raise UiStateError(str(error)) from None
    return [item.item() for item in entry.items]
