from __future__ import annotations

from typing import Final

from pytest_uimcp.core.commands import Command

COMMANDS: Final = (
    Command("mcp", "serve an agent over standard input and output", "pytest_uimcp.server.commands.mcp"),
    Command("serve", "serve over HTTP, for development", "pytest_uimcp.server.commands.serve"),
    Command("install", "install the bundled files into a project", "pytest_uimcp.server.install.command"),
    Command("theme", "list themes and their classes", "pytest_uimcp.server.commands.theme"),
    Command("check", "check apps as pytest --uimcp does", "pytest_uimcp.server.commands.check"),
    Command("doctor", "say what has to change in an app of the original", "pytest_uimcp.server.doctor.command"),
)
