"""Which port files a directory holds."""

from __future__ import annotations

from pathlib import Path


def ports_written(base_dir: Path) -> dict[str, int]:
    return {path.name: int(path.read_text()) for path in base_dir.glob("*-port")}
