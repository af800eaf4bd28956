"""The plugin that pytest loads by the entry point `uimcp`.

Every pytest run of an environment that has this package pays for what is imported here, so this module
imports nothing but pytest: Lua, the MCP SDK, web servers and browsers come in with what uses them.
"""
