"""Names of tools: legal for every client, at most 64 characters, each given once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pytest_uimcp.openapi.warn import Warn

MAX_NAME_CHARS: Final = 64
_KEPT_CHARS: Final = 58  # leaves room for `_` and five digits
_ILLEGAL: Final = re.compile(r"[^A-Za-z0-9_.:-]")
_NOT_STRICT: Final = re.compile(r"[.:]")
_BAD_START: Final = re.compile(r"[^A-Za-z_]")
SEPARATOR: Final = "__"


def sanitize(text: str) -> str:
    """The text with `_` for every character that a name may not have, shortened to 64."""
    return shorten(_legal(text))


def _legal(text: str) -> str:
    name = _ILLEGAL.sub("_", text) or "_"
    if _BAD_START.match(name):
        return f"_{name}"
    return name


def shorten(name: str) -> str:
    """A longer name keeps its beginning and ends with a hash of all of it."""
    if len(name) <= MAX_NAME_CHARS:
        return name
    return f"{name[:_KEPT_CHARS]}_{fnv1a(name) & 0xFFFFF:05x}"


def fnv1a(text: str) -> int:
    # The same in every process, unlike Python's `hash`: the names of tools must not change with a restart.
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def target_prefix(target: str) -> str:
    """What the names of a target's tools begin with, before `__`."""
    name = sanitize(target)
    # A name in another script becomes nothing but underscores.
    if name.strip("_"):
        return name
    return "target"


def operation_name(method: str, path: str) -> str:
    return f"{method.lower()}_{path.replace('{', '').replace('}', '').replace('/', '_').strip('_')}"


class UniqueNames:
    """Gives each name once: whoever comes later gets `_2`, `_3`, … A strict one has no `.` and `:`, as some
    providers of models demand."""

    def __init__(self, warn: Warn, *, strict: bool = False) -> None:
        self._warn = warn
        self._strict = strict
        self._given: set[str] = set()

    def copy(self) -> UniqueNames:
        """The same names given, for further ones that may be given again."""
        names = UniqueNames(self._warn, strict=self._strict)
        names._given = set(self._given)
        return names

    def claim(self, prefix: str, name: str) -> str:
        """The name of a tool of this prefix; warns if it is not the natural one."""
        natural = self.natural(prefix, name)
        unique = next(candidate for candidate in _numbered(natural) if candidate not in self._given)
        self._given.add(unique)
        if unique != natural:
            self._warn(f"two tools would be called {natural}; the second one ({name}) is called {unique}")
        return unique

    def natural(self, prefix: str, name: str) -> str:
        """What the tool would be called if it were alone."""
        legal = _legal(f"{prefix}{SEPARATOR}{name}")
        if self._strict:
            legal = _NOT_STRICT.sub("_", legal)
        return shorten(legal)


def _numbered(name: str) -> Iterable[str]:
    yield name
    number = 2
    while True:
        # The number may make the name too long: it is then part of what the hash is made of.
        yield shorten(f"{name}_{number}")
        number += 1
