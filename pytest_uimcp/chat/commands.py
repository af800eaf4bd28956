from __future__ import annotations

from typing import Final

from pytest_uimcp.core.commands import Command

COMMANDS: Final = (
    Command("chat", "serve a conversation between a human and an assistant", "pytest_uimcp.chat.command"),
)
