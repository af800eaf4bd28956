"""The command `ui-mcp stage`."""
