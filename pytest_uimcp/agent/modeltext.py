"""Results of tools as a model reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.agent.errors import RunError
from pytest_uimcp.mcp.calls import ToolResult

MAX_BYTES: Final = 10 * 1024 * 1024
_NUL_NOTE: Final = "[NUL characters were removed]"


def blocks_for_model(result: ToolResult) -> list[dict[str, Any]]:
    """The blocks: those of the result, or its structure where they say no more than that.

    A failed call begins with a block `ERROR`. More than 10 MiB is a RunError.
    """
    blocks = [dict(block) for block in result.content]
    # Servers send data as text as well, for older clients: a model needs it once, and without the spaces.
    if result.data is not None and (not blocks or _repeats(blocks, result.data)):
        blocks = [_text(json.dumps(result.data, ensure_ascii=False, separators=(",", ":"), default=str))]
    if (size := _size(blocks)) > MAX_BYTES:
        raise RunError(f"the result of a tool has {size} bytes; a model gets at most {MAX_BYTES}")
    if result.is_error:
        blocks = [_text("ERROR"), *blocks]
    return [_without_nul(block) for block in blocks]


def text_for_model(result: ToolResult) -> str:
    """The same as one text; what is no text is named."""
    return "\n".join(map(_shown, blocks_for_model(result)))


def _repeats(blocks: list[dict[str, Any]], structured: Any) -> bool:
    # Several blocks say more than the data do.
    if len(blocks) != 1 or blocks[0].get("type") != "text":
        return False
    try:
        return bool(json.loads(blocks[0].get("text", "")) == structured)
    except (ValueError, TypeError, RecursionError):
        return False


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value.encode(errors="replace"))
    if isinstance(value, Mapping):
        return sum(_size(part) for key, part in value.items() if key != "type")
    if isinstance(value, list):
        return sum(map(_size, value))
    return 0


def _without_nul(block: dict[str, Any]) -> dict[str, Any]:
    text = block.get("text")
    if isinstance(text, str) and "\0" in text:
        return {**block, "text": f"{_NUL_NOTE}\n{text.replace(chr(0), '')}"}
    return block


def _shown(block: Mapping[str, Any]) -> str:
    text = block.get("text")
    if isinstance(text, str):
        return text
    resource = block.get("resource")
    if isinstance(resource, Mapping) and isinstance(resource.get("text"), str):
        return str(resource["text"])
    label = block.get("mimeType") or block.get("uri") or ""
    return f"[{block.get('type', 'block')} {label}]".replace(" ]", "]")
