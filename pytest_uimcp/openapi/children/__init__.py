"""The MCP servers of `mcp.servers`: started, listed, called, and started again when they have died."""
