"""The text of the files of an app, which may be anything."""

from __future__ import annotations

from pathlib import Path

from pytest_uimcp.core.regular_file import read_text


def text_of(path: Path, encoding: str = "utf-8") -> str:
    """The text of a file; of one that cannot be read nothing, since the session that loads it says why."""
    try:
        return read_text(path, encoding=encoding, errors="replace")
    except OSError:
        return ""
