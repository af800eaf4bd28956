"""Every setting, with its type and its default.

Made in Python, a model has the values as they are; read from a file, `${NAME}` or `${NAME:-default}` in some of them
stands for a variable of the environment, which comes with the `Surroundings`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, ConfigDict, Field, PlainValidator, PrivateAttr, ValidationInfo
from pydantic_core import PydanticKnownError

from pytest_uimcp.core.reading import Items, Settings, expecting
from pytest_uimcp.openapi.addresses import origin, without_user
from pytest_uimcp.openapi.secret import NO_SECRET, Secret

# Keys of the whole file that belong to programs with a chat, which share it: not read.
OF_CHATS: Final = frozenset({"language", "proxy", "llm", "server"})
# `$${` stands for a literal `${`.
_VARIABLE: Final = re.compile(r"\$\$\{|\$\{(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?P<default>[^}]*))?\}")
MAX_PORT: Final = 65535
MAX_RESULT_CHARS: Final = 2**31
MAX_SECONDS: Final = 1e9


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a file is read with: the variables of the environment, and the folder it stands in."""

    environment: Mapping[str, str]
    folder: Path


def _expand(text: str, environment: Mapping[str, str]) -> str:
    """A default is for a variable that is not set or empty; KeyError names one without."""

    def value(match: re.Match[str]) -> str:
        name = match["name"]
        default = match["default"]
        if name is None:
            return "${"
        variable = environment.get(name)
        if default is not None:
            return variable or default
        if variable is None:
            raise KeyError(name)
        return variable

    # Once only: a value that has `${` in it is not looked at again.
    return _VARIABLE.sub(value, text)


def _with_variables(text: str, info: ValidationInfo) -> str:
    if not isinstance(info.context, Surroundings):
        return text
    try:
        return _expand(text, info.context.environment)
    except KeyError as missing:
        name = missing.args[0]
        raise ValueError(
            f"the environment variable {name} is not set; set it, or give a default as in ${{{name}:-default}}"
        ) from None


def _secret(value: Any, info: ValidationInfo) -> Secret:
    # Made in Python it is one already; what pydantic sees of it in an error is the masked form.
    if isinstance(value, Secret):
        return value
    if not isinstance(value, str):
        raise PydanticKnownError("string_type")
    return Secret(_with_variables(value, info))


def check_scheme(url: str) -> str:
    """The address, if it is empty or one of http or https."""
    if url and origin(url) is None:
        raise ValueError("expected an address that begins with http:// or https://")
    return url


def _address(text: str, info: ValidationInfo) -> str:
    if not isinstance(info.context, Surroundings):
        return text
    # White space around an address is nobody's intention, and often comes with a variable.
    url = check_scheme(text.strip())
    if without_user(url)[1]:
        raise ValueError(
            'expected an address without user and password; they belong in auth: {type: basic, token: "user:password"}'
        )
    if "?" in url or "#" in url:
        raise ValueError("expected an address without `?` and `#`; a key in the query is auth: {type: query}")
    return url


Filled = Annotated[str, Field(min_length=1)]
Expanded = Annotated[str, AfterValidator(_with_variables)]
Address = Annotated[Expanded, AfterValidator(_address)]
SecretText = Annotated[Secret, PlainValidator(_secret)]
Seconds = Annotated[float, Field(gt=0, lt=MAX_SECONDS), expecting("a number of seconds above 0")]


def whole(minimum: int, maximum: int) -> Any:
    return Field(ge=minimum, le=maximum), expecting(f"a whole number from {minimum} to {maximum}")


class _Settings(Settings):
    # Messages show no values, which may be tokens.
    model_config = ConfigDict(hide_input_in_errors=True)


class AuthConfig(_Settings):
    type: Literal["", "bearer", "basic", "header", "query", "cookie"] = ""
    header_name: str = ""
    token: SecretText = NO_SECRET


class TargetConfig(_Settings):
    name: Filled
    base_url: Address = ""
    spec: str = ""
    tools: str = ""
    auth: AuthConfig = AuthConfig()
    description: str = ""
    timeout: Seconds = 30.0
    headers: dict[str, SecretText] = Field(default={})
    include: Items[str] = ()
    exclude: Items[str] = ()
    servers: Literal["honor", "ignore"] = "honor"
    confirm: Literal["auto", "never", "always"] = "auto"
    auth_on_discovery: bool = False
    allow_external_refs: bool = False
    expose_set_auth: bool = True
    unknown_args: Literal["warn", "error"] = "warn"
    validate_args: bool = False


class ChildConfig(_Settings):
    name: Filled
    command: Filled
    # May hold tokens, as the environment may.
    args: Items[Expanded] = Field(default=(), repr=False)
    env: dict[str, SecretText] = Field(default={})
    inherit_env: Items[Filled] = ()
    cwd: str = ""
    timeout: Seconds = 30.0
    startup_timeout: Seconds = 30.0
    restart: Literal["on-demand", "never"] = "on-demand"


class ServeConfig(_Settings):
    sse_port: Annotated[int, *whole(0, MAX_PORT)] = 0
    host: Literal["127.0.0.1", "localhost"] = "127.0.0.1"
    surface: Literal["all", "search"] = "all"
    confirm: Literal["never", "refuse", "elicit"] = "never"
    max_result_chars: Annotated[int, *whole(0, MAX_RESULT_CHARS)] = 100_000
    name_charset: Literal["mcp", "strict"] = "mcp"
    endpoint: Literal["absolute", "relative"] = "absolute"
    strict_unknown_tool: bool = False
    list_changed: bool = False


class McpConfig(_Settings):
    """MCP, in both directions. `clients` is another word for `servers`; both together are one list."""

    servers: Items[ChildConfig] = ()
    clients: Items[ChildConfig] = ()
    server: ServeConfig = ServeConfig()

    @property
    def children(self) -> tuple[ChildConfig, ...]:
        return self.servers + self.clients


class Config(_Settings):
    targets: Items[TargetConfig] = ()
    mcp: McpConfig = McpConfig()
    _folder: Path = PrivateAttr(default=Path())

    def model_post_init(self, context: Any) -> None:
        if isinstance(context, Surroundings):
            self._folder = context.folder

    @property
    def folder(self) -> Path:
        """Where the file stands: files that it names are looked for there."""
        return self._folder
