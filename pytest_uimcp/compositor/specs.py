"""What can be mounted from outside of this process: a command that speaks MCP on stdio, or a URL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.transport.environment import child_environment


@dataclass(frozen=True, slots=True)
class StdioSpec:
    """A server to start as a process.

    Of our environment it sees what is in `pytest_uimcp.transport.environment.KEPT`, and what `inherit_env` names.
    """

    # What may hold a secret is not in the repr, which logs and failing tests show.
    command: str
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: Path | str | None = None
    inherit_env: tuple[str, ...] = ()

    @property
    def environment(self) -> dict[str, str]:
        """All that it sees, `env` included."""
        return child_environment(self.env, self.inherit_env)


@dataclass(frozen=True, slots=True)
class HttpSpec:
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    bearer: str | None = field(default=None, repr=False)

    @property
    def all_headers(self) -> dict[str, str]:
        token = {}
        if self.bearer is not None:
            token = {"Authorization": f"Bearer {self.bearer}"}
        return {**self.headers, **token}


MountSpec = StdioSpec | HttpSpec
_KEYS: Final = {
    "stdio": frozenset({"type", "command", "args", "env", "cwd", "inherit_env"}),
    "http": frozenset({"type", "url", "headers", "bearer"}),
}


def spec_from_json(data: object) -> MountSpec:
    """A spec from a configuration: `{"type": "stdio", "command", …}` or `{"type": "http", "url", …}`.

    The type may be left out. `env` and `headers` are objects, or lists of `{"key", "value"}`.
    """
    if isinstance(data, StdioSpec | HttpSpec):
        return data
    if not isinstance(data, Mapping):
        raise _invalid(f"expected an object with `command` or `url`, got {type(data).__name__}")
    kind = data.get("type", "http" if "url" in data else "stdio")
    if kind not in _KEYS:
        raise _invalid(f"expected the type stdio or http, got {str(kind)[:50]!r}")
    # Closed, because a misspelt `inherit_env` would start a server without its token, which says nothing useful.
    if unknown := sorted(set(data) - _KEYS[kind]):
        raise _invalid(f"unknown key {unknown[0]!r}; {kind} takes {', '.join(sorted(_KEYS[kind]))}")
    if kind == "stdio":
        return _stdio(data)
    return _http(data)


def _stdio(data: Mapping[str, Any]) -> StdioSpec:
    return StdioSpec(
        _text(data, "command"), _texts(data, "args"), _pairs(data, "env"), data.get("cwd"), _texts(data, "inherit_env")
    )


def _http(data: Mapping[str, Any]) -> HttpSpec:
    url = _text(data, "url")
    if not url.startswith(("http://", "https://")):
        raise _invalid(f"url must begin with http:// or https://, got {url[:100]!r}")
    return HttpSpec(url, _pairs(data, "headers"), data.get("bearer"))


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if isinstance(value, str) and value:
        return value
    raise _invalid(f"{key} must be a non-empty string, got {value!r}"[:200])


def _texts(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = data.get(key, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise _invalid(f"{key} must be a list of strings")
    return tuple(values)


def _pairs(data: Mapping[str, Any], key: str) -> dict[str, str]:
    pairs = data.get(key) or {}
    if isinstance(pairs, list):
        try:
            pairs = {pair["key"]: pair["value"] for pair in pairs}
        except (TypeError, KeyError):
            raise _invalid(f'{key} must be an object, or a list of {{"key", "value"}}') from None
    # The values may be secrets, so no error shows one.
    if isinstance(pairs, dict) and all(isinstance(part, str) for pair in pairs.items() for part in pair):
        return pairs
    raise _invalid(f"{key} must map strings to strings")


def _invalid(message: str) -> CompositorError:
    return CompositorError("invalid_spec", message)
