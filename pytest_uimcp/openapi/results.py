"""The result of a call: text or an image, and whether it is an error."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["TRUNCATED", "Block", "Image", "Passed", "Result", "Text", "truncated"]

TRUNCATED: Final = "\n...(truncated)"


@dataclass(frozen=True, slots=True)
class Text:
    """Text for the model."""

    text: str

    @property
    def wire(self) -> dict[str, Any]:
        return {"type": "text", "text": self.text}


@dataclass(frozen=True, slots=True)
class Image:
    """A picture for the model."""

    data: bytes
    mime_type: str

    @property
    def text(self) -> str:
        return f"[image {self.mime_type}]"

    @property
    def wire(self) -> dict[str, Any]:
        return {"type": "image", "data": b64encode(self.data).decode(), "mimeType": self.mime_type}


@dataclass(frozen=True, slots=True)
class Passed:
    """A block of another MCP server, passed on as it came."""

    wire: Mapping[str, Any]

    @property
    def text(self) -> str:
        kind = self.wire.get("type")
        if kind in ("image", "audio"):
            return f"[{kind} {self.wire.get('mimeType', '')}]"
        resource = self.wire.get("resource", self.wire)
        found = resource.get("text") or resource.get("uri") if isinstance(resource, Mapping) else None
        return str(found or f"[{kind}]")


Block = Text | Image | Passed


@dataclass(frozen=True, slots=True)
class Result:
    """The blocks of an answer; `is_error` says that the call failed, and the text why.

    Only another MCP server has structured content.
    """

    content: tuple[Block, ...]
    is_error: bool = False
    structured: Any = None

    @classmethod
    def of(cls, text: str) -> Result:
        """An answer in text."""
        return cls((Text(text),))

    @classmethod
    def failed(cls, text: str) -> Result:
        """An error in text."""
        return cls((Text(text),), is_error=True)

    @property
    def text(self) -> str:
        """What can be read, images as `[image image/png]`."""
        return "\n".join(block.text for block in self.content)

    @property
    def wire(self) -> dict[str, Any]:
        """The result of `tools/call`."""
        result: dict[str, Any] = {"content": [dict(block.wire) for block in self.content]}
        if self.structured is not None:
            result["structuredContent"] = self.structured
        if self.is_error:
            result["isError"] = True
        return result

    def limited(self, characters: int) -> Result:
        """The same with each text cut at so many characters; 0 cuts nothing."""
        content = tuple(
            Text(truncated(block.text, characters)) if isinstance(block, Text) else block for block in self.content
        )
        return Result(content, self.is_error, self.structured)


def truncated(text: str, characters: int) -> str:
    """The text, with a mark where it was cut; 0 cuts nothing."""
    return text if not characters or len(text) <= characters else text[:characters] + TRUNCATED
