from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import anyio

from pytest_uimcp.openapi.addresses import origin, printable, server_urls
from pytest_uimcp.openapi.config.models import Config, TargetConfig
from pytest_uimcp.openapi.endpoint_reader import ConfiguredCredential, EndpointReader
from pytest_uimcp.openapi.endpoints import Scheme
from pytest_uimcp.openapi.errors import OpenApiError, SpecError
from pytest_uimcp.openapi.loading.fetching import LoadedSpec
from pytest_uimcp.openapi.loading.sources import load
from pytest_uimcp.openapi.names import UniqueNames, target_prefix
from pytest_uimcp.openapi.requests.credentials import Credentials
from pytest_uimcp.openapi.requests.wire import MakeTransport, over_network
from pytest_uimcp.openapi.spec.document import read_document
from pytest_uimcp.openapi.spec.operations import Selection, idle_patterns
from pytest_uimcp.openapi.target import ApiTarget
from pytest_uimcp.openapi.tools import ServedTool, ServedTools
from pytest_uimcp.openapi.toolsets import Toolset, read_toolset_file
from pytest_uimcp.openapi.warn import Warn, Warnings, to_stderr


@dataclass(frozen=True, slots=True)
class Targets:
    """The targets that could be opened. `names` gives further tools names that are free; `warnings` were told."""

    targets: tuple[ApiTarget, ...]
    tools: ServedTools
    names: UniqueNames
    warnings: Warnings


@asynccontextmanager
async def open_targets(
    config: Config, *, warn: Warn = to_stderr, transport: MakeTransport = over_network
) -> AsyncIterator[Targets]:
    """All targets of a configuration, in its order; one that fails is skipped with a warning."""
    warnings = Warnings(warn)
    names = UniqueNames(warnings, strict=config.mcp.server.name_charset == "strict")
    # Loading is parallel, since most of it waits for servers; targets are made one after the other, because each claims
    # names of tools, and the first in the configuration keeps the plain one.
    sources = await _sources(config, warnings, transport)
    targets = tuple(_targets(config.targets, sources, names, warnings, transport))
    try:
        yield Targets(targets, ServedTools(_all_tools(targets)), names, warnings)
    finally:
        # Also when the server is being cancelled, which would end the closing as well.
        with anyio.CancelScope(shield=True):
            for target in targets:
                await target.aclose()


def _all_tools(targets: Iterable[ApiTarget]) -> Iterable[ServedTool]:
    return (tool for target in targets for tool in target.tools.values())


async def _sources(config: Config, warn: Warn, transport: MakeTransport) -> list[LoadedSpec | Toolset | None]:
    """What describes each target; all are loaded at the same time."""
    sources: list[LoadedSpec | Toolset | None] = [None] * len(config.targets)

    async def fetch(index: int, target: TargetConfig) -> None:
        try:
            sources[index] = await _source(target, config.folder, warn, transport)
        except OpenApiError as error:
            # Not raised: in a group of tasks one failure would cancel the loading of all others.
            warn(f"skip {target.name}: {error}")

    async with anyio.create_task_group() as tasks:
        for index, target in enumerate(config.targets):
            tasks.start_soon(fetch, index, target)
    return sources


async def _source(config: TargetConfig, folder: Path, warn: Warn, transport: MakeTransport) -> LoadedSpec | Toolset:
    if config.tools:
        return read_toolset_file(folder / Path(config.tools).expanduser())
    if not (config.spec or config.base_url):
        raise SpecError("it has neither tools nor spec nor base_url, one of which says what can be called")
    return await load(config, folder=folder, warn=warn, transport=transport)


def _targets(
    configs: Sequence[TargetConfig],
    sources: Sequence[LoadedSpec | Toolset | None],
    names: UniqueNames,
    warn: Warn,
    transport: MakeTransport,
) -> Iterable[ApiTarget]:
    for config, source in zip(configs, sources, strict=True):
        if source is None:
            continue
        try:
            if isinstance(source, Toolset):
                yield target_of_toolset(source, config, names=names, warn=warn, transport=transport)
            else:
                yield target_of_spec(source.data, config, url=source.url, names=names, warn=warn, transport=transport)
        except OpenApiError as error:
            warn(f"skip {config.name}: {error}")


