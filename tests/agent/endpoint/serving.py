"""An endpoint on a port, and a client: what the tests of its faces share."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx

from pytest_uimcp.agent import ScriptedModel
from pytest_uimcp.agent.endpoint import ModelEndpoint
from pytest_uimcp.transport.site import HttpSite

CHAT: Final = "/v1/chat/completions"
RESPONSES: Final = "/v1/responses"
MESSAGES: Final = "/v1/messages"
HELLO: Final = [{"role": "user", "content": "Hello"}]
SCHEMA: Final = {"type": "object", "properties": {"path": {"type": "string"}}}
# How each service is told of a tool.
TOOLS: Final[dict[str, Any]] = {
    CHAT: [{"type": "function", "function": {"name": "files_read", "parameters": SCHEMA}}],
    RESPONSES: [{"type": "function", "name": "files_read", "parameters": SCHEMA}],
    MESSAGES: [{"name": "files_read", "input_schema": SCHEMA}],
}


class ServedScript:
    def __init__(self) -> None:
        self.script = ScriptedModel()
        self.failures: list[str] = []
        self.endpoint = ModelEndpoint(
            self.script, max_bytes=100_000, on_error=lambda error: self.failures.append(str(error))
        )
        self.client = httpx.AsyncClient(trust_env=False)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.client.post(path, json={"model": "any", **body})

    async def ask(self, path: str, **body: Any) -> httpx.Response:
        """A request that only says hello, in the words of the service, with a tool."""
        request: dict[str, Any] = {"tools": TOOLS[path]}
        if path == RESPONSES:
            request["input"] = "Hello"
        else:
            request["messages"] = HELLO
        if path == MESSAGES:
            request["max_tokens"] = 100
        return await self.post(path, **request | body)


@asynccontextmanager
async def serving() -> AsyncIterator[ServedScript]:
    served = ServedScript()
    site = HttpSite()
    site.bind("model", served.endpoint.application())
    await site.start()
    try:
        served.client.base_url = httpx.URL(site.url("model"))
        yield served
    finally:
        await served.client.aclose()
        await site.close()


def pieces(response: httpx.Response) -> list[Any]:
    """What a stream has sent."""
    lines = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]
