"""A target: an API with its tools, its credential and its connections.

The token that the tool `set_auth` sets is kept in memory only, and repeated to nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.openapi.addresses import base_of
from pytest_uimcp.openapi.config.models import TargetConfig
from pytest_uimcp.openapi.danger import is_dangerous_operation
from pytest_uimcp.openapi.endpoints import Endpoint, Words
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.names import UniqueNames, target_prefix
from pytest_uimcp.openapi.requests.arguments import (
    read_arguments,
    require_arguments,
    unknown_arguments,
    validate_arguments,
)
from pytest_uimcp.openapi.requests.build import build_request
from pytest_uimcp.openapi.requests.caller import ApiCaller
from pytest_uimcp.openapi.requests.credentials import NAMED_SCHEMES, SCHEMES, Credential, Credentials
from pytest_uimcp.openapi.requests.responses import result_of
from pytest_uimcp.openapi.requests.wire import MakeTransport, over_network
from pytest_uimcp.openapi.results import failed, rewritten
from pytest_uimcp.openapi.secret import Secret
from pytest_uimcp.openapi.spec.methods import hints
from pytest_uimcp.openapi.tools import ServedTool, ServedTools
from pytest_uimcp.openapi.warn import Warn


class ApiTarget:
    """An API that can be called. `spec_url` is where its specification came from."""

    def __init__(
        self,
        config: TargetConfig,
        endpoints: Iterable[Endpoint],
        credentials: Credentials,
        names: UniqueNames,
        warn: Warn,
        *,
        spec_url: str | None = None,
        has_set_auth: bool = True,
        transport: MakeTransport = over_network,
    ) -> None:
        self.config = config
        self.endpoints = tuple(endpoints)
        self.credentials = credentials
        self.spec_url = spec_url
        self._warn = warn
        self._caller = ApiCaller(timeout=config.timeout, headers=config.headers, transport=transport)
        # The names of operations are claimed by whoever made the endpoints; that of set_auth comes last, so that it
        # never takes the name of an operation.
        tools: list[ServedTool] = [OperationTool(self, endpoint) for endpoint in self.endpoints]
        if has_set_auth and config.expose_set_auth:
            tools.append(SetAuthTool(names.claim(target_prefix(config.name), SET_AUTH), self))
        self.tools = ServedTools(tools)

    @property
    def name(self) -> str:
        return self.config.name

    @property
    def description(self) -> str:
        return self.config.description or self.name

    async def aclose(self) -> None:
        await self._caller.aclose()

    def base(self, endpoint: Endpoint) -> str:
        """The address that an endpoint's path is added to; raises CallError if there is none."""
        return base_of(self.config.base_url, endpoint.plan.servers, self.spec_url, honor=self.config.servers == "honor")

    async def call(self, endpoint: Endpoint, arguments: Any, token: str | None = None) -> ToolResult:
        credential = self.credentials.credential(endpoint.plan, token)
        try:
            result = await self._send(endpoint, arguments, credential)
        except CallError as error:
            result = failed(f"Error: {error}", "call_failed")
        # An API may repeat what it was sent, in an error for example, and the text goes to a model.
        if credential:
            return rewritten(result, credential.without_token)
        return result

    async def _send(self, endpoint: Endpoint, raw_arguments: Any, credential: Credential | None) -> ToolResult:
        arguments = self._checked_arguments(endpoint, raw_arguments)
        base = self.base(endpoint)
        return result_of(await self._caller.send(build_request(endpoint, arguments, base), credential, base))

    def _checked_arguments(self, endpoint: Endpoint, raw_arguments: Any) -> dict[str, Any]:
        arguments = read_arguments(raw_arguments)
        # Models invent arguments. They are not sent, as no server expects them, and by default the call goes on.
        if strange := unknown_arguments(endpoint.plan, arguments):
            if self.config.unknown_args == "error":
                raise CallError(strange)
            self._warn(f"{endpoint.name}: {strange}; not sent")
        require_arguments(endpoint.plan, arguments)
        # Off by default: specifications are wrong more often than calls are, and the server decides anyway.
        if self.config.validate_args:
            validate_arguments(endpoint, arguments)
        return arguments


class OperationTool(ServedTool):
    def __init__(self, target: ApiTarget, endpoint: Endpoint) -> None:
        super().__init__(
            endpoint.name,
            endpoint.description,
            source=target.name,
            group=endpoint.group,
            annotations=hints(endpoint.method),
        )
        self.endpoint = endpoint
        self._target = target

    @property
    def request(self) -> str:
        return f"{self.endpoint.method} {self.endpoint.path}"

    @property
    def words(self) -> Words:
        return self.endpoint.words

    @property
    def schema(self) -> dict[str, Any]:
        return self.endpoint.schema

    def is_dangerous(self, arguments: Mapping[str, Any]) -> bool:
        """By method and name, unless the specification or the configuration says otherwise."""
        endpoint = self.endpoint
        return is_dangerous_operation(
            endpoint.method,
            endpoint.operation,
            confirm_by_operation=endpoint.confirm,
            confirm=self._target.config.confirm,
        )

    def must_be_confirmed(self, arguments: Mapping[str, Any]) -> bool:
        return self._target.config.confirm == "always"

    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        return await self._target.call(self.endpoint, arguments, token)


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


class SetAuthTool(ServedTool):
    def __init__(self, name: str, target: ApiTarget) -> None:
        line = f"Set the token that calls of {target.name} are made with, and if need be how it is sent"
        super().__init__(name, line, source=target.name, group="auth")
        self._target = target

    @property
    def schema(self) -> dict[str, Any]:
        return _SCHEMA

    async def call(self, arguments: Any, *, token: str | None = None) -> ToolResult:
        del token
        try:
            return self._set(read_arguments(arguments))
        except CallError as error:
            return failed(f"Error: {error}", "call_failed")

    def _set(self, arguments: dict[str, Any]) -> ToolResult:
        settings = {name: _text(arguments, name) for name in ("token", "auth_type", "header_name")}
        if not settings["token"]:
            raise CallError("token is required")
        if settings["auth_type"] and settings["auth_type"] not in SCHEMES:
            raise CallError(f"auth_type: expected one of {', '.join(SCHEMES)}, got {settings['auth_type']!r}")
        credentials = self._target.credentials
        if settings["auth_type"] in NAMED_SCHEMES and not (
            settings["header_name"] or credentials.effective_scheme.name
        ):
            raise CallError(f"header_name is required for auth_type {settings['auth_type']}")
        # As the original answers: a token for nothing is a mistake in the configuration.
        if not self._target.endpoints:
            return failed(f'No endpoints found for target "{self._target.name}"')
        credentials.set(Secret(settings["token"]), settings["auth_type"], settings["header_name"])
        scheme = credentials.effective_scheme
        return ToolResult.of_text(
            f"Authentication configured: {len(self._target.endpoints)} endpoints updated "
            f"(type={scheme.type}, param={scheme.name})"
        )


def _text(arguments: dict[str, Any], name: str) -> str:
    value = arguments.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise CallError(f"{name}: expected text, got {type(value).__name__}")
    return value.strip()
