"""A server to mount: notes that can be read and deleted; deleting is what a human is asked about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import anyio

from pytest_uimcp.mcp.arguments import Parameter
from pytest_uimcp.mcp.calls import ToolCall, ToolError
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool

ID = (Parameter("id", {"type": "integer"}, "The note's number.", required=True),)


@dataclass
class Notes:
    notes: dict[int, str] = field(default_factory=lambda: {1: "milk", 2: "bread"})
    deleted: list[int] = field(default_factory=list)
    gate: anyio.Event = field(default_factory=anyio.Event)

    async def read(self, call: ToolCall) -> dict[str, Any]:
        if call["id"] not in self.notes:
            raise ToolError(f"there is no note {call['id']}", code="unknown_note")
        return {"text": self.notes[call["id"]]}

    async def delete(self, call: ToolCall) -> dict[str, Any]:
        del self.notes[call["id"]]
        self.deleted.append(call["id"])
        return {"left": len(self.notes)}

    async def wait(self, _call: ToolCall) -> str:
        """Takes until the gate is opened."""
        await self.gate.wait()
        return "waited"


TOOLS = (
    Tool("read", "Read", "Reads a note.", Notes.read, ID, read_only=True),
    Tool("delete", "Delete", "Deletes a note.", Notes.delete, ID, destructive=True),
    Tool("wait", "Wait", "Waits.", Notes.wait, read_only=True),
)


class NotesServer(McpServer[Notes]):
    def __init__(self) -> None:
        super().__init__("notes", Notes(), TOOLS, instructions="Notes of the household.")
