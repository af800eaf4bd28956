"""A session at the command line: `python -m pytest_uimcp.console DIR`."""
