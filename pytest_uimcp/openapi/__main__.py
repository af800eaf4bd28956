"""`python -m pytest_uimcp.openapi` is the command `nlui`."""

from pytest_uimcp.openapi.commands.nlui import run

if __name__ == "__main__":
    run()
