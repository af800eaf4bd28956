"""Results of calls: errors whose message is one line, pictures, and texts that are cut to what a model can take."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.spec.nodes import as_text

MAX_MESSAGE_CHARACTERS: Final = 200
TRUNCATED: Final = "\n...(truncated)"

Block = Mapping[str, Any]


def failed(text: str, code: int | str = "failed", **details: Any) -> ToolResult:
    return told_as_failed(ToolResult.of_text(text, is_error=True), code, details)


def told_as_failed(result: ToolResult, code: int | str, details: Mapping[str, Any]) -> ToolResult:
    """An error, with what programs read of it: the code, the details, and the beginning of its text."""
    # An API may answer with a page of text; once is enough.
    message = readable(result).partition("\n")[0][:MAX_MESSAGE_CHARACTERS]
    return replace(result, meta=ToolResult.failed("", code, dict(details), message=message).meta)


def picture(data: bytes, mime_type: str) -> ToolResult:
    return ToolResult(({"type": "image", "data": b64encode(data).decode(), "mimeType": mime_type},))


def readable(result: ToolResult) -> str:
    """What can be read of a result, images as `[image image/png]`."""
    return "\n".join(map(_readable, result.content))


def rewritten(result: ToolResult, rewrite: Callable[[str], str]) -> ToolResult:
    """The same with other texts, in the message of an error too."""
    blocks = (
        {**block, "text": rewrite(block["text"])} if block.get("type") == "text" else block for block in result.content
    )
    return _with_content(result, blocks)


def limited(result: ToolResult, characters: int) -> ToolResult:
    """The same with all texts together cut at so many characters; 0 cuts nothing.

    Structured content that is longer is left out, as half of it would be none: a text says the same, cut.
    """
    if not characters:
        return result
    if result.data is not None and len(text := json.dumps(result.data, ensure_ascii=False)) > characters:
        result = replace(result, data=None, content=result.content or ToolResult.of_text(text).content)
    return _with_content(result, _cut(result.content, characters))


def truncated(text: str, characters: int) -> str:
    """The text, with a mark where it was cut; 0 cuts nothing."""
    if not characters or len(text) <= characters:
        return text
    return text[:characters] + TRUNCATED


def _with_content(result: ToolResult, content: Iterable[Block]) -> ToolResult:
    changed = replace(result, content=tuple(content))
    if result.error is None:
        return changed
    # The error repeats the beginning of the text for programs, so it has to follow the text.
    return told_as_failed(changed, result.error["code"], result.error["data"])


def _cut(blocks: Iterable[Block], characters: int) -> Iterator[Block]:
    room = characters
    is_cut = False
    for block in blocks:
        text = _text(block)
        if len(text) <= room:
            yield block
            room -= len(text)
        # One mark is enough: texts after it are left out, while images and other blocks without text stay.
        elif not is_cut:
            yield _with_text(block, text[:room] + TRUNCATED)
            room = 0
            is_cut = True


def _text(block: Block) -> str:
    """The text of a block of text or of an embedded resource; empty for all others."""
    holder: Any = block.get("resource") if block.get("type") == "resource" else block
    if block.get("type") not in ("text", "resource") or not isinstance(holder, Mapping):
        return ""
    return as_text(holder.get("text"))


def _with_text(block: Block, text: str) -> Block:
    if block.get("type") == "text":
        return {**block, "text": text}
    return {**block, "resource": {**block["resource"], "text": text}}


def _readable(block: Block) -> str:
    kind = block.get("type")
    if kind in ("image", "audio"):
        return f"[{kind} {block.get('mimeType', '')}]"
    resource = block.get("resource", block)
    text = (resource.get("text") or resource.get("uri")) if isinstance(resource, Mapping) else None
    return str(text or ("" if kind == "text" else f"[{kind}]"))
