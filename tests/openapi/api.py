"""A real HTTP server on this machine that remembers what was sent, and answers what a test wants."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Seen:
    """A request as it came: the target of the request line undecoded, headers in their order."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        """The one header of a name; two of them fail the test."""
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        assert len(found) < 2, found
        return found[0] if found else None

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Api:
    port: int = 0
    seen: list[Seen] = field(default_factory=list)
    handlers: dict[str, Handler] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def last(self) -> Seen:
        return self.seen[-1]

    def answers(self, path: str, text: str = "", **response: Any) -> None:
        """What a path answers from now on."""

        async def handler(_request: web.Request) -> web.Response:
            return web.Response(**({} if "body" in response else {"text": text}) | response)

        self.handlers[path] = handler

    def answers_json(self, path: str, data: Any, **response: Any) -> None:
        self.answers(path, json.dumps(data), content_type="application/json", **response)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        headers = [(name.decode(), value.decode("utf-8", "surrogateescape")) for name, value in request.raw_headers]
        self.seen.append(Seen(request.method, request.raw_path, headers, await request.read()))
        handler = self.handlers.get(request.path) or self.handlers.get("*")
        return await handler(request) if handler else web.json_response({"ok": True})


@asynccontextmanager
async def serving() -> AsyncIterator[Api]:
    api = Api()
    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_route("*", "/{path:.*}", api.handle)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    api.port = runner.addresses[0][1]
    try:
        yield api
    finally:
        await runner.cleanup()
