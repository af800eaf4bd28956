"""An app directory as text: its files, each once, with what the rules ask about them. Nothing is run or written."""

from __future__ import annotations

import filecmp
import math
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.lua_text import code_only, without_comments
from pytest_uimcp.checks.start_tags import StartTag, start_tags
from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.folders import Territory
from pytest_uimcp.core.regular_file import read_beginning

# The files that are read; those without a suffix only if they are scripts. Documents for people and agents are not.
TEXTS: Final = frozenset({".lua", ".html", ".js", ".mjs", ".css", ".sh", ""})
SKIPPED: Final = frozenset({"log", "storage", "node_modules", "__pycache__", "__snapshots__", ".git", ".fslckout"})
# The front end: it is replaced by an update.
OURS: Final = frozenset({"html/ui", "html/shoelace"})
# What an installation writes that is no app; a file of it that somebody has changed is read.
INSTALLED: Final = frozenset({"html", "viewdefs"})
# Bytes of a file that is read: larger ones are libraries and data.
MAX_FILE_BYTES: Final = 1 << 20

_REMARKED: Final = frozenset({".html", ".css", ".js", ".mjs"})


class SourceText:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.suffix = Path(name).suffix

    @cached_property
    def code(self) -> str:
        return code_only(self.text)

    @cached_property
    def said(self) -> str:
        if self.suffix == ".lua":
            return without_comments(self.text)
        begin, end = ("<!--", "-->") if self.suffix == ".html" else ("/*", "*/")
        if self.suffix in _REMARKED:
            return _without(self.text, begin, end)
        return self.text

    @cached_property
    def tags(self) -> tuple[StartTag, ...]:
        return tuple(start_tags(self.said))


class Directory:
    """The files of an app directory. A file that several links lead to is there once, by its own name."""

    def __init__(self, base_dir: Path) -> None:
        self.base_dir = base_dir

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Every file and link below the directory, relative to it; links to directories are not followed."""
        files: list[Path] = []
        # An app's folder may be a link to where the app is developed.
        linked = [path for path in sorted(self.base_dir.glob("apps/*")) if path.is_symlink() and path.is_dir()]
        home = Territory(os.path.realpath(self.base_dir), math.inf)
        behind = [(path, home.behind(os.path.realpath(path))) for path in linked]
        for start, territory in ((self.base_dir, home), *behind):
            for root, folders, names in os.walk(start):
                if territory is None or not territory.admits():
                    break
                folder = Path(root)
                links = [name for name in folders if (folder / name).is_symlink()]
                files += [(folder / name).relative_to(self.base_dir) for name in (*names, *links)]
                folders[:] = sorted(name for name in folders if self._is_read(folder / name))
        return tuple(sorted(path for path in files if not self._is_bundled(path)))

    def _is_bundled(self, path: Path) -> bool:
        """Whether it is a page or a view as this release installs it: an update replaces it."""
        app_file = self.base_dir / path
        bundled = bundle_dir() / path
        return (
            path.parts[0] in INSTALLED
            and app_file.is_file()
            and bundled.is_file()
            and filecmp.cmp(app_file, bundled, shallow=False)
        )

    def _is_read(self, folder: Path) -> bool:
        return folder.name not in SKIPPED and folder.relative_to(self.base_dir).as_posix() not in OURS

    @cached_property
    def texts(self) -> tuple[SourceText, ...]:
        return tuple(self._read())

    def _read(self) -> Iterator[SourceText]:
        for name in self.paths:
            path = self.base_dir / name
            if path.is_symlink() or name.suffix not in TEXTS or not path.is_file():
                continue
            # The scripts beside the apps are the server's; a rule of their own tells about them.
            if len(name.parts) == 1 and name.suffix in ("", ".sh"):
                continue
            try:
                content = read_beginning(path, MAX_FILE_BYTES + 1)
            except OSError:
                continue
            if len(content) <= MAX_FILE_BYTES and (name.suffix or content.startswith(b"#!")):
                yield SourceText(name.as_posix(), content.decode("utf-8", "replace"))

    @property
    def lua(self) -> Iterator[SourceText]:
        return (text for text in self.texts if text.suffix == ".lua")

    @property
    def html(self) -> Iterator[SourceText]:
        return (text for text in self.texts if text.suffix == ".html")

    @property
    def viewdefs(self) -> Iterator[SourceText]:
        return (text for text in self.html if Path(text.name).parent.name == "viewdefs")


def _without(text: str, begin: str, end: str) -> str:
    """A text without its remarks; every line keeps its number."""
    parts = []
    place = 0
    while (index := text.find(begin, place)) >= 0:
        stop = text.find(end, index + len(begin))
        stop = len(text) if stop < 0 else stop + len(end)
        parts += [text[place:index], "\n" * text.count("\n", index, stop)]
        place = stop
    return "".join((*parts, text[place:]))
