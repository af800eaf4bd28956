"""Server entries: their addresses, variables filled in with their defaults."""

from __future__ import annotations

import re
from typing import Any, Final

from pytest_uimcp.openapi.spec.nodes import as_list, as_object, as_text

__all__ = ["server_urls"]

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
