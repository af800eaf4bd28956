"""Write the pages of the reference that say what the code says: `python -m tools.docs`.

Options, tools, resources, routes, fixtures and checks are tables in the code; these pages are those tables with words
around them. A test compares what is written with what would be.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tools.docs import harness, server

__all__ = ["PAGES", "REFERENCE", "ROOT", "main"]

ROOT: Final = Path(__file__).resolve().parent.parent.parent
REFERENCE: Final = ROOT / "docs" / "reference"
PAGES: Final[dict[str, Callable[[], str]]] = {**server.PAGES, **harness.PAGES}


def main() -> int:
    """Write every page."""
    for name, make in PAGES.items():
        (REFERENCE / name).write_text(make(), encoding="utf-8")
    return 0
