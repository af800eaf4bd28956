"""Addresses of e-mail as fields take them: Chromium writes their domain in ASCII."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["ascii_address"]

# A part of a domain as its owner writes it.
_LABEL: Final = re.compile(r"(?!-)(?:[A-Za-z0-9-]|[^\x00-\x7f])+(?<!-)")


def ascii_address(address: str) -> str:
    """The address with its domain in ASCII; one that is none stays as it is."""
    user, sign, domain = address.partition("@")
    if not sign or not all(_LABEL.fullmatch(label) for label in domain.split(".")):
        return address
    try:
        return f"{user}@{domain.encode('idna').decode()}"
    except UnicodeError:
        return address
