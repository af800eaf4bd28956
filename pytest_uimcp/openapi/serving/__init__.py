"""Tools over MCP: the server behind `nlui --mcp`, `nlui --mcp-sse` and the fixture."""
