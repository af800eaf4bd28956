"""Addresses: their parts, those of the servers that a specification names, and the one that a call goes to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.spec.nodes import as_list, as_object, as_text

_PORTS: Final = {"http": 80, "https": 443}


def origin(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None if it is no address of http or https."""
    parts = urlsplit(url)
    # The default port is filled in, so that https://a and https://a:443 are one origin.
    port = _port(parts)
    if parts.hostname and port:
        return (parts.scheme, parts.hostname, port)
    return None


def _port(parts: SplitResult) -> int | None:
    try:
        return _PORTS.get(parts.scheme) and (parts.port or _PORTS[parts.scheme])
    # urlsplit reads the port only when it is asked for, and then refuses what is no number.
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
    url = urljoin(spec_url or "", servers[0])
    if origin(url) is None:
        raise CallError(f"no address to call: {servers[0]!r} is no http address; set base_url in the configuration")
    return url.partition("?")[0].rstrip("/")


def _path_of(base: str, servers: Sequence[str]) -> str:
    for server in servers:
        parts = urlsplit(server)
        # Entries for other hosts (staging, say) have nothing to say about the configured one.
        if not (parts.scheme or parts.netloc) or origin(server) == origin(base):
            path = parts.path.strip("/")
            if path:
                return f"/{path}"
            return ""
    return ""


_VARIABLE: Final = re.compile(r"\{([^{}]+)\}")


def server_urls(*levels: Any) -> tuple[str, ...]:
    """The addresses of the first level that names any: those of the operation, of its path, of the document."""
    for servers in levels:
        urls = tuple(filter(None, (_url(as_object(server)) for server in as_list(servers))))
        if urls:
            return urls
    return ()


def _url(server: dict[str, Any]) -> str:
    variables = as_object(server.get("variables"))

    def value(match: re.Match[str]) -> str:
        default = as_object(variables.get(match[1])).get("default")
        if default is None:
            return match[0]
        return str(default)

    return _VARIABLE.sub(value, as_text(server.get("url")))
