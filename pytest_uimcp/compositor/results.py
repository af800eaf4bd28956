"""What a tool call gives, apart from any SDK: the fields of MCP's CallToolResult, as plain JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.mcp.error_form import error_result

__all__ = ["ToolError", "ToolResult", "text_of"]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A result; `is_error` says that the tool ran and failed. `meta` is for programs, no model sees it."""

    content: Sequence[Mapping[str, Any]] = ()
    structured: Any = None
    is_error: bool = False
    meta: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of_text(cls, text: str, *, is_error: bool = False) -> Self:
        """A result of one text block."""
        return cls(({"type": "text", "text": text},), is_error=is_error)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """A result as it was stored or sent; what does not fit is left out."""
        content = data.get("content")
        if isinstance(content, list):
            blocks = [block for block in content if isinstance(block, Mapping)]
        else:
            blocks = []
        meta = data.get("_meta")
        return cls(
            tuple(blocks),
            data.get("structuredContent"),
            data.get("isError") is True,
            meta if isinstance(meta, Mapping) else {},
        )

    def to_json(self) -> dict[str, Any]:
        """The result on the wire."""
        meta = {"_meta": dict(self.meta)} if self.meta else {}
        return {"content": list(self.content), "structuredContent": self.structured, "isError": self.is_error, **meta}


class ToolError(UimcpError):
    """A call that a server refused, or the policy. `message` is short and for programs; `text` is for a model."""

    def __init__(self, code: int, message: str, data: Any = None, *, text: str = "") -> None:
        super().__init__(text or message)
        self.code = code
        self.message = message
        self.data = data

    def result(self) -> ToolResult:
        """The same as an error result, for the transcript of an agent."""
        error = {"code": self.code, "message": self.message, "data": self.data}
        return ToolResult.from_json(self.wire() | {"structuredContent": {"error": error}})

    def wire(self) -> dict[str, Any]:
        """The same as an error result, for a client."""
        return error_result(self.text, self.code, self.data, message=self.message)


def text_of(result: ToolResult) -> str:
    """What the text blocks of a result say, joined by line ends."""
    texts = (block.get("text") for block in result.content if block.get("type") == "text")
    return "\n".join(text for text in texts if isinstance(text, str))
