"""`ui-mcp doctor`: reads an app directory that was written for the original, and tells what is otherwise here.

Nothing of the directory is run. Each difference is a row of `RULES`.
"""
