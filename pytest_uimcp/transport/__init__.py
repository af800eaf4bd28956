"""The transports of MCP: stdio, Server-Sent Events and Streamable HTTP, and who may connect. They know no tools."""
