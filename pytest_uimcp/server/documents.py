"""`{base_dir}/resources`: documents for agents and people."""

from __future__ import annotations

import codecs
import mimetypes
from pathlib import Path
from typing import Any

from pytest_uimcp.server import markdown
from pytest_uimcp.server.static import find_file

__all__ = ["MARKDOWN", "as_html", "every_file", "find", "is_plain", "is_text", "listing", "mime_type"]

MARKDOWN = "text/markdown"

# Python's own table instead of the machine's, so that a file has the same type everywhere.
_TYPES = mimetypes.MimeTypes()
for _suffix, _kind in (
    (".md", MARKDOWN),
    (".js", "text/javascript"),
    (".mjs", "text/javascript"),
    (".lua", "text/x-lua"),
):
    _TYPES.add_type(_kind, _suffix)


def find(root: Path, path: str) -> Path | None:
    """The document of that name, with or without `.md`, never outside `root`."""
    return find_file(root, path) or find_file(root, f"{path}.md")


def every_file(root: Path) -> list[str]:
    """All documents, as paths below `root`."""
    try:
        found = [path for path in root.rglob("*") if path.is_file() and find_file(root, str(path.relative_to(root)))]
    except OSError:
        return []
    return sorted(path.relative_to(root).as_posix() for path in found)


def listing(root: Path, path: str) -> list[dict[str, Any]] | None:
    """The contents of a folder; None if it is not a folder below `root`."""
    try:
        folder = (root / path.strip("/")).resolve(strict=True)
        if not folder.is_dir() or not folder.is_relative_to(root.resolve(strict=True)):
            return None
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except (OSError, ValueError):
        return [] if not path.strip("/") else None
    return [_entry(entry) for entry in entries]


def _entry(path: Path) -> dict[str, Any]:
    if path.is_dir():
        return {"name": path.name, "type": "directory"}
    return {"name": path.name, "type": "file", "mimeType": mime_type(path)}


def mime_type(path: Path) -> str:
    """The MIME type, guessed from the name, or else from the content."""
    known = _TYPES.guess_type(path.name)[0]
    if known is None:
        return "text/plain" if _begins_as_text(path) else "application/octet-stream"
    return known


def is_text(kind: str) -> bool:
    """Whether a MIME type is that of text."""
    return (
        kind.startswith("text/") or kind.endswith(("+xml", "+json")) or kind in ("application/json", "application/xml")
    )


def _begins_as_text(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            beginning = file.read(1024)
        # The last character may be cut off.
        codecs.getincrementaldecoder("utf-8")().decode(beginning)
    except (OSError, UnicodeDecodeError):
        return False
    return b"\0" not in beginning


def is_plain(name: str) -> bool:
    """Whether a name is a single path component."""
    return name not in ("", ".", "..") and not any(c in name for c in "/\\\0")


def as_html(path: Path, *, tables: bool = False) -> str:
    """Render a Markdown file as HTML; HTML inside it is left out."""
    return markdown.render(path.read_text("utf-8", "replace"), tables=tables)
