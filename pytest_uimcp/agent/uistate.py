"""What people are shown of a conversation: a list of items, and a number that grows with every change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Final, Literal

from pytest_uimcp.compositor.policy import Answer
from pytest_uimcp.core.errors import UimcpError

__all__ = [
    "AssistantMarkdown",
    "Content",
    "EndTurn",
    "ExecContent",
    "Item",
    "JsonContent",
    "ToolItem",
    "UiState",
    "UiStateError",
    "UserMessage",
]


class UiStateError(UimcpError):
    """Data is not a UiState."""


@dataclass(frozen=True, slots=True)
class _Said:
    kind: ClassVar[str]
    id: str
    ts: str

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True, slots=True)
class UserMessage(_Said):
    kind = "UserMessage"
    text: str


@dataclass(frozen=True, slots=True)
class AssistantMarkdown(_Said):
    kind = "AssistantMarkdown"
    md: str


@dataclass(frozen=True, slots=True)
class EndTurn(_Said):
    kind = "EndTurn"


@dataclass(frozen=True, slots=True)
class ExecContent:
    """A command that was run, and what it wrote."""

    content_kind: ClassVar = "Exec"
    cmd: str
    args: Mapping[str, Any]
    stdout: str | None = None
    stderr: str | None = None
    exit_code: int | None = None
    is_error: bool | None = None

    def to_json(self) -> dict[str, Any]:
        return {"content_kind": self.content_kind, **_fields(self)}


@dataclass(frozen=True, slots=True)
class JsonContent:
    """Any other call, and its result."""

    content_kind: ClassVar = "Json"
    args: Mapping[str, Any] | None
    result: Any = None
    is_error: bool | None = None

    def to_json(self) -> dict[str, Any]:
        return {"content_kind": self.content_kind, **_fields(self)}


Content = ExecContent | JsonContent


@dataclass(frozen=True, slots=True)
class ToolItem:
    """A tool call: what it was, whether a human allowed it, what came of it."""

    kind: ClassVar = "Tool"
    id: str
    ts: str
    name: str
    args_json: str | None
    call_id: str
    content: Content
    decision: Answer | None = None
    approval: Literal["pending"] | None = None

    def to_json(self) -> dict[str, Any]:
        """The item on the wire; `approval` is there only while it is pending."""
        return {
            "kind": self.kind,
            "id": self.id,
            "ts": self.ts,
            "tool_call": {
                "type": "tool_call",
                "name": self.name,
                "args_json": self.args_json,
                "call_id": self.call_id,
            },
            "decision": self.decision,
            "content": self.content.to_json(),
            **({"approval": self.approval} if self.approval else {}),
        }


Item = UserMessage | ToolItem | AssistantMarkdown | EndTurn


@dataclass(frozen=True, slots=True)
class UiState:
    """The timeline. `seq` counts its changes."""

    seq: int = 0
    items: tuple[Item, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return {"seq": self.seq, "items": [item.to_json() for item in self.items]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> UiState:
        """A state that came over the wire; raises UiStateError, also for keys that are not known."""
        fields = _object(data, "the state", {"seq", "items"})
        if not isinstance(fields["seq"], int) or not isinstance(fields["items"], list):
            raise UiStateError("the state has a number as its seq and a list as its items")
        return cls(fields["seq"], tuple(_item(item, f"item {n}") for n, item in enumerate(fields["items"])))

    def with_changes(self, seq: int, removed_ids: Collection[str], items: Sequence[Any]) -> UiState:
        """The state after the changes in a message of the page's server: items without those that are gone, and with
        those that changed in their places and those that are new at the end."""
        remaining = {item.id: item for item in self.items if item.id not in removed_ids}
        changed = (_item(item, f"item {n}") for n, item in enumerate(items))
        return UiState(seq, tuple((remaining | {item.id: item for item in changed}).values()))


def _item(data: Any, place: str) -> Item:
    kind = data.get("kind") if isinstance(data, Mapping) else None
    if kind not in _ITEMS:
        raise UiStateError(f"{place}: expected an item of the kinds {', '.join(_ITEMS)}; got {str(kind)[:60]!r}")
    return _ITEMS[kind](data, place)


def _user_message(data: Any, place: str) -> UserMessage:
    fields = _object(data, place, {"kind", "id", "ts", "text"})
    return UserMessage(fields["id"], fields["ts"], fields["text"])


def _assistant_markdown(data: Any, place: str) -> AssistantMarkdown:
    fields = _object(data, place, {"kind", "id", "ts", "md"})
    return AssistantMarkdown(fields["id"], fields["ts"], fields["md"])


def _end_turn(data: Any, place: str) -> EndTurn:
    fields = _object(data, place, {"kind", "id", "ts"})
    return EndTurn(fields["id"], fields["ts"])


def _tool(data: Any, place: str) -> ToolItem:
    if "tool" in data:  # the form before calls became objects
        fields = _object(data, place, {"kind", "id", "ts", "tool", "call_id", "decision", "content"}, {"approval"})
        call = {"name": fields["tool"], "args_json": None, "call_id": fields["call_id"]}
    else:
        fields = _object(data, place, {"kind", "id", "ts", "tool_call", "decision", "content"}, {"approval"})
        call = _object(fields["tool_call"], f"{place}: tool_call", {"type", "name", "args_json", "call_id"})
    return ToolItem(
        fields["id"],
        fields["ts"],
        call["name"],
        call["args_json"],
        call["call_id"],
        _content(fields["content"], f"{place}: content"),
        fields["decision"],
        fields.get("approval"),
    )


def _content(data: Any, place: str) -> Content:
    kind = data.get("content_kind") if isinstance(data, Mapping) else None
    if kind not in _CONTENTS:
        raise UiStateError(f"{place}: expected the kind {' or '.join(_CONTENTS)}; got {str(kind)[:60]!r}")
    make, names = _CONTENTS[kind]
    fields = _object(data, place, {"content_kind", *names})
    content: Content = make(**{name: fields[name] for name in names})
    return content


def _object(data: Any, place: str, keys: set[str], optional: set[str] | frozenset[str] = frozenset()) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise UiStateError(f"{place}: expected an object, got {type(data).__name__}")
    if missing := keys - data.keys():
        raise UiStateError(f"{place}: the key {min(missing)} is missing")
    # Strict, for this is our own format: a key that is not known is a mistake of one side.
    if unknown := data.keys() - keys - optional:
        raise UiStateError(f"{place}: the key {min(unknown)!r} is not known")
    return dict(data)


def _fields(content: Content) -> dict[str, Any]:
    # Not asdict: it copies results, which may be large.
    return {name: getattr(content, name) for name in content.__slots__}


_ITEMS: Final[dict[str, Callable[[Any, str], Item]]] = {
    "UserMessage": _user_message,
    "Tool": _tool,
    "AssistantMarkdown": _assistant_markdown,
    "EndTurn": _end_turn,
}
_CONTENTS: Final[dict[str, tuple[Callable[..., Content], tuple[str, ...]]]] = {
    "Exec": (ExecContent, ExecContent.__slots__),
    "Json": (JsonContent, JsonContent.__slots__),
}
