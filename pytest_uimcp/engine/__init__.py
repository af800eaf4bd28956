"""The UI engine: sessions on an app directory. Knows Lua objects and messages, never HTTP, MCP or pytest."""
