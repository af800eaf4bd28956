"""What a document refers to outside itself: other files below a base folder, texts by key."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.javafx.scene.fxml.errors import FxmlError


class DocumentPlace:
    """Where a document is, and how far its references may reach."""

    def __init__(self, folder: Path, base: Path) -> None:
        self.folder = folder.resolve()
        self.base = base.resolve()

    def find(self, reference: str) -> Path:
        """The file that a reference means; `/x` starts at the base. Raises `ValueError` outside the base."""
        if reference.startswith("/"):
            start = self.base
        else:
            start = self.folder
        # Not resolve(), to which links in a circle are a RuntimeError.
        path = Path(os.path.realpath(start / reference.lstrip("/")))
        # Compared after links are followed: a link inside of the base may lead out of it.
        if not path.is_relative_to(self.base):
            raise ValueError(f"{reference!r} leads out of {self.base}; base= allows a wider folder")
        return path

    def inside(self, path: Path) -> DocumentPlace:
        return DocumentPlace(path.parent, self.base)


_LINE = re.compile(r"\s*((?:\\.|[^:=\s\\])+)\s*[:=]?\s*(.*)")


_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)")
_CONTROL_CHARACTERS: Final = {"n": "\n", "t": "\t", "r": "\r"}


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return _CONTROL_CHARACTERS.get(match[2], match[2])


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_unescape, text)


def bundle(resources: Mapping[str, object] | str | Path | None) -> Mapping[str, object]:
    """Texts by key: a mapping, or a `.properties` file."""
    if resources is None or isinstance(resources, Mapping):
        return resources or {}
    try:
        text = read_text(Path(resources))
    except (OSError, UnicodeDecodeError) as reason:
        raise FxmlError(f"cannot be read: {reason}", str(resources), 1) from None
    texts = {}
    # A backslash at the end of a line continues it on the next.
    for row in re.sub(r"\\\r?\n\s*", "", text).splitlines():
        match = _LINE.fullmatch(row)
        if match and row.lstrip()[:1] not in ("#", "!"):
            texts[_unescaped(match[1])] = _unescaped(match[2])
    return texts
