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
