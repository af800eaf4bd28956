from __future__ import annotations

from typing import Final

from pytest_uimcp.core.commands import Command

COMMANDS: Final = (
    Command("agent", "run an agent with a chat page, mounts, a policy and a model", "pytest_uimcp.agent.command"),
    Command(
        "serve-agent",
        "serve a scripted model and mounted servers to any agent",
        "pytest_uimcp.agent.harness.serve_agent",
    ),
)
