"""Writing a file that another process may read or write at the same time."""

from __future__ import annotations

import os
from pathlib import Path


def replace(path: Path, data: str | bytes) -> None:
    """Replace a file's content atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")  # hidden files do not count as snapshots
    part.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    part.replace(path)


def restore(path: Path, original: str | bytes | None) -> None:
    """Give a file the content that it had; None if there was none."""
    if original is None:
        path.unlink(missing_ok=True)
    elif path.is_file():
        replace(path, original)
