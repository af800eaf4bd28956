"""The `mcp` global of apps: its parts in Lua, and the Python that each calls."""
