"""The token of `--api-token`, for machines with several users: only who can read its file may use the MCP port."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web

from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.transport.guard import LINKED
from pytest_uimcp.transport.tokens import BearerTokens, new_token

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware

    from pytest_uimcp.server.ports.routes import Handler
    from pytest_uimcp.server.server import UiServer

__all__ = ["FILE", "api_token", "require_token"]

FILE: Final = "mcp-token"
_SHORTEST: Final = 32


def api_token(base_dir: Path) -> BearerTokens:
    """The token in `{base_dir}/mcp-token`, which is made if it is missing; raises ConfigError.

    Servers of the same directory share it. A file that others could read or write is replaced.
    """
    path = base_dir / FILE
    try:
        return BearerTokens(_read(path) or _write(path))
    except OSError as error:
        raise ConfigError(f"cannot keep the token of --api-token in {path}: {error.strerror or error}") from None


def _read(path: Path) -> str | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(file.fileno())
        mine = not hasattr(os, "getuid") or about.st_uid == os.getuid()
        if not (stat.S_ISREG(about.st_mode) and mine and stat.S_IMODE(about.st_mode) == 0o600):
            return None
        token = file.read(1000).decode("ascii", "replace").strip()
    if len(token) >= _SHORTEST:
        return token
    return None


def _write(path: Path) -> str:
    token = new_token()
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    with suppress(FileNotFoundError):
        partial.unlink()
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{token}\n")
    partial.replace(path)
    return token


def require_token(server: UiServer) -> Middleware:
    """The middleware that asks for the token on all routes but those of pages, if the server has one."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        tokens = server.api_tokens
        linked = request.match_info.route.resource in request.app.get(LINKED, ())
        if tokens is None or linked or tokens.principal(request.headers.get(hdrs.AUTHORIZATION)) is not None:
            return await handler(request)
        error = f"a token is required: send Authorization: Bearer with the content of {server.base_dir / FILE}"
        challenge = {hdrs.WWW_AUTHENTICATE: 'Bearer realm="ui-mcp"'}
        return web.json_response({"error": error}, status=401, headers=challenge)

    return check
