"""White space as JavaScript and browsers define it."""

from __future__ import annotations

import re

# JavaScript's \s: unlike Python's, it excludes four control characters and includes the byte order mark.
_ENDS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_RUN = re.compile(f"[{_ENDS}]+")
_ZERO = str.maketrans("", "", "\u200b\u00ad")


def collapse(text: str) -> str:
    """Replace every run of white space by one space, and strip the ends."""
    return _RUN.sub(" ", text.translate(_ZERO).strip(_ENDS))


def flatten(text: str) -> str:
    """As `collapse`, but keep no-break spaces, as accessible names do."""
    parts = (_RUN.sub(" ", part.replace("\r\n", "\n").translate(_ZERO)) for part in text.split("\u00a0"))
    return "\u00a0".join(parts).strip(_ENDS)
