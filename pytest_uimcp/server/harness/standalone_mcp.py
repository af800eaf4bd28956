"""The server's part of the `mcp` global for sessions without a server: events are queued, and nobody polls."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.version import read_version
from pytest_uimcp.server.lua.extension import McpExtension


class StandaloneMcp(McpExtension):
    """What `mcp_global.py` lists, as a running server has it."""

    def __init__(self, base_dir: Path, clock: Callable[[], float] = time.monotonic) -> None:
        status: dict[str, Any] = {
            "state": "running",
            "version": read_version(bundle_dir() / "README.md"),
            "base_dir": str(base_dir),
            "url": "http://127.0.0.1",
            "mcp_port": 80,
            "sessions": 1,
        }
        super().__init__(lambda: status, clock)
