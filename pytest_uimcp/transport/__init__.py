"""How MCP travels: stdio, Server-Sent Events, Streamable HTTP, and who may come in. Nothing here knows a tool."""
