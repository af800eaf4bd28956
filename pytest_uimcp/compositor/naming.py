"""The names under which the tools and prompts of a mount are offered."""

from __future__ import annotations

import re
from typing import Final

from pytest_uimcp.compositor.errors import CompositorError

__all__ = ["aliases", "check_prefix", "exposed_name"]

_PREFIX: Final = re.compile(r"[a-z][a-z0-9_]{0,49}")


def check_prefix(prefix: object) -> str:
    """`prefix`, if a mount can be called that."""
    if isinstance(prefix, str) and _PREFIX.fullmatch(prefix):
        return prefix
    raise CompositorError(
        "invalid_prefix",
        f"a mount prefix is 1 to 50 characters, a-z, 0-9 and _, and begins with a letter; got {str(prefix)[:100]!r}",
    )


def exposed_name(prefix: str, name: str) -> str:
    """`read` of the mount `files` is `files_read`; dots become underscores, and the prefix is not doubled."""
    part = name.replace(".", "_")
    return part if part.startswith(f"{prefix}_") else f"{prefix}_{part}"


def aliases(prefix: str, name: str) -> set[str]:
    """Names that are accepted in calls, but not listed: those of older hosts and those used in documents."""
    part = exposed_name(prefix, name).removeprefix(f"{prefix}_")
    return {
        f"mcp__{prefix}__{part}",
        f"mcp__{prefix}__{name.replace('.', '_')}",
        f"{prefix}.{part}",
        f"{prefix}.{name}",
    }
