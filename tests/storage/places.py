"""Where databases of tests are."""

from __future__ import annotations

from pathlib import Path

from tests.storage.postgres import server

DATABASES = ("sqlite", "postgres")


def place(kind: str, folder: Path) -> str:
    """The address of a new database of this kind."""
    if kind == "memory":
        return ":memory:"
    return server().schema() if kind == "postgres" else str(folder / "chat" / "chat.db")
