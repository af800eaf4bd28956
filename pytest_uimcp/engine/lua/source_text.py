"""What the text of a Lua file is to the compiler."""

from __future__ import annotations

import re

__all__ = ["LONGEST", "is_bytecode", "without_first_line_quirks"]

LONGEST = 16 * 2**20
"""Bytes of the longest text that is compiled: nothing can stop the compiler at its work."""

_BYTECODE = re.compile(rb"\s*\x1b")


def is_bytecode(text: bytes) -> bool:
    """Whether it is no text at all. To be asked of what the compiler gets, not of what that was made from."""
    return _BYTECODE.match(text) is not None


def without_first_line_quirks(text: bytes) -> bytes:
    """Lua's own loader skips these in files; line numbers stay."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    if text.startswith(b"#"):
        end = text.find(b"\n")
        return b"" if end < 0 else text[end:]
    return text
