"""What `ui_theme` and `ui-mcp theme` tell: the themes of a project, the classes they document, and those an app uses.

A theme describes itself in comments of its style sheet: `@theme NAME`, `@description …`, and for each class that apps
may use `@class NAME` with `@description`, `@usage` and `@elements a, b` below it.
"""

from __future__ import annotations

import re
from dataclasses import field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import read_beginning
from pytest_uimcp.server.errors import ServerError
from pytest_uimcp.server.pages.documents import is_plain
from pytest_uimcp.server.themes.style_sheets import NAME, Themes

ACTIONS: Final = ("list", "classes", "audit")
ALL: Final = "(all)"
MAX_SHEET_BYTES: Final = 1024 * 1024

_COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
_TAG = re.compile(r"^[\s*]*@(\w+)\s*(.*?)\s*$", re.M)
_ACCENT = re.compile(r"--term-accent\s*:\s*(#[0-9A-Fa-f]{3,8})\b")
# Classes that are not the themes': of the front end, of Shoelace, of bindings.
_FOREIGN = re.compile(r"hidden|sl-.*|ui-.*")
# A class in a selector, and what holds none.
_SELECTED = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_NO_SELECTOR = re.compile(r"/\*.*?\*/|\{[^{}]*\}", re.S)


class ThemeError(ServerError):
    """There is no such theme, app or action."""


@dataclass
class ThemeClass:
    name: str
    description: str = ""
    usage: str = ""
    elements: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "description": self.description, "usage": self.usage, "elements": self.elements}


@dataclass
class Theme:
    name: str
    description: str = ""
    accent: str | None = None
    classes: dict[str, ThemeClass] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"name": self.name, "description": self.description}
        if self.accent is None:
            return data
        return data | {"accent_color": self.accent}


def theme_answer(
    themes: Themes, action: str | None, theme: str | None = None, app: str | None = None
) -> dict[str, Any]:
    """The answer to one action; raises ThemeError."""
    if not action:
        raise ThemeError("action is required")
    if action == "list":
        rows = [_read(name, path).as_json() for name, path in themes.files.items() if name != "base"]
        return {"themes": rows, "current": themes.current}
    if action == "classes":
        classes = _classes(themes, theme)
        return {"theme": theme or ALL, "classes": [classes[name].as_json() for name in sorted(classes)]}
    if action == "audit":
        return _audit(themes, theme, app)
    raise ThemeError(f"unknown action: {action} (use: {', '.join(ACTIONS)})")


def _classes(themes: Themes, theme: str | None) -> dict[str, ThemeClass]:
    """The classes of one theme, or of all; the first to describe a class wins."""
    files = themes.files
    if theme:
        if not NAME.fullmatch(theme) or theme not in files:
            raise ThemeError(f"unknown theme: {theme} (there are: {', '.join(files)})")
        files = {theme: files[theme]}
    classes: dict[str, ThemeClass] = {}
    for name, path in files.items():
        # This order of the two: what an earlier sheet says stays.
        classes = _read(name, path).classes | classes
    return classes


def _audit(themes: Themes, theme: str | None, app: str | None) -> dict[str, Any]:
    if not app:
        raise ThemeError("app is required for audit action")
    folder = themes.base_dir / "apps" / app
    # The name comes from a client, and becomes a part of a path.
    if not is_plain(app) or not folder.is_dir():
        raise ThemeError(f"unknown app: {app} (there is no {themes.base_dir / 'apps'}/{app})")
    documented = _classes(themes, theme)
    used, own = _used(folder / "viewdefs")
    # What an app styles itself is no matter of themes.
    names = used.keys() - (own - documented.keys())
    unknown = [
        {"class": name, "file": file, "line": line}
        for name, (file, line) in used.items()
        if name in names and name not in documented
    ]
    return {
        "app": app,
        "theme": theme or ALL,
        "undocumented_classes": unknown,
        "unused_theme_classes": sorted(documented.keys() - names),
        "summary": {
            "total": len(names),
            "documented": len(names & documented.keys()),
            "undocumented": len(names - documented.keys()),
        },
    }


def _used(viewdefs: Path) -> tuple[dict[str, tuple[str, int]], set[str]]:
    """The classes in the viewdefs, each with the first file and line, and those that their own styles name."""
    used: dict[str, tuple[str, int]] = {}
    own: set[str] = set()
    for path in sorted(viewdefs.glob("*.html")):
        reader = _ClassReader()
        reader.feed(_text(path))
        for name, line in reader.found.items():
            used.setdefault(name, (f"viewdefs/{path.name}", line))
        own |= reader.styled
    return used, own


class _ClassReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, int] = {}
        self.styled: set[str] = set()

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "style":
            self.styled.update(_SELECTED.findall(_NO_SELECTOR.sub(" ", data)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name in (dict(attrs).get("class") or "").split():
            if not _FOREIGN.fullmatch(name):
                self.found.setdefault(name, self.getpos()[0])


def _read(name: str, path: Path) -> Theme:
    text = _text(path)
    accent = _ACCENT.search(text)
    theme = Theme(name, accent=accent and accent[1])
    for comment in _COMMENT.finditer(text):
        subject: Theme | ThemeClass = theme
        for tag, value in _TAG.findall(comment[1]):
            if tag == "class" and value:
                subject = theme.classes.setdefault(value.split()[0], ThemeClass(value.split()[0]))
            elif tag == "description" and not subject.description:
                subject.description = value
            elif tag == "usage" and isinstance(subject, ThemeClass):
                subject.usage = value
            elif tag == "elements" and isinstance(subject, ThemeClass):
                subject.elements = [element.strip() for element in value.split(",") if element.strip()]
    return theme


def _text(path: Path) -> str:
    try:
        return read_beginning(path, MAX_SHEET_BYTES).decode("utf-8", "replace")
    except OSError:  # deleted meanwhile, or no text
        return ""
