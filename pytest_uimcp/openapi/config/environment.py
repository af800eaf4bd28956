"""`${NAME}` and `${NAME:-default}`; `$${` stands for a literal `${`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["expand"]

_VARIABLE: Final = re.compile(r"\$\$\{|\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^}]*))?\}")


def expand(text: str, environment: Mapping[str, str]) -> str:
    """The text with its variables; a default is for one that is not set or empty. KeyError names one without."""

    def value(match: re.Match[str]) -> str:
        name = match["name"]
        default = match["default"]
        if name is None:
            return "${"
        variable = environment.get(name)
        if default is not None:
            return variable or default
        if variable is None:
            raise KeyError(name)
        return variable

    # Once only: a value that has `${` in it is not looked at again.
    return _VARIABLE.sub(value, text)
