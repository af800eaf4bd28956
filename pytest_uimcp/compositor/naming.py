"""The names under which the tools and prompts of a mount are offered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pytest_uimcp.compositor.errors import CompositorError

# Not part of a longer name, of a path or of an address: `read` in `files/read.md` is no tool.
_ALONE: Final = r"(?<![\w./-])(?:{})(?![\w/-]|://|\.\w)"
_WORD: Final = r"(?:(?<=`){0}(?=[`(])|{0}(?=\())"
_PREFIX: Final = re.compile(r"[a-z][a-z0-9_]{0,49}")


def check_prefix(prefix: object) -> str:
    if isinstance(prefix, str) and _PREFIX.fullmatch(prefix):
        return prefix
    raise CompositorError(
        "invalid_prefix",
        f"a mount prefix is 1 to 50 characters, a-z, 0-9 and _, and begins with a letter; got {str(prefix)[:100]!r}",
    )


def exposed_name(prefix: str, name: str) -> str:
    """`read` of the mount `files` is `files_read`; dots become underscores, and the prefix is not doubled."""
    # Models' APIs take no dots in names. A server whose tools begin with its own name keeps those names.
    part = name.replace(".", "_")
    if part.startswith(f"{prefix}_"):
        return part
    return f"{prefix}_{part}"


def aliases(prefix: str, name: str) -> set[str]:
    """Names that are accepted in calls, but not listed: those of older hosts and those used in documents."""
    part = exposed_name(prefix, name).removeprefix(f"{prefix}_")
    return {
        f"mcp__{prefix}__{part}",
        f"mcp__{prefix}__{name.replace('.', '_')}",
        f"{prefix}.{part}",
        f"{prefix}.{name}",
    }


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text for a model with other names of tools. A name that is an ordinary word counts only where it is code."""
    # The text is the server's own and speaks of its tools by their own names, which no client can call.
    # There may be thousands of names, few of which are mentioned.
    changed = {old: new for old, new in names.items() if old != new and old in text}
    if not changed:
        return text
    # An alternative that matches first wins, so `read_all` has to stand before `read`.
    longest_first = sorted(changed, key=len, reverse=True)
    pattern = "|".join(_WORD.format(re.escape(name)) if name.isalpha() else re.escape(name) for name in longest_first)

    def rename(match: re.Match[str]) -> str:
        return changed[match[0]]

    return re.sub(_ALONE.format(pattern), rename, text)
