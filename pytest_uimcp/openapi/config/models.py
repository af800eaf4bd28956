"""Every setting, with its reader and its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pytest_uimcp.openapi.config.fields import (
    address,
    choice,
    filled,
    flag,
    from_environment,
    list_of,
    model,
    number,
    required,
    secret,
    setting,
    settings,
    text,
    whole,
)
from pytest_uimcp.openapi.secret import NO_SECRET, Secret

__all__ = ["OF_CHATS", "AuthConfig", "ChildConfig", "Config", "McpConfig", "ServeConfig", "TargetConfig"]

_PORT: Final = whole(0, 65535)
_MOST: Final = 2**31
OF_CHATS: Final = frozenset({"language", "proxy", "llm", "server"})
"""Keys of the whole file that belong to programs with a chat, which share it: not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthConfig:
    """How calls of a target authenticate."""

    type: str = setting(choice("", "bearer", "basic", "header", "query", "cookie"), "")
    header_name: str = setting(text, "")
    token: Secret = setting(secret, NO_SECRET)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetConfig:
    """An API."""

    name: str = required(filled)
    base_url: str = setting(address, "")
    spec: str = setting(text, "")
    tools: str = setting(text, "")
    auth: AuthConfig = setting(model(AuthConfig), AuthConfig())
    description: str = setting(text, "")
    timeout: float = setting(number, 30.0)
    headers: Mapping[str, Secret] = settings(secret)
    include: tuple[str, ...] = setting(list_of(text), ())
    exclude: tuple[str, ...] = setting(list_of(text), ())
    servers: str = setting(choice("honor", "ignore"), "honor")
    confirm: str = setting(choice("auto", "never", "always"), "auto")
    auth_on_discovery: bool = setting(flag, False)
    allow_external_refs: bool = setting(flag, False)
    expose_set_auth: bool = setting(flag, True)
    unknown_args: str = setting(choice("warn", "error"), "warn")
    validate_args: bool = setting(flag, False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildConfig:
    """An MCP server whose tools are offered too."""

    name: str = required(filled)
    command: str = required(filled)
    # May hold tokens, as the environment may.
    args: tuple[str, ...] = field(default=(), repr=False, metadata={"read": list_of(from_environment)})
    env: Mapping[str, Secret] = settings(secret)
    inherit_env: tuple[str, ...] = setting(list_of(filled), ())
    cwd: str = setting(text, "")
    timeout: float = setting(number, 30.0)
    startup_timeout: float = setting(number, 30.0)
    restart: str = setting(choice("on-demand", "never"), "on-demand")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeConfig:
    """How tools are served over MCP."""

    sse_port: int = setting(_PORT, 0)
    host: str = setting(choice("127.0.0.1", "localhost"), "127.0.0.1")
    surface: str = setting(choice("all", "search"), "all")
    confirm: str = setting(choice("never", "refuse", "elicit"), "never")
    max_result_chars: int = setting(whole(0, _MOST), 100_000)
    name_charset: str = setting(choice("mcp", "strict"), "mcp")
    endpoint: str = setting(choice("absolute", "relative"), "absolute")
    strict_unknown_tool: bool = setting(flag, False)
    list_changed: bool = setting(flag, False)


@dataclass(frozen=True, slots=True, kw_only=True)
class McpConfig:
    """MCP, in both directions. `clients` is another word for `servers`; both together are one list."""

    servers: tuple[ChildConfig, ...] = setting(list_of(model(ChildConfig)), ())
    clients: tuple[ChildConfig, ...] = setting(list_of(model(ChildConfig)), ())
    server: ServeConfig = setting(model(ServeConfig), ServeConfig())

    @property
    def children(self) -> tuple[ChildConfig, ...]:
        """All servers whose tools are offered."""
        return self.servers + self.clients


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole file. `folder` is where it stands: files that it names are looked for there."""

    targets: tuple[TargetConfig, ...] = setting(list_of(model(TargetConfig)), ())
    mcp: McpConfig = setting(model(McpConfig), McpConfig())
    folder: Path = field(default=Path())
