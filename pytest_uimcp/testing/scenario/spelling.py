"""Keys that are not in a table, and the nearest one that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.yaml import line_at
from pytest_uimcp.testing.scenario.errors import InvalidValue


class InvalidKey(InvalidValue):
    """A key that a mapping may not have, and its line, 0 if that is not known."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(problem)
        self.line = line


def check_keys(mapping: Mapping[str, Any], keys: Iterable[str], owner: str = "") -> None:
    """Raise InvalidKey at the first key that is not known."""
    keys = tuple(keys)
    for key in mapping:
        if key not in keys:
            # The key's own line, which may be far below the step's.
            line = line_at(mapping, (key,))
            place = " of ".join(filter(None, (repr(key), owner)))
            raise InvalidKey(f"unknown key {place}{hint_or_names(str(key), keys)}", line)
