"""A toolset file as endpoints."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pytest_uimcp.core.regular_file import LONGEST_TEXT, read_regular
from pytest_uimcp.openapi.addresses import origin
from pytest_uimcp.openapi.config.models import AuthConfig, TargetConfig
from pytest_uimcp.openapi.documents import decode
from pytest_uimcp.openapi.endpoints import Body, Endpoint, Param, Part, Plan, Scheme, XmlElement
from pytest_uimcp.openapi.errors import ToolsetError
from pytest_uimcp.openapi.names import SEPARATOR, Names, target_prefix
from pytest_uimcp.openapi.requests.credentials import SCHEMES
from pytest_uimcp.openapi.secret import Secret
from pytest_uimcp.openapi.spec.media import JSON
from pytest_uimcp.openapi.spec.methods import METHODS
from pytest_uimcp.openapi.spec.parameters import BODY, PLACES, STYLES

__all__ = ["Toolset", "read_toolset", "read_toolset_file"]

_VERSION: Final = 1
_MODES: Final = ("wrapped", "flat")
_Value = TypeVar("_Value")


class _Node:
    """An object of the file that knows where it stands."""

    def __init__(self, data: Any, place: str) -> None:
        if not isinstance(data, dict):
            raise ToolsetError(f"{place}: expected an object, got {type(data).__name__}")
        self._data = data
        self.place = place

    def get(self, key: str, kind: type[_Value], default: _Value | None = None) -> _Value:
        """A value of a type; without a default it has to be there."""
        value = self._data.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise ToolsetError(f"{self.place}.{key}: expected {kind.__name__}, got {type(value).__name__}")
        return value

    def word(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        """One of some words."""
        value = self.get(key, str, default)
        if value not in words:
            raise ToolsetError(f"{self.place}.{key}: expected one of {', '.join(words)}, got {value!r}")
        return value

    def node(self, key: str) -> _Node:
        """An object, empty if it is not there."""
        return _Node(self.get(key, dict, {}), f"{self.place}.{key}")

    def nodes(self, key: str) -> Iterator[_Node]:
        """A list of objects."""
        items: list[Any] = self.get(key, list, [])
        return (_Node(item, f"{self.place}.{key}[{index}]") for index, item in enumerate(items))

    def names(self, key: str) -> list[str]:
        """A list of texts."""
        items: list[Any] = self.get(key, list, [])
        if not all(isinstance(item, str) for item in items):
            raise ToolsetError(f"{self.place}.{key}: expected a list of texts")
        return items

    def has(self, key: str) -> bool:
        """Whether there is such a value."""
        return self._data.get(key) is not None


@dataclass(frozen=True, slots=True)
class Toolset:
    """What a file describes."""

    target: str
    base_url: str
    auth: AuthConfig
    rows: tuple[Row, ...]

    @property
    def usual(self) -> Scheme | None:
        """How a token is sent in general."""
        return next((row.plan.scheme for row in self.rows if row.plan.scheme), None)

    def configured(self, config: TargetConfig) -> TargetConfig:
        """The target as the file and the configuration describe it; what the configuration says wins."""
        auth = AuthConfig(
            type=config.auth.type or self.auth.type,
            header_name=config.auth.header_name or self.auth.header_name,
            token=config.auth.token or self.auth.token,
        )
        return dataclasses.replace(config, auth=auth)

    def endpoints(self, config: TargetConfig, names: Names) -> Iterator[Endpoint]:
        """The endpoints under the name of the configured target."""
        prefix = target_prefix(config.name)
        for row in self.rows:
            yield row.endpoint(names.claim(prefix, row.operation), "" if config.base_url else self.base_url)


@dataclass(frozen=True, slots=True)
class Row:
    """One endpoint of a file."""

    operation: str
    description: str
    method: str
    path: str
    group: str
    schema: dict[str, Any]
    plan: Plan
    base_url: str = ""
    confirm: bool | None = None
    place: str = ""

    def endpoint(self, name: str, base_url: str) -> Endpoint:
        """The endpoint; a base address means that the file's own are to be used."""
        servers = (self.base_url or base_url,) if base_url else self.plan.servers
        plan = dataclasses.replace(self.plan, servers=servers)
        return Endpoint(
            name=name,
            operation=self.operation,
            method=self.method,
            path=self.path,
            description=self.description or f"{self.method} {self.path}",
            group=self.group,
            confirm=self.confirm,
            place=self.place,
            make_plan=lambda: plan,
            make_schema=lambda: self.schema,
        )


def read_toolset_file(path: Path) -> Toolset:
    """The toolset of a file; raises ToolsetError."""
    try:
        data = json.loads(decode(read_regular(path, LONGEST_TEXT)))
    except OSError as error:
        raise ToolsetError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ToolsetError(f"{path} is not JSON: {error}") from None
    try:
        return read_toolset(data)
    except ToolsetError as error:
        raise ToolsetError(f"{path}: {error}") from None


