"""White space as JavaScript and browsers see it."""

from __future__ import annotations

import re

__all__ = ["collapse", "flatten"]

# \s of JavaScript: Python's has four control characters more and the byte order mark less.
_SPACES = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_RUN = re.compile(f"[{_SPACES}]+")
_ENDS = "".join(char for char in map(chr, range(0x10000)) if _RUN.fullmatch(char))
_ZERO = str.maketrans("", "", "\u200b\u00ad")


def collapse(text: str) -> str:
    """Every run of white space becomes one space, none at the ends."""
    return _RUN.sub(" ", text.translate(_ZERO).strip(_ENDS))


def flatten(text: str) -> str:
    """The same with no-break spaces kept, as accessible names have it."""
    parts = (_RUN.sub(" ", part.replace("\r\n", "\n").translate(_ZERO)) for part in text.split("\u00a0"))
    return "\u00a0".join(parts).strip(_ENDS)
