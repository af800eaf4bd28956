"""What was said and called in a conversation, in one order, from whatever source it is known.

It is written on the event loop and read by the test once everything has settled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.core.printable import shortened
from pytest_uimcp.mcp.calls import ToolResult

_WIDTH: Final = 200


@dataclass(slots=True, eq=False)
class Call:
    """A call of a tool by the agent. `args` are None if they were no JSON object."""

    name: str
    args: dict[str, Any] | None
    result: ToolResult | None = None
    """None while it is under way."""
    decision: str | None = None
    """What the human answered, if the policy asked: `approve`, `deny_continue` or `deny_abort`."""
    reason: str | None = None
    is_visible: bool = True
    """Whether the transcript shows it. What an agent says with a tool is shown as said."""
    agent: str = ""
    """Which of several agents has made it, by the name of its URL."""

    def __str__(self) -> str:
        return call_text(self.name, self.args)

    def has(self, args: Mapping[str, Any]) -> bool:
        """Whether it was made with these arguments, and perhaps with others."""
        arguments = self.args or {}
        return all(name in arguments and arguments[name] == value for name, value in args.items())


@dataclass(frozen=True, slots=True)
class Said:
    """A text: of the `human` or the `agent`; a `prompt` that a foreign agent was given, or what its `model` wrote."""

    who: str
    text: str
    agent: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """The agent has ended its turn."""

    agent: str = ""


@dataclass(frozen=True, slots=True)
class SideNote:
    """Something else that a reader has to know: an error of the service, say."""

    text: str
    agent: str = ""


Entry = Call | Said | End | SideNote


@dataclass(slots=True)
class ConversationLog:
    entries: list[Entry] = field(default_factory=list)

    @property
    def calls(self) -> list[Call]:
        return [entry for entry in self.entries if isinstance(entry, Call)]

    @property
    def said(self) -> list[str]:
        return [entry.text for entry in self.entries if isinstance(entry, Said) and entry.who == "agent"]

    @property
    def transcript(self) -> list[dict[str, Any]]:
        """Everything as data: `{"human": text}`, `{"agent": text}`, `{"call": name, …}`, `{"end": True}`."""
        return [_data(entry) for entry in self.entries if _is_shown(entry)]

    @property
    def lines(self) -> list[str]:
        return [line for entry in self.entries if _is_shown(entry) for line in _lines(entry)]


def call_text(name: str, args: Mapping[str, Any] | None) -> str:
    if args is None:
        # They were no JSON object.
        arguments = "…"
    else:
        arguments = ", ".join(f"{key}={value!r}" for key, value in args.items())
    return _cut(f"{name}({arguments})")


def _is_shown(entry: Entry) -> bool:
    # A call that speaks is shown as what it says; one that failed has said nothing, and is shown itself.
    return not isinstance(entry, Call) or entry.is_visible or (entry.result is not None and entry.result.is_error)


def _data(entry: Entry) -> dict[str, Any]:
    data = _told(entry)
    if entry.agent:
        data["name"] = entry.agent
    return data


def _told(entry: Entry) -> dict[str, Any]:
    match entry:
        case Said():
            return {entry.who: entry.text}
        case SideNote():
            return {"remark": entry.text}
        case End():
            return {"end": True}
        case Call():
            answered = {"decision": entry.decision} if entry.decision else {}
            result = {}
            if entry.result is not None:
                result = {"result": _shown(entry.result), "is_error": entry.result.is_error}
            return {"call": entry.name, "args": entry.args, **answered, **result}


def _lines(entry: Entry) -> Iterator[str]:
    agent = entry.agent or "agent"
    match entry:
        case Said():
            opening, *continuation = entry.text.split("\n")
            yield f"{_speaker(entry)}: {opening}"
            # Indented, so that one sees where the next entry begins.
            yield from (f"  {line}".rstrip() for line in continuation)
        case SideNote():
            yield f"({agent}: {_cut(entry.text)})"
        case End():
            yield f"{agent} ends its turn"
        case Call():
            yield f"{agent} calls {entry}"
            if entry.decision:
                reason = f" ({entry.reason})" if entry.reason else ""
                yield f"  human: {entry.decision}{reason}"
            if entry.result is not None:
                mark = "error: " if entry.result.is_error else ""
                yield f"  -> {mark}{_cut(_shown(entry.result))}"


def _speaker(entry: Said) -> str:
    if not entry.agent:
        return entry.who
    return entry.agent if entry.who == "agent" else f"{entry.who} of {entry.agent}"


def _shown(result: ToolResult) -> str:
    if result.lines or result.data is None:
        return result.lines
    return json.dumps(result.data, ensure_ascii=False, default=str)


def _cut(text: str) -> str:
    # On one line, because a report has one for each.
    return shortened(" ".join(text.split()), _WIDTH)
