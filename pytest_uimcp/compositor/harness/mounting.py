"""What a test may mount by an address or a command, and why that did not come about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2
from mcp.shared.exceptions import MCPError

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.specs import HttpSpec, MountSpec, StdioSpec, spec_from_json


def spec_for(server: Any) -> MountSpec | None:
    """The spec of a URL, of a command as a list, of a mapping; None for a server of this process."""
    if isinstance(server, str):
        # No command as one text: where it would have to be split, only a shell knows.
        if not server.startswith(("http://", "https://")):
            raise CompositorError(
                "invalid_spec",
                f"expected a URL that begins with http:// or https://, got {server[:100]!r}; a command is a list: "
                f"{server.split()[:3]}",
            )
        return HttpSpec(server)
    if isinstance(server, Sequence):
        command, *arguments = map(str, server)
        return StdioSpec(command, tuple(arguments))
    if isinstance(server, StdioSpec | HttpSpec | Mapping):
        return spec_from_json(server)
    return None


@contextmanager
def explained(prefix: str, spec: MountSpec) -> Iterator[None]:
    """Say why there is no answer from a server. Arguments, paths and queries are not told: they may hold secrets."""
    try:
        yield
    except (OSError, MCPError, httpx2.HTTPError) as error:
        raise CompositorError("not_connected", f"cannot mount {prefix!r}: {_why(spec, error)}") from error


def _why(spec: MountSpec, error: Exception) -> str:
    if isinstance(spec, HttpSpec):
        address = urlsplit(spec.url)
        return f"{address.scheme}://{address.netloc} cannot be reached ({error}); start the server before the test"
    # The operating system says this of the command and of its folder alike; the command is the likelier mistake.
    if isinstance(error, FileNotFoundError):
        return f"there is no command {spec.command!r}; give its path, or install it"
    if isinstance(error, MCPError):
        return (
            f"{spec.command} ended, or spoke something else than MCP, before it had answered ({error}); what it wrote "
            "is in the captured standard error"
        )
    return f"{spec.command} cannot be run: {error}"
