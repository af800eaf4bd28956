"""OpenAPI as tools: specifications become tools that call their APIs.

`open_targets(config)` gives targets, each with a table of tools; a tool knows its name, its line, its schema and how to
be called. `serving/` makes an MCP server of them, with the tools of other MCP servers (`children/`); `commands/` is the
command `nlui`, `harness/` the fixture `uimcp_openapi`.
"""
