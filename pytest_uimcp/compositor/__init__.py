"""One MCP server made of many, behind one policy."""