def read_toolset(data: Any) -> Toolset:
    """The toolset that data is; raises ToolsetError with the place of what is wrong."""
    file = _Node(data, "toolset")
    version = file.get("version", int)
    if version != _VERSION:
        raise ToolsetError(f"version {version} is not supported, expected {_VERSION}")
    base_url = file.get("base_url", str, "")
    if base_url and origin(base_url) is None:
        raise ToolsetError("toolset.base_url: expected an address that begins with http:// or https://")
    target = file.get("target", str, "")
    return Toolset(
        target, base_url, _auth(file.node("auth")), tuple(_row(each, target) for each in file.nodes("endpoints"))
    )


def _auth(node: _Node) -> AuthConfig:
    return AuthConfig(
        type=node.word("type", ("", *SCHEMES), ""),
        header_name=node.get("header_name", str, ""),
        token=Secret(node.get("token", str, "")),
    )


def _row(node: _Node, target: str) -> Row:
    if node.has("method"):
        method = node.word("method", tuple(name.upper() for name in METHODS))
    else:
        method = "GET"
    described = node.node("parameters")
    schema = {
        **node.get("parameters", dict, {}),
        "type": "object",
        "properties": described.get("properties", dict, {}),
        "required": described.names("required"),
    }
    if not schema["required"]:
        del schema["required"]
    params = tuple(_param(each) for each in node.nodes("params"))
    return Row(
        operation=node.get("operation", str, "") or _without_prefix(node.get("name", str), target),
        description=node.get("description", str, ""),
        method=method,
        path=node.get("path", str),
        group=node.get("group", str, "default"),
        schema=schema,
        plan=_plan(node, params, schema),
        base_url=node.get("base_url", str, ""),
        confirm=node.get("confirm", bool) if node.has("confirm") else None,
        place=node.place,
    )


def _without_prefix(name: str, target: str) -> str:
    """The operation's own name: the target may have another name here."""
    return name.removeprefix(f"{target_prefix(target)}{SEPARATOR}") or name


def _param(node: _Node) -> Param:
    place = node.word("in", PLACES)
    name = node.get("name", str)
    return Param(
        name=name,
        place=place,
        argument=node.get("argument", str, name),
        required=node.get("required", bool, False) or place == "path",
        style=node.get("style", str, STYLES[place]),
        # A file of others says neither, and a query then repeats the name, as OpenAPI's default is.
        explode=node.get("explode", bool, place == "query" and not node.has("style")),
        allow_reserved=node.get("allow_reserved", bool, False),
        json=node.get("json", bool, False),
    )


def _plan(node: _Node, params: tuple[Param, ...], schema: dict[str, Any]) -> Plan:
    scheme = node.node("scheme")
    return Plan(
        params=params,
        body=_body(node, params, schema) if node.get("has_body", bool, False) else None,
        servers=tuple(node.names("servers")),
        scheme=Scheme(scheme.word("type", SCHEMES), scheme.get("name", str, "")) if node.has("scheme") else None,
        open=node.get("open", bool, False),
    )


def _body(node: _Node, params: tuple[Param, ...], schema: dict[str, Any]) -> Body:
    arguments = {param.argument for param in params}
    rest = tuple(name for name in schema["properties"] if name not in arguments)
    required = set(schema.get("required", ()))
    mode = node.word("body_mode", _MODES, "wrapped" if rest == (BODY,) else "flat")
    if mode == "flat":
        return Body(JSON, required=not required.isdisjoint(rest), flat=rest)
    body = node.node("body")
    parts = body.node("parts")
    return Body(
        media_type=body.get("media_type", str, JSON),
        required=BODY in required,
        parts=MappingProxyType({name: _part(parts.node(name)) for name in body.get("parts", dict, {})}),
        admits_text=body.get("admits_text", bool, True),
        admits_null=body.get("admits_null", bool, False),
        xml=_xml(body.node("xml")) if body.has("xml") else None,
    )


def _xml(node: _Node) -> XmlElement:
    children = node.node("children")
    return XmlElement(
        name=node.get("name", str, ""),
        namespace=node.get("namespace", str, ""),
        prefix=node.get("prefix", str, ""),
        attribute=node.get("attribute", bool, False),
        wrapped=node.get("wrapped", bool, False),
        children=MappingProxyType({name: _xml(children.node(name)) for name in node.get("children", dict, {})}),
        item=_xml(node.node("item")) if node.has("item") else None,
    )


def _part(node: _Node) -> Part:
    return Part(
        style=node.get("style", str, "form"),
        explode=node.get("explode", bool, True),
        content_type=node.get("content_type", str, ""),
        binary=node.get("binary", bool, False),
    )
