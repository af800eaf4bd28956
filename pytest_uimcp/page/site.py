"""The style sheets of the page that the server delivers: the project's front end, else the one of the package."""

from __future__ import annotations

import re
import stat
from functools import lru_cache
from pathlib import Path
from typing import Final

from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.regular_file import read_saved_text

__all__ = ["linked_sheets"]

_LINK: Final = re.compile(r"<link\b[^>]*>", re.IGNORECASE)
_HREF: Final = re.compile(r"\bhref\s*=\s*[\"']?/?(?P<path>[\w./-]+\.css)")
_REL: Final = re.compile(r"\brel\s*=\s*[\"']?stylesheet\b", re.IGNORECASE)


def linked_sheets(html_dir: Path | None) -> tuple[str, ...]:
    """The texts of the style sheets that `index.html` links to and that the server has, in their order."""
    folders = [_resolved(bundle_dir() / "html")]
    if html_dir is not None and html_dir.is_dir():
        folders.insert(0, html_dir.resolve())
    index = _first(folders, "index.html")
    if index is None:
        return ()
    files = (file for path in _linked_paths(_text(index)) if (file := _first(folders, path)) is not None)
    return tuple(_text(file) for file in files)


@lru_cache(maxsize=8)
def _linked_paths(index: str) -> tuple[str, ...]:
    links = (link for link in _LINK.findall(index) if _REL.search(link))
    return tuple(match["path"] for link in links if (match := _HREF.search(link)))


@lru_cache(maxsize=8)
def _resolved(folder: Path) -> Path:
    """The package's own folder, which nobody moves while it is used; every page asks for it."""
    return folder.resolve()


def _first(folders: list[Path], path: str) -> Path | None:
    for folder in folders:
        file = folder / path
        try:
            if "/" not in path and stat.S_ISREG(file.lstat().st_mode):  # nothing on the way that could be a link
                return file
            file = file.resolve(strict=True)
            # A link may lead out of the folder, which the server does not serve either.
            is_inside = file.is_file() and file.is_relative_to(folder)
        except (OSError, RuntimeError):  # missing, or a link to itself
            continue
        if is_inside:
            return file
    return None


def _text(file: Path) -> str:
    try:
        return read_saved_text(file)
    except OSError:  # deleted meanwhile, or too large for a style sheet
        return ""
