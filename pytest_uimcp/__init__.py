"""pytest-uimcp: a ui-mcp server as pytest fixtures."""
