"""`Link` headers (RFC 8288): which of them lead to a description of the service."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

__all__ = ["described_by"]

_DESCRIPTIONS: Final = frozenset({"service-desc", "describedby"})
_LINK: Final = re.compile(r'<(?P<target>[^>]*)>(?P<rest>(?:[^,"]|"(?:[^"\\]|\\.)*")*)')
_PARAMETER: Final = re.compile(r';\s*(?P<name>[^\s=;,]+)\s*=\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>[^\s;,]+))')


def described_by(values: Iterable[str]) -> Iterator[str]:
    """The targets of links whose relations say so, in order."""
    for value in values:
        for link in _LINK.finditer(value):
            if not _DESCRIPTIONS.isdisjoint(_relations(link["rest"])):
                yield link["target"].strip()


def _relations(parameters: str) -> list[str]:
    for parameter in _PARAMETER.finditer(parameters):
        if parameter["name"].lower() == "rel":
            return (parameter["quoted"] or parameter["bare"] or "").lower().split()
    return []
