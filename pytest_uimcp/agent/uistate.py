"""What people are shown of a conversation: a list of items, and a number that grows with every change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

from pytest_uimcp.compositor.policy import Answer
from pytest_uimcp.core.errors import UimcpError


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
        # Not at the top: only clients of the page read states, and pydantic takes long to import.
        from pytest_uimcp.agent.uistatereading import read_state

        return read_state(data)

    def with_changes(self, seq: int, removed_ids: Collection[str], items: Sequence[Any]) -> UiState:
        """The state after the changes in a message of the page's server: items without those that are gone, and with
        those that changed in their places and those that are new at the end."""
        from pytest_uimcp.agent.uistatereading import read_items

        # A dictionary keeps its order: what has changed stays in its place, and what is new comes last.
        remaining = {item.id: item for item in self.items if item.id not in removed_ids}
        changed = {item.id: item for item in read_items(items)}
        return UiState(seq, tuple((remaining | changed).values()))


def _fields(content: Content) -> dict[str, Any]:
    # Not asdict: it copies results, which may be large.
    return {name: getattr(content, name) for name in content.__slots__}
