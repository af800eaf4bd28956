"""What the text of a Lua file is to the compiler."""

from __future__ import annotations

import re
from itertools import islice

__all__ = ["LONGEST", "has_too_many_branches", "is_bytecode", "without_first_line_quirks"]

LONGEST = 16 * 2**20
"""Bytes of the longest text that is compiled: nothing can stop the compiler at its work."""

MOST_BRANCHES = 20_000
_BRANCH = re.compile(rb"\b(?:and|or|elseif|break|goto)\b")
_BYTECODE = re.compile(rb"\s*\x1b")


def is_bytecode(text: bytes) -> bool:
    """Whether it is no text at all. To be asked of what the compiler gets, not of what that was made from."""
    return _BYTECODE.match(text) is not None


def has_too_many_branches(text: bytes) -> bool:
    """Whether the compiler may need hours: for each branch it goes through all others that lead to the same place."""
    if len(text) < 2 * MOST_BRANCHES:
        return False
    return next(islice(_BRANCH.finditer(text), MOST_BRANCHES, None), None) is not None


def without_first_line_quirks(text: bytes) -> bytes:
    """Lua's own loader skips these in files; line numbers stay."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    if text.startswith(b"#"):
        end = text.find(b"\n")
        return b"" if end < 0 else text[end:]
    return text
