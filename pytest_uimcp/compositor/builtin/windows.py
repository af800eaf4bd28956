"""A window of bytes over the parts of a resource, so that a large one is read piece by piece."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import mcp_types as types

DEFAULT_BYTES: Final = 25_000


@dataclass(frozen=True, slots=True)
class WindowedPart:
    uri: str
    mime: str | None
    text: bool
    data: bytes
    total: int

    def to_json(self) -> dict[str, Any]:
        """The part for a model. A character that the window cuts is shown as a replacement character."""
        kind, key = ("text", "text") if self.text else ("base64", "base64")
        if self.text:
            content = self.data.decode(errors="replace")
        else:
            content = base64.b64encode(self.data).decode()
        counted = {"total_bytes": self.total, "bytes_returned": len(self.data)}
        return {"kind": kind, "mime": self.mime, key: content, **counted}

    def to_block(self) -> types.EmbeddedResource:
        data = self.to_json()
        contents: types.TextResourceContents | types.BlobResourceContents
        if self.text:
            contents = types.TextResourceContents(uri=self.uri, mime_type=self.mime, text=data["text"])
        else:
            contents = types.BlobResourceContents(uri=self.uri, mime_type=self.mime, blob=data["base64"])
        return types.EmbeddedResource(type="resource", resource=contents)


def windowed(
    contents: Iterable[types.TextResourceContents | types.BlobResourceContents], start: int, size: int
) -> Iterator[WindowedPart]:
    """The parts that a window touches, cut to it. The parts stand one after another."""
    # Bytes, not characters: the size is what a client has to transport, and images have no characters.
    position = 0
    for content in contents:
        text = isinstance(content, types.TextResourceContents)
        if isinstance(content, types.TextResourceContents):
            data = content.text.encode()
        else:
            data = _decoded(content.blob)
        begin = max(start - position, 0)
        end = start + size - position
        # An empty part has no byte that a window could touch; one shows it that begins there.
        if (begin < len(data) and end > 0) or (not data and position == start):
            yield WindowedPart(str(content.uri), content.mime_type, text, data[begin:end], len(data))
        position += len(data)


def _decoded(blob: str) -> bytes:
    return base64.b64decode(blob, validate=False)
