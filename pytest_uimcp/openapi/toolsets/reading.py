from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pytest_uimcp.core.reading import ReadingError, read
from pytest_uimcp.core.regular_file import MAX_TEXT_BYTES, read_regular
from pytest_uimcp.openapi.config.models import AuthConfig, TargetConfig
from pytest_uimcp.openapi.documents import decode
from pytest_uimcp.openapi.endpoints import Body, Endpoint, Plan, Scheme
from pytest_uimcp.openapi.errors import ToolsetError
from pytest_uimcp.openapi.names import SEPARATOR, UniqueNames, target_prefix
from pytest_uimcp.openapi.spec.media import JSON
from pytest_uimcp.openapi.spec.parameters import BODY
from pytest_uimcp.openapi.toolsets.models import EndpointEntry, ToolsetFile
from pytest_uimcp.openapi.warn import Warn, to_stderr


@dataclass(frozen=True, slots=True)
class Toolset:
    target: str
    base_url: str
    auth: AuthConfig
    rows: tuple[ToolsetEndpoint, ...]

    @property
    def usual_scheme(self) -> Scheme | None:
        return next((row.plan.scheme for row in self.rows if row.plan.scheme), None)

    def with_config(self, config: TargetConfig) -> TargetConfig:
        """The target as the file and the configuration describe it; what the configuration says wins."""
        auth = config.auth
        auth_settings = auth.model_copy(
            update={
                "type": auth.type or self.auth.type,
                "header_name": auth.header_name or self.auth.header_name,
                "token": auth.token or self.auth.token,
            }
        )
        return config.model_copy(update={"auth": auth_settings})

    def endpoints(self, config: TargetConfig, names: UniqueNames) -> Iterator[Endpoint]:
        prefix = target_prefix(config.name)
        # An address in the configuration wins over all of the file.
        base_url = self.base_url
        if config.base_url:
            base_url = ""
        for row in self.rows:
            yield row.endpoint(names.claim(prefix, row.operation), base_url)


@dataclass(frozen=True, slots=True)
class ToolsetEndpoint:
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
        servers = self.plan.servers
        if base_url:
            servers = (self.base_url or base_url,)
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


def read_toolset_file(path: Path, *, warn: Warn = to_stderr) -> Toolset:
    """The toolset of a file; raises ToolsetError."""
    try:
        text = decode(read_regular(path, MAX_TEXT_BYTES))
        data = json.loads(text)
    except OSError as error:
        raise ToolsetError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ToolsetError(f"{path} is not JSON: {error}") from None

    def warn_of_file(problem: str) -> None:
        # With the path, since a configuration may name several of these files.
        warn(f"{path}: {problem}")

    try:
        return _toolset(data, warn_of_file)
    except ReadingError as error:
        raise ToolsetError(f"{path}: {error.in_text(text)}") from None


def read_toolset(data: Any, *, warn: Warn = to_stderr) -> Toolset:
    """The toolset that data is; raises ToolsetError with the place of what is wrong."""
    try:
        return _toolset(data, warn)
    except ReadingError as error:
        raise ToolsetError(str(error)) from None


def _toolset(data: Any, warn: Warn) -> Toolset:
    # Newer copies, and other programs, may have keys of their own.
    file = read(ToolsetFile, data, warn=warn)
    rows = (_row(entry, file.target, f"toolset.endpoints[{index}]") for index, entry in enumerate(file.endpoints))
    return Toolset(file.target, file.base_url, file.auth, tuple(rows))


def _row(entry: EndpointEntry, target: str, place: str) -> ToolsetEndpoint:
    return ToolsetEndpoint(
        operation=entry.operation or _without_prefix(entry.name, target),
        description=entry.description,
        method=entry.method,
        path=entry.path,
        group=entry.group,
        schema=entry.parameters.json_schema,
        plan=Plan(
            params=tuple(param.param for param in entry.params),
            body=_body(entry),
            servers=entry.servers,
            scheme=entry.scheme.scheme if entry.scheme else None,
            open=entry.open,
        ),
        base_url=entry.base_url,
        confirm=entry.confirm,
        place=place,
    )


def _without_prefix(name: str, target: str) -> str:
    """The operation's own name: the target may have another name here."""
    # A tool that is called like the prefix alone keeps its name.
    return name.removeprefix(f"{target_prefix(target)}{SEPARATOR}") or name


def _body(entry: EndpointEntry) -> Body | None:
    if not entry.has_body:
        return None
    params = {param.param.argument for param in entry.params}
    properties = tuple(name for name in entry.parameters.properties if name not in params)
    required = set(entry.parameters.required)
    # Presets of others describe the properties of a body as arguments.
    if entry.body_mode == "flat" or (entry.body_mode is None and properties != (BODY,)):
        return Body(JSON, required=not required.isdisjoint(properties), flat=properties)
    body = entry.body
    return Body(
        media_type=body.media_type,
        required=BODY in required,
        parts=MappingProxyType({name: part.part for name, part in body.parts.items()}),
        admits_text=body.admits_text,
        admits_null=body.admits_null,
        xml=body.xml.element if body.xml else None,
    )
