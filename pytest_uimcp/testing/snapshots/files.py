"""Writing a file that another process may be reading or writing too."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["replace"]


def replace(path: Path, data: str | bytes) -> None:
    """Replace a file's content at once, so that nobody reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")  # hidden files are no snapshots
    part.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    part.replace(path)
