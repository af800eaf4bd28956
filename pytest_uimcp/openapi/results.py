"""The result of a call: text or an image, and whether it is an error."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pytest_uimcp.mcp.error_form import error_meta

__all__ = ["TRUNCATED", "Block", "Image", "Passed", "Result", "Text", "truncated"]

_LONGEST_MESSAGE: Final = 200
TRUNCATED: Final = "\n...(truncated)"


@dataclass(frozen=True, slots=True)
class Text:
    """Text for the model."""

    text: str

    @property
    def wire(self) -> dict[str, Any]:
        return {"type": "text", "text": self.text}

    @property
    def size(self) -> int:
        """The characters that count where a result is cut."""
        return len(self.text)

    def cut(self, characters: int) -> Text:
        """The same with so many characters, and a mark where it was cut."""
        return Text(self.text[:characters] + TRUNCATED)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture for the model."""

    data: bytes
    mime_type: str

    @property
    def text(self) -> str:
        return f"[image {self.mime_type}]"

    @property
    def size(self) -> int:
        return 0

    def cut(self, _characters: int) -> Image:
        return self

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
        if isinstance(resource, Mapping):
            found = resource.get("text") or resource.get("uri")
        else:
            found = None
        return str(found or f"[{kind}]")

    @property
    def size(self) -> int:
        return len(self._own_text)

    def cut(self, characters: int) -> Passed:
        shorter = {"text": self._own_text[:characters] + TRUNCATED}
        if self.wire.get("type") == "text":
            return Passed({**self.wire, **shorter})
        return Passed({**self.wire, "resource": {**self.wire["resource"], **shorter}})

    @property
    def _own_text(self) -> str:
        """The text of a block of text or of an embedded resource; empty for all others."""
        kind = self.wire.get("type")
        resource = self.wire.get("resource")
        if kind == "resource" and isinstance(resource, Mapping):
            holder = resource
        else:
            holder = self.wire
        text = holder.get("text") if kind in ("text", "resource") else None
        if isinstance(text, str):
            return text
        return ""


Block = Text | Image | Passed


@dataclass(frozen=True, slots=True)
class Result:
    """The blocks of an answer; `is_error` says that the call failed, the text why, and the code why for programs.

    Only another MCP server has structured content.
    """

    content: tuple[Block, ...]
    is_error: bool = False
    structured: Any = None
    code: int | str = "failed"
    data: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Result:
        """An answer in text."""
        return cls((Text(text),))

    @classmethod
    def failed(cls, text: str, code: int | str = "failed", **data: Any) -> Result:
        """An error in text."""
        return cls((Text(text),), is_error=True, code=code, data=data)

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
            # An API may answer with a page of text; once is enough.
            message = self.text.partition("\n")[0][:_LONGEST_MESSAGE]
            result |= {"isError": True, "_meta": error_meta(self.code, message, dict(self.data))}
        return result

    def limited(self, characters: int) -> Result:
        """The same with all texts together cut at so many characters; 0 cuts nothing.

        Structured content that is longer is left out, as half of it would be none: a text says the same, cut.
        """
        if not characters:
            return self
        structured = self.structured
        content = self.content
        if structured is not None and len(written := json.dumps(structured, ensure_ascii=False)) > characters:
            structured = None
            content = content or (Text(written),)
        return replace(self, content=tuple(_cut(content, characters)), structured=structured)


def _cut(blocks: Iterable[Block], characters: int) -> Iterator[Block]:
    left = characters
    is_cut = False
    for block in blocks:
        if block.size <= left:
            yield block
            left -= block.size
        elif not is_cut:
            yield block.cut(left)
            left = 0
            is_cut = True


def truncated(text: str, characters: int) -> str:
    """The text, with a mark where it was cut; 0 cuts nothing."""
    if not characters or len(text) <= characters:
        return text
    return text[:characters] + TRUNCATED
