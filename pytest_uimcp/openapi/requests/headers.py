"""Header lines that cannot become two."""

from __future__ import annotations

import re
from typing import Final

from pytest_uimcp.openapi.errors import CallError

__all__ = ["header"]

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def header(name: str, value: str, argument: str) -> tuple[bytes, bytes]:
    """A header as it is sent; raises CallError, which does not repeat the value: it may be a secret."""
    if not _NAME.fullmatch(name):
        raise CallError(f"{argument}: {name!r} cannot be the name of a header")
    if _CONTROL.search(value):
        raise CallError(f"{argument}: a header cannot hold line breaks or other control characters")
    return name.encode(), value.strip(" \t").encode()
