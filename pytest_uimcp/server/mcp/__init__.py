"""ui-mcp over MCP: its tools and resources, notifications and recorder."""
