"""The parts of every MCP server here: tables of tools and resources, schemas, errors, notifications, a client."""
