"""How an answer goes out: whole or as a stream, at once or slowly, to its end or cut in the middle."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Final

from aiohttp import web

from pytest_uimcp.agent.endpoint.faces import Body, ServiceFace

_STREAM_HEADERS: Final = {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}


async def delivered(
    request: web.Request, face: ServiceFace, answer: Body, body: Body, *, seconds: float = 0.0, is_cut: bool = False
) -> web.StreamResponse:
    if body.get("stream") is not True:
        return await _whole(request, json.dumps(answer).encode(), seconds, is_cut=is_cut)
    frames = [face.frame(piece).encode() for piece in face.stream(answer, body)]
    if face.terminator:
        frames.append(face.terminator.encode())
    return await _streamed(request, frames, seconds, is_cut=is_cut)


async def _whole(request: web.Request, content: bytes, seconds: float, *, is_cut: bool) -> web.StreamResponse:
    if seconds:
        await asyncio.sleep(seconds)
    if not is_cut:
        return web.Response(body=content, content_type="application/json")
    # The client is promised all of it.
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(len(content))})
    await response.prepare(request)
    await response.write(content[: len(content) // 2])
    return _broken(request, response)


async def _streamed(
    request: web.Request, frames: Sequence[bytes], seconds: float, *, is_cut: bool
) -> web.StreamResponse:
    response = web.StreamResponse(headers=_STREAM_HEADERS)
    await response.prepare(request)
    outgoing = frames[: len(frames) // 2] if is_cut else frames
    for frame in outgoing:
        if seconds:
            await asyncio.sleep(seconds / len(frames))
        await response.write(frame)
    if is_cut:
        return _broken(request, response)
    await response.write_eof()
    return response


def _broken(request: web.Request, response: web.StreamResponse) -> web.StreamResponse:
    # Closed, not aborted: what was written is sent before the connection ends.
    if request.transport is not None:
        request.transport.close()
    return response
