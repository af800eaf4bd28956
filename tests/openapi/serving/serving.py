"""A service over a local API, and raw clients of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio
from aiohttp import web

from pytest_uimcp.openapi.config import read_config
from pytest_uimcp.openapi.serving.service import Service, open_service
from pytest_uimcp.openapi.serving.transports import first_version
from tests.openapi.api import Api
from tests.openapi.making import operation, param, spec
from tests.transport.wires import Serving, served

PETS = spec(
    {
        "/pets/{id}": {
            "get": operation(param("id", "path"), summary="Fetch one pet") | {"operationId": "getPet"},
            "delete": operation(param("id", "path")) | {"operationId": "deletePet"},
        },
        "/pets": {
            "post": operation(body={"application/json": {"schema": {"type": "object"}}}) | {"operationId": "createPet"}
        },
        "/slow": {"get": operation() | {"operationId": "slow"}},
    }
)


def request(id_: Any, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def call(id_: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    return request(id_, "tools/call", name=f"pets__{tool}", arguments=arguments)


def cancel(id_: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}}


def text(reply: dict[str, Any]) -> str:
    (block,) = reply["result"]["content"]
    found: str = block["text"]
    return found


@dataclass
class Slow:
    """Makes `/slow` of an API answer when it is told to, and counts who waits and who went away."""

    api: Api
    go: anyio.Event = field(default_factory=anyio.Event)
    came: int = 0
    most: int = 0
    here: int = 0
    left: int = 0

    def __post_init__(self) -> None:
        self.api.handlers["/slow"] = self._answer

    async def _answer(self, _request: web.Request) -> web.StreamResponse:
        self.came += 1
        self.here += 1
        self.most = max(self.most, self.here)
        try:
            await self.go.wait()
        except BaseException:
            self.left += 1
            raise
        finally:
            self.here -= 1
        return web.Response(text="at last")


@asynccontextmanager
async def service_of(api: Api, *, target: dict[str, Any] | None = None, **server: Any) -> AsyncIterator[Service]:
    """The pets with settings of their target, and those of `mcp.server`."""
    api.answers_json("/openapi.json", PETS)
    pets = {"name": "pets", "spec": f"{api.url}/openapi.json", "base_url": api.url, **(target or {})}
    config = read_config({"targets": [pets], "mcp": {"server": server}}, environment={})
    async with open_service(config) as service:
        api.seen.clear()
        yield service


@asynccontextmanager
async def over_stdio(service: Service) -> AsyncIterator[Serving]:
    """A raw client of the service, over pipes."""
    async with served(first_version(service)) as wire:
        yield wire
