"""OpenAPI as tools: specifications become tools that call their APIs.

`open_targets(config)` gives targets, each with a table of tools; a tool knows its name, its line, its schema and how to
be called. Nothing here serves them: that is for whoever speaks to a client.
"""
