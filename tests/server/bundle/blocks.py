"""Parses the code blocks of a Markdown page, and the bindings of a viewdef."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

_FENCE = re.compile(r"^```(\w*)$")
_FILE = re.compile(r"^File `([^`]+)`")


@dataclass(frozen=True)
class Block:
    """A fenced code block: its language, text, position, and the name of the file it shows."""

    language: str
    text: str
    line: int
    file: str | None


def blocks_of(page: Path) -> list[Block]:
    """All blocks in order. A line "File `path`…" before a block gives its file name."""
    blocks: list[Block] = []
    opened: tuple[str, int] | None = None
    body: list[str] = []
    file: str | None = None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = _FENCE.match(line)
        if opened is None and fence:
            opened, body = (fence[1], number), []
        elif opened is not None and line == "```":
            blocks.append(Block(opened[0], "\n".join(body) + "\n", opened[1], file))
            opened = file = None
        elif opened is not None:
            body.append(line)
        elif line.strip():
            named = _FILE.match(line)
            file = named[1] if named else None
    assert opened is None, f"{page}: the block at line {opened} is never closed"
    return blocks


@dataclass(frozen=True)
class Binding:
    """One `ui-*` attribute of a viewdef."""

    type: str
    attribute: str
    path: str

    @property
    def first(self) -> str:
        """The first element of the path, without its properties."""
        return self.path.partition("?")[0].partition(".")[0]

    @property
    def properties(self) -> dict[str, str]:
        """The properties of the variable that a browser creates for this binding."""
        if "access=" in self.path:
            return {"path": self.path}
        calls = self.path.partition("?")[0].endswith(")")
        if self.attribute == "ui-action" or self.attribute.startswith("ui-event-"):
            return {"path": self.path, "access": "action" if calls else "w"}
        return {"path": self.path, "access": "r" if calls or self.attribute != "ui-value" else "rw"}


def bindings_of(name: str, html: str) -> Iterator[Binding]:
    """The bindings of the viewdef file `name`."""
    shown = name.removesuffix(".html").rpartition(".")[0]
    found: list[tuple[str, str]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.extend((key, value or "") for key, value in attrs if key.startswith("ui-"))

    reader = Reader()
    reader.feed(html)
    reader.close()
    for attribute, path in found:
        if (attribute != "ui-namespace" and not attribute.endswith("-value")) or attribute == "ui-value":
            yield Binding(shown, attribute, path)
