"""What a search tells a model: as little as it takes to choose and to call."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pytest_uimcp.openapi.results import truncated
from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.tools import ServedTool

MAX_LISTING_CHARS: Final = 4000
_MAX_LINE_CHARS: Final = 200
_MAX_SIGNATURE_CHARS: Final = 400


def tool_listing(query: str, tools: Sequence[ServedTool]) -> str:
    """The tools of an answer, in fewer than 4,000 characters."""
    if not tools:
        return f"Nothing fits {_cut(query, 80)!r}. Try other words for the action and for what it acts on."
    text = ""
    for number, tool in enumerate(tools):
        block = _block(tool)
        # A block is shown whole or not at all; the rest of the room is for the last line.
        if len(text) + len(block) > MAX_LISTING_CHARS - 100:
            return f"{text}({len(tools) - number} more fit; use more specific words)"
        text += block
    return text.rstrip()


def _block(tool: ServedTool) -> str:
    lines = [tool.name, f"  {_cut(tool.title, _MAX_LINE_CHARS)}"]
    if tool.request:
        lines.append(f"  {_cut(tool.request, _MAX_LINE_CHARS)}")
    return "\n".join([*lines, f"  {signature(tool.schema)}"]) + "\n\n"


def signature(schema: Mapping[str, Any]) -> str:
    """The arguments in a line, `*` after those that are required: `owner*, repo*, body*{title*, labels}`."""
    text = ", ".join(_arguments(schema, schema, deep=True))
    if text:
        return _cut(text, _MAX_SIGNATURE_CHARS)
    return "no arguments"


def _arguments(schema: Mapping[str, Any], root: Mapping[str, Any], *, deep: bool) -> Iterator[str]:
    required = schema.get("required", ())
    properties: Mapping[str, Any] = schema.get("properties", {})
    # If the line is cut, the required arguments must be left.
    for name in sorted(properties, key=lambda name: name not in required):
        body_schema = _followed(properties[name], root) if deep and name == "body" else {}
        within = ", ".join(_arguments(body_schema, root, deep=False))
        yield f"{name}{'*' * (name in required)}{f'{{{within}}}' if within else ''}"


def _followed(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    ref = as_object(schema).get("$ref")
    if isinstance(ref, str):
        schema = root.get("$defs", {}).get(ref.rpartition("/")[2])
    return as_object(schema)


def tool_details(tool: ServedTool) -> str:
    details = tool.words.details
    head = "\n".join(filter(None, (tool.name, tool.description, tool.request)))
    body = f"\n\n{details}" if details and details != tool.description else ""
    return f"{head}{body}\n\narguments:\n{json.dumps(tool.schema, ensure_ascii=False, separators=(',', ':'))}"


def _cut(text: str, length: int) -> str:
    if len(text) > length:
        return truncated(text, length - 1).partition("\n...")[0] + "…"
    return text