def target_of_spec(
    data: Any,
    config: TargetConfig,
    *,
    url: str | None = None,
    names: UniqueNames | None = None,
    warn: Warn = to_stderr,
    transport: MakeTransport = over_network,
) -> ApiTarget:
    """The target that a specification describes; raises SpecError if it is none. `url` is where it came from."""
    warn = _named(config, warn)
    document = read_document(data, warn=warn, url=url)
    auth = config.auth
    scheme = Scheme(auth.type, auth.header_name) if auth.type else None
    reader = EndpointReader(document, warn, ConfiguredCredential(scheme, has_token=bool(auth.token)))
    names = names or UniqueNames(warn)
    endpoints = list(reader.endpoints(target_prefix(config.name), names, Selection.of(config.include, config.exclude)))
    for line in idle_patterns(document, include=config.include, exclude=config.exclude):
        warn(line)
    credentials = Credentials(auth.type, auth.header_name, auth.token, reader.usual_scheme, reader.described_scheme)
    _check_auth(credentials, warn)
    _check_address(config, server_urls(document.servers), url, warn)
    return ApiTarget(
        config,
        endpoints,
        credentials,
        names,
        warn,
        spec_url=url,
        has_set_auth=document.has_paths,
        transport=transport,
    )


def target_of_toolset(
    toolset: Toolset,
    config: TargetConfig,
    *,
    names: UniqueNames | None = None,
    warn: Warn = to_stderr,
    transport: MakeTransport = over_network,
) -> ApiTarget:
    warn = _named(config, warn)
    names = names or UniqueNames(warn)
    target_config = toolset.with_config(config)
    endpoints = list(toolset.endpoints(config, names))
    auth = target_config.auth
    credentials = Credentials(auth.type, auth.header_name, auth.token, toolset.usual_scheme)
    _check_auth(credentials, warn)
    return ApiTarget(target_config, endpoints, credentials, names, warn, transport=transport)


def _named(config: TargetConfig, warn: Warn) -> Warn:
    return lambda text: warn(f"{config.name}: {text}")


def _check_auth(credentials: Credentials, warn: Warn) -> None:
    if not credentials.token:
        return
    # Said at the start, since a call without the token would look like an error of the API: 401.
    if credentials.needs_name:
        warn(f"auth.header_name is empty, so the token is not sent (auth.type is {credentials.type})")
    if not credentials.type and credentials.usual_scheme is None:
        warn("auth.type is empty and the specification does not say how a token is sent, so it is not sent")


def _check_address(config: TargetConfig, servers: Sequence[str], url: str | None, warn: Warn) -> None:
    """Say where the token goes if only a specification from elsewhere decides that."""
    if not (config.auth.token and url and servers) or config.base_url:
        return
    # A specification that was found on one host can send the token of its calls to another one.
    called = urljoin(url, servers[0])
    if origin(called) != origin(url):
        warn(
            f"its specification sends calls, and so the token, to {printable(called)}; set base_url to fix the address"
        )


@dataclass(frozen=True, slots=True)
class Probe:
    found: bool
    spec_url: str = ""
    tools: int = 0
    endpoints: tuple[str, ...] = ()
    auth_type: str = ""
    auth_name: str = ""
    error: str = ""


async def probe(
    config: TargetConfig, *, folder: Path = Path(), warn: Warn = to_stderr, transport: MakeTransport = over_network
) -> Probe:
    try:
        spec = await load(config, folder=folder, warn=warn, transport=transport)
        target = target_of_spec(spec.data, config, url=spec.url, warn=warn)
    except OpenApiError as error:
        return Probe(found=False, error=str(error))
    usual = target.credentials.usual_scheme or Scheme("")
    return Probe(
        found=True,
        spec_url=spec.url or config.spec,
        tools=len(target.tools),
        endpoints=tuple(f"{endpoint.name}: {endpoint.description}" for endpoint in target.endpoints),
        auth_type=usual.type,
        auth_name=usual.name,
    )
