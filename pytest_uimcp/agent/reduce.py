"""From events to what people are shown.

`reduce_ui_state` is pure: the same events give the same state with the same ids and times, whether they happen now or
are read from the log. An event that changes nothing gives back the very same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pytest_uimcp.agent.events import (
    AgentEvent,
    ApprovalDecision,
    ApprovalPending,
    FunctionCall,
    FunctionCallOutput,
    UiEndTurn,
    UiMessage,
    UserText,
)
from pytest_uimcp.agent.execs import command_of, with_result
from pytest_uimcp.agent.names import SILENT_TOOLS
from pytest_uimcp.agent.uistate import (
    AssistantMarkdown,
    Content,
    EndTurn,
    ExecContent,
    Item,
    JsonContent,
    ToolItem,
    UiState,
    UserMessage,
)
from pytest_uimcp.mcp.calls import ToolResult


def reduce_ui_state(state: UiState, event: AgentEvent, silent: frozenset[str] = SILENT_TOOLS) -> UiState:
    """The state after an event. Calls of `silent` tools show no item: their effect is a separate event."""
    step = _STEPS.get(type(event))
    if step is None:
        return state
    items = step(state.items, event, silent)
    # The very same items: clients compare the number, and are sent nothing.
    if items is state.items:
        return state
    return UiState(state.seq + 1, items)


def rebuild(events: Iterable[AgentEvent], silent: frozenset[str] = SILENT_TOOLS) -> UiState:
    state = UiState()
    for event in events:
        state = reduce_ui_state(state, event, silent)
    return state


_Items = tuple[Item, ...]


def _user_text(items: _Items, event: UserText, _: frozenset[str]) -> _Items:
    return (*items, UserMessage(event.id, event.ts, event.text))


def _ui_message(items: _Items, event: UiMessage, _: frozenset[str]) -> _Items:
    return (*items, AssistantMarkdown(event.id, event.ts, event.message.get("content", "")))


def _ui_end_turn(items: _Items, event: UiEndTurn, _: frozenset[str]) -> _Items:
    # Both the loop and an older server may say so.
    if items and isinstance(items[-1], EndTurn):
        return items
    return (*items, EndTurn(event.id, event.ts))


def _tool_call(items: _Items, event: FunctionCall, silent: frozenset[str]) -> _Items:
    if event.name in silent:
        return items
    args = event.args if event.args_json else None
    # Known by its arguments alone, so that commands of every server look the same.
    command = command_of(args)
    content: Content = JsonContent(args) if command is None else ExecContent(command, args or {})
    return (*items, ToolItem(event.id, event.ts, event.name, event.args_json, event.call_id, content))


def _output(items: _Items, event: FunctionCallOutput, _: frozenset[str]) -> _Items:
    return _changed(
        items, event.call_id, lambda item: replace(item, content=_filled(item.content, event.result), approval=None)
    )


def _decision(items: _Items, event: ApprovalDecision, _: frozenset[str]) -> _Items:
    kind = event.decision.get("kind")
    return _changed(items, event.call_id, partial(replace, decision=kind, approval=None))


def _pending(items: _Items, event: ApprovalPending, _: frozenset[str]) -> _Items:
    return _changed(items, event.approval.get("call_id"), partial(replace, approval="pending"))


def _filled(content: Content, result: ToolResult) -> Content:
    if isinstance(content, ExecContent):
        return with_result(content, result)
    if result.data is not None:
        output = result.data
    else:
        output = list(result.content)
    return JsonContent(content.args, output, result.is_error)


def _changed(items: _Items, call_id: str | None, change: Callable[[ToolItem], ToolItem]) -> _Items:
    """The items with the last one of a call changed; the same ones if there is none, or it stays as it is."""
    # From the end: what is told of an id concerns its latest call.
    for position in range(len(items) - 1, -1, -1):
        item = items[position]
        if isinstance(item, ToolItem) and item.call_id == call_id:
            new = change(item)
            if new == item:
                return items
            return (*items[:position], new, *items[position + 1 :])
    return items


_STEPS: Final[dict[type[AgentEvent], Callable[[_Items, Any, frozenset[str]], _Items]]] = {
    UserText: _user_text,
    UiMessage: _ui_message,
    UiEndTurn: _ui_end_turn,
    FunctionCall: _tool_call,
    FunctionCallOutput: _output,
    ApprovalDecision: _decision,
    ApprovalPending: _pending,
}
