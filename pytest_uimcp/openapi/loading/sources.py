"""The data of a target's specification, wherever it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
import httpx

from pytest_uimcp.openapi.addresses import origin, printable
from pytest_uimcp.openapi.config.models import TargetConfig
from pytest_uimcp.openapi.documents import parse, read_spec_file
from pytest_uimcp.openapi.endpoints import Scheme
from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.loading.discovery import discover
from pytest_uimcp.openapi.loading.external import bundled
from pytest_uimcp.openapi.loading.fetching import Fetcher, LoadedSpec
from pytest_uimcp.openapi.requests.credentials import Credential
from pytest_uimcp.openapi.requests.wire import MakeTransport, Wire, over_network
from pytest_uimcp.openapi.warn import Warn

SECONDS: Final = 10.0


async def load(
    config: TargetConfig, *, folder: Path, warn: Warn, transport: MakeTransport = over_network
) -> LoadedSpec:
    """The specification of a target: the one it names, else the one its server has. Raises SpecError."""
    # In a thread: a file on a network drive must not hold up the other targets.
    if config.spec and origin(config.spec) is None:
        return await anyio.to_thread.run_sync(_from_file, folder / Path(config.spec).expanduser(), config, warn)
    async with httpx.AsyncClient(transport=Wire(transport)) as client:
        fetcher = Fetcher(client, _private(config), config.base_url or config.spec)
        if config.spec:
            return await _from_address(fetcher, config.spec)
        return await discover(fetcher, config.base_url)


def _private(config: TargetConfig) -> Mapping[str, str]:
    """What only the target may see, and only if that is wanted before its specification is known."""
    if not config.auth_on_discovery:
        return {}
    headers = {name: value.reveal() for name, value in config.headers.items()}
    auth = config.auth
    # A specification may be behind the same login. As nobody knows the scheme before it is read, a bearer is tried.
    if auth.token and (auth.type != "header" or auth.header_name):
        header = Credential(Scheme(auth.type or "bearer", auth.header_name), auth.token).header
        if header:
            headers[header[0].decode()] = header[1].decode()
    return headers


def _from_file(path: Path, config: TargetConfig, warn: Warn) -> LoadedSpec:
    _, data = read_spec_file(path)
    return LoadedSpec(bundled(data, path, warn) if config.allow_external_refs else data)


async def _from_address(fetcher: Fetcher, url: str) -> LoadedSpec:
    answer = await fetcher.get(url, seconds=SECONDS)
    if answer.status != 200:
        raise SpecError(f"{printable(url)} answered {answer.status}, expected 200 with a specification")
    try:
        return LoadedSpec(parse(answer.content), answer.url)
    except ValueError as error:
        raise SpecError(f"{printable(url)}: {error}") from None
