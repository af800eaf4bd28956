"""What a test may say about the calls of an agent, as functions over a conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from pytest_uimcp.agent.harness.conversation import Call, ConversationLog, call_text
from pytest_uimcp.agent.harness.errors import NotCalled, NotSaid
from pytest_uimcp.core.printable import counted
from pytest_uimcp.core.spelling import hint


def check_called(conversation: ConversationLog, name: str, times: int | None, args: Mapping[str, Any]) -> list[Call]:
    """The calls of a tool with these arguments; NotCalled if there is none, or another number than `times`."""
    calls = [call for call in conversation.calls if fnmatchcase(call.name, name) and call.has(args)]
    if len(calls) == times or (times is None and calls):
        return calls
    expected = call_text(name, args)
    if times is None:
        raise NotCalled(
            f"expected a call of {expected}, there was none{_near(name, conversation)}{_made(conversation)}"
        )
    raise NotCalled(f"expected {counted(times, 'call')} of {expected}, there were {len(calls)}{_made(conversation)}")


def check_never_called(conversation: ConversationLog, glob: str) -> None:
    """NotCalled if a tool whose name matches was called."""
    if calls := [call for call in conversation.calls if fnmatchcase(call.name, glob)]:
        raise NotCalled(f"expected no call of {glob}, there was {calls[0]}{_made(conversation)}")


def check_in_order(conversation: ConversationLog, names: Sequence[str]) -> None:
    """NotCalled unless the tools were called in this order, with others in between or not."""
    calls = iter(conversation.calls)
    for position, name in enumerate(names):
        if not any(fnmatchcase(call.name, name) for call in calls):
            place = f" after {names[position - 1]}" if position else ""
            raise NotCalled(f"expected a call of {name}{place}, there was none{_made(conversation)}")


def check_said(conversation: ConversationLog, text: str) -> None:
    """NotSaid unless something that the agent has said contains the text."""
    if any(text in message for message in conversation.said):
        return
    messages = "".join(f"\n  {message!r}" for message in conversation.said) or " nothing"
    raise NotSaid(f"expected the agent to have said {text!r}; it has said:{messages}")


def _near(name: str, conversation: ConversationLog) -> str:
    return hint(name, (call.name for call in conversation.calls))


def _made(conversation: ConversationLog) -> str:
    calls = "".join(f"\n  {call}" for call in conversation.calls)
    if calls:
        return f"; the calls of the agent:{calls}"
    texts = "".join(f"\n  {message!r}" for message in conversation.said)
    if texts:
        return f"; the agent has called nothing; it has said:{texts}"
    return "; the agent has called nothing"
