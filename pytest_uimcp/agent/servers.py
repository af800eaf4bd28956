"""The servers that an agent brings along: `loop`, by which it says that it waits for the human, and the older `ui`.

The tool of `loop` only answers. That a call of it succeeded is noticed by the agent's loop, which then ends the turn,
whatever shows its messages. What `ui` is told is pushed to the bus of the process.
"""

from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.agent.bus import UiBus
from pytest_uimcp.chat.principals import is_human
from pytest_uimcp.core.version import version
from pytest_uimcp.mcp.arguments import STRING, Parameter
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.transport.principals import Principal

MARKDOWN: Final = "text/markdown"
INSTRUCTIONS: Final = (
    "The human sees nothing of plain text. Whatever is to be said goes through send_message, and end_turn ends the "
    "turn. Both tools are deprecated: where chat_assistant_post and loop_yield_turn are offered, use those."
)


async def _send_message(bus: UiBus, call: ToolCall) -> dict[str, Any]:
    return dict(bus.push_message(call["mime"] or MARKDOWN, call["content"]))


async def _end_turn(bus: UiBus, _call: ToolCall) -> dict[str, Any]:
    return dict(bus.push_end_turn())


UI_TOOLS: Final = (
    Tool(
        "send_message",
        "Say something",
        "Show a message to the human. Deprecated: use chat_assistant_post.",
        _send_message,
        (
            Parameter(
                "mime",
                {"type": "string", "enum": [MARKDOWN]},
                f"The type of the content: {MARKDOWN}.",
                default=MARKDOWN,
            ),
            Parameter("content", STRING, "The message, in Markdown.", required=True),
        ),
    ),
    Tool("end_turn", "End the turn", "End the turn. Deprecated: use loop_yield_turn.", _end_turn),
)


def ui_server(bus: UiBus) -> McpServer[UiBus]:
    """A server whose tools push to this bus; mounted as `ui`."""
    return McpServer("ui", bus, UI_TOOLS, version=version(), instructions=INSTRUCTIONS)


async def _yield_turn(_loop: None, _call: ToolCall) -> dict[str, bool]:
    return {"ok": True}


def _is_no_human(principal: Principal | None) -> bool:
    return not is_human(principal)


LOOP_TOOLS: Final = (
    Tool(
        "yield_turn",
        "End the turn",
        "End the turn and wait for the human. Other calls of the same response are still made.",
        _yield_turn,
        idempotent=True,
        # A human has no turn of the model to end.
        visible_to=_is_no_human,
    ),
)


def loop_server() -> McpServer[None]:
    """A server with the one tool `yield_turn`, for agents only; mounted as `loop`."""
    return McpServer("loop", None, LOOP_TOOLS, version=version())
