"""Which address an operation's path is added to."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from pytest_uimcp.openapi.addresses import origin
from pytest_uimcp.openapi.errors import CallError

__all__ = ["base_of"]


def base_of(configured: str, servers: Sequence[str], spec_url: str | None, *, honor: bool) -> str:
    """The configured address, else the specification's first server; no slash at its end. Raises CallError.

    A configured address without a path gets that of the first server entry that is relative or of the same origin.
    """
    if configured:
        base = configured.partition("?")[0].rstrip("/")
        if not honor or urlsplit(base).path:
            return base
        return base + _path_of(base, servers)
    if not servers:
        raise CallError("no address to call: neither the configuration has a base_url nor the specification servers")
    url = urljoin(spec_url, servers[0]) if spec_url else servers[0]
    if origin(url) is None:
        raise CallError(f"no address to call: {servers[0]!r} is no http address; set base_url in the configuration")
    return url.partition("?")[0].rstrip("/")


def _path_of(base: str, servers: Sequence[str]) -> str:
    for server in servers:
        parts = urlsplit(server)
        if not (parts.scheme or parts.netloc) or origin(server) == origin(base):
            path = parts.path.strip("/")
            if path:
                return f"/{path}"
            return ""
    return ""
