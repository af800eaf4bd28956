"""The reference of the chat: its tools, resources and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pytest_uimcp.chat.errors import CODES
from pytest_uimcp.chat.facade import READ_AND_ADVANCE_TOOL, RESOURCES, Facade, tools_of
from pytest_uimcp.chat.sides import SIDES
from pytest_uimcp.mcp.arguments import expected
from pytest_uimcp.mcp.tools import Tool
from tools.docs.tables import table

__all__ = ["PAGES"]


def chat_page() -> str:
    """`chat-tools.md`."""
    posts, reading = zip(*(tools_of(side) for side in SIDES.values()), strict=True)
    return PAGE.format(
        posts="\n".join(map(section, posts)),
        reading=section(reading[0]),
        advancing=section(READ_AND_ADVANCE_TOOL),
        resources=table("URI", "what", rows=((f"`{row.uri}`", row.description) for row in RESOURCES if not row.hidden)),
        hidden=" and ".join(f"`{row.uri}`" for row in RESOURCES if row.hidden),
        errors=table("code", "when", rows=((f"`{code}`", when) for code, when in CODES.items())),
    )


def section(tool: Tool[Facade]) -> str:
    """A tool as a model reads it."""
    rows = (argument(name, one, tool.schema.get("required", [])) for name, one in tool.schema["properties"].items())
    names = ", ".join(f"`{name}`" for name in tool.aliases)
    return (
        f"## `{tool.name}`\n\n{tool.description}\n\n"
        f"{table('argument', 'type', 'default', 'what', rows=rows)}\n"
        f"Also called as {names}, which are not listed.\n"
    )


def argument(name: str, schema: Mapping[str, Any], required: list[str]) -> Iterator[str]:
    """An argument of a tool."""
    yield f"`{name}`"
    yield expected(schema)
    yield "required" if name in required else f"`{json.dumps(schema.get('default'))}`"
    yield schema["description"]


PAGE: Final = """\
# Tools and resources of the chat

<!-- Written by `python -m tools.docs`. -->

What clients of `ui-mcp chat` can use: the human's side has `chat.human.post`, the assistant's side
`chat.assistant.post`, and both have the rest. [chat.md](../chat.md) says how to connect. Results are structured data,
and the same data as a JSON text.

{posts}
A post returns `{{"id": "…", "ts": "…"}}`. Ids are numbers as text, and grow from message to message.

{reading}
The result is `{{"messages": […], "last_id": …, "has_more": …}}`. `last_id` is that of the page, or the `after_id` that
was given; `stale_after_id` is there if `after_id` is after every message, as after a restored backup. A page holds at
most 256 KiB of messages, whatever the `limit`, or one message that is larger: while `has_more` is true, read on from
`last_id`.

{advancing}
This tool exists only with `Facade(…, advancing=True)`. It moves a mark that the server keeps for each subscriber, and
notifies that subscriber of `ui://chat/last-read`.

## Resources

{resources}
The inbox holds the newest 1,000 messages, or those that 256 KiB hold; if there are older ones, it has `truncated` and
`first_id`. For clients of older servers there are also {hidden}, which are not listed.

Clients may subscribe to `ui://chat/inbox`. They are notified of the human's messages, never of the assistant's; one
notification covers all messages that came before it could be sent. Clients of the protocol's older era find `last_id`
in the notification, and the `messages` if there are at most 20 of them, with at most 32 KiB together.

## Errors

A call that fails is a result with a text and [a code](errors.md#as-a-client-gets-them). `chat_read_and_advance`,
which has no output schema, also has `{{"error": {{"code": …, "message": …, "details": …}}}}` as its structured content.

{errors}"""

PAGES: Final = {"chat-tools.md": chat_page}
