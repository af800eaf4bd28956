"""Server entries: their addresses, variables filled in with their defaults."""

from __future__ import annotations

import re
from typing import Any, Final

__all__ = ["server_urls"]

_VARIABLE: Final = re.compile(r"\{([^{}]+)\}")


def server_urls(*levels: Any) -> tuple[str, ...]:
    """The addresses of the first level that names any: those of the operation, of its path, of the document."""
    for servers in levels:
        if isinstance(servers, list):
            urls = tuple(_url(server) for server in servers if isinstance(server, dict) and _text(server.get("url")))
            if urls:
                return urls
    return ()


def _url(server: dict[str, Any]) -> str:
    variables = server.get("variables")
    known = variables if isinstance(variables, dict) else {}

    def value(match: re.Match[str]) -> str:
        variable = known.get(match[1])
        default = variable.get("default") if isinstance(variable, dict) else None
        return match[0] if default is None else str(default)

    url: str = server["url"]
    return _VARIABLE.sub(value, url)


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)
