"""A service with a model, on a real port: it answers each request with the next of the answers that it was given."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

Answer = Callable[[web.Request], Any]


class FakeService:
    """`requests` are the bodies, `headers` those of the last request."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = list(answers)
        self.requests: list[dict[str, Any]] = []
        self.headers: dict[str, str] = {}
        self.url = ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(await request.json())
        self.headers = dict(request.headers)
        answer: web.StreamResponse = await self.answers.pop(0)(request)
        return answer


@asynccontextmanager
async def fake_service(*answers: Answer) -> AsyncIterator[FakeService]:
    service = FakeService(answers)
    app = web.Application()
    app.router.add_post("/v1/{path:.*}", service.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        service.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        yield service
    finally:
        await runner.cleanup()


def calls(*steps: tuple[str, dict[str, Any]]) -> Answer:
    """A streamed answer of chat completions that calls tools."""
    pieces = [
        {"index": index, "id": f"id_{index}", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for index, (name, arguments) in enumerate(steps)
    ]
    return streamed(*({"choices": [{"delta": {"tool_calls": [piece]}}]} for piece in pieces), done=True)


def says(text: str) -> Answer:
    return calls(("chat_assistant_post", {"content": text}), ("loop_yield_turn", {}))


def fails(status: int, message: str, **headers: str) -> Answer:
    async def answer(_request: web.Request) -> web.Response:
        body = {"error": {"message": message, "type": "server_error"}}
        return web.json_response(body, status=status, headers={key.replace("_", "-"): headers[key] for key in headers})

    return answer


def streamed(*pieces: dict[str, Any], done: bool) -> Answer:
    """Pieces of a stream; without `done` the connection is cut behind them."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for piece in pieces:
            await response.write(f"data: {json.dumps(piece)}\n\n".encode())
        if done:
            await response.write(b"data: [DONE]\n\n")
        elif request.transport is not None:
            request.transport.close()
        return response

    return answer
