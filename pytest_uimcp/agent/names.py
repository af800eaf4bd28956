"""The tools an agent speaks and stops with, by every name they go by.

A tool of a mount is called `<mount>_<tool>`, and also `<mount>.<tool>` in documents and `mcp__<mount>__<tool>` by
older hosts.
"""

from __future__ import annotations

from typing import Final


def _names(mount: str, tool: str) -> frozenset[str]:
    return frozenset({f"{mount}_{tool}", f"{mount}.{tool}", f"mcp__{mount}__{tool}"})


# Their `content` is what the assistant says.
POST_TOOLS: Final = _names("chat_assistant", "post") | {"chat.assistant.post"}
# They end the turn.
END_TOOLS: Final = _names("loop", "yield_turn")
BUS_MESSAGES: Final = _names("ui", "send_message")
# The tools of the older `ui` server, whose effects come over the bus.
BUS_ENDS: Final = _names("ui", "end_turn")
# They have no item on the timeline: their effect is shown instead.
SILENT_TOOLS: Final = POST_TOOLS | END_TOOLS | BUS_MESSAGES | BUS_ENDS
