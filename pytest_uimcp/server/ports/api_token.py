"""The token of `--api-token`, for machines with several users: only who can read its file may use the MCP port."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web

from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.transport.authentication import Authenticator, BearerTokens
from pytest_uimcp.transport.errors import TokenFileError
from pytest_uimcp.transport.guard import LINKED
from pytest_uimcp.transport.token_files import kept_token

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer
    from pytest_uimcp.transport.principals import Principal


FILE: Final = "mcp-token"


def api_token(base_dir: Path) -> BearerTokens:
    """The token in `{base_dir}/mcp-token`, which servers of the same directory share; raises ConfigError."""
    try:
        return BearerTokens(kept_token(base_dir / FILE))
    except TokenFileError as error:
        raise ConfigError(f"--api-token: {error}") from None


class ApiToken(Authenticator):
    """Asks for the token on all routes but those of pages, if the server has one, which each `ui_configure` decides."""

    def __init__(self, server: UiServer) -> None:
        self._server = server

    def identify(self, request: web.Request) -> Principal | None:
        if self._server.api_tokens is None:
            return None
        return self._server.api_tokens.identify(request)

    def is_required(self, request: web.Request) -> bool:
        is_linked = request.match_info.route.resource in request.app.get(LINKED, ())
        return self._server.api_tokens is not None and not is_linked

    def refusal(self, request: web.Request) -> web.Response:
        file = self._server.base_dir / FILE
        error = f"a token is required: send Authorization: Bearer with the content of {file}"
        challenge = {hdrs.WWW_AUTHENTICATE: 'Bearer realm="ui-mcp"'}
        return web.json_response({"error": error}, status=401, headers=challenge)
