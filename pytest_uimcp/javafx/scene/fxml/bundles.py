"""Resource bundles: texts by key from `.properties` files, those of a locale before those of its language and the rest.

bundle("texts.properties", locale="de_AT")     # texts_de_AT, then texts_de, then texts
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.javafx.scene.fxml.errors import FxmlError

SUFFIX: Final = ".properties"
_LOCALE: Final = re.compile(r"[A-Za-z]{2,8}([_-][A-Za-z0-9]{2,8})*")
# A key ends at the first `=`, `:` or blank that no backslash stands before.
_LINE: Final = re.compile(r"((?:\\.|[^:=\s\\])*)\s*[:=]?\s*(.*)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)", re.DOTALL)
_CONTROL_CHARACTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


def bundle(resources: Mapping[str, object] | str | Path | None, locale: str | None = None) -> Mapping[str, object]:
    """Texts by key: a mapping, or a `.properties` file with those of a locale beside it."""
    if resources is None or isinstance(resources, Mapping):
        return resources or {}
    path = Path(resources)
    if path.suffix != SUFFIX:
        path = path.with_name(path.name + SUFFIX)
    files = [*_of_locale(path, locale), path]
    # As in Java a bundle may be there for some locales only; with none at all, the error is about the plain file.
    present = [file for file in files if file.exists()] or [path]
    texts: dict[str, object] = {}
    # From the most general to the most particular, which has the last word.
    for file in reversed(present):
        texts |= _properties(file)
    return texts


def _of_locale(path: Path, locale: str | None) -> Iterator[Path]:
    """`texts_de_AT.properties`, `texts_de.properties`."""
    if locale is None:
        return
    if not _LOCALE.fullmatch(locale):
        raise FxmlError(
            f"locale={locale!r}: expected a language, such as 'de', or 'de_AT' with a country", str(path), 1
        )
    parts = re.split("[_-]", locale)
    for count in range(len(parts), 0, -1):
        yield path.with_name("_".join((path.stem, *parts[:count])) + SUFFIX)


def _properties(path: Path) -> dict[str, object]:
    try:
        # UTF-8, and where it is not that, Latin-1: as Java reads them since version 9.
        try:
            text = read_text(path)
        except UnicodeDecodeError:
            text = read_text(path, encoding="latin-1")
    except OSError as reason:
        raise FxmlError(f"cannot be read: {reason}", str(path), 1) from None
    texts: dict[str, object] = {}
    for row in _rows(text):
        match = _LINE.fullmatch(row)
        if match:
            texts[_unescaped(match[1])] = _unescaped(match[2])
    return texts


def _rows(text: str) -> Iterator[str]:
    """Lines that mean something, with those that continue them; a comment is never continued."""
    whole = ""
    for line in text.split("\n"):
        part = line.lstrip()
        if not whole and (not part or part[0] in "#!"):
            continue
        whole += part
        # An odd number of backslashes at the end: the last of them continues the line.
        if (len(part) - len(part.rstrip("\\"))) % 2:
            whole = whole[:-1]
            continue
        yield whole
        whole = ""
    if whole:
        yield whole


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_unescape, text)


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return _CONTROL_CHARACTERS.get(match[2], match[2])
