"""Files that only their owner may read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pytest_uimcp.chat.web.errors import TokenFileError

__all__ = ["check_private"]


def check_private(path: Path, content: str) -> None:
    """Refuse a file that others may read or write. What is no file is left to whoever opens it."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and path.is_file() and mode & 0o077:
        raise TokenFileError(
            f"{path} has mode {mode:04o}, so others may read {content}; run `chmod 600 {path}`, "
            "or remove it to have new ones made"
        )
