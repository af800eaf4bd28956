"""What a program that we start sees of our environment, which holds tokens of others."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Final

_POSIX: Final = (
    "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
)  # fmt: skip
_WINDOWS: Final = (
    "APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE",
    "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE",
)  # fmt: skip

# What MCP's official SDKs pass on, and what says where temporary files go, in which language and time zone.
KEPT: Final = _WINDOWS if sys.platform == "win32" else _POSIX


def child_environment(variables: Mapping[str, str], inherit: Iterable[str] = ()) -> dict[str, str]:
    """The whole environment of a child: what is kept, what it may `inherit` by name, and its own `variables`."""
    # Not everything: the environment of a server holds keys that are no business of its children.
    basic = {name: os.environ[name] for name in KEPT if name in os.environ}
    # Functions that a shell exported are code.
    harmless = {name: value for name, value in basic.items() if not value.startswith("()")}
    return harmless | {name: os.environ[name] for name in inherit if name in os.environ} | dict(variables)
