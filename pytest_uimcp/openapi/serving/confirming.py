"""The three policies of `mcp.server.confirm`, which decide whether a dangerous call runs."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.firstversion import Ask
from pytest_uimcp.openapi.results import failed
from pytest_uimcp.openapi.tools import ServedTool

CANCELED: Final = "Operation canceled by user"
_NO_FIELDS: Final = {"type": "object", "properties": {}}
_MAX_ARGUMENT_CHARS: Final = 1000

# Returns the result of a dangerous call that must not run; None lets it run.
Policy = Callable[[ServedTool, Mapping[str, Any], Ask], Awaitable[ToolResult | None]]


async def _run(tool: ServedTool, arguments: Mapping[str, Any], _ask: Ask) -> ToolResult | None:
    """The host asks its user. Nobody can know whether it does, so what must be confirmed does not run."""
    if tool.must_be_confirmed(arguments):
        return unconfirmed(tool)
    return None


async def _refuse(tool: ServedTool, _arguments: Mapping[str, Any], _ask: Ask) -> ToolResult:
    return refusal(tool)


async def _elicit(tool: ServedTool, arguments: Mapping[str, Any], ask: Ask) -> ToolResult | None:
    # A form without fields: accepting it is the answer.
    answer = await ask(_question(tool, arguments), dict(_NO_FIELDS))
    # The client cannot ask its user, so nobody has confirmed the call.
    if answer is None:
        return refusal(tool)
    if answer.get("action") == "accept":
        return None
    return failed(CANCELED, "canceled")


POLICIES: Final[Mapping[str, Policy]] = {"never": _run, "refuse": _refuse, "elicit": _elicit}


def refusal(tool: ServedTool) -> ToolResult:
    return failed(
        f"Error: {tool.name} changes or deletes something, and this server runs such calls only if a user confirms "
        "them. Ask the user to do it, or to set mcp.server.confirm in nlui.yaml: `elicit` asks in clients that can, "
        "`never` leaves it to the client.",
        "not_confirmed",
    )


def unconfirmed(tool: ServedTool) -> ToolResult:
    """The result of a call that must be confirmed on a server that asks nobody."""
    return failed(
        f"Error: {tool.name} must be confirmed by a user (confirm: always), and this server asks nobody "
        "(mcp.server.confirm: never). Set mcp.server.confirm to `elicit`, or the target's confirm to `auto`, in "
        "nlui.yaml.",
        "not_confirmed",
    )


def _question(tool: ServedTool, arguments: Mapping[str, Any]) -> str:
    text = json.dumps(arguments, ensure_ascii=False, default=str)
    excerpt = text if len(text) <= _MAX_ARGUMENT_CHARS else f"{text[:_MAX_ARGUMENT_CHARS]}…"
    request = f" ({tool.request})" if tool.request else ""
    return f"Run {tool.name}{request} with {excerpt}?"
