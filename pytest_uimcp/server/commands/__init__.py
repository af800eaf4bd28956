"""`ui-mcp mcp`, `serve` and `install`: the command lines of the server."""
