"""Checks of source text before it is compiled."""

from __future__ import annotations

import re
from itertools import islice

__all__ = ["MAX_SOURCE_BYTES", "has_too_many_branches", "is_bytecode", "without_first_line_quirks"]

# Bytes of the longest text that is compiled: nothing can stop the compiler at its work.
MAX_SOURCE_BYTES = 16 * 2**20

MAX_BRANCHES = 20_000
_BRANCH = re.compile(rb"\b(?:and|or|elseif|break|goto)\b")
_BYTECODE = re.compile(rb"\s*\x1b")


def is_bytecode(text: bytes) -> bool:
    """Whether this is bytecode. Check exactly the bytes that the compiler gets, after any change to them."""
    return _BYTECODE.match(text) is not None


def has_too_many_branches(text: bytes) -> bool:
    """Whether the compiler may need hours: its time grows with the square of the branches to one place."""
    if len(text) < 2 * MAX_BRANCHES:
        return False
    return next(islice(_BRANCH.finditer(text), MAX_BRANCHES, None), None) is not None


def without_first_line_quirks(text: bytes) -> bytes:
    """Remove a byte order mark and a first line with "#", as Lua's own loader does; line numbers stay."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    if text.startswith(b"#"):
        end = text.find(b"\n")
        if end < 0:
            return b""
        return text[end:]
    return text
