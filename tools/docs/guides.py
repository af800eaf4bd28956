"""The guides to viewdefs and to Lua that a server installs for agents, as pages of the documentation: one source."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

__all__ = ["GUIDES"]

_SOURCES: Final = Path(__file__).resolve().parent.parent.parent / "bundle" / "resources"
_NOTES: Final[dict[str, str]] = {
    "viewdefs": "The reference of paths and attributes for people who write apps; a server installs the same text as "
    "`resources/viewdefs.md`, for agents. [app-directory.md](app-directory.md) says where the files are, the "
    "[tutorial](tutorial.md) makes a first app, and `pytest --uimcp` [checks](collecting.md) every path and attribute.",
    "lua": "The guide for people who write apps; a server installs the same text as `resources/lua.md`, for agents. "
    "[reference/lua.md](reference/lua.md) has what the environment lacks and its limits, "
    "[reference/mcp.md](reference/mcp.md) all of `mcp`.",
}
# The guides that are not pages of the documentation.
_OTHERS: Final = re.compile(r"\]\((mcp|reference)\.md")


def _page(name: str) -> str:
    text = (_SOURCES / f"{name}.md").read_text(encoding="utf-8")
    heading, _, rest = text.partition("\n")
    body = _OTHERS.sub(r"](../bundle/resources/\1.md", rest)
    return f"{heading}\n\n{_NOTES[name]}\n{body}"


GUIDES: Final[dict[str, Callable[[], str]]] = {f"docs/{name}.md": partial(_page, name) for name in _NOTES}
