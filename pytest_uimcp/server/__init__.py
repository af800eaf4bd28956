"""The ui-mcp server: what an agent and a browser talk to."""
