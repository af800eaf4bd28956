"""The ui-mcp server: it serves agents over MCP, and browsers over HTTP and WebSockets."""
