"""Addresses of http and https."""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, urlsplit, urlunsplit

__all__ = ["origin", "printable", "without_user"]

_PORTS: Final = {"http": 80, "https": 443}


def origin(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None if it is no address of http or https."""
    parts = urlsplit(url)
    port = _port(parts)
    if parts.hostname and port:
        return (parts.scheme, parts.hostname, port)
    return None


def _port(parts: SplitResult) -> int | None:
    try:
        return _PORTS.get(parts.scheme) and (parts.port or _PORTS[parts.scheme])
    except ValueError:
        return None


def without_user(url: str) -> tuple[str, str]:
    """An address without `user:password@`, and that part."""
    parts = urlsplit(url)
    user, separator, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=host)) if separator else url, user


def printable(url: str) -> str:
    """An address for messages, without user, password and query, which may hold secrets."""
    parts = urlsplit(without_user(url)[0])
    return urlunsplit((parts.scheme, parts.netloc, parts.path, "", ""))
