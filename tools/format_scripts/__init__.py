"""Formats the project's Lua and JavaScript: `python -m tools.format_scripts [--check]`."""
