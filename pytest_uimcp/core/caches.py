"""Where what was fetched or built for a user is kept between runs."""

from __future__ import annotations

import os
from pathlib import Path


def cache_dir() -> Path:
    """Where downloads of the user are kept: `$UIMCP_CACHE`, else `ui-mcp` in the user's cache folder."""
    if cache := os.environ.get("UIMCP_CACHE"):
        return Path(cache)
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "ui-mcp"
