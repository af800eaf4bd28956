"""`${NAME}` and `${NAME:-default}`; `$${` stands for a literal `${`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["expanded"]

_VARIABLE: Final = re.compile(r"\$\$\{|\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^}]*))?\}")


def expanded(text: str, environment: Mapping[str, str]) -> str:
    """The text with its variables; a default is for one that is not set or empty. KeyError names one without."""

    def value(match: re.Match[str]) -> str:
        name = match["name"]
        default = match["default"]
        if name is None:
            return "${"
        found = environment.get(name)
        if default is not None:
            return found or default
        if found is None:
            raise KeyError(name)
        return found

    return _VARIABLE.sub(value, text)
