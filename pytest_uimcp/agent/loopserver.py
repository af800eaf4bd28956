"""The `loop` server: how an agent says that it waits for the human, whatever shows its messages.

The tool only answers. That a call of it succeeded is noticed by the loop, which then ends the turn.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.chat.principals import is_human
from pytest_uimcp.core.version import version
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool

__all__ = ["loop_server"]


async def _yield_turn(_loop: None, _call: ToolCall) -> dict[str, bool]:
    return {"ok": True}


TOOLS: Final = (
    Tool(
        "yield_turn",
        "End the turn",
        "End the turn and wait for the human. Other calls of the same response are still made.",
        _yield_turn,
        idempotent=True,
        visible_to=lambda principal: not is_human(principal),
    ),
)


def loop_server() -> McpServer[None]:
    """A server with the one tool `yield_turn`, for agents only; mounted as `loop`."""
    return McpServer("loop", None, TOOLS, version=version())
