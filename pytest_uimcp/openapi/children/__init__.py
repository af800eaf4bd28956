"""The MCP servers of `mcp.servers`: started, listed, called, and restarted when they die."""
