"""Small specifications and targets, said in as few words as a test needs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from pytest_uimcp.openapi.config import AuthConfig, TargetConfig
from pytest_uimcp.openapi.opening import target_of_spec
from pytest_uimcp.openapi.secret import Secret
from pytest_uimcp.openapi.target import ApiTarget


def spec(paths: dict[str, Any], *, version: str = "3.0.3", **more: Any) -> dict[str, Any]:
    return {"openapi": version, "info": {"title": "t", "version": "1"}, "paths": paths, **more}


def operation(*parameters: dict[str, Any], body: Any = None, **more: Any) -> dict[str, Any]:
    """One operation called `op`; `body` is the content of its request body."""
    node: dict[str, Any] = {"operationId": "op", "parameters": list(parameters), **more}
    return {**node, "requestBody": {"content": body}} if body is not None else node


def get(path: str, *parameters: dict[str, Any], version: str = "3.0.3", **more: Any) -> dict[str, Any]:
    """A specification of one GET."""
    return spec({path: {"get": operation(*parameters)}}, version=version, **more)


def post(content: Any, *, required: bool = True, version: str = "3.0.3", **more: Any) -> dict[str, Any]:
    """A specification of one POST with a body."""
    node = {"operationId": "op", "requestBody": {"required": required, "content": content}}
    return spec({"/things": {"post": node}}, version=version, **more)


def post_json(schema: Any, **more: Any) -> dict[str, Any]:
    return post({"application/json": {"schema": schema}}, **more)


def param(name: str, place: str = "query", schema: Any = None, **more: Any) -> dict[str, Any]:
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, "schema": {"type": "string"} if schema is None else schema, **required, **more}


def auth(type: Any = "", token: str = "", header_name: str = "") -> AuthConfig:  # noqa: A002 - as in the file
    return AuthConfig(type=type, header_name=header_name, token=Secret(token))


def config(name: str = "t", **settings: Any) -> TargetConfig:
    return TargetConfig(name=name, **settings)


def target(
    data: Any, *, warn: Callable[[str], None] | None = None, url: str | None = None, **settings: Any
) -> ApiTarget:
    """A target that was never opened: for everything but calls."""
    return target_of_spec(data, config(**settings), warn=warn or ignore, url=url)


def ignore(_text: str) -> None:
    pass


@asynccontextmanager
async def opened(
    data: Any, base_url: str, *, warn: Callable[[str], None] | None = None, url: str | None = None, **settings: Any
) -> AsyncIterator[ApiTarget]:
    made = target(data, warn=warn, url=url, base_url=base_url, **settings)
    try:
        yield made
    finally:
        await made.aclose()


def input_schema(data: Any, name: str = "t__op", **settings: Any) -> dict[str, Any]:
    """The input schema of one tool."""
    return target(data, **settings).tools[name].schema


def body_schema(schema: Any, **more: Any) -> Any:
    """What becomes of the schema of a JSON body."""
    return input_schema(post_json(schema, **more))["properties"]["body"]
