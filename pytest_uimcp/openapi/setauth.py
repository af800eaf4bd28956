"""The tool that sets a target's token while it runs. It keeps it in memory and repeats it to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.requests.arguments import read
from pytest_uimcp.openapi.requests.credentials import NAMED, SCHEMES
from pytest_uimcp.openapi.results import failed
from pytest_uimcp.openapi.secret import Secret
from pytest_uimcp.openapi.tools import Tool

if TYPE_CHECKING:
    from pytest_uimcp.openapi.target import Target

__all__ = ["SET_AUTH", "SetAuthTool"]

SET_AUTH: Final = "set_auth"
_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "token": {"type": "string"},
        "auth_type": {"type": "string", "enum": list(SCHEMES)},
        "header_name": {"type": "string"},
    },
    "required": ["token"],
}


class SetAuthTool(Tool):
    """Sets the credential of its target."""

    def __init__(self, name: str, target: Target) -> None:
        line = f"Set the token that calls of {target.name} are made with, and if need be how it is sent"
        super().__init__(name, line, source=target.name, group="auth")
        self._target = target

    @property
    def schema(self) -> dict[str, Any]:
        """A token, and how it is sent."""
        return _SCHEMA

    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        """Take over the token of the arguments."""
        del token
        try:
            return self._set(read(arguments))
        except CallError as error:
            return failed(f"Error: {error}", "call_failed")

    def _set(self, arguments: dict[str, Any]) -> ToolResult:
        given = {name: _text(arguments, name) for name in ("token", "auth_type", "header_name")}
        if not given["token"]:
            raise CallError("token is required")
        if given["auth_type"] and given["auth_type"] not in SCHEMES:
            raise CallError(f"auth_type: expected one of {', '.join(SCHEMES)}, got {given['auth_type']!r}")
        credentials = self._target.credentials
        if given["auth_type"] in NAMED and not (given["header_name"] or credentials.shown.name):
            raise CallError(f"header_name is required for auth_type {given['auth_type']}")
        if not self._target.endpoints:
            return failed(f'No endpoints found for target "{self._target.name}"')
        credentials.set(Secret(given["token"]), given["auth_type"], given["header_name"])
        shown = credentials.shown
        return ToolResult.of_text(
            f"Authentication configured: {len(self._target.endpoints)} endpoints updated "
            f"(type={shown.type}, param={shown.name})"
        )


def _text(arguments: dict[str, Any], name: str) -> str:
    value = arguments.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise CallError(f"{name}: expected text, got {type(value).__name__}")
    return value.strip()
