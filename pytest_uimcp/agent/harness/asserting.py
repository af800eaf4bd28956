"""What a test may say about the calls of an agent, as functions over a conversation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from pytest_uimcp.agent.harness.conversation import Call, ConversationLog, call_text
from pytest_uimcp.agent.harness.errors import NotCalled, NotSaid, OverBudget
from pytest_uimcp.core.printable import counted
from pytest_uimcp.core.spelling import hint

Where = Callable[[Call], object]


def check_called(
    conversation: ConversationLog, name: str, times: int | None, where: Where | None, args: Mapping[str, Any]
) -> list[Call]:
    """The calls of a tool with these arguments; NotCalled if there is none, or another number than `times`."""
    calls = _calls(conversation, name, where, args)
    if len(calls) == times or (times is None and calls):
        return calls
    expected = call_text(name, args)
    if where is not None:
        expected += f" where {getattr(where, '__name__', where)} is true"
    if times is None:
        raise NotCalled(
            f"expected a call of {expected}, there was none{_near(name, conversation)}{_made(conversation)}"
        )
    raise NotCalled(f"expected {counted(times, 'call')} of {expected}, there were {len(calls)}{_made(conversation)}")


def check_never_called(conversation: ConversationLog, glob: str, where: Where | None, args: Mapping[str, Any]) -> None:
    """NotCalled if a tool whose name matches was called with these arguments."""
    if calls := _calls(conversation, glob, where, args):
        subject = call_text(glob, args) if args else glob
        raise NotCalled(f"expected no call of {subject}, there was {calls[0]}{_made(conversation)}")


def check_in_order(conversation: ConversationLog, names: Sequence[str]) -> None:
    """NotCalled unless the tools were called in this order, with others in between or not."""
    calls = iter(conversation.calls)
    for position, name in enumerate(names):
        if not any(fnmatchcase(call.name, name) for call in calls):
            place = f" after {names[position - 1]}" if position else ""
            raise NotCalled(f"expected a call of {name}{place}, there was none{_made(conversation)}")


def check_said(conversation: ConversationLog, text: str, matching: str | re.Pattern[str] | None) -> None:
    """NotSaid unless something that the agent has said contains the text, and what matches."""
    if any(_is_in(message, text, matching) for message in conversation.said):
        return
    expected = " and ".join(_sought(text, matching))
    messages = "".join(f"\n  {message!r}" for message in conversation.said) or " nothing"
    raise NotSaid(f"expected the agent to have said {expected}; it has said:{messages}")


def check_not_said(conversation: ConversationLog, text: str, matching: str | re.Pattern[str] | None) -> None:
    """NotSaid if something that the agent has said contains the text, and what matches."""
    for message in conversation.said:
        if _is_in(message, text, matching):
            expected = " and ".join(_sought(text, matching))
            raise NotSaid(f"expected the agent not to have said {expected}; it has said {message!r}")


def check_within(spent: Mapping[str, float], limits: Mapping[str, float | None]) -> None:
    """OverBudget if more was spent of something than its limit."""
    over = [
        f"{name}: {spent[name]:g}, at most {limit:g}"
        for name, limit in limits.items()
        if limit is not None and spent[name] > limit
    ]
    if over:
        raise OverBudget(f"the agent has taken more than it may: {'; '.join(over)}")


def _calls(conversation: ConversationLog, name: str, where: Where | None, args: Mapping[str, Any]) -> list[Call]:
    calls = [call for call in conversation.calls if fnmatchcase(call.name, name) and call.has(args)]
    if where is None:
        return calls
    return [call for call in calls if where(call)]


def _is_in(message: str, text: str, matching: str | re.Pattern[str] | None) -> bool:
    return text in message and (matching is None or re.search(matching, message) is not None)


def _sought(text: str, matching: str | re.Pattern[str] | None) -> list[str]:
    if matching is None:
        return [repr(text)]
    pattern = matching if isinstance(matching, str) else matching.pattern
    return [*filter(None, [text and repr(text)]), f"what matches {pattern!r}"]


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
