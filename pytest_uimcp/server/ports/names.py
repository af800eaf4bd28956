"""The names of ui-mcp's ports, which are also the names of its port files."""

from __future__ import annotations

from typing import Final

UI_PORT: Final = "ui-port"
MCP_PORT: Final = "mcp-port"
