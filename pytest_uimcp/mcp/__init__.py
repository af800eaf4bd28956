"""What every MCP server here is made of: tool and resource tables, schemas, errors, notifications, a client."""
