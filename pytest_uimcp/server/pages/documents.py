"""`{base_dir}/resources`: documents for agents and people."""

from __future__ import annotations

import codecs
import html
import mimetypes
from operator import attrgetter
from pathlib import Path
from typing import Any

from pytest_uimcp.core.regular_file import read_beginning
from pytest_uimcp.server.lua import markdown
from pytest_uimcp.server.pages.static_file import find_file

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
    if _leads_out(root):
        return None
    return find_file(root, path) or find_file(root, f"{path}.md")


def every_file(root: Path) -> list[str]:
    if _leads_out(root):
        return []
    try:
        paths = [path for path in root.rglob("*") if path.is_file() and find_file(root, str(path.relative_to(root)))]
    except OSError:
        return []
    return sorted(path.relative_to(root).as_posix() for path in paths)


def listing(root: Path, path: str) -> list[dict[str, Any]] | None:
    if _leads_out(root):
        if not path.strip("/"):
            return []
        return None
    try:
        folder = (root / path.strip("/")).resolve(strict=True)
        if not folder.is_dir() or not folder.is_relative_to(root.resolve(strict=True)):
            return None
        visible = (entry for entry in folder.iterdir() if not entry.name.startswith("."))
        entries = sorted(visible, key=attrgetter("name"))
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle
        if not path.strip("/"):
            return []
        return None
    return [_entry(entry) for entry in entries]


def _leads_out(root: Path) -> bool:
    """Whether the folder of documents is a link to somewhere outside of its base directory."""
    try:
        return not root.resolve().is_relative_to(root.parent.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return True


def _entry(path: Path) -> dict[str, Any]:
    if path.is_dir():
        return {"name": path.name, "is_dir": True}
    try:
        return {"name": path.name, "is_dir": False, "size": path.stat().st_size}
    except OSError:  # deleted meanwhile, or a link that leads nowhere
        return {"name": path.name, "is_dir": False}


def readme(apps: Path, app: str) -> Path | None:
    """The README.md of an app, in any spelling of its name, never outside the app's folder."""
    try:
        names = sorted(path.name for path in (apps / app).iterdir() if path.name.lower() == "readme.md")
    except OSError:
        return None
    # In the app's real folder, since the folder itself may be a link; the file must not lead out of it.
    return next((readme_path for name in names if (readme_path := find_file(apps / app, name)) is not None), None)


def mime_type(path: Path) -> str:
    """The MIME type, guessed from the name, or else from the content."""
    media_type = _TYPES.guess_type(path.name)[0]
    if media_type is None:
        if _begins_as_text(path):
            return "text/plain"
        return "application/octet-stream"
    return media_type


def is_text(kind: str) -> bool:
    return (
        kind.startswith("text/") or kind.endswith(("+xml", "+json")) or kind in ("application/json", "application/xml")
    )


def _begins_as_text(path: Path) -> bool:
    try:
        beginning = read_beginning(path, 1024)
        # The last character may be cut off.
        codecs.getincrementaldecoder("utf-8")().decode(beginning)
    except (OSError, UnicodeDecodeError):
        return False
    return b"\0" not in beginning


def is_plain(name: str) -> bool:
    return name not in ("", ".", "..") and not any(c in name for c in "/\\\0")


def as_html(path: Path, *, tables: bool = False) -> str:
    """Render a Markdown file as HTML; HTML inside it is left out.

    Of a file that would take too long, the beginning is shown as it is.
    """
    content = read_beginning(path, markdown.MAX_TEXT_BYTES + 1)
    text = content[: markdown.MAX_TEXT_BYTES].decode("utf-8", "replace")
    if len(content) <= markdown.MAX_TEXT_BYTES:
        return markdown.render(text, tables=tables)
    note = (
        f"This file is too long to be rendered; these are its first {markdown.MAX_TEXT_BYTES // 1024} KiB, as they are."
    )
    return f"<p><small>{note}</small></p><pre>{html.escape(text)}</pre>"
