"""Themes: style sheets in `html/themes/`, one of which every page of the app wears.

The server puts a block into the page's `<head>` when it serves it: a script that sets the theme's class on `<html>`, a
link to each style sheet, and the icon that apps may change. It is never written into the file, so an updated
`index.html` stays recognizable as ours, and a theme that is deleted is not linked any more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import read_regular, read_saved_text, read_text
from pytest_uimcp.server.pages.html_files import find_html

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
BASE: Final = "base"
# The theme of a project that chose none, if it has it: that is what apps of the original look like.
PREFERRED: Final = "lcars"
SETTINGS: Final = Path("storage", "settings.json")
MAX_SETTINGS_BYTES: Final = 1024 * 1024
BEGIN = "<!-- #frictionless -->"
END = "<!-- /frictionless -->"
ICON: Final = '<link rel="icon" id="app-favicon" href="/icon.svg">'
# What a person chose in this browser wins. A browser that forbids storage throws.
SCRIPT: Final = (
    "(() => {{ let chosen = null; try {{ chosen = localStorage.theme }} catch {{}} "
    "document.documentElement.className = 'theme-' + (chosen || {theme}) }})()"
)

_BLOCK = re.compile(rf"\s*{re.escape(BEGIN)}.*?{re.escape(END)}", re.S)
_HEAD = re.compile(r"<head(?:\s[^>]*)?>", re.I)


@dataclass(frozen=True, slots=True)
class Themes:
    """The themes of a base directory; one without `html/themes` has those of the bundle. Reads the files each time."""

    base_dir: Path
    bundle: Path

    @property
    def files(self) -> dict[str, Path]:
        """The style sheets by name: `base` first, which is no theme, then the themes by name."""
        app_folder = self.base_dir / "html" / "themes"
        folder = app_folder if app_folder.is_dir() else self.bundle / "html" / "themes"
        try:
            sheets = (path.stem for path in folder.iterdir() if path.suffix == ".css")
            names = sorted(filter(NAME.fullmatch, sheets))
        except OSError:
            names = []
        files = {name: self._file(name) for name in (BASE, *(name for name in names if name != BASE))}
        return {name: path for name, path in files.items() if path is not None}

    @property
    def current(self) -> str:
        """The theme that the settings name; else `lcars` if it is there, else `base`, which follows the system."""
        return self._current(self.files)

    def block(self) -> str:
        theme = json.dumps(self.current)
        versions = {name: _modified(path) for name, path in self.files.items()}
        links = [f'<link rel="stylesheet" href="/themes/{name}.css?v={time}">' for name, time in versions.items()]
        lines = [BEGIN, f"<script>{SCRIPT.format(theme=theme)}</script>", *links, ICON, END]
        return "\n".join(lines)

    def put_into(self, page: str) -> str | None:
        """The page with the block as the first thing in its head; None if it has no `<head>`."""
        plain = _BLOCK.sub("", page)
        head = _HEAD.search(plain)
        if head is None:
            return None
        return f"{plain[: head.end()]}\n{self.block()}{plain[head.end() :]}"

    def objection(self) -> str | None:
        """Why pages get no block, or None."""
        index = find_html(self.base_dir, self.bundle, "index.html")
        page = self.base_dir / "html" / "index.html"
        if index is None or not page.exists():
            return f"{page} is missing: run `ui-mcp install` in the project"
        try:
            if _HEAD.search(read_text(index, errors="replace")):
                return None
            return f"{page} has no <head>"
        except OSError as error:
            return f"{page} cannot be read: {error.strerror}"

    def dress(self, page: str) -> str:
        """What the block makes of a page that runs no scripts and loads no files: class, style sheets, icon."""
        files = self.files
        sheets = "".join(f"<style>{_text(path)}</style>" for path in files.values())
        dressed = page.replace("<html", f'<html class="theme-{self._current(files)}"', 1)
        return _HEAD.sub(lambda head: head[0] + sheets + ICON, dressed, count=1)

    def _current(self, files: Mapping[str, Path]) -> str:
        theme = self._chosen()
        if isinstance(theme, str) and NAME.fullmatch(theme):
            return theme
        if PREFERRED in files:
            return PREFERRED
        return BASE

    def _file(self, name: str) -> Path | None:
        return find_html(self.base_dir, self.bundle, f"themes/{name}.css")

    def _chosen(self) -> object:
        try:
            settings = json.loads(read_regular(self.base_dir / SETTINGS, MAX_SETTINGS_BYTES).decode("utf-8", "replace"))
        except (OSError, ValueError, RecursionError):
            return None
        if isinstance(settings, dict):
            return settings.get("theme")
        return None


def _modified(path: Path) -> int:
    # Part of the address: browsers keep a style sheet until it changes.
    try:
        return int(path.stat().st_mtime)
    except OSError:
        return 0


def _text(path: Path) -> str:
    try:
        # No style sheet ends its own element.
        return read_saved_text(path).replace("</", "<\\/")
    except OSError:
        return ""
