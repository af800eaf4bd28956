"""Keys that are not in a table, and the nearest one that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.yaml import YamlMapping
from pytest_uimcp.testing.scenario.errors import Fault

__all__ = ["UnknownKey", "check_keys"]


class UnknownKey(Fault):
    """A key that a mapping may not have, and its line, 0 if that is not known."""

    def __init__(self, told: str, line: int) -> None:
        super().__init__(told)
        self.line = line


def check_keys(given: Mapping[str, Any], known: Iterable[str], what: str = "") -> None:
    """Raise UnknownKey at the first key that is not known."""
    known = tuple(known)
    for key in given:
        if key not in known:
            line = given.lines.get(key, 0) if isinstance(given, YamlMapping) else 0
            place = f" of {what}" if what else ""
            raise UnknownKey(f"unknown key {key!r}{place}{hint_or_names(str(key), known)}", line)
